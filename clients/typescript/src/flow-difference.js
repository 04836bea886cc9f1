// What an app changed in a node or an edge that it was shown: the members to write into the document.

/** @typedef {{ [member: string]: any }} Members */

/** What React Flow keeps in its items for itself, and what of an edge is changed by its ends. */
const OWN = new Set(["selected", "dragging", "resizing", "measured", "internals", "positionAbsolute", "focusable"]);
const ENDS = ["source", "sourceHandle", "target", "targetHandle"];

/** @param {Members} item of React Flow, without what is no part of a document */
export function stored(item) {
  return Object.fromEntries(Object.entries(item).filter(([name, value]) => !OWN.has(name) && value !== undefined));
}

/**
 * The differences of an item to what was shown: `changed` are the members as the item has them, `set` and `unset` are
 * those of an update of the element, and `ends` says whether an edge leads elsewhere.
 *
 * @param {Members} shown
 * @param {Members} item
 * @param {Members} element as the document has it
 * @returns {{ changed: Members; set: Members; unset: string[]; ends: boolean }}
 */
export function difference(shown, item, element) {
  const names = namesOf(shown, item).filter((name) => !OWN.has(name) && !isEqual(shown[name], item[name]));
  /** @type {Members} */
  const changed = {};
  /** @type {Members} */
  const set = {};
  /** @type {string[]} */
  const unset = [];
  const isEdge = "source" in shown;
  const write = (/** @type {string} */ name, /** @type {any} */ value) => {
    // Without a head of its own an edge has the one that all have.
    if (value === undefined && name === "markerEnd") set[name] = "none";
    else if (value === undefined) unset.push(name);
    else set[name] = value;
  };
  for (const name of names) {
    changed[name] = item[name];
    if (isEdge && ENDS.includes(name)) continue;
    if (name !== "data" || !isObject(item.data) || !isObject(shown.data)) {
      write(name, item[name]);
      continue;
    }
    const inside = namesOf(shown.data, item.data).filter((key) => !isEqual(shown.data[key], item.data[key]));
    // The label of the node is shown in its data, where that has none.
    const isLabel = (/** @type {string} */ key) => key === "label" && element.label !== undefined && element.data?.label === undefined;
    if (inside.some(isLabel)) write("label", item.data.label);
    const others = inside.filter((key) => !isLabel(key));
    if (isObject(element.data)) for (const key of others) write(`/data/${escaped(key)}`, item.data[key]);
    else if (others.length > 0) set.data = Object.fromEntries(others.map((key) => [key, item.data[key]]));
  }
  return { changed, set, unset, ends: isEdge && ENDS.some((name) => name in changed) };
}

/**
 * The place of a value that is no JSON, as a JSON Pointer: a function, an element of React, an endless number, a cycle.
 *
 * @param {any} value
 * @param {string} place
 * @param {object[]} around
 * @returns {string | undefined}
 */
export function strange(value, place = "", around = []) {
  if (typeof value === "function" || typeof value === "symbol" || typeof value === "bigint") return place;
  if (typeof value === "number") return Number.isFinite(value) ? undefined : place;
  if (typeof value !== "object" || value === null || "toJSON" in value) return undefined;
  if (around.includes(value) || !["[object Object]", "[object Array]"].includes(String(Object.prototype.toString.call(value)))) return place;
  for (const [name, one] of Object.entries(value)) {
    const found = strange(one, `${place}/${escaped(name)}`, [...around, value]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * @param {Members} one
 * @param {Members} other
 */
function namesOf(one, other) {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])];
}

/** @param {string} key as part of a JSON Pointer */
function escaped(key) {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** @param {unknown} value */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Whether two values are the same JSON.
 *
 * @param {any} one
 * @param {any} other
 * @returns {boolean}
 */
function isEqual(one, other) {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other || Array.isArray(one) !== Array.isArray(other)) return false;
  return namesOf(one, other).every((name) => isEqual(one[name], other[name]));
}
