// Nodes and containers as they are near by: what they hold, their handles, what shows that they are meant.

import { corners, grown } from "./rects.js";
import { mixed } from "./theme.js";
import { markOf, paintBadge, paintPassed, passageOf } from "./badges.js";
import { innerOf, MEASURES } from "./drawing.js";
import { contentPlace, headOf, paintContent, titleOf } from "./cards.js";
import { isContainer, isFrame, lettersOf, lineOf, textsOf } from "./node-texts.js";
import { paintPile } from "./collapsed.js";
import { paintPieces, piecesOf, sizingOf } from "./fitted.js";
import { paintValue } from "./values.js";

/** From farther off cards are names alone. */
export const DETAILED_ZOOM = 0.4;

export function paintContainer(brush, node) {
  const { colors, look, state } = brush;
  const tint = look.types.color(node.type, colors);
  const radius = cornersOf(brush, node, MEASURES.groupRadius);
  if (isFocused(brush, node) && !isAlone(brush, node)) paintFocus(brush, node, radius);
  brush.outline(node, node.shape, radius);
  brush.fill(node.color ?? tint, node.color ? 1 : MEASURES.groupFill);
  if (state.gesture?.dropTarget === node.id || state.dropTarget?.node === node.id) brush.fill(colors.good, 0.08);
  const own = borderOf(node, GROUP_DASH);
  const color = node.selected ? colors.accent : own.color ?? tint;
  if (own.width > 0 || node.selected) {
    const width = brush.atLeast(own.width, 1);
    const share = node.selected || own.color ? 1 : MEASURES.groupLine;
    brush.dashed(node.selected ? [] : own.dash, () => brush.stroke(color, width, share), "butt");
  }
  paintGroupTitle(brush, node);
  paintHandles(brush, node, tint);
  paintPassed(brush, node);
  paintBadge(brush, node);
}

export function paintNode(brush, node) {
  const { colors, look, state, zoom } = brush;
  const isHovered = state.hover?.node === node.id;
  const color = look.types.color(node.type, colors);
  const radius = cornersOf(brush, node, MEASURES.radius);
  const isNear = zoom >= DETAILED_ZOOM;
  const isLifted = isHovered || (node.selected && state.gesture?.kind === "drag");
  if (isNear) paintShades(brush, node, radius, isLifted);
  if (isFocused(brush, node) && !isAlone(brush, node)) paintFocus(brush, node, radius);
  else if (node.selected) paintRing(brush, node, radius, colors.accent);
  else if (passageOf(brush, node) === "here") paintRing(brush, node, radius, colors.good);
  if (node.collapsed && isContainer(node)) paintPile(brush, node, radius);
  brush.outline(node, node.shape, radius);
  const isPlain = isNear && (!node.type || headOf(brush, node));
  brush.fill(node.color ?? (isPlain ? colors.card : mixed(color, colors.card, MEASURES.tint)));
  const own = borderOf(node);
  const plain = isHovered || !isNear ? color : colors.line;
  const border = node.selected ? colors.accent : own.color ?? plain;
  const width = node.selected ? brush.atLeast(Math.max(1.5, own.width), 1.5) : brush.atLeast(own.width, 0.75);
  if (own.width > 0 || node.selected) {
    brush.dashed(own.dash, () => brush.stroke(border, width, node.selected || own.color || !isHovered ? 1 : 0.7), "butt");
  }
  if (isNear) paintContent(brush, node, color);
  else paintName(brush, node);
  paintHandles(brush, node, color);
  if (isNear) paintValue(brush, node);
  paintCorners(brush, node);
  paintPassed(brush, node);
  paintBadge(brush, node);
}

/** What has the focus shows it, except where a press has selected it as well. */
function isFocused({ state, look }, node) {
  return state.focus?.node === node.id && (look.isKeyboard || !node.selected);
}

/** What alone is selected has one ring, which says that the keyboard is there, too. */
function isAlone({ state }, { selected }) {
  return Boolean(selected) && state.selection.nodes + state.selection.edges === 1;
}

export function paintFocus(brush, node, radius) {
  const away = brush.atLeast(5, 5);
  brush.outline(grown(node, away), node.shape, radius + away);
  brush.stroke(brush.colors.accent, brush.atLeast(2, 2));
}

