// What is behind everything: the color of the page, a pattern that goes along with the view, and the bands of lanes.

import { isIn } from "./rects.js";

/** How far apart dots or lines are on the screen, at least and at most, in points. */
const NEAREST = 14;
const FARTHEST = 56;
const STEP = 20;

export class Background {
  #dot = null;
  #dotKey = "";
  #row = document.createElement("canvas");

  /** Fills a region of pixels. `at` is `{x, y, scale}`: where the canvas is, in pixels; a point has `ratio` of them. */
  paint(context, { background, colors }, at, region, ratio) {
    context.fillStyle = colors.page;
    context.fillRect(region.x, region.y, region.width, region.height);
    if (background === "none") return;
    let step = STEP * at.scale;
    while (step < NEAREST * ratio) step *= 2;
    while (step > FARTHEST * ratio) step /= 2;
    const columns = places(at.x, region.x, region.width, step);
    const rows = places(at.y, region.y, region.height, step);
    if (background === "dots") this.#dots(context, colors.dot, region, columns, rows, ratio);
    else paintLines(context, colors.dot, region, columns, rows, ratio);
  }

  /** Row by row, each the same picture on whole pixels: a pattern that has to be scaled costs ten times as much. */
  #dots(context, color, { x, width }, columns, rows, ratio) {
    const key = `${color} ${ratio}`;
    if (this.#dotKey !== key) this.#dot = dot(color, ratio);
    this.#dotKey = key;
    const side = this.#dot.width;
    this.#row.width = width + 2 * side;
    this.#row.height = side;
    const row = this.#row.getContext("2d");
    for (const column of columns) row.drawImage(this.#dot, column - x + side / 2, 0);
    for (const y of rows) context.drawImage(this.#row, x - side, y - side / 2);
  }
}

/** The whole pixels of a region and a step around it on which a pattern lies that begins at `origin`. */
function places(origin, start, length, step) {
  const found = [];
  for (let index = Math.floor((start - origin) / step); ; index++) {
    const place = Math.round(origin + index * step);
    if (place > start + length + step) return found;
    found.push(place);
  }
}

function paintLines(context, color, region, columns, rows, ratio) {
  const width = Math.max(1, Math.round(ratio));
  context.globalAlpha = 0.5;
  context.fillStyle = color;
  for (const x of columns) context.fillRect(x, region.y, width, region.height);
  for (const y of rows) context.fillRect(region.x, y, region.width, width);
  context.globalAlpha = 1;
}

/** A dot in the middle of an even number of pixels. */
function dot(color, ratio) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 2 * Math.ceil(ratio);
  const context = canvas.getContext("2d");
  context.fillStyle = color;
  context.beginPath();
  context.arc(canvas.width / 2, canvas.width / 2, 0.9 * ratio, 0, 2 * Math.PI);
  context.fill();
  return canvas;
}

/** Paints the bands of lanes; `seen` is what of the canvas is painted. */
export function paintLanes(brush, seen) {
  const { colors, state } = brush;
  for (const { bounds, title } of state.lanes ?? []) {
    if (!isIn(bounds, seen)) continue;
    brush.round(bounds, 0);
    brush.fill(colors.soft, 0.05);
    brush.dashed([6, 5], () => brush.stroke(colors.soft, brush.atLeast(1.25, 1), 0.5));
    if (!title) continue;
    const size = Math.min(13 * brush.boost(2.4), bounds.height / 4);
    brush.text(title, bounds.x + 12, bounds.y + 8 + size, { size, weight: 600, color: colors.soft, width: bounds.width - 24 });
  }
}
