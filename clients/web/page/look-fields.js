// How lines look, in the panel, and colors to choose from.

import { make } from "./elements.js";
import { fieldOf } from "./form.js";
import { ownOf } from "./pointer.js";
import { choices, describe } from "./schema.js";
/** What forms, dashes and heads are called, what can go round nodes, what each end has where nothing is said, and colors to choose from. */
import LOOK from "./lines.json" with { type: "json" };
import { session } from "./session.js";

/** The fields of how lines are broken, and of their heads. */
const [STROKES, HEADS] = [LOOK.strokes, LOOK.heads].map((titles) => describe(choices(titles)));

export class LookFields {
  element = make("div", { className: "members" });
  #rows;
  #color;

  /** `pen` is the `Content` to write with. */
  constructor(pen) {
    const row = (path, title, description, valueOf, patchOf, more = {}) => {
      const [name] = path.split("/");
      const save = (value) => pen.setMember(name, (edge) => patchOf(value, edge));
      return { description, valueOf, field: fieldOf(description(), { path: `:${path}`, title, pen, save, ...more }) };
    };
    const heads = Object.entries(LOOK.ends).map(([name, [title, usual]]) => {
      return row(name, title, () => HEADS, (edge) => (edge[name]?.type ?? edge[name]) || usual, (value, edge) => {
        // One with a color keeps it, and what is usual is not written.
        if (edge[name]?.color !== undefined) return { type: value };
        return value === usual ? undefined : value;
      }, { isSet: true });
    });
    this.#rows = [
      row("type", "Line", () => this.#lines, ({ type }) => type, (value) => value, { absent: "Document default" }),
      row("avoid", "Go round nodes", () => ({ kind: "boolean" }), ({ avoid }) => avoid, (value) => value || undefined),
      row("style/dash", "Stroke", () => STROKES, strokeOf, (value) => ({ dash: ownOf(LOOK.dashes, value) ?? null }), { absent: "Unbroken" }),
      ...heads,
    ];
    this.#color = new Swatches((color) => pen.setMember("style", () => ({ stroke: color ?? null }), "Color"), LOOK.colors);
    this.element.append(...this.#rows.map(({ field }) => field.element), this.#color.element);
  }

  /** Shows how edges look, and what of that is not the same in all of them as mixed. */
  update(edges, isFixed) {
    for (const { field, description, valueOf } of this.#rows) {
      field.meet(edges.map(valueOf), description());
      field.isFixed = isFixed;
    }
    const colors = new Set(edges.map(({ style }) => style?.stroke ?? undefined));
    this.#color.update(colors.size === 1 ? [...colors][0] : null);
    this.#color.isFixed = isFixed;
    const avoid = this.#rows.find(({ field }) => field.place.path === ":avoid").field;
    avoid.element.hidden = !edges.every(({ type }) => LOOK.avoiding.includes(type ?? session.setting("defaultEdgeType")));
  }

  /** The forms of lines, and the types of edges that the document describes. */
  get #lines() {
    const own = Object.keys(session.edgeTypes).filter((name) => name !== "default" && !Object.hasOwn(LOOK.forms, name));
    return describe(choices({ ...LOOK.forms, ...Object.fromEntries(own.map((name) => [name, name])) }));
  }
}

/** How the line of an edge is broken; undefined if it is not. */
function strokeOf({ style }) {
  const dash = style?.dash;
  const known = Object.keys(LOOK.dashes).find((name) => JSON.stringify(LOOK.dashes[name]) === JSON.stringify(dash));
  return known ?? (dash?.length > 0 ? dash.join(" ") : undefined);
}

export class Swatches {
  #buttons = new Map();

  /** `choose(color)` hears of a choice; undefined is no color. */
  constructor(choose, colors = LOOK.grounds) {
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

export function groundOf({ style = {} }) {
  return style?.backgroundColor ?? style?.background;
}

export function grounded(color) {
  return color ? { backgroundColor: color } : { backgroundColor: null, background: null };
}
