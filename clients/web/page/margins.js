// What bars, panels and the map leave free of the canvas: there things are fitted, revealed, added and said.

import { isIn } from "./rects.js";

/** As in style.css. */
const NARROW = matchMedia("(max-width: 720px)");
/** What is shown keeps so far from what covers the canvas, in points. */
const SPACE = 16;
const COVERS = "#file, #page, #palette, #zoom, #overview, #runBar, #panel, .floating, #find, #reading";

export function isNarrow() {
  return NARROW.matches;
}

/** The rectangles of the screen in which something covers the canvas. */
export function covered() {
  return [...document.querySelectorAll(COVERS)].map((element) => element.getBoundingClientRect()).filter(({ width }) => width > 0);
}

/**
 * The largest rectangle of the screen that nothing covers, or the one in which something of a size is largest: its sides are those of
 * what covers. What grows has its whole column.
 */
export function freeArea(size) {
  const roomOf = (width, height) => (size ? Math.min(width / size.width, height / size.height) : width * height);
  const columns = isNarrow() ? [] : [...document.querySelectorAll("#panel:not(.folded), .floating")].map((one) => one.getBoundingClientRect());
  const grown = columns.filter(({ width }) => width > 0).map(({ x, y, width, left, right, top }) => {
    return { x, y, width, height: innerHeight - y, left, right, top, bottom: innerHeight };
  });
  const boxes = [...covered(), ...grown];
  const sides = (of, border) => [...new Set([border, ...boxes.map(of)])];
  let [best, most] = [{ x: 0, y: 0, width: innerWidth, height: innerHeight }, -1];
  for (const x of sides(({ right }) => right, 0)) {
    for (const y of sides(({ bottom }) => bottom, 0)) {
      for (const right of sides(({ left }) => left, innerWidth)) {
        for (const bottom of sides(({ top }) => top, innerHeight)) {
          const [width, height] = [right - x, bottom - y];
          if (width <= 0 || height <= 0 || roomOf(width, height) <= most) continue;
          const inside = { x: x + 1, y: y + 1, width: width - 2, height: height - 2 };
          if (!boxes.some((box) => isIn(box, inside))) [best, most] = [{ x, y, width, height }, roomOf(width, height)];
        }
      }
    }
  }
  return best;
}

/** How far from each border a fitted view keeps what it shows, by default of any size, as the server reads it. */
export function margins(size) {
  const { x, y, width, height } = freeArea(size);
  const sides = { top: y, right: innerWidth - x - width, bottom: innerHeight - y - height, left: x };
  return Object.fromEntries(Object.entries(sides).map(([side, length]) => [side, `${Math.round(length) + SPACE}px`]));
}

/** Lets styles know the area that is free, as `--free-left` and so on, and `hear()` that it is another one. */
export function watchFreeArea(hear) {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    const { x, width } = freeArea();
    const lengths = { left: x, width };
    for (const [name, length] of Object.entries(lengths)) style.setProperty(`--free-${name}`, `${Math.round(length)}px`);
    const [zoom, map] = ["zoom", "overview"].map((id) => document.getElementById(id).getBoundingClientRect());
    style.setProperty("--between-left", `${Math.round(zoom.right)}px`);
    style.setProperty("--between-right", `${Math.round(innerWidth - map.left)}px`);
    hear();
  });
  for (const element of [document.body, ...document.querySelectorAll(COVERS)]) observer.observe(element);
}
