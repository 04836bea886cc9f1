// How lines look, in the panel: of one edge, or of several at once.

import { make } from "./elements.js";
import { fieldOf } from "./form.js";
import { choices, describe } from "./schema.js";
import { LINES, Swatches } from "./swatches.js";
import { FORMS } from "./types.js";

/** Of these, with React Flow's names among them, the ones that can go round nodes if they are to; others always do, or never. */
const AVOIDING = ["bezier", "smoothStep", "default", "smoothstep"];

/** How lines are broken, by lengths of dashes and gaps in canvas units. */
const DASHES = { __proto__: null, dashed: [8, 6], dotted: [2, 5] };
const STROKES = describe(choices({ dashed: "Dashed", dotted: "Dotted" }));

/** The heads of lines, and by member what each end is called and has where nothing is said. */
const HEADS = describe(choices({ none: "None", arrow: "Open", arrowclosed: "Closed", circle: "Circle", cross: "Cross" }));
const ENDS = { markerStart: ["Start of the line", "none"], markerEnd: ["End of the line", "arrowclosed"] };

export class LookFields {
  element = make("div", { className: "members" });
  #session;
  #rows;
  #color;

  /** `pen` is the `Content` to write with. */
  constructor(session, pen) {
    this.#session = session;
    const row = (path, title, description, valueOf, patchOf, more = {}) => {
      const [name] = path.split("/");
      const save = (value) => pen.setMember(name, (edge) => patchOf(value, edge));
      return { description, valueOf, field: fieldOf(description(), { path: `:${path}`, title, pen, save, ...more }) };
    };
    const heads = Object.entries(ENDS).map(([name, [title, usual]]) => {
      return row(name, title, () => HEADS, (edge) => (edge[name]?.type ?? edge[name]) || usual, (value, edge) => {
        // One with a color keeps it, and what is usual is not written.
        if (edge[name]?.color !== undefined) return { type: value };
        return value === usual ? undefined : value;
      }, { isSet: true });
    });
    this.#rows = [
      row("type", "Line", () => this.#lines, ({ type }) => type, (value) => value, { absent: "Document default" }),
      row("avoid", "Go round nodes", () => ({ kind: "boolean" }), ({ avoid }) => avoid, (value) => value || undefined),
      row("style/dash", "Stroke", () => STROKES, strokeOf, (value) => ({ dash: DASHES[value] ?? null }), { absent: "Unbroken" }),
      ...heads,
    ];
    this.#color = new Swatches((color) => pen.setMember("style", () => ({ stroke: color ?? null }), "Color"), LINES);
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
    avoid.element.hidden = !edges.every(({ type }) => AVOIDING.includes(type ?? this.#session.setting("defaultEdgeType")));
  }

  /** The forms of lines, and the types of edges that the document describes. */
  get #lines() {
    const own = Object.keys(this.#session.edgeTypes).filter((name) => name !== "default" && !(name in FORMS));
    return describe(choices({ ...FORMS, ...Object.fromEntries(own.map((name) => [name, name])) }));
  }
}

/** How the line of an edge is broken; undefined if it is not. */
function strokeOf({ style }) {
  const dash = style?.dash;
  const known = Object.keys(DASHES).find((name) => JSON.stringify(DASHES[name]) === JSON.stringify(dash));
  return known ?? (dash?.length > 0 ? dash.join(" ") : undefined);
}
