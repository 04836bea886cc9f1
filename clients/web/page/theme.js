// Colors and icons. The page's other colors are in style.css under the same names; `types` are those of pictures,
// and `seen` is the contrast that an icon of a type has at least.

import { ACCENTS, COLORS, GROUNDS, TYPE_ICONS } from "./drawing.js";
import OWN_COLORS from "./colors.json" with { type: "json" };
import OWN_ICONS from "./icons.json" with { type: "json" };
import { store, stored } from "./storage.js";

const [LIGHT, DARK] = ["light", "dark"].map((name) => ({ ...COLORS[name], ...OWN_COLORS[name], types: ACCENTS[name] }));

/** Icons of 24 × 24 as SVG paths, stroked. Those of node types are found by the type's name. */
export const ICONS = { __proto__: null, ...TYPE_ICONS, ...OWN_ICONS };

/** The colors that the system or the user asks for; `choose` changes them, `onChange` hears it. */
export class Theme {
  #query = matchMedia("(prefers-color-scheme: dark)");
  #chosen = stored("theme");

  constructor(onChange) {
    this.onChange = onChange;
    this.#query.addEventListener("change", () => this.#change());
    this.#apply();
  }

  get isDark() {
    return this.#chosen ? this.#chosen === "dark" : this.#query.matches;
  }

  choose(isDark) {
    this.#chosen = isDark ? "dark" : "light";
    store("theme", this.#chosen);
    this.#change();
  }

  #apply() {
    this.colors = this.isDark ? DARK : LIGHT;
    document.documentElement.dataset.theme = this.isDark ? "dark" : "light";
  }

  #change() {
    this.#apply();
    this.onChange();
  }
}

/** The colors of texts on a ground that a node itself names, as CSS: those of the theme on which it is read better. */
export function textsOn(ground) {
  if (!grounds.has(ground)) {
    const dark = isDark(ground);
    grounds.set(ground, { ...(dark ? DARK : LIGHT), ...(dark ? GROUNDS.dark : GROUNDS.light) });
  }
  return grounds.get(ground);
}

const grounds = new Map();
const sample = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

/** By the luma of Rec. 601, as pictures decide it. */
function isDark(color) {
  sample.fillStyle = "#fff";
  sample.fillRect(0, 0, 1, 1);
  sample.fillStyle = color;
  sample.fillRect(0, 0, 1, 1);
  const [red, green, blue] = sample.getImageData(0, 0, 1, 1).data;
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
}

/** The parts of `#rrggbb`. */
function bytesOf(color) {
  return [1, 3, 5].map((index) => parseInt(color.slice(index, index + 2), 16));
}

/** How well letters are read on a ground (WCAG 2, contrast ratio); both as `#rrggbb`. */
function contrast(color, ground) {
  const [one, other] = [color, ground].map((text) => {
    const parts = bytesOf(text).map((byte) => byte / 255);
    const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** What small letters need (WCAG 2, level AA). */
const READABLE = 4.5;
const readables = new Map();

/** A color for small letters on a ground: with as much of the color of texts as gives it a contrast; all as `#rrggbb`. */
export function readable(color, { card, text }, least = READABLE) {
  const key = `${color} ${card} ${least}`;
  if (!readables.has(key)) {
    const shares = Array.from({ length: 21 }, (_, index) => 1 - index / 20);
    const found = shares.map((share) => mixed(color, text, share)).find((one) => contrast(one, card) >= least);
    readables.set(key, found ?? text);
  }
  return readables.get(key);
}

const mixtures = new Map();

/** A color on a ground as if it were painted there with that much of it; both as `#rrggbb`. */
export function mixed(color, ground, share) {
  const key = `${color} ${ground} ${share}`;
  if (!mixtures.has(key)) {
    const under = bytesOf(ground);
    const parts = bytesOf(color).map((byte, index) => Math.round(byte * share + under[index] * (1 - share)));
    mixtures.set(key, `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`);
  }
  return mixtures.get(key);
}
