// What nodes show that are near enough to be read, as pictures have it; see protocol-spec/looks.md.

import { innerOf, MEASURES as M } from "./drawing.js";
import { paintFitted, paintPieces, paintSizing, sizingOf } from "./fitted.js";
import { isContainer, lettersOf, lineOf, nameOf, textsOf } from "./node-texts.js";
import { readable } from "./theme.js";

/** The name that is painted: an empty label is one; without a label the text that a node holds. */
export function titleOf({ look }, node) {
  return node.label ?? heldText(node) ?? nameOf(look, node);
}

function heldText(node) {
  const text = node.contents?.["/data"]?.text;
  return typeof text === "string" && text ? text : undefined;
}

/** Whether a node may be a card with a head: of a type, a rectangle that has the room, and not as large as a text. */
function hasHead({ look }, node) {
  return Boolean(node.type) && !node.shape && !node.look?.fields && node.width >= M.headWidth && node.height > M.headHeight
    && !sizingOf(look, node) && !node.look?.richLabel && !node.look?.verticalAlign
    && !node.color;
}

/** The text below a label on all others: `data.text`. */
function moreOf(node) {
  return node.label === undefined ? "" : (heldText(node) ?? "");
}

/** The least room for a row, and the letters, the most room and the halo of a label beside its handle. */
const [ROOM, BESIDE, WIDEST, HALO] = [40, 10, 110, 3];

/** What handles say, in rows inside of a card that has them, `{labels, minY, maxY, width}`, and `beside` all others. */
function rowsOf(brush, node) {
  const says = (handle) => handle.label && handle.position && handle.position !== "center" && !brush.scene.isSaid(node, handle);
  const all = (node.handles ?? []).filter(says);
  const sides = ["left", "right"].map((side) => all.filter(({ position }) => position === side)).filter((side) => side.length > 0);
  const width = node.width / Math.max(1, sides.length) - 2 * M.rowInset;
  const [top, bottom] = [node.y + (hasHead(brush, node) ? M.belowRows : M.belowPlainRows), node.y + node.height - M.belowEnd];
  const fits = (handles) => {
    const places = handles.map(({ y }) => y).sort((one, other) => one - other);
    return places[0] >= top && places.at(-1) <= bottom && !places.some((y, index) => y - places[index - 1] < M.rowApart);
  };
  const hasRows = width >= ROOM && !node.shape && !isContainer(node) && !sizingOf(brush.look, node) && sides.every(fits);
  const labels = hasRows ? sides.flat() : [];
  const places = labels.map(({ y }) => y);
  const beside = all.filter((handle) => !labels.includes(handle));
  return { labels, beside, width, minY: Math.min(...places) - M.row / 2, maxY: Math.max(...places) + M.row / 2 };
}

/** Paints what handles say outside of a node, above an edge that goes on from there. */
export function paintBeside(brush, node) {
  const { context, texts, colors } = brush;
  if (node.look?.fields) return;
  for (const { label, x, y, position } of rowsOf(brush, node).beside) {
    const { text, width } = texts.line(label, BESIDE, 400, WIDEST);
    // Below its middle an outline turns inwards.
    const aside = node.shape && y > node.y + node.height / 2 + 1 ? 13 : -5;
    const [right, down] = { left: [-7 - width, aside], right: [7, aside], top: [6, -7] }[position] ?? [6, 14];
    brush.setFont(`400 ${BESIDE}px`);
    Object.assign(context, { textAlign: "left", textBaseline: "alphabetic", strokeStyle: colors.page, lineWidth: HALO });
    context.strokeText(text, x + right, y + down);
    brush.text(text, x + right, y + down, { size: BESIDE, weight: 400, color: colors.soft, width: WIDEST });
  }
}

function headPlan(brush, node) {
  const { x, y, width, height } = node;
  const rows = rowsOf(brush, node);
  const hasRows = rows.labels.length > 0;
  let [first, last] = [y + M.belowTexts, hasRows ? rows.minY : y + height - M.belowEnd];
  if (hasRows && last - first < M.moreLine) [first, last] = [rows.maxY, y + height - M.belowEnd];
  const limit = Math.min(12, Math.max(0, Math.floor((last - first) / M.moreLine)));
  // A text that is the name is not below it as well.
  const text = node.label === undefined && heldText(node) ? "" : lineOf(node);
  const more = text && limit ? brush.texts.lines(text, M.more, 400, width - 2 * M.textInset, limit) : [];
  const hasMore = hasRows || more.length > 0;
  const top = hasMore ? y + M.headTop : y + (height - M.tileSide) / 2;
  return { rows, hasRows, more, first, hasMore, top, start: x + M.headStart, width: width - M.headStart - M.headEnd };
}

