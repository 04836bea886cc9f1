// Texts of nodes and edges: labels as a whole, where the usual place for a name is too small for one, texts that give nodes their size, and labels
// of which parts have letters of their own. The rules are those of pictures.

import { CODE_FONT, FONT, innerOf, MEASURES } from "./drawing.js";
import { lettersOf, textsOf } from "./node-texts.js";
import { valueAt } from "./pointer.js";

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

/** How large letters of programs are for those around them. */
const CODE_SIZE = 0.85;

/** The parts of the lines of a label, `{text, bold, italic, code}`; of another text there is one for each line. */
export function piecesOf(lines, label, rich) {
  if (!rich || rich.text !== label) return lines.map((text) => [{ text }]);
  const letters = [...rich.text];
  const marksAt = (place) => {
    const marks = { bold: false, italic: false, code: false };
    for (const run of rich.runs) {
      if (run.from > place || place >= run.to) continue;
      for (const name of Object.keys(marks)) marks[name] ||= run[name] === true;
    }
    return marks;
  };
  let place = 0;
  return lines.map((line) => {
    const pieces = [];
    const [first] = line;
    while (place < letters.length && letters[place] !== first && !letters[place].trim()) place += 1;
    for (const letter of line) {
      const isNext = letters[place] === letter;
      const last = pieces.at(-1);
      const marks = isNext ? marksAt(place) : (last ?? marksAt(-1));
      if (isNext) place += 1;
      if (last && ["bold", "italic", "code"].every((name) => last[name] === marks[name])) last.text += letter;
      else pieces.push({ ...marks, text: letter });
    }
    return pieces;
  });
}

/** The fonts of parts. */
function fontsOf(pieces, { size, weight = 400, isItalic }) {
  return pieces.map(({ bold, italic, code }) => {
    const slant = isItalic || italic ? "italic " : "";
    return [`${slant}${bold ? 700 : weight} ${code ? size * CODE_SIZE : size}px`, code ? CODE_FONT : FONT];
  });
}

function widthsOf(brush, pieces, fonts) {
  return pieces.map(({ text }, index) => {
    brush.setFont(...fonts[index]);
    return brush.context.measureText(text).width;
  });
}

/** How wide the parts of a line are together. */
export function widthOf(brush, pieces, letters) {
  return widthsOf(brush, pieces, fontsOf(pieces, letters)).reduce((sum, width) => sum + width, 0);
}

/** Paints the parts of a line, the middle of its baseline on a point, or its start. */
export function paintPieces(brush, pieces, x, y, { color, isLeft = false, ...letters }) {
  const fonts = fontsOf(pieces, letters);
  const widths = widthsOf(brush, pieces, fonts);
  const { context } = brush;
  context.fillStyle = color;
  context.textAlign = "left";
  context.textBaseline = "alphabetic";
  let start = isLeft ? x : x - widths.reduce((sum, width) => sum + width, 0) / 2;
  pieces.forEach(({ text }, index) => {
    brush.setFont(...fonts[index]);
    context.fillText(text, start, y);
    start += widths[index];
  });
}
