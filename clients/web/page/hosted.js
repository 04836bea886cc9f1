// What the program around the page does itself, where the page is no page of a browser: an editor with keys and menus of its own.

/** By command, what asks the program for it. Its keys are that program's, too. */
export const hosted = globalThis.nodewireHost?.commands ?? {};
