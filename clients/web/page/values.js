// What nodes compute, as the server sends it, and how that reads.

import { nameAt } from "./node-texts.js";
import { isObject, ownOf } from "./pointer.js";
import ERRORS from "./errors.json" with { type: "json" };

export class Values {
  #values = new Map();
  #session;
  #onChange;
  /** The document whose values are sent. */
  #watched = null;

  /** `onChange(ids)` hears of nodes whose value is another one. */
  constructor(session, onChange) {
    this.#session = session;
    this.#onChange = onChange;
    session.on("document/evaluated", ({ values }) => this.#take(values));
  }

  /** Asks for the values of the document, if its types compute any. */
  async watch() {
    const { document, types } = this.#session;
    if (document === this.#watched) return;
    this.#values.clear();
    this.#watched = null;
    if (!types.areComputed) return;
    this.#watched = document;
    await this.#session.ask("document/watch", { document, values: true });
  }

  /** How the value of a node reads: `{text, isError, color}`; undefined for none. */
  shown(id) {
    const value = this.#values.get(id);
    return value === undefined ? undefined : readable(value, this.#session);
  }

  #take(values) {
    for (const [id, value] of Object.entries(values)) {
      if (value === null) this.#values.delete(id);
      else this.#values.set(id, value);
    }
    this.#onChange(Object.keys(values));
  }
}

/** A value as `{text, isError, color}`; `color` is one of CSS. */
export function readable(value, session) {
  if (!isObject(value)) return { text: textOf(value, session), isError: false };
  if (value.color) return { text: hexOf(value.color), isError: false, color: cssOf(value.color) };
  if (value.error) return { text: errorOf(value, session), isError: true };
  const parts = Object.entries(value.handles ?? {}).map(([handle, one]) => [handle, readable(one, session)]);
  return {
    text: parts.map(([handle, { text }]) => `${handle} ${text}`).join(" · "),
    isError: parts.some(([, { isError }]) => isError),
    color: parts.find(([, { color }]) => color)?.[1].color,
  };
}

function textOf(value, session) {
  if (typeof value === "number") return numberOf(value);
  if (Array.isArray(value)) return `[${value.map((one) => readable(one, session).text).join(", ")}]`;
  return String(value);
}

/** A number with as many digits as are read at a glance. */
function numberOf(value) {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e15 || size < 1e-6)) return String(Number(value.toPrecision(6))).replace("-", "\u2212");
  return value.toLocaleString("en", { maximumSignificantDigits: 10, useGrouping: false }).replace("-", "\u2212");
}

function errorOf({ error, handle, from }, session) {
  if (error === "input") return `Error in ${nameAt(session, from)}`;
  return `${ownOf(ERRORS.values, error) ?? error}${handle === undefined ? "" : ` at ${handle}`}`;
}

/** The parts of a color that can be shown, 0…255. */
function bytesOf(color) {
  return color.map((part) => Math.round(Math.min(1, Math.max(0, part)) * 255));
}

function hexOf(color) {
  const [red, green, blue, alpha] = bytesOf(color);
  const digits = [red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("");
  return `#${digits}${alpha === undefined || alpha === 255 ? "" : ` ${Math.round((alpha / 255) * 100)} %`}`;
}

function cssOf(color) {
  const [red, green, blue, alpha = 255] = bytesOf(color);
  return `rgb(${red} ${green} ${blue} / ${alpha / 255})`;
}

/** So much of a value's badge lies beyond the lower side of its node. */
const BADGE = { height: 22, inset: 10, letters: 11.5 };

export function paintValue(brush, node) {
  const value = brush.look.values.shown(node.id);
  if (!value) return;
  const { colors } = brush;
  const { height, inset, letters } = BADGE;
  const swatch = value.color ? 18 : 0;
  const { text, width } = brush.texts.line(value.text, letters, 650, Math.max(40, node.width - 2 * inset - 20 - swatch));
  const box = { width: width + 18 + swatch, height };
  Object.assign(box, { x: node.x + node.width - inset - box.width, y: node.y + node.height - height / 2 });
  brush.round(box, height / 2);
  brush.fill(colors.card);
  brush.stroke(value.isError ? colors.bad : colors.edge, 1.25);
  if (value.color) {
    brush.round({ x: box.x + 8, y: box.y + 5, width: 13, height: 12 }, 3);
    brush.fill(value.color);
    brush.stroke(colors.line, 1);
  }
  const color = value.isError ? colors.bad : colors.text;
  const [x, y] = [box.x + 9 + swatch, box.y + height / 2 + letters * 0.36];
  brush.text(text, x, y, { size: letters, weight: 650, color, width: width + 1 });
}
