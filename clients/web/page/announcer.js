// What is said to people who do not see the canvas: what has the focus or is selected, and why something is refused.

import { nameAt } from "./node-texts.js";
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
  follow(state) {
    const before = this.#before;
    this.#before = state;
    if (state === before) return;
    const reason = reasonOf(this.#session, state.gesture);
    if (reason && reason !== reasonOf(this.#session, before.gesture)) return this.#say(reason);
    const isFocused = state.focus && keyOf(state.focus) !== keyOf(before.focus);
    const isSelected = keyOf(state.selection) !== keyOf(before.selection);
    if (isFocused) {
      this.#say(this.#describe(state.focus));
    } else if (isSelected && !state.gesture) {
      this.#say(selectionOf(state.selection) || "Nothing selected");
    }
  }

  #say(text) {
    say(text, this.#element);
  }

  #describe({ node, edge }) {
    const { nodes, edges } = this.#session.scene;
    const item = (node === undefined ? edges.get(edge) : nodes.get(node)) ?? {};
    if (item.ghost) return `${node === undefined ? "Connection" : "Node"} ${item.label?.text ?? item.label ?? item.id}, removed`;
    const { name, source, target } = item.texts ?? {};
    const label = name === undefined ? "" : ` ${name}`;
    const ofNode = `${item.container ? "Group" : "Node"} ${nameAt(this.#session, node)}`;
    const text = node !== undefined ? ofNode : source === undefined ? "Connection" : `Connection${label} from ${source} to ${target}`;
    return item.selected ? `${text}, selected` : text;
  }
}

function keyOf(value) {
  return JSON.stringify(value ?? null);
}

export function counted(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** How many nodes and connections there are; nothing of none. */
export function countedAll({ nodes, edges }, joint = " and ") {
  return [nodes && counted(nodes, "node"), edges && counted(edges, "connection")].filter(Boolean).join(joint);
}

export function selectionOf(counts) {
  const all = countedAll(counts);
  return all && `${all} selected`;
}
