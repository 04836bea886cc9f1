// Labels of nodes as a whole, where the usual place for a name is too small for one: the rule of pictures.

import { MEASURES } from "./drawing.js";
import { lettersOf, textsOf } from "./node-texts.js";
import { valueAt } from "./pointer.js";
import { paintPieces, piecesOf, widthOf } from "./rich-labels.js";
import { innerOf } from "./shapes.js";

const { label: LETTERS, sizes: SIZES, mostLines: MOST_LINES, widestWord: WIDEST_WORD } = MEASURES;
const LINE = MEASURES.labelLine / LETTERS;
/** So many letters are read of a text that gives a node its size. */
const READ = 5000;

/** The lines of a text, broken between words. */
function linesOf(texts, text, size, weight, width, count) {
  const parts = text.split("\n").filter((part) => part.trim());
  return parts.flatMap((part) => texts.lines(part.trim(), size, weight, width, count)).slice(0, count);
}

/** A text in a box, `{lines, size}`: its letters shrink to three quarters, and then it stands over the border. */
export function fitted(texts, text, { width, height }, weight) {
  const words = text.split(/\s+/).slice(0, 1000);
  const longest = Math.max(0, ...words.map((word) => texts.line(word, LETTERS, weight, Infinity).width));
  for (const part of SIZES) {
    if (longest * part > width) continue;
    const size = LETTERS * part;
    const rows = Math.min(Math.floor(height / (size * LINE) + 1e-6), MOST_LINES);
    const lines = linesOf(texts, text, size, weight, width, rows + 1);
    if (lines.length <= rows) return { lines, size };
  }
  const least = SIZES.at(-1);
  const wide = Math.max(width, Math.min(longest * least, WIDEST_WORD));
  return { lines: linesOf(texts, text, LETTERS * least, weight, wide, MOST_LINES), size: LETTERS * least };
}

/**
 * Paints a text in the middle of a box; `rich` is the same with letters of its own, `below` a longer text,
 * `{text, box, color}`, of which as many lines follow as there is room for.
 */
export function paintFitted(brush, text, box, letters, rich, below) {
  let { lines, size } = fitted(brush.texts, text, box, letters.weight);
  // Bold letters may need more room than the others, in which the lines were broken.
  const isWide = (pieces) => widthOf(brush, pieces, { ...letters, size }) > box.width;
  if (rich?.text === text && piecesOf(lines, text, rich).some(isWide)) ({ lines, size } = fitted(brush.texts, text, box, 700));
  const rest = below && size === LETTERS && lines.length <= MEASURES.labelsOverMore ? restOf(brush, below, lines.length) : [];
  const whole = lines.length * size * LINE + rest.length * MEASURES.moreLine;
  const top = box.y + (box.height - whole) * ({ top: 0, bottom: 1 }[letters.align] ?? 0.5);
  const first = top + size * MEASURES.baseline;
  piecesOf(lines, text, rich).forEach((pieces, index) => {
    paintPieces(brush, pieces, box.x + box.width / 2, first + index * size * LINE, { ...letters, size });
  });
  rest.forEach((line, index) => {
    const y = top + lines.length * size * LINE + index * MEASURES.moreLine + MEASURES.moreBaseline;
    paintPieces(brush, [{ text: line }], box.x + box.width / 2, y, { size: MEASURES.more, color: below.color });
  });
}

function restOf(brush, { text, box }, rows) {
  const limit = Math.min(12, Math.floor((box.height - 8 - rows * MEASURES.labelLine) / MEASURES.moreLine));
  return limit > 0 ? brush.texts.lines(text, MEASURES.more, 400, box.width - 2 * MEASURES.side, limit) : [];
}

/** The text that gives a node its size, by the rule of its type, with its place: `{text, isLabel, place}`; undefined where none does. */
export function sizingOf({ types }, node) {
  const { label, padding = 10, fontSize: size = 13 } = types.declared(node.type)?.sizeFrom ?? {};
  if (typeof label !== "string") return undefined;
  const isLabel = label === "/label";
  const value = isLabel ? node.label : label.startsWith("/data/") ? valueAt(node.contents?.["/data"], label.slice(5)) : undefined;
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const { x, y, width, height } = innerOf(node);
  const place = { x: x + padding, y: y + padding, width: width - 2 * padding, height: height - 2 * padding, size, isLeft: false };
  return { text: String(value).slice(0, READ), isLabel, place };
}

/** Paints it, as many lines as there is room for; an empty one says what the node is. */
export function paintSizing(brush, node, { text, place: { x, y, width, height, size } }) {
  const shown = text || brush.look.types.title(node.type);
  const colors = textsOf(brush, node);
  const letters = { ...lettersOf(node, { weight: 400, color: text ? colors.text : colors.soft }), size };
  const lines = linesOf(brush.texts, shown, size, letters.weight, width, Math.floor(height / (size * LINE) + 1e-6));
  const first = y + (height - lines.length * size * LINE) / 2 + size * MEASURES.baseline;
  piecesOf(lines, shown, node.look?.richLabel).forEach((pieces, index) => {
    paintPieces(brush, pieces, x + width / 2, first + index * size * LINE, letters);
  });
}
