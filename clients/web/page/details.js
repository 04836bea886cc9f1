// A line of what a node holds, from the data that its item carries.

import { below, isObject } from "./pointer.js";
import { isRich } from "./schema.js";

/** What items of nodes carry, as `view/open` is asked for it. */
export const CONTENTS = { nodes: ["/data"] };

/** So many letters are read of a text. */
const LIMIT = 300;

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

/** The first of the values of an item that reads as a line. */
export function lineOf(item) {
  item.line ??= read(item.contents?.["/data"]);
  return item.line;
}

function read(data) {
  if (!isObject(data)) return "";
  for (const [name, value] of Object.entries(data)) {
    if (name === "label") continue;
    if (typeof value === "string" && value) return value.slice(0, LIMIT);
    if (isRich(value) && value.text) return value.text.slice(0, LIMIT);
    if (typeof value === "number" || typeof value === "boolean") return `${name}: ${value}`;
  }
  return "";
}
