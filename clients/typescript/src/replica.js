// A copy of a document's content, kept up to date by `document/changed`: protocol-spec/changes.md.

import { ReplicaError } from "./errors.js";

/** @typedef {import("./protocol.js").Content} Content */
/** @typedef {import("./protocol.js").Change} Change */
/** @typedef {import("./protocol.js").DocumentChanged} DocumentChanged */
/** @typedef {import("./protocol.js").HistoryState} HistoryState */
/** @typedef {import("./connection.js").Connection} Connection */

/** @type {["settings", "types", "content"]} */
const MEMBERS = ["settings", "types", "content"];

/**
 * Nodes or edges by id, in the order of the document. An element never changes: one that does in the document is
 * another object afterwards, and all others stay the same objects.
 *
 * Looking up, appending, removing and moving one before another take the same time whatever the size: the order is a
 * doubly linked list over the ids, with null before the first and after the last.
 *
 * @template {{ id: string }} Element
 */
export class Elements {
  /** @type {Map<string, Readonly<Element>>} */
  #items = new Map();
  /** @type {Map<string | null, string | null>} */
  #next = new Map([[null, null]]);
  /** @type {Map<string | null, string | null>} */
  #previous = new Map([[null, null]]);

  /** @param {Element[]} elements */
  constructor(elements = []) {
    for (const element of elements) {
      this.#items.set(element.id, Object.freeze(element));
      this.#link(element.id, null);
    }
  }

  get size() {
    return this.#items.size;
  }

  /** @param {string} id */
  get(id) {
    return this.#items.get(id);
  }

  /** @param {string} id */
  has(id) {
    return this.#items.has(id);
  }

  /** @returns {Generator<Readonly<Element>>} */
  *[Symbol.iterator]() {
    for (let id = this.#next.get(null) ?? null; id !== null; id = this.#next.get(id) ?? null) {
      yield /** @type {Element} */ (this.#items.get(id));
    }
  }

  /**
   * Inserts at the end, replaces in place, sets and unsets members, or removes. Throws a `ReplicaError`.
   *
   * @param {string} id
   * @param {Change} change
   */
  apply(id, change) {
    const element = this.#items.get(id);
    if (change && "whole" in change) {
      if (!element) this.#link(id, null);
      this.#items.set(id, Object.freeze(/** @type {Element} */ (change.whole)));
      return;
    }
    if (!element) throw new ReplicaError(`a change to "${id}", which is not in the replica`);
    if (change) {
      this.#items.set(id, patched(element, change));
    } else {
      this.#items.delete(id);
      this.#unlink(id);
    }
  }

  /**
   * Moves an element directly before another, or to the end. Throws a `ReplicaError`.
   *
   * @param {string} id
   * @param {string | null} before
   */
  place(id, before) {
    if (!this.has(id) || (before !== null && !this.has(before))) {
      throw new ReplicaError(`an order of "${id}" before "${before}", which are not both in the replica`);
    }
    if (before === id) return;
    this.#unlink(id);
    this.#link(id, before);
  }

  /**
   * @param {string} id
   * @param {string | null} before
   */
  #link(id, before) {
    const after = this.#previous.get(before) ?? null;
    this.#next.set(after, id).set(id, before);
    this.#previous.set(before, id).set(id, after);
  }

  /** @param {string} id */
  #unlink(id) {
    const [before, after] = [this.#previous.get(id) ?? null, this.#next.get(id) ?? null];
    this.#next.delete(id);
    this.#previous.delete(id);
    this.#next.set(before, after);
    this.#previous.set(after, before);
  }
}

/** The content of one document at one revision. A change costs what it changes. */
export class Replica {
  revision = -1;
  /** @type {Elements<import("./protocol.js").Node>} */
  nodes = new Elements();
  /** @type {Elements<import("./protocol.js").Edge>} */
  edges = new Elements();
  /** @type {any} */
  settings;
  /** @type {any} */
  types;
  /**
   * The other members of the document.
   *
   * @type {any}
   */
  content;
  /**
   * What undo and redo would do.
   *
   * @type {HistoryState}
   */
  history = { canUndo: false, canRedo: false, dirty: false };

  /**
   * @param {string} document
   * @param {Content} content as `document/read` returns it without a filter
   */
  constructor(document, content) {
    this.document = document;
    this.load(content);
  }

  /**
   * Starts again from a new `document/read`.
   *
   * @param {Content} content
   */
  load(content) {
    this.revision = content.revision;
    this.nodes = new Elements(content.nodes);
    this.edges = new Elements(content.edges);
    for (const member of MEMBERS) this[member] = content[member];
  }

