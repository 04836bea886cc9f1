// Buttons and what they look like. A command is a name; what it does is said in main.js.

import { ICONS } from "./theme.js";

export function icon(path) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}

/** Gives every button of the page its icon and its command. */
export function connectButtons(perform) {
  for (const button of document.querySelectorAll("button[data-command]")) {
    if (button.dataset.icon) button.prepend(icon(ICONS[button.dataset.icon]));
    button.ariaLabel = button.title;
    button.addEventListener("click", () => perform(button.dataset.command));
  }
}

export function buttonOf(command) {
  return document.querySelector(`button[data-command="${command}"]`);
}

/** A message that goes by itself. `action` is `{title, perform}`; with one it stays. */
export function toast(text, kind = "", action = null) {
  const toasts = document.getElementById("toasts");
  const message = document.createElement("div");
  message.className = kind;
  message.textContent = text;
  if (action) {
    const button = document.createElement("button");
    button.textContent = action.title;
    button.addEventListener("click", () => {
      message.remove();
      action.perform();
    });
    message.append(button);
  } else {
    setTimeout(() => message.remove(), 3500);
  }
  toasts.append(message);
  while (toasts.children.length > 3) toasts.firstChild.remove();
}
