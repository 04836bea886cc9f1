// The parts of the canvas that must be repainted.

import { isIn, union } from "./rects.js";

/** With more rectangles than this everything is repainted. */
const LIMIT = 400;
/** So many regions are painted one by one; more are painted as one. */
const REGIONS = 5;
/** Two regions become one if that makes them at most this much larger together. */
const WASTE = 1.3;

export class Damage {
  #rects = [];
  #isAll = true;

  get isAll() {
    return this.#isAll;
  }

  addAll() {
    this.#isAll = true;
    this.#rects = [];
  }

  add(rect) {
    if (this.#isAll) return;
    if (this.#rects.length >= LIMIT) this.addAll();
    else this.#rects.push(rect);
  }

  /** The rectangles, none if all is meant; nothing is damaged any more. */
  take() {
    const rects = this.#rects;
    this.#rects = [];
    this.#isAll = false;
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
