// What of a view is to be repainted after its frames, and in which order.

import { Scene as Shown } from "./client/scene.js";
import { Damage } from "./layer.js";
import { Motion } from "./motion.js";
import { grown, isIn, union } from "./rects.js";
import { labelOf } from "./collapsed.js";
import { numbersOf } from "./edges.js";
import { withFormer } from "./differences.js";

/** As far as an edge's label may reach from its middle. */
const LABEL = { width: 116, height: 22 };

/** As far as what a handle says may reach around its node. */
const BESIDE = 118;

/** At equal z the greater is in front. */
const RANKS = { __proto__: null, container: 0, edge: 1, label: 2, node: 3 };

/** While an edge is being drawn, all nodes show where it may end. */
const DRAWING = new Set(["connect", "reconnect"]);

/** A place as a key, to a quarter of a unit. */
const keyOf = (x, y) => `${Math.round(x * 4)} ${Math.round(y * 4)}`;

/** The stripe of the canvas in which an x lies. */
const stripeOf = (x) => Math.floor(x / 400);

export class Scene extends Shown {
  damage = new Damage();
  #motion = new Motion();
  #stack = [];
  #centers = null;
  /** Where edges with labels begin and end. */
  #said = null;
  /** By stripes, the nodes with outlines of their own that show no circles for their handles; those in many stripes have no number. */
  #outlined = null;
  #isSorted = false;
  /** Links between boxes by their ends; null where they are to be listed anew. */
  #links = null;
  /** What of the frame at hand does not move to its place. */
  #held = { nodes: new Set(), edges: new Set() };

  apply(frame) {
    const before = this.state;
    if (frame.gesture !== undefined) this.#touchCarried();
    this.#held = { nodes: new Set(frame.transition?.except?.nodes), edges: new Set(frame.transition?.except?.edges) };
    super.apply(frame);
    if (frame.leave || frame.enter) this.#isSorted = false;
    if (frame.leave?.edges || frame.enter?.edges || before.level !== this.state.level) this.#links = null;
    this.#forgetPlaces();
    // Where an edge comes into a node is known only once the node is there.
    if (frame.enter?.nodes) for (const edge of this.edges.values()) edge.heads = null;
    this.#touchDifference(before, this.state);
  }

  leave(kind, id) {
    this.#take(this[kind].get(id));
    super.leave(kind, id);
  }

  enter(kind, id, item) {
    this.#take(this[kind].get(id));
    super.enter(kind, id, item);
    this.touch(this[kind].get(id));
  }

