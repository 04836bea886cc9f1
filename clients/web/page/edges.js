// Edges with their heads, labels and knobs.

import { MEASURES } from "./drawing.js";
import { labelOf } from "./collapsed.js";
import { paintPieces, piecesOf } from "./fitted.js";
import { shape } from "./elements.js";

/** A head as long and wide as in exported pictures, and as far from the middle of a handle. */
const HEAD = { length: MEASURES.headLength, half: MEASURES.headBreadth / 2, gap: MEASURES.headGap };
const WIDTH = MEASURES.edge;
/** The size of the letters of a label, the space on both sides of them, and how far its lines are apart. */
const { says: LETTERS, saysSpace: SPACE, saysLine: LINE, saysHeight: HEIGHT } = MEASURES;
/** From farther off heads would be blots. */
const NEAR = 0.16;

export function paintEdge(brush, edge) {
  const { context, state, look } = brush;
  edge.curve ??= new Path2D(edge.path);
  const width = brush.atLeast(edge.strokeWidth ?? WIDTH, 1.1);
  const { color, scale, halo, dash } = styleOf(brush, edge);
  const opacity = edge.opacity ?? 1;
  if (halo) brush.stroke(halo, width + brush.atLeast(6, 5), 0.22, edge.curve);
  const { animations } = state;
  const isFlowing = animations?.edges.includes(edge.id);
  if (isFlowing) {
    context.setLineDash(animations.dash);
    const period = animations.dash.reduce((sum, length) => sum + length, 0) || 1;
    context.lineDashOffset = -((look.time / 1000) * animations.rate) % period;
  } else if (dash) {
    context.setLineDash(dash);
  }
  brush.stroke(color, width * scale, opacity, edge.curve);
  if (isFlowing || dash) {
    context.setLineDash([]);
    context.lineDashOffset = 0;
  }
  if (brush.zoom < NEAR) return;
  const isMarked = color !== (edge.color ?? brush.colors.edge);
  const size = Math.max(1, (brush.atLeast(WIDTH, 1.1) * scale) / (WIDTH * 1.4));
  for (const head of headsOf(edge, brush.scene, brush.look.types)) {
    paintHead(brush, head, isMarked ? color : (head.color ?? color), size, opacity);
  }
}

/** What an edge means now: to be cut, to take what is dropped, selected, under the pointer, focused. */
function styleOf({ colors, state, look, zoom }, edge) {
  const { gesture, dropTarget, hover, focus, running } = state;
  if (gesture?.edges?.includes(edge.id)) return { color: colors.bad, scale: 1.4, halo: colors.bad, dash: [4 / zoom, 5 / zoom] };
  if (gesture?.dropEdge === edge.id || dropTarget?.edge === edge.id) return { color: colors.good, scale: 2, halo: colors.good };
  if (running?.edges.includes(edge.id)) return { color: colors.good, scale: 1.6, halo: colors.good };
  const isPassed = look.trail.edges.has(edge.id);
  const halo = focus?.edge === edge.id && (look.isKeyboard || !edge.selected) ? colors.text : null;
  const dash = edge.dash ?? (edge.animated ? [5, 5] : undefined);
  // A line with a color of its own keeps it: its type may say another for one that is selected.
  if (edge.selected) return { color: edge.color ?? colors.accent, scale: 1.5, halo: halo ?? colors.accent, dash };
  if (hover?.edge === edge.id) return { color: colors.text, scale: 1.4, halo, dash };
  if (isPassed) return { color: colors.good, scale: 1.2, halo, dash };
  return { color: edge.color ?? colors.edge, scale: 1, halo, dash };
}

function paintHead(brush, head, color, scale, opacity) {
  const [cos, sin] = [Math.cos(head.angle), Math.sin(head.angle)];
  const place = (back, side) => ({ x: head.x - back * cos - side * sin, y: head.y - back * sin + side * cos });
  const tip = head.isAtBorder ? 0 : HEAD.gap;
  const [base, half] = [tip + HEAD.length * scale, HEAD.half * scale];
  const { context } = brush;
  if (head.kind === "circle") {
    const { x, y } = place((tip + base) / 2, 0);
    context.beginPath();
    context.arc(x, y, (base - tip) / 2, 0, 2 * Math.PI);
  } else if (head.kind === "cross") {
    for (const side of [half, -half]) {
      brush.through([place(base, side), place(tip, -side)]);
      brush.stroke(color, scale * WIDTH, opacity);
    }
    return;
  } else {
    brush.through([place(base, half), place(tip, 0), place(base, -half)]);
    if (head.open) return brush.stroke(color, scale * WIDTH, opacity);
    context.closePath();
  }
  brush.fill(color, opacity);
  brush.stroke(color, scale, opacity);
}

