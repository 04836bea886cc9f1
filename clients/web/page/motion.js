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

/** The same for a spring, so many milliseconds after it was let go; it may pass 1 and come back. */
function sprung(time, { response, damping }) {
  const angle = ((time / 1000) * 2 * Math.PI) / response;
  const root = Math.sqrt(Math.abs(damping * damping - 1));
  if (root < 1e-3) return 1 - (1 + angle) * Math.exp(-angle);
  if (damping < 1) {
    const swing = Math.cos(root * angle) + (damping / root) * Math.sin(root * angle);
    return 1 - Math.exp(-damping * angle) * swing;
  }
  const [slow, fast] = [1 / (damping + root), damping + root];
  return 1 - (fast * Math.exp(-slow * angle) - slow * Math.exp(-fast * angle)) / (fast - slow);
}

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

  /** Lets an item move from an earlier geometry to the one it has, as `{duration, easing, spring}` says. */
  begin(item, from, { duration, easing, spring }) {
    if (duration <= 0 || isMotionReduced()) return;
    this.#moves.set(item, { from, to: geometryOf(item), duration, easing, spring, start: null });
  }

  /** Moves all to where they are at a time in milliseconds; `touch` is called before and after each move. */
  step(time, touch) {
    for (const [item, move] of this.#moves) {
      move.start ??= time;
      const passed = time - move.start;
      touch(item);
      const { from, to, duration, easing, spring } = move;
      const share = spring ? sprung(passed, spring) : EASINGS[easing]?.(passed / duration);
      if (passed < duration) this.#put(item, between(from, to, share));
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
  if (Array.isArray(to)) return from.length === to.length ? to.map((value, index) => mixed(from[index], value, done)) : to;
  if (from.id !== to.id || from.text !== to.text) return to;
  return Object.fromEntries(Object.entries(to).map(([key, value]) => [key, mixed(from[key], value, done, key)]));
}

/** The shorter way from one angle to another. */
function turn(from, to) {
  const full = 2 * Math.PI;
  return ((((to - from + Math.PI) % full) + full) % full) - Math.PI;
}
