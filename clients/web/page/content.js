// Edits of one node or edge by hand: what is typed in one go is one undo step.

import { dataEdit, replaced, settingEdit, stepsOf, valueAt } from "./pointer.js";
import { spelled } from "./types.js";

/** What members of elements are called that are not named as they are read. */
const MEMBERS = { __proto__: null, "/label": "Name", "/type": "Type", "/avoid": "Way" };

/** So many stretches of edits were begun. */
let visits = 0;

export class Content {
  /** Requests that are not answered yet: until then what is on the screen is newer than what is known. */
  pending = 0;
  #session;
  #kind;
  #id;
  #element;
  #hears;
  #visit = ++visits;

  /** `hears` is `{settled(), refused(path, message)}`: all is answered; an edit was not made. */
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

  get data() {
    return this.#element.data;
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
    return this.#send(`/${name}`, `${this.#kind}/update`, { id: this.#id, patch: { [name]: value ?? null } });
  }

  /** Puts a value at a pointer into the data; undefined takes it away. */
  set(path, value) {
    if (this.#isEdge) return this.#replace(path, value);
    const { method, params } = settingEdit(this.#id, this.data, path, value);
    return this.#send(path, method, params);
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
      write: (part, revision) => this.#send(path, "text/replace", { node: this.#id, path, ...part, revision }),
    };
  }

  insert(path, item, index) {
    const list = this.valueAt(path) ?? [];
    if (this.#isEdge || this.valueAt(path) === null) return this.#setList(path, list.toSpliced(index ?? list.length, 0, item));
    return this.#send(path, "item/insert", { node: this.#id, path, item, index }, { isAlone: true });
  }

  move(path, index, to) {
    if (this.#isEdge) {
      const list = this.valueAt(path);
      return this.#setList(path, list.toSpliced(index, 1).toSpliced(to, 0, list[index]));
    }
    return this.#send(path, "item/move", { node: this.#id, path, index, to }, { isAlone: true });
  }

  remove(path, index) {
    if (this.#isEdge) return this.#setList(path, this.valueAt(path).toSpliced(index, 1));
    return this.#send(path, "item/remove", { node: this.#id, path, index }, { isAlone: true });
  }

  valueAt(path) {
    return valueAt(this.data, path);
  }

  /** What a change at a path is called: by the outermost member, and the element. */
  #labelOf(path) {
    const { label, type, id } = this.#element;
    const { types } = this.#session;
    const name = label || (this.#isEdge ? "a connection" : type ? types.title(type) : id);
    return `${MEMBERS[path] ?? spelled(stepsOf(path)[0] ?? "data")} of ${name}`;
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
    const data = replaced(this.data, path, value);
    this.#element = { ...this.#element, data };
    const { method, params } = dataEdit(this.#kind, this.#id, data);
    return this.#send(path, method, params, { isAlone });
  }

  /**
   * Sends an edit; null if it was refused. Alone it is an undo step of its own.
   */
  async #send(path, method, params, { isAlone = false } = {}) {
    const { view } = this.#session;
    if (isAlone) this.begin();
    const mergeKey = isAlone ? undefined : [view, this.#kind, this.#id, path, this.#visit].join(" ");
    this.pending += 1;
    let refusal = null;
    try {
      return await this.#session.edit(this.#labelOf(path), method, params, { ...(mergeKey && { mergeKey }) });
    } catch (failure) {
      refusal = failure;
      return null;
    } finally {
      this.pending -= 1;
      if (refusal) this.#hears.refused(path, refusal.message);
      if (this.pending === 0) this.#hears.settled();
    }
  }
}
