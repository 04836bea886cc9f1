// A map of the whole document, from `view/minimap`; a press or drag on it moves the view.

import { isFrame } from "./node-texts.js";
import { repeated } from "./repeated.js";

/** What of a rectangle lies on a map of a size, wholly visible with its border; beside it, a line at the map's. */
function inside({ x, y, width, height }, size) {
  const clamp = (value, most) => Math.max(1, Math.min(value, most - 1));
  const [left, top] = [clamp(x, size.width), clamp(y, size.height)];
  return { x: left, y: top, width: clamp(x + width, size.width) - left, height: clamp(y + height, size.height) - top };
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
  /** Ends the pause of a large map. */
  #wake = () => {};

  /** `ask(params)` asks the server; `element` is a canvas in a bar, in which it may be folded away. */
  constructor(element, ask) {
    this.element = element;
    this.ask = ask;
    this.#context = element.getContext("2d");
    element.addEventListener("pointerdown", (event) => {
      element.setPointerCapture(event.pointerId);
      this.#go(event);
    });
    element.addEventListener("pointermove", (event) => {
      if (event.buttons & 1) this.#go(event);
    });
    element.addEventListener("fold", () => this.refresh());
  }

  /** Requests the map again, unless it is folded away. */
  refresh(look) {
    this.#look = look ?? this.#look;
    if (!this.element.hidden) this.#read();
  }

  #read = repeated(async () => {
    const bar = this.element.parentElement;
    bar.hidden = false;
    this.#size = { width: this.element.clientWidth, height: this.element.clientHeight };
    const params = { ...this.#size, ...(this.#target && { at: this.#target }) };
    this.#target = null;
    this.#map = await this.ask(params).catch(() => null);
    bar.hidden = this.#map === null;
    requestAnimationFrame(() => this.#paint());
    if (this.#map?.nodes.length > MANY.nodes) await this.#pause();
  });

  #pause() {
    return new Promise((resolve) => {
      this.#wake = resolve;
      setTimeout(resolve, MANY.pause);
    });
  }

  #go(event) {
    const box = this.element.getBoundingClientRect();
    this.#target = { x: event.clientX - box.left, y: event.clientY - box.top };
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
    context.scale(ratio, ratio);
    for (const node of this.#map.nodes) {
      const color = node.color ?? (node.type ? types.color(node.type, colors) : colors.edge);
      context.fillStyle = node.selected ? colors.accent : color;
      // A frame is pale, for what lies in it.
      context.globalAlpha = (node.selected ? 1 : 0.6) * (isFrame(node) ? 0.3 : 1);
      const [width, height] = [Math.max(1, node.width), Math.max(1, node.height)];
      if (Math.min(width, height) < CORNERED) {
        context.fillRect(node.x, node.y, width, height);
        continue;
      }
      context.beginPath();
      context.roundRect(node.x, node.y, width, height, 1.5);
      context.fill();
    }
    context.globalAlpha = 1;
    const seen = inside(this.#map.viewport, this.#size);
    context.beginPath();
    context.rect(0, 0, width, height);
    context.roundRect(seen.x, seen.y, seen.width, seen.height, 4);
    context.fillStyle = colors.page;
    context.globalAlpha = 0.55;
    context.fill("evenodd");
    context.globalAlpha = 1;
    context.beginPath();
    context.roundRect(seen.x, seen.y, seen.width, seen.height, 4);
    context.strokeStyle = colors.accent;
    context.lineWidth = 1.5;
    context.stroke();
  }
}
