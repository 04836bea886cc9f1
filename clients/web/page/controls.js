// Buttons and what they look like. A command is a name; what it does is said in main.js.

import { ICONS } from "./theme.js";

/** As what a node type is dragged; the data is its name. */
export const TYPE_NAME = "application/x-nodewire-type";

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

/** The node types of the document, to be dragged onto the canvas or pressed. */
export class Palette {
  constructor(element, onPress) {
    this.element = element;
    this.onPress = onPress;
  }

  show(names, look, colors) {
    this.element.hidden = names.length === 0;
    this.element.replaceChildren(...names.map((name) => this.#button(name, look, colors)));
  }

  #button(name, look, colors) {
    const button = document.createElement("button");
    button.draggable = true;
    button.dataset.type = name;
    button.style.setProperty("--type", look.color(name, colors));
    const tile = document.createElement("span");
    tile.append(icon(look.icon(name)));
    button.append(tile, look.title(name));
    button.addEventListener("dragstart", (event) => {
      event.dataTransfer.setData(TYPE_NAME, name);
      event.dataTransfer.effectAllowed = "copy";
    });
    button.addEventListener("click", () => this.onPress(name));
    return button;
  }
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
