// What is selected, kept in step with the document, and edits of it by hand: what is typed in one go is one undo step. They are seen here
// before the server has made them.

import { counted } from "./announcer.js";
import { dataEdit, isObject, ownOf, replaced, settingEdit, stepsOf, valueAt } from "./pointer.js";
import { spelled } from "./types.js";
import { session } from "./session.js";
import { patched } from "./client/replica.js";
import { repeated } from "./repeated.js";

/** What members of elements are called that are not named as they are read. */
const MEMBERS = { __proto__: null, ":label": "Name", ":type": "Type", ":avoid": "Way" };

/** So many stretches of edits were begun. */
let visits = 0;

export class Content {
  /** Requests that are not answered yet: until then what is on the screen is newer than what is known. */
  pending = 0;
  #kind;
  #elements;
  /** What was edited and is not answered yet, as functions from element to element. */
  #local = new Set();
  /** Texts that may have letters that are not sent yet, by the field they are in. */
  #texts = new Map();
  #hears;
  /** Makes the edits that write the data of an element as a whole, `(id, data)`; undefined where parts are written. */
  #whole;
  #visit = ++visits;

  /**
   * `elements` are of a kind, `node` or `edge`, and are edited together, each time in one step. `hears` is
   * `{changed(), settled(), refused(path, message)}`: something was edited; all is answered; an edit was not made.
   */
  constructor(kind, elements, hears, whole = kind === "edge" ? (id, data) => dataEdit("edge", id, data) : undefined) {
    this.#kind = kind;
    this.#elements = elements;
    this.#hears = hears;
    this.#whole = whole;
  }

