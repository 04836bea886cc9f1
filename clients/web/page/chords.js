// Chords, as the server's settings spell them (`mod+shift+z`): which of them a key is, and how people read them.

import { ownOf } from "./pointer.js";
/** For each kind of keyboard what its modifiers are called, in the order in which it names them, and its keys. */
import KEYS from "./keys.json" with { type: "json" };

/** Whether the keyboard is likely to be an Apple one. */
export function isMac() {
  return /^(mac|iphone|ipad)/i.test(navigator.userAgentData?.platform || navigator.platform || "");
}

/** What is bound to chords; `own` are the bindings of the document, which come before those it began with. */
export class BoundKeys {
  own = {};
  #bindings;

  /** `bindings` maps chords to commands. */
  constructor(bindings) {
    this.#bindings = bindings ?? {};
  }

  /** What a key performs: a command, `none` or null where it is unbound, undefined where nothing is said of it. */
  commandOf(event) {
    const chords = chordsOf(event);
    for (const bindings of [this.own, this.#bindings]) {
      const known = spelledAlike(bindings);
      const chord = chords.find((chord) => known.has(chord));
      if (chord) return known.get(chord);
    }
    return undefined;
  }

  /** Whether the document itself says what a key does, or one that is given as a chord. */
  isOwn(event) {
    const own = spelledAlike(this.own);
    return (typeof event === "string" ? [spelled(event)] : chordsOf(event)).some((chord) => own.has(chord));
  }

  /** All that is bound now, as `[chord, command]`. */
  get entries() {
    const own = spelledAlike(this.own);
    const rest = Object.entries(this.#bindings).filter(([chord]) => !own.has(spelled(chord)));
    return [...rest, ...Object.entries(this.own ?? {})].filter(([, command]) => command && command !== "none");
  }

  /** How the first chord of a command is read; undefined for a command without one. */
  labelOf(command) {
    const chord = this.entries.find(([, bound]) => bound === command)?.[0];
    return chord && labelOf(chord);
  }
}

function spelledAlike(bindings) {
  return new Map(Object.entries(bindings ?? {}).map(([chord, command]) => [spelled(chord), command]));
}

function partsOf(chord) {
  return chord.replace(/\+$/, "Plus").split("+");
}

/** A chord with its modifiers in one order. */
function spelled(chord) {
  const parts = partsOf(chord.toLowerCase());
  return [...parts.slice(0, -1).sort(), parts.at(-1).toLowerCase()].join(" ");
}

/** The key of an event; where it types no ASCII character, the letter or digit of its place. */
function keyOf({ key, code }) {
  if (key.length === 1 && key > "~") return (code ?? "").replace(/^(Key|Digit)/, "").toLowerCase() || key;
  return { " ": "space", "+": "plus" }[key] ?? key.toLowerCase();
}

/** How an event may be spelled: `mod` is control or meta, and a sign may need shift to be typed. */
function chordsOf(event) {
  const key = keyOf(event);
  const held = [event.altKey && "alt", event.shiftKey && "shift"].filter(Boolean);
  const isCommand = event.ctrlKey || event.metaKey;
  const named = [event.altKey && "alt", event.ctrlKey && "control", event.metaKey && "meta", event.shiftKey && "shift"];
  const spellings = [named.filter(Boolean), isCommand ? [...held, "mod"].sort() : held];
  const signs = spellings.map((modifiers) => modifiers.filter((modifier) => modifier !== "shift"));
  const isSign = event.key.length === 1 && !/[a-z ]/i.test(event.key);
  return [...spellings, ...(isSign ? signs : [])].map((modifiers) => [...modifiers, key].join(" "));
}

/** The keys of a chord, one by one, as they are written on the keyboard. */
export function keysOf(chord) {
  const parts = partsOf(chord);
  const [modifiers, key] = [parts.slice(0, -1).map((part) => part.toLowerCase()), parts.at(-1)];
  const names = isMac() ? KEYS.mac : KEYS.others;
  const held = Object.keys(names.modifiers).filter((modifier) => modifiers.includes(modifier)).map((modifier) => names.modifiers[modifier]);
  return [...held, ownOf(names.keys, key.toLowerCase()) ?? key.charAt(0).toUpperCase() + key.slice(1)];
}

/** A chord as a menu shows it: `Ctrl Shift Z`, on a Mac `⇧⌘Z`. */
export function labelOf(chord) {
  return keysOf(chord).join(isMac() ? "" : " ");
}
