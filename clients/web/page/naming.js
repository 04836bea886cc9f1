// Messages of the server as they are read here: with what nodes, handles and settings are called, and with what would mend them.

import { sentence } from "./controls.js";
import { make, pressed } from "./elements.js";
import { nameOf } from "./node-texts.js";
import SETTINGS from "./settings.json" with { type: "json" };
import { spelled } from "./types.js";
import { session } from "./session.js";

const FLAGS = { __proto__: null, draggable: "moving", selectable: "selecting", connectable: "connecting", deletable: "deleting" };

/** What stands before a name in quotes that is no id. */
const NO_ID = /\b(?:an?|or|handle|types?|view|keyword) $/;

/** A message with what is meant in place of ids; `known` has nodes by id that are not in sight. */
export function named(message, known = new Map()) {
  const nodeOf = (id) => session.scene.nodes.get(id) ?? known.get(id);
  const titled = (id) => (nodeOf(id) ? nameOf(session, nodeOf(id)) : undefined);
  const quoted = (words, id) => (titled(id) === undefined ? words : `"${titled(id)}"`);
  const ofHandle = (words, kind, handle, id) => {
    const node = nodeOf(id);
    const label = node?.handles?.find((one) => one.id === handle)?.label || handle;
    return node ? `${kind} "${label}" of "${titled(id)}"` : words;
  };
  const ofEdge = (words, _, id) => {
    const edge = session.scene.edges.get(id);
    if (!edge) return words;
    return edge.label?.text ? `connection "${edge.label.text}"` : "a connection";
  };
  const ofCycle = (_, ids) => `cycle: ${ids.split(" → ").map((id) => titled(id) ?? id).join(" → ")}`;
  return plain(message)
    .replace(/\b(handle) "([^"]*)" of "([^"]*)"/gi, ofHandle)
    .replace(/\b(an)?other edge "[^"]*"|\bedge "([^"]*)"/gi, ofEdge)
    .replace(/\bnode ("([^"]*)")/g, (words, quotes, id) => quoted(words, id))
    .replace(/"([^"]*)"/g, (words, id, at, all) => (NO_ID.test(all.slice(0, at)) ? words : quoted(words, id)))
    .replace(/\bcycle: (.+)$/, ofCycle)
    // Edges are connections here.
    .replace(/("[^"]*")|\b([Aa])n edge\b|\bedge(s?)\b/g, (_, quoted, a, s) => quoted ?? (a ? `${a} connection` : `connection${s}`));
}

/** The same of what names nodes that may be out of sight: these are asked for. `data` is that of a refusal. */
export async function namedAnywhere(message, { nodes = [] } = {}) {
  return named(message, await nodesOf(nodes));
}

const READ = 1000;

/** The nodes among some that are not in sight, by id. */
export async function nodesOf(ids) {
  const { scene, document, request } = session;
  const nodes = [...new Set(ids)].filter((id) => !scene.nodes.has(id)).slice(0, READ);
  const read = nodes.length === 0 ? undefined : await request("document/read", { document, nodes, edges: [] }).catch(() => undefined);
  return new Map(read?.nodes.map((node) => [node.id, node]));
}

/** A message in the words of the page where it says what a program would do. */
export function plain(message) {
  const titleOf = (name) => Object.values(SETTINGS).flat().find(([one]) => one === name)?.[1] ?? spelled(name);
  return message
    .replace(/^an edge leads from a source handle to a target handle$/, "connections go from an exit to an entry")
    .replace(/: data\/(\w+) (?=is )/, (_, name) => `: ${spelled(name)} `)
    .replace(/^has 0 (?:characters|items), at least 1 (?:is|are) wanted$/i, "needed")
    .replace(/^locked: (.*); unlock with an update of `locked`$/, (_, ids) => `${ids} ${/,| and /.test(ids) ? "are" : "is"} locked`)
    .replace(/^`(\w+)` is off for (.*); switch it on with an update$/, (_, flag, ids) => `${FLAGS[flag] ?? flag} is switched off for ${ids}`)
    .replace(/^`(\w+)` is off; switch it on with `settings\/update`$/, (_, name) => `“${titleOf(name)}” is switched off in the settings`);
}

/** An entry of a list for what is wrong: `text` is what says it, by default its message. */
export function note({ message, severity, fixes }, { known, text = sentence(named(message, known)) } = {}) {
  const mends = fixes.filter(({ title }) => title).map(({ title, edits }) => {
    const label = sentence(named(title, known));
    const mend = () => session.askDocument("document/edit", { label, edits });
    return pressed(label, mend, { className: "add", disabled: session.isReadOnly });
  });
  return make("li", { className: severity }, text, ...mends);
}
