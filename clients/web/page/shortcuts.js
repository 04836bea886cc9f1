// The keys that the page hears itself, before the server does.

import { BoundKeys } from "./chords.js";
import { session } from "./session.js";
import COMMANDS from "./commands.json" with { type: "json" };

/** The commands that the program around the page performs itself, where that is no browser, each with what asks it. */
export const hosted = globalThis.nodewireHost?.commands ?? {};

/** The commands whose keys are that program's. */
const hostedKeys = new Set(globalThis.nodewireHost?.keys ?? []);

/** Keys that are heard while something is drawn or dragged, too. */
const ALWAYS = new Set(["help", "save", "menu"]);

/** The chords of the page. A document may bind one otherwise. */
const keys = new BoundKeys(COMMANDS.chords);

/** Commands of the server that the page asks for itself: it says so when there is nothing to take back. */
const ASKED = ["undo", "redo"];

/** What of the page a key asks for; undefined for nothing, then it is the server's. */
export function commandOf(event) {
  const bound = session.keys.commandOf(event);
  const command = ASKED.includes(bound) ? bound : session.keys.isOwn(event) ? undefined : keys.commandOf(event);
  if (!command || hostedKeys.has(command)) return undefined;
  return session.scene.state.gesture && !ALWAYS.has(command) ? undefined : command;
}

/** How the chord of a command is read, be it the page's or the server's; undefined without one, or where it does something else. */
export function shortcutOf(command) {
  if (hostedKeys.has(command) && !(command in hosted)) return undefined;
  return keys.labelOf(command) ?? session.keys.labelOf(command);
}

/** The page's chords as `[chord, command]`. */
export function pageChords() {
  return keys.entries;
}
