// What is in progress, in front of all else: guides, drafts, cuts, regions, and what would take part.

import { DETAILED_ZOOM, paintCorner, paintNode } from "./nodes.js";
import { corners, grown } from "./rects.js";

/** Returns whether a gesture may not end where it is; a draft that has come to nothing yet may go on. */
export function isRefused(gesture) {
  return Boolean(gesture?.reason) && gesture.reason !== "nothingThere" && gesture.reason !== "pending";
}

/** `seen` is what of the canvas is on the screen. */
export function paintProgress(brush, seen) {
  const { gesture, guides, dropTarget, dropFrame, running } = brush.state;
  if (brush.state.selectionFrame) paintFrame(brush, brush.state.selectionFrame);
  paintRunning(brush, brush.scene.nodes.get(running?.node));
  for (const id of [gesture?.dropTarget, dropTarget?.node]) paintTaker(brush, brush.scene.nodes.get(id));
  if (dropFrame) paintRegion(brush, corners(dropFrame));
  if (gesture?.kind === "relate") paintRelation(brush, gesture, seen);
  for (const guide of guides ?? []) paintGuide(brush, guide);
  if (gesture?.kind === "connect" || gesture?.kind === "reconnect") {
    paintEnds(brush, gesture, brush.state.targets ?? [], seen);
    paintDraft(brush, gesture);
  }
  else if (gesture?.polyline) paintCut(brush, gesture.polyline);
  else if (gesture?.rect) paintRegion(brush, corners(gesture.rect));
  else if (gesture?.polygon) paintRegion(brush, gesture.polygon);
}

/** The frame around several selected nodes; its corners scale them. */
function paintFrame(brush, frame) {
  const [first, ...others] = corners(frame);
  brush.dashed([5 / brush.zoom, 4 / brush.zoom], () => {
    brush.through([first, ...others, first]);
    brush.stroke(brush.colors.accent, 1 / brush.zoom);
  });
  for (const corner of corners(frame)) paintCorner(brush, corner);
}

function paintRunning(brush, node) {
  if (!node) return;
  const away = brush.atLeast(7, 6);
  brush.round(grown(brush.scene.place(node), away), 12 + away);
  brush.stroke(brush.colors.good, brush.atLeast(9, 8), 0.22);
  brush.stroke(brush.colors.good, brush.atLeast(2.5, 2));
}

function paintTaker(brush, node) {
  if (!node) return;
  brush.outline(grown(node, brush.atLeast(3, 3)), node.shape, 16);
  brush.stroke(brush.colors.good, brush.atLeast(2.5, 2));
}

/** Lets all step back but some nodes. */
function paintAlone(brush, ids, seen) {
  const { context, colors, scene } = brush;
  context.globalAlpha = 0.66;
  context.fillStyle = colors.page;
  context.fillRect(seen.x, seen.y, seen.width, seen.height);
  context.globalAlpha = 1;
  const nodes = new Set(ids.map((id) => scene.nodes.get(id)).filter(Boolean));
  for (const node of nodes) paintNode(brush, node);
}

/** Where the line that is drawn may end: these handles grow, and nodes without one fade, but for the one where it begins. */
function paintEnds(brush, { from }, targets, seen) {
  // Farther away nodes are painted otherwise, and handles say enough.
  if (brush.zoom >= DETAILED_ZOOM) paintAlone(brush, [brush.scene.startAt(from)?.node.id, ...targets.map(({ node }) => node)], seen);
  for (const target of targets) paintMark(brush, handleOf(brush, target), brush.colors.good);
}

/** The source from which taps toggle edges, and the targets; the rest steps back. */
function paintRelation(brush, { source, targets }, seen) {
  const { colors, scene } = brush;
  paintAlone(brush, [source, ...targets].map(({ node }) => node), seen);
  const node = scene.nodes.get(source.node);
  if (node && !node.selected) {
    brush.outline(grown(node, brush.atLeast(4, 4)), node.shape, 16);
    brush.stroke(colors.accent, brush.atLeast(2, 2));
  }
  paintMark(brush, handleOf(brush, source), colors.accent);
  for (const target of targets) paintMark(brush, handleOf(brush, target), colors.good);
}

/** A handle that takes part: a full disc in a soft one. */
function paintMark(brush, handle, color) {
  if (!handle) return;
  brush.circle(handle, brush.atLeast(13, 9));
  brush.fill(color, 0.25);
  brush.circle(handle, brush.atLeast(6, 4));
  brush.fill(color);
  brush.stroke(brush.colors.card, brush.atLeast(1.75, 1.25));
}

function handleOf(brush, end) {
  return brush.scene.nodes.get(end?.node)?.handles?.find((handle) => handle.id === end.handle);
}

function paintGuide(brush, { axis, position, from, to, kind }) {
  const point = (along, across = 0) => {
    return axis === "x" ? { x: position + across, y: along } : { x: along, y: position + across };
  };
  const width = 1.25 / brush.zoom;
  const line = () => {
    brush.through([point(from), point(to)]);
    brush.stroke(brush.colors.guide, width);
  };
  if (kind === "straight") return brush.dashed([5 / brush.zoom, 4 / brush.zoom], line);
  line();
  if (kind !== "gap" && kind !== "size") return;
  // The ends of a gap lie on the sides of its neighbors, those of a size on the sides of the node.
  for (const end of [from, to]) {
    brush.through([point(end, -5 / brush.zoom), point(end, 5 / brush.zoom)]);
    brush.stroke(brush.colors.guide, width);
  }
}

function paintDraft(brush, draft) {
  const { colors, scene } = brush;
  const refused = isRefused(draft);
  const color = draft.allowed ? colors.good : refused ? colors.bad : colors.accent;
  const path = new Path2D(draft.path);
  const look = draft.look ?? {};
  const width = Math.max(look.strokeWidth ?? 0, brush.atLeast(2.25, 1.75));
  const line = () => brush.stroke(look.color ?? color, width, look.opacity ?? 1, path);
  const dash = look.dash ?? (draft.allowed ? undefined : [brush.atLeast(7, 5), brush.atLeast(6, 4)]);
  if (dash) brush.dashed(dash, line);
  else line();
  const node = scene.nodes.get(draft.candidate?.node);
  if (node) {
    brush.outline(grown(node, brush.atLeast(3, 3)), node.shape, node.height <= 44 ? node.height : 15);
    brush.stroke(color, brush.atLeast(2, 1.75), 0.55);
  }
  if (handleOf(brush, draft.candidate)) {
    brush.circle(draft.to, brush.atLeast(14, 10));
    brush.fill(color, 0.25);
  }
  brush.circle(draft.to, refused ? brush.atLeast(8, 7) : brush.atLeast(5, 4));
  brush.fill(color);
  if (refused) paintCross(brush, draft.to, brush.atLeast(3, 2.6));
}

function paintCross(brush, { x, y }, half) {
  for (const side of [-1, 1]) {
    brush.through([{ x: x - half, y: y - side * half }, { x: x + half, y: y + side * half }]);
    brush.stroke(brush.colors.card, half * 0.6);
  }
}

function paintCut(brush, points) {
  brush.through(points);
  brush.stroke(brush.colors.bad, 6 / brush.zoom, 0.18);
  brush.dashed([6 / brush.zoom, 5 / brush.zoom], () => brush.stroke(brush.colors.bad, 2 / brush.zoom));
}

function paintRegion(brush, points) {
  brush.through(points);
  brush.context.closePath();
  brush.fill(brush.colors.accent, 0.1);
  brush.stroke(brush.colors.accent, 1.25 / brush.zoom);
}
