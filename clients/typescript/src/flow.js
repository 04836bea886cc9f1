// A document as React Flow shows it: its controlled properties, from a replica and a view without items.

import { Connection } from "./connection.js";
import { FlowEdits } from "./flow-edits.js";
import { Items } from "./flow-items.js";
import { Targets } from "./flow-targets.js";
import { ancestors, parentsFirst } from "./parents.js";
import { follow } from "./replica.js";
import { openView } from "./scene.js";
import { webSocket } from "./web-socket.js";

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

/** @typedef {import("./protocol.js").HandleItem} HandleItem */
/** @typedef {import("./protocol.js").NodeItem} NodeItem */
/** @typedef {import("./protocol.js").EdgeItem} EdgeItem */

const NO_DATA = Object.freeze({});
const ORIGIN = Object.freeze({ x: 0, y: 0 });
/** All of a document is shown, since React Flow wants all of it. */
const ALL = { width: 16384, height: 16384, margin: 1e9, viewport: { x: 0, y: 0, zoom: 1 } };
/** What of a node's item is another way to say what React Flow says, or changes while nothing of its card does. */
const PLACES = new Set(["x", "y", "z", "order", "carried", "selected"]);

export class Flow {
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
   * Shows the file at a path, below the folder of a server at a WebSocket. What was not saved when the last client went
   * is there again.
   *
   * @param {string | URL} url
   * @param {string} path
   * @param {{ refused?: Refused }} options
   * @returns {Promise<Flow>}
   */
  static async connect(url, path, options = {}) {
    const connection = new Connection(await webSocket(url));
    try {
      await connection.initialize();
      const { document } = await connection.request("document/open", { path, recover: "apply" });
      return await Flow.open(connection, document, options);
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  /**
   * Shows a document that is open. `refused` hears why the server did not do what the user wanted.
   *
   * @param {Connection} connection
   * @param {string} document
   * @param {{ refused?: Refused }} options
   * @returns {Promise<Flow>}
   */
  static async open(connection, document, { refused = console.warn } = {}) {
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
      // The server takes a node without a handle for the start of an edge.
      const known = handle ?? (type === "target" ? this.handles(node).find((one) => one.type === type)?.id : undefined);
      return connection.request("edge/targets", { document, node, ...(known !== undefined && { handle: known }) });
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

  /** The conversation with the server: for all that has no property. */
  get connection() {
    return this.#connection;
  }

  /**
   * What the server shows of a node: its texts, its look; undefined of one without a place.
   *
   * @param {string} id
   * @returns {NodeItem | undefined}
   */
  card(id) {
    return this.#scene.nodes.get(id);
  }

  /**
   * The path of an edge, and where its label is.
   *
   * @param {string} id
   */
  line(id) {
    return /** @type {EdgeItem | undefined} */ (this.#scene.edges.get(id));
  }

  /**
   * The handles of a node, those of its type or its own, with their places in it.
   *
   * @param {string} id
   * @returns {HandleItem[]}
   */
  handles(id) {
    const node = this.card(id);
    if (!node) return [];
    return this.#scene.handles(id).map((one) => ({ ...one, x: one.x - node.x, y: one.y - node.y }));
  }

  /**
   * Whether the handles of a node are the ones that every node has, which edges do not name.
   *
   * @param {string} id
   */
  hasPlainHandles(id) {
    const node = /** @type {any} */ (this.#replica.nodes.get(id));
    const type = this.#replica.types?.[node?.type];
    return !node?.handles && !type?.handles && !type?.handlesFrom;
  }

  /**
   * What the document says of a type of nodes.
   *
   * @param {string | undefined} type
   * @returns {import("./protocol.js").TypeLook | null | undefined}
   */
  look(type) {
    return this.#scene.state.types?.[type ?? ""];
  }

  /** Writes the document into its file. */
  save = () => this.#edits.save();

  /** Ends the view; the document stays open. */
  async close() {
    await this.#end();
  }

  async #open() {
    const { replica, stop } = await follow(this.#connection, this.document, (change) => this.#follow(change));
    this.#replica = replica;
    try {
      const { view, scene, close } = await openView(
        this.#connection,
        { document: this.document, ...ALL, scene: "svg", carried: "offset", handles: "shared", texts: true, types: true, selectionIds: true },
        (frame) => this.#show(frame),
      );
      const off = this.#connection.on("view/event", ({ view, event, reason = "", message = "" }) => {
        if (view === this.view && event === "refused") this.#refused({ reason, message });
      });
      this.view = view;
      this.#scene = scene;
      this.#edits = new FlowEdits(this.#connection, view, replica, {
        refused: this.#refused,
        renew: (kind, ids, isUrgent) => this.#renew(kind, ids, isUrgent),
        shown: (kind, id) => (kind === "nodes" ? this.#nodes : this.#edges).get(id),
      });
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
  #show({ selection, gesture, types, enter, update, leave }) {
    if (types) this.#nodes.clear();
    for (const [kind, items] of /** @type {const} */ ([["nodes", this.#nodes], ["edges", this.#edges]])) {
      for (const id of Object.keys(enter?.[kind] ?? {})) items.touch(id);
      for (const id of leave?.[kind] ?? []) items.touch(id);
      for (const [id, members] of Object.entries(update?.[kind] ?? {})) {
        if (Object.keys(members).some((name) => !PLACES.has(name))) items.touch(id);
      }
    }
    for (const part of [selection?.added, selection?.removed]) {
      for (const id of part?.nodes ?? []) this.#nodes.touch(id);
      for (const id of part?.edges ?? []) this.#edges.touch(id);
    }
    if (gesture?.kind === "drag") this.#edits?.showDrag(gesture.by);
    this.#schedule();
  }

  /**
   * @param {"nodes" | "edges"} kind
   * @param {Iterable<string>} ids of what looks otherwise
   * @param {boolean} isUrgent whether it must be shown before anything else happens
   */
  #renew(kind, ids, isUrgent = false) {
    for (const id of ids) (kind === "nodes" ? this.#nodes : this.#edges).touch(id);
    if (isUrgent) this.#publish();
    else this.#schedule();
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
    const card = this.card(id);
    return {
      ...node,
      ...(card && { width: card.width, height: card.height }),
      data: labelled(node),
      position: node.position ?? ORIGIN,
      ...(ancestors(this.#replica.nodes, id).some(({ collapsed }) => collapsed) && { hidden: true }),
      ...(this.#scene.selected.nodes.has(id) && { selected: true }),
      ...this.#edits.ofNode(id),
    };
  }

  /** @param {string} id */
  #edge(id) {
    const edge = /** @type {any} */ (this.#replica.edges.get(id));
    return {
      ...edge,
      markerStart: head(edge.markerStart),
      markerEnd: head(edge.markerEnd ?? "arrowclosed"),
      ...(this.#scene.selected.edges.has(id) && { selected: true }),
      ...this.#edits.ofEdge(id),
    };
  }
}

/**
 * The data of a node with the label in it, where React Flow's own nodes read it.
 *
 * @param {any} node
 */
function labelled({ label, data = NO_DATA }) {
  if (label === undefined || typeof data !== "object" || data === null || data.label !== undefined) return data;
  return { ...data, label };
}

/**
 * A head as React Flow has it, for which a name is that of a marker of the page.
 *
 * @param {unknown} marker
 */
function head(marker) {
  const { type, ...others } = /** @type {any} */ (typeof marker === "string" ? { type: marker } : (marker ?? {}));
  if (!type || type === "none") return undefined;
  return { type: type === "arrow" ? "arrow" : "arrowclosed", ...others };
}
