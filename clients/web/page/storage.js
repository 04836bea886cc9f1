// What the browser keeps, in all windows or in this one: the file that a window shows again after it was reloaded, and the files that were open here lately.

/** Bridges have paths of their own. */
const KEY = `path ${location.pathname}`;
const RECENT = `recent ${location.pathname}`;
const COUNT = 8;

/** The path of the file that this window showed last; null without one. */
export function kept() {
  return stored(KEY, "sessionStorage") || null;
}

/** Notes the path of what is shown; undefined for what has no file. */
export function keep(path) {
  store(KEY, path ?? "", "sessionStorage");
  if (path !== undefined) store(RECENT, JSON.stringify([path, ...recent().filter((one) => one !== path)].slice(0, COUNT)));
}

/** The paths of the files that windows showed lately, the last one first. */
export function recent() {
  try {
    return JSON.parse(stored(RECENT) ?? "[]").filter((path) => typeof path === "string");
  } catch {
    // Another program may have written something else there.
    return [];
  }
}

/** What was kept under a name, in all windows or in this one; null for nothing. */
export function stored(name, where = "localStorage") {
  try {
    return globalThis[where].getItem(`nodewire.${name}`);
  } catch {
    return null;
  }
}

export function store(name, value, where = "localStorage") {
  try {
    globalThis[where].setItem(`nodewire.${name}`, value);
  } catch {
    // A browser that keeps nothing shows the same page.
  }
}
