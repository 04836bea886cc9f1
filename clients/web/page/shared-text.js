// A text in a field that others may write at the same time.

import { joined, rewrite } from "./carets.js";

/**
 * Sends what is typed, one change after the other, each for the text that the document has: what others write meanwhile
 * comes in between, and neither takes anything from the other.
 */
export class SharedText {
  #field;
  #send;
  /** The text as the document has it, as far as it is known here. */
  #known;
  /** What the change that is on its way makes of it. */
  #sent = null;
  #isSending = false;

  /** `send(before, after)` returns null where the change was refused, `stale` where others have been first. */
  constructor(field, send) {
    this.#field = field;
    this.#send = send;
  }

  /** Shows a text, or none, whatever is in the field. */
  show(text) {
    this.#known = text;
    rewrite(this.#field, text ?? "");
  }

  /** Takes the text as the document has it now, beside what is typed here. */
  meet(text) {
    const before = this.#known;
    if (before === undefined) return this.show(text);
    this.#known = text;
    const isOwn = text === this.#sent || text === this.#field.value;
    if (!isOwn && text !== before) rewrite(this.#field, joined(before, this.#field.value, text));
    return undefined;
  }

  /** Sends what was typed since. */
  async write() {
    if (this.#isSending) return;
    this.#isSending = true;
    while (this.#known !== undefined && this.#field.value !== this.#known) {
      const before = this.#known;
      this.#sent = this.#field.value;
      const answer = await this.#send(before, this.#sent);
      this.#sent = null;
      if (answer === null) {
        rewrite(this.#field, this.#known ?? "");
        break;
      }
      // A change that left the text as it was is not tried again and again.
      if (answer !== "stale" && this.#known === before) break;
    }
    this.#isSending = false;
  }
}
