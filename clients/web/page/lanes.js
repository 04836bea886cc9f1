// The bands of lanes, behind all else.

import { isIn } from "./rects.js";

/** `seen` is what of the canvas is painted. */
export function paintLanes(brush, seen) {
  const { colors, state } = brush;
  for (const { bounds, title } of state.lanes ?? []) {
    if (!isIn(bounds, seen)) continue;
    brush.round(bounds, 0);
    brush.fill(colors.soft, 0.05);
    brush.dashed([6, 5], () => brush.stroke(colors.soft, brush.atLeast(1.25, 1), 0.5));
    if (!title) continue;
    const size = Math.min(13 * brush.boost(2.4), bounds.height / 4);
    brush.text(title, bounds.x + 12, bounds.y + 8 + size, { size, weight: 600, color: colors.soft, width: bounds.width - 24 });
  }
}
