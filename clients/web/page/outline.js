// The nodes and connections in view as a list for people who do not see them: in the order in which Tab goes through them,
// with the focus and the selection of the canvas. A press on one of them goes there.

import { make } from "./elements.js";
import { margins } from "./margins.js";
import { nameOf } from "./node-texts.js";
import { goTo } from "./reveal.js";

/** So many of each kind are listed. */
const LISTED = 300;
/** What changes is listed so much later, in milliseconds, and not while something moves. */
const PAUSE = 150;

export class Outline {
  #canvas;
  #session;
  #list = make("div", { id: "outline", role: "listbox", ariaLabel: "Nodes and connections in view", ariaMultiSelectable: "true" });
  /** The ends of connections, as items do not have them: `{source, target}` by id. */
  #ends = new Map();
  /** What nodes are called that are out of sight. */
  #names = new Map();
  #timer = undefined;

  constructor(canvas, session) {
    this.#canvas = canvas;
    this.#session = session;
    canvas.append(this.#list);
    session.on("document/changed", ({ nodes = {}, edges = {} }) => {
      for (const id of Object.keys(nodes)) this.#names.delete(id);
      for (const id of Object.keys(edges)) this.#ends.delete(id);
    });
    session.on("document/reset", () => this.#ends.clear());
  }

  /** Hears that something else is shown, selected, wrong or in focus. */
  follow() {
    this.#showFocus();
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#session.scene.state.gesture || this.#session.scene.isMoving) return this.follow();
      return this.#show();
    }, PAUSE);
  }

  async #show() {
    const { scene } = this.#session;
    const inOrder = (items) => [...items.values()].sort((one, other) => (one.order ?? 0) - (other.order ?? 0)).slice(0, LISTED);
    const [nodes, edges] = [inOrder(scene.nodes), inOrder(scene.edges)];
    await this.#read(edges);
    if (scene !== this.#session.scene) return;
    const rows = [...nodes.map((item) => this.#row("node", item, this.#ofNode(item))), ...edges.map((item) => this.#row("edge", item, this.#ofEdge(item)))];
    const known = new Map([...this.#list.children].map((row) => [row.id, row]));
    for (const [at, wanted] of rows.entries()) {
      const row = known.get(wanted.id) ?? this.#made(wanted);
      // What is read now stays the same element.
      for (const [name, value] of Object.entries(wanted)) if (row[name] !== value && name !== "item") row[name] = value;
      row.item = wanted.item;
      known.delete(wanted.id);
      if (this.#list.children[at] !== row) this.#list.insertBefore(row, this.#list.children[at] ?? null);
    }
    for (const row of known.values()) row.remove();
    this.#showFocus();
  }

  #row(kind, item, { name, description }) {
    return {
      id: `listed-${kind}-${item.id}`, textContent: name, ariaSelected: String(Boolean(item.selected)), ariaDescription: description,
      item: { kind, id: item.id },
    };
  }

  #made({ id }) {
    const row = make("div", { id, role: "option", tabIndex: -1 });
    row.addEventListener("click", (event) => {
      event.stopPropagation();
      this.#canvas.focus();
      goTo(this.#session, row.item.kind, row.item.id, margins());
    });
    return row;
  }

  #ofNode(item) {
    const { types, diagnostics, values } = this.#session;
    const name = nameOf(this.#session, item);
    const title = item.container ? "Group" : item.type ? types.title(item.type) : "Node";
    const wrong = diagnostics.of("nodes", item.id).map(({ message }) => message);
    const value = values.shown(item.id)?.text;
    const parts = [value && `computed ${value}`, ...wrong, `at ${Math.round(item.x)}, ${Math.round(item.y)}`];
    return { name: title === name ? `${name}, node` : `${name}, ${title}`, description: parts.filter(Boolean).join(". ") };
  }

  #ofEdge(item) {
    const [source, target] = ["source", "target"].map((end) => this.#nameOf(item[end] ?? this.#ends.get(item.id)?.[end]));
    const label = item.label?.text ? `${item.label.text}, ` : "";
    const wrong = this.#session.diagnostics.of("edges", item.id).map(({ message }) => message);
    return { name: `${label}connection from ${source} to ${target}`, description: wrong.join(". ") };
  }

  #nameOf(id) {
    const item = this.#session.scene.nodes.get(id);
    return item ? nameOf(this.#session, item) : (this.#names.get(id) ?? id ?? "what is not known");
  }

  /** Learns where connections begin and end. */
  async #read(edges) {
    const { document, request, scene } = this.#session;
    const unknown = edges.map(({ id }) => id).filter((id) => !this.#ends.has(id) && scene.edges.get(id)?.source === undefined);
    if (unknown.length === 0) return;
    const read = await request("document/read", { document, nodes: [], edges: unknown }).catch(() => ({ edges: [] }));
    for (const { id, source, target } of read.edges) this.#ends.set(id, { source, target });
    const ends = new Set(read.edges.flatMap(({ source, target }) => [source, target]));
    const nodes = [...ends].filter((id) => !scene.nodes.has(id) && !this.#names.has(id));
    if (nodes.length === 0) return;
    const others = await request("document/read", { document, nodes, edges: [] }).catch(() => ({ nodes: [] }));
    for (const node of others.nodes) this.#names.set(node.id, nameOf(this.#session, node));
  }

  /** Says which of them has the focus of the canvas. */
  #showFocus() {
    const { node, edge } = this.#session.scene.state.focus ?? {};
    const id = node !== undefined ? `listed-node-${node}` : edge !== undefined ? `listed-edge-${edge}` : "";
    if (id && document.getElementById(id)) this.#canvas.setAttribute("aria-activedescendant", id);
    else this.#canvas.removeAttribute("aria-activedescendant");
  }
}
