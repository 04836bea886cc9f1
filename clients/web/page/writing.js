// Names and texts of nodes that are written where they are painted. Other front ends see what is being written.

import { joined, rewrite } from "./carets.js";
import { textOf } from "./details.js";
import { difference, valueAt } from "./pointer.js";
import { nameOf } from "./nodes.js";
import { onScreen } from "./rects.js";
import { moveInside } from "./overlays.js";
import { release } from "./controls.js";

/** The least size of letters that is read well, and the least width to write in, in points. */
const LEAST = { letters: 12, width: 180 };

export class Writing {
  #session;
  #display;
  /** The field for texts. */
  #field;
  /** What is being written: `{id, path, before, finish}`; a name has no path. */
  #open = null;
  /** Hears of the node that others have removed while it was written: its id. */
  onRemoved = () => {};

  constructor(field, session, display) {
    this.#field = field;
    this.#session = session;
    this.#display = display;
    session.on("document/changed", ({ nodes }) => this.#meet(nodes?.[this.#open?.id]));
    field.addEventListener("keydown", (event) => this.#press(event));
    field.addEventListener("blur", () => this.#end(true));
    display.nameField.element.addEventListener("keydown", (event) => {
      if (event.key === "Tab" && this.#open && !this.#open.path) this.#turn(event);
    });
  }

  /** Opens what a press on a node at a point of the canvas means: its text where that is painted, else its name. */
  async openAt(id, point) {
    const item = this.#session.scene.nodes.get(id);
    if (!item) return;
    const node = await this.#read(id);
    const text = textOf(node);
    const place = this.#display.textPlace(item);
    const isText = text && (node.label === undefined || (place && point.y >= place.y));
    if (isText) this.#write(item, text);
    else this.#name(item, node);
  }

  /** Opens the name of a node, or its text if it has only that. */
  async open(id) {
    const item = this.#session.scene.nodes.get(id);
    if (!item) return;
    const node = await this.#read(id);
    const text = textOf(node);
    if (node.label === undefined && text) this.#write(item, text);
    else this.#name(item, node);
  }

  /** Hears of every frame: what is closed elsewhere, or gone, is closed here. */
  follow(frame) {
    if (!this.#open) return;
    if (frame.editing === null || !this.#session.scene.nodes.has(this.#open.id)) this.#end(false);
    else if (frame.viewport) this.#end(true);
  }

  /** Takes what others make of the node meanwhile: what they write comes in beside what is written here. */
  #meet(change) {
    const open = this.#open;
    if (change === null) {
      this.#end(false);
      return this.onRemoved(open.id);
    }
    const data = change?.set?.data ?? change?.whole?.data;
    const now = open?.path && plainOf(valueAt(data, open.path));
    if (typeof now !== "string") return undefined;
    rewrite(this.#field, joined(open.before, this.#field.value, now));
    open.before = now;
    return undefined;
  }

  async #read(id) {
    const { document } = this.#session;
    const { nodes: [node] } = await this.#session.request("document/read", { document, nodes: [id], edges: [] });
    return node;
  }

  #note(id, path) {
    this.#session.send("view/edit", { ...(id !== undefined && { node: id }), ...(path && { path }) });
  }

  /** Asks for the name of a node. */
  #name(item, { id, label = "" }) {
    this.#note(id);
    const open = { id };
    this.#open = open;
    const finish = (text) => this.#session.askEdit(`Name of ${nameOf(this.#session, item)}`, "node/update", { id, patch: { label: text || null } });
    this.#display.askName("node", item, label, finish, () => {
      if (this.#open !== open) return;
      this.#open = null;
      this.#note();
    });
  }

  /** Asks for a text of a node; what differs is written, so that marks stay where they are. */
  #write(item, { path, value }) {
    const before = plainOf(value);
    const open = { id: item.id, path, before };
    open.finish = (after) => {
      const change = difference(open.before, after);
      if (change) this.#session.askEdit(`Text of ${nameOf(this.#session, item)}`, "text/replace", { node: item.id, path, ...change });
    };
    this.#note(item.id, path);
    this.#open = open;
    const field = this.#field;
    field.value = before;
    field.hidden = false;
    this.#place(item);
    field.focus({ preventScroll: true });
    field.setSelectionRange(before.length, before.length);
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
  async #turn(event) {
    event.preventDefault();
    event.stopPropagation();
    const { id, path } = this.#open;
    this.#display.nameField.close();
    this.#end(true);
    const [item, node] = [this.#session.scene.nodes.get(id), await this.#read(id)];
    const text = textOf(node);
    if (text && !path) this.#write(item, text);
    else this.#name(item, node);
  }

  #end(isKept) {
    if (!this.#open) return;
    const { finish, path } = this.#open;
    this.#open = path ? null : this.#open;
    if (!path) return isKept ? this.#display.nameField.close() : this.#display.nameField.drop();
    const text = this.#field.value;
    release(this.#field);
    this.#field.hidden = true;
    this.#note();
    if (isKept) finish(text);
  }
}

/** The letters of a text, plain or with marks; undefined for anything else. */
function plainOf(value) {
  return typeof value === "string" ? value : value?.text;
}
