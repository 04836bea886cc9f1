// The node types of the document, to be dragged onto the canvas by mouse, pen or finger, or pressed.

import { onPress } from "./controls.js";
import { canvas, icon, make } from "./elements.js";

/** So far a pointer goes before it drags, in points. */
const THRESHOLD = 8;
/** A click that comes so soon after a drag is its end, in milliseconds. */
const ECHO = 400;

export class Palette {
  #drag = null;
  #endedAt = -Infinity;

  /**
   * `element` is the bar, of which `list` holds the types.
   *
   * `onPress(name)` hears of a press, `onDrag(phase, event, name)` of a type that is carried: `over` the canvas, `leave`, `drop`.
   */
  constructor(element, list, onPress, onDrag) {
    Object.assign(this, { element, list, onPress, onDrag });
    addEventListener("resize", () => this.#setTouch());
    // A type that is carried may get another button meanwhile, or none.
    for (const phase of ["pointermove", "pointerup", "pointercancel"]) {
      addEventListener(phase, (event) => this.#drag?.id === event.pointerId && this.#follow(phase, event));
    }
    list.addEventListener("fold", () => this.#setTouch());
  }

  show(types, colors) {
    const { names } = types;
    this.element.hidden = names.length === 0;
    this.list.replaceChildren(...names.map((name) => this.#button(name, types, colors)));
    this.#setTouch();
  }

  /** Along the way in which it scrolls, if there is more than fits, a finger scrolls. */
  #setTouch() {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = this.list;
    const action = scrollHeight > clientHeight ? "pan-y" : scrollWidth > clientWidth ? "pan-x" : "none";
    for (const button of this.list.children) button.style.touchAction = action;
  }

  #button(name, look, colors) {
    const button = make("button", { dataset: { type: name } }, make("span", {}, icon(look.icon(name))), look.title(name));
    button.style.setProperty("--type", look.iconColor(name, colors));
    button.addEventListener("pointerdown", (event) => {
      if (event.button === 0 && !this.#drag) this.#press(event, button);
    });
    onPress(button, (event) => {
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
    const name = drag.button.dataset.type;
    if (phase === "pointermove") {
      const [x, y] = [event.clientX - drag.start.clientX, event.clientY - drag.start.clientY];
      if (!drag.copy && Math.hypot(x, y) < THRESHOLD) return;
      drag.copy ??= this.#copyOf(drag.button);
      drag.copy.style.transform = `translate(${event.clientX + 12}px, ${event.clientY - 44}px)`;
      const isOver = document.elementFromPoint(event.clientX, event.clientY)?.id === "canvas";
      if (isOver) this.onDrag("over", event, name);
      else if (drag.isOver) this.onDrag("leave", event, name);
      drag.isOver = isOver;
      return;
    }
    this.#drag = null;
    if (!drag.copy) return;
    this.#endedAt = event.timeStamp;
    drag.copy.remove();
    canvas.focus();
    if (drag.isOver) this.onDrag(phase === "pointerup" ? "drop" : "leave", event, name);
  }

  /** What is seen beside the pointer. */
  #copyOf(button) {
    const copy = make("div", { id: "carried", className: "bar" }, ...button.cloneNode(true).childNodes);
    copy.style.setProperty("--type", button.style.getPropertyValue("--type"));
    document.body.append(copy);
    return copy;
  }
}
