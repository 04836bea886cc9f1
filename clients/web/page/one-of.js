// Buttons of which one is chosen: tabs or radio buttons, as the ARIA Authoring Practices describe them. Arrows go on and choose.

import { make } from "./elements.js";

export class OneOf {
  element;
  #buttons;
  #onChoose;

  /** `buttons` are by name, each with its `role`; `onChoose(name)` hears of a choice of the user. */
  constructor(properties, buttons, onChoose) {
    this.#buttons = new Map(Object.entries(buttons));
    this.#onChoose = onChoose;
    this.element = make("div", properties, ...this.#buttons.values());
    this.element.addEventListener("keydown", (event) => this.#press(event));
  }

  show(chosen) {
    for (const [name, button] of this.#buttons) {
      button[button.role === "tab" ? "ariaSelected" : "ariaChecked"] = name === chosen;
      button.tabIndex = name === chosen ? 0 : -1;
    }
  }

  #press(event) {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const names = [...this.#buttons.keys()];
    const at = names.findIndex((name) => this.#buttons.get(name) === document.activeElement);
    if (!by || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = names.at((at + by) % names.length);
    this.#buttons.get(next).focus();
    this.#onChoose(next);
  }
}
