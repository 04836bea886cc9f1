// Paints what frames tell onto a canvas, from back to front. It decides how things look, never where they are.

import { Background } from "./background.js";
import { Brush } from "./brush.js";
import { paintBoxes, paintClusters, paintSpecks } from "./far.js";
import { isGroup, paintGroup, paintNode } from "./nodes.js";
import { paintEdge, paintLabel } from "./edges.js";
import { paintGesture, paintGuide, paintTaker } from "./progress.js";
import { grown, isIn } from "./rects.js";

const NAMED_ZOOM = 0.16;

export class Painter {
  #context;
  #brush;
  #background = new Background();
  #size = { width: 0, height: 0, ratio: 1 };

  constructor(canvas) {
    this.canvas = canvas;
    this.#context = canvas.getContext("2d", { alpha: false });
    this.#brush = new Brush(this.#context);
  }

  /** Takes a size in points; `ratio` is how many pixels a point has. */
  resize(width, height, ratio) {
    this.#size = { width, height, ratio };
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.#brush.forget();
  }

  /** How many pixels a point has. */
  get ratio() {
    return this.#size.ratio;
  }

  /** `look` is `{colors, types, details, background, time}`. True if it moves by itself and is to be painted again. */
  paint(scene, look) {
    const [context, brush] = [this.#context, this.#brush];
    const { viewport, level, gesture, guides, animations } = scene.state;
    const { ratio } = this.#size;
    const flow = new Map((animations?.edges ?? []).map((edge) => [edge, animations.rate]));
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#background.paint(context, look, viewport, this.#size);
    const { x, y, zoom } = viewport;
    context.setTransform(ratio * zoom, 0, 0, ratio * zoom, ratio * x, ratio * y);
    brush.begin({ ...look, flow }, scene.state);
    if (level === "clusters") paintClusters(brush, [...scene.nodes.values()]);
    else if (level === "boxes") paintBoxes(brush, [...scene.nodes.values()]);
    else this.#items(scene);
    for (const guide of guides ?? []) paintGuide(brush, guide);
    if (gesture) paintGesture(brush, gesture, scene);
    return flow.size > 0;
  }

  #items(scene) {
    const brush = this.#brush;
    const seen = this.#seen(scene.state.viewport);
    const { dropTarget, gesture } = scene.state;
    const nodes = scene.nodesInOrder.filter((node) => isIn(node, seen));
    const edges = scene.edgesInOrder.filter((edge) => isIn(edge.bounds, seen));
    for (const node of nodes) if (isGroup(node)) paintGroup(brush, node);
    for (const edge of edges) paintEdge(brush, edge);
    for (const edge of edges) paintLabel(brush, edge);
    const group = scene.nodes.get(gesture?.dropTarget);
    if (group) paintTaker(brush, group);
    if (brush.zoom < NAMED_ZOOM) paintSpecks(brush, nodes.filter((node) => !isGroup(node)));
    else for (const node of nodes) paintNode(brush, node);
    const taker = scene.nodes.get(dropTarget?.node);
    if (taker) paintTaker(brush, taker);
  }

  /** What of the canvas is on the screen; items beyond it are not painted. */
  #seen({ x, y, zoom }) {
    const { width, height } = this.#size;
    return grown({ x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom }, 20);
  }
}
