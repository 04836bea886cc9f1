// Paints what frames tell onto a canvas. It decides how things look, never where they are.

import { FONT } from "./theme.js";
import { TextFitting } from "./text.js";
import { Shadow } from "./shadow.js";

const DETAILED_ZOOM = 0.6;
const NAMED_ZOOM = 0.16;

export class Painter {
  #context;
  #texts = new TextFitting();
  #icons = new Map();
  #shadow = new Shadow();
  #size = { width: 0, height: 0, ratio: 1 };

  constructor(canvas) {
    this.canvas = canvas;
    this.#context = canvas.getContext("2d", { alpha: false });
  }

  /** Takes a size in points; `ratio` is how many pixels a point has. */
  resize(width, height, ratio) {
    this.#size = { width, height, ratio };
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.font = "";
  }

  /** How many pixels a point has. */
  get ratio() {
    return this.#size.ratio;
  }

  /** `look` is `{colors, types, details, background, time}`. True if it moves by itself and is to be painted again. */
  paint(scene, look) {
    const context = this.#context;
    const { viewport, level, gesture, guides, animations } = scene.state;
    const { ratio } = this.#size;
    this.look = look;
    this.state = scene.state;
    this.zoom = viewport.zoom;
    this.moving = new Map((animations ?? []).map((animation) => [animation.edge ?? animation.id, animation.rate]));
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = look.colors.page;
    context.fillRect(0, 0, this.#size.width, this.#size.height);
    this.#background(viewport);
    const { x, y, zoom } = viewport;
    context.setTransform(ratio * zoom, 0, 0, ratio * zoom, ratio * x, ratio * y);
    context.lineJoin = "round";
    context.lineCap = "round";
    this.#shadow.prepare(look.colors.shade);
    if (level === "clusters") this.#clusters(scene);
    else if (level === "boxes") this.#boxes(scene);
    else this.#items(scene);
    for (const guide of guides ?? []) this.#guide(guide);
    if (gesture) this.#gesture(gesture, scene);
    return this.moving.size > 0;
  }

  // What is behind everything

  #background(viewport) {
    const { background, colors } = this.look;
    if (background === "none") return;
    let step = 20 * viewport.zoom;
    while (step < 14) step *= 2;
    while (step > 56) step /= 2;
    const { width, height, ratio } = this.#size;
    const pixels = Math.max(2, Math.round(step * ratio));
    const key = `${background} ${pixels} ${colors.dot}`;
    if (this.tileKey !== key) {
      this.tileKey = key;
      this.tile = tile(background, pixels, ratio, colors.dot);
    }
    const context = this.#context;
    const pattern = context.createPattern(this.tile, "repeat");
    const scale = step / pixels;
    const half = background === "dots" ? step / 2 : 0;
    pattern.setTransform(new DOMMatrix([scale, 0, 0, scale, (viewport.x % step) - half, (viewport.y % step) - half]));
    context.fillStyle = pattern;
    context.fillRect(0, 0, width, height);
  }

  // Levels of detail

