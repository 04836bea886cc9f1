// A row of tabs, of which one is chosen, as the ARIA Authoring Practices describe it.

import { make } from "./elements.js";

export class Tabs {
  /** The name of the tab that is chosen. */
  chosen;
  element;
  #buttons = new Map();
  #onChange;

  /** `titles` are those of the tabs by name, the first is chosen; `onChange()` hears of another choice of the user. */
  constructor(label, titles, onChange) {
    this.#onChange = onChange;
    this.element = make("div", { className: "tabs", role: "tablist", ariaLabel: label });
    for (const [name, textContent] of Object.entries(titles)) {
      const button = make("button", { type: "button", role: "tab", textContent, dataset: { tab: name } });
      button.addEventListener("click", () => this.#take(name));
      this.#buttons.set(name, button);
    }
    this.element.append(...this.#buttons.values());
    this.element.addEventListener("keydown", (event) => this.#press(event));
    this.choose(Object.keys(titles)[0]);
  }

  choose(name) {
    this.chosen = name;
    for (const [other, button] of this.#buttons) {
      button.ariaSelected = other === name;
      button.tabIndex = other === name ? 0 : -1;
    }
  }

  #take(name) {
    this.choose(name);
    this.#onChange();
  }

  #press(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const names = [...this.#buttons.keys()];
    const next = names.at((names.indexOf(this.chosen) + step) % names.length);
    this.#take(next);
    this.#buttons.get(next).focus();
  }
}
