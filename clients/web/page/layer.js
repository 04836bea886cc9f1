// A picture of the scene, a little larger than the screen, of which only the parts are repainted that have changed. All in pixels.

import { grown, isIn, shared, union } from "./rects.js";

/** By how much the picture is larger on each side, in points. */
const MARGIN = 160;
/** While the view moves, the picture is scaled by at most this factor before it is repainted. */
const STRETCH = 1.7;

export class Layer {
  #canvas = document.createElement("canvas");
  #screen = { width: 0, height: 0 };
  #margin = 0;
  /** Where the graph's canvas is in the picture, a point of it × `scale` + (`x`, `y`); null while nothing is painted. */
  at = null;

  constructor() {
    this.context = this.#canvas.getContext("2d", { alpha: false });
  }

  /** Takes the screen's size in pixels; `ratio` is how many a point has. */
  resize(width, height, ratio) {
    this.#screen = { width, height };
    this.#margin = Math.round(MARGIN * ratio);
    this.#canvas.width = width + 2 * this.#margin;
    this.#canvas.height = height + 2 * this.#margin;
    this.at = null;
  }

  get whole() {
    return { x: 0, y: 0, width: this.#canvas.width, height: this.#canvas.height };
  }

  /** Whether the picture as it is, scaled, shows all that a view at `at` of the screen does. */
  covers(at) {
    if (!this.at) return false;
    const scale = at.scale / this.at.scale;
    if (scale > STRETCH || scale < 1 / STRETCH) return false;
    const place = this.#placeOn(at);
    return place.x <= 0 && place.y <= 0 && place.x + place.width >= this.#screen.width
      && place.y + place.height >= this.#screen.height;
  }

  /** Brings the picture to a view; what of it is blank then has to be painted. */
  follow(at) {
    const { whole } = this;
    const target = { scale: at.scale, x: at.x + this.#margin, y: at.y + this.#margin };
    if (this.at?.scale !== at.scale) {
      this.at = target;
      return [whole];
    }
    const [x, y] = [target.x - this.at.x, target.y - this.at.y];
    if (Math.max(Math.abs(x), Math.abs(y)) <= this.#margin) return [];
    this.at = target;
    const kept = shared(whole, { ...whole, x, y });
    if (!kept) return [whole];
    this.context.setTransform(1, 0, 0, 1, 0, 0);
    this.context.drawImage(this.#canvas, x, y);
    return [
      { x: 0, y: 0, width: this.whole.width, height: kept.y },
      { x: 0, y: kept.y + kept.height, width: this.whole.width, height: this.whole.height - kept.y - kept.height },
      { x: 0, y: kept.y, width: kept.x, height: kept.height },
      { x: kept.x + kept.width, y: kept.y, width: this.whole.width - kept.x - kept.width, height: kept.height },
    ].filter(({ width, height }) => width > 0 && height > 0);
  }

  /** The pixels of a rectangle of the canvas and some around it; null if none is in the picture. */
  pixels(rect, around) {
    const { x, y, scale } = this.at;
    const [width, height] = [rect.width * scale, rect.height * scale];
    const wide = grown({ x: rect.x * scale + x, y: rect.y * scale + y, width, height }, around);
    const [left, top] = [Math.floor(wide.x), Math.floor(wide.y)];
    const [right, bottom] = [Math.ceil(wide.x + wide.width), Math.ceil(wide.y + wide.height)];
    const { whole } = this;
    return shared(whole, { x: left, y: top, width: right - left, height: bottom - top });
  }

  show(context, at) {
    const place = this.#placeOn(at);
    if (at.scale === this.at.scale) context.drawImage(this.#canvas, place.x, place.y);
    else context.drawImage(this.#canvas, place.x, place.y, place.width, place.height);
  }

  #placeOn(at) {
    const scale = at.scale / this.at.scale;
    const [x, y] = [at.x - this.at.x * scale, at.y - this.at.y * scale];
    return { x, y, width: this.whole.width * scale, height: this.whole.height * scale };
  }
}

/** With more rectangles than this everything is repainted. */
const LIMIT = 400;
/** So many regions are painted one by one; more are painted as one. */
const REGIONS = 5;
/** Two regions become one if that makes them at most this much larger together. */
const WASTE = 1.3;

export class Damage {
  isAll = true;
  #rects = [];

  addAll() {
    this.isAll = true;
    this.#rects = [];
  }

  add(rect) {
    if (this.isAll) return;
    if (this.#rects.length >= LIMIT) this.addAll();
    else this.#rects.push(rect);
  }

  /** The rectangles, none if all is meant; nothing is damaged any more. */
  take() {
    const rects = this.#rects;
    this.#rects = [];
    this.isAll = false;
    return rects;
  }
}

/** Joins rectangles that are near each other into a few regions. */
export function regionsOf(rects) {
  const regions = [];
  for (let rect of rects) {
    let index = regions.findIndex((region) => isJoined(region, rect));
    while (index >= 0) {
      rect = union(regions[index], rect);
      regions.splice(index, 1);
      index = regions.findIndex((region) => isJoined(region, rect));
    }
    regions.push(rect);
  }
  return regions.length > REGIONS ? [regions.reduce(union)] : regions;
}

function isJoined(a, b) {
  const area = ({ width, height }) => width * height;
  return isIn(a, b) && area(union(a, b)) <= WASTE * (area(a) + area(b));
}
