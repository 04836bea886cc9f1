// The places of an edge's heads: at a handle, or where the path enters the node in whose middle it ends.

import { shape } from "./elements.js";

/** Steps from an end of a path in which the border of the node is looked for, and how near it is found. */
const STEPS = 64;
const EXACT = 0.1;

const outline = shape("path");

/** The heads that frames list, `{x, y, angle, open?, kind?, color?, isAtBorder?}`; without a list a closed one at the end. */
export function headsOf(edge, scene, types) {
  if (!edge.heads) {
    const numbers = numbersOf(edge.path);
    const listed = edge.arrows ?? [endOf(numbers)];
    edge.heads = listed.map((head) => atBorder(head, edge, numbers, scene, types));
  }
  return edge.heads;
}

function numbersOf(path) {
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
