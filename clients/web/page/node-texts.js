// What nodes are called, and in which letters.

import { textsOn } from "./theme.js";

/** Whether a node holds others. */
export function isContainer(node) {
  return Boolean(node.container) || node.type === "group";
}

/** Whether it is painted as a frame around them, which can be seen. */
export function isFrame(node) {
  return isContainer(node) && !node.collapsed;
}

/** What a node is called on the page. */
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
