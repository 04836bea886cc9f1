// Copies, cuts and pastes by way of the system's clipboard. What a fragment holds is the server's business.

import { canvas } from "./elements.js";
import { countedAll, say } from "./announcer.js";
import { isForFocus } from "./input.js";
import { labelOf } from "./chords.js";
import { reportLosses } from "./losses.js";
import { animated, session } from "./session.js";
import COMMANDS from "./commands.json" with { type: "json" };

/** By how much what is pasted at one place again lies beside it, on the canvas. */
const STEP = 20;

/** So long the browser may take to report a key, in milliseconds. */
const PATIENCE = 300;

/** The chords at which the browser itself reports `copy`, `cut` and `paste`, by their key. */
const NATIVE = { __proto__: null, c: "copy", x: "cut", v: "paste" };

export class Clipboard {
  /** What is on the clipboard, as far as this window may know. */
  #own = "";
  /** What is performed where the browser does not report a key: timers, by what the key asks for. */
  #waits = {};
  /** Hears of the fragment that was asked for. */
  #taken = null;
  #last = null;
  #pointer = null;

  constructor() {
    for (const kind of ["copy", "cut", "paste"]) document.addEventListener(kind, (event) => this.#hearBrowser(event));
    canvas.addEventListener("pointermove", (event) => (this.#pointer = { x: event.clientX, y: event.clientY }));
    canvas.addEventListener("pointerleave", () => (this.#pointer = null));
  }

  /** Takes a key at which the browser reports what it asks for: the server hears nothing of it. Returns whether it is one. */
  takes = (event) => {
    const isNative = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const kind = NATIVE[event.key.toLowerCase()];
    if (!isNative || !kind || session.keys.commandOf(event) !== kind) return false;
    clearTimeout(this.#waits[kind]);
    if (event.type === "keydown") this.#waits[kind] = setTimeout(() => this.#perform(kind), PATIENCE);
    return true;
  };

  /** What the server reports of another key: the fragment that is to be kept, or that something is to be pasted. */
  async hear({ event, fragment, canvas: at }) {
    if (event === "paste") return this.paste(this.#pointer ? at : undefined);
    const taken = this.#taken;
    this.#taken = null;
    if (taken) return taken(fragment);
    await this.#write(Promise.resolve(JSON.stringify(fragment)));
    report(event, fragment);
  }

  copy = () => this.#take("copy");

  cut = () => this.#take("cut");

  /**
   * Adds what the clipboard holds, with its top left corner `at` a point of the canvas: without one at the pointer, else
   * in the middle. `text` is what the browser has said to be there already.
   */
  async paste(at = undefined, { parentId } = {}, text = undefined) {
    const held = text ?? (await this.#read());
    if (held === null) return;
    if (!held.trim()) return session.refuse("there is no text on the clipboard");
    const params = { text: held, at: this.#beside(at ?? this.#here()), ...(parentId && { parentId }) };
    const pasted = await session.askDocument("document/paste", params);
    if (!pasted) return;
    reportLosses(pasted.losses, "pasted");
    const nodes = Object.values(pasted.nodes);
    if (nodes.length === 0) return;
    // Where a place was meant, it stays as near to that as it can be seen.
    await session.reveal({ nodes }, { ...(at || this.#pointer ? { padding: "8px" } : {}), ...animated() });
    await session.request("view/focus", { view: session.view, node: nodes[0] }).catch(() => {});
  }

  #here() {
    const { x, y, zoom } = session.scene.state.viewport;
    const at = this.#pointer ?? { x: innerWidth / 2, y: innerHeight / 2 };
    return { x: (at.x - x) / zoom, y: (at.y - y) / zoom };
  }

  /** A place beside those at which something was pasted before. */
  #beside(at) {
    const isAgain = this.#last && Math.hypot(this.#last.asked.x - at.x, this.#last.asked.y - at.y) < 1;
    const by = isAgain ? this.#last.by + STEP : 0;
    this.#last = { asked: at, by };
    return { x: at.x + by, y: at.y + by };
  }

  #hearBrowser(event) {
    if (isForFocus({ target: event.target, key: "" }, canvas)) return;
    event.preventDefault();
    clearTimeout(this.#waits[event.type]);
    this.#perform(event.type, event.clipboardData.getData("text/plain"));
  }

  /** Does what a key or the menu of the browser asks for, unless a gesture is open. */
  #perform(kind, text) {
    const { gesture, selection } = session.scene.state;
    if (gesture) return;
    if (kind === "paste") this.paste(undefined, {}, text);
    else if (selection.nodes + selection.edges > 0) this[kind]();
    else session.refuse(COMMANDS.nothing[kind]);
  }

  /** Copies or cuts what is selected, as a key does that the server hears: its report comes before the answer. */
  async #take(kind) {
    const { view, request } = session;
    const taken = new Promise((resolve, reject) => {
      this.#taken = resolve;
      request("view/command", { view, command: kind }).then(() => reject(new Error("there is nothing to copy")), reject);
    });
    try {
      await this.#write(taken.then(JSON.stringify));
      report(kind, await taken);
    } catch (refusal) {
      session.refuse(refusal.message, refusal.data);
    }
  }

  /** Writes a text that is promised: some browsers let a page write only while they report the key. What the promise is rejected with is thrown. */
  async #write(promise) {
    const written = writeText(promise).then(() => true, () => false);
    this.#own = await promise;
    if (!(await written)) session.refuse("the browser does not let the page write the clipboard: this can be pasted in this window only");
  }

  /** The clipboard's text; null if the page may not read it. */
  async #read() {
    try {
      return await navigator.clipboard.readText();
    } catch {
      if (this.#own) return this.#own;
      session.refuse(`the browser does not let the page read the clipboard: press ${labelOf("mod+v")} to paste`);
      return null;
    }
  }
}

/** Gives the browser a text that it may have to wait for; a rejection leaves the clipboard as it is. */
async function writeText(promise) {
  if (!globalThis.ClipboardItem) return navigator.clipboard.writeText(await promise);
  const blob = promise.then((text) => new Blob([text], { type: "text/plain" }));
  blob.catch(() => undefined);
  return navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}

function report(kind, { nodes = [], edges = [] }) {
  say(`${kind === "cut" ? "Cut" : "Copied"} ${countedAll({ nodes: nodes.length, edges: edges.length })}`);
}
