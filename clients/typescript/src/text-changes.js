// Changes of a text by several writers, brought on over one another: protocol-spec/sharing.md.

/**
 * A part of a text that is replaced, in letters of the text before. A change is a list of parts from its beginning on.
 *
 * @typedef {{ from: number; to: number; text: string }} Part
 */

/**
 * The change that the operations of the server make, which come from the back to the front.
 *
 * @param {Part[]} operations
 */
export const changeOf = (operations) => operations.slice().reverse();

/**
 * A text as its letters are counted: in Unicode scalars.
 *
 * @param {string} text
 */
export const lettersOf = (text) => [...text];

/**
 * The letters after a change.
 *
 * @param {string[]} letters
 * @param {Part[]} parts
 */
export function changed(letters, parts) {
  const result = [...letters];
  for (const { from, to, text } of parts.slice().reverse()) result.splice(from, to - from, ...text);
  return result;
}

/**
 * Where a place is after a change; `isAfterNew` if it comes to lie behind what is put in at it.
 *
 * @param {number} place
 * @param {Part[]} parts
 * @param {boolean} isAfterNew
 */
export function placeAfter(place, parts, isAfterNew) {
  let shift = 0;
  for (const { from, to, text } of parts) {
    if (from > place || (from === place && !isAfterNew)) break;
    const length = lettersOf(text).length;
    if (place < to) return from + shift + length;
    shift += length - (to - from);
  }
  return place + shift;
}

/**
 * A change brought on over another one of the same text; what it puts in comes `isFirst` where both put in some.
 *
 * @param {Part[]} parts
 * @param {Part[]} others
 */
export function after(parts, others, isFirst = false) {
  const [own, other] = [new Steps(parts), new Steps(others)];
  const result = new Builder();
  while (!own.isOver) {
    if (own.text && (isFirst || !other.text)) {
      result.put(own.text);
      own.passText();
    } else if (other.text) {
      result.keep(lettersOf(other.text).length);
      other.passText();
    } else {
      const count = Math.min(own.length, other.length);
      if (!other.drops && own.drops) result.drop(count);
      else if (!other.drops) result.keep(count);
      own.pass(count);
      other.pass(count);
    }
  }
  return result.parts;
}

/** A walk through the text before: text is put in before the part that it replaces goes. */
class Steps {
  #parts;
  #index = 0;
  #place = 0;
  #hasPut = false;

  /** @param {Part[]} parts */
  constructor(parts) {
    this.#parts = parts;
  }

  /** @returns {Part | undefined} */
  get #part() {
    return this.#parts[this.#index];
  }

  get isOver() {
    return this.#part === undefined;
  }

  /** What is put in here. */
  get text() {
    return this.#place === this.#part?.from && !this.#hasPut ? this.#part.text : "";
  }

  get drops() {
    return this.#part !== undefined && this.#place >= this.#part.from;
  }

  /** How many letters stay, or go. */
  get length() {
    if (!this.#part) return Infinity;
    return (this.drops ? this.#part.to : this.#part.from) - this.#place;
  }

  passText() {
    this.#hasPut = true;
    this.#leave();
  }

  /** @param {number} count */
  pass(count) {
    if (this.isOver) return;
    this.#place += count;
    this.#leave();
  }

  #leave() {
    if (!this.#part || this.#place !== this.#part.to || (!this.#hasPut && this.#part.text)) return;
    this.#index += 1;
    this.#hasPut = false;
  }
}

class Builder {
  /** @type {Part[]} */
  parts = [];
  #place = 0;

  /** @param {number} count */
  keep(count) {
    this.#place += count;
  }

  /** @param {string} text */
  put(text) {
    this.#here(this.#place).text += text;
  }

  /** @param {number} count */
  drop(count) {
    const part = this.#here(this.#place);
    this.#place += count;
    part.to = this.#place;
  }

  /**
   * The part that ends at a place, which may be new.
   *
   * @param {number} place
   */
  #here(place) {
    const last = this.parts.at(-1);
    if (last?.to === place) return last;
    const part = { from: place, to: place, text: "" };
    this.parts.push(part);
    return part;
  }
}
