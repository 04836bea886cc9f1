// What buttons, menus and keys of the page ask the server for, by name.

import { freeArea } from "./margins.js";
import { isFrame } from "./node-texts.js";
import { isIn, onScreen } from "./rects.js";
import { animated } from "./session.js";

/** How far apart the places are at which room for a node is looked for, and what it keeps free around it, on the canvas. */
const STEP = 24;
const GAP = 12;
/** So many steps to each side. */
const REACH = 30;
/** The size of a node of which nothing says one. */
export const PLAIN = { width: 150, height: 60 };

/** The steps to all places, the nearest first. */
const PLACES = Array.from({ length: (2 * REACH + 1) ** 2 }, (_, index) => {
  return [(index % (2 * REACH + 1)) - REACH, Math.floor(index / (2 * REACH + 1)) - REACH];
}).sort((one, other) => Math.hypot(...one) - Math.hypot(...other));

/** `files` opens and saves; `display` shows. */
export function commandsOf(session, display, files, theme) {
  return {
    open: () => files.chooseOpen(),
    save: () => files.save(),
    export: () => files.copies.download("svg"),
    exportPixels: () => files.copies.downloadRaster(),
    revert: () => files.revert(),
    undo: () => session.askDocument("history/undo", { view: session.view, ...animated() }),
    redo: () => session.askDocument("history/redo", { view: session.view, ...animated() }),
    fit: () => session.fit(),
    zoomIn: () => session.step(1),
    zoomOut: () => session.step(-1),
    zoomReset: () => session.zoom({ to: 1 }),
    theme: () => theme.choose(!theme.isDark),
    background: () => display.nextBackground(),
    create: () => files.create(),
    saveAs: () => files.copies.show(),
    selectAll: () => session.askView("view/select", { all: true }),
    rename: async () => {
      const { firstSelected, state } = session.scene;
      if (firstSelected && state.selection.edges === 0) return display.writing.open("node", firstSelected.id);
      const { nodeIds, edgeIds } = await session.selected();
      const [kind, id] = nodeIds.length > 0 ? ["node", nodeIds[0]] : ["edge", edgeIds[0]];
      return id !== undefined && display.writing.open(kind, id);
    },
  };
}

/** As what a node type is dragged; the data is its name. */
export const TYPE_NAME = "application/x-nodewire-type";

/** Drops a node of a type on a point of the canvas, as if it had been carried there; its id, or undefined if it was refused. */
export async function insertNode(session, type, point) {
  const at = onScreen(point, session.scene.state.viewport);
  const params = { at, types: [TYPE_NAME], insert: type };
  const held = await session.askView("input/drop", { phase: "over", ...params });
  const dropped = held && (await session.askView("input/drop", { phase: "drop", ...params }));
  if (dropped && !dropped.accepted) session.refuse(`${session.types.title(type)} cannot be added here`);
  if (!dropped?.accepted) return undefined;
  // What is dropped is selected.
  const [made] = (await session.selected()).nodeIds;
  session.diagnostics.hold([made]);
  await session.askView("view/focus", { node: made });
  session.usedType = type;
  return made;
}

/** Adds a node without a type, its middle at a point of the canvas; its id, or undefined if it was refused. */
export async function insertPlainNode(session, { x, y }) {
  const { width, height } = PLAIN;
  const node = { position: { x: x - width / 2, y: y - height / 2 } };
  const made = await session.askEdit("Add a node", "node/insert", { node });
  if (made) await session.askView("view/select", { nodes: [made.id] });
  return made?.id;
}

/**
 * The place nearest to a point of the canvas, by default the middle of what is free, around which a node of a size lies on no other; without any, one at which no
 * node has its own middle.
 */
export function freePlace(scene, { width, height } = PLAIN, wanted = undefined) {
  const { x, y, zoom } = scene.state.viewport;
  const free = freeArea();
  const center = { x: free.x + free.width / 2, y: free.y + free.height / 2 };
  const middle = wanted ?? { x: (center.x - x) / zoom, y: (center.y - y) / zoom };
  const nodes = [...scene.nodes.values()].filter((node) => !isFrame(node));
  const reach = { x: width / 2 + GAP, y: height / 2 + GAP };
  const isFree = (place) => {
    const around = { x: place.x - reach.x, y: place.y - reach.y, width: 2 * reach.x, height: 2 * reach.y };
    return !nodes.some((node) => isIn(node, around));
  };
  const isNear = (place) => {
    const at = onScreen(place, scene.state.viewport);
    return Math.abs(at.x - center.x) < free.width * 0.4 && Math.abs(at.y - center.y) < free.height * 0.4;
  };
  const isOwn = (place) => !nodes.some((node) => {
    return Math.hypot(node.x + node.width / 2 - place.x, node.y + node.height / 2 - place.y) < STEP / 2;
  });
  const places = PLACES.map(([right, down]) => ({ x: middle.x + right * STEP, y: middle.y + down * STEP }));
  return places.find((place) => (wanted || isNear(place)) && isFree(place)) ?? places.find(isOwn) ?? middle;
}
