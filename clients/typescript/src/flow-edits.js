// What React Flow wants to change, as requests; and what is shown of it before the document has it.

import { ConnectionClosed, NodewireError } from "./errors.js";
import { Drag } from "./flow-drag.js";
import { ancestors } from "./parents.js";

/** @typedef {import("./protocol.js").Methods} Methods */
/** @typedef {{ x: number; y: number }} Point */

/**
 * What React Flow wants to change, as far as it is read here.
 *
 * @typedef {object} FlowChange
 * @property {string} type
 * @property {string} [id]
 * @property {any} [item]
 * @property {boolean} [selected]
 * @property {Point} [position]
 * @property {boolean} [dragging]
 * @property {{ width: number; height: number }} [dimensions]
 * @property {boolean} [resizing]
 */

/** @typedef {{ source: string; target: string; sourceHandle?: string | null; targetHandle?: string | null }} FlowConnection */
/** @typedef {{ nodeId: string | null; handleId: string | null; handleType: string | null }} FlowConnectStart */

const ORIGIN = Object.freeze({ x: 0, y: 0 });

export class FlowEdits {
  #connection;
  #view;
  #replica;
  #refused;
  #renew;
  /** What edits say of where they come from, so that `undo` takes them back. */
  #scope;
  /**
   * What React Flow has measured.
   *
   * @type {Map<string, object>}
   */
  #measured = new Map();
  /**
   * Where a resize that goes on has its node.
   *
   * @type {Map<string, { width: number; height: number; position?: Point }>}
   */
  #resized = new Map();
  /** @type {Drag | null} */
  #drag = null;
  /**
   * What is to be removed together, since React Flow says it in two calls.
   *
   * @type {{ nodes: string[]; edges: string[] } | null}
   */
  #removed = null;

  /**
   * @param {import("./connection.js").Connection} connection
   * @param {string} view
   * @param {import("./replica.js").Replica} replica
   * @param {{ refused: (why: { reason: string; message: string }) => void; renew: (ids: Iterable<string>) => void }} hears
   *   why something is not done, and which nodes look otherwise
   */
  constructor(connection, view, replica, { refused, renew }) {
    this.#connection = connection;
    this.#view = view;
    this.#replica = replica;
    this.#scope = { document: replica.document, view };
    this.#refused = refused;
    this.#renew = renew;
  }

