// A line of what each visible node holds, read from the document as nodes come into sight.

import { below, isObject } from "./pointer.js";
import { isRich } from "./schema.js";

const LIMIT = 300;

export class Details {
  #lines = new Map();
  #wanted = new Set();
  #isReading = false;

  /** `onChange(ids)` hears of nodes whose line is another one. */
  constructor(onChange) {
    this.onChange = onChange;
  }

  clear() {
    this.#lines.clear();
    this.#wanted.clear();
  }

  line(id) {
    return this.#lines.get(id);
  }

  /** Asks for the nodes that a frame shows for the first time. */
  async want(ids, connection, document) {
    for (const id of ids) if (!this.#lines.has(id)) this.#wanted.add(id);
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#wanted.size > 0) {
        const nodes = [...this.#wanted].slice(0, LIMIT);
        for (const id of nodes) this.#wanted.delete(id);
        const read = await connection.request("document/read", { document, nodes, edges: [] });
        for (const node of read.nodes) this.#lines.set(node.id, lineOf(node));
        this.onChange(nodes);
      }
    } catch {
      // Nodes that are gone meanwhile have no line.
    } finally {
      this.#isReading = false;
    }
  }

  /** Applies the changes of nodes in `document/changed`. */
  follow(nodes) {
    for (const [id, change] of Object.entries(nodes ?? {})) {
      if (change === null) this.#lines.delete(id);
      else if (change.whole) this.#lines.set(id, lineOf(change.whole));
      else if (change.set?.data !== undefined) this.#lines.set(id, lineOf(change.set));
      else if (change.unset?.includes("data")) this.#lines.set(id, "");
    }
    this.onChange(Object.keys(nodes ?? {}));
  }
}

/**
 * The text among a node's own values: `{path, value}`, plain or with marks; undefined for none.
 *
 * It is the first that is not a second label.
 */
export function textOf(node) {
  if (!isObject(node.data)) return undefined;
  for (const [name, value] of Object.entries(node.data)) {
    if (name !== "label" && (typeof value === "string" || isRich(value))) return { path: below("", name), value };
  }
  return undefined;
}

/** The first of a node's own values that reads as a line. */
function lineOf(node) {
  const data = node.data;
  if (!isObject(data)) return "";
  for (const [name, value] of Object.entries(data)) {
    if (name === "label") continue;
    if (typeof value === "string" && value) return value.slice(0, 300);
    if (isRich(value) && value.text) return value.text.slice(0, 300);
    if (typeof value === "number" || typeof value === "boolean") return `${name}: ${value}`;
  }
  return "";
}
