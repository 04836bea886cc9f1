// The nodes and connections in view as a list for people who do not see them: in the order in which Tab goes through them, in the
// server's words, with the focus and the selection of the canvas. A press on one of them goes there.

import { make } from "./elements.js";
import { nameOf } from "./node-texts.js";
import { goTo } from "./reveal.js";

/** What changes is listed so much later, in milliseconds, and not while something moves. */
const PAUSE = 150;

export class Outline {
  #canvas;
  #session;
  #list = make("div", { id: "outline", role: "listbox", ariaLabel: "Nodes and connections in view", ariaMultiSelectable: "true" });
  #timer = undefined;

  constructor(canvas, session) {
    this.#canvas = canvas;
    this.#session = session;
    canvas.append(this.#list);
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

  #show() {
    const { scene } = this.#session;
    const inOrder = (items) => [...items.values()].sort((one, other) => (one.order ?? 0) - (other.order ?? 0));
    const rows = [...inOrder(scene.nodes).map((item) => this.#row("node", item)), ...inOrder(scene.edges).map((item) => this.#row("edge", item))];
    const known = new Map([...this.#list.children].map((row) => [row.id, row]));
    for (const [at, { item, kind, ...wanted }] of rows.entries()) {
      const row = known.get(wanted.id) ?? this.#made(wanted.id, kind, item.id);
      // What is read now stays the same element.
      for (const [name, value] of Object.entries(wanted)) if (row[name] !== value) row[name] = value;
      known.delete(wanted.id);
      if (this.#list.children[at] !== row) this.#list.insertBefore(row, this.#list.children[at] ?? null);
    }
    for (const row of known.values()) row.remove();
    this.#showFocus();
  }

  #row(kind, item) {
    const wrong = this.#session.diagnostics.of(`${kind}s`, item.id).map(({ message }) => message);
    const [textContent, parts] = kind === "node" ? this.#ofNode(item, wrong) : [this.#ofEdge(item), wrong];
    return { id: `listed-${kind}-${item.id}`, textContent, ariaSelected: String(Boolean(item.selected)), ariaDescription: parts.filter(Boolean).join(". "), kind, item };
  }

  #made(id, kind, of) {
    const row = make("div", { id, role: "option", tabIndex: -1 });
    row.addEventListener("click", (event) => {
      event.stopPropagation();
      this.#canvas.focus();
      goTo(this.#session, kind, of);
    });
    return row;
  }

  /** What a node is called and what it is, and what is said of it. From far off frames have no texts. */
  #ofNode(item, wrong) {
    const { name = nameOf(this.#session, item), type, role, description } = item.texts ?? {};
    const what = role === "group" ? "Group" : (type ?? "Node");
    const value = this.#session.values.shown(item.id)?.text;
    const place = `at ${Math.round(item.x)}, ${Math.round(item.y)}`;
    return [what === name ? `${name}, node` : `${name}, ${what}`, [value && `computed ${value}`, description, ...wrong, place]];
  }

  #ofEdge({ texts, ...item }) {
    const { nodes } = this.#session.scene;
    const [source, target] = ["source", "target"].map((end) => texts?.[end] ?? (nodes.has(item[end]) ? nameOf(this.#session, nodes.get(item[end])) : item[end]));
    return `${texts?.name ? `${texts.name}, ` : ""}connection from ${source} to ${target}`;
  }

  /** Says which of them has the focus of the canvas. */
  #showFocus() {
    const { node, edge } = this.#session.scene.state.focus ?? {};
    const id = node !== undefined ? `listed-node-${node}` : edge !== undefined ? `listed-edge-${edge}` : "";
    const listed = id && document.getElementById(id) ? id : null;
    if (this.#canvas.getAttribute("aria-activedescendant") === listed) return;
    if (listed) this.#canvas.setAttribute("aria-activedescendant", id);
    else this.#canvas.removeAttribute("aria-activedescendant");
  }
}
