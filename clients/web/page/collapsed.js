// What a collapsed group conceals: the group as a pile of cards, and how many edges one stands for that ends there.

import { MEASURES } from "./drawing.js";
import { shape } from "./elements.js";

/** The pile behind a collapsed group, which is painted itself as a node. */
export function paintPile(brush, { x, y, width, height, selected }, radius) {
  for (let card = MEASURES.pileCards; card > 0; card--) {
    const inset = card * MEASURES.pileInset;
    const below = { x: x + inset, y: y + card * MEASURES.pileDrop, width: Math.max(0, width - 2 * inset), height };
    brush.round(below, radius);
    brush.fill(brush.colors.card);
    brush.stroke(selected ? brush.colors.accent : brush.colors.line, brush.atLeast(1, 0.75));
  }
}

const outline = shape("path");

/** The label of an edge, with the number of edges for which it stands; undefined for none. Kept until one changes. */
export function labelOf(edge) {
  if (!(edge.count > 1) || edge.path === undefined) return edge.label;
  edge.counted ??= counted(edge);
  return edge.counted;
}

function counted({ label, path, count }) {
  const times = `×${count.toLocaleString("en")}`;
  if (label) {
    const [...lines] = label.lines ?? [label.text.trim()];
    lines.push(`${lines.pop()} ${times}`);
    return { ...label, text: `${label.text} ${times}`, lines };
  }
  outline.setAttribute("d", path);
  const { x, y } = outline.getPointAtLength(outline.getTotalLength() / 2);
  return { text: times, x, y, isCount: true };
}
