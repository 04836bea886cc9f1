// Copies, cuts and pastes by way of the system's clipboard. What a fragment holds is the server's business.

import { countedAll, say } from "./announcer.js";
import { isForFocus } from "./input.js";
import { labelOf } from "./chords.js";
import { reportLosses } from "./losses.js";
import { margins } from "./margins.js";
import { animated } from "./session.js";

const canvas = document.getElementById("canvas");

/** By how much what is pasted at one place again lies beside it, on the canvas. */
const STEP = 20;

/** So long the browser may take to report a key after the server has, in milliseconds. */
const PATIENCE = 300;

/** The chords at which the browser itself reports `copy`, `cut` and `paste`, by their key. */
const NATIVE = { __proto__: null, c: "copy", x: "cut", v: "paste" };

export class Clipboard {
  #session;
  /** What is on the clipboard, as far as this window may know. */
  #own = "";
  /** Keys of which both the server and the browser are to report, as `{kind, promise, resolve, begun?, isHeard?}`. */
  #keys = [];
  #last = null;
  #pointer = null;

  constructor(session) {
    this.#session = session;
    for (const kind of ["copy", "cut", "paste"]) document.addEventListener(kind, (event) => this.#hearBrowser(event));
    canvas.addEventListener("pointermove", (event) => (this.#pointer = { x: event.clientX, y: event.clientY }));
    canvas.addEventListener("pointerleave", () => (this.#pointer = null));
  }

  /** Whether the browser will report itself what a key that goes to the server asks for, and so must hear of it. */
  leaves(event) {
    const isNative = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const command = this.#session.keys.commandOf(event);
    if (!isNative || command !== NATIVE[event.key.toLowerCase()]) return false;
    if (event.type === "keydown") this.#expect(command);
    return true;
  }

  /** What the server reports of a key: the fragment that is to be kept, or that something is to be pasted. */
  async hear({ event, fragment, canvas: at }) {
    const begun = await this.#begunBy(event);
    if (event === "paste") return this.paste(this.#pointer ? at : undefined, {}, begun?.text);
    const text = JSON.stringify(fragment);
    if (begun) begun.settle(text);
    else await this.#write(Promise.resolve(text));
    report(event, fragment);
  }

  copy = () => this.#take("copy", "document/copy");

  cut = () => this.#take("cut", "document/cut");

  /**
   * Adds what the clipboard holds, with its top left corner `at` a point of the canvas: without one at the pointer, else
   * in the middle. `text` is what the browser has said to be there already.
   */
  async paste(at = undefined, { parentId } = {}, text = undefined) {
    const held = text ?? (await this.#read());
    if (held === null) return;
    if (!held.trim()) return this.#session.refuse("there is no text on the clipboard");
    const params = { text: held, at: this.#beside(at ?? this.#here()), ...(parentId && { parentId }) };
    const pasted = await this.#session.askDocument("document/paste", params);
    if (!pasted) return;
    reportLosses(pasted.losses, "pasted");
    const nodes = Object.values(pasted.nodes);
    // Where a place was meant, it stays as near to that as it can be seen.
    const padding = at || this.#pointer ? "8px" : margins();
    const { view, request } = this.#session;
    if (nodes.length === 0) return;
    await request("view/reveal", { view, nodes, padding, ...animated() }).catch(() => {});
    await request("view/focus", { view, node: nodes[0] }).catch(() => {});
  }

  #here() {
    const { x, y, zoom } = this.#session.scene.state.viewport;
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

  #expect(kind) {
    const key = { kind, ...promised() };
    this.#keys.push(key);
    // The key is sent now. Once this is answered the server has said what it has to say of it.
    setTimeout(async () => {
      await this.#session.request("view/read", { view: this.#session.view }).catch(() => undefined);
      if (!key.isHeard) setTimeout(() => this.#forget(key), PATIENCE);
    });
  }

  #forget(key) {
    this.#keys = this.#keys.filter((one) => one !== key);
    key.begun?.settle?.(null);
  }

  /** What the browser has begun for the key that the server reports; undefined if it does not report that key. */
  async #begunBy(kind) {
    const key = this.#keys.find((key) => key.kind === kind && !key.isHeard);
    if (!key) return undefined;
    key.isHeard = true;
    const begun = await Promise.race([key.promise, new Promise((done) => setTimeout(done, PATIENCE))]);
    this.#keys = this.#keys.filter((one) => one !== key);
    return begun;
  }

  #hearBrowser(event) {
    if (isForFocus({ target: event.target, key: "" }, canvas)) return;
    event.preventDefault();
    const text = event.clipboardData.getData("text/plain");
    const isPaste = event.type === "paste";
    const key = this.#keys.find((key) => key.kind === event.type && !key.begun);
    // The menu of the browser reports what no key has sent to the server.
    if (!key) return isPaste ? this.paste(undefined, {}, text) : this[event.type]();
    key.begun = isPaste ? { text } : this.#beginWriting();
    return key.resolve(key.begun);
  }

  /** Some browsers let a page write only while they report the key, so the text is promised to them. */
  #beginWriting() {
    const { promise, resolve } = promised();
    this.#write(promise);
    return { settle: resolve };
  }

  async #take(kind, method) {
    const { document, view } = this.#session;
    const taken = this.#session.request(method, { document, view });
    try {
      await this.#write(taken.then(({ fragment }) => JSON.stringify(fragment)));
      report(kind, (await taken).fragment);
    } catch (refusal) {
      this.#session.refuse(refusal.message, refusal.data);
    }
  }

  /** Writes a text that is promised; null for nothing. What the promise is rejected with is thrown. */
  async #write(promise) {
    const written = writeText(promise).then(() => true, () => false);
    const text = await promise;
    if (text === null) return;
    this.#own = text;
    if (!(await written)) {
      this.#session.refuse("the browser does not let the page write the clipboard: this can be pasted in this window only");
    }
  }

  /** The clipboard's text; null if the page may not read it. */
  async #read() {
    try {
      return await navigator.clipboard.readText();
    } catch {
      if (this.#own) return this.#own;
      this.#session.refuse(`the browser does not let the page read the clipboard: press ${labelOf("mod+v")} to paste`);
      return null;
    }
  }
}

/** Gives the browser a text that it may have to wait for; a rejection, or null, leaves the clipboard as it is. */
async function writeText(promise) {
  const wanted = promise.then((text) => {
    if (text === null) throw new Error("nothing to write");
    return text;
  });
  if (!globalThis.ClipboardItem) return navigator.clipboard.writeText(await wanted);
  const blob = wanted.then((text) => new Blob([text], { type: "text/plain" }));
  blob.catch(() => undefined);
  return navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}

function promised() {
  let resolve;
  const promise = new Promise((done) => (resolve = done));
  return { promise, resolve };
}

function report(kind, { nodes = [], edges = [] }) {
  say(`${kind === "cut" ? "Cut" : "Copied"} ${countedAll({ nodes: nodes.length, edges: edges.length })}`);
}
