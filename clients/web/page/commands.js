// What buttons, menus and keys of the page ask the server for, by name.

import { onScreen } from "./rects.js";
import { animated } from "./session.js";

/** How far beside each other nodes are put that would lie on each other, on the canvas. */
const STEP = 24;
/** The size of a node of which nothing says one. */
const PLAIN = { width: 150, height: 60 };

/** `files` opens and saves; `display` shows. */
export function commandsOf(session, display, files, theme) {
  return {
    open: () => files.chooseOpen(),
    save: () => files.save(),
    export: () => files.exportPicture(),
    undo: () => session.askDocument("history/undo", { view: session.view, ...animated() }),
    redo: () => session.askDocument("history/redo", { view: session.view, ...animated() }),
    fit: () => session.fit(),
    zoomIn: () => session.zoom({ by: 1.25 }),
    zoomOut: () => session.zoom({ by: 0.8 }),
    zoomReset: () => session.zoom({ to: 1 }),
    theme: () => theme.choose(!theme.isDark),
    background: () => display.nextBackground(),
    create: () => files.create(),
    saveAs: () => files.saveAs(),
    selectAll: () => session.askView("view/select", { all: true }),
    remove: async () => {
      const { nodeIds: nodes, edgeIds: edges } = await session.selected();
      await session.askDocument("element/remove", { nodes, edges });
    },
    duplicate: async () => {
      const { nodeIds } = await session.selected();
      const made = await session.askDocument("document/duplicate", { nodes: nodeIds });
      if (made) await session.askView("view/select", { nodes: Object.values(made.nodes) });
    },
    rename: async () => {
      const { nodeIds, edgeIds } = await session.selected();
      if (nodeIds.length > 0) rename(session, display, "node", nodeIds[0]);
      else if (edgeIds.length > 0) rename(session, display, "edge", edgeIds[0]);
    },
  };
}

/** Asks for a name where the name of a node or an edge is painted. */
export function rename(session, display, kind, id) {
  if (kind === "node") return display.writing.open(id);
  const item = session.scene.edges.get(id);
  if (!item) return undefined;
  return display.askName("edge", item, item.label?.text ?? "", (text) => {
    session.askDocument("edge/update", { id, patch: { label: text || null } });
  });
}

/** As what a node type is dragged; the data is its name. */
export const TYPE_NAME = "application/x-nodewire-type";

/** Drops a node of a type on a point of the canvas, as if it had been carried there. */
export async function insertNode(session, type, point) {
  const at = onScreen(point, session.scene.state.viewport);
  const params = { at, types: [TYPE_NAME], insert: type };
  const held = await session.askView("input/drop", { phase: "over", ...params });
  const dropped = held && (await session.askView("input/drop", { phase: "drop", ...params }));
  if (dropped && !dropped.accepted) session.refuse(`${session.types.title(type)} cannot be added here`);
}

/** Adds a node without a type, its middle at a point of the canvas. */
export async function insertPlainNode(session, { x, y }) {
  const { width, height } = PLAIN;
  const node = { position: { x: x - width / 2, y: y - height / 2 } };
  const made = await session.askDocument("node/insert", { node });
  if (made) await session.askView("view/select", { nodes: [made.id] });
}

/** The middle of what is on the screen, or the nearest place to it on which no node has its own. */
export function freePlace(scene) {
  const { x, y, zoom } = scene.state.viewport;
  const place = { x: (innerWidth / 2 - x) / zoom, y: (innerHeight / 2 - y) / zoom };
  const isTaken = ({ x, y, width, height }) => {
    return Math.hypot(x + width / 2 - place.x, y + height / 2 - place.y) < STEP / 2;
  };
  const nodes = [...scene.nodes.values()];
  while (nodes.some(isTaken)) {
    place.x += STEP;
    place.y += STEP;
  }
  return place;
}
