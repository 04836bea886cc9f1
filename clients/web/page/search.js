// What `document/find` has found, page by page, with what people need to distinguish them; replacing it, and the way there.

import { nameOf } from "./node-texts.js";
import { below, dataEdit, isObject, replaced, valueAt } from "./pointer.js";
import { animated, session } from "./session.js";
import { counted } from "./announcer.js";
import { isRich } from "./schema.js";
import { margins } from "./margins.js";

/** So many are asked for at once. */
const PAGE = 60;
/** So many letters of a text are shown. */
const LETTERS = 200;

/** Finds a text; each of `found` is `{kind, id, name, detail, type}`. `next` is for `findMore`. */
export async function find(text, after = undefined) {
  const { document, request } = session;
  const params = { document, text, limit: PAGE, ...(after && { after }) };
  const { nodes, edges, matches, next } = await request("document/find", params);
  const read = await request("document/read", { document, nodes, edges });
  const ends = await endsOf(read.edges);
  const byId = { node: mapped(read.nodes), edge: mapped(read.edges) };
  const found = orderOf(nodes, edges, matches).map(({ kind, id, path }) => {
    const element = byId[kind].get(id);
    return kind === "node" ? ofNode(element, path) : ofEdge(element, ends);
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

function ofNode(node, path) {
  const { id, type } = node;
  const name = called(node);
  const value = path?.startsWith("/data") ? readable(node, path) : undefined;
  const held = typeof value === "string" && value !== name ? value.slice(0, LETTERS) : undefined;
  const detail = held ?? (type ? session.types.title(type) : "");
  return { kind: "node", id, type, name, detail };
}

/** The value at a path; in place of the id of an item, the first text that people wrote in it. */
function readable(node, path) {
  if (!path.endsWith("/id")) return valueAt(node, path);
  const item = valueAt(node, path.slice(0, -"/id".length)) ?? {};
  return Object.entries(item).find(([name, value]) => name !== "id" && typeof value === "string")?.[1];
}

function ofEdge(edge, ends) {
  const [source, target] = [edge.source, edge.target].map((id) => called(ends.get(id) ?? { id }));
  const way = `${source} → ${target}`;
  return { kind: "edge", id: edge.id, name: edge.label || way, detail: edge.label ? way : "Connection" };
}

/** What a node is called, with the label that its frames have. */
function called({ label, data, ...node }) {
  return nameOf(session, { ...node, label: label ?? (typeof data?.label === "string" ? data.label : undefined) });
}

async function endsOf(edges) {
  const { document, request } = session;
  const nodes = [...new Set(edges.flatMap(({ source, target }) => [source, target]))];
  if (nodes.length === 0) return new Map();
  const read = await request("document/read", { document, nodes, edges: [] });
  return mapped(read.nodes);
}

/** So many elements are looked through at most. */
const MOST = 5000;
/** So many letters are shown around what is replaced. */
const AROUND = 24;

/** Where a text is, in any case: `{kind, id, name, type, path, text, parts}` with parts `{from, to}` in Unicode scalars; a label has no path. */
export async function placesOf(text) {
  const pattern = new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "giu");
  const ids = { node: [], edge: [] };
  const about = new Map();
  let next;
  do {
    const page = await find(text, next);
    for (const one of page.found) {
      ids[one.kind].push(one.id);
      about.set(`${one.kind} ${one.id}`, one);
    }
    next = page.next;
  } while (next && about.size < MOST);
  const { document, request } = session;
  const { nodes, edges } = await request("document/read", { document, nodes: ids.node, edges: ids.edge });
  const ofElement = (kind) => (element) => textsOf(element).flatMap(({ path, text }) => {
    const parts = [...text.matchAll(pattern)].map((match) => {
      const from = [...text.slice(0, match.index)].length;
      return { from, to: from + [...match[0]].length };
    });
    const { name, type } = about.get(`${kind} ${element.id}`);
    return parts.length > 0 ? [{ kind, id: element.id, name, type, path, text, parts, data: element.data }] : [];
  });
  return [...nodes.flatMap(ofElement("node")), ...edges.flatMap(ofElement("edge"))];
}

/** The texts of an element that people write: its label, and the strings of its data but for the ids of items. */
function textsOf({ label, data }) {
  const inside = (value, path, name) => {
    if (typeof value === "string") return name === "id" ? [] : [{ path, text: value }];
    if (isRich(value)) return [{ path, text: value.text }];
    if (Array.isArray(value)) return value.flatMap((one, index) => inside(one, below(path, index)));
    return isObject(value) ? Object.entries(value).flatMap(([name, one]) => inside(one, below(path, name), name)) : [];
  };
  return [...(typeof label === "string" ? [{ text: label }] : []), ...inside(data, "")];
}

/** A text with another one in the places of it. */
function after({ text, parts }, other) {
  const letters = [...text];
  for (const { from, to } of parts.toReversed()) letters.splice(from, to - from, other);
  return letters.join("");
}

/** How a place reads before and after it, in short. */
export function previewOf(place, other) {
  const short = (text) => {
    const from = Math.max(0, place.parts[0].from - AROUND / 2);
    const letters = [...text];
    return `${from > 0 ? "…" : ""}${letters.slice(from, from + 2 * AROUND).join("")}${letters.length > from + 2 * AROUND ? "…" : ""}`;
  };
  return `${short(place.text)} → ${short(after(place, other))}`;
}

/** Replaces what is at places, as one step; whether that was done. */
export async function replaceAt(places, text, other) {
  const done = new Map();
  const edits = places.flatMap((place) => {
    const { kind, id, path, parts, data } = place;
    if (path === undefined) return [{ method: `${kind}/update`, params: { id, patch: { label: after(place, other) || null } } }];
    if (kind === "node") return parts.toReversed().map((part) => ({ method: "text/replace", params: { node: id, path, ...part, text: other } }));
    // What several places of a connection make of its data is written together.
    done.set(id, replaced(done.get(id) ?? data, path, after(place, other)));
    return [];
  });
  for (const [id, data] of done) edits.push(dataEdit("edge", id, data));
  const label = `Replace “${text}” in ${counted(places.length, "place")}`;
  return Boolean(await session.askDocument("document/edit", { label, edits }));
}

/** Nearer than this what is shown can be read. */
const READABLE = 0.4;
/** So many groups around something are looked at. */
const DEEPEST = 64;

/** Selects something, gives it the focus, and brings it into view; returns in what it is where it cannot be seen itself. */
export async function goTo(kind, id) {
  await session.askView("view/select", { [`${kind}s`]: [id] });
  await session.askView("view/focus", { [kind]: id });
  return reveal(kind, id);
}

/** Brings something into view, or what conceals it: then returns in what it is. */
async function reveal(kind, id) {
  const { view, request, scene, document } = session;
  const how = { padding: margins(), ...animated() };
  const isFar = scene.state.viewport.zoom < READABLE && kind === "node";
  const show = (id) => {
    return isFar
      ? request("view/fit", { view, ids: [id], maxZoom: 1, ...how })
      : request("view/reveal", { view, [`${kind}s`]: [id], ...how });
  };
  const read = async (id) => (await request("document/read", { document, nodes: [id], edges: [] })).nodes[0];
  let found = { id };
  for (let depth = 0; found && depth < DEEPEST; depth++) {
    try {
      await show(found.id);
      return depth === 0 ? "" : `in ${nameOf(session, found)}`;
    } catch {
      if (kind === "edge") break;
    }
    const { parentId } = await read(found.id);
    found = parentId && (await read(parentId));
  }
  return "hidden";
}
