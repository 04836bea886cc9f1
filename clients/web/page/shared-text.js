// A text in a field that others may write at the same time.

import { after, changed, changeOf, lettersOf, placeAfter } from "./client/text-changes.js";
import { difference } from "./pointer.js";

/**
 * Sends what is typed, one replacement after the other, and takes in what others write: neither takes anything from the
 * other. One that is late sends nothing before `finish`.
 */
export class SharedText {
  #field;
  #text;
  /** The letters of the text as the document has it, as far as that is known here, and since when; null if it is not open. */
  #known = [];
  #revision = null;
  /** What was typed and is not in the known text yet. The first is on its way. */
  #typed = [];
  #shown = "";
  /** Settle when it is open, and when what was typed is sent; null while nothing of that is under way. */
  #opening = null;
  #sending = null;
  /** Whether the first of what was typed is on its way. */
  #isFlying = false;
  #isLate;
  #isWaiting;

  /**
   * `text` is `{open(shared, selection), close(shared), write(part, revision, whole), replace(whole)}`. What others write is heard
   * from when it is open. `write` returns the reply, null if it was refused. Without `text` the field is written as a whole.
   */
  constructor(field, text, { isLate = false } = {}) {
    this.#field = field;
    this.#text = text;
    this.#isLate = this.#isWaiting = isLate;
    if (!text) return;
    text.register?.(this);
    field.addEventListener("focus", () => this.#open());
    field.addEventListener("blur", () => this.#close());
  }

  /** Shows a text, or none, whatever is in the field. */
  show(text) {
    this.#known = lettersOf(text ?? "");
    this.drop();
    this.#isWaiting = this.#isLate;
    const change = difference(this.#field.value, text ?? "");
    if (change) this.#change([change]);
    this.#shown = this.#field.value;
  }

  /** Takes the text as the document has it, where nothing else says what was written. */
  meet(text) {
    if (this.#revision === null && this.#typed.length === 0) this.show(text);
  }

  hear(changes) {
    for (const { revision, operations, text } of changes) {
      if (operations && this.#revision !== null && revision > this.#revision) this.#take(changeOf(operations), revision);
      if (text === undefined) continue;
      const other = difference(this.#known.join(""), text);
      this.#take(other ? [other] : [], revision);
    }
    this.#send();
  }

  /** Sends what was typed since. */
  write() {
    const change = difference(this.#shown, this.#field.value);
    this.#shown = this.#field.value;
    if (change && !this.#extend(change)) this.#typed.push([change]);
    if (this.#revision === null) this.#open();
    return this.#send();
  }

  /** Makes a change a part of the last one that is not on its way, where it lies in what that puts in. */
  #extend({ from, to, text }) {
    const [last, ...others] = this.#typed.slice(this.#isFlying ? 1 : 0).at(-1) ?? [];
    if (!last || others.length > 0) return false;
    const letters = lettersOf(last.text);
    if (from < last.from || to > last.from + letters.length) return false;
    last.text = changed(letters, [{ from: from - last.from, to: to - last.from, text }]).join("");
    return true;
  }

  /** Sends what was typed; settles when that is done. */
  async finish() {
    this.#isWaiting = false;
    await this.#opening;
    await this.#send();
  }

  drop() {
    this.#typed = [];
    this.#isFlying = false;
  }

  /** Sends what waits at once, as a whole: the text may be elsewhere, or another one open, before it could be sent in parts. */
  flush() {
    const isWaiting = this.#typed.length > (this.#isFlying ? 1 : 0);
    const { value } = this.#field;
    this.drop();
    this.#known = lettersOf(value);
    this.#revision = null;
    if (isWaiting) this.#text.replace(value);
  }

  #open() {
    const { value, selectionStart, selectionEnd } = this.#field;
    const [start, end] = [selectionStart, selectionEnd].map((unit) => lettersOf(value.slice(0, unit ?? 0)).length);
    this.#opening ??= this.#text.open(this, { start, end }).finally(() => (this.#opening = null));
  }

  /** What was typed is sent before: at once, where the text is not open yet and another one may be opened first. */
  #close() {
    if (this.#typed.length > 0 && (this.#revision !== null || this.#isWaiting)) return;
    if (this.#typed.length > 0) this.flush();
    this.#revision = null;
    this.#text.close(this);
  }

  #take(change, revision) {
    let other = change;
    this.#known = changed(this.#known, other);
    this.#typed = this.#typed.map((own) => {
      const brought = after(own, other);
      other = after(other, own, true);
      return brought;
    });
    this.#change(other);
    this.#revision = revision;
  }

  /** Changes what is in the field; the caret keeps its place. */
  #change(parts) {
    if (parts.length === 0) return;
    const field = this.#field;
    const { value, selectionStart, selectionEnd, selectionDirection, scrollTop } = field;
    const letters = changed(lettersOf(value), parts);
    field.value = this.#shown = letters.join("");
    // A date has no caret.
    if (selectionStart === null) return;
    const moved = (unit, isAfterNew) => {
      const place = placeAfter(lettersOf(value.slice(0, unit)).length, parts, isAfterNew);
      return letters.slice(0, place).join("").length;
    };
    const end = moved(selectionEnd, false);
    const start = selectionStart === selectionEnd ? end : Math.min(moved(selectionStart, true), end);
    field.setSelectionRange(start, end, selectionDirection);
    field.scrollTop = scrollTop;
  }

  #send() {
    if (this.#isWaiting || this.#revision === null) return this.#sending;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
      if (this.#typed.length > 0) this.#send();
    });
    return this.#sending;
  }

  async #sendAll() {
    while (this.#typed.length > 0) {
      // One part is sent at a time, from the back to the front.
      const parts = this.#typed[0].toReversed().map((part) => [part]);
      this.#typed.splice(0, 1, ...parts);
      if (parts.length === 0) continue;
      this.#isFlying = true;
      const answer = await this.#text.write(this.#typed[0][0], this.#revision, this.#field.value);
      // It was given up meanwhile, or sent as a whole.
      if (!this.#isFlying) break;
      this.#isFlying = false;
      if (answer === null) {
        this.show(this.#known.join(""));
        this.#revision = null;
        break;
      }
      const { revision, changes = [] } = answer;
      this.hear(changes);
      this.#known = changed(this.#known, this.#typed.shift());
      this.#revision = revision;
    }
    if (document.activeElement !== this.#field) this.#close();
    else if (this.#revision === null) this.#open();
  }
}
