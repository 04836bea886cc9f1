// Colors and icons. The page's other colors are in style.css under the same names; `types` are those of pictures.

import { ACCENTS, COLORS, GROUNDS, TYPE_ICONS } from "./drawing.js";

const LIGHT = {
  ...COLORS.light, page: "#f5f6fa", dot: "#cdd4e0", accent: "#5b5bf0", good: "#0f9f6e", bad: "#e0364c",
  warn: "#b86e00", guide: "#ec4899", types: ACCENTS.light,
};
const DARK = {
  ...COLORS.dark, page: "#0e1218", dot: "#2b3544", accent: "#8b8cff", good: "#3ecf9a", bad: "#ff6b7d",
  warn: "#e5b94b", guide: "#f472b6", types: ACCENTS.dark,
};

/** Icons of 24 × 24 as SVG paths, stroked. Those of node types are found by the type's name. */
export const ICONS = {
  __proto__: null,
  ...TYPE_ICONS,
  open: "M4 18.5V6a1 1 0 0 1 1-1h4.5l2 2.5H18a1 1 0 0 1 1 1V10M4 18.5L6.5 10H21l-2.5 8.5z",
  save: "M5 5h11l3 3v11H5zM8.5 5v4.5h6V5M8 19v-5.5h8V19",
  undo: "M8.5 5L4.5 9l4 4M4.5 9H14a5 5 0 0 1 0 10H9",
  redo: "M15.5 5l4 4-4 4M19.5 9H10a5 5 0 0 0 0 10h5",
  fit: "M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15",
  download: "M12 4.5v10M7.5 10.5l4.5 4.5 4.5-4.5M5 19.5h14",
  grid: "M6 6v.01M12 6v.01M18 6v.01M6 12v.01M12 12v.01M18 12v.01M6 18v.01M12 18v.01M18 18v.01",
  light: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1"
    + "M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1",
  dark: "M19.5 14A8 8 0 0 1 10 4.5 8 8 0 1 0 19.5 14z",
  lock: "M6.5 11h11v8.5h-11zM9 11V8a3 3 0 0 1 6 0v3",
  unlock: "M6.5 11h11v8.5h-11zM9 11V8a3 3 0 0 1 5.8-1",
  minus: "M6 12h12",
  plus: "M12 6v12M6 12h12",
  remove: "M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 10.5v5.5M13.5 10.5v5.5",
  duplicate: "M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4",
  rename: "M5 19l.8-3.7L16 5.1a1.6 1.6 0 0 1 2.3 0l.6.6a1.6 1.6 0 0 1 0 2.3L8.7 18.2zM14.5 6.5l3 3",
  grip: "M9 6.5v.01M15 6.5v.01M9 12v.01M15 12v.01M9 17.5v.01M15 17.5v.01",
  properties: "M4.5 7h9M17.5 7h2M15.5 5v4M4.5 12h3M11.5 12h8M9.5 10v4M4.5 17h7M15.5 17h4M13.5 15v4",
  run: "M8 5.5v13l10.5-6.5z",
  front: "M9 9h10v10H9zM5 15V5h10",
  back: "M5 5h10v10H5zM19 9v10H9",
  all: "M5 5h14v14H5zM8.5 12l2.5 2.5 4.5-5",
  problem: "M12 5l8 14H4zM12 10.5v3.5M12 16.5v.01",
  more: "M6 12v.01M12 12v.01M18 12v.01",
  types: "M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM16.5 13.5v6M13.5 16.5h6",
  new: "M6 4.5h8l4.5 4.5v10.5H6zM14 4.5V9h4.5M12 12v5M9.5 14.5h5",
  saveAs: "M11 19H5V5h11l3 3v3M8.5 5v4.5h6V5M14 20l.6-2.6 4.6-4.6 2 2-4.6 4.6z",
  find: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.3 15.3L20 20",
  layout: "M9.5 4.5h5v4h-5zM4.5 15.5h5v4h-5zM14.5 15.5h5v4h-5zM12 8.5v3.5M7 15.5V12h10v3.5",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 9.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z"
    + "M9 19.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z",
  help: "M9 9.2a3.1 3.1 0 1 1 4.6 2.7c-1.1.6-1.6 1.2-1.6 2.3M12 17.8v.01",
  close: "M7 7l10 10M17 7L7 17",
  previous: "M7 14.5l5-5 5 5",
  next: "M7 9.5l5 5 5-5",
  hand: "M12 4v16M4 12h16M12 4l-2.2 2.2M12 4l2.2 2.2"
    + "M12 20l-2.2-2.2M12 20l2.2-2.2M4 12l2.2-2.2M4 12l2.2 2.2M20 12l-2.2-2.2M20 12l-2.2 2.2",
  arrow: "M6 4.5l12 6.8-5.3 1.3L9.8 18z",
  marquee: "M5 8V5h3M11 5h2M16 5h3v3M19 11v2M19 16v3h-3M13 19h-2M8 19H5v-3M5 13v-2",
  lasso: "M8 15.5c-2.6-.9-4-2.6-4-4.7C4 7.6 7.6 5 12 5s8 2.6 8 5.8-3.6 5.7-8 5.7c-1.1 0-2.2-.2-3.2-.5"
    + "M8.5 19.5c1.3-1 1.8-2.6.8-3.7-.8-.8-2.1-.5-2.2.6-.1 1.4 2.4 1.6 4.4 1.1",
  cut: "M7 20a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM17 20a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8.3 15.3L16 4M15.7 15.3L8 4",
  copy: "M9 4.5h6.5L19 8v8H9zM5 8.5v11h9.5",
  paste: "M8.5 6H5.5v14h13V6h-3M8.5 4.5h7v3.5h-7z",
  ungroup: "M4.5 4.5h7v6h-7zM12.5 13.5h7v6h-7zM15 4.5h4.5V9M4.5 15v4.5H9",
  collapse: "M5 5h14M5 19h14M12 8v3.5M10 9.5l2 2 2-2M12 16v-3.5M10 14.5l2-2 2 2",
  expand: "M5 4.5h14M5 19.5h14M12 11.5V7M10 9l2-2 2 2M12 12.5V17M10 15l2 2 2-2",
  fitGroup: "M4.5 4.5h15v15h-15zM9 9h6v6H9z",
  edge: "M5 6.5h3c6 0 2 11 8 11h3M16.5 15l2.5 2.5-2.5 2.5",
  "align-left": "M5 4v16M8.5 7h10v3.5h-10zM8.5 13.5h6V17h-6z",
  "align-centerX": "M12 4v3M12 10.5v3M12 17v3M7 7h10v3.5H7zM9 13.5h6V17H9z",
  "align-right": "M19 4v16M5.5 7h10v3.5h-10zM9.5 13.5h6V17h-6z",
  "align-top": "M4 5h16M7 8.5v10h3.5v-10zM13.5 8.5v6H17v-6z",
  "align-centerY": "M4 12h3M10.5 12h3M17 12h3M7 7v10h3.5V7zM13.5 9v6H17V9z",
  "align-bottom": "M4 19h16M7 5.5v10h3.5v-10zM13.5 9.5v6H17v-6z",
  "distribute-x": "M5 4v16M19 4v16M9.5 8h5v8h-5z",
  "distribute-y": "M4 5h16M4 19h16M8 9.5h8v5H8z",
  map: "M4 6.5l5-2 6 2 5-2v13l-5 2-6-2-5 2zM9 4.5v13M15 6.5v13",
};

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

