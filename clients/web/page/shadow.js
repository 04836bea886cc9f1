// A soft shadow under rectangles: blurred once for each size, then one picture a node.

const BLUR = 14;
const DROP = 5;
const REACH = BLUR * 2;
const LIMIT = 128;

export class Shadow {
  #sprites = new Map();
  #color = "";

  prepare(color) {
    if (color !== this.#color || this.#sprites.size > LIMIT) this.#sprites.clear();
    this.#color = color;
  }

  paint(context, rect, radius, strength) {
    const sprite = this.#sprite(Math.round(rect.width), Math.round(rect.height), Math.round(radius));
    const [width, height] = [rect.width + 2 * REACH, rect.height + 2 * REACH];
    context.globalAlpha = Math.min(1, 0.85 * strength);
    context.drawImage(sprite, rect.x - REACH, rect.y - REACH + DROP * strength, width, height);
    context.globalAlpha = 1;
  }

  #sprite(width, height, radius) {
    const key = `${width} ${height} ${radius}`;
    let sprite = this.#sprites.get(key);
    if (sprite) return sprite;
    // What is blurred needs no detail, and a large node no large picture.
    const detail = Math.min(1, 1024 / Math.max(width, height, 1));
    sprite = document.createElement("canvas");
    sprite.width = Math.ceil((width + 2 * REACH) * detail);
    sprite.height = Math.ceil((height + 2 * REACH) * detail);
    const context = sprite.getContext("2d");
    context.scale(detail, detail);
    context.shadowColor = this.#color;
    context.shadowBlur = BLUR * detail;
    // The rectangle that casts it lies outside; only its shadow is in the picture.
    const away = width + 2 * REACH + BLUR;
    context.shadowOffsetX = away * detail;
    context.beginPath();
    context.roundRect(REACH - away, REACH, width, height, Math.min(radius, width / 2, height / 2));
    context.fillStyle = "#000";
    context.fill();
    this.#sprites.set(key, sprite);
    return sprite;
  }
}
