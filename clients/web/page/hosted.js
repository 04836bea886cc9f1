// The program around the page, where that is no browser but an editor with keys and menus of its own.

/** The commands that the program performs itself, each with what asks it. */
export const hosted = globalThis.nodewireHost?.commands ?? {};

/** The commands whose keys are that program's. */
export const hostedKeys = new Set(globalThis.nodewireHost?.keys ?? []);
