// What is behind everything: the colour of the page and a pattern that goes along with the view.

/** How far apart dots or lines are on the screen, at least and at most, in points. */
const NEAREST = 14;
const FARTHEST = 56;
const STEP = 20;

export class Background {
  #key = "";
  #tile = null;

  /** Fills a region of pixels. `at` is `{x, y, scale}`: where the canvas is, in pixels; a point has `ratio` of them. */
  paint(context, { background, colors }, at, { x, y, width, height }, ratio) {
    context.fillStyle = colors.page;
    context.fillRect(x, y, width, height);
    if (background === "none") return;
    let step = STEP * at.scale;
    while (step < NEAREST * ratio) step *= 2;
    while (step > FARTHEST * ratio) step /= 2;
    const pixels = Math.max(2, Math.round(step));
    const key = `${background} ${pixels} ${ratio} ${colors.dot}`;
    if (this.#key !== key) {
      this.#key = key;
      this.#tile = tile(background, pixels, ratio, colors.dot);
    }
    const pattern = context.createPattern(this.#tile, "repeat");
    const scale = step / pixels;
    const half = background === "dots" ? step / 2 : 0;
    pattern.setTransform(new DOMMatrix([scale, 0, 0, scale, (at.x % step) - half, (at.y % step) - half]));
    context.fillStyle = pattern;
    context.fillRect(x, y, width, height);
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
