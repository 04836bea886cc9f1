// Nodes and groups as they are near by: what they hold, their handles, what shows that they are meant.

import { mixed } from "./theme.js";
import { corners, grown } from "./rects.js";

const DETAILED_ZOOM = 0.6;
/** Up to this height a node is one line. */
const LOW = 44;

/** Whether a node is painted as what lies behind others. */
export function isGroup(node) {
  return node.container === true;
}

/** A group without its handles, which are painted with the nodes of its z. */
export function paintGroup(brush, node) {
  const { colors, state } = brush;
  if (isFocused(brush, node)) paintFocus(brush, node, 14);
  brush.round(node, 14);
  brush.fill(colors.group, 0.08);
  if (state.gesture?.dropTarget === node.id || state.dropTarget?.node === node.id) brush.fill(colors.good, 0.08);
  const color = node.selected ? colors.accent : colors.group;
  const border = () => brush.stroke(color, brush.atLeast(1.25, 1), node.selected ? 1 : 0.5);
  if (node.selected) border();
  else brush.dashed([6, 5], border);
  const size = Math.min(13 * brush.boost(2.4), node.height / 4);
  const style = { size, weight: 600, color: colors.soft, width: node.width - 32 };
  brush.text(node.label ?? "", node.x + 16, node.y + 8 + size, style);
}

export function paintNode(brush, node) {
  const { colors, look, state, zoom } = brush;
  const isHovered = state.hover?.node === node.id;
  if (isGroup(node)) return paintGrips(brush, node, colors.group);
  const color = look.types.color(node.type, colors);
  const radius = radiusOf(node);
  const isNear = zoom >= DETAILED_ZOOM;
  const isLifted = isHovered || (node.selected && state.gesture?.kind === "drag");
  if (isNear) brush.shadow.paint(brush.context, node, radius, isLifted ? 1.5 : 1);
  if (node.selected) paintRing(brush, node, radius, colors.accent);
  if (isFocused(brush, node)) paintFocus(brush, node, radius);
  brush.round(node, radius);
  brush.fill(isNear && node.height > LOW ? colors.card : mixed(color, colors.card, 0.16));
  const border = node.selected ? colors.accent : isHovered || !isNear ? color : colors.line;
  const width = node.selected ? brush.atLeast(1.5, 1.5) : brush.atLeast(1, 0.75);
  brush.stroke(border, width, node.selected || !isHovered ? 1 : 0.7);
  if (isNear) paintContent(brush, node, color);
  else paintName(brush, node);
  paintGrips(brush, node, color);
}

/** What a node is taken by: its handles, and its corners if it alone is selected. */
function paintGrips(brush, node, color) {
  paintHandles(brush, node, color);
  if (node.selected && brush.state.selection.nodes === 1) paintCorners(brush, node);
}

/** What has the focus shows it, except where a press has selected it as well. */
function isFocused({ state, look }, node) {
  return state.focus?.node === node.id && (look.isKeyboard || !node.selected);
}

function paintFocus(brush, node, radius) {
  const away = brush.atLeast(5, 5);
  brush.round(grown(node, away), radius + away);
  brush.stroke(brush.colors.text, brush.atLeast(2, 2));
}

/** All that `paintNode` makes of a node except where it is, as a text. */
export function appearanceOf(brush, node) {
  const { colors, look, state } = brush;
  const { x, y, width, height, type, selected } = node;
  const marks = [
    selected, node.interactive, state.hover?.node === node.id, isFocused(brush, node), isDrafting(state),
    selected && state.gesture?.kind === "drag", selected && state.selection.nodes === 1,
  ];
  const handles = (node.handles ?? []).map((handle) => {
    return `${handle.type} ${Math.round((handle.x - x) * 8)} ${Math.round((handle.y - y) * 8)}`;
  });
  const texts = [type, nameOf(brush, node), type && look.types.title(type), look.details.line(node.id)];
  const flags = marks.map((mark) => (mark ? 1 : 0)).join("");
  return [width, height, look.types.color(type, colors), flags, ...handles, ...texts].join("|");
}

function isDrafting({ gesture }) {
  return gesture?.kind === "connect" || gesture?.kind === "reconnect";
}

