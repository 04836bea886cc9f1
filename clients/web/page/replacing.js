// Replaces a text in labels and in what nodes and connections hold: first the places, then all of them in one step.

import { counted } from "./announcer.js";
import { find } from "./finding.js";
import { dataEdit, below, isObject, replaced } from "./pointer.js";
import { isRich } from "./schema.js";

/** So many elements are looked through at most. */
const MOST = 5000;
/** So many letters are shown around what is replaced. */
const AROUND = 24;

/** Where a text is, in any case: `{kind, id, name, type, path, text, parts}` with parts `{from, to}` in Unicode scalars; a label has no path. */
export async function placesOf(session, text) {
  const pattern = new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "giu");
  const ids = { node: [], edge: [] };
  const about = new Map();
  let next;
  do {
    const page = await find(session, text, next);
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
export async function replaceAt(session, places, text, other) {
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
