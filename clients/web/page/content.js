// Edits of one node or edge by hand: what is typed in one go is one undo step.

import { difference, settingEdit, valueAt } from "./pointer.js";

export class Content {
  /** Requests that are not answered yet: until then what is on the screen is newer than what is known. */
  pending = 0;
  #session;
  #kind;
  #id;
  #element;
  #hears;
  #visit = 0;

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
    this.#visit += 1;
  }

  /** Sets a member of the element itself; undefined takes it away. */
  setMember(name, value) {
    return this.#send(`/${name}`, `${this.#kind}/update`, { id: this.#id, patch: { [name]: value ?? null } });
  }

  /** Puts a value at a pointer into the data; undefined takes it away. */
  set(path, value) {
    const { method, params } = settingEdit(this.#id, this.data, path, value);
    return this.#send(path, method, params);
  }

  /** Makes one text of another at a pointer to a text, plain or rich, by what differs. */
  write(path, before, after) {
    const change = difference(before, after);
    return change && this.#send(path, "text/replace", { node: this.#id, path, ...change });
  }

  insert(path, item, index) {
    return this.#send(path, "item/insert", { node: this.#id, path, item, index }, true);
  }

  move(path, index, to) {
    return this.#send(path, "item/move", { node: this.#id, path, index, to }, true);
  }

  remove(path, index) {
    return this.#send(path, "item/remove", { node: this.#id, path, index }, true);
  }

  valueAt(path) {
    return valueAt(this.data, path);
  }

  /** Sends an edit; null if it was refused. Alone it is an undo step of its own. */
  async #send(path, method, params, isAlone = false) {
    const { document, view } = this.#session;
    if (isAlone) this.begin();
    const mergeKey = isAlone ? undefined : [view, this.#kind, this.#id, path, this.#visit].join(" ");
    this.pending += 1;
    let refusal = null;
    try {
      return await this.#session.request(method, { document, ...params, ...(mergeKey && { mergeKey }) });
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
