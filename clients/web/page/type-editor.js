// The panel in which the types of nodes are made and edited: name, color, outline, handles, and what their nodes hold.

import { FloatingPanel } from "./floating.js";
import { release } from "./controls.js";
import { iconButton, make, pressed } from "./elements.js";
import { fieldOf } from "./form.js";
import { ownOf, patchTo, stepsOf } from "./pointer.js";
import { dataSchema, describe } from "./schema.js";
import { Sheet } from "./sheets.js";
import { Swatches } from "./look-fields.js";
import LOOK from "./lines.json" with { type: "json" };
import FORM from "./type-form.json" with { type: "json" };
import { spelled } from "./types.js";
import { session } from "./session.js";

/** The schemas of what nodes hold, by the kind of a field in the form. */
const KINDS = {
  __proto__: null,
  text: { type: "string" }, long: { type: "string", format: "multiline" }, number: { type: "number" }, boolean: { type: "boolean" },
  choice: { enum: ["one", "other"] },
};
/** How the kind of a field reads whose schema is another one. */
const OTHER = "As in the file";

const BEGINNING = {
  handles: [{ id: "in", type: "target", position: "left" }, { id: "out", type: "source", position: "right" }],
  defaultSize: { width: 200, height: 84 },
};

/** Of an item of the form: the handle, or the name of the field, that it stands for; nothing of what is new. */
const OF = Symbol("of");

class TypeSheet extends Sheet {
  #form;
  #colors = new Swatches((color) => this.content.set("/color", color), LOOK.colors);
  #kept = make("p", { className: "note", textContent: "Further handles follow a list that its nodes hold." });

  constructor(name) {
    const type = elementOf(name);
    super("type", [type], (id, data) => editsOf(session.types.declared(id) ?? {}, id, data));
    this.name = name;
    this.#form = fieldOf(describe(FORM, FORM, type.data), { root: FORM, path: "", title: "Type", isBare: true, pen: this.content });
    this.#form.element.classList.add("data");
    this.element.append(this.#colors.element, this.#form.element, this.#kept);
  }

  update(known) {
    if (known) this.content.follow([known]);
    const { color, hasMore, ...data } = this.content.shown.data;
    this.#form.update(data, describe(FORM, FORM, data));
    this.#form.show([...this.refusals].map(([path, message]) => ({ steps: stepsOf(path), message })));
    this.#colors.update(color);
    this.#kept.hidden = !hasMore;
  }

  focus() {
    this.#form.focus();
  }
}

export class TypeEditor {
  #panel;
  #added = make("input", { type: "text", placeholder: "Name of a new type", ariaLabel: "Name of a new type", maxLength: 80, autocomplete: "off" });
  #form = make("div", { className: "sheet" });
  #chosen = fieldOf({ kind: "choice" }, { path: "", title: "Type", isSet: true, save: (name) => this.refresh(name) });
  /** What is shown of a type; null without one. */
  #sheet = null;

