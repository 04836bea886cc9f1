// Messages behind `Content-Length` headers, as in the Language Server Protocol, cut out of a stream of bytes.

import { ConnectionClosed } from "./errors.js";

/** In bytes. */
const HEADER_LIMIT = 4096;

/** In bytes; a longer text is no string of V8. */
const BODY_LIMIT = 2 ** 29 - 24;

const [RETURN, NEWLINE] = [13, 10];
const encoder = new TextEncoder();

/**
 * The bytes of one message, header and body.
 *
 * @param {string} text
 * @returns {Uint8Array}
 */
export function framed(text) {
  const body = encoder.encode(text);
  const head = encoder.encode(`Content-Length: ${body.length}\r\n\r\n`);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}

/** Looks at each byte a constant number of times, however the stream is cut into pieces. */
export class HeaderFraming {
  #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  /** @type {Uint8Array[]} */
  #pieces = [];
  #size = 0;
  /** How many bytes the message at hand has with its header; 0 while that is not known. */
  #needed = 0;
  #hear;

  /** @param {(text: string) => void} hear */
  constructor(hear) {
    this.#hear = hear;
  }

  /**
   * Takes the next bytes of the stream and hands on the messages that end in them.
   * Throws a `ConnectionClosed` at what is no message: nothing that follows can be understood.
   *
   * @param {Uint8Array} piece
   */
  feed(piece) {
    this.#pieces.push(piece);
    this.#size += piece.length;
    if (this.#size < this.#needed) return;
    const bytes = this.#pieces.length === 1 ? piece : joined(this.#pieces, this.#size);
    let start = 0;
    this.#needed = 0;
    while (start < bytes.length) {
      const body = bodyStart(bytes, start);
      if (body < 0) break;
      const end = body + contentLength(bytes.subarray(start, body));
      if (end > bytes.length) {
        this.#needed = end - start;
        break;
      }
      const text = this.#decoded(bytes.subarray(body, end));
      start = end;
      this.#hear(text);
    }
    this.#pieces = start < bytes.length ? [bytes.subarray(start)] : [];
    this.#size = bytes.length - start;
  }

  /** @param {Uint8Array} body */
  #decoded(body) {
    try {
      return this.#decoder.decode(body);
    } catch {
      throw new ConnectionClosed("the server sent a message that is not UTF-8");
    }
  }
}

/**
 * @param {Uint8Array[]} pieces
 * @param {number} size of all
 */
function joined(pieces, size) {
  const bytes = new Uint8Array(size);
  let place = 0;
  for (const piece of pieces) {
    bytes.set(piece, place);
    place += piece.length;
  }
  return bytes;
}

/**
 * Where the body of a message begins whose header begins at `start`; -1 if the header has no end yet.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 */
function bodyStart(bytes, start) {
  const stop = Math.min(bytes.length, start + HEADER_LIMIT);
  for (let end = bytes.indexOf(RETURN, start); end >= 0 && end < stop; end = bytes.indexOf(RETURN, end + 1)) {
    if (bytes[end + 1] === NEWLINE && bytes[end + 2] === RETURN && bytes[end + 3] === NEWLINE) return end + 4;
  }
  if (bytes.length - start >= HEADER_LIMIT) throw new ConnectionClosed("the server sent a header without an end");
  return -1;
}

/** @param {Uint8Array} header */
function contentLength(header) {
  const found = /^content-length:[ \t]*([0-9]{1,15})[ \t]*$/im.exec(String.fromCharCode(...header.subarray(0, 1000)));
  if (!found) throw new ConnectionClosed("the server sent a header without Content-Length");
  const length = Number(found[1]);
  if (length > BODY_LIMIT) throw new ConnectionClosed(`the server sent a message of ${length} bytes`);
  return length;
}
