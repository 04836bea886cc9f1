// Edges with their heads and labels.

export function paintEdge(brush, edge) {
  const { context, colors, state, look } = brush;
  edge.shape ??= new Path2D(edge.path);
  const width = brush.atLeast(1.75, 1.1);
  if (edge.selected) brush.stroke(colors.accent, width + brush.atLeast(6, 5), 0.22, edge.shape);
  const isMeant = state.hover?.edge === edge.id || state.dropTarget?.edge === edge.id;
  const color = edge.selected ? colors.accent : isMeant ? colors.text : colors.edge;
  const rate = look.flow.get(edge.id);
  if (rate !== undefined) {
    context.setLineDash([6, 6]);
    context.lineDashOffset = -((look.time / 1000) * rate) % 12;
  }
  brush.stroke(color, edge.selected || isMeant ? width * 1.4 : width, 1, edge.shape);
  if (rate !== undefined) context.setLineDash([]);
  for (const head of edge.arrows ?? []) paintArrow(brush, head, color);
}

function paintArrow(brush, head, color) {
  const { context } = brush;
  context.save();
  context.translate(head.x, head.y);
  context.rotate(head.angle);
  context.beginPath();
  context.moveTo(-5, 0);
  context.lineTo(-15, -5.5);
  context.lineTo(-12.5, 0);
  context.lineTo(-15, 5.5);
  context.closePath();
  brush.fill(color);
  context.restore();
}

export function paintLabel(brush, edge) {
  if (!edge.label || brush.zoom < 0.22) return;
  const { colors } = brush;
  const size = 11 * brush.boost(1.7);
  const { text, width } = brush.texts.line(edge.label.text, size, 500, 200);
  const [left, top] = [edge.label.x - width / 2 - size * 0.6, edge.label.y - size * 0.85];
  const box = { x: left, y: top, width: width + size * 1.2, height: size * 1.7 };
  brush.round(box, box.height / 2);
  brush.fill(colors.card);
  brush.stroke(edge.selected ? colors.accent : colors.line, 1);
  const color = edge.selected ? colors.accent : colors.soft;
  brush.centered(text, edge.label.x, edge.label.y + size * 0.05, `500 ${size}px`, color);
}
