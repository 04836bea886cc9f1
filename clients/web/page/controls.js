// Buttons and what they look like. A command is a name; what it does is said in main.js.

import { canvas, icon, make } from "./elements.js";
import { ICONS } from "./theme.js";

/** How long a message stays, in milliseconds. */
const SHOWN = 5000;

/** Gives every button of the page its icon, and its command or what it folds. */
export function connectButtons(perform) {
  for (const button of document.querySelectorAll("button[data-command], button[data-folds]")) {
    if (button.dataset.icon) button.prepend(icon(ICONS[button.dataset.icon]));
    button.ariaLabel = button.title;
    if (button.dataset.folds) connectFold(button);
    else onPress(button, () => perform(button.dataset.command, button));
  }
}

/**
 * Performs what a button is for. One that a pointer presses gives the focus back to the canvas; one that the keyboard
 * presses keeps it, so that it can be pressed again.
 */
export function onPress(button, perform) {
  button.addEventListener("click", (event) => {
    if (event.detail > 0) canvas.focus();
    perform(event);
  });
}

/** Gives the focus to the canvas if it is in an element that goes away. */
export function release(element) {
  if (element.contains(document.activeElement)) canvas.focus();
}

/** Hides an element; the focus does not stay in it. */
export function hide(element) {
  release(element);
  element.hidden = true;
}

/** Takes a message away; the focus does not stay in it. */
export function dismiss(message) {
  if (message) release(message);
  message?.remove();
}

/** A button that hides an element and shows it again; `nodewire.unfolded` of the element hears of that. */
function connectFold(button) {
  const folded = document.getElementById(button.dataset.folds);
  const show = (isShown) => {
    folded.hidden = !isShown;
    button.ariaExpanded = isShown;
    button.title = `${isShown ? "Hide" : "Show"} ${button.dataset.what}`;
    // The name begins with what is read on it.
    button.ariaLabel = button.innerText.trim() || button.title;
    folded.dispatchEvent(new Event("fold"));
  };
  button.setAttribute("aria-controls", folded.id);
  onPress(button, () => show(folded.hidden));
  show(!folded.hidden);
}

export function buttonOf(command) {
  return document.querySelector(`button[data-command="${command}"]`);
}

/** A text of the server as a sentence. */
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** When each message that goes by itself does so. */
const timers = new WeakMap();

/** A message that goes by itself, the same one once. `actions` are `{title, perform}`; with them it stays until one is taken. */
export function toast(text, kind = "", actions = []) {
  const toasts = document.getElementById("toasts");
  const known = [...toasts.children].find((one) => timers.has(one) && one.textContent === text && one.className === kind);
  if (known && actions.length === 0) return lasting(known);
  const message = make("div", { className: kind, textContent: text });
  for (const { title, perform } of actions) {
    const button = make("button", { textContent: title });
    onPress(button, () => {
      dismiss(message);
      perform();
    });
    message.append(button);
  }
  if (actions.length === 0) lasting(message);
  toasts.append(message);
  const passing = [...toasts.children].filter((one) => !one.querySelector("button"));
  for (const old of passing.slice(0, -3)) old.remove();
  return message;
}

/** Lets a message stay from now on as long as a new one; returns it. */
function lasting(message) {
  clearTimeout(timers.get(message));
  timers.set(message, setTimeout(() => message.remove(), SHOWN));
  return message;
}
