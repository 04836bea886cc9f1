// A soft shadow under rectangles: blurred once, then painted in nine parts, which costs nothing while things move.

const BLUR = 14;
const DROP = 5;
const CORE = 24;
const EDGE = BLUR * 2;
const DETAIL = 2;

export class Shadow {
  #sprites = new Map();
  #color = "";

  prepare(color) {
    if (color !== this.#color) this.#sprites.clear();
    this.#color = color;
  }

  paint(context, rect, radius, strength) {
    const sprite = this.#sprite(Math.round(Math.min(radius, CORE)));
    const inner = Math.min(CORE, rect.width / 2, rect.height / 2);
    const reach = EDGE + CORE;
    const part = reach * DETAIL;
    const middle = 2 * DETAIL;
    const drop = DROP * strength;
    const spans = (start, length) => [
      [0, part, start - EDGE, EDGE + inner],
      [part, middle, start + inner, length - 2 * inner],
      [part + middle, part, start + length - inner, EDGE + inner],
    ];
    context.globalAlpha = Math.min(1, 0.85 * strength);
    for (const [sy, sh, y, height] of spans(rect.y + drop, rect.height)) {
      for (const [sx, sw, x, width] of spans(rect.x, rect.width)) {
        if (width > 0 && height > 0) context.drawImage(sprite, sx, sy, sw, sh, x, y, width, height);
      }
    }
    context.globalAlpha = 1;
  }

  #sprite(radius) {
    let sprite = this.#sprites.get(radius);
    if (sprite) return sprite;
    sprite = document.createElement("canvas");
    const side = 2 * (EDGE + CORE) + 2;
    sprite.width = sprite.height = side * DETAIL;
    const context = sprite.getContext("2d");
    context.scale(DETAIL, DETAIL);
    context.shadowColor = this.#color;
    context.shadowBlur = BLUR * DETAIL;
    // The rectangle that casts it lies outside; only its shadow is in the picture.
    context.shadowOffsetX = 1000 * DETAIL;
    context.beginPath();
    context.roundRect(EDGE - 1000, EDGE, 2 * CORE + 2, 2 * CORE + 2, radius);
    context.fillStyle = "#000";
    context.fill();
    this.#sprites.set(radius, sprite);
    return sprite;
  }
}