function radiusOf(node) {
  return node.height <= LOW ? node.height / 2 : Math.min(12, node.height / 2, node.width / 2);
}

function paintRing(brush, node, radius, color) {
  const width = brush.atLeast(4, 4);
  brush.round(grown(node, width / 2), radius + width / 2);
  brush.stroke(color, width, 0.28);
}

/** A node near enough to be read: its icon, its type, its name and a line of what it holds. */
function paintContent(brush, node, color) {
  if (node.height <= LOW) return paintLine(brush, node, color);
  const { colors, look } = brush;
  const { x, y, width, height } = node;
  const line = height >= 74 ? look.details.line(node.id) : "";
  const top = line ? y + 11 : y + (height - 34) / 2;
  const tile = { x: x + 12, y: top, width: 34, height: 34 };
  brush.round(tile, 9);
  brush.fill(color, 0.14);
  brush.icon(look.types.icon(node.type), tile.x + 6, tile.y + 6, 22, color);
  const [left, room] = [x + 56, width - 68];
  if (node.type) {
    const style = { size: 9, weight: 700, color, width: room, spacing: 0.6 };
    brush.text(look.types.title(node.type).toUpperCase(), left, top + 11, style);
  }
  const style = { size: 13.5, weight: 600, color: colors.text, width: room };
  brush.text(nameOf(brush, node), left, top + (node.type ? 28 : 22), style);
  if (!line) return;
  brush.text(line, x + 13, y + height - 15, { size: 11, weight: 400, color: colors.soft, width: width - 26 });
}

/** A low node: its icon and its name in the middle. */
function paintLine(brush, node, color) {
  const { x, y, width, height } = node;
  const name = nameOf(brush, node);
  const side = Math.min(20, height - 12);
  const room = width - side - 32;
  const text = brush.texts.line(name, 13, 600, room);
  const start = x + (width - side - 6 - text.width) / 2;
  brush.icon(brush.look.types.icon(node.type), start, y + (height - side) / 2, side, color);
  const style = { size: 13, weight: 600, color: brush.colors.text, width: room };
  brush.text(name, start + side + 6, y + height / 2 + 4.5, style);
}

/** A node too small for that: its name on one line or two, as large as it fits. */
function paintName(brush, node) {
  const name = nameOf(brush, node);
  const room = node.width - 16;
  const wanted = 11.5 * brush.boost(6);
  const [high, low] = [0.5, 0.38].map((share) => Math.min(wanted, node.height * share));
  const one = (high * room) / Math.max(room, brush.texts.line(name, high, 600, Infinity).width);
  const isOne = one >= low;
  const size = isOne ? one : low;
  const lines = isOne ? [name] : brush.texts.lines(name, size, 600, room, 2);
  if (size * brush.zoom < 4) return;
  const first = node.y + node.height / 2 - ((lines.length - 1) * size * 1.12) / 2;
  lines.forEach((line, index) => {
    const y = first + index * size * 1.12;
    brush.centered(line, node.x + node.width / 2, y, `600 ${size}px`, brush.colors.text);
  });
}

function nameOf({ look }, node) {
  return node.label || (node.type ? look.types.title(node.type) : node.id);
}

/** Handles are larger on nodes that are to be drawn live, and on all while an edge is being drawn. */
function paintHandles(brush, node, color) {
  const { colors, state, zoom } = brush;
  const isLive = node.interactive || isDrafting(state);
  if (zoom < 0.2 || zoom < 0.45 && !isLive) return;
  const radius = isLive ? 6 : 4.5;
  for (const handle of node.handles ?? []) {
    const isSource = handle.type === "source";
    brush.circle(handle, radius);
    brush.fill(isSource ? color : colors.card);
    brush.stroke(isSource ? colors.card : isLive ? color : colors.edge, 1.75);
  }
}

function paintCorners(brush, node) {
  if (brush.zoom < 0.3 || brush.state.gesture?.kind === "drag") return;
  const side = 8 / brush.zoom;
  for (const { x, y } of corners(node)) {
    brush.round({ x: x - side / 2, y: y - side / 2, width: side, height: side }, side / 4);
    brush.fill(brush.colors.card);
    brush.stroke(brush.colors.accent, 1.5 / brush.zoom);
  }
}
