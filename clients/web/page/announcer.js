// What is said to people who do not see the canvas: what has the focus or is selected, and why something is refused.

import { nameOf } from "./node-texts.js";
import { reasonOf } from "./overlays.js";

/** Says something to people who do not see it; `element` is a live region. */
export function say(text, element = document.getElementById("announcer")) {
  // The same text again is read again only if it is another one.
  element.textContent = text === element.textContent ? `${text}\u00a0` : text;
}

export class Announcer {
  #element;
  #session;
  #before = { selection: { nodes: 0, edges: 0 } };

  /** `element` is a live region. */
  constructor(element, session) {
    this.#element = element;
    this.#session = session;
  }

  /** Says what has changed since the state before. */
  async follow(state) {
    const before = this.#before;
    this.#before = state;
    if (state === before) return;
    const reason = reasonOf(this.#session, state.gesture);
    if (reason && reason !== reasonOf(this.#session, before.gesture)) return this.#say(reason);
    const isFocused = state.focus && keyOf(state.focus) !== keyOf(before.focus);
    const isSelected = keyOf(state.selection) !== keyOf(before.selection);
    if (isFocused) {
      const text = await this.#describe(state.focus);
      if (this.#before.focus === state.focus) this.#say(text);
    } else if (isSelected && !state.gesture) {
      this.#say(selectionOf(state.selection) || "Nothing selected");
    }
  }

  #say(text) {
    say(text, this.#element);
  }

  async #describe({ node, edge }) {
    const item = node === undefined ? this.#session.scene.edges.get(edge) : this.#session.scene.nodes.get(node);
    if (item?.ghost) return `${node === undefined ? "Connection" : "Node"} ${item.label?.text ?? item.label ?? item.id}, removed`;
    const text = node === undefined ? await this.#describeEdge(edge, item) : this.#describeNode(node, item);
    return item?.selected ? `${text}, selected` : text;
  }

  #describeNode(id, item) {
    return `${item?.container ? "Group" : "Node"} ${item ? nameOf(this.#session, item) : id}`;
  }

  async #describeEdge(id, item) {
    const { document } = this.#session;
    const { edges: [edge] } = await this.#session.request("document/read", { document, nodes: [], edges: [id] });
    const ends = { document, nodes: [edge.source, edge.target], edges: [] };
    const { nodes } = await this.#session.request("document/read", ends);
    const [source, target] = [edge.source, edge.target].map((end) => {
      return nameOf(this.#session, nodes.find((node) => node.id === end) ?? { id: end });
    });
    const label = item?.label?.text ? ` ${item.label.text}` : "";
    return `Connection${label} from ${source} to ${target}`;
  }
}

function keyOf(value) {
  return JSON.stringify(value ?? null);
}

export function counted(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

export function selectionOf({ nodes, edges }) {
  const parts = [nodes && counted(nodes, "node"), edges && counted(edges, "connection")].filter(Boolean);
  return parts.length > 0 ? `${parts.join(" and ")} selected` : "";
}
