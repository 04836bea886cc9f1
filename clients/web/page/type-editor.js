// The panel in which the types of nodes are made and edited: name, color, outline, handles, and what their nodes hold.

import { FloatingPanel, choice, row } from "./floating.js";
import { release } from "./controls.js";
import { iconButton, make, pressed } from "./elements.js";
import { patchTo } from "./pointer.js";
import { LINES, Swatches } from "./swatches.js";
import { spelled } from "./types.js";

const OUTLINES = {
  rectangle: "Rectangle", ellipse: "Ellipse", diamond: "Diamond", capsule: "Capsule", hexagon: "Hexagon",
  cylinder: "Cylinder", subroutine: "Subroutine", parallelogram: "Parallelogram", leftParallelogram: "Parallelogram to the left",
  trapezoid: "Trapezoid", invertedTrapezoid: "Trapezoid upside down", doubleEllipse: "Two ellipses", flag: "Flag",
  document: "Document", delay: "Delay", cloud: "Cloud", braces: "Braces",
};
const WAYS = { target: "In", source: "Out" };
const SIDES = { left: "Left", right: "Right", top: "Top", bottom: "Bottom" };

/** What a field of a node may hold, by its kind: what it is called, and its schema. */
const KINDS = {
  __proto__: null,
  text: ["Text", { type: "string" }],
  long: ["Long text", { type: "string", format: "multiline" }],
  number: ["Number", { type: "number" }],
  boolean: ["Yes or no", { type: "boolean" }],
  choice: ["Choice", { enum: ["one", "other"] }],
};

/** What a type begins with. */
const BEGINNING = {
  handles: [{ id: "in", type: "target", position: "left" }, { id: "out", type: "source", position: "right" }],
  defaultSize: { width: 200, height: 84 },
};

export class TypeEditor {
  #session;
  #panel;
  /** The name of the type that is shown; undefined for none. */
  #name;
  #names = choice({});
  #added = make("input", { type: "text", placeholder: "Name of a new type", ariaLabel: "Name of a new type", maxLength: 80, autocomplete: "off" });
  #form = make("div");
  #title = make("input", { type: "text", maxLength: 80, autocomplete: "off" });
  #shape = choice(OUTLINES);
  #colors = new Swatches((color) => this.#write("Color", { color }), LINES);
  #handles = make("ul", { className: "rows" });
  #fields = make("ul", { className: "rows" });
  #kept = make("p", { className: "note" });

