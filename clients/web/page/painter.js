// Paints what is behind everything and the items of frames onto a canvas, from back to front. It decides how things look, never where they are.

import { Brush } from "./brush.js";
import { Layer, regionsOf } from "./layer.js";
import { Pictures } from "./pictures.js";
import { paintBoxes, paintClusters, paintSpecks } from "./far.js";
import { isContainer, isFrame } from "./node-texts.js";
import { appearanceOf, DETAILED_ZOOM, paintContainer, paintCorners, paintNode } from "./nodes.js";
import { paintBeside } from "./cards.js";
import { labelOf } from "./collapsed.js";
import { paintEdge, paintKnobs, paintLabels } from "./edges.js";
import { paintDifference, paintGhost } from "./differences.js";
import { paintProgress } from "./progress.js";
import { grown, isIn } from "./rects.js";

const NAMED_ZOOM = 0.16;

/** As far as shadows, rings, handles and heads reach around an item: on the canvas, and in points. */
const REACH = { canvas: 38, points: 14 };

export class Painter {
  #context;
  #brush;
  #layer = new Layer();
  #layerBrush = new Brush(this.#layer.context);
  #background = new Background();
  #pictures = new Pictures();
  ratio = 1;

  constructor(canvas) {
    this.canvas = canvas;
    this.#context = canvas.getContext("2d", { alpha: false });
    this.#brush = new Brush(this.#context);
  }

  /** Takes a size in points; `ratio` is how many pixels a point has. */
  resize(width, height, ratio) {
    this.ratio = ratio;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.#brush.forget();
    this.#layer.resize(this.canvas.width, this.canvas.height, ratio);
    this.#layerBrush.forget();
  }

  /** The brush with a look and a scene, for who asks where something is painted. */
  brushFor(look, scene) {
    this.#brush.begin(look, scene);
    return this.#brush;
  }

  /**
   * `look` is `{colors, types, values, diagnostics, trail, background, time, isKeyboard}`. True if something moves by itself and is to be
   * painted again.
   */
  paint(scene, look) {
    const context = this.#context;
    scene.move(look.time);
    const { viewport, animations, moving } = scene.state;
    const { ratio } = this;
    // Whole pixels, so that what is painted once can be shown elsewhere as it is.
    const at = { scale: viewport.zoom * ratio, x: Math.round(viewport.x * ratio), y: Math.round(viewport.y * ratio) };
    for (const id of animations?.edges ?? []) scene.touch(scene.edges.get(id));
    const isStretched = moving && at.scale !== this.#layer.at?.scale && this.#layer.covers(at);
    if (!isStretched) this.#renew(scene, look, at);
    context.setTransform(1, 0, 0, 1, 0, 0);
    this.#layer.show(context, at);
    context.setTransform(at.scale, 0, 0, at.scale, at.x, at.y);
    this.#brush.begin(look, scene);
    paintProgress(this.#brush, this.#seen(at, this.canvas));
    return Boolean(animations?.edges.length) || scene.isMoving;
  }

  /** Repaints what has changed in the picture, and paints what is new in it. */
  #renew(scene, look, at) {
    const layer = this.#layer;
    const regions = layer.follow(at);
    this.#pictures.prepare(at.scale, look.colors);
    const isWhole = scene.damage.isAll;
    const around = REACH.canvas * at.scale + REACH.points * this.ratio;
    const damaged = scene.damage.take().map((rect) => layer.pixels(rect, around)).filter(Boolean);
    for (const region of isWhole ? [layer.whole] : regionsOf([...regions, ...damaged])) this.#paintRegion(scene, look, region);
  }

  #paintRegion(scene, look, region) {
    const [layer, brush, { context }] = [this.#layer, this.#layerBrush, this.#layer];
    const { x, y, scale } = layer.at;
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.beginPath();
    context.rect(region.x, region.y, region.width, region.height);
    context.clip();
    this.#background.paint(context, look, layer.at, region, this.ratio);
    context.setTransform(scale, 0, 0, scale, x, y);
    brush.begin(look, scene);
    const { level } = scene.state;
    const seen = grown(this.#seen(layer.at, region), REACH.canvas + REACH.points / brush.zoom);
    paintLanes(brush, seen);
    if (level === "clusters") paintClusters(brush, scene.nodes, scene.edges);
    else if (level === "boxes") paintBoxes(brush, scene.nodes, scene.edges, seen);
    else this.#paintItems(scene, seen);
    context.restore();
    brush.forget();
  }

  #paintItems(scene, seen) {
    const brush = this.#layerBrush;
    const items = scene.stack.filter(({ item }) => isIn(scene.painted(item), seen));
    let specks = [];
    for (const { kind, item } of items) {
      if (item.ghost) {
        if (kind !== "label") paintGhost(brush, kind, item);
        continue;
      }
      if (brush.zoom < NAMED_ZOOM && kind === "node" && !isContainer(item)) {
        specks.push(item);
        continue;
      }
      // What is equally small and next in the stack is painted at once.
      if (specks.length > 0) paintSpecks(brush, specks);
      specks = [];
      brush.dimmed(item);
      if (kind === "edge") brush.moved(item, paintEdge);
      else if (kind === "node" || kind === "container") {
        this.#paintNode(item);
        if (brush.zoom >= DETAILED_ZOOM && item.handles) brush.moved(item, paintBeside);
      } else if (labelOf(item) || item.labels) brush.moved(item, paintLabels);
      if (item.difference && kind !== "label") brush.moved(item, () => paintDifference(brush, kind, item));
    }
    brush.dimmed(null);
    if (specks.length > 0) paintSpecks(brush, specks);
    for (const { kind, item } of items) {
      if (kind === "edge" && item.selected && item.waypoints) brush.moved(item, paintKnobs);
      else if (kind !== "label" && isFrame(item)) brush.moved(item, paintCorners);
    }
  }