/** How far from its upper border what a group holds begins, unless people lay it elsewhere. */
const HELD = 24;

/** The dashes of a group's border, unless its style says another line. */
const GROUP_DASH = MEASURES.groupDash;

/** The border that a node's style says, as in pictures: `{color, width, dash}`. */
function borderOf({ look = {} }, plain = []) {
  const { borderColor: color, borderWidth = 1, borderStyle: style } = look;
  const width = style === "none" ? 0 : borderWidth;
  const unit = Math.max(width, 1);
  const line = style ?? (color || look.borderWidth !== undefined ? "solid" : undefined);
  const dash = { dashed: [5 * unit, 4 * unit], dotted: [1.5 * unit, 2 * unit], solid: [] }[line] ?? plain;
  return { color, width, dash };
}

/** All that `paintNode` makes of a node except where it is, as a text. */
export function appearanceOf(brush, node) {
  const { colors, look, state } = brush;
  const { x, y, width, height, type, shape, selected, color = "" } = node;
  const marks = [
    selected, node.interactive, state.hover?.node === node.id, isFocused(brush, node), isDrafting(state),
    selected && state.gesture?.kind === "drag", selected && state.selection.nodes === 1, node.collapsed, isContainer(node),
  ];
  const handles = (node.handles ?? []).map((handle) => {
    return `${handle.type} ${Math.round((handle.x - x) * 8)} ${Math.round((handle.y - y) * 8)} ${handle.label && !brush.scene.isSaid(node, handle) ? handle.label : ""}`;
  });
  const texts = [type, titleOf(brush, node), type && look.types.title(type), lineOf(node), sizingOf(look, node)?.text];
  const value = look.values.shown(node.id);
  if (value) texts.push(value.text, value.color, value.isError);
  texts.push(markOf(brush, node), passageOf(brush, node));
  const flags = marks.map((mark) => (mark ? 1 : 0)).join("");
  const own = node.look ? JSON.stringify(node.look) : "";
  return [width, height, shape, look.types.color(type, colors), color, own, flags, ...handles, ...texts].join("|");
}

function isDrafting({ gesture }) {
  return gesture?.kind === "connect" || gesture?.kind === "reconnect";
}

/** The radius of a node's corners: its own, else its type's, else the usual one. */
function cornersOf(brush, node, usual) {
  const radius = node.look?.cornerRadius ?? brush.look.types.declared(node.type)?.cornerRadius ?? usual;
  return Math.min(radius, node.height / 2, node.width / 2);
}

/** The shades of a node that is under the pointer or carried: how far each drops, and by how much it is larger. */
const LIFTED = [[12, 7], [10, 5], [8, 3.5], [6, 2], [4, 1], [2, 0.5]];

/** The faint shades below a node: two, as in pictures, unless it is lifted. */
function paintShades(brush, node, radius, isLifted) {
  const { shadeDrops, shadeGrowth, shade } = MEASURES;
  for (const [drop, growth] of isLifted ? LIFTED : shadeDrops.map((drop) => [drop, shadeGrowth])) {
    const { x, y, width, height } = grown(node, growth);
    brush.outline({ x, y: y + drop, width, height }, node.shape, radius + (isLifted ? growth : 0));
    brush.fill(brush.colors.shade, isLifted ? shade / 2 : shade);
  }
}

/** The name of a group on one line, whose letters shrink to three quarters before it stands over the border. */
function paintGroupTitle(brush, node) {
  const { x, y, width, size } = namePlace(brush, node);
  const name = titleOf(brush, node).slice(0, 200).split(/\s+/).filter(Boolean).join(" ");
  if (!name) return;
  const letters = lettersOf(node, { weight: 600, color: textsOf(brush, node).soft });
  const whole = brush.texts.line(name, size, letters.weight, Infinity).width;
  const fitted = size * Math.min(1, Math.max(width / whole, 0.75));
  // The border stops where it lies across that.
  if (y < node.y) {
    brush.round({ x: x - 3, y, width: (whole * fitted) / size + 6, height: node.y - y + 2 }, 2);
    brush.fill(brush.colors.page);
  }
  paintPieces(brush, piecesOf([name], name, node.look?.richLabel)[0], x, y + size, { ...letters, size: fitted, isLeft: true });
}