  #items(scene) {
    const seen = this.#seen();
    const { hover, dropTarget, gesture } = this.state;
    for (const node of scene.nodesInOrder) if (isGroup(node) && isIn(node, seen)) this.#groupOf(node);
    const edges = scene.edgesInOrder.filter((edge) => isIn(edge.bounds, seen));
    for (const edge of edges) this.#edge(edge, hover?.edge === edge.id || dropTarget?.edge === edge.id);
    for (const edge of edges) if (edge.label) this.#edgeLabel(edge);
    const group = scene.nodes.get(gesture?.dropTarget);
    if (group) this.#dropTarget(group);
    const nodes = scene.nodesInOrder.filter((node) => isIn(node, seen));
    if (this.zoom < NAMED_ZOOM) this.#specks(nodes);
    else for (const node of nodes) this.#node(node, hover?.node === node.id);
    const taker = scene.nodes.get(dropTarget?.node);
    if (taker) this.#dropTarget(taker);
  }

  /** Nodes too small for anything but their colour, all of one colour at once. */
  #specks(nodes) {
    const context = this.#context;
    const { colors, types } = this.look;
    const byColor = new Map();
    for (const node of nodes) {
      if (isGroup(node)) continue;
      const color = node.selected ? colors.accent : mixed(types.color(node.type, colors), colors.card, 0.6);
      if (!byColor.has(color)) byColor.set(color, []);
      byColor.get(color).push(node);
    }
    for (const [color, nodes] of byColor) {
      context.beginPath();
      for (const { x, y, width, height } of nodes) context.roundRect(x, y, width, height, Math.min(12, height / 2));
      context.fillStyle = color;
      context.fill();
    }
  }

  #boxes(scene) {
    const context = this.#context;
    const { colors } = this.look;
    for (const isSelected of [false, true]) {
      context.fillStyle = isSelected ? colors.accent : colors.edge;
      context.globalAlpha = isSelected ? 1 : 0.55;
      context.beginPath();
      for (const node of scene.nodes.values()) {
        if (Boolean(node.selected) === isSelected) context.rect(node.x, node.y, node.width, node.height);
      }
      context.fill();
    }
    context.globalAlpha = 1;
  }

  #clusters(scene) {
    const context = this.#context;
    const { colors } = this.look;
    let most = 1;
    for (const cell of scene.nodes.values()) most = Math.max(most, cell.count ?? 0);
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (const cell of scene.nodes.values()) {
      const weight = Math.log1p(cell.count) / Math.log1p(most);
      const [x, y] = [cell.x + cell.width / 2, cell.y + cell.height / 2];
      const radius = (cell.width / 2) * (0.35 + 0.6 * weight);
      context.fillStyle = colors.accent;
      context.globalAlpha = 0.12 + 0.38 * weight;
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
      context.globalAlpha = 1;
      if (radius * this.zoom < 9) continue;
      context.fillStyle = colors.text;
      this.#setFont(`600 ${10 / this.zoom}px`);
      context.fillText(short(cell.count), x, y);
    }
  }

  // Nodes

  #groupOf(node) {
    const context = this.#context;
    const { colors } = this.look;
    this.#round(node, 14);
    context.fillStyle = colors.group;
    context.globalAlpha = 0.08;
    context.fill();
    context.globalAlpha = node.selected ? 1 : 0.5;
    context.strokeStyle = node.selected ? colors.accent : colors.group;
    context.lineWidth = Math.max(1.25, 1 / this.zoom);
    context.setLineDash(node.selected ? [] : [6, 5]);
    context.stroke();
    context.setLineDash([]);
    context.globalAlpha = 1;
    const size = Math.min(13 * this.#boost(2.4), node.height / 4);
    const style = { size, weight: 600, color: colors.soft, width: node.width - 32 };
    this.#text(node.label ?? "", node.x + 16, node.y + 8 + size, style);
  }

  #node(node, isHovered) {
    if (isGroup(node)) return this.#handles(node, isHovered, this.look.colors.group);
    const context = this.#context;
    const { colors, types } = this.look;
    const color = types.color(node.type, colors);
    const radius = node.height <= 44 ? node.height / 2 : Math.min(12, node.height / 2, node.width / 2);
    const isLifted = isHovered || (node.selected && this.state.gesture?.kind === "drag");
    if (this.zoom >= DETAILED_ZOOM) this.#shadow.paint(context, node, radius, isLifted ? 1.5 : 1);
    if (node.selected) this.#ring(node, radius, colors.accent);
    else if (this.state.focus?.node === node.id) this.#ring(grown(node, 3), radius + 3, colors.text);
    this.#round(node, radius);
    const isTinted = this.zoom < DETAILED_ZOOM || node.height <= 44;
    context.fillStyle = isTinted ? mixed(color, colors.card, 0.16) : colors.card;
    context.fill();
    context.strokeStyle = node.selected ? colors.accent : isHovered || this.zoom < DETAILED_ZOOM ? color : colors.line;
    context.lineWidth = node.selected ? Math.max(1.5, 1.5 / this.zoom) : Math.max(1, 0.75 / this.zoom);
    context.globalAlpha = node.selected || !isHovered ? 1 : 0.7;
    context.stroke();
    context.globalAlpha = 1;
    if (this.zoom >= DETAILED_ZOOM) this.#content(node, color);
    else this.#name(node);
    this.#handles(node, isHovered, color);
    if (node.selected && this.state.selection.nodes === 1) this.#corners(node);
  }

  #tint(color, alpha) {
    const context = this.#context;
    context.globalAlpha = alpha;
    context.fillStyle = color;
    context.fill();
    context.globalAlpha = 1;
  }

  #ring(node, radius, color) {
    const context = this.#context;
    const width = Math.max(4, 4 / this.zoom);
    this.#round(grown(node, width / 2), radius + width / 2);
    context.globalAlpha = 0.28;
    context.strokeStyle = color;
    context.lineWidth = width;
    context.stroke();
    context.globalAlpha = 1;
  }

  /** A node near enough to be read: its icon, its type, its name and a line of what it holds. */
  #content(node, color) {
    const { colors, types, details } = this.look;
    const { x, y, width, height } = node;
    const name = this.#nameOf(node);
    if (height <= 44) {
      const side = Math.min(20, height - 12);
      const room = width - side - 32;
      const text = this.#texts.line(name, 13, 600, room);
      const start = x + (width - side - 6 - text.width) / 2;
      this.#icon(types.icon(node.type), start, y + (height - side) / 2, side, color);
      const style = { size: 13, weight: 600, color: colors.text, width: room };
      return this.#text(name, start + side + 6, y + height / 2 + 4.5, style);
    }
    const line = height >= 74 ? details.line(node.id) : "";
    const top = line ? y + 11 : y + (height - 34) / 2;
    this.#tile(node.type, x + 12, top, 34, color);
    const [left, room] = [x + 56, width - 68];
    if (node.type) {
      const style = { size: 9, weight: 700, color, width: room, spacing: 0.6 };
      this.#text(types.title(node.type).toUpperCase(), left, top + 11, style);
    }
    const style = { size: 13.5, weight: 600, color: colors.text, width: room };
    this.#text(name, left, top + (node.type ? 28 : 22), style);
    if (!line) return;
    this.#text(line, x + 13, y + height - 15, { size: 11, weight: 400, color: colors.soft, width: width - 26 });
  }

  /** A node too small for that: its name, as large as it fits. */
  #name(node) {
    const context = this.#context;
    const name = this.#nameOf(node);
    const room = node.width - 16;
    const size = Math.min(11.5 * this.#boost(6), node.height * 0.38);
    let lines = this.#texts.lines(name, size, 600, room, 1);
    if (lines[0].endsWith("…")) lines = this.#texts.lines(name, size, 600, room, 2);
    if (size * this.zoom < 4) return;
    context.fillStyle = this.look.colors.text;
    this.#setFont(`600 ${size}px`);
    context.textAlign = "center";
    context.textBaseline = "middle";
    const first = node.y + node.height / 2 - ((lines.length - 1) * size * 1.12) / 2;
    lines.forEach((line, index) => context.fillText(line, node.x + node.width / 2, first + index * size * 1.12));
  }

  #nameOf(node) {
    return node.label || (node.type ? this.look.types.title(node.type) : node.id);
  }

  #tile(type, x, y, side, color) {
    const context = this.#context;
    context.beginPath();
    context.roundRect(x, y, side, side, 9);
    context.globalAlpha = 0.14;
    context.fillStyle = color;
    context.fill();
    context.globalAlpha = 1;
    this.#icon(this.look.types.icon(type), x + 6, y + 6, side - 12, color);
  }

  #icon(path, x, y, side, color) {
    const context = this.#context;
    if (!this.#icons.has(path)) this.#icons.set(path, new Path2D(path));
    context.save();
    context.translate(x, y);
    context.scale(side / 24, side / 24);
    context.strokeStyle = color;
    context.lineWidth = 2;
    context.stroke(this.#icons.get(path));
    context.restore();
  }

  #handles(node, isHovered, color) {
    const isDrafting = this.state.gesture?.kind === "connect" || this.state.gesture?.kind === "reconnect";
    if (this.zoom < 0.45 && !isHovered && !isDrafting || this.zoom < 0.2) return;
    const context = this.#context;
    const { colors } = this.look;
    const radius = isHovered || isDrafting ? 6 : 4.5;
    context.lineWidth = 1.75;
    for (const handle of node.handles ?? []) {
      context.beginPath();
      context.arc(handle.x, handle.y, radius, 0, 2 * Math.PI);
      context.fillStyle = handle.type === "source" ? color : colors.card;
      context.strokeStyle = handle.type === "source" ? colors.card : isHovered || isDrafting ? color : colors.edge;
      context.fill();
      context.stroke();
    }
  }

  #corners(node) {
    if (this.zoom < 0.3 || this.state.gesture?.kind === "drag") return;
    const context = this.#context;
    const side = 8 / this.zoom;
    context.lineWidth = 1.5 / this.zoom;
    context.fillStyle = this.look.colors.card;
    context.strokeStyle = this.look.colors.accent;
    for (const { x, y } of corners(node)) {
      context.beginPath();
      context.roundRect(x - side / 2, y - side / 2, side, side, side / 4);
      context.fill();
      context.stroke();
    }
  }

  #dropTarget(node) {
    const context = this.#context;
    this.#round(grown(node, 3), 16);
    context.strokeStyle = this.look.colors.accent;
    context.lineWidth = Math.max(2.5, 2 / this.zoom);
    context.stroke();
    this.#tint(this.look.colors.accent, 0.07);
  }

  // Edges

  #edge(edge, isHovered) {
    const context = this.#context;
    const { colors, time } = this.look;
    edge.shape ??= new Path2D(edge.path);
    const width = Math.max(1.75, 1.1 / this.zoom);
    if (edge.selected) {
      context.globalAlpha = 0.22;
      context.strokeStyle = colors.accent;
      context.lineWidth = width + Math.max(6, 5 / this.zoom);
      context.stroke(edge.shape);
      context.globalAlpha = 1;
    }
    context.strokeStyle = edge.selected ? colors.accent : isHovered ? colors.text : colors.edge;
    context.lineWidth = edge.selected || isHovered ? width * 1.4 : width;
    const rate = this.moving.get(edge.id);
    if (rate !== undefined) {
      context.setLineDash([6, 6]);
      context.lineDashOffset = -((time / 1000) * rate) % 12;
    }
    context.stroke(edge.shape);
    if (rate !== undefined) context.setLineDash([]);
    for (const head of edge.arrows ?? []) this.#arrow(head, context.strokeStyle);
  }

  #arrow(head, color) {
    const context = this.#context;
    context.save();
    context.translate(head.x, head.y);
    context.rotate(head.angle);
    context.beginPath();
    context.moveTo(-5, 0);
    context.lineTo(-15, -5.5);
    context.lineTo(-12.5, 0);
    context.lineTo(-15, 5.5);
    context.closePath();
    context.fillStyle = color;
    context.fill();
    context.restore();
  }

  #edgeLabel(edge) {
    if (this.zoom < 0.22) return;
    const context = this.#context;
    const { colors } = this.look;
    const size = 11 * this.#boost(1.7);
    const { text, width } = this.#texts.line(edge.label.text, size, 500, 200);
    const [left, top] = [edge.label.x - width / 2 - size * 0.6, edge.label.y - size * 0.85];
    const box = { x: left, y: top, width: width + size * 1.2, height: size * 1.7 };
    this.#round(box, box.height / 2);
    context.fillStyle = colors.card;
    context.strokeStyle = edge.selected ? colors.accent : colors.line;
    context.lineWidth = 1;
    context.fill();
    context.stroke();
    context.fillStyle = edge.selected ? colors.accent : colors.soft;
    this.#setFont(`500 ${size}px`);
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(text, edge.label.x, edge.label.y + size * 0.05);
  }

  // What is in progress

  #guide(guide) {
    const context = this.#context;
    context.strokeStyle = this.look.colors.guide;
    context.lineWidth = 1 / this.zoom;
    context.beginPath();
    if (guide.axis === "x") {
      context.moveTo(guide.position, guide.from);
      context.lineTo(guide.position, guide.to);
    } else {
      context.moveTo(guide.from, guide.position);
      context.lineTo(guide.to, guide.position);
    }
    context.stroke();
  }

  #gesture(gesture, scene) {
    if (gesture.kind === "connect" || gesture.kind === "reconnect") this.#draft(gesture, scene);
    else if (gesture.polyline) this.#cut(gesture.polyline);
    else if (gesture.rect) this.#region(corners(gesture.rect));
    else if (gesture.polygon) this.#region(gesture.polygon);
  }

  #draft(draft, scene) {
    const context = this.#context;
    const { colors } = this.look;
    const color = draft.allowed ? colors.good : draft.reason ? colors.bad : colors.accent;
    const node = scene.nodes.get(draft.candidate?.node);
    const handle = node?.handles?.find((handle) => handle.id === draft.candidate.handle);
    context.strokeStyle = color;
    context.fillStyle = color;
    context.lineWidth = Math.max(2.25, 1.75 / this.zoom);
    if (!draft.allowed) context.setLineDash([7, 6]);
    context.stroke(new Path2D(draft.path));
    context.setLineDash([]);
    if (handle) {
      context.globalAlpha = 0.25;
      context.beginPath();
      context.arc(handle.x, handle.y, 14, 0, 2 * Math.PI);
      context.fill();
      context.globalAlpha = 1;
    }
    context.beginPath();
    context.arc(draft.to.x, draft.to.y, Math.max(5, 4 / this.zoom), 0, 2 * Math.PI);
    context.fill();
  }

  #cut(points) {
    const context = this.#context;
    context.beginPath();
    for (const point of points) context.lineTo(point.x, point.y);
    context.strokeStyle = this.look.colors.bad;
    context.lineWidth = 2 / this.zoom;
    context.setLineDash([5 / this.zoom, 5 / this.zoom]);
    context.stroke();
    context.setLineDash([]);
  }

  #region(points) {
    const context = this.#context;
    context.beginPath();
    for (const point of points) context.lineTo(point.x, point.y);
    context.closePath();
    this.#tint(this.look.colors.accent, 0.1);
    context.strokeStyle = this.look.colors.accent;
    context.lineWidth = 1.25 / this.zoom;
    context.stroke();
  }

  // Small things

  /** Setting a font reads its text anew, which would cost more than writing with it. */
  #setFont(font) {
    if (font === this.font) return;
    this.font = font;
    this.#context.font = `${font} ${FONT}`;
  }

  #text(text, x, y, { size, weight, color, width, spacing = 0 }) {
    const context = this.#context;
    context.fillStyle = color;
    this.#setFont(`${weight} ${size}px`);
    context.textAlign = "left";
    context.textBaseline = "alphabetic";
    if (spacing) context.letterSpacing = `${spacing}px`;
    context.fillText(this.#texts.line(text, size, weight, width - spacing * text.length).text, x, y);
    if (spacing) context.letterSpacing = "0px";
  }

  #round(rect, radius) {
    this.#context.beginPath();
    const bounded = Math.max(0, Math.min(radius, rect.width / 2, rect.height / 2));
    this.#context.roundRect(rect.x, rect.y, rect.width, rect.height, bounded);
  }

  /** By what a text grows on the canvas where the view is far off, so that it stays readable. */
  #boost(limit) {
    return Math.min(limit, Math.max(1, this.state.labelScale));
  }

  /** What of the canvas is on the screen; items beyond it are not painted. */
  #seen() {
    const { x, y, zoom } = this.state.viewport;
    return grown({ x: -x / zoom, y: -y / zoom, width: this.#size.width / zoom, height: this.#size.height / zoom }, 20);
  }
}

