// What a drag does in this window: the tool of its view, as buttons beside the zoom. Nothing of it is in the document.

import { iconButton, make } from "./elements.js";
import { onPress } from "./controls.js";
import { OneOf } from "./one-of.js";

const TOOLS = [
  ["select", "Select and move", "arrow"], ["pan", "Move the view", "hand"], ["marquee", "Select with a rectangle", "marquee"], ["lasso", "Select with a lasso", "lasso"],
];

export class Tools {
  #session;
  #buttons;

  /** `bar` is where the buttons go. */
  constructor(bar, session) {
    this.#session = session;
    const buttons = TOOLS.map(([tool, title, icon]) => {
      const button = iconButton(icon, title, { role: "radio", dataset: { tool } });
      onPress(button, () => this.choose(tool));
      return [tool, button];
    });
    const about = { id: "tools", role: "radiogroup", ariaLabel: "What a drag does" };
    this.#buttons = new OneOf(about, Object.fromEntries(buttons), (tool) => this.choose(tool));
    bar.append(make("hr"), this.#buttons.element);
  }

  get tool() {
    return this.#session.setting("tool") ?? "select";
  }

  /** The same as entries of a menu. */
  get entries() {
    return TOOLS.map(([tool, title, icon]) => ({ title, icon, isChecked: tool === this.tool, perform: () => this.choose(tool) }));
  }

  /** Shows the tool as it is now. */
  refresh() {
    this.#buttons.show(this.tool);
  }

  choose(tool) {
    const held = this.#session.hold({ tool });
    this.refresh();
    return held;
  }
}
