// What a window shows again after it was loaded anew.

/** Bridges have paths of their own. */
const KEY = `nodewire.path ${location.pathname}`;

/** The path of the file that this window showed last; null without one. */
export function kept() {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Notes the path of what is shown; undefined for what has no file. */
export function keep(path) {
  try {
    if (path === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, path);
  } catch {
    // A browser that keeps nothing opens what the bridge names.
  }
}
