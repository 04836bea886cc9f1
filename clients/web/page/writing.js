// Names and texts of nodes that are written where they are painted. Other front ends see what is being written.

import { Content } from "./content.js";
import { textOf } from "./details.js";
import { nameOf } from "./nodes.js";
import { onScreen } from "./rects.js";
import { moveInside } from "./overlays.js";
import { release } from "./controls.js";
import { SharedText } from "./shared-text.js";

/** The least size of letters that is read well, and the least width to write in, in points. */
const LEAST = { letters: 12, width: 180 };

export class Writing {
  #session;
  #display;
  /** The field for texts. */
  #field;
  #shared;
  /** What is being written: `{id, path, text}`; a name has no path. */
  #open = null;
  /** Settles when what was written last is sent. */
  #sent = Promise.resolve();
  /** Hears of the node that others have removed while it was written: its id. */
  onRemoved = () => {};

  constructor(field, session, display) {
    this.#field = field;
    this.#session = session;
    this.#display = display;
    session.on("document/changed", ({ nodes }) => this.#open && nodes?.[this.#open.id] === null && this.#lose());
    let text = null;
    const open = (shared, selection) => (text = this.#open.text).open(shared, selection);
    this.#shared = new SharedText(field, { open, close: (shared) => text.close(shared), write: (...part) => text.write(...part), replace: (whole) => text.replace(whole) }, { isLate: true });
    field.addEventListener("input", () => this.#shared.write());
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
    if (isText) this.#write(item, node, text);
    else this.#name(item, node);
  }

  /** Opens the name of a node, or its text if it has only that. */
  async open(id) {
    const item = this.#session.scene.nodes.get(id);
    if (!item) return;
    const node = await this.#read(id);
    const text = textOf(node);
    if (node.label === undefined && text) this.#write(item, node, text);
    else this.#name(item, node);
  }

  /** Hears of every frame: what is closed elsewhere, or gone, is closed here. */
  follow(frame) {
    if (!this.#open) return;
    const item = this.#session.scene.nodes.get(this.#open.id);
    if (frame.editing === null || !item) this.#end(false);
    else if (frame.viewport && this.#open.path) this.#place(item);
  }

  /** Others have removed the node meanwhile. */
  #lose() {
    const { id } = this.#open;
    this.#end(false);
    this.onRemoved(id);
  }

  /** Reads a node, with what was written last. */
  async #read(id) {
    await this.#sent;
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

  /** Opens a text of a node, in which others may write at the same time. */
  #write(item, node, { path, value }) {
    const content = new Content(this.#session, "node", node, {
      changed: () => {},
      settled: () => {},
      refused: (_, message) => this.#session.refuse(message, { nodes: [item.id] }),
    });
    this.#open = { id: item.id, path, text: content.textAt(path) };
    const field = this.#field;
    this.#shared.show(plainOf(value));
    field.hidden = false;
    this.#place(item);
    field.setSelectionRange(field.value.length, field.value.length);
    field.focus({ preventScroll: true });
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
    if (text && !path) this.#write(item, node, text);
    else this.#name(item, node);
  }

  #end(isKept) {
    if (!this.#open) return;
    const { path } = this.#open;
    this.#open = path ? null : this.#open;
    if (!path) return isKept ? this.#display.nameField.close() : this.#display.nameField.drop();
    if (isKept) this.#sent = this.#shared.finish();
    else this.#shared.drop();
    release(this.#field);
    this.#field.hidden = true;
  }
}

/** The letters of a text, plain or with marks; undefined for anything else. */
function plainOf(value) {
  return typeof value === "string" ? value : value?.text;
}
