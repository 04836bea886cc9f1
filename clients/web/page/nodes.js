// Nodes and containers as they are near by: what they hold, their handles, what shows that they are meant.

import { corners, grown } from "./rects.js";
import { mixed, readable, textsOn } from "./theme.js";
import { innerOf } from "./shapes.js";
import { markOf, paintBadge, paintPassed, passageOf } from "./badges.js";
import { lineOf } from "./details.js";
import { paintPile } from "./collapsed.js";
import { handleLabels, paintHandleLabels } from "./handle-labels.js";
import { headPlace, paintCard, placeOf, ruleOf, textAt } from "./cards.js";
import { fits, paintFitted } from "./fitted.js";
import { paintValue } from "./values.js";

const DETAILED_ZOOM = 0.6;
/** From farther off captions of types are too small. */
const CAPTION_ZOOM = 0.9;
/** Up to this height a node is one line. */
const LOW = 44;

/** Whether a node holds others. */
export function isContainer(node) {
  return Boolean(node.container) || node.type === "group";
}

/** Whether it is painted as a frame around them, which can be seen. */
export function isFrame(node) {
  return isContainer(node) && !node.collapsed;
}

export function paintContainer(brush, node) {
  const { colors, look, state } = brush;
  const tint = look.types.color(node.type, colors);
  if (isFocused(brush, node)) paintFocus(brush, node, 14);
  brush.outline(node, node.shape, 14);
  brush.fill(node.color ?? tint, node.color ? 1 : 0.08);
  if (state.gesture?.dropTarget === node.id || state.dropTarget?.node === node.id) brush.fill(colors.good, 0.08);
  const own = borderOf(node, GROUP_DASH);
  const color = node.selected ? colors.accent : own.color ?? tint;
  if (own.width > 0 || node.selected) {
    const width = brush.atLeast(node.look ? own.width : 1.25, 1);
    brush.dashed(node.selected ? [] : own.dash, () => brush.stroke(color, width, node.selected || own.color ? 1 : 0.5));
  }
  const { x, y, width, size } = namePlace(brush, node);
  brush.text(shownName(look, node), x, y + size, { ...lettersOf(node, { size, weight: 600, color: textsOf(brush, node).soft }), width });
  paintHandles(brush, node, tint);
  paintPassed(brush, node);
  paintBadge(brush, node);
}

export function paintNode(brush, node) {
  const { colors, look, state, zoom } = brush;
  const isHovered = state.hover?.node === node.id;
  const color = look.types.color(node.type, colors);
  const radius = radiusOf(node);
  const isNear = zoom >= DETAILED_ZOOM;
  const isLifted = isHovered || (node.selected && state.gesture?.kind === "drag");
  if (isNear) brush.shadow.paint(brush.context, node, radius, isLifted ? 1.5 : 1);
  if (isFocused(brush, node)) paintFocus(brush, node, radius);
  else if (node.selected) paintRing(brush, node, radius, colors.accent);
  else if (passageOf(brush, node) === "here") paintRing(brush, node, radius, colors.good);
  if (node.collapsed && isContainer(node)) paintPile(brush, node, color, radius);
  brush.outline(node, node.shape, radius);
  brush.fill(node.color ?? (isNear && node.height > LOW ? colors.card : mixed(color, colors.card, 0.16)));
  const own = borderOf(node);
  const plain = isHovered || !isNear ? color : colors.line;
  const border = node.selected ? colors.accent : own.color ?? plain;
  const width = node.selected ? brush.atLeast(Math.max(1.5, own.width), 1.5) : brush.atLeast(own.width, 0.75);
  if (own.width > 0 || node.selected) {
    brush.dashed(own.dash, () => brush.stroke(border, width, node.selected || own.color || !isHovered ? 1 : 0.7));
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

function paintFocus(brush, node, radius) {
  const away = brush.atLeast(5, 5);
  brush.outline(grown(node, away), node.shape, radius + away);
  brush.stroke(brush.colors.text, brush.atLeast(2, 2));
}

/** The dashes of a group's border, unless its style says another line. */
const GROUP_DASH = [6, 5];

/** The border that a node's style says, as in pictures: `{color, width, dash}`. */
function borderOf({ look = {} }, plain = []) {
  const { borderColor: color, borderWidth = 1, borderStyle: style } = look;
  const width = style === "none" ? 0 : borderWidth;
  const unit = Math.max(width, 1);
  const line = style ?? (color || look.borderWidth !== undefined ? "solid" : undefined);
  const dash = { dashed: [5 * unit, 4 * unit], dotted: [1.5 * unit, 2 * unit], solid: [] }[line] ?? plain;
  return { color, width, dash };
}

/** The letters of a text, as a node's style has them where it says something of them. */
function lettersOf({ look }, letters) {
  if (!look) return letters;
  const weight = { bold: 700, normal: 400 }[look.fontWeight] ?? letters.weight;
  return { ...letters, weight, isItalic: look.fontStyle === "italic" };
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
    return `${handle.type} ${Math.round((handle.x - x) * 8)} ${Math.round((handle.y - y) * 8)} ${handle.label ?? ""}`;
  });
  const texts = [type, shownName(brush.look, node), type && look.types.title(type), lineOf(node)];
  const rule = ruleOf(look.types, node);
  if (rule) texts.push(textAt(node, rule));
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

function radiusOf(node) {
  return node.height <= LOW ? node.height / 2 : Math.min(12, node.height / 2, node.width / 2);
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
    const size = Math.min(13 * brush.boost(2.4), height / 4);
    return { x: x + 16, y: y + 8, width: width - 32, height: size * 1.3, size, isLeft: true };
  }
  if (brush.zoom < DETAILED_ZOOM) {
    return { x: x + 8, y, width: width - 16, height, size: 11.5 * brush.boost(6), isLeft: false };
  }
  const rule = ruleOf(brush.look.types, node);
  if (rule) return headPlace(node, rule);
  if (isLow(node)) return { x: x + 8, y, width: width - 16, height, size: 13, isLeft: false };
  const top = contentTop(brush, node) + (node.type ? 14.5 : 8.5);
  return { x: x + 56, y: top, width: width - 68, height: 18, size: 13.5, isLeft: true };
}