function isGroup(node) {
  return node.type === "group";
}

function isIn(rect, seen) {
  return rect.x <= seen.x + seen.width && rect.y <= seen.y + seen.height
    && rect.x + rect.width >= seen.x && rect.y + rect.height >= seen.y;
}

const mixtures = new Map();

/** A colour on a ground as if it were painted there with that much of it; both as `#rrggbb`. */
function mixed(color, ground, share) {
  const key = `${color} ${ground} ${share}`;
  let mixture = mixtures.get(key);
  if (!mixture) {
    const part = (text, index) => parseInt(text.slice(index, index + 2), 16);
    const parts = [1, 3, 5].map((index) => part(color, index) * share + part(ground, index) * (1 - share));
    mixture = `rgb(${parts.map(Math.round).join(" ")})`;
    mixtures.set(key, mixture);
  }
  return mixture;
}

function corners({ x, y, width, height }) {
  const [right, bottom] = [x + width, y + height];
  return [{ x, y }, { x: right, y }, { x: right, y: bottom }, { x, y: bottom }];
}

function grown(rect, by) {
  return { x: rect.x - by, y: rect.y - by, width: rect.width + 2 * by, height: rect.height + 2 * by };
}

function short(count) {
  if (count < 1000) return String(count);
  if (count >= 999_500) return `${(count / 1e6).toFixed(1)}M`;
  return `${Number((count / 1000).toPrecision(count < 9950 ? 2 : 3))}k`;
}

/** One period of the background's pattern. */
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
