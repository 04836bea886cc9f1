// A text in a field that others may write at the same time.

import { rewrite } from "./carets.js";
import { difference } from "./pointer.js";
import { after, changed, changeOf, lettersOf, placeAfter } from "./text-changes.js";

/**
 * Sends what is typed, one replacement after the other, and takes in what others write: neither takes anything from the
 * other.
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
  #isSending = false;
  #isOpening = false;

  /**
   * `text` is `{open(shared, selection), close(shared), write(part, revision)}`. What others write is heard from when it is
   * open. `write` returns the reply, null if it was refused. Without `text` the field is written as a whole.
   */
  constructor(field, text) {
    this.#field = field;
    this.#text = text;
    if (!text) return;
    field.addEventListener("focus", () => this.#open());
    field.addEventListener("blur", () => this.#close());
  }

  /** Shows a text, or none, whatever is in the field. */
  show(text) {
    this.#known = lettersOf(text ?? "");
    this.#typed = [];
    rewrite(this.#field, text ?? "");
    this.#shown = this.#field.value;
  }

  /** Takes the text as the document has it, where nothing else says what was written. */
  meet(text) {
    if (this.#revision === null && this.#typed.length === 0) this.show(text);
  }

  /** Hears of changes of the text. */
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
    if (change) this.#typed.push([change]);
    if (this.#revision === null) this.#open();
    return this.#send();
  }

  async #open() {
    if (this.#isOpening) return;
    this.#isOpening = true;
    await this.#text.open(this, { start: 0, end: 0 });
    this.#isOpening = false;
  }

  #close() {
    this.#text.close(this);
    if (this.#typed.length === 0) this.#revision = null;
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

  async #send() {
    if (this.#isSending || this.#revision === null) return;
    this.#isSending = true;
    while (this.#typed.length > 0) {
      // One part is sent at a time, from the back to the front.
      const parts = this.#typed[0].toReversed().map((part) => [part]);
      this.#typed.splice(0, 1, ...parts);
      if (parts.length === 0) continue;
      const answer = await this.#text.write(this.#typed[0][0], this.#revision);
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
    this.#isSending = false;
    if (document.activeElement !== this.#field) this.#revision = null;
    else if (this.#revision === null) this.#open();
  }
}