  update(kind, id, members, frame) {
    const place = this.#take(this[kind].get(id));
    super.update(kind, id, members, frame);
    const item = this[kind].get(id);
    if ("path" in members) item.curve = null;
    if ("contents" in members) item.line = undefined;
    if ("path" in members || "label" in members || "count" in members) item.counted = null;
    if ("path" in members || "arrows" in members) item.heads = null;
    if ("z" in members || "order" in members || "container" in members) this.#isSorted = false;
    this.touch(item);
    if (frame.transition && !this.#held[kind].has(id)) this.#motion.begin(item, place, frame.transition);
  }

  /** Moves what is on its way to where it is at a time in milliseconds. */
  move(time) {
    if (!this.isMoving) return;
    this.#forgetPlaces();
    this.#motion.step(time, (item) => this.touch(item));
  }

  get isMoving() {
    return !this.#motion.isOver;
  }

  /** The first of the nodes in sight that are selected; undefined without one. */
  get firstSelected() {
    return this.state.selection.nodes > 0 ? [...this.nodes.values()].find(({ selected }) => selected) : undefined;
  }

  /** What is painted, back to front, as `{kind, item}`; kinds: `container`, `edge`, `label` (of an edge), `node`. */
  get stack() {
    if (!this.#isSorted) this.#sort();
    return this.#stack;
  }

  /** Whether a part of an item lies on a screen of a size in points. */
  isInSight(item, width, height) {
    return isIn(item.bounds ?? item, this.#seen(width, height));
  }

  /** How much of what there is lies on a screen of a size in points; of clusters and their links, what they count. */
  inSight(width, height) {
    const seen = this.#seen(width, height);
    let [nodes, edges] = [0, 0];
    for (const node of this.nodes.values()) if (!node.ghost && isIn(node, seen)) nodes += node.count ?? 1;
    for (const edge of this.edges.values()) if (!edge.ghost && (!edge.bounds || isIn(edge.bounds, seen))) edges += edge.count ?? 1;
    return { nodes, edges };
  }

  /** What of the canvas a screen shows. */
  #seen(width, height) {
    const { x, y, zoom } = this.state.viewport;
    return { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom };
  }

  /** How far from its geometry an item is painted: what a gesture carries as a whole keeps that meanwhile. */
  offset(item) {
    return item.carried ? (this.state.gesture?.by ?? null) : null;
  }

  /** Where the node is shown whose middle lies at a point; undefined for none. */
  centered(x, y) {
    if (!this.#centers) {
      const places = [...this.nodes.values()].map((node) => this.place(node));
      this.#centers = new Map(places.map((at) => [keyOf(at.x + at.width / 2, at.y + at.height / 2), at]));
    }
    return this.#centers.get(keyOf(x, y));
  }

  /** Whether a point lies at a node with an outline of its own that shows no circles for its handles. */
  isAtOutline(x, y, types) {
    this.#outlined ??= [...this.nodes.values()].reduce((stripes, node) => {
      const [first, last] = [stripeOf(node.x - 1), stripeOf(node.x + node.width + 1)];
      const numbers = last - first > 20 ? [NaN] : Array.from({ length: last - first + 1 }, (_, index) => first + index);
      if (node.shape && !types.giveHandles(node)) for (const number of numbers) stripes.set(number, stripes.get(number) ?? []).get(number).push(node);
      return stripes;
    }, new Map());
    const near = [stripeOf(x), NaN].flatMap((number) => this.#outlined.get(number) ?? []);
    return near.some((node) => x >= node.x - 1 && y >= node.y - 1 && x <= node.x + node.width + 1 && y <= node.y + node.height + 1);
  }

  #forgetPlaces() {
    this.#centers = this.#outlined = this.#said = null;
  }

  /** The node and the handle at a point where a line begins that is drawn; of several the selected one. */
  startAt({ x, y }) {
    const found = [...this.nodes.values()].flatMap((node) => {
      return (node.handles ?? []).map((handle) => ({ node, handle, distance: Math.hypot(handle.x - x, handle.y - y) }));
    });
    const [nearest] = found.sort((one, other) => one.distance - other.distance || other.node.selected - one.node.selected);
    return nearest;
  }

  /** What an item covers of the canvas, without what is painted around it. */
  place(item) {
    let rect = item.bounds ?? item;
    const own = item.path && labelOf(item);
    for (const { x, y } of [...(own ? [own] : []), ...(item.labels ?? [])]) {
      const label = { x: x - LABEL.width, y: y - LABEL.height, width: 2 * LABEL.width, height: 2 * LABEL.height };
      rect = union(rect, label);
    }
    const by = this.offset(item) ?? { x: 0, y: 0 };
    return { x: rect.x + by.x, y: rect.y + by.y, width: rect.width, height: rect.height };
  }

  /** What an item covers with what shows where it was, and what handles may say beside it. */
  painted(item) {
    const place = withFormer(item, this.place(item));
    return item.handles?.some(({ label }) => label) ? grown(place, BESIDE) : place;
  }

