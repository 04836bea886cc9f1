// What nodes are called, in which letters, and a line of what they hold, from the data that their items carry.

import { textsOn } from "./theme.js";
import { below, isObject } from "./pointer.js";
import { isRich } from "./schema.js";

export function isContainer(node) {
  return Boolean(node.container) || node.type === "group";
}

/** Whether it is painted as a frame around them, which can be seen. */
export function isFrame(node) {
  return isContainer(node) && !node.collapsed;
}

export function nameOf({ types }, node) {
  return node.label || (node.type ? types.title(node.type) : node.id);
}

/** What a node is called that may be out of sight. */
export function nameAt(session, id) {
  return nameOf(session, session.scene.nodes.get(id) ?? { id });
}

/** The letters of a text, as a node's style has them where it says something of them. */
export function lettersOf({ look }, letters) {
  if (!look) return letters;
  const weight = { bold: 700, normal: 400 }[look.fontWeight] ?? letters.weight;
  return { ...letters, weight, isItalic: look.fontStyle === "italic" };
}

/** The colors of its texts: a node may name its ground itself. */
export function textsOf({ colors }, node) {
  const color = node.look?.textColor;
  if (color) return { ...colors, text: color, soft: color };
  return node.color ? textsOn(node.color) : colors;
}

/** What items of nodes carry, as `view/open` is asked for it. */
export const CONTENTS = { nodes: ["/data"] };

/** So many letters are read of a text. */
const LIMIT = 300;

/** The first text among a node's own values that is no second label: `{path, value}`, plain or with marks; undefined for none. */
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
