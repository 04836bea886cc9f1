// New nodes: where they go, and what they are connected with.

import { PLAIN, freePlace, insertNode } from "./commands.js";
import { isFrame } from "./node-texts.js";
import { margins } from "./margins.js";
import { middleOf } from "./rects.js";

/** How far from the node before it a new one lies, on the canvas. */
const APART = 80;

/** Directions by the side that a handle faces. */
const WAYS = { __proto__: null, right: { x: 1, y: 0 }, left: { x: -1, y: 0 }, top: { x: 0, y: -1 }, bottom: { x: 0, y: 1 } };

/**
 * Adds a node of a type beside the one that is selected, connected with its first free source if the rules allow that;
 * without one, in the middle.
 */
export async function addNode(session, type) {
  const { scene, types } = session;
  const { nodeIds, edgeIds } = await session.selected();
  const before = nodeIds.length === 1 && edgeIds.length === 0 ? scene.nodes.get(nodeIds[0]) : undefined;
  const size = types.declared(type)?.defaultSize;
  if (!before || isFrame(before)) return insertNode(session, type, freePlace(scene, size));
  const source = await freeSource(session, before);
  const at = freePlace(scene, size, besideOf(before, size ?? PLAIN, source));
  const made = await inserted(session, type, at, before, source);
  session.usedType = type;
  if (made) await showNew(session, made);
  return made;
}

/**
 * The type of which people add a node most likely: the only one, the one that was added last, in a dialog what says something. Null
 * is a node without a type, in a document without types; undefined is none of these.
 */
export function obviousType({ types, usedType }) {
  const { names } = types;
  if (names.length < 2) return names[0] ?? null;
  if (names.includes(usedType)) return usedType;
  return names.find((name) => types.declared(name).role === "message");
}

/** Selects a new node and brings it into sight. */
export async function showNew(session, id) {
  const { view, request } = session;
  session.diagnostics.hold([id]);
  await session.askView("view/select", { nodes: [id] });
  await session.askView("view/focus", { node: id });
  await request("view/reveal", { view, nodes: [id], padding: margins() }).catch(() => {});
}

/** The first source of a node at which no edge begins; undefined without one. */
async function freeSource({ request, document }, node) {
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
async function inserted(session, type, at, before, source) {
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
