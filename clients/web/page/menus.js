// The menus over the canvas: of a node, an edge, the ground, and of nodes that could take an end.

import { freePlace, insertNode, rename } from "./commands.js";
import { nameOf } from "./nodes.js";
import { onScreen } from "./rects.js";

/** So many types of nodes are listed at most. */
const LISTED = 12;

export class Menus {
  #menu;
  #session;
  #display;
  #commands;

  constructor(menu, session, display, commands) {
    this.#menu = menu;
    this.#session = session;
    this.#display = display;
    this.#commands = commands;
  }

  /** The menu of what has the focus, else of what alone is selected, else of the canvas: the keyboard asks for it. */
  async showFocused() {
    const { scene } = this.#session;
    const { nodeIds, edgeIds } = await this.#session.selected();
    const only = nodeIds.length + edgeIds.length === 1 ? { node: nodeIds[0], edge: edgeIds[0] } : {};
    const { node, edge } = scene.state.focus ?? only;
    const item = scene.nodes.get(node) ?? scene.edges.get(edge);
    if (!item) return this.show({ kind: "canvas" }, freePlace(scene), true);
    const { x, y, width, height } = item.bounds ?? item;
    const middle = item.label?.text === undefined ? { x: x + width / 2, y: y + height / 2 } : item.label;
    return this.show({ kind: node ? "node" : "edge", id: item.id }, middle, true);
  }

  /** The menu of what was hit; a node or an edge that is not selected is, alone. */
  async show(hit, at, isKeyboard = false) {
    const session = this.#session;
    const place = onScreen(at, session.scene.state.viewport);
    const isNode = hit.kind === "node" || hit.kind === "handle" || hit.kind === "resizer";
    const isEdge = hit.kind === "edge" || hit.kind === "label" || hit.kind === "edgeEnd";
    const id = hit.id ?? hit.node;
    if (isNode || isEdge) {
      const { nodeIds, edgeIds } = await session.selected();
      const isSelected = (isNode ? nodeIds : edgeIds).includes(id);
      if (!isSelected) await session.askView("view/select", { [isNode ? "nodes" : "edges"]: [id] });
    }
    const entries = isNode ? this.#ofNode(id) : isEdge ? this.#ofEdge(id) : this.#ofCanvas(at);
    this.#menu.show(place, entries, { title: this.#titleOf(isNode, isEdge, id), isKeyboard });
  }

  #titleOf(isNode, isEdge, id) {
    if (isEdge) return "Connection";
    const node = isNode && this.#session.scene.nodes.get(id);
    return node ? nameOf(this.#session, node) : "Canvas";
  }

  /** Nodes that could take the end of an edge that was dropped on nothing. */
  offer(offers, at) {
    const { types, scene } = this.#session;
    const entries = offers.slice(0, LISTED).map(({ type, handle, edits }) => {
      const title = type ? types.title(type) : "Node";
      const perform = () => this.#session.askDocument("document/edit", { label: `Add ${title}`, edits });
      return { title, icon: types.icon(type), keys: handle, perform };
    });
    this.#menu.show(onScreen(at, scene.state.viewport), entries, { title: "Nodes to connect" });
  }

  /** What has no place of its own in a narrow window, below the button that shows it. */
  showMore(button) {
    const { bottom, left } = button.getBoundingClientRect();
    const { theme, background } = this.#commands;
    const entries = [
      { title: "Export SVG", icon: "download", perform: this.#commands.export },
      { title: "Background", icon: "grid", perform: background },
      { title: "Dark or light", icon: "dark", perform: theme },
      null,
      { title: "Select all", icon: "all", keys: "Ctrl A", perform: this.#selectAll },
      { title: "Show everything", icon: "fit", keys: "0", perform: this.#commands.fit },
    ];
    const isKeyboard = button.matches(":focus-visible");
    this.#menu.show({ x: left, y: bottom + 8 }, entries, { title: "More", isKeyboard });
  }

  #selectAll = () => this.#session.askView("view/select", { all: true });

  #ofNode(id) {
    const reorder = async (to) => {
      const { nodeIds: ids } = await this.#session.selected();
      await this.#session.askDocument("node/reorder", { ids, to });
    };
    return [
      { title: "Rename", icon: "rename", perform: () => rename(this.#session, this.#display, "node", id) },
      { title: "Duplicate", icon: "duplicate", keys: "Ctrl D", perform: this.#commands.duplicate },
      null,
      { title: "Bring to front", icon: "front", perform: () => reorder("front") },
      { title: "Send to back", icon: "back", perform: () => reorder("back") },
      null,
      { title: "Delete", icon: "remove", keys: "Del", isDanger: true, perform: this.#commands.remove },
    ];
  }

  #ofEdge(id) {
    return [
      { title: "Name", icon: "rename", perform: () => rename(this.#session, this.#display, "edge", id) },
      null,
      { title: "Delete", icon: "remove", keys: "Del", isDanger: true, perform: this.#commands.remove },
    ];
  }

  #ofCanvas(at) {
    const session = this.#session;
    const names = session.types.names.slice(0, LISTED);
    const add = names.map((name) => {
      const perform = () => insertNode(session, name, at);
      return { title: `Add ${session.types.title(name)}`, icon: session.types.icon(name), perform };
    });
    return [
      ...add,
      ...(add.length ? [null] : []),
      { title: "Select all", icon: "all", keys: "Ctrl A", perform: this.#selectAll },
      { title: "Show everything", icon: "fit", perform: this.#commands.fit },
    ];
  }
}