/** Where an edge's label is painted, or would be: a rectangle of the canvas and the size of its letters. */
export function labelPlace(brush, { label, bounds }) {
  const size = labelSize(brush);
  const { x, y } = label ?? { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
  return { x: x - 60, y: y - size * 0.85, width: 120, height: size * 1.7, size, isLeft: false };
}

function labelSize(brush) {
  return LETTERS * brush.boost(2.2);
}

export function paintLabels(brush, edge) {
  const size = labelSize(brush);
  if (size * brush.zoom < 5.5) return;
  const label = labelOf(edge);
  if (label) paintLabel(brush, edge, label, size);
  for (const further of edge.labels ?? []) paintLabel(brush, edge, further, size);
}

function paintLabel(brush, edge, label, size) {
  const { colors, state } = brush;
  const { lines, box } = labelBox(brush.texts, label, size);
  const mark = state.gesture?.edges?.includes(edge.id) ? colors.bad : edge.selected ? colors.accent : null;
  brush.round(box, MEASURES.labelRadius * (size / LETTERS));
  brush.fill(colors.card);
  brush.stroke(mark ?? (state.hover?.edge === edge.id ? colors.edge : colors.line), 1);
  const letters = { size, color: mark ?? colors.soft };
  piecesOf(lines, label.text, label.runs && { text: label.text, runs: label.runs }).forEach((pieces, index) => {
    const y = label.y + (index - (lines.length - 1) / 2) * LINE * (size / LETTERS);
    paintPieces(brush, pieces, label.x, y + (MEASURES.saysBaseline * size) / LETTERS, letters);
  });
}

/** The lines of a label, and its box as the server has it where letters are not enlarged. */
export function labelBox(texts, label, size) {
  const scale = size / LETTERS;
  const lines = label.lines ?? [label.text.trim()];
  const wide = Math.max(...lines.map((line) => texts.line(line, size, 400, Infinity).width)) + 2 * SPACE * scale;
  const high = (HEIGHT + LINE * (lines.length - 1)) * scale;
  return { lines, box: { x: label.x - wide / 2, y: label.y - high / 2, width: wide, height: high } };
}

/** The bends that the user placed on an edge that is selected, to be drawn elsewhere. */
export function paintKnobs(brush, edge) {
  for (const waypoint of edge.waypoints) {
    brush.circle(waypoint, brush.atLeast(4.5, 4));
    brush.fill(brush.colors.card);
    brush.stroke(brush.colors.accent, brush.atLeast(1.5, 1.25));
  }
}

/** Steps from an end of a path in which the border of the node is looked for, and how near it is found. */
const STEPS = 64;
const EXACT = 0.1;

const outline = shape("path");

/** The heads that frames list, `{x, y, angle, open?, kind?, color?, isAtBorder?}`; without a list a closed one at the end. */
function headsOf(edge, scene, types) {
  if (!edge.heads) {
    const numbers = numbersOf(edge.path);
    const listed = edge.arrows ?? [endOf(numbers)];
    edge.heads = listed.map((head) => atBorder(head, edge, numbers, scene, types));
  }
  return edge.heads;
}

/** The numbers of a path. */
export function numbersOf(path) {
  return (path.match(/[-+]?[\d.]+(?:e[-+]?\d+)?/gi) ?? []).map(Number);
}

/** Where a path ends, by its numbers (of M, L, Q, C with absolute places), and at which angle it comes there. */
function endOf(numbers) {
  const [x, y] = numbers.slice(-2);
  for (let at = numbers.length - 4; at >= 0; at -= 2) {
    const [dx, dy] = [x - numbers[at], y - numbers[at + 1]];
    if (dx || dy) return { x, y, angle: Math.atan2(dy, dx) };
  }
  return { x, y, angle: 0 };
}

function atBorder(head, edge, numbers, scene, types) {
  const by = scene.offset(edge) ?? { x: 0, y: 0 };
  const frame = scene.centered(head.x + by.x, head.y + by.y);
  // A head ends before the circle of a handle, and touches an outline without one.
  if (!frame) return scene.isAtOutline(head.x, head.y, types) ? { ...head, isAtBorder: true } : head;
  const [left, top] = [frame.x - by.x, frame.y - by.y];
  const isOut = ({ x, y }) => x < left || y < top || x > left + frame.width || y > top + frame.height;
  outline.setAttribute("d", edge.path);
  const length = outline.getTotalLength();
  const isStart = Math.hypot(head.x - numbers[0], head.y - numbers[1]) < EXACT;
  const place = (back) => outline.getPointAtLength(isStart ? back : length - back);
  let [inner, outer] = [0, length / STEPS];
  while (outer < length && !isOut(place(outer))) [inner, outer] = [outer, outer + length / STEPS];
  if (outer >= length) return head;
  while (outer - inner > EXACT) {
    const middle = (inner + outer) / 2;
    if (isOut(place(middle))) outer = middle;
    else inner = middle;
  }
  const [tip, before] = [place(inner), place(outer + 1)];
  const angle = Math.atan2(tip.y - before.y, tip.x - before.x);
  return { ...head, x: tip.x, y: tip.y, angle, isAtBorder: true };
}
