// Labels of nodes as a whole, where the usual place for a name is too small for one: the rule of pictures.

import { paintPieces, piecesOf } from "./rich-labels.js";

/** The size of the letters, the height of a line for them, the sizes that are tried, the most lines, the widest word. */
const [LETTERS, LINE, SIZES, MOST_LINES, WIDEST_WORD] = [13, 16 / 13, [1, 0.875, 0.75], 64, 960];

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

/** Whether a text fits on so many lines of a width. */
export function fits(texts, text, size, weight, width, count) {
  const isWide = (word) => texts.line(word, size, weight, Infinity).width > width;
  const lines = linesOf(texts, text, size, weight, width, count + 1);
  return lines.length <= count && !text.split(/\s+/).slice(0, 1000).some(isWide);
}

/** Paints a text in the middle of a box; `rich` is the same with letters of its own. */
export function paintFitted(brush, text, box, letters, rich) {
  const isRich = rich?.text === text;
  const { lines, size } = fitted(brush.texts, text, box, isRich ? Math.max(letters.weight, 700) : letters.weight);
  const first = box.y + box.height / 2 - ((lines.length - 1) * size * LINE) / 2;
  piecesOf(lines, text, rich).forEach((pieces, index) => {
    paintPieces(brush, pieces, box.x + box.width / 2, first + index * size * LINE, { ...letters, size });
  });
}