/** The head of a card with what is below it; undefined where a name has no room beside the icon, and for all other nodes. */
export function headOf(brush, node) {
  if (!hasHead(brush, node)) return undefined;
  const { texts } = brush;
  const plan = headPlan(brush, node);
  const { weight } = lettersOf(node, { weight: 600 });
  const name = titleOf(brush, node);
  const words = name.split(/\s+/).filter(Boolean).join(" ");
  const isOne = texts.line(words, M.name, weight, Infinity).width <= plan.width;
  const names = isOne || plan.hasRows ? [words] : texts.lines(name, M.small, weight, plan.width, 3);
  const isTooWide = words.split(" ").some((word) => texts.line(word, M.small, weight, Infinity).width > plan.width);
  if (!isOne && !plan.hasRows && (names.length > 2 || isTooWide) || !plan.hasMore && !words) return undefined;
  return { ...plan, names, size: isOne || plan.hasRows ? M.name : M.small };
}

/** Where the name of a node is painted, and a line of what it holds; the latter undefined if it is not. */
export function contentPlace(brush, node) {
  const { x, y, width, height } = innerOf(node);
  const sizing = sizingOf(brush.look, node);
  if (sizing) return { name: sizing.place, text: sizing.isLabel ? undefined : sizing.place };
  const head = headOf(brush, node);
  if (!head) {
    const text = moreOf(node) && height >= 38 ? { x: x + M.side, y: y + height - 19, width: width - 2 * M.side, height: 15, size: M.more } : undefined;
    return { name: { x: x + 8, y, width: width - 16, height, size: M.label, isLeft: false }, text };
  }
  const name = { x: head.start, y: head.top + M.nameY - M.name, width: head.width, height: 18, size: M.name, isLeft: true };
  const text = head.more.length > 0 ? { x: x + M.textInset, y: head.first, width: width - 2 * M.textInset, height: 15, size: M.more } : undefined;
  return { name, text };
}

export function paintContent(brush, node, color) {
  if (fieldsOf(brush, node)) return paintFields(brush, node);
  const sizing = sizingOf(brush.look, node);
  if (sizing) return paintSizing(brush, node, sizing);
  const head = headOf(brush, node);
  if (head) return paintHeaded(brush, node, head, color);
  const rows = rowsOf(brush, node);
  if (rows.labels.length > 0) return paintAround(brush, node, rows);
  if (node.height < M.leastText) return;
  const inner = innerOf(node);
  const name = titleOf(brush, node);
  const more = moreOf(node);
  if (node.type && !more && !node.look?.verticalAlign && !node.color) paintOnLine(brush, node, inner, name);
  else paintWhole(brush, node, inner, name, more);
}

/** The fields of a node, while they belong to its label. */
export function fieldsOf(brush, node) {
  const fields = node.look?.fields;
  return fields && fields.text === titleOf(brush, node) ? fields : undefined;
}

/** The texts of a node's fields, and the lines between them. */
function paintFields(brush, node) {
  const { borderColor = brush.colors.line, borderWidth = 1, borderStyle } = node.look;
  for (const { x, y, width, height, text } of node.look.fields.boxes) {
    const box = { x: node.x + x * node.width, y: node.y + y * node.height, width: width * node.width, height: height * node.height };
    const ends = [x > 1e-4 && { x: box.x, y: box.y + box.height }, y > 1e-4 && { x: box.x + box.width, y: box.y }].filter(Boolean);
    for (const end of borderStyle === "none" ? [] : ends) {
      brush.through([box, end]);
      brush.stroke(borderColor, brush.atLeast(borderWidth, 0.75));
    }
    if (text) paintWhole(brush, node, box, text, "");
  }
}

