// The file that a window shows again after it was reloaded, and the files that were open here lately.

import { store, stored } from "./theme.js";

/** Bridges have paths of their own. */
const KEY = `path ${location.pathname}`;
const RECENT = `recent ${location.pathname}`;
/** How many files are remembered. */
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
