// What a collapsed group conceals: the group as a pile of cards, and how many edges one stands for that ends there.

/** By how much each card of the pile is lower and narrower than the one before it, on the canvas. */
const STEP = { down: 4, in: 6 };
const CARDS = 2;

/** The pile behind a collapsed group, which is painted itself as a node. */
export function paintPile(brush, { x, y, width, height, selected }, color, radius) {
  for (let card = CARDS; card > 0; card--) {
    const inset = card * STEP.in;
    const below = { x: x + inset, y: y + card * STEP.down, width: Math.max(0, width - 2 * inset), height };
    brush.round(below, radius);
    brush.fill(brush.colors.card);
    brush.stroke(selected ? brush.colors.accent : color, brush.atLeast(1, 0.75), 0.65);
  }
}

const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");

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
  shape.setAttribute("d", path);
  const { x, y } = shape.getPointAtLength(shape.getTotalLength() / 2);
  return { text: times, x, y, isCount: true };
}
