// What a form shows of a value, as its JSON Schema says or, where it says nothing, as the value is.

import { isObject, stepsOf, valueAt } from "./pointer.js";

/** So many references are followed one after the other. */
const REFERENCES = 32;
const KINDS = { __proto__: null, string: "text", number: "number", integer: "number", boolean: "boolean", array: "list", object: "object" };
/** Names of texts that have more than one line. */
const LONG_NAMES = /text|body|content|message|description|comment|note|prompt/i;

/**
 * The description of a field: `{kind, title, help, isNullable, …}`.
 *
 * Kinds are `text` (`isLong`, `format`), `number` (`isInteger`, `least`, `most`), `boolean`, `choice` (`options`),
 * `list` (`item`, a schema), `object` (`members`, `required`, `isOpen`, `others`), `rich`, `fixed` and `json`.
 */
export function describe(schema, root, value, name = "") {
  const whole = resolved(schema, root, value);
  const kind = kindOf(whole, value);
  const common = { kind, schema: whole, title: textOf(whole.title), isNullable: allowsNull(whole, root), help: textOf(whole.description), isFixed: whole.readOnly === true };
  if (kind === "text") return { ...common, format: whole.format, isLong: isLong(whole, value, name) };
  if (kind === "number") return { ...common, isInteger: typesOf(whole).includes("integer"), least: whole.minimum, most: whole.maximum };
  if (kind === "choice") return { ...common, options: optionsOf(whole) };
  if (kind === "list") return { ...common, item: whole.items ?? true };
  if (kind !== "object") return common;
  const { properties = {}, required = [], additionalProperties: others = true } = whole;
  return { ...common, members: properties, required, isOpen: others !== false, others };
}

/** The schema of one of some texts, by what they are called. */
export function choices(titles) {
  return { oneOf: Object.entries(titles).map(([value, title]) => ({ const: value, title })) };
}

/** A value to begin with. */
export function blank(schema, root) {
  const whole = resolved(schema, root);
  if (whole.default !== undefined) return structuredClone(whole.default);
  if (whole.const !== undefined) return whole.const;
  const { kind, options, members, required, least = 0 } = describe(schema, root, undefined);
  switch (kind) {
    case "choice": return options[0]?.value;
    case "number": return Math.max(0, least);
    case "boolean": return false;
    case "list": return [];
    case "rich": return { text: "", runs: [] };
    case "object": return Object.fromEntries(Object.entries(members).flatMap(([name, member]) => {
      const isSimple = describe(member, root).kind === "text";
      return required.includes(name) && isSimple ? [[name, blank(member, root)]] : [];
    }));
    default: return "";
  }
}

export function isRich(value) {
  return isObject(value) && typeof value.text === "string" && Array.isArray(value.runs);
}

function textOf(value) {
  return typeof value === "string" ? value : "";
}

/** A schema with what it refers to, and what of its alternatives is meant. */
function resolved(schema, root, value, left = REFERENCES) {
  if (!isObject(schema) || left === 0) return {};
  const { $ref, allOf, ...own } = schema;
  const parts = Array.isArray(allOf) ? [...allOf] : [];
  if (typeof $ref === "string" && $ref.startsWith("#")) parts.unshift(valueAt(root, decoded($ref.slice(1))));
  const alternatives = own.oneOf ?? own.anyOf;
  if (Array.isArray(alternatives) && !alternatives.every(isConstant)) parts.push(meant(alternatives, root, value, left - 1));
  return parts.reduce((all, part) => joined(resolved(part, root, value, left - 1), all), own);
}

/** Whether a schema names null among what a value may be. */
function allowsNull(whole, root, left = REFERENCES) {
  if ([whole.type].flat().includes("null") || (whole.const === null && "const" in whole)) return true;
  const alternatives = whole.oneOf ?? whole.anyOf;
  return left > 0 && Array.isArray(alternatives) && alternatives.some((one) => allowsNull(resolved(one, root), root, left - 1));
}

function decoded(pointer) {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}

/** Of alternatives the first that a value is of the kind of, else the first that is not nothing. */
function meant(alternatives, root, value, left) {
  const wholes = alternatives.map((one) => resolved(one, root, value, left));
  return wholes.find((one) => value !== undefined && fits(value, KINDS[typesOf(one)[0]]))
    ?? wholes.find((one) => typesOf(one)[0] !== undefined);
}

function joined(one, other) {
  const both = { ...one, ...other };
  if (one.properties || other.properties) both.properties = { ...one.properties, ...other.properties };
  if (one.required || other.required) both.required = [...(one.required ?? []), ...(other.required ?? [])];
  return both;
}

function isConstant(schema) {
  return isObject(schema) && "const" in schema;
}

function optionsOf({ enum: values, oneOf, anyOf }) {
  if (Array.isArray(values)) return values.map((value) => ({ value, title: nameOf(value) }));
  return (oneOf ?? anyOf).map(({ const: value, title }) => ({ value, title: textOf(title) || nameOf(value) }));
}

function nameOf(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The types that a value may have, without null. */
function typesOf({ type }) {
  return [type].flat().filter((one) => one in KINDS);
}

function kindOf(schema, value) {
  const { enum: values, oneOf, anyOf, properties } = schema;
  if ("const" in schema) return "fixed";
  if (Array.isArray(values)) return "choice";
  const alternatives = oneOf ?? anyOf;
  if (Array.isArray(alternatives) && alternatives.every(isConstant)) return "choice";
  if (isRich(value) || (properties?.text && properties?.runs && value === undefined)) return "rich";
  const kinds = typesOf(schema).map((type) => KINDS[type]);
  if (value === null && kinds.length === 0) return "json";
  if (kinds.length === 0) kinds.push(...(properties ? ["object"] : Object.values(KINDS)));
  if (value === undefined || value === null) return kinds[0];
  return kinds.find((kind) => fits(value, kind)) ?? "json";
}

/** Whether a value is of a kind of `KINDS`. */
function fits(value, kind) {
  if (value === null) return false;
  return KINDS[Array.isArray(value) ? "array" : typeof value] === kind;
}

function isLong({ format, maxLength = Infinity }, value, name) {
  if (format) return format === "multiline" || format === "markdown";
  return maxLength > 60 && (LONG_NAMES.test(name) || (typeof value === "string" && (value.length > 40 || value.includes("\n"))));
}

/** The schema of what lies at a pointer to a list that handles are made of, where the type's schema does not say it. */
export function listSchema({ labelMember }) {
  if (!labelMember) return { type: "array" };
  const member = { [labelMember]: { type: "string" } };
  return { type: "array", items: { type: "object", properties: member, required: [labelMember] } };
}

/** The schema of a type's data, with the lists that its handles are made of. */
export function dataSchema(type) {
  const schema = isObject(type?.schema) ? type.schema : {};
  const lists = (Array.isArray(type?.handlesFrom) ? type.handlesFrom : []).filter(({ path }) => stepsOf(path).length === 1);
  let properties = { ...schema.properties };
  for (const list of lists) {
    const [name] = stepsOf(list.path);
    if (!Object.hasOwn(properties, name)) properties = { ...properties, [name]: listSchema(list) };
  }
  if (lists.length === 0 && !schema.properties) return schema;
  // Members of objects have no order of their own.
  const first = (Array.isArray(type.fieldOrder) ? type.fieldOrder : []).filter((name) => Object.hasOwn(properties, name));
  const names = [...new Set([...first, ...Object.keys(properties)])];
  return { ...schema, properties: Object.fromEntries(names.map((name) => [name, properties[name]])) };
}
