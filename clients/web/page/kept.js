// The file that a window shows again after it was reloaded, and the files that were open here lately.

/** Bridges have paths of their own. */
const KEY = `nodewire.path ${location.pathname}`;
const RECENT = `nodewire.recent ${location.pathname}`;
/** How many files are remembered. */
const COUNT = 8;

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
    else {
      sessionStorage.setItem(KEY, path);
      const others = recent().filter((one) => one !== path);
      localStorage.setItem(RECENT, JSON.stringify([path, ...others].slice(0, COUNT)));
    }
  } catch {
    // A browser that keeps nothing opens what the bridge names.
  }
}

/** The paths of the files that windows showed lately, the last one first. */
export function recent() {
  try {
    const paths = JSON.parse(localStorage.getItem(RECENT) ?? "[]");
    return paths.filter((path) => typeof path === "string");
  } catch {
    return [];
  }
}
