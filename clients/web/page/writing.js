// Names and texts that are written where they are painted. Other front ends see what is being written.
// No field waits for the server: a node that is being made is written before it is there.

import { canvas } from "./elements.js";
import { Content } from "./content.js";
import { labelPlace } from "./edges.js";
import { nameOf, textOf } from "./node-texts.js";
import { namePlace, textPlace } from "./nodes.js";
import { onScreen } from "./rects.js";
import { replaced, valueAt } from "./pointer.js";
import { moveInside } from "./overlays.js";
import { hide } from "./controls.js";
import { SharedText } from "./shared-text.js";
import { session } from "./session.js";

/** The least size of letters that is read well, and the least width to write a name or a text in, in points. */
const LEAST = { letters: 12, name: 120, text: 180 };
/** So long a node is waited for that is made and not shown, in milliseconds. */
const ARRIVING = 10_000;

export class Writing {
  #display;
  #name;
  #text;
  #shared;
  /**
   * What is being written: `{field, kind, id, place, finish}`; `kind` is `nodes` or `edges`, `place()` is where it is painted, `finish(written)`
   * hears what was written, undefined if that is given up. A text has a `path`, and what is not made yet is only a `draft`.
   */
  #open = null;
  /** Settles when what was written last is sent. */
  #sent = Promise.resolve();
  /** What was written and is not sent yet, by node and path. */
  #unsent = new Map();
  /** Settles when the nodes are made that are being made. */
  #making = Promise.resolve();
  /** Those who wait until a node is shown, by its id. */
  #arrivals = new Map();
  /** Hears of the node that others have removed while it was written: its id. */
  onRemoved = () => {};