/** Whether a node has room for one line only. */
function isLow(node) {
  return node.height <= LOW || innerOf(node).width < node.width;
}

/** Where a line of what a node holds is painted: `{x, y, width, height, size}`; undefined if it is not. */
export function textPlace(brush, node) {
  if (isContainer(node) || brush.zoom < DETAILED_ZOOM) return undefined;
  const rule = ruleOf(brush.look.types, node);
  if (rule) return placeOf(node, rule);
  if (!shownLine(node)) return undefined;
  const { x, y, width, height } = innerOf(node);
  return { x: x + 13, y: y + height - 26, width: width - 26, height: 15, size: 11 };
}

/** The colors of its texts: a node may name its ground itself. */
function textsOf({ colors }, node) {
  const color = node.look?.textColor;
  if (color) return { ...colors, text: color, soft: color };
  return node.color ? textsOn(node.color) : colors;
}

/** A line of a node's content, if it fits. */
function shownLine(node) {
  return node.height >= 74 ? lineOf(node) : "";
}

function contentTop(brush, node) {
  const isAbove = shownLine(node) || labelsOf(brush, node).length > 0;
  return isAbove ? node.y + 11 : node.y + (node.height - 34) / 2;
}

/** The labels of its handles, between its name and what it holds. */
function labelsOf(brush, node) {
  return handleLabels(node, node.y + 53, node.y + node.height - (shownLine(node) ? 30 : 10));
}

/** A node near enough to be read: its icon, its type, its name and a line of what it holds. */
function paintContent(brush, node, color) {
  const rule = ruleOf(brush.look.types, node);
  if (rule) return paintCard(brush, node, rule, color, textsOf(brush, node));
  if (isLow(node)) return paintLine(brush, node, color);
  const { look } = brush;
  const colors = textsOf(brush, node);
  const { x, y, width, height } = node;
  const line = shownLine(node);
  if (isWhole(brush, node)) return paintWhole(brush, node);
  const top = contentTop(brush, node);
  const tile = { x: x + 12, y: top, width: 34, height: 34 };
  brush.round(tile, 9);
  brush.fill(color, 0.14);
  brush.icon(look.types.icon(node.type), tile.x + 6, tile.y + 6, 22, color);
  const labels = labelsOf(brush, node);
  const name = namePlace(brush, node);
  const letters = lettersOf(node, { size: name.size, weight: 600, color: colors.text });
  const lines = titleLines(brush, node, name, letters, labels.length === 0);
  const up = lines.length > 1 ? 7 : 0;
  if (node.type && brush.zoom >= CAPTION_ZOOM) {
    const style = { size: 9, weight: 700, color: readable(color, colors), width: name.width, spacing: 0.6 };
    brush.text(look.types.title(node.type).toUpperCase(), name.x, top + 11 - up, style);
  }
  const size = lines.length > 1 ? TWO_LINES.size : name.size;
  lines.forEach((line, index) => {
    const y = name.y + name.size - up + index * TWO_LINES.apart;
    brush.text(line, name.x, y, { ...letters, size, width: name.width });
  });
  if (labels.length > 0) paintHandleLabels(brush, node, labels, colors.text);
  if (!line) return;
  brush.text(line, x + 13, y + height - 15, { size: 11, weight: 400, color: colors.soft, width: width - 26 });
}

