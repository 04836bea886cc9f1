// Marks at the corners of nodes with which something is wrong.

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
