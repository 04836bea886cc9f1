// New nodes: where they go, what they are connected with, and which type is obvious.

import { freeArea } from "./margins.js";
import { isFrame } from "./node-texts.js";
import { isIn, middleOf, onScreen } from "./rects.js";
import { session } from "./session.js";

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

/** As what a node type is dragged; the data is its name. */
export const TYPE_NAME = "application/x-nodewire-type";

/** Drops a node of a type on a point of the canvas, as if it had been carried there, or puts one without a type there; its id, or undefined if it was refused. */
export async function insertNode(type, point) {
  if (type === null) return insertPlainNode(point);
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

async function insertPlainNode({ x, y }) {
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

/** How far from the node before it a new one lies, on the canvas. */
const APART = 80;

/** Directions by the side that a handle faces. */
const WAYS = { __proto__: null, right: { x: 1, y: 0 }, left: { x: -1, y: 0 }, top: { x: 0, y: -1 }, bottom: { x: 0, y: 1 } };

/**
 * Adds a node of a type beside the one that is selected, connected with its first free source if the rules allow that;
 * without one, in the middle.
 */
export async function addNode(type) {
  const { scene, types } = session;
  const { nodeIds, edgeIds } = await session.selected();
  const before = nodeIds.length === 1 && edgeIds.length === 0 ? scene.nodes.get(nodeIds[0]) : undefined;
  const size = types.declared(type)?.defaultSize;
  if (!before || isFrame(before)) return insertNode(type, freePlace(scene, size));
  const source = await freeSource(before);
  const at = freePlace(scene, size, besideOf(before, size ?? PLAIN, source));
  const made = await inserted(type, at, before, source);
  session.usedType = type;
  if (made) await showNew(made);
  return made;
}

/**
 * The type of which people add a node most likely: the only one, the one that was added last, in a dialog what says something. Null
 * is a node without a type, in a document without types; undefined is none of these.
 */
export function obviousType() {
  const { types, usedType } = session;
  const { names } = types;
  if (names.length < 2) return names[0] ?? null;
  if (names.includes(usedType)) return usedType;
  return names.find((name) => types.declared(name).role === "message");
}

/** Selects a new node and brings it into sight. */
export async function showNew(id) {
  session.diagnostics.hold([id]);
  await session.askView("view/select", { nodes: [id] });
  await session.askView("view/focus", { node: id });
  await session.reveal({ nodes: [id] });
}

/** The first source of a node at which no edge begins; undefined without one. */
async function freeSource(node) {
  const { request, document } = session;
  const sources = (node.handles ?? []).filter(({ type }) => type === "source");
  // The name of the result in version 2 of the protocol, and in version 1, which the bridge speaks.
  const { ids = [], edges = ids } = await request("node/edges", { document, id: node.id }).catch(() => ({}));
  const read = await request("document/read", { document, nodes: [], edges });
  const taken = new Set(read.edges.filter(({ source }) => source === node.id).map(({ sourceHandle }) => sourceHandle));
  return sources.find(({ id }) => !taken.has(id));
}

/** The middle of a node of a size that lies beside another one, where its source faces. */
function besideOf(node, { width, height }, source) {
  const way = WAYS[source?.position] ?? WAYS.bottom;
  const middle = middleOf(node);
  return {
    x: middle.x + way.x * ((node.width + width) / 2 + APART),
    y: middle.y + way.y * ((node.height + height) / 2 + APART),
  };
}

/** Adds a node with its middle at a point, into what the node before it lies in, as one step, with an edge to it if the rules allow that; undefined if it was refused. */
async function inserted(type, at, before, source) {
  const { document, request, scene, types } = session;
  const label = `Add ${types.title(type)}`;
  const { parentId } = before;
  const { width, height } = types.declared(type)?.defaultSize ?? PLAIN;
  const { x, y } = scene.nodes.get(parentId) ?? { x: 0, y: 0 };
  const position = { x: Math.round(at.x - width / 2 - x), y: Math.round(at.y - height / 2 - y) };
  const edits = [{ method: "node/insert", params: { node: { type, position, ...(parentId && { parentId }) } } }];
  const edge = { source: before.id, sourceHandle: source?.id, target: { $result: 0 } };
  const whole = [...edits, { method: "edge/connect", params: { edge } }];
  const made = source && (await request("document/edit", { document, label, edits: whole }).catch(() => null));
  return (made ?? (await session.askDocument("document/edit", { label, edits })))?.results[0].id;
}