/** A card with a head: the icon of its type, the title of that in capitals, and the name; below them its text. */
function paintHeaded(brush, node, head, color) {
  const { look } = brush;
  const colors = textsOf(brush, node);
  const { names, size, top, start, width } = head;
  const letters = lettersOf(node, { weight: 600, color: colors.text });
  const tile = { x: node.x + M.tileInset, y: top, width: M.tileSide, height: M.tileSide };
  brush.round(tile, M.tileRadius);
  brush.fill(color, M.tint);
  const inset = (M.tileSide - M.tileIcon) / 2;
  brush.icon(look.types.icon(node.type), tile.x + inset, tile.y + inset, M.tileIcon, look.types.iconColor(node.type, look.colors));
  const up = names.length > 1 ? M.smallUp : 0;
  const caption = { size: M.caption, weight: 700, color: readable(color, colors), width, spacing: M.captionSpacing };
  brush.text(look.types.title(node.type).toUpperCase(), start, top + M.captionY - up, caption);
  names.forEach((line, index) => {
    brush.text(line, start, top + M.nameY - up + index * M.smallApart, { ...letters, size, width });
  });
  paintRows(brush, head.rows, colors.text);
  head.more.forEach((line, index) => {
    const y = head.first + index * M.moreLine + M.more;
    brush.text(line, node.x + M.textInset, y, { size: M.more, weight: 400, color: colors.soft, width: node.width - 2 * M.textInset });
  });
}

/** A node of a type without a head: its icon and its name on one line; a long name stands alone. */
function paintOnLine(brush, node, inner, name) {
  const { x, y, width, height } = inner;
  const letters = lettersOf(node, { weight: 600, color: textsOf(brush, node).text });
  const whole = brush.texts.line(name, M.label, letters.weight, Infinity).width;
  const space = width - (width < node.width ? M.lineShapedSides : M.lineSides);
  const wanted = Math.max(0, Math.min(M.lineIcon, height - M.lineAround));
  const side = whole <= space - wanted ? wanted : 0;
  const size = Math.min(M.label, (M.label * (space - side)) / whole);
  if (size <= M.lineLeast || !name || name.includes("\n") || node.look?.richLabel) return paintWhole(brush, node, inner, name, "");
  const gap = side > 0 ? side + M.lineGap : 0;
  const start = x + (width - gap - (whole * size) / M.label) / 2;
  const { types, colors } = brush.look;
  if (side > 0) brush.icon(types.icon(node.type), start, y + (height - side) / 2, side, types.iconColor(node.type, colors));
  brush.text(name, start + gap, y + height / 2 + size * 0.35, { ...letters, size, width: space });
}

/** A name in the middle of a box, and below it as much of the longer text as fits. */
function paintWhole(brush, node, box, name, more) {
  const isShaped = box.width < node.width;
  const [aside, space] = isShaped ? [M.shapedSide, 0] : [M.side, M.space];
  const room = { x: box.x + aside, y: box.y + space / 2, width: box.width - 2 * aside, height: box.height - space };
  const colors = textsOf(brush, node);
  const below = more && box.height >= 38 ? { text: more, box, color: colors.soft } : undefined;
  const letters = { ...lettersOf(node, { weight: more ? 600 : 400, color: colors.text }), align: node.look?.verticalAlign };
  paintFitted(brush, name, room, letters, node.look?.richLabel, below);
}

/** The name above rows, and the longer text below them if there is space for a line of it, else above them, too. */
function paintAround(brush, node, rows) {
  const { minY, maxY } = rows;
  const { x, y, width, height } = node;
  const colors = textsOf(brush, node);
  const name = titleOf(brush, node);
  const more = moreOf(node);
  const above = { x, y, width, height: minY - y };
  const rest = y + height - maxY;
  if (!more || rest < M.moreLine) {
    paintWhole(brush, node, above, name, more);
  } else {
    paintWhole(brush, node, above, name, "");
    const lines = brush.texts.lines(more, M.more, 400, width - 2 * M.side, Math.min(12, Math.floor(rest / M.moreLine)));
    const first = maxY + (rest - lines.length * M.moreLine) / 2;
    lines.forEach((line, index) => {
      const y = first + index * M.moreLine + M.moreBaseline;
      paintPieces(brush, [{ text: line }], x + width / 2, y, { size: M.more, color: colors.soft });
    });
  }
  paintRows(brush, rows, colors.text);
}

/** Paints what handles say in rows. */
function paintRows(brush, { labels, width }, color) {
  for (const { label, x, y, position } of labels) {
    const whole = brush.texts.line(label, M.rowLabel, 500, Infinity).width;
    const size = Math.min(M.rowLabel, Math.max(M.rowLeast, (M.rowLabel * width) / whole));
    const fitted = brush.texts.line(label, size, 500, width);
    const start = position === "right" ? x - M.rowInset - fitted.width : x + M.rowInset;
    brush.text(label, start, y + 4, { size, weight: 500, color, width });
  }
}
