// Marks at the corners of nodes: something is wrong with one, or the dialog that runs has come by.

/** How large a mark is on the canvas, and at least on the screen; from farther off it would be a blot. */
const RADIUS = { canvas: 8, points: 5.5 };
const NEAR = 0.16;

/** What is wrong with a node, as its mark shows it: `error`, `warning` or undefined. */
export function markOf({ look }, node) {
  return look.diagnostics.markOf(node.id);
}

/** Paints the mark of a node on its upper right corner. */
export function paintBadge(brush, node) {
  const mark = markOf(brush, node);
  if (!mark || brush.zoom < NEAR) return;
  const { colors } = brush;
  const radius = brush.atLeast(RADIUS.canvas, RADIUS.points);
  const at = { x: node.x + node.width - radius * 0.4, y: node.y + radius * 0.4 };
  brush.circle(at, radius);
  brush.fill(mark === "error" ? colors.bad : colors.warn);
  brush.stroke(colors.card, radius / 5);
  brush.through([{ x: at.x, y: at.y - radius * 0.5 }, { x: at.x, y: at.y + radius * 0.1 }]);
  brush.stroke(colors.card, radius / 3.6);
  brush.circle({ x: at.x, y: at.y + radius * 0.5 }, radius / 6);
  brush.fill(colors.card);
}

/** What the dialog that runs has to do with a node: it is `here`, it has `passed` it, or undefined. */
export function passageOf({ look, state }, node) {
  if (!look.trail.nodes.has(node.id)) return undefined;
  return state.running?.node === node.id ? "here" : "passed";
}

/** Paints a hook on the upper left corner of a node that the dialog has passed. */
export function paintPassed(brush, node) {
  if (!passageOf(brush, node) || brush.zoom < NEAR) return;
  const { colors } = brush;
  const radius = brush.atLeast(RADIUS.canvas, RADIUS.points);
  const at = { x: node.x + radius * 0.4, y: node.y + radius * 0.4 };
  brush.circle(at, radius);
  brush.fill(colors.good);
  brush.stroke(colors.card, radius / 5);
  const hook = [[-0.42, 0.05], [-0.1, 0.36], [0.45, -0.32]];
  brush.through(hook.map(([x, y]) => ({ x: at.x + x * radius, y: at.y + y * radius })));
  brush.stroke(colors.card, radius / 3.6);
}
