// The way that a dialog has gone, which is marked on the canvas until the run is stopped.

export class Trail {
  /** Ids of where it was, and of the edges along which it went. */
  nodes = new Set();
  edges = new Set();
  /** By how much was answered before: the ids of each step. */
  #steps = [];
  #session;
  #onChange;

  /** `onChange()` hears that it is another one. */
  constructor(session, onChange) {
    this.#session = session;
    this.#onChange = onChange;
  }

  clear() {
    this.#steps = [];
    this.#show();
  }

  /** Takes where a run is, as frames say it, after so many answers; what came behind is forgotten. */
  async take(count, { node, edges }) {
    const { document, request } = this.#session;
    const step = { nodes: [node], edges };
    this.#steps[count] = step;
    this.#steps.length = count + 1;
    const read = edges.length > 0 ? await request("document/read", { document, nodes: [], edges }).catch(() => null) : null;
    for (const { source, target } of read?.edges ?? []) step.nodes.push(source, target);
    this.#show();
  }

  #show() {
    const { scene } = this.#session;
    const before = [...this.nodes, ...this.edges];
    this.nodes = new Set(this.#steps.flatMap((step) => step?.nodes ?? []));
    this.edges = new Set(this.#steps.flatMap((step) => step?.edges ?? []));
    const all = new Set([...before, ...this.nodes, ...this.edges]);
    for (const id of all) for (const items of [scene.nodes, scene.edges]) scene.touch(items.get(id));
    this.#onChange();
  }
}
