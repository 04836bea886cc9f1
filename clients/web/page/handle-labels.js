// What handles are called, beside them inside of nodes that have room for it: the answers of a question, the inputs of a sum.

import { MEASURES } from "./drawing.js";

/** The size of letters, the least one that a long label has, how far from the border they stay, and how far apart rows are. */
const { rowLabel: SIZE, rowLeast: SMALLEST, rowInset: INSET, rowApart: LEAST } = MEASURES;

/** The labels that are painted: `{text, x, y, isRight}`; `top` and `bottom` are what of the node is free for them. */
export function handleLabels(node, top, bottom) {
  const found = [];
  for (const side of ["left", "right"]) {
    const handles = (node.handles ?? []).filter((handle) => handle.position === side);
    const named = handles.filter(({ label, y }) => label && y >= top && y <= bottom);
    const places = named.map(({ y }) => y).sort((one, other) => one - other);
    if (places.some((y, index) => y - places[index - 1] < LEAST)) continue;
    const isRight = side === "right";
    for (const { label, x, y } of named) found.push({ text: label, x: x + (isRight ? -INSET : INSET), y, isRight });
  }
  return found;
}

/** Paints them; those of the left and those of the right share the width. */
export function paintHandleLabels(brush, node, labels, color) {
  const isBoth = new Set(labels.map(({ isRight }) => isRight)).size > 1;
  const width = (isBoth ? node.width / 2 : node.width) - 2 * INSET;
  for (const { text, x, y, isRight } of labels) {
    const whole = brush.texts.line(text, SIZE, 500, Infinity).width;
    const size = Math.min(SIZE, Math.max(SMALLEST, (SIZE * width) / whole));
    const fitted = brush.texts.line(text, size, 500, width);
    brush.text(text, isRight ? x - fitted.width : x, y + 4, { size, weight: 500, color, width });
  }
}
