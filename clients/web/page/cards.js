// Cards that have the size of their text: how its lines are broken, how large that makes them, how they are painted.

import { valueAt } from "./pointer.js";
import { innerOf } from "./shapes.js";
import { TextFitting } from "./text.js";

/** The least size of a card, the place of the bar at its left, and that of its name, on the canvas. */
const LEAST = { width: 90, height: 46 };
const BAR = 8;
const HEAD = { height: 18, size: 11 };
/** So many letters of a text, and lines, are painted. */
const LETTERS = 5000;
const LINES = 200;
/** How high a line is for its letters, as in pictures. */
const LINE = 16 / 13;

/** How nodes of a type have the size of a text; undefined where they do not, or another rule gives their height. */
export function ruleOf(types, node) {
  const { sizeFrom, heightFrom } = types.declared(node.type) ?? {};
  if (typeof sizeFrom?.label !== "string" || heightFrom) return undefined;
  const { label, padding = 10, maxWidth = Infinity, fontSize = 13 } = sizeFrom;
  return { label, padding, maxWidth, fontSize };
}

/** The text of a node after a rule; undefined where it has none. */
export function textAt(node, { label }) {
  const value = label.startsWith("/data/") ? valueAt(node.contents?.["/data"], label.slice(5)) : label === "/label" ? node.label : undefined;
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value.slice(0, LETTERS) : undefined;
}

/** What stands above the text. */
function headOf(node, { label }) {
  return label === "/label" ? "" : (node.label ?? "");
}

function linesOf(texts, text, { fontSize }, width) {
  return text.split("\n").flatMap((line) => texts.lines(line, fontSize, 400, width, LINES)).slice(0, LINES);
}

/** The size that a node has by its text; undefined without one. */
function naturalOf(texts, node, rule) {
  const text = textAt(node, rule);
  if (text === undefined) return undefined;
  const { padding, maxWidth, fontSize } = rule;
  const around = 2 * padding + BAR;
  const lines = linesOf(texts, text, rule, maxWidth - around);
  const head = headOf(node, rule);
  const widths = [...lines.map((line) => texts.line(line, fontSize, 400, Infinity).width), texts.line(head, HEAD.size, 600, Infinity).width];
  const width = Math.max(LEAST.width, Math.min(maxWidth, Math.max(...widths) + around));
  const height = Math.max(LEAST.height, lines.length * fontSize * LINE + (head ? HEAD.height : 0) + 2 * padding);
  // What lies inside of another outline than a rectangle is smaller.
  const inner = innerOf({ x: 0, y: 0, width: 1, height: 1, shape: node.shape });
  return { width: Math.ceil(width / inner.width), height: Math.ceil(height / inner.height) };
}

/** Where the text of a card is painted, on the canvas. */
export function placeOf(node, rule) {
  const { x, y, width, height } = innerOf(node);
  const { padding, fontSize } = rule;
  const top = y + padding + (headOf(node, rule) ? HEAD.height : 0);
  const at = { x: x + padding + BAR, y: top };
  return { ...at, width: width - 2 * padding - BAR, height: y + height - padding - top, size: fontSize };
}

/** Where its name is painted. */
export function headPlace(node, rule) {
  const place = placeOf(node, rule);
  if (!headOf(node, rule)) return { ...place, height: place.size * LINE, isLeft: true };
  return { ...place, y: place.y - HEAD.height, height: HEAD.height, size: HEAD.size, isLeft: true };
}

/** Paints the name and the lines of a card that it has room for; one without a text says what it is. */
export function paintCard(brush, node, rule, color, colors) {
  const place = placeOf(node, rule);
  const { padding, fontSize } = rule;
  brush.round({ x: place.x - BAR - 2, y: node.y + padding, width: 3, height: Math.max(0, node.height - 2 * padding) }, 1.5);
  brush.fill(color);
  const head = headOf(node, rule);
  const { x, y, width } = headPlace(node, rule);
  if (head) brush.text(head, x, y + HEAD.size, { size: HEAD.size, weight: 600, color: colors.soft, width });
  const text = textAt(node, rule);
  const shown = linesOf(brush.texts, text || brush.look.types.title(node.type), rule, place.width);
  const room = Math.max(1, Math.floor((place.height + 1) / (fontSize * LINE)));
  shown.slice(0, room).forEach((line, index) => {
    const style = { size: fontSize, weight: 400, color: text ? colors.text : colors.soft, width: place.width };
    const cut = index === room - 1 && shown.length > room ? `${line} …` : line;
    brush.text(cut, place.x, place.y + index * fontSize * LINE + fontSize, style);
  });
}

/** Tells the server how large cards are in the letters of this page. */
export class Measuring {
  #session;
  #texts = new TextFitting();
  /** By node, from what it was measured last. */
  #known = new Map();
  #view = null;

  constructor(session) {
    this.#session = session;
  }

  /** Hears of every frame. What other windows measure stays until a text changes. */
  follow({ enter, update }) {
    const { scene, types, view, request } = this.#session;
    if (view !== this.#view) this.#known.clear();
    this.#view = view;
    if (scene.state.level !== "items") return;
    const sizes = { __proto__: null };
    for (const id of [...Object.keys(enter?.nodes ?? {}), ...Object.keys(update?.nodes ?? {})]) {
      const node = scene.nodes.get(id);
      const rule = node && ruleOf(types, node);
      if (!rule || node.collapsed) continue;
      const key = JSON.stringify([rule, textAt(node, rule), headOf(node, rule), node.shape]);
      if (this.#known.get(id) === key) continue;
      const size = naturalOf(this.#texts, node, rule);
      if (size || this.#known.has(id)) sizes[id] = size ?? null;
      this.#known.set(id, key);
    }
    // A server that takes no sizes shows cards as they are.
    if (Object.keys(sizes).length > 0) request("view/measure", { view, sizes }).catch(() => {});
  }
}
