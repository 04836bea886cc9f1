// A document as React Flow shows it: its controlled properties, from a replica and a view without items.

import { ConnectionClosed, NodewireError } from "./errors.js";
import { Drag } from "./flow-drag.js";
import { Targets } from "./flow-targets.js";
import { ancestors, parentsFirst } from "./parents.js";
import { follow } from "./replica.js";
import { openView } from "./scene.js";

/** @typedef {import("./connection.js").Connection} Connection */
/** @typedef {import("./protocol.js").Methods} Methods */
/** @typedef {{ x: number; y: number }} Point */
/** @typedef {{ id: string; position: Point; data: any; type?: string; parentId?: string; selected?: boolean; [member: string]: any }} FlowNode */
/** @typedef {{ id: string; source: string; target: string; selected?: boolean; [member: string]: any }} FlowEdge */

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
  /**
   * What React Flow has measured, and where a resize that goes on has the node.
   *
   * @type {Map<string, object>}
   */
  #measured = new Map();
  /** @type {Map<string, { width: number; height: number; position?: Point }>} */
  #resized = new Map();
  /** @type {Drag | null} */
  #drag = null;
  /** @type {Targets} */
  #targets;
  /**
   * What is to be removed together, since React Flow says it in two calls.
   *
   * @type {{ nodes: string[]; edges: string[] } | null}
   */
  #removed = null;
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
      onNodesChange: (changes) => this.#changeNodes(changes),
      onEdgesChange: (changes) => this.#change("edges", changes),
      onConnect: (connection) => this.#ask("edge/connect", { ...this.#scope, edge: ends(connection) }),
      onReconnect: ({ id }, connection) => this.#ask("edge/reconnect", { ...this.#scope, id, ...ends(connection) }),
      onConnectStart: (_, start) => this.#targets.begin(start),
      onConnectEnd: () => this.#targets.end(),
      isValidConnection: (connection) => this.#targets.allow(connection),
      undo: () => this.#ask("history/undo", this.#scope),
      redo: () => this.#ask("history/redo", this.#scope),
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

  /** What edits say of where they come from, so that `undo` takes them back. */
  get #scope() {
    return { document: this.document, view: this.view };
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
      this.#nodes.delete(id);
      if (!one || one.whole || one.set?.parentId !== undefined || one.unset?.includes("parentId")) this.#order = null;
      if (!one) this.#measured.delete(id);
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
    if (gesture?.kind === "drag" && this.#drag) {
      this.#drag.by = gesture.by;
      this.#renew(this.#drag.roots);
    }
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
    const by = this.#drag?.roots.has(id) ? this.#drag.by : null;
    const { x, y } = node.position ?? { x: 0, y: 0 };
    const shown = {
      ...node,
      data: node.data ?? NO_DATA,
      position: by ? { x: x + by.x, y: y + by.y } : { x, y },
      ...(this.#measured.has(id) && { measured: this.#measured.get(id) }),
      ...this.#resized.get(id),
      ...(this.#scene.selected.nodes.has(id) && { selected: true }),
      ...(by && { dragging: true }),
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

  /** @param {FlowChange[]} changes */
  #changeNodes(changes) {
    this.#change("nodes", changes);
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
  #change(kind, changes) {
    const ids = (/** @type {(change: FlowChange) => boolean | undefined} */ fits) =>
      changes.filter(fits).flatMap(({ id }) => (id === undefined ? [] : [id]));
    const left = ids(({ type, selected }) => type === "select" && !selected);
    const entered = ids(({ type, selected }) => type === "select" && selected);
    if (left.length > 0) this.#ask("view/select", { view: this.view, [kind]: left, op: "remove" });
    if (entered.length > 0) this.#ask("view/select", { view: this.view, [kind]: entered, op: "add" });
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
      const drag = new Drag(this.#connection, this.view, moved, this.#replica);
      this.#drag = drag;
      drag.over.then((error) => {
        if (error) this.#report(error);
        if (this.#drag === drag && drag.isEnding) this.#drag = null;
        this.#renew(drag.roots);
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
    const edits = moved.flatMap(({ id = "", position = { x: 0, y: 0 } }) => {
      const from = /** @type {any} */ (this.#replica.nodes.get(id)).position ?? { x: 0, y: 0 };
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

/** @param {FlowConnection} connection */
function ends({ source, target, sourceHandle, targetHandle }) {
  return { source, target, ...(sourceHandle && { sourceHandle }), ...(targetHandle && { targetHandle }) };
}