  constructor(name, text, display) {
    this.#name = name;
    this.#text = text;
    this.#display = display;
    session.on("document/changed", ({ nodes }) => this.#open?.kind === "nodes" && nodes?.[this.#open.id] === null && this.#lose());
    let shared = null;
    const open = async (field, selection) => this.#open?.text && (shared = this.#open.text).open(field, selection);
    this.#shared = new SharedText(text, { open, close: (field) => shared?.close(field), write: (...part) => shared.write(...part), replace: (whole) => shared.replace(whole) }, { isLate: true });
    text.addEventListener("input", () => this.#shared.write());
    for (const field of [name, text]) {
      field.addEventListener("keydown", (event) => this.#press(event));
      field.addEventListener("blur", () => this.#open?.field === field && this.#end(true));
    }
  }

  /** Opens what a press on a node at a point of the canvas means: its text where that is painted, else its name. */
  openAt(id, point) {
    const item = session.scene.nodes.get(id);
    if (!item) return;
    const node = this.#known(item);
    const text = textOf(node);
    const place = textPlace(this.#display.brush, item);
    const isText = text && (node.label === undefined || (place && point.y >= place.y));
    if (isText) this.#openText(item, node, text);
    else this.#openName(item, node);
  }

  /** Opens the name of a `node` or an `edge`; of a node that has only a text, that. A line between boxes has no place for a name. */
  open(kind, id) {
    if (session.isReadOnly) return session.refuse("the document is read-only");
    if (kind === "node") return this.openAt(id, { y: -Infinity });
    const item = session.scene.edges.get(id);
    if (!item?.bounds) return undefined;
    return this.#ask("edge", item, item.label?.text ?? "", (text) => {
      session.askEdit("Name of a connection", "edge/update", { id, patch: { label: text || null } });
    });
  }

  /**
   * Lets a node be written that is being made, around a point of the canvas: `make()` returns its id, or undefined if it was refused.
   * Nodes are made in the order in which that is asked.
   */
  async begin(make, point) {
    const draft = { text: "" };
    const field = this.#text;
    this.#end(true);
    this.#shared.show("");
    const place = this.#placeOf({ x: point.x - 90, y: point.y - 24, width: 180, height: 48 });
    this.#show({ field, draft, place, finish: (written = "") => (draft.text = written) });
    const made = this.#making.then(make);
    this.#making = made.catch(() => {});
    const id = await made;
    const item = id !== undefined && (await this.#arrival(id));
    const isOpen = this.#open?.draft === draft;
    const typed = isOpen ? field.value : draft.text;
    const caret = field.selectionStart;
    if (isOpen && !item) this.#end(false);
    if (!item || (!isOpen && !typed)) return;
    const node = this.#known(item);
    const text = textOf(node);
    const isText = text && node.label === undefined;
    if (!isOpen) {
      const content = this.#contentOf(node);
      this.#sent = isText ? content.textAt(text.path).replace(typed) : content.setMember("label", () => typed);
      return;
    }
    this.#open = null;
    if (!isText) field.hidden = true;
    const written = isText ? this.#openText(item, node, text) : this.#openName(item, node);
    written.value = typed;
    written.setSelectionRange(caret, caret);
    if (isText) this.#shared.write();
  }

  /** The item of a node, once it is shown; undefined if it is not soon. */
  #arrival(id) {
    const item = session.scene.nodes.get(id);
    if (item) return item;
    return new Promise((resolve) => {
      this.#arrivals.set(id, resolve);
      setTimeout(() => resolve(undefined), ARRIVING);
    });
  }

  /** Hears of every frame: what is closed elsewhere, or gone, is closed here. What was closed here before is another one. */
  follow(frame) {
    const { scene } = session;
    for (const [id, resolve] of this.#arrivals) if (scene.nodes.has(id) && this.#arrivals.delete(id)) resolve(scene.nodes.get(id));
    const open = this.#open;
    if (!open || open.draft) return;
    if (frame.editing?.node === open.id && frame.editing.path === open.path) open.isHeard = true;
    if ((frame.editing === null && open.isHeard) || !scene[open.kind].has(open.id)) this.#end(false);
    else if (frame.viewport) this.#lay();
  }

  /** Others have removed the node meanwhile. */
  #lose() {
    const { id } = this.#open;
    this.#end(false);
    this.onRemoved(id);
  }

  /** A node as its item shows it, with what was written last. */
  #known({ id, type, label, contents }) {
    const data = this.#unsent.get(id)?.data ?? contents?.["/data"];
    const name = this.#unsent.get(id)?.label ?? label;
    // What a node is called by its data is no label.
    return { id, type, data, label: name === data?.label ? undefined : name };
  }

  #contentOf(node) {
    return new Content("node", [node], {
      changed: () => {},
      settled: () => {},
      refused: (_, message) => session.refuse(message, { nodes: [node.id] }),
    });
  }

  /** Keeps what was written until it is sent. */
  #keep(id, part, sent) {
    const kept = { ...this.#unsent.get(id), ...part };
    this.#unsent.set(id, kept);
    this.#sent = Promise.resolve(sent).finally(() => {
      if (this.#unsent.get(id) === kept) this.#unsent.delete(id);
    });
  }

