// Nodes seen from far off: specks of color, boxes, clusters.

import { MEASURES, trace } from "./drawing.js";
import { isFrame } from "./node-texts.js";
import { isIn, middleOf } from "./rects.js";
import { mixed } from "./theme.js";

/** Nodes too small for anything but their color, all of one color at once. */
export function paintSpecks(brush, nodes) {
  const { context, colors, look } = brush;
  const byColor = new Map();
  for (const node of nodes) {
    const own = node.color ?? mixed(look.types.color(node.type, colors), colors.card, 0.6);
    const color = node.selected ? colors.accent : own;
    if (!byColor.has(color)) byColor.set(color, []);
    byColor.get(color).push(node);
  }
  for (const [color, nodes] of byColor) {
    context.beginPath();
    for (const node of nodes) brush.moved(node, () => trace(context, node, node.shape, MEASURES.radius));
    brush.fill(color);
  }
}

/** Boxes in the colors of their nodes, on the frames of the containers among them, and the links between them; all that is in sight. */
export function paintBoxes(brush, boxes, links, seen) {
  const { context, colors, look } = brush;
  const nodes = [...boxes.values()].filter((node) => isIn(node.carried ? brush.scene.place(node) : node, seen));
  for (const node of nodes.filter(isFrame)) {
    const tint = look.types.color(node.type, colors);
    context.beginPath();
    trace(context, node, node.shape, MEASURES.groupRadius);
    brush.fill(node.color ?? tint, node.color ? 1 : MEASURES.groupFill);
    brush.stroke(node.selected ? colors.accent : tint, brush.atLeast(0, 1), node.selected ? 1 : 0.5);
  }
  paintLines(brush, boxes, links, seen);
  paintSpecks(brush, nodes.filter((node) => !isFrame(node)));
}

/** Straight lines between the middles of boxes, at once for all that look alike. */
function paintLines(brush, boxes, links, seen) {
  const { context, colors } = brush;
  for (const isSelected of [false, true]) {
    context.beginPath();
    for (const { source, target, selected = false } of links.values()) {
      if (selected !== isSelected || !boxes.has(source) || !boxes.has(target)) continue;
      const [from, to] = [middleOf(boxes.get(source)), middleOf(boxes.get(target))];
      const around = { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) };
      if (!isIn(around, seen)) continue;
      context.moveTo(from.x, from.y);
      context.lineTo(to.x, to.y);
    }
    brush.stroke(isSelected ? colors.accent : colors.edge, brush.atLeast(0, isSelected ? 2 : 1), isSelected ? 1 : 0.55);
  }
}

/** How large the disc of the greatest cluster is, and that of the least, in points. */
const DISC = { greatest: 30, least: 2.5 };

/**
 * Clusters in the color of the type most of their nodes have: the ground they cover, the denser the darker, and at its
 * centroid a disc, the larger the more nodes there are.
 */
export function paintClusters(brush, clusters, links) {
  const { colors, look, zoom } = brush;
  const colorOf = ({ type }) => (type ? look.types.color(type, colors) : colors.group);
  let most = 1;
  for (const { count } of clusters.values()) most = Math.max(most, count);
  for (const cluster of clusters.values()) {
    brush.round(cluster, brush.atLeast(0, 14));
    brush.fill(colorOf(cluster), 0.06 + 0.24 * Math.min(1, cluster.density));
  }
  paintLinks(brush, clusters, links);
  for (const cluster of clusters.values()) {
    const { center, count } = cluster;
    const radius = Math.max(DISC.least, DISC.greatest * Math.sqrt(count / most));
    brush.circle(center, radius / zoom);
    brush.fill(mixed(colorOf(cluster), colors.card, 0.35));
    brush.stroke(colorOf(cluster), brush.atLeast(0, 1.25));
    if (radius > 9) brush.centered(short(count), center.x, center.y, `600 ${10 / zoom}px`, colors.text);
  }
}

/** Links from centroid to centroid; more edges make a wider link. */
function paintLinks(brush, clusters, links) {
  let most = 1;
  for (const { count } of links.values()) most = Math.max(most, count);
  for (const { source, target, count } of links.values()) {
    const [from, to] = [clusters.get(source)?.center, clusters.get(target)?.center];
    if (!from || !to) continue;
    const weight = Math.log1p(count) / Math.log1p(most);
    brush.through([from, to]);
    brush.stroke(brush.colors.edge, brush.atLeast(0, 0.5 + 2.5 * weight), 0.08 + 0.5 * weight ** 2);
  }
}

function short(count) {
  if (count < 1000) return String(count);
  if (count >= 999_500) return `${(count / 1e6).toFixed(1)}M`;
  return `${Number((count / 1000).toPrecision(count < 9950 ? 2 : 3))}k`;
}
