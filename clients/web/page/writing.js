// Names and texts of nodes that are written where they are painted. Other front ends see what is being written.
// No field waits for the server: a node that is being made is written before it is there.

import { Content } from "./content.js";
import { textOf } from "./details.js";
import { nameOf } from "./node-texts.js";
import { onScreen } from "./rects.js";
import { replaced, valueAt } from "./pointer.js";
import { moveInside } from "./overlays.js";
import { hide } from "./controls.js";
import { SharedText } from "./shared-text.js";

/** The least size of letters that is read well, and the least width to write in, in points. */
const LEAST = { letters: 12, width: 180 };
/** So long a node is waited for that is made and not shown, in milliseconds. */
const ARRIVING = 10_000;

export class Writing {
  #session;
  #display;
  /** The field for texts. */
  #field;
  #shared;
  /** What is being written: `{id, path, text}`; a name has no path, and what is not made yet is only a `draft`. */
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

  constructor(field, session, display) {
    this.#field = field;
    this.#session = session;
    this.#display = display;
    session.on("document/changed", ({ nodes }) => this.#open && nodes?.[this.#open.id] === null && this.#lose());
    let text = null;
    const open = async (shared, selection) => this.#open?.text && (text = this.#open.text).open(shared, selection);
    this.#shared = new SharedText(field, { open, close: (shared) => text?.close(shared), write: (...part) => text.write(...part), replace: (whole) => text.replace(whole) }, { isLate: true });
    field.addEventListener("input", () => this.#shared.write());
    field.addEventListener("keydown", (event) => this.#press(event));
    field.addEventListener("blur", () => (this.#open?.path || this.#open?.draft) && this.#end(true));
    display.nameField.element.addEventListener("keydown", (event) => {
      if (event.key === "Tab" && this.#open && !this.#open.path) this.#turn(event);
    });
  }

  /** Opens what a press on a node at a point of the canvas means: its text where that is painted, else its name. */
  openAt(id, point) {
    const item = this.#session.scene.nodes.get(id);
    if (!item) return;
    const node = this.#known(item);
    const text = textOf(node);
    const place = this.#display.textPlace(item);
    const isText = text && (node.label === undefined || (place && point.y >= place.y));
    if (isText) this.#write(item, node, text);
    else this.#name(item, node);
  }

  /** Opens the name of a node, or its text if it has only that. */
  open(id) {
    const item = this.#session.scene.nodes.get(id);
    if (item) this.openAt(id, { y: -Infinity });
  }

  /**
   * Lets a node be written that is being made, around a point of the canvas: `make()` returns its id, or undefined if it was refused.
   * Nodes are made in the order in which that is asked.
   */
  async begin(make, point) {
    const draft = { text: "" };
    this.#end(true);
    this.#open = { draft };
    const field = this.#field;
    this.#shared.show("");
    field.hidden = false;
    this.#place({ x: point.x - 90, y: point.y - 24, width: 180, height: 48 });
    field.focus({ preventScroll: true });
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
      this.#sent = isText ? content.textAt(text.path).replace(typed) : content.setMember("label", typed);
      return;
    }
    this.#open = null;
    if (!isText) field.hidden = true;
    const written = isText ? this.#write(item, node, text) : this.#name(item, node);
    written.value = typed;
    written.setSelectionRange(caret, caret);
    if (isText) this.#shared.write();
  }

  /** The item of a node, once it is shown; undefined if it is not soon. */
  #arrival(id) {
    const item = this.#session.scene.nodes.get(id);
    if (item) return item;
    return new Promise((resolve) => {
      this.#arrivals.set(id, resolve);
      setTimeout(() => resolve(undefined), ARRIVING);
    });
  }

  /** Hears of every frame: what is closed elsewhere, or gone, is closed here. What was closed here before is another one. */
  follow(frame) {
    const { nodes } = this.#session.scene;
    for (const [id, resolve] of this.#arrivals) if (nodes.has(id) && this.#arrivals.delete(id)) resolve(nodes.get(id));
    if (!this.#open || this.#open.draft) return;
    const item = nodes.get(this.#open.id);
    if (frame.editing?.node === this.#open.id && frame.editing.path === this.#open.path) this.#open.isHeard = true;
    if ((frame.editing === null && this.#open.isHeard) || !item) this.#end(false);
    else if (frame.viewport && this.#open.path) this.#place(item);
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
    return new Content(this.#session, "node", node, {
      changed: () => {},
      settled: () => {},
      refused: (_, message) => this.#session.refuse(message, { nodes: [node.id] }),
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

  #note(id, path) {
    this.#session.closeText();
    this.#session.send("view/edit", { ...(id !== undefined && { node: id }), ...(path && { path }) });
  }

  /** Asks for the name of a node. */
  #name(item, { id, label = "" }) {
    this.#note(id);
    const open = { id };
    this.#open = open;
    const finish = (text) => {
      const named = this.#session.askEdit(`Name of ${nameOf(this.#session, item)}`, "node/update", { id, patch: { label: text || null } });
      this.#keep(id, { label: text }, named);
    };
    this.#display.askName("node", item, label, finish, () => {
      if (this.#open !== open) return;
      this.#open = null;
      this.#note();
    });
    return this.#display.nameField.element;
  }

  /** Opens a text of a node, in which others may write at the same time. */
  #write(item, node, { path, value }) {
    this.#open = { id: item.id, path, text: this.#contentOf(node).textAt(path), data: node.data };
    const field = this.#field;
    this.#shared.show(plainOf(value));
    field.hidden = false;
    this.#place(item);
    field.setSelectionRange(field.value.length, field.value.length);
    field.focus({ preventScroll: true });
    return field;
  }

  /** Lies over the text as it is painted, and below it where that has no room. */
  #place(item) {
    const { viewport } = this.#session.scene.state;
    const { zoom } = viewport;
    const place = this.#display.textPlace(item) ?? { x: item.x + 6, y: item.y + 6, width: item.width - 12, size: 11 };
    const at = onScreen(place, viewport);
    const size = Math.max(LEAST.letters, place.size * zoom);
    const width = Math.max(LEAST.width, place.width * zoom + 14);
    const style = { width: `${width}px`, fontSize: `${size}px`, minHeight: `${size * 2.7 + 12}px`, maxHeight: `${Math.max(160, size * 9)}px` };
    Object.assign(this.#field.style, style);
    moveInside(this.#field, at.x - 7, at.y - 5);
  }

  #press(event) {
    const isDone = event.key === "Enter" && !event.shiftKey;
    if (event.isComposing) return;
    if (event.key === "Tab") return this.#turn(event);
    if (!isDone && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    this.#end(isDone);
    document.getElementById("canvas").focus();
  }

  /** Goes from the name to the text, and back. */
  #turn(event) {
    event.preventDefault();
    event.stopPropagation();
    const { id, path, draft } = this.#open;
    if (draft) return;
    this.#display.nameField.close();
    this.#end(true);
    const item = this.#session.scene.nodes.get(id);
    const node = this.#known(item);
    const text = textOf(node);
    if (text && !path) this.#write(item, node, text);
    else this.#name(item, node);
  }

  #end(isKept) {
    if (!this.#open) return;
    const { id, path, data, draft } = this.#open;
    if (!path && !draft) return isKept ? this.#display.nameField.close() : this.#display.nameField.drop();
    this.#open = null;
    if (draft) draft.text = isKept ? this.#field.value : "";
    else if (isKept) {
      const value = valueAt(data, path);
      const written = typeof value === "string" ? this.#field.value : { ...value, text: this.#field.value };
      this.#keep(id, { data: replaced(data, path, written) }, this.#shared.finish());
    } else this.#shared.drop();
    hide(this.#field);
  }
}

/** The letters of a text, plain or with marks; undefined for anything else. */
function plainOf(value) {
  return typeof value === "string" ? value : value?.text;
}
