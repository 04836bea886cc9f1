// A context with the strokes that all parts of the picture are made of.

import { FONT, trace } from "./drawing.js";
import { TextFitting } from "./text.js";

/** How much a dimmed item covers of what is behind it. */
const DIMMED = 0.25;

export class Brush {
  texts = new TextFitting();
  #icons = new Map();
  #alpha = 1;
  #font = "";

  constructor(context) {
    this.context = context;
  }

  /** Takes the look and the scene for one painting; the context's unit is one of the canvas. */
  begin(look, scene) {
    this.look = look;
    this.colors = look.colors;
    this.scene = scene;
    this.state = scene.state;
    this.zoom = scene.state.viewport.zoom;
    this.context.lineJoin = "round";
    this.context.lineCap = "round";
  }

  /** Paints what follows as an item is shown: one that is dimmed lets through what lies behind it. */
  dimmed(item) {
    this.#alpha = item?.emphasis === "dimmed" ? DIMMED : 1;
    this.context.globalAlpha = this.#alpha;
  }

  /** A canvas that was resized has forgotten its font. */
  forget() {
    this.#font = "";
  }

  /** Paints an item with `paint(brush, item)` where it is now. */
  moved(item, paint) {
    const by = this.scene.offset(item);
    if (by) this.context.translate(by.x, by.y);
    paint(this, item);
    if (by) this.context.translate(-by.x, -by.y);
  }

  /** Dashes for the strokes of `paint`; lengths on the canvas. Those of borders have flat ends. */
  dashed(lengths, paint, cap = "round") {
    this.context.lineCap = cap;
    this.context.setLineDash(lengths);
    paint();
    this.context.setLineDash([]);
    this.context.lineCap = "round";
  }

  /** A length on the canvas that is at least so many points on the screen. */
  atLeast(length, points) {
    return Math.max(length, points / this.zoom);
  }

  /** By what a text grows on the canvas where the view is far off, so that it stays readable. */
  boost(limit) {
    return Math.min(limit, Math.max(1, this.state.labelScale));
  }

  /** The current font: setting one parses its text, which would cost more than writing with it. */
  setFont(font, family = FONT) {
    const whole = `${font} ${family}`;
    if (whole === this.#font) return;
    this.#font = whole;
    this.context.font = whole;
    // Letters are as wide as the server counts them, so that boxes are where it looks for them.
    this.context.fontKerning = "none";
  }

  /** Begins a path: a rectangle with round corners. */
  round(rect, radius) {
    this.context.beginPath();
    const bounded = Math.max(0, Math.min(radius, rect.width / 2, rect.height / 2));
    this.context.roundRect(rect.x, rect.y, rect.width, rect.height, bounded);
  }

  /** Begins a path: the outline of a node's shape in a rectangle; the corners of a rectangle have a radius. */
  outline(rect, shape, radius) {
    this.context.beginPath();
    trace(this.context, rect, shape, radius);
  }

  /** Begins a path through points. */
  through(points) {
    this.context.beginPath();
    for (const point of points) this.context.lineTo(point.x, point.y);
  }

  /** Begins a path: a circle. */
  circle({ x, y }, radius) {
    this.context.beginPath();
    this.context.arc(x, y, radius, 0, 2 * Math.PI);
  }

  stroke(color, width, alpha = 1, path = undefined) {
    const context = this.context;
    context.strokeStyle = color;
    context.lineWidth = width;
    context.globalAlpha = alpha * this.#alpha;
    if (path) context.stroke(path);
    else context.stroke();
    context.globalAlpha = this.#alpha;
  }

  fill(color, alpha = 1) {
    const context = this.context;
    context.fillStyle = color;
    context.globalAlpha = alpha * this.#alpha;
    context.fill();
    context.globalAlpha = this.#alpha;
  }

  /** A text on one line from the left, cut where it is wider than `width`. */
  text(text, x, y, { size, weight, color, width, spacing = 0, isItalic = false }) {
    const context = this.context;
    context.fillStyle = color;
    this.setFont(`${isItalic ? "italic " : ""}${weight} ${size}px`);
    context.textAlign = "left";
    context.textBaseline = "alphabetic";
    if (spacing) context.letterSpacing = `${spacing}px`;
    context.fillText(this.texts.line(text, size, weight, width - spacing * text.length).text, x, y);
    if (spacing) context.letterSpacing = "0px";
  }

  /** A text in the middle of a point, as it is. */
  centered(text, x, y, font, color, family = FONT) {
    const context = this.context;
    context.fillStyle = color;
    this.setFont(font, family);
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(text, x, y);
  }

  icon(path, x, y, side, color) {
    const context = this.context;
    if (!this.#icons.has(path)) this.#icons.set(path, new Path2D(path));
    context.save();
    context.translate(x, y);
    context.scale(side / 24, side / 24);
    context.strokeStyle = color;
    context.lineWidth = 2;
    context.stroke(this.#icons.get(path));
    context.restore();
  }
}
