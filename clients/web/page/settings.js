// A panel with the settings of the document that people change by hand. It shows what the server has.

import { iconButton, make } from "./elements.js";
import { release } from "./controls.js";

const canvas = document.getElementById("canvas");

const YES = "yes";
const CELLS = "cells";

/** By section: the setting, what it is called, and what it may be: yes or no, the cells of a grid, or one of some. */
const SECTIONS = {
  "Grid and guides": [
    ["snapToGrid", "Snap to the grid", YES],
    ["snapGrid", "Cells", CELLS],
    ["snapToGuides", "Snap to guides", YES],
    ["snapToGaps", "Equal gaps", YES],
  ],
  Connections: [
    ["allowSelfLoops", "Allow loops at one node", YES],
    ["allowDuplicates", "Allow duplicates", YES],
    ["allowCycles", "Allow cycles", YES],
    ["checkValues", "Check computed values", YES],
    ["connectionMode", "Connect", { strict: "a source and a target", loose: "any two handles" }],
    ["connectOnClick", "Connect with two taps", YES],
    ["insertIntoEdges", "Put dropped nodes into lines", YES],
  ],
  Lines: [
    ["defaultEdgeType", "Form", {
      bezier: "Curve", simpleBezier: "Simple curve", horizontalBezier: "Horizontal curve", smoothStep: "Rounded steps",
      step: "Steps", orthogonal: "Right angles", straight: "Straight",
    }],
    ["edgeGeometry", "Formulas", { swiftFlow: "SwiftFlow", reactFlow: "React Flow" }],
    ["bendEdges", "Bend by a drag", YES],
    ["dragLabels", "Drag labels", YES],
  ],
  Canvas: [
    ["canvasDrag", "A drag", { pan: "moves the view", marquee: "selects with a rectangle", lasso: "selects with a lasso" }],
    ["wheel", "The wheel", { pan: "moves the view", zoom: "zooms" }],
    ["canvasLongPress", "A long press", { other: "selects", createNode: "makes a node", menu: "shows the menu" }],
    ["zoomOnDoubleTap", "Zoom in by a double tap", YES],
    ["inertia", "Go on after a drag", YES],
    ["autoPan", "Follow drags beyond the border", YES],
  ],
  Data: [["dataProblems", "What does not fit its schema", { report: "is reported", refuse: "is refused" }]],
};

/** React Flow's names of forms that have another one here. */
const ALIASES = { default: "bezier", simplebezier: "simpleBezier", smoothstep: "smoothStep" };

export class Settings {
  #session;
  #element;
  #controls = [];

  constructor(session) {
    this.#session = session;
    const close = iconButton("close", "Close the settings");
    close.addEventListener("click", () => this.close());
    const head = make("header", {}, make("h2", { id: "settingsTitle", textContent: "Settings of the document" }), close);
    const reset = make("button", { type: "button", className: "quiet", textContent: "Use the defaults" });
    reset.addEventListener("click", () => this.#reset());
    const sections = Object.entries(SECTIONS).map(([title, rows]) => this.#section(title, rows));
    const attributes = { "aria-labelledby": "settingsTitle" };
    const panel = { id: "settings", className: "panel", role: "dialog", tabIndex: -1, hidden: true, attributes };
    this.#element = make("aside", panel, head, ...sections, reset);
    this.#element.addEventListener("keydown", (event) => this.#press(event));
    document.body.append(this.#element);
  }

  toggle = () => (this.#element.hidden ? this.show() : this.close());

  show() {
    this.refresh();
    this.#element.hidden = false;
    this.#element.querySelector("input, select").focus();
  }

  close() {
    release(this.#element);
    this.#element.hidden = true;
  }

  /** Shows the settings as they are now. */
  refresh() {
    for (const show of this.#controls) show();
  }

  #press(event) {
    // What is typed here is not for the graph.
    event.stopPropagation();
    if (event.key !== "Escape") return;
    event.preventDefault();
    this.close();
    canvas.focus();
  }

  #section(title, rows) {
    return make("fieldset", {}, make("legend", { textContent: title }), ...rows.map((row) => this.#row(...row)));
  }

  #row(name, title, kind) {
    const control = kind === YES ? this.#switch(name) : kind === CELLS ? this.#cells(name, title) : this.#choice(name, kind);
    const isLabel = kind !== CELLS;
    return make(isLabel ? "label" : "div", { className: "setting", dataset: { setting: name } }, make("span", {
      textContent: title,
    }), control);
  }

  #switch(name) {
    const input = make("input", { type: "checkbox", className: "switch", attributes: { role: "switch" } });
    input.addEventListener("change", () => this.#update(name, input.checked));
    this.#controls.push(() => (input.checked = Boolean(this.#session.setting(name))));
    return input;
  }

  #choice(name, titles) {
    const options = Object.entries(titles).map(([value, textContent]) => make("option", { value, textContent }));
    const select = make("select", {}, ...options);
    select.addEventListener("change", () => this.#update(name, select.value));
    this.#controls.push(() => {
      const value = this.#session.setting(name);
      select.value = ALIASES[value] ?? value;
    });
    return select;
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
    const done = await this.#session.askDocument("settings/update", { patch: { [name]: value } });
    // What was refused is shown as it is.
    if (!done) this.refresh();
  }

  async #reset() {
    const names = Object.values(SECTIONS).flat().map(([name]) => name);
    const own = names.filter((name) => this.#session.settings[name] !== undefined);
    if (own.length === 0) return;
    await this.#session.askDocument("settings/update", { patch: Object.fromEntries(own.map((name) => [name, null])) });
  }
}
