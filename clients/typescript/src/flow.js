// A document as React Flow shows it: its controlled properties, from a replica and a view without items.

import { FlowEdits } from "./flow-edits.js";
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
  /**
   * Those that are shown and did not change since.
   *
   * @type {Map<string, FlowNode>}
   */
  #nodes = new Map();
  /** @type {Map<string, FlowEdge>} */
  #edges = new Map();
  /**
   * The ids of the nodes, parents first; null where the order may have changed.
   *
   * @type {string[] | null}
   */
  #order = null;
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
    this.#targets = new Targets((handle) => connection.request("edge/targets", { document, ...handle }));
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
      this.#order = null;
    }
    for (const [id, one] of Object.entries(change?.nodes ?? {})) {
      // What has been dragged is shown again when the drag is over, not twice.
      if (!one || !this.#edits?.hasDropped(id)) this.#nodes.delete(id);
      if (!one || one.whole || one.set?.parentId !== undefined || one.unset?.includes("parentId")) this.#order = null;
      if (!one) this.#edits?.forget(id);
    }
    for (const id of Object.keys(change?.edges ?? {})) this.#edges.delete(id);
    if (change?.order?.nodes) this.#order = null;
    this.#targets.ask();
    this.#schedule();
  }

  /** @param {import("./protocol.js").Frame} frame */
  #show({ selection, gesture }) {
    for (const part of [selection?.added, selection?.removed]) {
      for (const id of part?.nodes ?? []) this.#nodes.delete(id);
      for (const id of part?.edges ?? []) this.#edges.delete(id);
    }
    if (gesture?.kind === "drag") this.#edits?.showDrag(gesture.by);
    this.#schedule();
  }

  /** @param {Iterable<string>} ids of nodes that look otherwise */
  #renew(ids) {
    for (const id of ids) this.#nodes.delete(id);
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
    this.#order ??= parentsFirst(this.#replica.nodes);
    const nodes = same(this.#props.nodes, this.#order.map((id) => this.#node(id)));
    const edges = same(this.#props.edges, Array.from(this.#replica.edges, (edge) => this.#edge(edge)));
    const before = this.#props;
    if (nodes === before.nodes && edges === before.edges && canUndo === before.canUndo && canRedo === before.canRedo) return;
    this.#props = { ...before, nodes, edges, canUndo, canRedo };
    for (const hear of [...this.#hearers]) hear();
  }

  /** @param {string} id */
  #node(id) {
    const known = this.#nodes.get(id);
    if (known) return known;
    const node = /** @type {any} */ (this.#replica.nodes.get(id));
    const shown = {
      ...node,
      data: node.data ?? NO_DATA,
      position: node.position ?? ORIGIN,
      ...(this.#scene.selected.nodes.has(id) && { selected: true }),
      ...this.#edits.ofNode(id),
    };
    this.#nodes.set(id, shown);
    return shown;
  }

  /** @param {Readonly<import("./protocol.js").Edge>} edge */
  #edge(edge) {
    let shown = this.#edges.get(edge.id);
    if (!shown) {
      shown = { ...edge, ...(this.#scene.selected.edges.has(edge.id) && { selected: true }) };
      this.#edges.set(edge.id, shown);
    }
    return shown;
  }
}

/**
 * The former list if it has the same elements.
 *
 * @template Element
 * @param {Element[]} before
 * @param {Element[]} after
 */
function same(before, after) {
  return before.length === after.length && before.every((one, index) => one === after[index]) ? before : after;
}
