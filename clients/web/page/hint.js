// Says where nothing is seen what to do: in an empty document how to begin, elsewhere how to come back.

import { release } from "./controls.js";

export class Hint {
  #element;
  #way;
  #session;
  /** The document and revision that were last looked at. */
  #seen = "";

  /** `way` is a button that shows everything. */
  constructor(element, way, session) {
    this.#element = element;
    this.#way = way;
    this.#session = session;
  }

  /** Hears of every state; whether the whole document is empty is asked once for each revision of which nothing is seen. */
  async follow({ gesture, moving, revision }) {
    const { scene, document, isReadOnly, request, types } = this.#session;
    this.#element.classList.toggle("untyped", types.names.length === 0);
    if (moving) return;
    if (!document || gesture || scene.inSight(innerWidth, innerHeight).nodes > 0) {
      this.#seen = "";
      this.#show(false, false);
      return;
    }
    const key = `${document} ${revision}`;
    if (key === this.#seen) return;
    this.#seen = key;
    const { nodes } = await request("document/read", { document, limit: 1 }).catch(() => ({ nodes: [null] }));
    if (key === this.#seen) this.#show(nodes.length === 0 && !isReadOnly, nodes.length > 0);
  }

  #show(isEmpty, isElsewhere) {
    if (!isEmpty) release(this.#element);
    this.#element.hidden = !isEmpty;
    if (!isElsewhere) release(this.#way);
    this.#way.hidden = !isElsewhere;
  }
}