  /** The elements with all that was edited here. */
  get all() {
    return [...this.#local].reduce((elements, edited) => elements.map(edited), this.#elements);
  }

  /** The first of them, which is the only one where lists and texts are edited. */
  get shown() {
    return this.all[0];
  }

  get id() {
    return this.#elements[0].id;
  }

  /** Takes the elements as the document has them. */
  follow(elements) {
    this.#elements = elements;
  }

  /** What is edited from now on is another undo step. */
  begin() {
    this.#visit = ++visits;
  }

  /** Sets a member of each element itself: `patchOf(element)` is its patch, undefined takes it away; `title` is what changes. */
  setMember(name, patchOf, title = undefined) {
    const edits = this.all.map((element) => ({ method: `${this.#kind}/update`, params: { id: element.id, patch: { [name]: patchOf(element) ?? null } } }));
    const local = (element) => {
      const [before, patch] = [element[name], patchOf(element)];
      return { ...element, [name]: isObject(before) && isObject(patch) ? { ...before, ...patch } : patch };
    };
    return this.#send(`:${name}`, edits, { title, local });
  }

  /** Puts a value at a pointer into the data; undefined takes it away. */
  set(path, value, isAlone = false) {
    const edits = this.all.flatMap(({ id, data }) => {
      return this.#whole ? this.#whole(id, replaced(data, path, value)) : settingEdit(id, data, path, value);
    });
    return this.#send(path, edits, { isAlone, local: putting(path, value) });
  }

  /** Whether what they hold is edited as a whole, texts too. */
  get isWhole() {
    return Boolean(this.#whole) || this.#elements.length > 1;
  }

  /** The text at a pointer, plain or rich, for who writes it where others do. */
  textAt(path) {
    return {
      open: (shared, selection) => session.openText(shared, { node: this.id, path, selection }),
      close: (shared) => session.closeText(shared),
      write: (part, revision, text) => {
        const local = typeof this.valueAt(path) === "string" ? putting(path, text) : undefined;
        return this.#send(path, [{ method: "text/replace", params: { node: this.id, path, ...part, revision } }], { local });
      },
      replace: (text) => {
        const value = this.valueAt(path);
        return this.set(path, isObject(value) ? { ...value, text } : text);
      },
      register: (shared) => this.#texts.set(shared, path),
    };
  }

  insert(path, item, index) {
    this.#editList(path, "item/insert", { item, index }, "Add to ", (list) => list.toSpliced(index, 0, item));
  }

  move(path, index, to) {
    this.#editList(path, "item/move", { index, to }, "Move in ", (list) => list.toSpliced(index, 1).toSpliced(to, 0, list[index]));
  }

  remove(path, index) {
    this.#editList(path, "item/remove", { index }, "Remove from ", (list) => list.toSpliced(index, 1));
  }

  /** Edits a list as a step of its own; what was typed in its items is sent before they have other places. */
  #editList(path, method, params, done, edited) {
    for (const [shared, at] of this.#texts) if (at.startsWith(`${path}/`)) shared.flush();
    const before = this.valueAt(path);
    const list = edited(before ?? []);
    if (this.#whole || before === null) return this.set(path, list, true);
    const edits = [{ method, params: { node: this.id, path, ...params } }];
    return this.#send(path, edits, { isAlone: true, done, local: putting(path, list) });
  }

  valueAt(path) {
    return valueAt(this.shown.data, path);
  }

  /** What a change at a path is called: what is done, by the outermost member with the place in a list, and the elements. */
  #labelOf(path, done, title) {
    const [{ label, type, id }, ...others] = this.#elements;
    const { types } = session;
    const one = label || (this.#isEdge ? "a connection" : type ? types.title(type) : id);
    const name = others.length > 0 ? counted(others.length + 1, this.#isEdge ? "connection" : "node") : one;
    const [member = "data", index] = path.startsWith(":") ? [path.slice(1)] : stepsOf(path);
    const place = /^\d+$/.test(index) ? ` ${Number(index) + 1}` : "";
    return `${done}${title ?? MEMBERS[path] ?? spelled(member)}${place} of ${name}`;
  }

  get #isEdge() {
    return this.#kind === "edge";
  }

  /**
   * Sends edits as one step; null if they were refused. Alone it is an undo step of its own; `local` is what it makes of an element,
   * which is shown from now on: when it is answered, the element is known to be so.
   */
  async #send(path, edits, { isAlone = false, done = "", title, local }) {
    const { view } = session;
    if (isAlone) this.begin();
    const ids = this.#elements.map(({ id }) => id);
    const mergeKey = isAlone ? undefined : [view, this.#kind, ...ids, path, this.#visit].join(" ");
    this.pending += 1;
    let refusal = null;
    if (local) {
      this.#local.add(local);
      this.#hears.changed();
    }
    try {
      return await session.edit(this.#labelOf(path, done, title), edits, { ...(mergeKey && { mergeKey }) });
    } catch (failure) {
      refusal = failure;
      return null;
    } finally {
      this.pending -= 1;
      this.#local.delete(local);
      if (refusal) this.#hears.refused(path, refusal.message);
      if (this.pending === 0) this.#hears.settled();
    }
  }
}

/** What puts a value at a pointer into the data of an element; undefined takes it away. */
function putting(path, value) {
  return (element) => ({ ...element, data: replaced(element.data, path, value) });
}

/** Of more than these only the counts are read. */
const READ = 200;

export class Subject {
  /** Ids, unless too many are selected. */
  nodes = [];
  edges = [];
  counts = { nodes: 0, edges: 0 };
  /** These as the document holds them. */
  elements = { nodes: [], edges: [] };
  /** The id of what alone was selected and has been removed. */
  removed;
  #onChange;

  /** `onChange()` hears of another selection and of changes of the element. */
  constructor(onChange) {
    this.#onChange = onChange;
    session.on("document/changed", (change) => this.#follow(change));
    session.on("document/reset", () => this.refresh());
  }

  /** The one element that is selected; null for none, and for several. */
  get element() {
    const isOne = this.counts.nodes + this.counts.edges === 1;
    return (isOne && (this.elements.nodes[0] ?? this.elements.edges[0])) || null;
  }

  /** `node` or `edge`: what the element is. */
  get kind() {
    return this.nodes.length === 1 ? "node" : "edge";
  }

  get id() {
    return this.element?.id;
  }

  /** Reads again what is selected. What is gone meanwhile is not selected either: a frame has said so, or will. */
  refresh = repeated((isStale) => this.#read(isStale).catch(() => {}));

  async #read(isStale) {
    const counts = session.scene.state.selection;
    const total = counts.nodes + counts.edges;
    const none = { nodeIds: [], edgeIds: [] };
    const { nodeIds, edgeIds } = total > 0 && total <= READ ? await session.selected() : none;
    const isSome = nodeIds.length + edgeIds.length > 0;
    const { nodes, edges } = isSome ? await this.#elements(nodeIds, edgeIds) : { nodes: [], edges: [] };
    if (isStale()) return;
    Object.assign(this, { nodes: nodeIds, edges: edgeIds, counts, elements: { nodes, edges } });
    this.#onChange();
  }

  #elements(nodes, edges) {
    return session.request("document/read", { document: session.document, nodes, edges });
  }

  /** Applies what a change says of the elements. */
  #follow(change) {
    let isOther = false;
    const follow = (elements, changes = {}) => elements.flatMap((element) => {
      const own = ownOf(changes, element.id);
      if (own === undefined) return [element];
      isOther = true;
      if (own === null) this.removed = element.id;
      return own === null ? [] : [own.whole ?? patched(element, own)];
    });
    const [nodes, edges] = [follow(this.elements.nodes, change.nodes), follow(this.elements.edges, change.edges)];
    if (!isOther) return;
    this.elements = { nodes, edges };
    this.#onChange();
  }
}
