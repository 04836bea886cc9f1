// A soft shadow under nodes: blurred once for each shape and size in pixels, then one picture a node.

import { trace } from "./shapes.js";

const BLUR = 14;
const DROP = 5;
const REACH = BLUR * 2;
const LIMIT = 96;
/** A large node needs no large picture: what is blurred has no detail. */
const LARGEST = 2048;

export class Shadow {
  #pictures = new Map();
  #color = "";
  #scale = 1;

  /** `scale` is how many pixels a unit of the canvas has. */
  prepare(color, scale) {
    if (color !== this.#color || scale !== this.#scale || this.#pictures.size > LIMIT) this.#pictures.clear();
    this.#color = color;
    this.#scale = scale;
  }

  paint(context, rect, radius, strength) {
    const { a, e, f } = context.getTransform();
    const [width, height] = [(rect.width + 2 * REACH) * a, (rect.height + 2 * REACH) * a];
    const detail = Math.min(a, LARGEST / Math.max(rect.width, rect.height));
    const picture = this.#picture(rect, radius, detail);
    // Whole pixels as they are: a picture that is scaled or lies between them costs several times as much.
    const x = Math.round((rect.x - REACH) * a + e);
    const y = Math.round((rect.y - REACH + DROP * strength) * a + f);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = Math.min(1, 0.85 * strength);
    if (Math.max(width, height) <= LARGEST) context.drawImage(picture, x, y);
    else context.drawImage(picture, x, y, width, height);
    context.globalAlpha = 1;
    context.setTransform(a, 0, 0, a, e, f);
  }

  #picture({ width, height, shape }, radius, scale) {
    const key = `${Math.round(width * scale)} ${Math.round(height * scale)} ${Math.round(radius)} ${shape}`;
    let picture = this.#pictures.get(key);
    if (picture) return picture;
    picture = document.createElement("canvas");
    picture.width = Math.ceil((width + 2 * REACH) * scale);
    picture.height = Math.ceil((height + 2 * REACH) * scale);
    const context = picture.getContext("2d");
    context.scale(scale, scale);
    context.shadowColor = this.#color;
    context.shadowBlur = BLUR * scale;
    // What casts it lies outside; only its shadow is in the picture.
    const away = width + 2 * REACH + BLUR;
    context.shadowOffsetX = away * scale;
    context.beginPath();
    trace(context, { x: REACH - away, y: REACH, width, height }, shape, radius);
    context.fillStyle = "#000";
    context.fill();
    this.#pictures.set(key, picture);
    return picture;
  }
}
