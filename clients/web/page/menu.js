// A menu as the ARIA Authoring Practices describe it: while it is open the keyboard is its own.

import { canvas, icon, make } from "./elements.js";
import { ICONS } from "./theme.js";
import { hide } from "./controls.js";
import { moveInside } from "./overlays.js";

/** A finger that holds still moves less than this, in points. */
const AWAY = 20;

/** Letters that follow each other sooner, in milliseconds, are typed in a row. */
const TYPING = 700;

export class Menu {
  #typed = "";
  #typedAt = -Infinity;
  /** The pointer whose press has closed the menu; what it does until it is up reaches nothing else. */
  #pointer = null;
  /** Where each finger went down that is on the screen. */
  #fingers = new Map();
  /** The finger whose long press asked for the menu. */
  #holder = null;

  constructor(element) {
    this.element = element;
    element.tabIndex = -1;
    element.addEventListener("keydown", (event) => this.#press(event));
    element.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget && !element.contains(relatedTarget)) this.close();
    });
    for (const phase of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) {
      addEventListener(phase, (event) => this.#watch(phase, event), true);
    }
    addEventListener("wheel", () => this.close(), { capture: true, passive: true });
    addEventListener("blur", () => this.close());
  }

  /**
   * Shows entries `{title, icon, keys?, isDanger?, isChecked?, perform}`, a line for null, and for a list of entries a row
   * of their icons.
   *
   * A menu that the keyboard asked for begins at its entry `first`; one that a pointer asked for begins nowhere.
   */
  show(at, entries, { title, isKeyboard = false, first = 0 }) {
    this.#holder = [...this.#fingers.keys()].at(-1) ?? null;
    this.element.ariaLabel = title;
    this.element.replaceChildren(...entries.map((entry) => this.#entry(entry)));
    this.element.hidden = false;
    moveInside(this.element, at.x, at.y);
    (isKeyboard ? this.#items[Math.max(0, first)] : this.element).focus({ preventScroll: true });
  }

  close() {
    if (!this.element.hidden) hide(this.element);
  }

  get #items() {
    return [...this.element.querySelectorAll("button")];
  }

  #press(event) {
    const items = this.#items;
    const at = items.indexOf(document.activeElement);
    const step = (by) => items[(at < 0 && by < 0 ? items.length - 1 : at + by + items.length) % items.length].focus();
    const rows = [...new Set(items.map(rowOf))];
    // Up and down go from row to row, where most entries are a row of their own.
    const turn = (by) => {
      const row = rows.indexOf(rowOf(document.activeElement));
      const next = rows[(row < 0 && by < 0 ? rows.length - 1 : row + by + rows.length) % rows.length];
      (next.matches("button") ? next : next.querySelector("button")).focus();
    };
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return event.preventDefault();
    if (event.key === "ArrowDown") turn(1);
    else if (event.key === "ArrowUp") turn(-1);
    else if (event.key === "ArrowRight") step(1);
    else if (event.key === "ArrowLeft") step(-1);
    else if (event.key === "Home") items[0].focus();
    else if (event.key === "End") items.at(-1).focus();
    else if (event.key === "Escape" || event.key === "Tab") this.close();
    else if (event.key === "Enter" || event.key === " ") items[at]?.click();
    else if (event.key.length === 1) this.#seek(event.key, items, at, event.timeStamp);
    event.preventDefault();
  }

  /** Goes to the next entry that begins with a letter, or of which a word does; letters in a row are one word, if there is one. */
  #seek(letter, items, at, time) {
    const isInRow = time - this.#typedAt < TYPING;
    const word = letter.toLowerCase();
    const longer = isInRow && this.#typed + word;
    this.#typedAt = time;
    const found = (longer && entryWith(longer, items, at)) || entryWith(word, items, at + 1);
    this.#typed = longer && found?.dataset.title.toLowerCase().includes(longer) ? longer : word;
    found?.focus();
  }

  /** A press beside the menu closes it; on the canvas it does nothing more, unless it asks for another menu. */
  #watch(phase, event) {
    this.#follow(phase, event);
    // The release of a press before may have been lost.
    if (phase === "pointerdown" && event.pointerId === this.#pointer) this.#pointer = null;
    if (phase === "pointerdown" && !this.element.hidden && !this.element.contains(event.target)) {
      this.close();
      if (event.target === canvas && event.button === 0) this.#pointer = event.pointerId;
    }
    if (event.pointerId !== this.#pointer) return;
    event.stopPropagation();
    if (phase === "pointerdown") event.preventDefault();
    if (phase === "pointerup" || phase === "pointercancel") this.#pointer = null;
  }

  /** A finger that has asked for the menu and moves on wants something else. */
  #follow(phase, { pointerId, pointerType, clientX: x, clientY: y }) {
    if (pointerType === "mouse") return;
    if (phase === "pointerdown") this.#fingers.set(pointerId, { x, y });
    if (phase === "pointerdown" && pointerId === this.#holder) this.#holder = null;
    if (phase === "pointerup" || phase === "pointercancel") this.#fingers.delete(pointerId);
    const start = this.#fingers.get(pointerId);
    if (phase === "pointermove" && start && pointerId === this.#holder && Math.hypot(x - start.x, y - start.y) > AWAY) this.close();
  }

  #entry(entry) {
    if (!entry) return document.createElement("hr");
    if (Array.isArray(entry)) return this.#row(entry);
    const role = entry.isChecked === undefined ? "menuitem" : "menuitemradio";
    const button = make("button", { role, ariaChecked: entry.isChecked ?? null, tabIndex: -1, dataset: { title: entry.title } });
    if (entry.isDanger) button.className = "danger";
    button.append(icon(ICONS[entry.icon] ?? entry.icon), entry.title);
    if (entry.keys) button.append(make("small", { textContent: entry.keys }));
    button.addEventListener("pointermove", () => button.focus({ preventScroll: true }));
    button.addEventListener("click", ({ pointerId }) => {
      // The finger that has asked for the menu lets go over what lies there.
      if (this.#holder !== null && pointerId === this.#holder) return;
      this.close();
      entry.perform();
    });
    return button;
  }

  /** Entries side by side, of which only the icons are seen. */
  #row(entries) {
    const row = make("div", { className: "row", role: "group" });
    for (const entry of entries) {
      const button = this.#entry(entry);
      button.title = button.ariaLabel = entry.title;
      button.lastChild.remove();
      row.append(button);
    }
    return row;
  }
}

/** The first of a menu's entries from a place on that begins with a text, else one of which a word does. */
function entryWith(text, items, from) {
  const start = Math.max(0, from);
  const later = [...items.slice(start), ...items.slice(0, start)];
  const titleOf = ({ dataset }) => dataset.title.toLowerCase();
  return later.find((item) => titleOf(item).startsWith(text)) ?? later.find((item) => titleOf(item).includes(` ${text}`));
}

/** The row of icons in which a button stands, else the button. */
function rowOf(button) {
  return button?.closest(".row") ?? button;
}
