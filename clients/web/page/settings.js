// A panel with the settings that people change by hand: of the document, as the server has them, and those of this window alone.

import { FloatingPanel, choice, row, toggle } from "./floating.js";
import { make, pressed } from "./elements.js";
import { ownName } from "./others.js";
import { ALIASES, FORMS, spelled } from "./types.js";

const YES = "yes";
const CELLS = "cells";
const LENGTH = "length";

/** The sections that are shown when they are opened. */
const FOLDED = ["Lines", "This window"];
/** The one that is about this window alone. */
const OWN = "This window";

/** By section: the setting, what it is called, and what it may be: yes or no, the cells of a grid, a length, or one of some. */
const SECTIONS = {
  __proto__: null,
  "Grid and guides": [
    ["snapToGrid", "Snap to the grid", YES],
    ["snapGrid", "Cells", CELLS],
    ["snapToGuides", "Snap to guides", YES],
    ["snapToGaps", "Equal gaps", YES],
    ["snapToSizes", "Equal sizes", YES],
  ],
  Connections: [
    ["allowSelfLoops", "Allow loops at one node", YES],
    ["allowDuplicates", "Allow duplicates", YES],
    ["allowCycles", "Allow cycles", YES],
    ["checkValues", "Check computed values", YES],
    ["connectionMode", "Connect", { strict: "a source and a target", loose: "any two handles" }],
    ["spreadHandles", "Spread handles along a side", YES],
    ["connectOnClick", "Connect with two taps", YES],
    ["insertIntoEdges", "Put dropped nodes into lines", YES],
  ],
  Lines: [
    ["defaultEdgeType", "Form", FORMS],
    ["edgeGeometry", "Formulas", { swiftFlow: "SwiftFlow", reactFlow: "React Flow" }],
    ["edgeClearance", "Distance from nodes", LENGTH],
    ["edgeSpacing", "Distance from each other", LENGTH],
    ["edgeSpread", "Distance of parallel lines", LENGTH],
    ["jumps", "Arcs where they cross", YES],
    ["bendEdges", "Bend by a drag", YES],
    ["dragLabels", "Drag labels", YES],
    ["placeLabels", "Labels keep off each other", YES],
    ["emphasizeOnHover", "Steps around the pointer that stand out", LENGTH],
  ],
  [OWN]: [
    ["canvasDrag", "A drag", { pan: "moves the view", marquee: "selects with a rectangle", lasso: "selects with a lasso" }],
    ["wheel", "The wheel", { pan: "moves the view", zoom: "zooms" }],
    ["canvasLongPress", "A long press", { other: "selects", createNode: "makes a node", menu: "shows the menu" }],
    ["zoomOnDoubleTap", "Zoom in by a double tap", YES],
    ["inertia", "Go on after a drag", YES],
    ["autoPan", "Follow drags beyond the border", YES],
  ],
  Data: [["dataProblems", "What does not fit its schema", { report: "is reported", refuse: "is refused" }]],
};

/** What a setting is called here. */
export function titleOfSetting(name) {
  return Object.values(SECTIONS).flat().find(([one]) => one === name)?.[1] ?? spelled(name);
}

export class Settings {
  #session;
  #panel;
  #controls = [];

  constructor(session, others) {
    this.#session = session;
    const reset = pressed("Use the defaults", () => this.#reset(), { className: "quiet" });
    const sections = Object.entries(SECTIONS).map(([title, rows]) => this.#section(title, rows));
    const about = { id: "settings", title: "Settings of the document", close: "Close the settings" };
    this.#panel = new FloatingPanel(about, () => this.refresh(), ...sections, reset);
    this.#shareBefore(reset, others);
  }

  toggle = () => this.#panel.toggle();

  /** Shows the settings as they are now. */
  refresh() {
    for (const show of this.#controls) show();
    for (const control of this.#panel.element.querySelectorAll("input:not(#ownName, .own *), select:not(.own *), .quiet")) {
      control.disabled = this.#session.isReadOnly;
    }
  }

  #section(title, rows) {
    const controls = rows.map((row) => this.#row(...row));
    if (FOLDED.includes(title)) return make("details", { className: title === OWN ? "own" : "" }, make("summary", { textContent: title }), ...controls);
    return make("fieldset", {}, make("legend", { textContent: title }), ...controls);
  }

  /** What the other windows call this one's user; it is no setting of the document. */
  #shareBefore(reset, others) {
    const input = make("input", { type: "text", id: "ownName", maxLength: 40, placeholder: "Guest", autocomplete: "off" });
    input.addEventListener("change", () => others.rename(input.value.trim()));
    const name = row("Your name in other windows", input, { setting: "ownName" });
    const section = make("fieldset", {}, make("legend", { textContent: "Sharing" }), name);
    this.#controls.push(() => {
      if (this.#session.isShared) reset.before(section);
      input.value = ownName();
    });
  }

  #row(name, title, kind) {
    if (kind === CELLS) {
      const head = make("span", { textContent: title });
      return make("div", { className: "setting", dataset: { setting: name } }, head, this.#cells(name, title));
    }
    const input = kind === YES ? toggle() : kind === LENGTH ? make("input", { type: "number", min: 0, max: 1000, step: "any" }) : choice(kind);
    const member = kind === YES ? "checked" : "value";
    // A field that is emptied is as if nothing was ever set.
    const valueOf = () => (kind !== LENGTH ? input[member] : input.value === "" ? null : Number(input.value));
    input.addEventListener("change", () => this.#update(name, valueOf()));
    this.#controls.push(() => {
      const value = this.#session.setting(name);
      input[member] = ALIASES[value] ?? value ?? "";
    });
    return row(title, input, { setting: name });
  }

  #cells(name, title) {
    const inputs = ["width", "height"].map((side) => {
      const input = make("input", { type: "number", min: 1, step: "any", ariaLabel: `${title}, ${side}` });
      input.addEventListener("change", () => this.#update(name, inputs.map(({ value }) => Number(value))));
      return input;
    });
    this.#controls.push(() => {
      const cells = this.#session.setting(name) ?? [];
      inputs.forEach((input, index) => (input.value = cells[index] ?? ""));
    });
    return make("span", { className: "cells" }, inputs[0], "×", inputs[1]);
  }

  async #update(name, value) {
    const isOwn = SECTIONS[OWN].some(([one]) => one === name);
    const done = isOwn ? await this.#session.hold({ [name]: value }) : await this.#session.askDocument("settings/update", { patch: { [name]: value } });
    // What was refused is shown as it is.
    if (!done) this.refresh();
  }

  async #reset() {
    await this.#session.hold(Object.fromEntries(SECTIONS[OWN].map(([name]) => [name, null])));
    this.refresh();
    const names = Object.values(SECTIONS).flat().map(([name]) => name);
    const own = names.filter((name) => this.#session.settings[name] !== undefined);
    if (own.length === 0) return;
    await this.#session.askDocument("settings/update", { patch: Object.fromEntries(own.map((name) => [name, null])) });
  }
}
