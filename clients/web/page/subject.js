// What is selected, and what the document says of it, kept in step with the document.

/** Of more than these only the counts are read. */
const READ = 200;

export class Subject {
  /** Ids, unless too many are selected. */
  nodes = [];
  edges = [];
  counts = { nodes: 0, edges: 0 };
  /** The one element that is selected, as the document holds it. */
  element = null;
  /** The id of what alone was selected and has been removed. */
  removed;
  #session;
  #onChange;
  #isStale = false;
  #isReading = false;

  /** `onChange()` hears of another selection and of changes of the element. */
  constructor(session, onChange) {
    this.#session = session;
    this.#onChange = onChange;
    session.on("document/changed", (change) => this.#follow(change));
    session.on("document/reset", () => this.refresh());
  }

  /** `node` or `edge`: what the element is. */
  get kind() {
    return this.nodes.length === 1 ? "node" : "edge";
  }

  get id() {
    return this.element?.id;
  }

  /** Reads again what is selected. */
  async refresh() {
    this.#isStale = true;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        await this.#read();
      }
    } catch {
      // What is gone meanwhile is not selected either: the next frame says so.
    } finally {
      this.#isReading = false;
    }
  }

  async #read() {
    const session = this.#session;
    const counts = session.scene.state.selection;
    const total = counts.nodes + counts.edges;
    const none = { nodeIds: [], edgeIds: [] };
    const { nodeIds, edgeIds } = total > 0 && total <= READ ? await session.selected() : none;
    const isOne = nodeIds.length + edgeIds.length === 1;
    const read = isOne && (await this.#elements(nodeIds, edgeIds));
    if (this.#isStale) return;
    Object.assign(this, { nodes: nodeIds, edges: edgeIds, counts, element: isOne ? (read.nodes[0] ?? read.edges[0]) : null });
    this.#onChange();
  }

  #elements(nodes, edges) {
    return this.#session.request("document/read", { document: this.#session.document, nodes, edges });
  }

  /** Applies what a change says of the element. */
  #follow(change) {
    if (!this.element) return;
    const { [this.id]: own } = change[`${this.kind}s`] ?? {};
    if (own === undefined) return;
    if (own === null) [this.removed, this.element] = [this.id, null];
    else if (own.whole) this.element = own.whole;
    else {
      this.element = { ...this.element, ...own.set };
      for (const name of own.unset ?? []) delete this.element[name];
    }
    this.#onChange();
  }
}
