// What is in progress: guides, a draft, a cut, a region, what would take what is held.

import { corners, grown } from "./rects.js";

export function paintGuide(brush, { axis, position, from, to }) {
  brush.through([from, to].map((end) => (axis === "x" ? { x: position, y: end } : { x: end, y: position })));
  brush.stroke(brush.colors.guide, 1 / brush.zoom);
}

export function paintGesture(brush, gesture, scene) {
  if (gesture.kind === "connect" || gesture.kind === "reconnect") paintDraft(brush, gesture, scene);
  else if (gesture.polyline) paintCut(brush, gesture.polyline);
  else if (gesture.rect) paintRegion(brush, corners(gesture.rect));
  else if (gesture.polygon) paintRegion(brush, gesture.polygon);
}

/** A node that would take what is dragged or held. */
export function paintTaker(brush, node) {
  brush.round(grown(node, 3), 16);
  brush.stroke(brush.colors.accent, brush.atLeast(2.5, 2));
  brush.fill(brush.colors.accent, 0.07);
}

function paintDraft(brush, draft, scene) {
  const { context, colors } = brush;
  const color = draft.allowed ? colors.good : draft.reason ? colors.bad : colors.accent;
  const node = scene.nodes.get(draft.candidate?.node);
  const handle = node?.handles?.find((handle) => handle.id === draft.candidate.handle);
  if (!draft.allowed) context.setLineDash([7, 6]);
  brush.stroke(color, brush.atLeast(2.25, 1.75), 1, new Path2D(draft.path));
  context.setLineDash([]);
  if (handle) {
    brush.circle(handle, 14);
    brush.fill(color, 0.25);
  }
  brush.circle(draft.to, brush.atLeast(5, 4));
  brush.fill(color);
}

function paintCut(brush, points) {
  brush.through(points);
  brush.context.setLineDash([5 / brush.zoom, 5 / brush.zoom]);
  brush.stroke(brush.colors.bad, 2 / brush.zoom);
  brush.context.setLineDash([]);
}

function paintRegion(brush, points) {
  brush.through(points);
  brush.context.closePath();
  brush.fill(brush.colors.accent, 0.1);
  brush.stroke(brush.colors.accent, 1.25 / brush.zoom);
}
