// What React Flow wants to change, as requests; and what is shown of it before the document has it.

import { ConnectionClosed, NodewireError } from "./errors.js";
import { difference, stored, strange } from "./flow-difference.js";
import { Drag } from "./flow-drag.js";
import { ancestors } from "./parents.js";

/** @typedef {import("./protocol.js").Methods} Methods */
/** @typedef {{ x: number; y: number }} Point */

/**
 * What React Flow wants to change, of whatever kind.
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
 * @property {boolean | "width" | "height"} [setAttributes]
 */

/** @typedef {"nodes" | "edges"} Kind */
/** @typedef {{ source: string; target: string; sourceHandle?: string | null; targetHandle?: string | null }} FlowConnection */
/** @typedef {{ nodeId: string | null; handleId: string | null; handleType: string | null }} FlowConnectStart */

const ORIGIN = Object.freeze({ x: 0, y: 0 });
/** The changes of React Flow. */
const KINDS = {
  nodes: new Set(["add", "replace", "remove", "select", "position", "dimensions"]),
  edges: new Set(["add", "replace", "remove", "select"]),
};
/** In milliseconds: what is changed in the same members again is the same step until so much time has passed. */
const TYPING = 1000;

export class FlowEdits {
  #connection;
  #view;
  #replica;
  #refused;
  #renew;
  #shown;
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
   * What an app has changed, and the document does not have yet: fields show what is typed at once.
   *
   * @type {Record<Kind, Map<string, object>>}
   */
  #written = { nodes: new Map(), edges: new Map() };
  /** What was changed last, when, and the number of its step. */
  #typing = { members: "", at: -Infinity, step: 0 };
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
   * @param {object} flow
   * @param {(why: { reason: string; message: string }) => void} flow.refused hears why something is not done
   * @param {(kind: Kind, ids: Iterable<string>, isUrgent?: boolean) => void} flow.renew hears what looks otherwise
   * @param {(kind: Kind, id: string) => { [member: string]: any } | undefined} flow.shown the item as React Flow has it
   */
  constructor(connection, view, replica, { refused, renew, shown }) {
    this.#connection = connection;
    this.#view = view;
    this.#replica = replica;
    this.#scope = { document: replica.document, view };
    this.#refused = refused;
    this.#renew = renew;
    this.#shown = shown;
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
      ...this.#written.nodes.get(id),
    };
  }

  /**
   * The same of an edge.
   *
   * @param {string} id
   */
  ofEdge(id) {
    return this.#written.edges.get(id);
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
    this.#written.nodes.delete(id);
    this.#measured.delete(id);
    this.#resized.delete(id);
  }

  /**
   * Shows what is dragged where a frame has it.
   *
   * @param {Point} by
   */
  showDrag(by) {
    if (this.#drag?.moveTo(by)) this.#renew("nodes", this.#drag.roots.keys());
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

  save() {
    return this.#ask("document/save", this.#scope);
  }

  /** @param {FlowChange[]} changes */
  changeNodes(changes) {
    this.change("nodes", changes);
    const moved = changes.filter(({ type, id, position }) => type === "position" && id && position && this.#replica.nodes.has(id));
    const isResize = changes.some(({ resizing }) => resizing !== undefined);
    if (moved.some(({ dragging }) => dragging)) this.#dragTo(moved);
    else if (this.#drag && changes.some(({ dragging }) => dragging === false)) this.#drop(moved);
    else if (moved.length > 0 && !isResize) this.#move(moved);
    for (const change of changes) {
      if (change.type === "dimensions" && change.id && change.dimensions) this.#measure(change.id, change, moved);
    }
  }

  /**
   * What is alike for nodes and edges: selection, removal, and what the app itself adds and changes.
   *
   * @param {Kind} kind
   * @param {FlowChange[]} changes
   */
  change(kind, changes) {
    /** @type {import("./protocol.js").Edit[]} */
    const edits = [];
    /** @type {Map<string, object>} */
    const written = new Map();
    /** @type {Record<"add" | "remove", string[]>} */
    const selected = { remove: [], add: [] };
    const removed = [];
    for (const { type, id = "", item = {}, selected: isSelected } of changes) {
      if (!KINDS[kind].has(type)) this.#refused({ reason: "unknownChange", message: `a change "${type}" of ${kind} is not known` });
      if (type === "select") selected[isSelected ? "add" : "remove"].push(id);
      if (type === "remove") removed.push(id);
      if (type === "add" && !this.#isStrange(item, "what is added")) edits.push(added(kind, item));
      if (type === "replace") {
        const [shown, element] = [this.#shown(kind, id), /** @type {any} */ (this.#replica[kind].get(id))];
        if (!shown || !element) {
          this.#refused({ reason: "noSuchElement", message: `there is no "${id}" among the ${kind}` });
          continue;
        }
        if (Boolean(shown.selected) !== Boolean(item.selected)) selected[item.selected ? "add" : "remove"].push(id);
        const { changed, set, unset, ends: isMoved } = difference(shown, item, element);
        if (this.#isStrange(changed, `"${id}"`)) continue;
        if (isMoved) edits.push({ method: "edge/reconnect", params: { id, ...ends(item) } });
        if (Object.keys(set).length + unset.length > 0) {
          edits.push({ method: kind === "nodes" ? "node/update" : "edge/update", params: { id, set, unset } });
        }
        if (Object.keys(changed).length > 0) written.set(id, { ...this.#written[kind].get(id), ...changed });
      }
    }
    for (const op of /** @type {const} */ (["remove", "add"])) {
      if (selected[op].length > 0) this.#ask("view/select", { view: this.#view, [kind]: selected[op], op });
    }
    if (edits.length > 0) {
      if (removed.length > 0) edits.push({ method: "element/remove", params: { [kind]: removed } });
      this.#write(kind, edits, written);
    } else if (removed.length > 0) this.#remove(kind, removed);
  }

  /**
   * Whether members hold a value that is no JSON, which is refused.
   *
   * @param {object} members
   * @param {string} owner
   */
  #isStrange(members, owner) {
    const place = strange(stored(members));
    if (place) this.#refused({ reason: "notJSON", message: `${place} of ${owner} is no JSON, so no document keeps it` });
    return place !== undefined;
  }

  /**
   * Performs edits as one step, which goes on while the same members are changed; shows them meanwhile.
   *
   * @param {Kind} kind
   * @param {import("./protocol.js").Edit[]} edits
   * @param {Map<string, object>} written
   */
  #write(kind, edits, written) {
    for (const [id, members] of written) this.#written[kind].set(id, members);
    this.#renew(kind, written.keys(), true);
    const members = edits.map(({ method, params }) => {
      const { id, set = {}, unset = [] } = /** @type {any} */ (params);
      return [method, id, ...Object.keys(set), ...unset].join(" ");
    });
    const [now, last] = [performance.now(), this.#typing];
    const isTyping = edits.every(({ params = {} }) => "id" in params) && last.members === members.join("\n") && now - last.at < TYPING;
    this.#typing = { members: members.join("\n"), at: now, step: last.step + (isTyping ? 0 : 1) };
    this.#ask("document/edit", { ...this.#scope, edits, mergeKey: `${this.#view} ${this.#typing.step}` }).then(() => {
      for (const [id, members] of written) {
        if (this.#written[kind].get(id) === members) this.#written[kind].delete(id);
      }
      this.#renew(kind, written.keys());
    });
  }

  /**
   * @param {Kind} kind
   * @param {string[]} ids
   */
  #remove(kind, ids) {
    if (!this.#removed) {
      this.#removed = { nodes: [], edges: [] };
      queueMicrotask(() => {
        const all = this.#removed;
        this.#removed = null;
        this.#ask("element/remove", { ...this.#scope, ...all });
      });
    }
    this.#removed[kind].push(...ids);
  }

  /** @param {FlowChange[]} moved */
  #dragTo(moved) {
    if (!this.#drag || this.#drag.isEnding) {
      const drag = new Drag(this.#connection, this.#view, moved, this.#replica);
      this.#drag = drag;
      drag.over.then((error) => {
        if (error) this.#report(error);
        if (this.#drag === drag && drag.isEnding) this.#drag = null;
        this.#renew("nodes", drag.roots.keys());
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
  #measure(id, { dimensions = { width: 0, height: 0 }, resizing, setAttributes }, moved) {
    if (!this.#replica.nodes.has(id)) return;
    if (resizing === undefined && !setAttributes) {
      this.#measured.set(id, dimensions);
    } else if (resizing) {
      const position = moved.find((one) => one.id === id)?.position ?? this.#resized.get(id)?.position;
      this.#resized.set(id, { ...dimensions, ...(position && { position }) });
    } else {
      const { position, ...size } = { ...this.#resized.get(id), ...dimensions };
      const at = position && this.#onCanvas(id, position);
      this.#ask("node/resize", { ...this.#scope, id, ...size, ...(at && { position: at }) }).then(() => {
        this.#resized.delete(id);
        this.#renew("nodes", [id]);
      });
    }
    this.#renew("nodes", [id]);
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
 * @param {Kind} kind
 * @param {any} item
 * @returns {import("./protocol.js").Edit}
 */
function added(kind, item) {
  if (kind === "nodes") return { method: "node/insert", params: { node: stored(item) } };
  const { sourceHandle, targetHandle, ...edge } = stored(item);
  return { method: "edge/connect", params: { edge: { ...edge, ...ends(item) } } };
}

/** @param {FlowConnection} connection */
function ends({ source, target, sourceHandle, targetHandle }) {
  return { source, target, ...(sourceHandle && { sourceHandle }), ...(targetHandle && { targetHandle }) };
}
