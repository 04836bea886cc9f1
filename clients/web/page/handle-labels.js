// What handles are called, beside them inside of nodes that have room for it: the answers of a question, the inputs of a sum.

const SIZE = 11;
/** A long label has smaller letters, but no smaller ones than these. */
const SMALLEST = 8.25;
/** Labels stay so far away from the border. */
const INSET = 11;
/** Handles that are nearer to each other have no room for labels. */
const LEAST = 13;

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
