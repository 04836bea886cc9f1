// The node types of a document: what they are called, and how they look.

import { TYPE_ICONS } from "./drawing.js";
import { readable } from "./theme.js";

/** Under this seed the usual names of types have different colors; see protocol-spec/looks.md. */
const SEED = 34;

export class NodeTypes {
  #declared = {};
  #accents = new Map();

  /** Whether every node has handles, as in React Flow. */
  #haveHandles = false;

  /** Takes the types of a document by name, and the formulas of its edges. */
  declare(types, edgeGeometry) {
    this.#declared = types;
    this.#haveHandles = edgeGeometry === "reactFlow";
  }

  /** The names of those from which nodes are made by hand, by their titles: a file may have them in another order than before. */
  get names() {
    const titled = Object.keys(this.#declared).filter((name) => name !== "group").map((name) => [this.title(name), name]);
    return titled.sort(([one], [other]) => one.localeCompare(other, "en")).map(([, name]) => name);
  }

  /** What the document says of a type; undefined for nothing. */
  declared(name) {
    return Object.hasOwn(this.#declared, name) ? this.#declared[name] : undefined;
  }

  get areComputed() {
    return Object.values(this.#declared).some((type) => type?.computed !== undefined);
  }

  get areRun() {
    return Object.values(this.#declared).some((type) => type?.role !== undefined);
  }

  /** Whether the document gives a node its handles: those of the others are shown only while an edge can be drawn from them. */
  giveHandles({ type, handles = [] }) {
    const { handles: own, handlesFrom } = this.declared(type) ?? {};
    return this.#haveHandles || Boolean(own ?? handlesFrom) || !handles.every(({ id, type: kind }) => id === kind);
  }

  title(name) {
    const { label, title } = this.declared(name) ?? {};
    return label ?? title ?? spelled(name);
  }

  /** The description of a field for the type of nodes: those by hand, and what the nodes have. */
  choice(nodes) {
    const names = new Set([...this.names, ...nodes.map(({ type }) => type).filter(Boolean)]);
    return { kind: "choice", options: [...names].map((value) => ({ value, title: this.title(value) })) };
  }

  /** The color that the type names itself, else the accent that its name gives. */
  color(name, colors) {
    if (!name || name === "group") return colors.group;
    return ownColor(this.declared(name)?.color) ?? colors.types[this.#accent(name, colors.types.length)];
  }

  /** The color of its icon, which is seen on cards whatever color the type names. */
  iconColor(name, colors) {
    return readable(this.color(name, colors), colors, colors.seen);
  }

  icon(name) {
    const own = [name, name?.toLowerCase(), this.declared(name)?.role].find((one) => Object.hasOwn(TYPE_ICONS, one));
    return TYPE_ICONS[own ?? "node"];
  }

  #accent(name, count) {
    if (!this.#accents.has(name)) this.#accents.set(name, accent(name, count));
    return this.#accents.get(name);
  }
}

/** Fowler, Noll and Vo 1991 (FNV-1a, 32 bits) over the name in UTF-8. */
function accent(name, count) {
  let hash = SEED;
  for (const byte of new TextEncoder().encode(name)) hash = Math.imul(hash ^ byte, 0x01000193);
  return ((hash ^ (hash >>> 16)) >>> 0) % count;
}

/** `#` with three or six hexadecimal digits as `#rrggbb`; undefined for anything else. */
function ownColor(text) {
  if (typeof text !== "string" || !/^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text)) return undefined;
  return text.length === 4 ? text.replace(/[^#]/g, "$&$&") : text;
}

/** A name of a type as people write it: `timeOut` is "Time out". */
export function spelled(name) {
  const words = name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/[-_]+/g, " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
