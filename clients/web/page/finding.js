// What `document/find` has found, page by page, with what people need to distinguish them.

import { nameOf } from "./node-texts.js";
import { valueAt } from "./pointer.js";

/** So many are asked for at once. */
const PAGE = 60;
/** So many letters of a text are shown. */
const LETTERS = 200;

/** Finds a text; each of `found` is `{kind, id, name, detail, type}`. `next` is for `findMore`. */
export async function find(session, text, after = undefined) {
  const { document, request } = session;
  const params = { document, text, limit: PAGE, ...(after && { after }) };
  const { nodes, edges, matches, next } = await request("document/find", params);
  const read = await request("document/read", { document, nodes, edges });
  const ends = await endsOf(session, read.edges);
  const byId = { node: mapped(read.nodes), edge: mapped(read.edges) };
  const found = orderOf(nodes, edges, matches).map(({ kind, id, path }) => {
    const element = byId[kind].get(id);
    return kind === "node" ? ofNode(session, element, path) : ofEdge(session, element, ends);
  });
  return { found, next };
}

function mapped(elements) {
  return new Map(elements.map((element) => [element.id, element]));
}

/** Nodes and edges together, the best first: the matches are in that order, with one or more for each. */
function orderOf(nodes, edges, matches) {
  const order = new Map();
  const keep = (kind, id, path) => {
    const key = `${kind} ${id}`;
    if (!order.has(key)) order.set(key, { kind, id, path });
  };
  for (const { node, edge, path } of matches) keep(node === undefined ? "edge" : "node", node ?? edge, path);
  for (const id of nodes) keep("node", id);
  for (const id of edges) keep("edge", id);
  return [...order.values()];
}

function ofNode(session, node, path) {
  const { id, type } = node;
  const name = called(session, node);
  const value = path?.startsWith("/data") ? valueAt(node, path) : undefined;
  const held = typeof value === "string" && value !== name ? value.slice(0, LETTERS) : undefined;
  const detail = held ?? (type ? session.types.title(type) : "");
  return { kind: "node", id, type, name, detail };
}

function ofEdge(session, edge, ends) {
  const [source, target] = [edge.source, edge.target].map((id) => called(session, ends.get(id) ?? { id }));
  const way = `${source} → ${target}`;
  return { kind: "edge", id: edge.id, name: edge.label || way, detail: edge.label ? way : "Connection" };
}

/** What a node is called, with the label that its frames have. */
function called(session, { label, data, ...node }) {
  return nameOf(session, { ...node, label: label ?? (typeof data?.label === "string" ? data.label : undefined) });
}

async function endsOf({ document, request }, edges) {
  const nodes = [...new Set(edges.flatMap(({ source, target }) => [source, target]))];
  if (nodes.length === 0) return new Map();
  const read = await request("document/read", { document, nodes, edges: [] });
  return mapped(read.nodes);
}
