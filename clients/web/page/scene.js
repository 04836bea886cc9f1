// What a view shows, as its frames tell it.

export class Scene {
  nodes = new Map();
  edges = new Map();
  /** The other members of frames, as last told. */
  state = { viewport: { x: 0, y: 0, zoom: 1 }, labelScale: 1, level: "items", selection: { nodes: 0, edges: 0 } };
  frame = 0;
  #nodeOrder = [];
  #edgeOrder = [];
  #isSorted = false;

  /** Applies one frame: what leaves, what enters, what is updated, then the other members. */
  apply(frame) {
    for (const kind of ["nodes", "edges"]) {
      const items = this[kind];
      for (const id of frame.leave?.[kind] ?? []) items.delete(id);
      for (const [id, item] of Object.entries(frame.enter?.[kind] ?? {})) items.set(id, { ...item, id });
      for (const [id, members] of Object.entries(frame.update?.[kind] ?? {})) this.#update(items, id, members);
    }
    if (frame.leave || frame.enter) this.#isSorted = false;
    for (const [name, value] of Object.entries(frame)) {
      if (name === "view" || name === "leave" || name === "enter" || name === "update") continue;
      if (name === "frame") this.frame = value;
      else if (value === null) delete this.state[name];
      else this.state[name] = value;
    }
  }

  /** The nodes, back to front. */
  get nodesInOrder() {
    this.#sort();
    return this.#nodeOrder;
  }

  /** The edges, back to front. */
  get edgesInOrder() {
    this.#sort();
    return this.#edgeOrder;
  }

  #update(items, id, members) {
    const item = items.get(id) ?? { id };
    items.set(id, item);
    for (const [name, value] of Object.entries(members)) {
      if (value === null) delete item[name];
      else item[name] = value;
    }
    if ("path" in members) item.shape = null;
    if ("z" in members) this.#isSorted = false;
  }

  #sort() {
    if (this.#isSorted) return;
    const back = (a, b) => (a.z ?? 0) - (b.z ?? 0);
    this.#nodeOrder = [...this.nodes.values()].sort(back);
    this.#edgeOrder = [...this.edges.values()].sort(back);
    this.#isSorted = true;
  }
}
