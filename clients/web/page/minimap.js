// A map of the whole document, from `view/minimap`; a press or drag on it moves the view.

import { isFrame } from "./node-texts.js";
import { repeated } from "./repeated.js";

/** What of a rectangle lies on a map of a size, wholly visible with its border; beside it, a line at the map's. */
function inside({ x, y, width, height }, size) {
  const clamp = (value, most) => Math.max(1, Math.min(value, most - 1));
  const [left, top] = [clamp(x, size.width), clamp(y, size.height)];
  return { x: left, y: top, width: clamp(x + width, size.width) - left, height: clamp(y + height, size.height) - top };
}

/** How a map is laid so that what the view shows is on it, too: `{scale, x, y}`, at least at a quarter. */
function laid({ x, y, width, height }, size) {
  const [left, top] = [Math.min(0, x), Math.min(0, y)];
  const [right, bottom] = [Math.max(size.width, x + width), Math.max(size.height, y + height)];
  const scale = Math.max(0.25, Math.min(1, size.width / (right - left), size.height / (bottom - top)));
  return { scale, x: size.width / 2 - (scale * (left + right)) / 2, y: size.height / 2 - (scale * (top + bottom)) / 2 };
}

/** A map of more nodes than this is asked for so seldom, in milliseconds: it is a message of all of them. */
const MANY = { nodes: 300, pause: 250 };
/** A node that is smaller than this has no corners to be seen, in points. */
const CORNERED = 4;

export class Minimap {
  #context;
  #map = null;
  #look;
  /** As in style.css, in points. */
  #size = { width: 0, height: 0 };
  #target = null;
  /** Where on the element the map lies as it is sent; it stays there while a pointer holds it. */
  #isHeld = false;
  #laid = { scale: 1, x: 0, y: 0 };
  /** Ends the pause of a large map. */
  #wake = () => {};

  /** `ask(params)` asks the server; `element` is a canvas in a bar, in which it may be folded away. */
  constructor(element, ask) {
    Object.assign(this, { element, ask });
    this.#context = element.getContext("2d");
    element.addEventListener("pointerdown", (event) => {
      element.setPointerCapture(event.pointerId);
      this.#isHeld = true;
      this.#go(event);
    });
    element.addEventListener("pointermove", (event) => {
      if (event.buttons & 1) this.#go(event);
    });
    element.addEventListener("lostpointercapture", () => (this.#isHeld = false));
    element.addEventListener("fold", () => this.refresh());
    // It is measured when it changes: who asks while other things are being laid out lets the browser do that at once.
    new ResizeObserver(([{ contentRect: { width, height } }]) => {
      if (width === 0) return;
      this.#size = { width, height };
      this.refresh();
    }).observe(element);
  }

  /** Requests the map again, unless it is folded away. */
  refresh(look) {
    this.#look = look ?? this.#look;
    if (this.#look && !this.element.hidden && this.#size.width > 0) this.#read();
  }

  #read = repeated(async () => {
    const bar = this.element.parentElement;
    bar.hidden = false;
    const params = { ...this.#size, ...(this.#target && { at: this.#target }) };
    this.#target = null;
    this.#map = await this.ask(params).catch(() => null);
    bar.hidden = this.#map === null;
    requestAnimationFrame(() => this.#paint());
    if (this.#map?.nodes.length > MANY.nodes) await new Promise((resolve) => setTimeout((this.#wake = resolve), MANY.pause));
  });

  #go(event) {
    const box = this.element.getBoundingClientRect();
    const { scale, x, y } = this.#laid;
    this.#target = { x: (event.clientX - box.left - x) / scale, y: (event.clientY - box.top - y) / scale };
    this.refresh();
    this.#wake();
  }

  #paint() {
    if (!this.#map) return;
    const { width, height } = this.#size;
    const ratio = devicePixelRatio;
    const context = this.#context;
    const { colors, types } = this.#look;
    this.element.width = Math.round(width * ratio);
    this.element.height = Math.round(height * ratio);
    if (!this.#isHeld) this.#laid = laid(this.#map.viewport, this.#size);
    const { scale, x, y } = this.#laid;
    context.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * x, ratio * y);
    for (const node of this.#map.nodes) {
      const color = node.color ?? (node.type ? types.color(node.type, colors) : colors.edge);
      context.fillStyle = node.selected ? colors.accent : color;
      // A frame is pale, for what lies in it.
      context.globalAlpha = (node.selected ? 1 : 0.6) * (isFrame(node) ? 0.3 : 1);
      const [width, height] = [Math.max(1, node.width), Math.max(1, node.height)];
      if (Math.min(width, height) * scale < CORNERED) {
        context.fillRect(node.x, node.y, width, height);
        continue;
      }
      context.beginPath();
      context.roundRect(node.x, node.y, width, height, 1.5);
      context.fill();
    }
    context.globalAlpha = 1;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const shown = this.#map.viewport;
    const seen = inside({ x: shown.x * scale + x, y: shown.y * scale + y, width: shown.width * scale, height: shown.height * scale }, this.#size);
    const [frame, around] = [new Path2D(), new Path2D()];
    frame.roundRect(seen.x, seen.y, seen.width, seen.height, 4);
    around.rect(0, 0, width, height);
    around.addPath(frame);
    context.fillStyle = colors.page;
    context.globalAlpha = 0.55;
    context.fill(around, "evenodd");
    context.globalAlpha = 1;
    context.strokeStyle = colors.accent;
    context.lineWidth = 1.5;
    context.stroke(frame);
  }
}