  #note(id) {
    session.closeText();
    session.send("view/edit", id === undefined ? {} : { node: id });
  }

  #openName(item, { id, label = "" }) {
    this.#note(id);
    const save = (text) => {
      const named = session.askEdit(`Name of ${nameOf(session, item)}`, "node/update", { id, patch: { label: text || null } });
      this.#keep(id, { label: text }, named);
    };
    return this.#ask("node", item, label, save, () => this.#note());
  }

  /** Asks for another name of an item in place of its own; `save` hears it, `ended()` that the field is closed. */
  #ask(kind, item, label, save, ended = () => {}) {
    const field = this.#name;
    const place = (kind === "node" ? namePlace : labelPlace)(this.#display.brush, item);
    const finish = (written) => {
      const text = written?.trim();
      if (text !== undefined && text !== label) save(text);
      ended();
    };
    field.value = label;
    this.#show({ field, kind: `${kind}s`, id: item.id, place: () => place, finish });
    field.select();
    return field;
  }

  /** Opens a text of a node, in which others may write at the same time. */
  #openText(item, node, { path, value }) {
    const { id, data } = node;
    const field = this.#text;
    const finish = (letters) => {
      if (letters === undefined) return this.#shared.drop();
      const known = valueAt(data, path);
      const written = typeof known === "string" ? letters : { ...known, text: letters };
      return this.#keep(id, { data: replaced(data, path, written) }, this.#shared.finish());
    };
    this.#shared.show(typeof value === "string" ? value : value?.text);
    const text = this.#contentOf(node).textAt(path);
    this.#show({ field, kind: "nodes", id, path, text, place: this.#placeOf(item), finish }, field.value.length);
    return field;
  }

  /** Where the text of an item is painted, else all of its place. */
  #placeOf(item) {
    return () => textPlace(this.#display.brush, item) ?? { x: item.x + 6, y: item.y + 6, width: item.width - 12, size: 11 };
  }

  #show(open, caret = 0) {
    this.#open = open;
    open.field.hidden = false;
    this.#lay();
    open.field.setSelectionRange(caret, caret);
    open.field.focus({ preventScroll: true });
    this.#reveal(open);
  }

  /** Brings what is written into sight: else the field would lie over something else. */
  #reveal({ kind, id }) {
    const { scene } = session;
    const item = kind && scene[kind].get(id);
    if (item && !scene.isInSight(item, innerWidth, innerHeight)) session.reveal({ [kind]: [id] });
  }

  /** Lays the field over what it stands for, as large at least as can be read; a name in the middle of its place, or at its left. */
  #lay() {
    const { field, place } = this.#open;
    const { viewport } = session.scene.state;
    const { x, y, width, height = 0, size, isLeft } = place();
    const at = onScreen({ x, y }, viewport);
    const [wide, high, letters] = [width * viewport.zoom, height * viewport.zoom, Math.max(LEAST.letters, size * viewport.zoom)];
    if (field === this.#text) {
      setLengths(field, { width: Math.max(LEAST.text, wide + 14), fontSize: letters, minHeight: letters * 2.7 + 12, maxHeight: Math.max(160, letters * 9) });
      return moveInside(field, at.x - 7, at.y - 5);
    }
    const style = { width: Math.min(Math.max(wide + 12, LEAST.name), innerWidth - 16), height: Math.max(letters * 1.3 + 6, 24), fontSize: letters };
    setLengths(field, style);
    field.style.textAlign = isLeft ? "left" : "center";
    return moveInside(field, isLeft ? at.x - 7 : at.x + (wide - style.width) / 2, at.y + (high - style.height) / 2);
  }

  /** Enter ends what is written, in a text without shift, and Escape gives it up; Tab goes from the name to the text, and back. */
  #press(event) {
    const { field, kind, draft } = this.#open ?? {};
    const isDone = event.key === "Enter" && (!event.shiftKey || field === this.#name);
    const isTurn = event.key === "Tab" && (draft || kind === "nodes");
    if (event.isComposing || !(isDone || isTurn || event.key === "Escape")) return;
    event.preventDefault();
    event.stopPropagation();
    if (isTurn) return this.#turn();
    this.#end(isDone);
    canvas.focus();
  }

  #turn() {
    const { id, path, draft } = this.#open;
    if (draft) return;
    this.#end(true);
    const item = session.scene.nodes.get(id);
    const node = this.#known(item);
    const text = textOf(node);
    if (text && !path) this.#openText(item, node, text);
    else this.#openName(item, node);
  }

  #end(isKept) {
    const open = this.#open;
    if (!open) return;
    this.#open = null;
    open.finish(isKept ? open.field.value : undefined);
    hide(open.field);
  }
}

function setLengths({ style }, lengths) {
  for (const [name, points] of Object.entries(lengths)) style[name] = `${points}px`;
}
