// Texts cut to the width they have; measured once.

import { FONT } from "./drawing.js";

const LIMIT = 20_000;

export class TextFitting {
  #context = document.createElement("canvas").getContext("2d");
  #fitted = new Map();

  constructor() {
    this.#context.fontKerning = "none";
  }

  /** A text on one line, cut with an ellipsis where it is wider than `width`; and how wide it is. */
  line(text, size, weight, width) {
    return this.#once(`${size} ${weight} ${width} ${text}`, () => this.#cut(text, `${weight} ${size}px ${FONT}`, width));
  }

  /** A text on up to `count` lines, broken between words. */
  lines(text, size, weight, width, count) {
    return this.#once(`${count}: ${size} ${weight} ${width} ${text}`, () => {
      this.#context.font = `${weight} ${size}px ${FONT}`;
      const lines = [];
      let line = "";
      const words = text.split(/\s+/);
      for (const [index, word] of words.entries()) {
        const longer = line ? `${line} ${word}` : word;
        if (!line || this.#context.measureText(longer).width <= width) {
          line = longer;
        } else if (lines.length + 1 < count) {
          lines.push(line);
          line = word;
        } else {
          line = [line, ...words.slice(index)].join(" ");
          break;
        }
      }
      return [...lines, line].map((line) => this.#cut(line, `${weight} ${size}px ${FONT}`, width).text);
    });
  }

  #cut(text, font, width) {
    const context = this.#context;
    context.font = font;
    const whole = context.measureText(text).width;
    if (whole <= width) return { text, width: whole };
    const letters = [...text.slice(0, 500)];
    let [low, high] = [0, letters.length];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (context.measureText(`${letters.slice(0, middle).join("")}…`).width <= width) low = middle;
      else high = middle - 1;
    }
    const cut = low > 0 ? `${letters.slice(0, low).join("").trimEnd()}…` : "";
    return { text: cut, width: context.measureText(cut).width, isCut: true };
  }

  #once(key, make) {
    let fitted = this.#fitted.get(key);
    if (fitted === undefined) {
      if (this.#fitted.size >= LIMIT) this.#fitted.clear();
      fitted = make();
      this.#fitted.set(key, fitted);
    }
    return fitted;
  }
}
