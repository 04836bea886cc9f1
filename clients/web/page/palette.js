// The node types of the document, to be dragged onto the canvas by mouse, pen or finger, or pressed.

import { icon } from "./controls.js";

/** As what a node type is dragged; the data is its name. */
export const TYPE_NAME = "application/x-nodewire-type";

/** So far a finger goes before it drags, in points. */
const THRESHOLD = 8;
/** A click that comes so soon after a drag is its end, in milliseconds. */
const ECHO = 400;

export class Palette {
  #drag = null;
  #endedAt = -Infinity;

  /**
   * `onPress(name)` hears of a press, `onDrag(phase, event, data)` of a type that a finger or pen carries: `over` the
   * canvas, `leave`, `drop`.
   */
  constructor(element, onPress, onDrag) {
    this.element = element;
    this.onPress = onPress;
    this.onDrag = onDrag;
    addEventListener("resize", () => this.#setTouch());
  }

  show(names, look, colors) {
    this.element.hidden = names.length === 0;
    this.element.replaceChildren(...names.map((name) => this.#button(name, look, colors)));
    this.#setTouch();
  }

  /** Along the way in which it scrolls, if there is more than fits, a finger scrolls. */
  #setTouch() {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = this.element;
    const action = scrollHeight > clientHeight ? "pan-y" : scrollWidth > clientWidth ? "pan-x" : "none";
    for (const button of this.element.children) button.style.touchAction = action;
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
      // A finger drags by pointer events: what the browser would make of a long press comes too late.
      if (this.#drag) return event.preventDefault();
      event.dataTransfer.setData(TYPE_NAME, name);
      event.dataTransfer.effectAllowed = "copy";
    });
    button.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "mouse" && !this.#drag) this.#press(event, button);
    });
    for (const phase of ["pointermove", "pointerup", "pointercancel"]) {
      button.addEventListener(phase, (event) => {
        if (this.#drag?.id === event.pointerId) this.#follow(phase, event);
      });
    }
    button.addEventListener("click", (event) => {
      if (event.timeStamp - this.#endedAt > ECHO) this.onPress(name);
    });
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    return button;
  }

  #press(event, button) {
    button.setPointerCapture(event.pointerId);
    this.#drag = { id: event.pointerId, start: event, button, copy: null, isOver: false };
  }

  #follow(phase, event) {
    const drag = this.#drag;
    const data = { [TYPE_NAME]: drag.button.dataset.type };
    if (phase === "pointermove") {
      const [x, y] = [event.clientX - drag.start.clientX, event.clientY - drag.start.clientY];
      if (!drag.copy && Math.hypot(x, y) < THRESHOLD) return;
      drag.copy ??= this.#copyOf(drag.button);
      drag.copy.style.transform = `translate(${event.clientX + 12}px, ${event.clientY - 44}px)`;
      const isOver = document.elementFromPoint(event.clientX, event.clientY)?.id === "canvas";
      if (isOver) this.onDrag("over", event, data);
      else if (drag.isOver) this.onDrag("leave", event, data);
      drag.isOver = isOver;
      return;
    }
    this.#drag = null;
    if (!drag.copy) return;
    this.#endedAt = event.timeStamp;
    drag.copy.remove();
    if (drag.isOver) this.onDrag(phase === "pointerup" ? "drop" : "leave", event, data);
  }

  /** What is seen beside the finger. */
  #copyOf(button) {
    const copy = document.createElement("div");
    copy.id = "carried";
    copy.className = "bar";
    copy.append(...[...button.childNodes].map((child) => child.cloneNode(true)));
    copy.style.setProperty("--type", button.style.getPropertyValue("--type"));
    document.body.append(copy);
    return copy;
  }
}