  constructor() {
    const add = iconButton("plus", "Add the type", { className: "small", onclick: () => this.#insert() });
    this.#added.addEventListener("keydown", (event) => event.key === "Enter" && !event.isComposing && this.#insert());
    const adding = make("div", { className: "adding" }, this.#added, add);
    const remove = pressed("Remove the type", () => this.#remove(), { className: "quiet" });
    this.#panel = new FloatingPanel({ id: "typeEditor", title: "Node types", close: "Close the node types" }, () => this.refresh(), adding, this.#form, remove);
  }

  toggle = () => this.#panel.toggle();

  show(name) {
    this.refresh(name);
    this.#panel.show();
  }

  /** Shows the types as they are now, and one of them. */
  refresh(wanted = this.#sheet?.name) {
    const { names } = session.types;
    const name = names.includes(wanted) ? wanted : names[0];
    if (name === undefined) this.#sheet = null;
    else if (this.#sheet?.name !== name) this.#sheet = new TypeSheet(name);
    this.#form.hidden = this.#form.nextSibling.hidden = !this.#sheet;
    if (!this.#form.contains(this.#sheet?.element ?? null)) this.#form.replaceChildren(this.#chosen.element, ...(this.#sheet ? [this.#sheet.element] : []));
    this.#chosen.update(name, session.types.choice([]));
    this.#sheet?.update(elementOf(name));
    for (const control of this.#panel.element.querySelectorAll(".body :is(input, select, button)")) control.disabled = session.isReadOnly;
  }

  async #insert() {
    const title = this.#added.value.trim();
    if (!title) return this.#added.focus();
    const { names } = session.types;
    const name = free(plain(title) || "type", (one) => names.includes(one) || one === "group" || one === "default");
    const type = { ...BEGINNING, ...(spelled(name) !== title && { title }) };
    if (!(await session.askEdit(`Add the type ${title}`, "types/update", { patch: { [name]: type } }))) return undefined;
    this.#added.value = "";
    this.refresh(name);
    return this.#sheet?.focus();
  }

  async #remove() {
    release(this.#form);
    const { name } = this.#sheet;
    await session.askEdit(`Remove the type ${session.types.title(name)}`, "types/update", { patch: { [name]: null } });
  }
}

/** A type as an element whose data are what the form shows. */
function elementOf(name) {
  const { types } = session;
  const { shape = "rectangle", color, handles = [], handlesFrom, fieldOrder, schema } = types.declared(name) ?? {};
  const fields = Object.entries(dataSchema({ fieldOrder, schema }).properties ?? {}).map(([key, own]) => {
    const kind = kindOf(own);
    return { [OF]: key, name: own.title || spelled(key), kind: kind ?? OTHER, ...(kind === "choice" && { choices: own.enum.join(", ") }) };
  });
  const ends = handles.map((handle) => ({ [OF]: handle, ...(handle.label && { label: handle.label }), type: handle.type, position: sideOf(handle) }));
  const title = types.title(name);
  return { id: name, label: `the type ${title}`, data: { name: title, shape, color, handles: ends, fields, hasMore: handlesFrom?.length > 0 } };
}

function sideOf({ type, position }) {
  return position ?? (type === "source" ? "bottom" : "top");
}

/** The edits that make a type what its form says; what else it has stays. */
function editsOf(type, id, { name, shape, color, handles = [], fields = [] }) {
  const taken = new Set(handles.map((handle) => handle[OF]?.id));
  const ends = handles.map(({ [OF]: before, label, type, position }) => {
    const own = before ?? { id: free(type === "target" ? "in" : "out", (one) => taken.has(one)) };
    taken.add(own.id);
    return { ...own, type, position: before && position === sideOf(before) ? before.position : position, label: label || undefined };
  });
  const after = {
    ...type, [type.label === undefined ? "title" : "label"]: name.trim() || undefined, color,
    shape: shape === (type.shape ?? "rectangle") ? type.shape : shape, handles: ends.length > 0 ? ends : type.handles && [],
  };
  const before = type.schema?.properties ?? {};
  const properties = propertiesOf(before, fields);
  const names = Object.keys(properties);
  if (names.length > 0 || type.schema) after.schema = { type: "object", ...type.schema, properties };
  const shown = Object.keys(dataSchema(type).properties ?? {}).filter((key) => names.includes(key));
  if (names.some((key, index) => key !== shown[index])) after.fieldOrder = names;
  if (type.schema?.required) after.schema.required = type.schema.required.filter((one) => names.includes(one) || !Object.hasOwn(before, one));
  return [{ method: "types/update", params: { patch: { [id]: patchTo(type, after) } } }];
}

/** The schemas of the fields by their names; those of new ones are made up. */
function propertiesOf(before, fields) {
  const properties = {};
  const isTaken = (one) => Object.hasOwn(properties, one) || fields.some((field) => field[OF] === one);
  for (const { [OF]: key = free("text", isTaken), name, kind, choices = "" } of fields) {
    const own = ownOf(before, key) ?? {};
    const schema = kind === OTHER || kind === kindOf(own) ? own : KINDS[kind];
    const options = [...new Set(choices.split(",").map((one) => one.trim()).filter(Boolean))];
    const title = name.trim() && name !== spelled(key) ? name.trim() : undefined;
    properties[key] = { ...schema, title, ...(kind === "choice" && options.length > 0 && { enum: options }) };
  }
  return properties;
}

/** Which of the kinds a schema is; undefined for another one. */
function kindOf(schema) {
  if (Array.isArray(schema.enum) && schema.enum.every((one) => typeof one === "string")) return "choice";
  if (schema.type === "string") return schema.format === "multiline" ? "long" : "text";
  if (schema.type === "number" || schema.type === "integer") return "number";
  return schema.type === "boolean" ? "boolean" : undefined;
}

/** A name as programs write it: "Ask again" is `askAgain`. */
function plain(title) {
  const [first = "", ...others] = title.normalize("NFKD").replace(/[^\p{L}\p{N}\s]/gu, "").trim().split(/\s+/);
  const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
  return first.toLowerCase() + others.map(capital).join("");
}

/** The first of `stem`, `stem2`, … that is not taken. */
function free(stem, isTaken) {
  let [name, number] = [stem, 1];
  while (isTaken(name)) name = `${stem}${(number += 1)}`;
  return name;
}
