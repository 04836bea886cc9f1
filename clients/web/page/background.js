// What is behind everything: the colour of the page and a pattern that goes along with the view.

/** How far apart dots or lines are on the screen, at least and at most. */
const NEAREST = 14;
const FARTHEST = 56;
const STEP = 20;

export class Background {
  #key = "";
  #tile = null;

  /** Fills the screen; the context's unit is a point of it. `size` is `{width, height, ratio}`. */
  paint(context, { background, colors }, viewport, { width, height, ratio }) {
    context.fillStyle = colors.page;
    context.fillRect(0, 0, width, height);
    if (background === "none") return;
    let step = STEP * viewport.zoom;
    while (step < NEAREST) step *= 2;
    while (step > FARTHEST) step /= 2;
    const pixels = Math.max(2, Math.round(step * ratio));
    const key = `${background} ${pixels} ${colors.dot}`;
    if (this.#key !== key) {
      this.#key = key;
      this.#tile = tile(background, pixels, ratio, colors.dot);
    }
    const pattern = context.createPattern(this.#tile, "repeat");
    const scale = step / pixels;
    const half = background === "dots" ? step / 2 : 0;
    pattern.setTransform(new DOMMatrix([scale, 0, 0, scale, (viewport.x % step) - half, (viewport.y % step) - half]));
    context.fillStyle = pattern;
    context.fillRect(0, 0, width, height);
  }
}

/** One period of the pattern. */
function tile(background, pixels, ratio, color) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = pixels;
  const context = canvas.getContext("2d");
  context.fillStyle = color;
  if (background === "dots") {
    context.beginPath();
    context.arc(pixels / 2, pixels / 2, 0.9 * ratio, 0, 2 * Math.PI);
    context.fill();
  } else {
    context.globalAlpha = 0.5;
    context.fillRect(0, 0, Math.max(1, Math.round(ratio)), pixels);
    context.fillRect(0, 0, pixels, Math.max(1, Math.round(ratio)));
  }
  return canvas;
}
