// What the server finds wrong with a document, as it reports it.

/** Larger documents, by their nodes and edges, are looked through only when that is asked for. */
const LARGE = 10_000;

/** The most serious first. Those before `information` are problems. */
const RANKS = ["error", "warning", "information", "hint"];

export class Diagnostics {
  isWatched = false;
  #known = new Map();
  /** By node, how serious its worst problem is. */
  #marks = new Map();
  /** The new nodes whose problems wait until they are left, and whether each was selected since. */
  #held = new Map();
  #session;
  #onChange;

  /** `onChange(ids)` hears that others are known, and which nodes have other marks. */
  constructor(session, onChange) {
    this.#session = session;
    this.#onChange = onChange;
    session.on("document/diagnostics", (change) => this.#take(change));
  }

  /** Begins with a document, which has so many nodes and edges. */
  async open(size) {
    this.isWatched = false;
    this.#held.clear();
    this.#take({ set: {}, unset: [...this.#known.keys()] });
    if (size <= LARGE) await this.watch();
  }

  async watch() {
    const { document } = this.#session;
    this.isWatched = true;
    // A server that reports none refuses this; then nothing is shown.
    await this.#session.request("document/watch", { document, diagnostics: true }).catch(() => {});
  }

  /** Lets the problems of nodes that are made wait until these are left. */
  hold(ids) {
    for (const id of ids) this.#held.set(id, this.#session.scene.nodes.get(id)?.selected ?? false);
    this.#take({ set: {}, unset: [] });
  }

  isHeld(id) {
    return this.#held.has(id);
  }

  /** Hears that others are selected: nodes that were left wait no longer. */
  follow({ nodes }) {
    const left = [...this.#held].filter(([id, wasSelected]) => {
      const isSelected = nodes.get(id)?.selected ?? false;
      if (isSelected) this.#held.set(id, true);
      return wasSelected && !isSelected;
    });
    this.release(left.map(([id]) => id));
  }

  release(ids = [...this.#held.keys()]) {
    if (ids.length === 0) return;
    for (const id of ids) this.#held.delete(id);
    this.#take({ set: {}, unset: [] });
  }

  /** What is said, most of it of the document as a whole or of nodes that were left. */
  get #shown() {
    return [...this.#known.values()].filter(({ elements }) => !elements?.nodes?.some((id) => this.#held.has(id)));
  }

  get all() {
    return this.#shown.sort((one, other) => RANKS.indexOf(one.severity) - RANKS.indexOf(other.severity));
  }

  /** How many are more than a remark. */
  get count() {
    return this.#shown.filter(isProblem).length;
  }

  /** Those that name an element; `kind` is `nodes` or `edges`. */
  of(kind, id) {
    return this.#shown.filter(({ elements }) => elements?.[kind]?.includes(id));
  }

  /** How serious the worst problem of a node is: `error`, `warning` or undefined. */
  markOf(id) {
    return this.#marks.get(id);
  }

  #take({ set, unset }) {
    for (const key of unset) this.#known.delete(key);
    for (const [key, diagnostic] of Object.entries(set)) this.#known.set(key, diagnostic);
    const before = this.#marks;
    this.#marks = new Map();
    for (const { severity, elements } of this.all.filter(isProblem)) {
      for (const id of elements?.nodes ?? []) if (!this.#marks.has(id)) this.#marks.set(id, severity);
    }
    const ids = new Set([...before.keys(), ...this.#marks.keys()]);
    this.#onChange([...ids].filter((id) => before.get(id) !== this.#marks.get(id)));
  }
}

function isProblem({ severity }) {
  return severity === "error" || severity === "warning";
}