  /**
   * Applies one `document/changed`; false if the replica had it already. Throws a `ReplicaError` where it does not fit:
   * the replica must then be loaded again.
   *
   * @param {DocumentChanged} change
   */
  apply(change) {
    if (change.revision <= this.revision) return false;
    if (change.from !== this.revision) {
      throw new ReplicaError(`a change from revision ${change.from} met a replica at ${this.revision}`);
    }
    for (const [id, one] of Object.entries(change.nodes ?? {})) this.nodes.apply(id, one);
    for (const [id, one] of Object.entries(change.edges ?? {})) this.edges.apply(id, one);
    for (const { id, before } of change.order?.nodes?.slice().reverse() ?? []) this.nodes.place(id, before ?? null);
    for (const { id, before } of change.order?.edges?.slice().reverse() ?? []) this.edges.place(id, before ?? null);
    for (const member of MEMBERS) {
      const one = change[member];
      if (one === undefined) continue;
      if (one === null) this[member] = undefined;
      else this[member] = "whole" in one ? one.whole : patched(this[member] ?? {}, one);
    }
    this.history = change.history;
    this.revision = change.revision;
    return true;
  }

  /** What `document/read` without a filter would return. */
  read() {
    const { revision, nodes, edges } = this;
    const members = MEMBERS.filter((member) => this[member] !== undefined).map((member) => [member, this[member]]);
    return { revision, nodes: [...nodes], edges: [...edges], ...Object.fromEntries(members) };
  }
}

/**
 * A replica that follows its document; where a change does not fit, and where the document was replaced as a whole, it
 * is read again.
 *
 * `changed` hears each change after it was applied, and null after the replica was read again. A change of the history
 * alone is one without elements, from a revision to itself. `stop` ends that.
 *
 * @param {Connection} connection
 * @param {string} document
 * @param {(change: DocumentChanged | null, replica: Replica) => void} changed
 * @returns {Promise<{ replica: Replica; stop: () => void }>}
 */
export async function follow(connection, document, changed = () => {}) {
  /** @type {Replica | null} */
  let replica = null;
  /** @type {DocumentChanged[]} */
  let early = [];
  let [isReading, isStale, isOver] = [false, false, false];
  const read = async () => {
    isReading = true;
    try {
      let content, listed;
      do {
        [isStale, early] = [false, []];
        [content, listed] = await Promise.all([
          connection.request("document/read", { document }),
          connection.request("history/list", { document }),
        ]);
      } while (isStale && !isOver);
      if (replica) replica.load(content);
      else replica = new Replica(document, content);
      replica.history = historyOf(listed);
    } finally {
      isReading = false;
    }
    const held = early;
    early = [];
    held.forEach(take);
  };
  const readAgain = () => {
    if (isReading) {
      isStale = true;
      return;
    }
    read().then(
      () => replica && !isOver && changed(null, replica),
      // Whoever asks the server next learns why.
      () => {},
    );
  };
  /** @param {DocumentChanged} change */
  const take = (change) => {
    if (change.document !== document || isOver) return;
    if (!replica || isReading) {
      early.push(change);
      return;
    }
    try {
      if (!replica.apply(change)) return;
    } catch (error) {
      if (!(error instanceof ReplicaError)) throw error;
      readAgain();
      return;
    }
    changed(change, replica);
  };
  /** @param {import("./protocol.js").DocumentHistory} step */
  const takeHistory = ({ document: of, history }) => {
    if (of !== document || isOver || !replica || isReading) return;
    replica.history = history;
    const { revision } = replica;
    changed({ document, revision, from: revision, cause: "history/end", history }, replica);
  };
  const offs = [
    connection.on("document/changed", take),
    connection.on("document/reset", (reset) => void (reset.document === document && readAgain())),
    connection.on("document/history", takeHistory),
  ];
  const stop = () => {
    isOver = true;
    for (const off of offs) off();
  };
  try {
    await read();
  } catch (error) {
    stop();
    throw error;
  }
  return { replica: /** @type {any} */ (replica), stop };
}

/**
 * What `history/list` returns, as notifications say it.
 *
 * @param {{ labels: string[]; position: number; saved?: number }} listed
 * @returns {HistoryState}
 */
export function historyOf({ labels, position, saved }) {
  const [undoLabel, redoLabel] = [labels[position - 1], labels[position]];
  const can = { canUndo: position > 0, canRedo: position < labels.length, dirty: saved !== position };
  return { ...can, ...(undoLabel !== undefined && { undoLabel }), ...(redoLabel !== undefined && { redoLabel }) };
}

/**
 * A copy with members set and unset; a null that is set is stored.
 *
 * @template {object} Value
 * @param {Value} value
 * @param {import("./protocol.js").ChangeValue} change
 * @returns {Readonly<Value>}
 */
export function patched(value, { set = {}, unset = [] }) {
  const copy = /** @type {any} */ ({ ...value, ...set });
  for (const member of unset) delete copy[member];
  return Object.freeze(copy);
}