function paintRing(brush, node, radius, color) {
  const width = brush.atLeast(4, 4);
  brush.outline(grown(node, width / 2), node.shape, radius + width / 2);
  brush.stroke(color, width, 0.28);
}

/**
 * Where a node's name is painted, so that a field can lie over it.
 *
 * A rectangle of the canvas, the size of its letters, and whether it begins at the left.
 */
export function namePlace(brush, node) {
  const { x, y, width, height } = innerOf(node);
  if (isFrame(node)) {
    const { title, titleX, titleY } = MEASURES;
    const size = Math.min(title * brush.boost(2.4), Math.max(title, height / 4));
    // One that grows does so upwards: what the group holds begins below.
    return { x: x + titleX, y: y + Math.min(titleY - title, HELD - size * 1.25), width: width - 2 * titleX, height: size * 1.3, size, isLeft: true };
  }
  if (brush.zoom < DETAILED_ZOOM) return { x: x + 8, y, width: width - 16, height, size: 11.5 * brush.boost(6), isLeft: false };
  return contentPlace(brush, node).name;
}

/** Where a line of what a node holds is painted: `{x, y, width, height, size}`; undefined if it is not. */
export function textPlace(brush, node) {
  if (isContainer(node) || brush.zoom < DETAILED_ZOOM) return undefined;
  return contentPlace(brush, node).text;
}

/** A node too small for that: its name on one line or two, as large as it fits. */
function paintName(brush, node) {
  const name = titleOf(brush, node);
  const inner = innerOf(node);
  const isShaped = inner.width < node.width;
  // From far off a name may stick out of an outline a little: it could not be read inside.
  const available = isShaped ? node.width * 0.8 : inner.width - 16;
  const wanted = 11.5 * brush.boost(6);
  const [high, low] = [0.5, 0.38].map((share) => Math.min(wanted, node.height * share));
  const one = (high * available) / Math.max(available, brush.texts.line(name, high, 600, Infinity).width);
  const isOne = one >= (isShaped ? low * 0.6 : low);
  // The longest word fits, too.
  const longest = Math.max(...name.split(/\s+/).map((word) => brush.texts.line(word, low, 600, Infinity).width));
  const size = isOne ? one : low * Math.min(1, Math.max(available / longest, 0.6));
  const lines = isOne ? [name] : brush.texts.lines(name, size, 600, available, 2);
  if (size * brush.zoom < 4) return;
  const first = node.y + node.height / 2 - ((lines.length - 1) * size * 1.12) / 2;
  lines.forEach((line, index) => {
    const y = first + index * size * 1.12;
    const { weight, isItalic, color } = lettersOf(node, { weight: 600, color: textsOf(brush, node).text });
    brush.centered(line, node.x + node.width / 2, y, `${isItalic ? "italic " : ""}${weight} ${size}px`, color);
  });
}

/** Handles are larger on nodes that are to be drawn live, and on all while an edge is being drawn. */
function paintHandles(brush, node, color) {
  const { colors, state, zoom } = brush;
  const isLive = node.interactive || isDrafting(state);
  if (zoom < 0.2 || zoom < 0.45 && !isLive) return;
  if (!isLive && (node.look?.fields || !brush.look.types.giveHandles(node))) return;
  const radius = isLive ? 6 : MEASURES.handle;
  for (const handle of node.handles ?? []) {
    const isSource = handle.type === "source";
    brush.circle(handle, radius);
    brush.fill(!isSource ? colors.card : node.type ? color : colors.edge);
    brush.stroke(isSource ? colors.card : isLive ? color : colors.edge, MEASURES.handleBorder);
  }
}

/** The corners by which a node is resized that alone is selected; none where nothing would follow a press on them. */
export function paintCorners(brush, node) {
  if (!node.selected || node.locked || brush.state.selection.nodes !== 1) return;
  if (brush.zoom < 0.3 || brush.state.gesture?.kind === "drag") return;
  for (const corner of corners(node)) paintCorner(brush, corner);
}

export function paintCorner(brush, { x, y }) {
  const side = 8 / brush.zoom;
  brush.round({ x: x - side / 2, y: y - side / 2, width: side, height: side }, side / 4);
  brush.fill(brush.colors.card);
  brush.stroke(brush.colors.accent, 1.5 / brush.zoom);
}
