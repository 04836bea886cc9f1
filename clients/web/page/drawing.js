// What pictures are drawn with, and so the page: the table of the protocol's description, and the outlines of nodes.

import LOOKS from "./looks.json" with { type: "json" };

export const MEASURES = LOOKS.measures;
export const COLORS = LOOKS.colors;
export const ACCENTS = LOOKS.accents;
export const TYPE_ICONS = LOOKS.icons;
export const GROUNDS = LOOKS.textsOn;
export const SHAPES = LOOKS.shapes;
export const FONT = LOOKS.font;
export const CODE_FONT = LOOKS.codeFont;

const STEPS = { __proto__: null, M: "moveTo", L: "lineTo", C: "bezierCurveTo", Z: "closePath" };

/** Adds an outline to the path of a context: of a rectangle, the default, the corners have a radius. */
export function trace(context, { x, y, width, height }, shape, radius) {
  const line = SHAPES[shape]?.line;
  const half = Math.max(0, Math.min(width, height) / 2);
  if (line) {
    for (const [letter, ...parts] of line) context[STEPS[letter]](...parts.map((part, place) => (place % 2 ? y + part * height : x + part * width)));
  } else if (shape === "ellipse") {
    context.moveTo(x + width, y + height / 2);
    context.ellipse(x + width / 2, y + height / 2, Math.max(0, width / 2), Math.max(0, height / 2), 0, 0, 2 * Math.PI);
  } else {
    context.roundRect(x, y, width, height, shape === "capsule" ? half : Math.max(0, Math.min(radius, half)));
  }
}

function insetOf(width, height, shape) {
  if (shape === "capsule") {
    const radius = Math.max(0, Math.min(width, height) / 2);
    return width >= height ? [0.4 * radius, 0.2 * radius] : [0.2 * radius, 0.4 * radius];
  }
  const [across, down] = SHAPES[shape]?.insets ?? [0, 0];
  return [(width * across) / 2, (height * down) / 2];
}

/** A rectangle inside of a node's outline. */
export function innerOf({ x, y, width, height, shape }) {
  const [left, top] = insetOf(width, height, shape);
  return { x: x + left, y: y + top, width: width - 2 * left, height: height - 2 * top };
}