/** Whether a node has nothing but a name for which the place beside its icon is too small. */
function isWhole(brush, node) {
  if (isLow(node) || shownLine(node) || labelsOf(brush, node).length > 0) return false;
  const { weight } = lettersOf(node, { weight: 600 });
  const name = shownName(brush.look, node);
  const { width } = namePlace(brush, node);
  return !name.trim() || !fits(brush.texts, name, TWO_LINES.size, weight, width, 2);
}

/** A node that is all name, as in pictures. */
function paintWhole(brush, node) {
  const inner = innerOf(node);
  const [aside, above] = inner.width < node.width ? [2, 0] : [9, 3];
  const box = {
    x: inner.x + aside, y: inner.y + above, width: inner.width - 2 * aside, height: inner.height - 2 * above,
  };
  const letters = lettersOf(node, { weight: 400, color: textsOf(brush, node).text });
  paintFitted(brush, shownName(brush.look, node), box, letters, node.look?.richLabel);
}

/** A name of two lines, on the canvas. */
const TWO_LINES = { size: 12, apart: 14 };

/** A name on one line, or where it is too long for that and it `mayWrap`, on two. */
function titleLines(brush, node, { size, width }, { weight }, mayWrap) {
  const name = shownName(brush.look, node);
  const isLong = brush.texts.line(name, size, weight, Infinity).width > width;
  return isLong && mayWrap ? brush.texts.lines(name, TWO_LINES.size, weight, width, 2) : [name];
}

/** A low node, or one of another shape: its icon and its name in the middle; a long name has no icon and smaller letters. */
function paintLine(brush, node, color) {
  const { x, y, width, height } = innerOf(node);
  const name = shownName(brush.look, node);
  const isShaped = width < node.width;
  const letters = lettersOf(node, { weight: 600, color: textsOf(brush, node).text });
  const whole = brush.texts.line(name, 13, letters.weight, Infinity).width;
  const wanted = Math.max(0, Math.min(20, height - 12));
  const space = width - (isShaped ? 6 : 32);
  const side = whole <= space - wanted ? wanted : 0;
  const size = Math.max(10, Math.min(13, (13 * (space - side)) / whole));
  if (size <= 10 || name.includes("\n") || !name) return paintWhole(brush, node);
  const text = brush.texts.line(name, size, letters.weight, space - side);
  const gap = side > 0 ? side + 6 : 0;
  const start = x + (width - gap - text.width) / 2;
  if (side > 0) brush.icon(brush.look.types.icon(node.type), start, y + (height - side) / 2, side, color);
  const style = { ...letters, size, width: space - side };
  brush.text(name, start + gap, y + height / 2 + size * 0.35, style);
}

/** A node too small for that: its name on one line or two, as large as it fits. */
function paintName(brush, node) {
  const rule = ruleOf(brush.look.types, node);
  const name = (!node.label && rule && textAt(node, rule)) || shownName(brush.look, node);
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

/** The name that is painted: an empty label is one. */
function shownName(look, node) {
  return node.label ?? nameOf(look, node);
}

/** What a node is called on the page. */
export function nameOf({ types }, node) {
  return node.label || (node.type ? types.title(node.type) : node.id);
}

/** Handles are larger on nodes that are to be drawn live, and on all while an edge is being drawn. */
function paintHandles(brush, node, color) {
  const { colors, state, zoom } = brush;
  const isLive = node.interactive || isDrafting(state);
  if (zoom < 0.2 || zoom < 0.45 && !isLive) return;
  if (!isLive && !brush.look.types.giveHandles({ handles: [], ...node })) return;
  const radius = isLive ? 6 : 4.5;
  for (const handle of node.handles ?? []) {
    const isSource = handle.type === "source";
    brush.circle(handle, radius);
    brush.fill(isSource ? color : colors.card);
    brush.stroke(isSource ? colors.card : isLive ? color : colors.edge, 1.75);
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
