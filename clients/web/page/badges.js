// Marks at the corners of nodes: something is wrong with one, or the dialog that runs has come by.

/** How large a mark is on the canvas, and at least on the screen; from farther off it would be a blot. */
const RADIUS = { canvas: 8, points: 5.5 };
const NEAR = 0.16;
const EXCLAMATION = [[[0, -0.5], [0, 0.1]], [[0, 0.5], [0, 0.51]]];
const HOOK = [[[-0.42, 0.05], [-0.1, 0.36], [0.45, -0.32]]];

/** What is wrong with a node, as its mark shows it: `error`, `warning` or undefined. */
export function markOf({ look }, node) {
  return look.diagnostics.markOf(node.id);
}

/** Paints a disc at a point with strokes on it, which are of its radius; nothing from far off. */
export function paintDisc(brush, at, color, strokes, width = 1 / 3.6) {
  if (brush.zoom < NEAR) return;
  const { card } = brush.colors;
  const radius = brush.atLeast(RADIUS.canvas, RADIUS.points);
  brush.circle(at, radius);
  brush.fill(color);
  brush.stroke(card, radius / 5);
  for (const stroke of strokes) {
    brush.through(stroke.map(([right, down]) => ({ x: at.x + right * radius, y: at.y + down * radius })));
    brush.stroke(card, radius * width);
  }
}

/** A point inside of a corner of a node, where its disc lies. */
function cornerOf(brush, { x, y, width }, isRight) {
  const inset = brush.atLeast(RADIUS.canvas, RADIUS.points) * 0.4;
  return { x: isRight ? x + width - inset : x + inset, y: y + inset };
}

export function paintBadge(brush, node) {
  const mark = markOf(brush, node);
  const { bad, warn } = brush.colors;
  if (mark) paintDisc(brush, cornerOf(brush, node, true), mark === "error" ? bad : warn, EXCLAMATION);
}

/** What the dialog that runs has to do with a node: it is `here`, it has `passed` it, or undefined. */
export function passageOf({ look, state }, node) {
  if (!look.trail.nodes.has(node.id)) return undefined;
  return state.running?.node === node.id ? "here" : "passed";
}

/** Paints a hook on the upper left corner of a node that the dialog has passed. */
export function paintPassed(brush, node) {
  if (passageOf(brush, node)) paintDisc(brush, cornerOf(brush, node, false), brush.colors.good, HOOK);
}
