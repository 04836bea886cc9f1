// Where an edge that React Flow draws may end. It wants to know at once: so all ends are asked for as the drawing begins.

/** @typedef {import("./protocol.js").HandleReference} HandleReference */

export class Targets {
  #ask;
  /** @type {import("./flow-edits.js").FlowConnectStart | null} */
  #start = null;
  /**
   * The legal ends; null while they are not known.
   *
   * @type {HandleReference[] | null}
   */
  #ends = null;

  /** @param {(node: string, handle: string | null, type: string | null) => Promise<{ targets: HandleReference[] }>} ask */
  constructor(ask) {
    this.#ask = ask;
  }

  /** @param {import("./flow-edits.js").FlowConnectStart} start */
  begin(start) {
    this.#start = start;
    this.#ends = null;
    this.ask();
  }

  end() {
    this.#start = this.#ends = null;
  }

  /** Asks where the edge that is being drawn may end, also when the document has changed meanwhile. */
  ask() {
    const start = this.#start;
    if (!start?.nodeId) return;
    this.#ask(start.nodeId, start.handleId, start.handleType).then(
      ({ targets }) => {
        if (start === this.#start) this.#ends = targets;
      },
      // The server refuses the edge, then.
      () => {},
    );
  }

  /**
   * Whether an edge may be made. While that is not known it is allowed: the server has the last word anyway.
   *
   * @param {import("./flow-edits.js").FlowConnection} connection
   */
  allow({ source, target, sourceHandle, targetHandle }) {
    if (!this.#ends) return true;
    const [node, handle] = this.#start?.handleType === "target" ? [source, sourceHandle] : [target, targetHandle];
    return this.#ends.some((end) => end.node === node && (!handle || end.handle === handle));
  }
}
