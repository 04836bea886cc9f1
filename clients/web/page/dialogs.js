// Dialogs, each a form of the page: what they are answered with is the value of a button.

import { make } from "./elements.js";

const canvas = document.getElementById("canvas");

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
  const buttons = answers.map(([value, textContent, className = ""], index) => make("button", { value, textContent, className, autofocus: index === 0 }));
  const head = make("h2", { id: `${id}Title`, textContent: title });
  const form = make("form", { method: "dialog" }, head, ...text, make("div", { className: "answers" }, ...buttons));
  const dialog = make("dialog", { id, attributes: { "aria-labelledby": head.id } }, form);
  document.getElementById(id)?.remove();
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => hears(dialog, resolve));
}
