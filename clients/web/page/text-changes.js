// Changes of a text by several writers: lists of parts `{from, to, text}` in letters of the text before, from its beginning on.

/** The change that the operations of the server make, which come from the back to the front. */
export const changeOf = (operations) => operations.toReversed();

/** A text as its letters are counted: in Unicode scalars. */
export const lettersOf = (text) => [...text];

/** The letters after a change. */
export function changed(letters, parts) {
  const result = [...letters];
  for (const { from, to, text } of parts.toReversed()) result.splice(from, to - from, ...text);
  return result;
}

/** Where a place is after a change; `isAfterNew` if it comes to lie behind what is put in at it. */
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

/** A change brought on over another one of the same text; what it puts in comes `isFirst` where both put in some. */
export function after(parts, others, isFirst = false) {
  const [own, other] = [new Steps(parts), new Steps(others)];
  const result = new Builder();
  while (!own.isOver) {
    if (own.text && (isFirst || !other.text)) result.put(own.text), own.passText();
    else if (other.text) result.keep(lettersOf(other.text).length), other.passText();
    else {
      const count = Math.min(own.length, other.length);
      if (!other.drops) own.drops ? result.drop(count) : result.keep(count);
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

  constructor(parts) {
    this.#parts = parts;
  }

  get #part() {
    return this.#parts[this.#index];
  }

  get isOver() {
    return this.#part === undefined;
  }

  /** What is put in here. */
  get text() {
    return !this.isOver && this.#place === this.#part.from && !this.#hasPut ? this.#part.text : "";
  }

  get drops() {
    return !this.isOver && this.#place >= this.#part.from;
  }

  /** How many letters stay, or go. */
  get length() {
    if (this.isOver) return Infinity;
    return (this.drops ? this.#part.to : this.#part.from) - this.#place;
  }

  passText() {
    this.#hasPut = true;
    this.#leave();
  }

  pass(count) {
    if (this.isOver) return;
    this.#place += count;
    this.#leave();
  }

  #leave() {
    if (this.#place !== this.#part.to || (!this.#hasPut && this.#part.text)) return;
    this.#index += 1;
    this.#hasPut = false;
  }
}

class Builder {
  parts = [];
  #place = 0;

  keep(count) {
    this.#place += count;
  }

  put(text) {
    this.#here(this.#place).text += text;
  }

  drop(count) {
    const part = this.#here(this.#place);
    this.#place += count;
    part.to = this.#place;
  }

  /** The part that ends at a place, which may be new. */
  #here(place) {
    if (this.parts.at(-1)?.to !== place) this.parts.push({ from: place, to: place, text: "" });
    return this.parts.at(-1);
  }
}
