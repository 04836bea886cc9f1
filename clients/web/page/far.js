// Nodes seen from far off: specks of colour, boxes, clusters.

import { mixed } from "./theme.js";

/** Nodes too small for anything but their colour, all of one colour at once. */
export function paintSpecks(brush, nodes) {
  const { context, colors, look } = brush;
  const byColor = new Map();
  for (const node of nodes) {
    const color = node.selected ? colors.accent : mixed(look.types.color(node.type, colors), colors.card, 0.6);
    if (!byColor.has(color)) byColor.set(color, []);
    byColor.get(color).push(node);
  }
  for (const [color, nodes] of byColor) {
    context.beginPath();
    for (const { x, y, width, height } of nodes) context.roundRect(x, y, width, height, Math.min(12, height / 2));
    brush.fill(color);
  }
}

export function paintBoxes(brush, nodes) {
  const { context, colors } = brush;
  for (const isSelected of [false, true]) {
    context.beginPath();
    for (const node of nodes) {
      if (Boolean(node.selected) === isSelected) context.rect(node.x, node.y, node.width, node.height);
    }
    brush.fill(isSelected ? colors.accent : colors.edge, isSelected ? 1 : 0.55);
  }
}

/** Cells of a grid as discs, the larger the more nodes lie in them, in the colour of what most of them are. */
export function paintClusters(brush, cells, edges) {
  const { colors, look } = brush;
  for (const edge of edges) {
    const width = (1 + Math.log1p(edge.count ?? 1)) / brush.zoom;
    if (edge.path) brush.stroke(colors.edge, width, 0.4, new Path2D(edge.path));
  }
  let most = 1;
  for (const cell of cells) most = Math.max(most, cell.count ?? 0);
  for (const cell of cells) {
    const weight = Math.log1p(cell.count ?? 1) / Math.log1p(most);
    const [x, y] = [cell.x + cell.width / 2, cell.y + cell.height / 2];
    const radius = (cell.width / 2) * (0.35 + 0.6 * weight);
    brush.circle({ x, y }, radius);
    const color = cell.color ?? (cell.type ? look.types.color(cell.type, colors) : colors.accent);
    brush.fill(color, 0.12 + 0.38 * weight);
    if (radius * brush.zoom < 9) continue;
    brush.centered(short(cell.count ?? 1), x, y, `600 ${10 / brush.zoom}px`, colors.text);
  }
}

function short(count) {
  if (count < 1000) return String(count);
  if (count >= 999_500) return `${(count / 1e6).toFixed(1)}M`;
  return `${Number((count / 1000).toPrecision(count < 9950 ? 2 : 3))}k`;
}
