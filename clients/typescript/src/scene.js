// What a view shows, kept up to date by `view/frame`: protocol-spec/views-and-frames.md.

/** @typedef {import("./protocol.js").Frame} Frame */
/** @typedef {import("./protocol.js").NodeItem} NodeItem */
/** @typedef {import("./protocol.js").EdgeItem | import("./protocol.js").LinkItem} EdgeItem an edge, or a link between clusters or boxes */
/** @typedef {import("./protocol.js").HandleItem} HandleItem */
/** @typedef {import("./connection.js").Connection} Connection */
/** @typedef {"nodes" | "edges"} Kind */

/** @typedef {"view" | "frame" | "revision" | "enter" | "update" | "leave" | "transition" | "typed" | "handleSets"} NoState */
/** @typedef {"viewport" | "labelScale" | "level" | "selection"} AlwaysState */

/**
 * The members of frames other than items, as last received; one that is null in a frame is absent here.
 *
 * @typedef {Required<Pick<Frame, AlwaysState>> & Partial<Omit<Frame, NoState | AlwaysState>>} State
 */

/** @type {Kind[]} */
const KINDS = ["nodes", "edges"];

/** The members of frames that are no state of the view. */
const NO_STATE = new Set(["view", "frame", "revision", "enter", "update", "leave", "transition", "typed", "handleSets"]);

export class Scene {
  /**
   * The visible items by id. They are changed in place.
   *
   * @type {Map<string, NodeItem & { id: string }>}
   */
  nodes = new Map();
  /** @type {Map<string, EdgeItem & { id: string }>} */
  edges = new Map();
  /** @type {State} */
  state = { viewport: { x: 0, y: 0, zoom: 1 }, labelScale: 1, level: "items", selection: { nodes: 0, edges: 0 } };
  /** The number of the last frame. */
  frame = 0;
  /** The revision of the document that the last frame shows. */
  revision = 0;
  /** The ids of what is selected, in a view opened with `selectionIds`. */
  selected = { nodes: /** @type {Set<string>} */ (new Set()), edges: /** @type {Set<string>} */ (new Set()) };
  /**
   * The sets of handles by name, in a view opened with `handles: "shared"`.
   *
   * @type {Map<string, HandleItem[]>}
   */
  handleSets = new Map();

  /**
   * Applies one frame: what leaves, what enters, what is updated, then the other members. Costs what changed.
   *
   * @param {Frame} frame
   */
  apply(frame) {
    for (const kind of KINDS) {
      for (const id of frame.leave?.[kind] ?? []) this.leave(kind, id);
      for (const [id, item] of Object.entries(frame.enter?.[kind] ?? {})) this.enter(kind, id, item);
      for (const [id, members] of Object.entries(frame.update?.[kind] ?? {})) this.update(kind, id, members, frame);
    }
    for (const [name, handles] of Object.entries(frame.handleSets ?? {})) this.handleSets.set(name, handles);
    this.frame = frame.frame;
    this.revision = frame.revision;
    const state = /** @type {any} */ ({ ...this.state });
    for (const [name, value] of Object.entries(frame)) {
      if (NO_STATE.has(name)) continue;
      const merged = name === "presence" || name === "types" ? present({ ...state[name], ...value }) : value;
      if (merged === null) delete state[name];
      else state[name] = merged;
    }
    for (const kind of KINDS) {
      for (const id of frame.selection?.removed?.[kind] ?? []) this.selected[kind].delete(id);
      for (const id of frame.selection?.added?.[kind] ?? []) this.selected[kind].add(id);
    }
    this.state = state;
  }

  /**
   * Takes an item away. This, `enter` and `update` are for classes that keep more of the items than frames say.
   *
   * @param {Kind} kind
   * @param {string} id
   */
  leave(kind, id) {
    this[kind].delete(id);
  }

  /**
   * Puts in a whole item.
   *
   * @param {Kind} kind
   * @param {string} id
   * @param {object} item
   */
  enter(kind, id, item) {
    this[kind].set(id, /** @type {any} */ ({ ...item, id }));
  }

  /**
   * Changes members of an item; null removes one, and of `contents` only those change that are there.
   *
   * @param {Kind} kind
   * @param {string} id
   * @param {object} members
   * @param {Frame} _frame that has them
   */
  update(kind, id, members, _frame) {
    const item = /** @type {any} */ (this[kind].get(id) ?? { id });
    this[kind].set(id, item);
    for (const [name, value] of Object.entries(members)) {
      const merged = name === "contents" && value !== null ? present({ ...item.contents, ...value }) : value;
      if (merged === null) delete item[name];
      else item[name] = merged;
    }
  }

  /**
   * The handles of a node with their places on the canvas, whether it lists them or names a set.
   *
   * @param {string} id
   * @returns {HandleItem[]}
   */
  handles(id) {
    const node = this.nodes.get(id);
    if (!node || node.handleSet === undefined) return node?.handles ?? [];
    const handles = this.handleSets.get(node.handleSet) ?? [];
    return handles.map((one) => ({ ...one, x: node.x + one.x, y: node.y + one.y }));
  }
}

/**
 * A scene that follows its view.
 *
 * `shown` hears each frame after it was applied; `close` ends the view.
 *
 * @param {Connection} connection
 * @param {import("./protocol.js").ViewOpen} params
 * @param {(frame: Frame, scene: Scene) => void} shown
 * @returns {Promise<{ view: string; scene: Scene; close: () => Promise<void> }>}
 */
export async function openView(connection, params, shown = () => {}) {
  const scene = new Scene();
  // The first frames come before the answer that says what the view is called.
  /** @type {Frame[]} */
  const early = [];
  /** @type {(frame: Frame) => void} */
  let show = (frame) => void early.push(frame);
  const off = connection.on("view/frame", (frame) => show(frame));
  try {
    const { view } = await connection.request("view/open", params);
    show = (frame) => {
      if (frame.view !== view) return;
      scene.apply(frame);
      shown(frame, scene);
    };
    early.forEach(show);
    const close = async () => {
      off();
      await connection.request("view/close", { view });
    };
    return { view, scene, close };
  } catch (error) {
    off();
    throw error;
  }
}

/**
 * What is not null; null if that is nothing.
 *
 * @param {Record<string, any>} values
 */
function present(values) {
  const kept = Object.entries(values).filter(([, value]) => value !== null);
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}
