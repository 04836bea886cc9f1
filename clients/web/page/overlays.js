// What floats over the canvas: the toolbar of a selected item, the reason of a refusal, the menu, the field for a name.

import { icon } from "./controls.js";
import { ICONS } from "./theme.js";

const REASONS = {
  noSuchNode: "There is no such node",
  noSuchHandle: "There is nothing to connect to",
  locked: "This node is locked",
  direction: "Connect an output with an input",
  self: "A node cannot connect to itself",
  duplicate: "These are connected already",
  limit: "Nothing more fits on this handle",
  dataType: "These handles carry different things",
  cycle: "This would close a cycle",
};

/** Why something was refused, as people say it. */
export function spelledReason(reason) {
  return REASONS[reason] ?? "The rules do not allow this";
}

function moveTo(element, x, y) {
  element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
}

/** Moves something there, or as near as it is still wholly in the window. */
function moveInside(element, x, y) {
  const [right, bottom] = [innerWidth - element.offsetWidth - 8, innerHeight - element.offsetHeight - 8];
  moveTo(element, Math.max(8, Math.min(x, right)), Math.max(8, Math.min(y, bottom)));
}

/** Where a point of the canvas is on the screen. */
export function onScreen(point, viewport) {
  return { x: point.x * viewport.zoom + viewport.x, y: point.y * viewport.zoom + viewport.y };
}

/** Why the connection being drawn is refused, beside the pointer. */
export function showReason(element, { gesture, viewport }) {
  const reason = gesture?.allowed === false ? gesture.reason : undefined;
  element.hidden = !reason;
  if (!reason) return;
  element.textContent = spelledReason(reason);
  const { x, y } = onScreen(gesture.to, viewport);
  moveInside(element, x + 16, y + 16);
}

/** A small toolbar at the selected item, where the server says. */
export class Accessory {
  #isAsking = false;
  #isStale = false;

  constructor(element, ask) {
    this.element = element;
    this.ask = ask;
  }

  /** Asks anew where it belongs; nothing is asked while a gesture is open or nothing is selected. */
  async refresh({ selection, gesture }) {
    if (gesture || selection.nodes + selection.edges !== 1) {
      this.#isStale = false;
      this.element.hidden = true;
      return;
    }
    this.#isStale = true;
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        this.element.hidden = false;
        const size = { width: this.element.offsetWidth, height: this.element.offsetHeight };
        const answer = await this.ask({ size, placement: "top", spacing: 12, margin: 8 });
        this.element.hidden = !answer;
        if (answer) moveTo(this.element, answer.place.x, answer.place.y);
      }
    } catch {
      this.element.hidden = true;
    } finally {
      this.#isAsking = false;
    }
  }
}

export class Menu {
  constructor(element) {
    this.element = element;
    addEventListener("pointerdown", (event) => {
      if (!element.contains(event.target)) this.close();
    }, true);
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
    }, true);
    addEventListener("blur", () => this.close());
  }

  /** Shows entries `{title, icon, keys?, isDanger?, perform}`, a line for null. */
  show(at, entries) {
    this.element.replaceChildren(...entries.map((entry) => this.#entry(entry)));
    this.element.hidden = false;
    moveInside(this.element, at.x, at.y);
  }

  close() {
    this.element.hidden = true;
  }

  #entry(entry) {
    if (!entry) return document.createElement("hr");
    const button = document.createElement("button");
    button.role = "menuitem";
    if (entry.isDanger) button.className = "danger";
    button.append(icon(ICONS[entry.icon] ?? entry.icon), entry.title);
    if (entry.keys) {
      const keys = document.createElement("small");
      keys.textContent = entry.keys;
      button.append(keys);
    }
    button.addEventListener("click", () => {
      this.close();
      entry.perform();
    });
    return button;
  }
}

/** A field over an item, for its name. */
export class NameField {
  #finish = null;

  constructor(element) {
    this.element = element;
    element.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.#end(true);
      if (event.key === "Escape") this.#end(false);
      event.stopPropagation();
    });
    element.addEventListener("blur", () => this.#end(true));
  }

  get isOpen() {
    return this.#finish !== null;
  }

  /** Asks for a name over a rectangle of the canvas; `finish` hears it if it is another one. */
  ask(rect, viewport, text, finish) {
    const at = onScreen(rect, viewport);
    const scale = Math.max(0.75, Math.min(1.6, viewport.zoom));
    const width = Math.max(140, rect.width * viewport.zoom);
    const height = Math.max(30, Math.min(60, rect.height * viewport.zoom));
    const center = { x: at.x + (rect.width * viewport.zoom) / 2, y: at.y + (rect.height * viewport.zoom) / 2 };
    Object.assign(this.element.style, { width: `${width}px`, height: `${height}px`, fontSize: `${13.5 * scale}px` });
    moveTo(this.element, center.x - width / 2, center.y - height / 2);
    this.element.value = text;
    this.element.hidden = false;
    this.#finish = (value) => {
      if (value !== text) finish(value);
    };
    this.element.focus();
    this.element.select();
  }

  close() {
    this.#end(true);
  }

  #end(isKept) {
    const finish = this.#finish;
    if (!finish) return;
    this.#finish = null;
    this.element.hidden = true;
    if (isKept) finish(this.element.value);
    document.getElementById("canvas").focus();
  }
}
