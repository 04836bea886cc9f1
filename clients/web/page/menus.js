// The menus over the canvas: of a node, an edge, the ground, and of nodes that could take an end.

import { insertNode, rename } from "./commands.js";
import { onScreen } from "./overlays.js";

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

  /** The menu of what was hit; a node or an edge that is not selected is, alone. */
  async show(hit, at) {
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
    this.#menu.show(place, entries);
  }

  /** Nodes that could take the end of an edge that was dropped on nothing. */
  offer(offers, at) {
    const { types, scene } = this.#session;
    const entries = offers.slice(0, LISTED).map(({ type, handle, edits }) => {
      const title = type ? types.title(type) : "Node";
      const perform = () => this.#session.askDocument("document/edit", { label: `Add ${title}`, edits });
      return { title, icon: types.icon(type), keys: handle, perform };
    });
    this.#menu.show(onScreen(at, scene.state.viewport), entries);
  }

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
    const names = Object.keys(session.titles).filter((name) => name !== "group").slice(0, LISTED);
    const add = names.map((name) => {
      const perform = () => insertNode(session, name, at);
      return { title: session.types.title(name), icon: session.types.icon(name), perform };
    });
    const selectAll = () => session.askView("view/select", { all: true });
    return [
      ...add,
      ...(add.length ? [null] : []),
      { title: "Select all", icon: "all", keys: "Ctrl A", perform: selectAll },
      { title: "Show everything", icon: "fit", perform: this.#commands.fit },
    ];
  }
}