  /** Whether an edge that joins a handle says something: then the handle itself says nothing. */
  isSaid(node, { x, y }) {
    this.#said ??= new Set([...this.edges.values()].filter((edge) => edge.path && edge.label?.text).flatMap((edge) => {
      const numbers = numbersOf(edge.path);
      return [keyOf(...numbers.slice(0, 2)), keyOf(...numbers.slice(-2))];
    }));
    const by = this.offset(node) ?? { x: 0, y: 0 };
    return this.#said.has(keyOf(x, y)) || this.#said.has(keyOf(x + by.x, y + by.y));
  }

  /** Marks an item to be repainted where it is now. */
  touch(item) {
    if (!item || this.damage.isAll) return;
    const { level } = this.state;
    // A link between boxes or clusters has no place of its own.
    const links = item.source !== undefined ? [item] : level === "boxes" ? (this.#linksOf(item.id) ?? []) : [];
    if (level === "clusters" || (level === "items" && links.length > 0)) return this.damage.addAll();
    if (item.source === undefined) this.damage.add(this.painted(item));
    for (const { source, target } of links) {
      const [one, other] = [this.nodes.get(source), this.nodes.get(target)];
      if (one && other) this.damage.add(union(this.place(one), this.place(other)));
    }
  }

  #linksOf(id) {
    if (!this.#links) {
      this.#links = new Map();
      for (const link of this.edges.values()) {
        for (const end of [link.source, link.target]) {
          if (!this.#links.has(end)) this.#links.set(end, []);
          this.#links.get(end).push(link);
        }
      }
    }
    return this.#links.get(id);
  }

  /** Stops what an item does before it goes; returns where it was. */
  #take(item) {
    if (!item) return {};
    this.touch(item);
    return this.#motion.arrest(item);
  }

  #touchCarried() {
    for (const kind of ["nodes", "edges"]) for (const item of this[kind].values()) if (item.carried) this.touch(item);
  }

  #touchSelected() {
    for (const node of this.nodes.values()) if (node.selected) this.touch(node);
  }

  /** Touches what looks otherwise since the state of the view did so. */
  #touchDifference(before, after) {
    if (before.level !== after.level || before.lanes !== after.lanes) this.damage.addAll();
    for (const name of ["hover", "focus", "dropTarget"]) {
      if (before[name] === after[name]) continue;
      for (const { node, edge } of [before[name] ?? {}, after[name] ?? {}]) {
        this.touch(this.nodes.get(node));
        this.touch(this.edges.get(edge));
      }
    }
    for (const name of ["running", "animations"]) {
      const edges = before[name] === after[name] ? [] : [before, after].flatMap((state) => state[name]?.edges ?? []);
      for (const id of edges) this.touch(this.edges.get(id));
    }
    if (before.selection !== after.selection) this.#touchSelected();
    if (before.gesture === after.gesture) return;
    this.#touchCarried();
    const [old, now] = [before.gesture ?? {}, after.gesture ?? {}];
    if (DRAWING.has(old.kind) !== DRAWING.has(now.kind)) this.damage.addAll();
    else if (old.kind !== now.kind) this.#touchSelected();
    if (old.dropTarget !== now.dropTarget) for (const id of [old.dropTarget, now.dropTarget]) this.touch(this.nodes.get(id));
    for (const id of new Set([old, now].flatMap(({ edges = [], dropEdge }) => [...edges, dropEdge]))) this.touch(this.edges.get(id));
  }

  #sort() {
    const nodes = [...this.nodes.values()].map((item) => ({ kind: item.container ? "container" : "node", item }));
    const edges = [...this.edges.values()].flatMap((item) => [{ kind: "edge", item }, { kind: "label", item }]);
    this.#stack = [...nodes, ...edges].sort(({ kind: one, item: a }, { kind: other, item: b }) => {
      return (b.ghost ?? 0) - (a.ghost ?? 0) || (a.z ?? 0) - (b.z ?? 0) || RANKS[one] - RANKS[other] || (a.order ?? 0) - (b.order ?? 0);
    });
    this.#isSorted = true;
  }
}
