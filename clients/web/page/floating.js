// Panels over the canvas that stay while one goes on editing, and dialogs, each a form of the page.

import { canvas, iconButton, make } from "./elements.js";
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

/** Gives the focus back when a dialog is closed, and hands on the value of the button by which it was; a press beside it is no answer. */
export function hears(dialog, answer = () => {}) {
  dialog.addEventListener("close", () => {
    const { returnValue } = dialog;
    dialog.returnValue = "";
    canvas.focus();
    answer(returnValue);
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}

/**
 * Asks a question; settles with the value of the answer, which is empty for none. `answers` are `[value, title, look]`, and the
 * first of them has the focus; `text` is what the dialog says, elements among it.
 */
export function asked(id, title, text, answers) {
  const buttons = answers.map(([value, textContent, className = ""], index) => make("button", { value, textContent, className, autofocus: index === 0 && !text.some((one) => one.querySelector?.("button")) }));
  const head = make("h2", { id: `${id}Title`, textContent: title });
  const form = make("form", { method: "dialog" }, head, ...text, make("div", { className: "answers" }, ...buttons));
  const dialog = make("dialog", { id, attributes: { "aria-labelledby": head.id } }, form);
  document.getElementById(id)?.remove();
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => hears(dialog, resolve));
}
