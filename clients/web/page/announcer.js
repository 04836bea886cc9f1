// What is said to people who do not see the canvas: what has the focus or is selected, and why something is refused.

import { nameAt } from "./node-texts.js";
import { reasonOf } from "./overlays.js";
import { session } from "./session.js";

const region = document.getElementById("announcer");

export function say(text) {
  // The same text again is read again only if it is another one.
  region.textContent = text === region.textContent ? `${text}\u00a0` : text;
}

export class Announcer {
  #before = { selection: { nodes: 0, edges: 0 } };

  /** Says what has changed since the state before. */
  follow(state) {
    const before = this.#before;
    this.#before = state;
    if (state === before) return undefined;
    const reason = reasonOf(state.gesture);
    if (reason && reason !== reasonOf(before.gesture)) return say(reason);
    const isFocused = state.focus && keyOf(state.focus) !== keyOf(before.focus);
    const isSelected = keyOf(state.selection) !== keyOf(before.selection);
    const { node, edge } = state.focus ?? {};
    const isAlone = state.selection.nodes + state.selection.edges === 1 && (session.scene.nodes.get(node) ?? session.scene.edges.get(edge))?.selected;
    if (isFocused || (isSelected && isAlone)) say(this.#describe(state.focus));
    else if (isSelected && !state.gesture) say(selectionOf(state.selection) || "Nothing selected");
    return undefined;
  }

  #describe({ node, edge }) {
    const { nodes, edges } = session.scene;
    const item = (node === undefined ? edges.get(edge) : nodes.get(node)) ?? {};
    if (item.ghost) return `${node === undefined ? "Connection" : "Node"} ${item.label?.text ?? item.label ?? item.id}, removed`;
    const { name, source, target } = item.texts ?? {};
    const label = name === undefined ? "" : ` ${name}`;
    const ofNode = `${item.container ? "Group" : "Node"} ${nameAt(session, node)}`;
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
