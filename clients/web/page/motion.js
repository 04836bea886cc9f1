// Items on their way to where a frame has put them: until they arrive they have a geometry between the old and the new one.

import { union } from "./rects.js";

/** The members of items that change gradually. */
const MEMBERS = ["x", "y", "width", "height", "path", "bounds", "label", "handles", "arrows"];

const NUMBERS = /[-+]?[\d.]+(?:e[-+]?\d+)?/gi;

/** How much of the way is done when so much of the time has passed. */
const EASINGS = {
  __proto__: null,
  linear: (time) => time,
  easeInOut: (time) => time * time * (3 - 2 * time),
  cubicInOut: (time) => (time < 0.5 ? 4 * time ** 3 : 1 - 4 * (1 - time) ** 3),
};

/** Whether the user has asked for less motion. */
export function isMotionReduced() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export class Motion {
  #moves = new Map();

  get isOver() {
    return this.#moves.size === 0;
  }

  /** Puts an item at its end; returns where it was on its way, to go on from there. */
  arrest(item) {
    const place = geometryOf(item);
    const move = this.#moves.get(item);
    if (move) this.#put(item, move.to);
    this.#moves.delete(item);
    return place;
  }

  /** Lets an item move from an earlier geometry to the one it has, as `{duration, easing}` says. */
  begin(item, from, { duration, easing }) {
    if (duration <= 0 || isMotionReduced()) return;
    this.#moves.set(item, { from, to: geometryOf(item), duration, easing, start: null });
  }

  /** Moves all to where they are at a time in milliseconds; `touch` is called before and after each move. */
  step(time, touch) {
    for (const [item, move] of this.#moves) {
      move.start ??= time;
      const passed = Math.min((time - move.start) / move.duration, 1);
      touch(item);
      if (passed < 1) this.#put(item, between(move.from, move.to, EASINGS[move.easing](passed)));
      else this.arrest(item);
      touch(item);
    }
  }

  #put(item, geometry) {
    Object.assign(item, geometry);
    item.curve = null;
    item.heads = null;
  }
}

function geometryOf(item) {
  return Object.fromEntries(MEMBERS.filter((name) => name in item).map((name) => [name, item[name]]));
}

function between(from, to, done) {
  const geometry = {};
  for (const [name, value] of Object.entries(to)) {
    const old = from[name];
    if (old === undefined) geometry[name] = value;
    else if (name === "path") geometry.path = pathBetween(old, value, done);
    else if (name === "bounds") geometry.bounds = union(old, value);
    else geometry[name] = mixed(old, value, done);
  }
  return geometry;
}

/** A path between two of the same form; of two others the new one. */
function pathBetween(from, to, done) {
  if (from.replace(NUMBERS, " ") !== to.replace(NUMBERS, " ")) return to;
  const numbers = from.match(NUMBERS) ?? [];
  let place = 0;
  return to.replace(NUMBERS, (number) => mixed(Number(numbers[place++]), Number(number), done));
}

/** What lies between two values of the same form: numbers between their numbers, else what is new. */
function mixed(from, to, done, name = "") {
  if (typeof from !== typeof to || from === null || to === null) return to;
  if (typeof to === "number") return name === "angle" ? to - turn(from, to) * (1 - done) : from + (to - from) * done;
  if (typeof to !== "object") return to;
  if (Array.isArray(to)) {
    return from.length === to.length ? to.map((value, index) => mixed(from[index], value, done)) : to;
  }
  if (from.id !== to.id || from.text !== to.text) return to;
  return Object.fromEntries(Object.entries(to).map(([key, value]) => [key, mixed(from[key], value, done, key)]));
}

/** The shorter way from one angle to another. */
function turn(from, to) {
  const full = 2 * Math.PI;
  return ((((to - from + Math.PI) % full) + full) % full) - Math.PI;
}
