// What is different in a view that compares: outlines and badges on items, removed ones as ghosts.

import { paintDisc } from "./badges.js";
import { paintFocus } from "./nodes.js";
import { grown, middleOf, union } from "./rects.js";

/** By difference: a color of the theme, the dashes of its outlines on the canvas, and the strokes of its sign. */
const MARKS = {
  __proto__: null,
  added: { color: "good", dash: [], sign: [[[-1, 0], [1, 0]], [[0, -1], [0, 1]]] },
  removed: { color: "bad", dash: [7, 5], sign: [[[-1, 0], [1, 0]]] },
  changed: { color: "warn", dash: [2, 4], sign: [[[-1, -0.5], [1, -0.5]], [[-1, 0.5], [1, 0.5]], [[0.6, -1.1], [-0.6, 1.1]]] },
  moved: { color: "accent", dash: [9, 4, 2, 4], sign: [[[-1, 0], [1, 0]], [[0.2, -0.8], [1, 0], [0.2, 0.8]]] },
};

/** What an item covers with where it was, if that is painted, too. */
export function withFormer(item, place) {
  return item.from ? union(place, formerOf(item)) : place;
}

function formerOf({ from, width, height }) {
  return { x: from.x, y: from.y, width, height };
}

export function paintGhost(brush, kind, item) {
  const mark = MARKS.removed;
  const color = brush.colors[mark.color];
  if (kind === "edge") {
    if (!item.path) return;
    item.curve ??= new Path2D(item.path);
    brush.dashed(mark.dash, () => brush.stroke(color, brush.atLeast(2, 1.5), 0.8, item.curve));
  } else {
    brush.outline(item, item.shape, 8);
    brush.fill(color, 0.07);
    brush.dashed(mark.dash, () => brush.stroke(color, brush.atLeast(2, 1.5)));
    const size = 13 * brush.boost(2);
    if (item.label) brush.text(item.label, item.x + 10, item.y + item.height / 2 + size * 0.35, { size, weight: 500, color, width: item.width - 20 });
  }
  const isFocused = brush.state.focus?.[kind] === item.id;
  if (isFocused && kind === "node") paintFocus(brush, item, 8);
  else if (isFocused) brush.stroke(brush.colors.text, brush.atLeast(6, 5), 0.25, item.curve);
  paintBadge(brush, mark, kind, item);
}

/** The marks of an item that was painted: an outline and a badge, and the way from where it was. */
export function paintDifference(brush, kind, item) {
  const mark = MARKS[item.difference];
  if (!mark) return;
  const color = brush.colors[mark.color];
  if (item.from) paintWay(brush, item);
  if (kind === "edge") {
    if (!item.curve) return;
    brush.dashed(mark.dash, () => brush.stroke(color, brush.atLeast(7, 4), 0.4, item.curve));
  } else {
    const away = brush.atLeast(3, 2);
    brush.outline(grown(item, away), item.shape, 10);
    brush.dashed(mark.dash, () => brush.stroke(color, brush.atLeast(2.5, 1.5)));
  }
  paintBadge(brush, mark, kind, item);
}

function paintWay(brush, item) {
  const { color, dash } = MARKS.moved;
  const former = formerOf(item);
  brush.dashed(dash, () => {
    brush.outline(former, item.shape, 8);
    brush.stroke(brush.colors[color], brush.atLeast(1.5, 1), 0.7);
    brush.through([middleOf(former), middleOf(item)]);
    brush.stroke(brush.colors[color], brush.atLeast(1.5, 1), 0.7);
  });
}

function paintBadge(brush, { color, sign }, kind, item) {
  // Problems have the upper right corner.
  const at = kind === "edge" ? middleOf(item.bounds) : item;
  const strokes = sign.map((stroke) => stroke.map(([right, down]) => [right / 2, down / 2]));
  paintDisc(brush, at, brush.colors[color], strokes, 1 / 4.5);
}
