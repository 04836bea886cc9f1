// Places in JSON (RFC 6901), changes of it (RFC 7396), and changes of a text.

export function stepsOf(pointer) {
  if (pointer === "") return [];
  return pointer.slice(1).split("/").map((step) => step.replace(/~1/g, "/").replace(/~0/g, "~"));
}

export function below(pointer, step) {
  return `${pointer}/${String(step).replace(/~/g, "~0").replace(/\//g, "~1")}`;
}

/** What is at a pointer; undefined for nothing. */
export function valueAt(root, pointer) {
  let value = root;
  for (const step of stepsOf(pointer)) {
    if (!isObject(value) && !Array.isArray(value)) return undefined;
    value = ownOf(value, step);
  }
  return value;
}

/** A member that an object has itself: names from a document may be those of what all objects have. */
export function ownOf(object, name) {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The merge patch that makes one value of another; undefined is a member that is not there. */
export function patchTo(before, after) {
  if (after === undefined) return null;
  if (!isObject(after) || !isObject(before)) return after;
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name)).map((name) => [name, null]);
  const set = Object.entries(after).flatMap(([name, value]) => {
    const former = ownOf(before, name);
    return JSON.stringify(value) === JSON.stringify(former) ? [] : [[name, patchTo(former, value)]];
  });
  return Object.fromEntries([...gone, ...set]);
}

/** A value with another one at a pointer; undefined takes away what is there. Objects that the way needs are made. */
export function replaced(root, pointer, value) {
  return placed(root, stepsOf(pointer), value);
}

function placed(root, [step, ...rest], value) {
  if (step === undefined) return value;
  const copy = Array.isArray(root) ? [...root] : isObject(root) ? { ...root } : {};
  const inner = placed(ownOf(copy, step), rest, value);
  if (inner !== undefined && !Array.isArray(copy)) return { ...copy, [step]: inner };
  if (inner !== undefined) copy[step] = inner;
  else if (Array.isArray(copy)) copy.splice(Number(step), 1);
  else delete copy[step];
  return copy;
}

/** Whether a merge patch would not store a value, as there a null takes away. */
function hasNull(value) {
  return value === null || (isObject(value) && Object.values(value).some(hasNull));
}

/** The edit that gives an element, a `node` or an `edge`, other data. */
export function dataEdit(kind, id, data) {
  return { method: `${kind}/update`, params: { id, ...(data === undefined ? { unset: ["data"] } : { set: { data } }) } };
}

/**
 * The edit that puts a value at a pointer into the data of a node: `{method, params}`.
 *
 * Members are merged into the node; what lies in a list is merged into its item there. What holds a null is not merged.
 */
export function settingEdit(id, data, pointer, value) {
  if (hasNull(value)) return dataEdit("node", id, replaced(data, pointer, value));
  const steps = stepsOf(pointer);
  const list = innermostList(data, steps);
  const rest = list === undefined ? steps : steps.slice(list + 1);
  const change = rest.reduceRight((patch, step) => ({ [step]: patch }), patchTo(valueAt(data, pointer), value));
  if (list === undefined) return { method: "node/update", params: { id, patch: { data: change } } };
  const path = steps.slice(0, list).reduce(below, "");
  return { method: "item/update", params: { node: id, path, index: Number(steps[list]), patch: change } };
}

/** The last of the steps that is an index into a list. */
function innermostList(data, steps) {
  let [value, found] = [data, undefined];
  for (const [at, step] of steps.entries()) {
    if (Array.isArray(value)) found = at;
    value = valueAt(value, below("", step));
  }
  return found;
}

/** What of a text is another one: `{from, to, text}` in Unicode scalars; null for nothing. */
export function difference(before, after) {
  if (before === after) return null;
  const [old, now] = [[...before], [...after]];
  const shorter = Math.min(old.length, now.length);
  let [start, end] = [0, 0];
  while (start < shorter && old[start] === now[start]) start += 1;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return { from: start, to: old.length - end, text: now.slice(start, now.length - end).join("") };
}
