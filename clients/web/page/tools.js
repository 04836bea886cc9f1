// What a drag does in this window: the tool of its view, as buttons beside the zoom. Nothing of it is in the document.

import { canvas, icon, make, radios } from "./elements.js";
import { ICONS } from "./theme.js";
import { session } from "./session.js";

const TOOLS = {
  select: ["Select and move", "arrow"], pan: ["Move the view", "hand"], marquee: ["Select with a rectangle", "marquee"], lasso: ["Select with a lasso", "lasso"],
};

export class Tools {
  #radios;

  /** `bar` is where the buttons go. What a pointer or Escape chooses there gives the focus back to the canvas. */
  constructor(bar) {
    const contents = Object.entries(TOOLS).map(([tool, [title, name]]) => [tool, [title, icon(ICONS[name])]]);
    this.#radios = radios("tool", "What a drag does", Object.fromEntries(contents), (tool) => this.choose(tool));
    this.#radios.id = "tools";
    this.#radios.addEventListener("click", ({ detail }) => detail > 0 && setTimeout(() => canvas.focus()));
    this.#radios.addEventListener("keydown", ({ key }) => key === "Escape" && canvas.focus());
    bar.append(make("hr"), this.#radios);
  }

  get tool() {
    return session.setting("tool") ?? "select";
  }

  /** The same as entries of a menu. */
  get entries() {
    return Object.entries(TOOLS).map(([tool, [title, icon]]) => ({ title, icon, isChecked: tool === this.tool, perform: () => this.choose(tool) }));
  }

  refresh() {
    this.#radios.value = this.tool;
  }

  choose(tool) {
    const held = session.hold({ tool });
    this.refresh();
    return held;
  }
}
