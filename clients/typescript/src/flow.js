// A document as React Flow shows it: its controlled properties, from a replica and a view without items.

import { FlowEdits } from "./flow-edits.js";
import { Items } from "./flow-items.js";
import { Targets } from "./flow-targets.js";
import { parentsFirst } from "./parents.js";
import { follow } from "./replica.js";
import { openView } from "./scene.js";

/** @typedef {import("./connection.js").Connection} Connection */
/** @typedef {{ x: number; y: number }} Point */
/** @typedef {{ id: string; position: Point; data: any; type?: string; parentId?: string; selected?: boolean; [member: string]: any }} FlowNode */
/** @typedef {{ id: string; source: string; target: string; selected?: boolean; [member: string]: any }} FlowEdge */

/** @typedef {import("./flow-edits.js").FlowChange} FlowChange */
/** @typedef {import("./flow-edits.js").FlowConnection} FlowConnection */
/** @typedef {import("./flow-edits.js").FlowConnectStart} FlowConnectStart */

/**
 * @typedef {object} FlowProps
 * @property {FlowNode[]} nodes parents before what lies in them
 * @property {FlowEdge[]} edges
 * @property {(changes: FlowChange[]) => void} onNodesChange
 * @property {(changes: FlowChange[]) => void} onEdgesChange
 * @property {(connection: FlowConnection) => void} onConnect
 * @property {(edge: { id: string }, connection: FlowConnection) => void} onReconnect
 * @property {(event: unknown, start: FlowConnectStart) => void} onConnectStart
 * @property {() => void} onConnectEnd
 * @property {(connection: FlowConnection) => boolean} isValidConnection
 * @property {() => void} undo takes back the last step of this view
 * @property {() => void} redo
 * @property {boolean} canUndo
 * @property {boolean} canRedo
 */

/** @typedef {(why: { reason: string; message: string }) => void} Refused */

const NO_DATA = Object.freeze({});
const ORIGIN = Object.freeze({ x: 0, y: 0 });

export class Flow {
  /** @type {Connection} */
  #connection;
  /** @type {Refused} */
  #refused;
  /** @type {Set<() => void>} */
  #hearers = new Set();
  #isScheduled = false;
  /** @type {() => Promise<void>} */
  #end = async () => {};
  /** @type {import("./replica.js").Replica} */
  #replica = /** @type {any} */ (null);
  /** @type {import("./scene.js").Scene} */
  #scene = /** @type {any} */ (null);
  /** @type {Items<FlowNode>} */
  #nodes = new Items(
    () => parentsFirst(this.#replica.nodes),
    (id) => this.#node(id),
  );
  /** @type {Items<FlowEdge>} */
  #edges = new Items(
    () => Array.from(this.#replica.edges, ({ id }) => id),
    (id) => this.#edge(id),
  );
  /** @type {Targets} */
  #targets;
  /** @type {FlowEdits} */
  #edits = /** @type {any} */ (null);
  /** @type {FlowProps} */
  #props;

  document;
  /** The name of the view whose steps `undo` takes back. */
  view = "";

  /**
   * Shows a document that is open. `refused` hears why the server did not do what the user wanted.
   *
   * @param {Connection} connection
   * @param {string} document
   * @param {{ refused?: Refused }} options
   * @returns {Promise<Flow>}
   */
  static async open(connection, document, { refused = () => {} } = {}) {
    const flow = new Flow(connection, document, refused);
    await flow.#open();
    return flow;
  }