  /**
   * What is shown of a node that the document does not have.
   *
   * @param {string} id
   */
  ofNode(id) {
    const position = this.#drag?.place(id);
    return {
      ...(this.#measured.has(id) && { measured: this.#measured.get(id) }),
      ...this.#resized.get(id),
      ...(position && { position, dragging: true }),
    };
  }

  /**
   * Whether a node has been dragged by a drag that is not over for the server: it is shown where it was dropped.
   *
   * @param {string} id
   */
  hasDropped(id) {
    return this.#drag !== null && this.#drag.isEnding && this.#drag.roots.has(id);
  }

  /** @param {string} id of a node that is gone */
  forget(id) {
    this.#measured.delete(id);
    this.#resized.delete(id);
  }

  /**
   * Shows what is dragged where a frame has it.
   *
   * @param {Point} by
   */
  showDrag(by) {
    if (this.#drag?.moveTo(by)) this.#renew(this.#drag.roots.keys());
  }

  /** @param {FlowConnection} connection */
  connect(connection) {
    this.#ask("edge/connect", { ...this.#scope, edge: ends(connection) });
  }

  /**
   * @param {{ id: string }} edge
   * @param {FlowConnection} connection
   */
  reconnect({ id }, connection) {
    this.#ask("edge/reconnect", { ...this.#scope, id, ...ends(connection) });
  }

  undo() {
    this.#ask("history/undo", this.#scope);
  }

  redo() {
    this.#ask("history/redo", this.#scope);
  }

  /** @param {FlowChange[]} changes */
  changeNodes(changes) {
    this.change("nodes", changes);
    const moved = changes.filter(({ type, id, position }) => type === "position" && id && position && this.#replica.nodes.has(id));
    if (moved.some(({ dragging }) => dragging)) this.#dragTo(moved);
    else if (this.#drag && changes.some(({ dragging }) => dragging === false)) this.#drop(moved);
    else if (moved.some(({ dragging }) => dragging === false)) this.#move(moved);
    for (const change of changes) {
      if (change.type === "dimensions" && change.id && change.dimensions) this.#measure(change.id, change, moved);
      if (change.type === "add") this.#ask("node/insert", { ...this.#scope, node: change.item });
    }
  }

  /**
   * What is alike for nodes and edges: selection and removal.
   *
   * @param {"nodes" | "edges"} kind
   * @param {FlowChange[]} changes
   */
  change(kind, changes) {
    const ids = (/** @type {(change: FlowChange) => boolean | undefined} */ fits) =>
      changes.filter(fits).flatMap(({ id }) => (id === undefined ? [] : [id]));
    const left = ids(({ type, selected }) => type === "select" && !selected);
    const entered = ids(({ type, selected }) => type === "select" && selected);
    if (left.length > 0) this.#ask("view/select", { view: this.#view, [kind]: left, op: "remove" });
    if (entered.length > 0) this.#ask("view/select", { view: this.#view, [kind]: entered, op: "add" });
    const removed = ids(({ type }) => type === "remove");
    if (removed.length === 0) return;
    if (!this.#removed) {
      this.#removed = { nodes: [], edges: [] };
      queueMicrotask(() => {
        const all = this.#removed;
        this.#removed = null;
        this.#ask("element/remove", { ...this.#scope, ...all });
      });
    }
    this.#removed[kind].push(...removed);
  }

  /** @param {FlowChange[]} moved */
  #dragTo(moved) {
    if (!this.#drag || this.#drag.isEnding) {
      const drag = new Drag(this.#connection, this.#view, moved, this.#replica);
      this.#drag = drag;
      drag.over.then((error) => {
        if (error) this.#report(error);
        if (this.#drag === drag && drag.isEnding) this.#drag = null;
        this.#renew(drag.roots.keys());
      });
    }
    this.#drag.follow(moved);
  }

  /** @param {FlowChange[]} moved */
  #drop(moved) {
    const drag = /** @type {Drag} */ (this.#drag);
    drag.follow(moved);
    drag.end();
    if (drag.isOver) this.#drag = null;
  }

  /** @param {FlowChange[]} moved by keys, at once */
  #move(moved) {
    const edits = moved.flatMap(({ id = "", position = ORIGIN }) => {
      const from = /** @type {any} */ (this.#replica.nodes.get(id)).position ?? ORIGIN;
      const by = { x: position.x - from.x, y: position.y - from.y };
      return by.x === 0 && by.y === 0 ? [] : [{ method: /** @type {const} */ ("node/move"), params: { ids: [id], by } }];
    });
    if (edits.length > 0) this.#ask("document/edit", { ...this.#scope, label: "Move", edits });
  }

  /**
   * @param {string} id
   * @param {FlowChange} change
   * @param {FlowChange[]} moved
   */
  #measure(id, { dimensions = { width: 0, height: 0 }, resizing }, moved) {
    if (!this.#replica.nodes.has(id)) return;
    if (resizing === undefined) {
      this.#measured.set(id, dimensions);
    } else if (resizing) {
      const position = moved.find((one) => one.id === id)?.position ?? this.#resized.get(id)?.position;
      this.#resized.set(id, { ...dimensions, ...(position && { position }) });
    } else {
      const { position, ...size } = { ...this.#resized.get(id), ...dimensions };
      const at = position && this.#onCanvas(id, position);
      this.#ask("node/resize", { ...this.#scope, id, ...size, ...(at && { position: at }) }).then(() => {
        this.#resized.delete(id);
        this.#renew([id]);
      });
    }
    this.#renew([id]);
  }

  /**
   * A point in the parent of a node, on the canvas.
   *
   * @param {string} id
   * @param {Point} point
   */
  #onCanvas(id, { x, y }) {
    for (const { position } of ancestors(this.#replica.nodes, id)) {
      x += position?.x ?? 0;
      y += position?.y ?? 0;
    }
    return { x, y };
  }

  /**
   * Sends a request; a refusal is reported, and so never thrown.
   *
   * @template {keyof Methods} Name
   * @param {Name} method
   * @param {Methods[Name]["params"]} params
   */
  async #ask(method, params) {
    try {
      await this.#connection.request(method, .../** @type {any} */ ([params]));
    } catch (error) {
      this.#report(error);
    }
  }

  /** @param {unknown} error */
  #report(error) {
    // The end of the conversation is said by `connection.closed`.
    if (error instanceof ConnectionClosed) return;
    if (!(error instanceof NodewireError)) throw error;
    this.#refused({ reason: error.reason ?? "", message: error.message });
  }
}

/** @param {FlowConnection} connection */
function ends({ source, target, sourceHandle, targetHandle }) {
  return { source, target, ...(sourceHandle && { sourceHandle }), ...(targetHandle && { targetHandle }) };
}
