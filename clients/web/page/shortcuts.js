// The keys that the page hears itself, before the server does.

import { BoundKeys } from "./chords.js";

/** The commands that the program around the page performs itself, where that is no browser, each with what asks it. */
export const hosted = globalThis.nodewireHost?.commands ?? {};

/** The commands whose keys are that program's. */
const hostedKeys = new Set(globalThis.nodewireHost?.keys ?? []);

/** By chord: commands of the page. A document may bind a chord otherwise. */
const CHORDS = {
  "mod+o": "open", "mod+s": "save", "mod+shift+s": "saveAs", "mod+f": "find", "mod+h": "replace", "mod+g": "group", "mod+shift+g": "ungroup",
  "mod+.": "collapse", "mod+shift+f": "fitGroup", F2: "rename", n: "add", "shift+F10": "menu", ContextMenu: "menu", 0: "fit",
  "?": "help", "mod+,": "settings", "shift+L": "layout", "alt+Enter": "properties", F8: "nextProblem", "shift+F8": "previousProblem",
};

/** Keys that are heard while something is drawn or dragged, too. */
const ALWAYS = new Set(["help", "save", "menu"]);

const keys = new BoundKeys(CHORDS);

/** What of the page a key asks for; undefined for nothing, then it is the server's. */
export function commandOf(event, session) {
  const command = keys.commandOf(event);
  if (!command || hostedKeys.has(command) || session.keys.isOwn(event)) return undefined;
  return session.scene.state.gesture && !ALWAYS.has(command) ? undefined : command;
}

/** How the chord of a command is read, be it the page's or the server's; undefined without one, or where it does something else. */
export function shortcutOf(command, session) {
  if (hostedKeys.has(command) && !(command in hosted)) return undefined;
  return keys.labelOf(command) ?? session.keys.labelOf(command);
}

/** The page's chords as `[chord, command]`. */
export function pageChords() {
  return keys.entries;
}