  /**
   * @param {Connection} connection
   * @param {string} document
   * @param {Refused} refused
   */
  constructor(connection, document, refused) {
    this.#connection = connection;
    this.#refused = refused;
    this.document = document;
    this.#targets = new Targets((node, handle, type) => {
      const known = handle ?? (type === "target" ? this.#firstTarget(node) : null);
      return connection.request("edge/targets", { document, node, ...(known !== null && { handle: known }) });
    });
    this.#props = {
      nodes: [],
      edges: [],
      canUndo: false,
      canRedo: false,
      onNodesChange: (changes) => this.#edits.changeNodes(changes),
      onEdgesChange: (changes) => this.#edits.change("edges", changes),
      onConnect: (connection) => this.#edits.connect(connection),
      onReconnect: (edge, connection) => this.#edits.reconnect(edge, connection),
      onConnectStart: (_, start) => this.#targets.begin(start),
      onConnectEnd: () => this.#targets.end(),
      isValidConnection: (connection) => this.#targets.allow(connection),
      undo: () => this.#edits.undo(),
      redo: () => this.#edits.redo(),
    };
  }

  /**
   * Calls `hear` when the properties have changed; returns what ends that.
   *
   * @param {() => void} hear
   */
  subscribe = (hear) => {
    this.#hearers.add(hear);
    return () => void this.#hearers.delete(hear);
  };

  /** The properties as they are: the same object until they change. */
  read = () => this.#props;

  /** Ends the view; the document stays open. */
  async close() {
    await this.#end();
  }

  async #open() {
    const { replica, stop } = await follow(this.#connection, this.document, (change) => this.#follow(change));
    this.#replica = replica;
    try {
      const size = { width: 1000, height: 1000, viewport: { x: 0, y: 0, zoom: 1 } };
      const params = { document: this.document, ...size, selectionIds: true };
      const { view, scene, close } = await openView(this.#connection, params, (frame) => this.#show(frame));
      const off = this.#connection.on("view/event", ({ view, event, reason = "", message = "" }) => {
        if (view === this.view && event === "refused") this.#refused({ reason, message });
      });
      this.view = view;
      this.#scene = scene;
      this.#edits = new FlowEdits(this.#connection, view, replica, { refused: this.#refused, renew: (ids) => this.#renew(ids) });
      this.#end = async () => {
        stop();
        off();
        await close();
      };
    } catch (error) {
      stop();
      throw error;
    }
    this.#publish();
  }

  /** @param {import("./protocol.js").DocumentChanged | null} change */
  #follow(change) {
    if (!change) {
      this.#nodes.clear();
      this.#edges.clear();
    }
    for (const [id, one] of Object.entries(change?.nodes ?? {})) {
      // What has been dragged is shown again when the drag is over, not twice.
      if (!this.#edits?.hasDropped(id)) this.#nodes.touch(id);
      if (!one || one.whole || one.set?.parentId !== undefined || one.unset?.includes("parentId")) this.#nodes.reorder();
      if (!one) this.#edits?.forget(id);
    }
    for (const [id, one] of Object.entries(change?.edges ?? {})) {
      this.#edges.touch(id);
      if (!one || one.whole) this.#edges.reorder();
    }
    if (change?.order?.nodes) this.#nodes.reorder();
    if (change?.order?.edges) this.#edges.reorder();
    this.#targets.ask();
    this.#schedule();
  }

  /** @param {import("./protocol.js").Frame} frame */
  #show({ selection, gesture }) {
    for (const part of [selection?.added, selection?.removed]) {
      for (const id of part?.nodes ?? []) this.#nodes.touch(id);
      for (const id of part?.edges ?? []) this.#edges.touch(id);
    }
    if (gesture?.kind === "drag") this.#edits?.showDrag(gesture.by);
    this.#schedule();
  }

  /** @param {Iterable<string>} ids of nodes that look otherwise */
  #renew(ids) {
    for (const id of ids) this.#nodes.touch(id);
    this.#schedule();
  }

  /** Messages that come together lead to one rendering. */
  #schedule() {
    if (this.#isScheduled || !this.view) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.#publish();
    });
  }

  #publish() {
    const { canUndo, canRedo } = this.#replica.history;
    const [nodes, edges] = [this.#nodes.read(), this.#edges.read()];
    const before = this.#props;
    if (nodes === before.nodes && edges === before.edges && canUndo === before.canUndo && canRedo === before.canRedo) return;
    this.#props = { ...before, nodes, edges, canUndo, canRedo };
    for (const hear of [...this.#hearers]) hear();
  }

  /** @param {string} id */
  #node(id) {
    const node = /** @type {any} */ (this.#replica.nodes.get(id));
    return {
      ...node,
      data: node.data ?? NO_DATA,
      position: node.position ?? ORIGIN,
      ...(this.#scene.selected.nodes.has(id) && { selected: true }),
      ...this.#edits.ofNode(id),
    };
  }

  /**
   * The target handle that edges end on which name none. The server takes a node without a handle for the start of an edge.
   *
   * @param {string} id
   * @returns {string}
   */
  #firstTarget(id) {
    const node = /** @type {any} */ (this.#replica.nodes.get(id));
    const handles = node?.handles ?? this.#replica.types?.[node?.type]?.handles ?? [];
    return handles.find((/** @type {{ type: string }} */ { type }) => type === "target")?.id ?? "target";
  }

  /** @param {string} id */
  #edge(id) {
    const edge = /** @type {Readonly<import("./protocol.js").Edge>} */ (this.#replica.edges.get(id));
    return { ...edge, ...(this.#scene.selected.edges.has(id) && { selected: true }) };
  }
}