  #paintNode(node) {
    const brush = this.#layerBrush;
    if (isFrame(node)) return brush.moved(node, paintContainer);
    const reach = REACH.canvas + REACH.points / brush.zoom;
    this.#pictures.paint(brush, node, appearanceOf(brush, node), reach, paintNode);
  }

  /** What of the canvas lies in a rectangle of pixels. */
  #seen({ x, y, scale }, { x: left = 0, y: top = 0, width, height }) {
    return { x: (left - x) / scale, y: (top - y) / scale, width: width / scale, height: height / scale };
  }
}

/** How far apart dots or lines are on the screen, at least and at most, in points. */
const NEAREST = 14;
const FARTHEST = 56;
const STEP = 20;

class Background {
  #dot = null;
  #dotKey = "";
  #row = document.createElement("canvas");

  /** Fills a region of pixels. `at` is `{x, y, scale}`: where the canvas is, in pixels; a point has `ratio` of them. */
  paint(context, { background, colors }, at, region, ratio) {
    context.fillStyle = colors.page;
    context.fillRect(region.x, region.y, region.width, region.height);
    if (background === "none") return;
    let step = STEP * at.scale;
    while (step < NEAREST * ratio) step *= 2;
    while (step > FARTHEST * ratio) step /= 2;
    const columns = places(at.x, region.x, region.width, step);
    const rows = places(at.y, region.y, region.height, step);
    if (background === "dots") this.#dots(context, colors.dot, region, columns, rows, ratio);
    else paintLines(context, colors.dot, region, columns, rows, ratio);
  }

  /** Row by row, each the same picture on whole pixels: a pattern that has to be scaled costs ten times as much. */
  #dots(context, color, { x, width }, columns, rows, ratio) {
    const key = `${color} ${ratio}`;
    if (this.#dotKey !== key) this.#dot = dot(color, ratio);
    this.#dotKey = key;
    const side = this.#dot.width;
    this.#row.width = width + 2 * side;
    this.#row.height = side;
    const row = this.#row.getContext("2d");
    for (const column of columns) row.drawImage(this.#dot, column - x + side / 2, 0);
    for (const y of rows) context.drawImage(this.#row, x - side, y - side / 2);
  }
}

/** The whole pixels of a region and a step around it on which a pattern lies that begins at `origin`. */
function places(origin, start, length, step) {
  const found = [];
  for (let index = Math.floor((start - origin) / step); ; index++) {
    const place = Math.round(origin + index * step);
    if (place > start + length + step) return found;
    found.push(place);
  }
}

function paintLines(context, color, region, columns, rows, ratio) {
  const width = Math.max(1, Math.round(ratio));
  context.globalAlpha = 0.5;
  context.fillStyle = color;
  for (const x of columns) context.fillRect(x, region.y, width, region.height);
  for (const y of rows) context.fillRect(region.x, y, region.width, width);
  context.globalAlpha = 1;
}

/** A dot in the middle of an even number of pixels. */
function dot(color, ratio) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 2 * Math.ceil(ratio);
  const context = canvas.getContext("2d");
  context.fillStyle = color;
  context.beginPath();
  context.arc(canvas.width / 2, canvas.width / 2, 0.9 * ratio, 0, 2 * Math.PI);
  context.fill();
  return canvas;
}

/** Paints the bands of lanes; `seen` is what of the canvas is painted. */
function paintLanes(brush, seen) {
  const { colors, state } = brush;
  for (const { bounds, title } of state.lanes ?? []) {
    if (!isIn(bounds, seen)) continue;
    brush.round(bounds, 0);
    brush.fill(colors.soft, 0.05);
    brush.dashed([6, 5], () => brush.stroke(colors.soft, brush.atLeast(1.25, 1), 0.5));
    if (!title) continue;
    const size = Math.min(13 * brush.boost(2.4), bounds.height / 4);
    brush.text(title, bounds.x + 12, bounds.y + 8 + size, { size, weight: 600, color: colors.soft, width: bounds.width - 24 });
  }
}
