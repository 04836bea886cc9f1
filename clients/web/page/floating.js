// A panel over the canvas that stays while one goes on editing: the settings, laying out.

import { iconButton, make } from "./elements.js";
import { hide } from "./controls.js";

export class FloatingPanel {
  #refresh;

  /** `refresh` shows what is now, before it is seen. */
  constructor({ id, title, close }, refresh, ...content) {
    this.#refresh = refresh;
    const button = iconButton("close", close, { onclick: () => this.close() });
    const head = make("header", {}, make("h2", { id: `${id}Title`, textContent: title }), button);
    const attributes = { "aria-labelledby": `${id}Title` };
    const panel = { id, className: "panel floating", role: "dialog", tabIndex: -1, hidden: true, attributes };
    this.element = make("aside", panel, head, make("div", { className: "body" }, ...content));
    this.element.addEventListener("keydown", (event) => this.#press(event));
    document.body.append(this.element);
  }

  get isShown() {
    return !this.element.hidden;
  }

  toggle = () => (this.element.hidden ? this.show() : this.close());

  show() {
    // Two of them would lie on each other.
    for (const other of document.querySelectorAll(".floating")) other.hidden = true;
    this.#refresh();
    this.element.hidden = false;
    (this.element.querySelector("input, select") ?? this.element).focus();
  }

  close() {
    hide(this.element);
  }

  /** Puts rows into a list in place of others; the focus stays in the panel. */
  fill(list, rows) {
    const hadFocus = list.contains(document.activeElement);
    list.replaceChildren(...rows);
    if (hadFocus) this.element.focus();
  }

  #press(event) {
    // What is typed here is not for the graph.
    event.stopPropagation();
    if (event.key !== "Escape") return;
    event.preventDefault();
    this.close();
  }
}

/** Shows which row of a list one is at, by its key. */
export function markRow(list, key) {
  for (const row of list.children) {
    const isHere = row.dataset.key === key;
    row.ariaCurrent = isHere ? "true" : null;
    if (isHere) row.scrollIntoView({ block: "nearest" });
  }
}
