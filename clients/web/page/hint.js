// Says in an empty document how to begin.

export class Hint {
  #element;
  #session;
  /** The document and revision that were last looked at. */
  #seen = "";

  constructor(element, session) {
    this.#element = element;
    this.#session = session;
  }

  /** Hears of every state; whether the whole document is empty is asked once for each revision that shows nothing. */
  async follow({ gesture, revision }) {
    const { scene, document, isReadOnly, request } = this.#session;
    if (!document || scene.nodes.size > 0 || gesture || isReadOnly) {
      this.#element.hidden = true;
      this.#seen = "";
      return;
    }
    const key = `${document} ${revision}`;
    if (key === this.#seen) return;
    this.#seen = key;
    const { nodes } = await request("document/read", { document, limit: 1 }).catch(() => ({ nodes: [null] }));
    if (key === this.#seen) this.#element.hidden = nodes.length > 0;
  }
}
