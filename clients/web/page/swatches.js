// Colors to choose from: for the ground of nodes, on which dark letters are read, and for lines, which are seen on either page.

import { make } from "./elements.js";

const GROUNDS = {
  Yellow: "#fde68a", Orange: "#fed7aa", Red: "#fecaca", Pink: "#fbcfe8", Violet: "#ddd6fe", Blue: "#bfdbfe", Green: "#bbf7d0",
  Grey: "#e2e8f0",
};

export const LINES = {
  Orange: "#d97706", Red: "#dc2626", Pink: "#db2777", Violet: "#7c3aed", Blue: "#2563eb", Green: "#16a34a", Grey: "#64748b",
};

export class Swatches {
  #buttons = new Map();

  /** `choose(color)` hears of a choice; undefined is no color. */
  constructor(choose, colors = GROUNDS) {
    for (const [title, color] of [["No color", undefined], ...Object.entries(colors)]) {
      const button = make("button", { type: "button", title, ariaLabel: title, className: "swatch", onclick: () => choose(color) });
      button.style.setProperty("--swatch", color ?? "transparent");
      this.#buttons.set(color, button);
    }
    const row = make("div", { className: "swatches", role: "group", ariaLabel: "Color" }, ...this.#buttons.values());
    this.element = make("div", { className: "field" }, make("div", { className: "head" }, make("small", { textContent: "Color" })), row);
  }

  /** Shows which color is there: undefined is no color, and null several. */
  update(color) {
    const wanted = typeof color === "string" ? color.toLowerCase() : color;
    for (const [own, button] of this.#buttons) button.ariaPressed = own === wanted;
  }

  set isFixed(isFixed) {
    for (const button of this.#buttons.values()) button.disabled = isFixed;
  }
}

/** The color that a node names itself. */
export function groundOf({ style = {} }) {
  return style?.backgroundColor ?? style?.background;
}

/** What gives a node a ground, or takes its own away. */
export function grounded(color) {
  return color ? { backgroundColor: color } : { backgroundColor: null, background: null };
}
