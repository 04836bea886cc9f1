// Pictures of nodes that are painted again and again as they are.

import { Brush } from "./brush.js";

/** Limits on the pixels of all pictures and on their number; beyond them all are made again. A larger picture is not made. */
const PIXELS = 12_000_000;
const COUNT = 5000;
const LARGEST = 500_000;

export class Pictures {
  #brush = new Brush(null);
  /** By what a node looks like: its picture, or null where it was painted once without. */
  #pictures = new Map();
  #pixels = 0;
  #scale = 0;
  #colors = null;

  /** Pictures are of one scale and of one set of colors. */
  prepare(scale, colors) {
    const isFull = this.#pixels > PIXELS || this.#pictures.size > COUNT;
    if (scale === this.#scale && colors === this.#colors && !isFull) return;
    this.#scale = scale;
    this.#colors = colors;
    this.#pictures.clear();
    this.#pixels = 0;
  }

  /**
   * Paints a node with `paint(brush, node)` on whole pixels. `key` identifies its look; `reach` is how far it
   * is painted around its frame.
   */
  paint(brush, node, key, reach, paint) {
    const { context, scene } = brush;
    const { a: scale, e, f } = context.getTransform();
    const by = scene.offset(node) ?? { x: 0, y: 0 };
    const [x, y] = [Math.round((node.x + by.x) * scale + e), Math.round((node.y + by.y) * scale + f)];
    const picture = this.#picture(brush, node, key, reach, paint);
    if (picture) {
      const margin = Math.ceil(reach * scale);
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.drawImage(picture, x - margin, y - margin);
    } else {
      context.setTransform(scale, 0, 0, scale, x - node.x * scale, y - node.y * scale);
      paint(brush, node);
    }
    context.setTransform(scale, 0, 0, scale, e, f);
  }

  /** The picture of what was painted before; null the first time, which for most is the last at this scale. */
  #picture({ look, scene }, node, key, reach, paint) {
    const known = this.#pictures.get(key);
    if (known) return known;
    const scale = this.#scale;
    const margin = Math.ceil(reach * scale);
    const [width, height] = [node.width, node.height].map((side) => Math.ceil(side * scale) + 2 * margin);
    if (width * height > LARGEST) return null;
    if (known === undefined) {
      this.#pictures.set(key, null);
      return null;
    }
    const picture = document.createElement("canvas");
    picture.width = width;
    picture.height = height;
    const brush = this.#brush;
    brush.context = picture.getContext("2d");
    brush.context.setTransform(scale, 0, 0, scale, margin - node.x * scale, margin - node.y * scale);
    brush.forget();
    brush.begin(look, scene);
    paint(brush, node);
    this.#pictures.set(key, picture);
    this.#pixels += width * height;
    return picture;
  }
}
