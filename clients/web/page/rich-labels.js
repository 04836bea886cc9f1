// Labels of which parts have letters of their own: the rich text `{text, runs}` that frames have beside a label.

import { CODE_FONT, FONT } from "./drawing.js";

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
