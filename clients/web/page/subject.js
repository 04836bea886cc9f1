// What is selected, and what the document says of it, kept in step with the document.

import { patched } from "./client/replica.js";
import { ownOf } from "./pointer.js";
import { repeated } from "./repeated.js";

/** Of more than these only the counts are read. */
const READ = 200;

export class Subject {
  /** Ids, unless too many are selected. */
  nodes = [];
  edges = [];
  counts = { nodes: 0, edges: 0 };
  /** These as the document holds them. */
  elements = { nodes: [], edges: [] };
  /** The id of what alone was selected and has been removed. */
  removed;
  #session;
  #onChange;

  /** `onChange()` hears of another selection and of changes of the element. */
  constructor(session, onChange) {
    this.#session = session;
    this.#onChange = onChange;
    session.on("document/changed", (change) => this.#follow(change));
    session.on("document/reset", () => this.refresh());
  }

  /** The one element that is selected; null for none, and for several. */
  get element() {
    const isOne = this.counts.nodes + this.counts.edges === 1;
    return (isOne && (this.elements.nodes[0] ?? this.elements.edges[0])) || null;
  }

  /** `node` or `edge`: what the element is. */
  get kind() {
    return this.nodes.length === 1 ? "node" : "edge";
  }

  get id() {
    return this.element?.id;
  }

  /** Reads again what is selected. What is gone meanwhile is not selected either: a frame has said so, or will. */
  refresh = repeated((isStale) => this.#read(isStale).catch(() => {}));

  async #read(isStale) {
    const session = this.#session;
    const counts = session.scene.state.selection;
    const total = counts.nodes + counts.edges;
    const none = { nodeIds: [], edgeIds: [] };
    const { nodeIds, edgeIds } = total > 0 && total <= READ ? await session.selected() : none;
    const isSome = nodeIds.length + edgeIds.length > 0;
    const { nodes, edges } = isSome ? await this.#elements(nodeIds, edgeIds) : { nodes: [], edges: [] };
    if (isStale()) return;
    Object.assign(this, { nodes: nodeIds, edges: edgeIds, counts, elements: { nodes, edges } });
    this.#onChange();
  }

  #elements(nodes, edges) {
    return this.#session.request("document/read", { document: this.#session.document, nodes, edges });
  }

  /** Applies what a change says of the elements. */
  #follow(change) {
    let isOther = false;
    const follow = (elements, changes = {}) => elements.flatMap((element) => {
      const own = ownOf(changes, element.id);
      if (own === undefined) return [element];
      isOther = true;
      if (own === null) this.removed = element.id;
      return own === null ? [] : [own.whole ?? patched(element, own)];
    });
    const [nodes, edges] = [follow(this.elements.nodes, change.nodes), follow(this.elements.edges, change.edges)];
    if (!isOther) return;
    this.elements = { nodes, edges };
    this.#onChange();
  }
}
