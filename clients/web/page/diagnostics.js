// What the server finds wrong with a document, as it reports it.

/** Larger documents, by their nodes and edges, are not looked through as they are opened. */
const LARGE = 10_000;

export class Diagnostics {
  #known = new Map();
  #session;
  #onChange;

  /** `onChange()` hears that others are known. */
  constructor(session, onChange) {
    this.#session = session;
    this.#onChange = onChange;
    session.on("document/diagnostics", (change) => this.#take(change));
  }

  /** Asks for those of the document, which has so many nodes and edges. */
  async watch(size) {
    this.#known.clear();
    if (size > LARGE) return;
    const { document } = this.#session;
    // A server that reports none refuses this; then nothing is shown.
    await this.#session.request("document/watch", { document, diagnostics: true }).catch(() => {});
  }

  /** Those that name an element; `kind` is `nodes` or `edges`. */
  of(kind, id) {
    return [...this.#known.values()].filter(({ elements }) => elements?.[kind]?.includes(id));
  }

  #take({ set, unset }) {
    for (const key of unset) this.#known.delete(key);
    for (const [key, diagnostic] of Object.entries(set)) this.#known.set(key, diagnostic);
    this.#onChange();
  }
}
