// A drag of React Flow as a gesture of the server, which says where the nodes are meanwhile: snapped, and as rules allow.

import { ancestors } from "./parents.js";

/** @typedef {{ x: number; y: number }} Point */
/** @typedef {{ id?: string; position?: Point }} Moved */

export class Drag {
  /**
   * Where those were that lie in no other that is dragged: the others move with them.
   *
   * @type {Map<string, Point>}
   */
  roots = new Map();
  isEnding = false;
  isOver = false;
  /**
   * Resolves at the end, with the error if there was one.
   *
   * @type {Promise<unknown>}
   */
  over;
  /**
   * How far the nodes are shown from where they were.
   *
   * @type {Point}
   */
  #by = { x: 0, y: 0 };
  #lead;
  /** @type {Point} */
  #start;
  /** @type {Point | null} */
  #wanted = null;
  #wake = () => {};

  /**
   * @param {import("./connection.js").Connection} connection
   * @param {string} view
   * @param {Moved[]} moved not empty
   * @param {import("./replica.js").Replica} replica
   */
  constructor(connection, view, moved, replica) {
    const ids = new Set(moved.flatMap(({ id }) => (id === undefined ? [] : [id])));
    this.#lead = [...ids][0];
    const place = (/** @type {string} */ id) => /** @type {any} */ (replica.nodes.get(id))?.position ?? { x: 0, y: 0 };
    this.#start = place(this.#lead);
    for (const id of ids) {
      if (!ancestors(replica.nodes, id).some((one) => ids.has(one.id))) this.roots.set(id, place(id));
    }
    this.over = this.#run(connection, view, [...ids]).then(
      () => null,
      (error) => error,
    );
    void this.over.then(() => (this.isOver = true));
  }

  /**
   * Takes how far the server says that the nodes have come; whether that is new.
   *
   * @param {Point} by
   */
  moveTo(by) {
    const isNew = by.x !== this.#by.x || by.y !== this.#by.y;
    this.#by = by;
    return isNew;
  }

  /**
   * Where a node is shown in its parent; undefined of one that the drag does not move there.
   *
   * @param {string} id
   * @returns {Point | undefined}
   */
  place(id) {
    const from = this.roots.get(id);
    return from && { x: from.x + this.#by.x, y: from.y + this.#by.y };
  }

  /** @param {Moved[]} moved */
  follow(moved) {
    const position = moved.find(({ id }) => id === this.#lead)?.position;
    if (!position) return;
    this.#wanted = { x: position.x - this.#start.x, y: position.y - this.#start.y };
    this.#wake();
  }

  end() {
    this.isEnding = true;
    this.#wake();
  }

  /**
   * Sends one request at a time, so that a server that is slower than the pointer gets its last place only.
   *
   * @param {import("./connection.js").Connection} connection
   * @param {string} view
   * @param {string[]} nodes
   */
  async #run(connection, view, nodes) {
    await connection.request("gesture/begin", { view, kind: "drag", at: { x: 0, y: 0 }, nodes });
    for (;;) {
      const at = this.#wanted;
      if (at) {
        this.#wanted = null;
        await connection.request("gesture/update", { view, at });
      } else if (this.isEnding) {
        break;
      } else {
        await new Promise((/** @type {(value: void) => void} */ resolve) => (this.#wake = resolve));
      }
    }
    await connection.request("gesture/end", { view });
  }
}