/** How well letters are read on a ground (WCAG 2, contrast ratio); both as `#rrggbb`. */
function contrast(color, ground) {
  const [one, other] = [color, ground].map((text) => {
    const parts = [1, 3, 5].map((index) => parseInt(text.slice(index, index + 2), 16) / 255);
    const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  });
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** What small letters need (WCAG 2, level AA). */
const READABLE = 4.5;
const readables = new Map();

/** A color for small letters on a ground: with as much of the color of texts as makes it readable; all as `#rrggbb`. */
export function readable(color, { card, text }) {
  const key = `${color} ${card}`;
  if (!readables.has(key)) {
    const shares = Array.from({ length: 21 }, (_, index) => 1 - index / 20);
    const found = shares.map((share) => mixed(color, text, share)).find((one) => contrast(one, card) >= READABLE);
    readables.set(key, found ?? text);
  }
  return readables.get(key);
}

const mixtures = new Map();

/** A color on a ground as if it were painted there with that much of it; both as `#rrggbb`. */
export function mixed(color, ground, share) {
  const key = `${color} ${ground} ${share}`;
  let mixture = mixtures.get(key);
  if (!mixture) {
    const part = (text, index) => parseInt(text.slice(index, index + 2), 16);
    const parts = [1, 3, 5].map((index) => part(color, index) * share + part(ground, index) * (1 - share));
    mixture = `#${parts.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
    mixtures.set(key, mixture);
  }
  return mixture;
}

/** What was kept under a name, in all windows or in this one; null for nothing. */
export function stored(name, where = "localStorage") {
  try {
    return globalThis[where].getItem(`nodewire.${name}`);
  } catch {
    return null;
  }
}

export function store(name, value, where = "localStorage") {
  try {
    globalThis[where].setItem(`nodewire.${name}`, value);
  } catch {
    // A browser that keeps nothing shows the same page.
  }
}