  constructor(session) {
    this.#session = session;
    const add = iconButton("plus", "Add the type", { className: "small", onclick: () => this.#insert() });
    this.#added.addEventListener("keydown", (event) => event.key === "Enter" && !event.isComposing && this.#insert());
    this.#names.addEventListener("change", () => this.refresh(this.#names.value));
    this.#title.addEventListener("change", () => this.#write("Name", { [this.#titleMember]: this.#title.value.trim() || undefined }));
    this.#shape.addEventListener("change", () => this.#write("Shape", { shape: this.#shape.value }));
    const remove = pressed("Remove the type", () => this.#remove(), { className: "quiet" });
    this.#form.append(
      row("Type", this.#names), row("Name", this.#title, { of: "title" }), row("Shape", this.#shape, { of: "shape" }), this.#colors.element,
      this.#section("Handles", this.#handles, "Add a handle", () => this.#addHandle()),
      this.#section("What its nodes hold", this.#fields, "Add a field", () => this.#addField()),
      this.#kept, remove,
    );
    const adding = make("div", { className: "adding" }, this.#added, add);
    this.#panel = new FloatingPanel({ id: "typeEditor", title: "Node types", close: "Close the node types" }, () => this.refresh(), adding, this.#form);
  }

  toggle = () => this.#panel.toggle();

  /** Shows a type. */
  show(name) {
    this.#name = name;
    this.#panel.show();
  }

  /** Shows the types as they are now, and one of them. */
  refresh(name = this.#name) {
    const { types, isReadOnly } = this.#session;
    const { names } = types;
    this.#name = names.includes(name) ? name : names[0];
    this.#names.replaceChildren(...names.map((name) => new Option(types.title(name), name)));
    this.#names.value = this.#name;
    this.#form.hidden = this.#name === undefined;
    if (this.#name !== undefined) this.#show(types.declared(this.#name) ?? {});
    for (const control of this.#panel.element.querySelectorAll(".body :is(input, select, button)")) control.disabled = isReadOnly;
  }

  #show(type) {
    const { types } = this.#session;
    if (document.activeElement !== this.#title) this.#title.value = types.title(this.#name);
    this.#shape.value = type.shape ?? "rectangle";
    this.#colors.update(type.color);
    const handles = type.handles ?? [];
    this.#showRows(this.#handles, handles.map((handle, index) => ({ key: `${index} ${handle.id}`, controls: this.#handleRow(handle, index) })));
    const fields = Object.entries(this.#properties);
    this.#showRows(this.#fields, fields.map(([name, schema]) => ({ key: name, controls: this.#fieldRow(name, schema) })));
    this.#kept.hidden = !type.handlesFrom?.length;
    this.#kept.textContent = "Further handles follow a list that its nodes hold.";
  }

  /** Puts rows in place of others; the focus stays at the control where it was. */
  #showRows(list, rows) {
    const active = document.activeElement;
    const key = active.closest("li")?.dataset.row;
    const at = list.contains(active) ? [...active.closest("li").querySelectorAll("input, select, button")].indexOf(active) : -1;
    list.replaceChildren(...rows.map(({ key, controls }) => make("li", { dataset: { row: key } }, ...controls)));
    const same = at >= 0 && [...list.children].find((one) => one.dataset.row === key);
    if (same) same.querySelectorAll("input, select, button")[at]?.focus();
    else if (at >= 0) this.#panel.element.focus();
  }

  #section(title, list, adding, add) {
    list.ariaLabel = title;
    return make("fieldset", {}, make("legend", { textContent: title }), list, pressed(adding, add, { className: "add" }));
  }

  get #type() {
    return this.#session.types.declared(this.#name) ?? {};
  }

  /** The member that the name is read from. */
  get #titleMember() {
    return this.#type.label === undefined ? "title" : "label";
  }

  get #properties() {
    const { schema } = this.#type;
    return schema?.properties ?? {};
  }

  /** Changes members of the type as one step; undefined takes one away. */
  async #write(what, members) {
    const before = this.#type;
    const after = { ...before, ...members };
    for (const [name, value] of Object.entries(members)) if (value === undefined) delete after[name];
    const patch = { [this.#name]: patchTo(before, after) };
    const label = `${what} of the type ${this.#session.types.title(this.#name)}`;
    if (!(await this.#session.askEdit(label, "types/update", { patch }))) this.refresh();
  }

  async #insert() {
    const title = this.#added.value.trim();
    if (!title) return this.#added.focus();
    const { names } = this.#session.types;
    const name = free(plain(title) || "type", (one) => names.includes(one) || one === "group" || one === "default");
    const type = { ...BEGINNING, ...(spelled(name) !== title && { title }) };
    if (!(await this.#session.askEdit(`Add the type ${title}`, "types/update", { patch: { [name]: type } }))) return undefined;
    this.#added.value = "";
    this.refresh(name);
    return this.#title.focus();
  }

  async #remove() {
    release(this.#form);
    const title = this.#session.types.title(this.#name);
    await this.#session.askEdit(`Remove the type ${title}`, "types/update", { patch: { [this.#name]: null } });
  }

  // Handles

  #setHandles(handles) {
    return this.#write("Handles", { handles });
  }

  #addHandle() {
    const handles = this.#type.handles ?? [];
    const isOut = handles.some(({ type }) => type === "target");
    const [type, position, stem] = isOut ? ["source", "right", "out"] : ["target", "left", "in"];
    const id = free(stem, (one) => handles.some((handle) => handle.id === one));
    return this.#setHandles([...handles, { id, type, position }]);
  }

  #handleRow(handle, index) {
    const replaced = (members) => {
      const changed = { ...handle, ...members };
      if (!changed.label) delete changed.label;
      return this.#setHandles(this.#type.handles.toSpliced(index, 1, changed));
    };
    const named = `handle ${handle.label || handle.id}`;
    const ways = select(WAYS, handle.type, `Way of ${named}`, (type) => replaced({ type }));
    const side = select(SIDES, handle.position ?? (handle.type === "source" ? "bottom" : "top"), `Side of ${named}`, (position) => replaced({ position }));
    const label = text(handle.label ?? "", `Label of ${named}`, "Label", (value) => replaced({ label: value }));
    const remove = iconButton("minus", `Remove ${named}`, { className: "small", onclick: () => this.#setHandles(this.#type.handles.toSpliced(index, 1)) });
    return [ways, side, label, remove];
  }

  // Fields

  /** Gives the nodes other members of their data; what else the schema says stays. */
  #setProperties(properties, required) {
    const schema = { type: "object", ...this.#type.schema, properties };
    if (required) schema.required = required;
    return this.#write("Fields", { schema });
  }

  #addField() {
    const name = free("text", (one) => Object.hasOwn(this.#properties, one));
    return this.#setProperties({ ...this.#properties, [name]: KINDS.text[1] });
  }

  #fieldRow(name, schema) {
    const title = schema.title || spelled(name);
    const kind = kindOf(schema);
    const put = (changed) => this.#setProperties({ ...this.#properties, [name]: changed });
    const label = text(title, `Name of the field ${title}`, "Name", (value) => put({ ...schema, title: value || spelled(name) }));
    const kinds = Object.fromEntries(Object.entries(KINDS).map(([one, [title]]) => [one, title]));
    const control = kind === undefined
      ? make("span", { className: "note", textContent: "as in the file" })
      : select(kinds, kind, `Kind of ${title}`, (one) => put({ ...(schema.title && { title: schema.title }), ...KINDS[one][1] }));
    const remove = iconButton("minus", `Remove ${title}`, { className: "small", onclick: () => this.#removeField(name) });
    if (kind !== "choice") return [label, control, remove];
    const options = text(schema.enum.join(", "), `Choices of ${title}`, "one, other", (value) => {
      const all = [...new Set(value.split(",").map((one) => one.trim()).filter(Boolean))];
      return all.length > 0 ? put({ ...schema, enum: all }) : this.refresh();
    });
    options.className = "wide";
    return [label, control, remove, options];
  }

  #removeField(name) {
    const { [name]: _, ...properties } = this.#properties;
    return this.#setProperties(properties, this.#type.schema?.required?.filter((one) => one !== name));
  }
}

/** Which of the kinds a schema is; undefined for another one. */
function kindOf(schema) {
  if (Array.isArray(schema.enum) && schema.enum.every((one) => typeof one === "string")) return "choice";
  if (schema.type === "string") return schema.format === "multiline" ? "long" : "text";
  if (schema.type === "number" || schema.type === "integer") return "number";
  return schema.type === "boolean" ? "boolean" : undefined;
}

function select(titles, value, ariaLabel, onChange) {
  const control = choice(titles);
  Object.assign(control, { value, ariaLabel });
  control.addEventListener("change", () => onChange(control.value));
  return control;
}

function text(value, ariaLabel, placeholder, onChange) {
  const control = make("input", { type: "text", value, ariaLabel, placeholder, maxLength: 200, autocomplete: "off" });
  control.addEventListener("change", () => onChange(control.value.trim()));
  return control;
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
