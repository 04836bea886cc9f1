// What a drag does in this window: the tool of its view, as buttons beside the zoom. Nothing of it is in the document.

import { iconButton, make } from "./elements.js";
import { onPress } from "./controls.js";

const TOOLS = [
  ["select", "Select and move", "arrow"], ["pan", "Move the view", "hand"], ["marquee", "Select with a rectangle", "marquee"], ["lasso", "Select with a lasso", "lasso"],
];

export class Tools {
  #session;
  #buttons = new Map();

  /** `bar` is where the buttons go. */
  constructor(bar, session) {
    this.#session = session;
    for (const [tool, title, icon] of TOOLS) {
      const button = iconButton(icon, title, { role: "radio", tabIndex: -1, dataset: { tool } });
      onPress(button, () => this.choose(tool));
      button.addEventListener("keydown", (event) => this.#press(event, tool));
      this.#buttons.set(tool, button);
    }
    const label = "What a drag does";
    bar.append(make("hr"), make("div", { id: "tools", role: "radiogroup", ariaLabel: label }, ...this.#buttons.values()));
  }

  get tool() {
    return this.#session.tool ?? this.#session.setting("tool") ?? "select";
  }

  /** The same as entries of a menu. */
  get entries() {
    return TOOLS.map(([tool, title, icon]) => {
      return { title, icon, isChecked: tool === this.tool, perform: () => this.choose(tool) };
    });
  }

  /** Shows the tool as it is now. */
  refresh() {
    for (const [tool, button] of this.#buttons) {
      button.ariaChecked = tool === this.tool;
      button.tabIndex = tool === this.tool ? 0 : -1;
    }
  }

  choose(tool) {
    const held = this.#session.hold(tool);
    this.refresh();
    return held;
  }

  /** Arrows go from one to the next and choose it, as in any group of radio buttons. */
  #press(event, tool) {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const names = [...this.#buttons.keys()];
    const next = names[(names.indexOf(tool) + by + names.length) % names.length];
    this.#buttons.get(next).focus();
    this.choose(next);
  }
}
