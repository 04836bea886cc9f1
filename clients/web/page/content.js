// Edits of one node or edge by hand: what is typed in one go is one undo step. They are seen here before the server has made them.

import { dataEdit, replaced, settingEdit, stepsOf, valueAt } from "./pointer.js";
import { spelled } from "./types.js";

/** What members of elements are called that are not named as they are read. */
const MEMBERS = { __proto__: null, ":label": "Name", ":type": "Type", ":avoid": "Way" };

/** What is done to a list, by method. */
const DONE = { __proto__: null, "item/insert": "Add to ", "item/remove": "Remove from ", "item/move": "Move in " };

/** So many stretches of edits were begun. */
let visits = 0;

export class Content {
  /** Requests that are not answered yet: until then what is on the screen is newer than what is known. */
  pending = 0;
  #session;
  #kind;
  #id;
  #element;
  /** What was edited and is not answered yet, as functions from element to element. */
  #local = new Set();
  /** Texts that may have letters that are not sent yet, by the field they are in. */
  #texts = new Map();
  #hears;
  #visit = ++visits;

  /** `hears` is `{changed(), settled(), refused(path, message)}`: something was edited; all is answered; an edit was not made. */
  constructor(session, kind, element, hears) {
    this.#session = session;
    this.#kind = kind;
    this.#id = element.id;
    this.#element = element;
    this.#hears = hears;
  }

  get id() {
    return this.#id;
  }

  /** The element with all that was edited here. */
  get shown() {
    return [...this.#local].reduce((element, edited) => edited(element), this.#element);
  }

  get data() {
    return this.shown.data;
  }

  /** Takes the element as the document has it. */
  follow(element) {
    this.#element = element;
  }

  /** What is edited from now on is another undo step. */
  begin() {
    this.#visit = ++visits;
  }

  /** Sets a member of the element itself; undefined takes it away. */
  setMember(name, value) {
    const local = (element) => ({ ...element, [name]: value });
    return this.#send(`:${name}`, `${this.#kind}/update`, { id: this.#id, patch: { [name]: value ?? null } }, { local });
  }

  /** Puts a value at a pointer into the data; undefined takes it away. */
  set(path, value) {
    if (this.#isEdge) return this.#replace(path, value);
    const { method, params } = settingEdit(this.#id, this.data, path, value);
    return this.#send(path, method, params, { local: putting(path, value) });
  }

  /** Whether what it holds is edited as a whole, texts too. */
  get isWhole() {
    return this.#isEdge;
  }

  /** The text at a pointer, plain or rich, for who writes it where others do. */
  textAt(path) {
    return {
      open: (shared, selection) => this.#session.openText(shared, { node: this.#id, path, selection }),
      close: (shared) => this.#session.closeText(shared),
      write: (part, revision, text) => {
        const local = typeof this.valueAt(path) === "string" ? putting(path, text) : undefined;
        return this.#send(path, "text/replace", { node: this.#id, path, ...part, revision }, { local });
      },
      replace: (text) => {
        const value = this.valueAt(path);
        return this.set(path, typeof value === "object" && value ? { ...value, text } : text);
      },
      register: (shared) => this.#texts.set(shared, path),
    };
  }

  insert(path, item, index) {
    this.#flush(path);
    const list = this.valueAt(path) ?? [];
    const inserted = list.toSpliced(index ?? list.length, 0, item);
    if (this.#isEdge || this.valueAt(path) === null) return this.#setList(path, inserted);
    return this.#sendList(path, "item/insert", { item, index }, inserted);
  }

  move(path, index, to) {
    this.#flush(path);
    const list = this.valueAt(path);
    const moved = list.toSpliced(index, 1).toSpliced(to, 0, list[index]);
    return this.#isEdge ? this.#setList(path, moved) : this.#sendList(path, "item/move", { index, to }, moved);
  }

  remove(path, index) {
    this.#flush(path);
    const removed = this.valueAt(path).toSpliced(index, 1);
    return this.#isEdge ? this.#setList(path, removed) : this.#sendList(path, "item/remove", { index }, removed);
  }

  /** Sends what was typed in the items of a list, before they have other places. */
  #flush(path) {
    for (const [shared, at] of this.#texts) if (at.startsWith(`${path}/`)) shared.flush();
  }

  #sendList(path, method, params, list) {
    return this.#send(path, method, { node: this.#id, path, ...params }, { isAlone: true, local: putting(path, list) });
  }

  valueAt(path) {
    return valueAt(this.data, path);
  }

  /** What a change at a path is called: what is done, by the outermost member with the place in a list, and the element. */
  #labelOf(path, method) {
    const { label, type, id } = this.#element;
    const { types } = this.#session;
    const name = label || (this.#isEdge ? "a connection" : type ? types.title(type) : id);
    const [member = "data", index] = path.startsWith(":") ? [path.slice(1)] : stepsOf(path);
    const place = /^\d+$/.test(index) ? ` ${Number(index) + 1}` : "";
    return `${DONE[method] ?? ""}${MEMBERS[path] ?? spelled(member)}${place} of ${name}`;
  }

  get #isEdge() {
    return this.#kind === "edge";
  }

  /** Puts a list at a pointer in place of what is there; `{index}` is its last item. */
  async #setList(path, list) {
    return (await this.#replace(path, list, true)) && { index: list.length - 1 };
  }

  /** Puts a value at a pointer by writing all data anew, with what was written before and is not confirmed yet. */
  #replace(path, value, isAlone = false) {
    const { method, params } = dataEdit(this.#kind, this.#id, replaced(this.data, path, value));
    return this.#send(path, method, params, { isAlone, local: putting(path, value) });
  }

  /**
   * Sends an edit; null if it was refused. Alone it is an undo step of its own; `local` is what it makes of the element, which is
   * shown from now on: when it is answered, the element is known to be so.
   */
  async #send(path, method, params, { isAlone = false, local } = {}) {
    const { view } = this.#session;
    if (isAlone) this.begin();
    const mergeKey = isAlone ? undefined : [view, this.#kind, this.#id, path, this.#visit].join(" ");
    this.pending += 1;
    let refusal = null;
    if (local) {
      this.#local.add(local);
      this.#hears.changed();
    }
    try {
      return await this.#session.edit(this.#labelOf(path, method), method, params, { ...(mergeKey && { mergeKey }) });
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
