// What the panel shows of several elements: how many there are, what is done with all of the nodes, and the values they have in common.

import { iconButton, make } from "./elements.js";
import { fieldOf } from "./form.js";
import { arrangements } from "./groups.js";
import { grounded, LookFields, Swatches } from "./look-fields.js";
import { below, isObject, ownOf, valueAt } from "./pointer.js";
import { dataSchema, describe } from "./schema.js";
import { Sheet } from "./sheets.js";
import { spelled } from "./types.js";
import { session } from "./session.js";

/** What is edited of several nodes at once. */
const COMMON = ["text", "number", "boolean", "choice"];

export class SeveralSheet extends Sheet {
  #counts = make("ul", { className: "several" });
  #rows = make("div", { className: "field arrange" });
  #fields = make("div", { className: "members common" });
  #look = new LookFields(this.content);
  #swatches = new Swatches((color) => this.content.setMember("style", () => grounded(color), "Color"));
  #nodes = [];
  /** The fields by path, and what would make others necessary. */
  #shown = new Map();
  #form = "";
  #isOfNodes;

  constructor(subject) {
    const { nodes, edges } = subject.elements;
    super(nodes.length > 0 ? "node" : "edge", nodes.length > 0 ? nodes : edges);
    this.key = SeveralSheet.keyOf(subject);
    this.#isOfNodes = nodes.length > 0;
    this.element.append(this.#counts, this.#rows, this.#swatches.element, this.#fields);
    this.update(subject);
  }

  /** What is edited goes with what is selected. */
  static keyOf({ nodes, edges }) {
    return JSON.stringify(["several", nodes, edges]);
  }

  update(subject) {
    if (subject) this.#follow(subject);
    this.showGround();
    this.#showFields();
  }

  #follow({ nodes, counts, elements }) {
    this.content.follow(this.#isOfNodes ? elements.nodes : elements.edges);
    this.#nodes = nodes;
    this.#rows.replaceChildren(...arrangements(nodes).map((row) => {
      const buttons = row.map(({ title, icon, perform }) => iconButton(icon, title, { onclick: perform }));
      return make("div", { role: "group" }, ...buttons);
    }));
    this.#swatches.element.hidden = nodes.length === 0;
    const { types } = session;
    const names = new Map();
    for (const { type } of elements.nodes) {
      const title = type ? types.title(type) : "Without a type";
      names.set(title, (names.get(title) ?? 0) + 1);
    }
    const rows = [...names];
    if (rows.length === 0 && counts.nodes > 0) rows.push(["Nodes", counts.nodes]);
    if (counts.edges > 0) rows.push(["Connections", counts.edges]);
    this.#counts.replaceChildren(...rows.map(([title, count]) => {
      return make("li", {}, make("span", { textContent: title }), make("b", { textContent: count.toLocaleString("en") }));
    }));
  }

  /** Shows what all have, each with the value that is the same everywhere or as mixed. */
  #showFields() {
    const all = this.content.all;
    const isFixed = all.some(({ locked }) => locked) || session.isReadOnly;
    const isOfEdges = !this.#isOfNodes && all.length > 1;
    if (isOfEdges && !this.#look.element.isConnected) this.element.append(this.#look.element);
    if (isOfEdges) this.#look.update(all, isFixed);
    const fields = this.#isOfNodes && all.length > 1 ? commonOf(session.types, all) : [];
    const form = JSON.stringify(fields.map(({ path, description }) => [path, description.kind, description.isLong]));
    if (form !== this.#form) this.#make(fields);
    this.#form = form;
    for (const { path, description, values } of fields) {
      const field = this.#shown.get(path);
      field.meet(values, description);
      field.isFixed = isFixed;
      field.report(this.refusals.has(path) ? [this.refusals.get(path)] : []);
    }
  }

  #make(fields) {
    this.#shown.clear();
    for (const { path, title, description } of fields) {
      const ofType = path === ":type" && { save: (type) => this.content.setMember("type", () => type), absent: "None" };
      this.#shown.set(path, fieldOf(description, { path, title, pen: this.content, ...ofType }));
    }
    this.#fields.replaceChildren(...[...this.#shown.values()].map(({ element }) => element));
  }

  /** Shows the color that all have that are in sight, if it is one. */
  showGround() {
    const colors = new Set(this.#nodes.map((id) => session.scene.nodes.get(id)?.color));
    this.#swatches.update(colors.size === 1 ? [...colors][0] : null);
  }

  focus() {
    this.#shown.values().next().value?.focus();
  }
}

/** The values that all nodes have or may have, of one kind: `{path, title, description, values}`. */
function commonOf(types, nodes) {
  const all = nodes.map((node) => membersOf(types, node));
  const [first, ...others] = all;
  const common = [...first].filter(([name, { description: { kind, isFixed, options } }]) => {
    const isAlike = ({ description }) => description.kind === kind && JSON.stringify(description.options) === JSON.stringify(options);
    return COMMON.includes(kind) && !isFixed && others.every((members) => members.has(name) && isAlike(members.get(name)));
  });
  const fields = common.map(([name, { description }]) => ({
    path: below("", name), title: description.title || spelled(name), description, values: all.map((members) => members.get(name).value),
  }));
  if (types.names.length > 0) fields.unshift({ path: ":type", title: "Type", description: types.choice(nodes), values: nodes.map(({ type }) => type) });
  return fields;
}

/** The members of a node's data, by name: what each is, and its value. */
function membersOf(types, { type, data }) {
  const schema = dataSchema(types.declared(type));
  const { members = {} } = describe(schema, schema, isObject(data) ? data : {});
  const names = new Set([...Object.keys(members), ...(isObject(data) ? Object.keys(data) : [])]);
  return new Map([...names].map((name) => {
    const value = valueAt(data, below("", name));
    return [name, { value, description: describe(ownOf(members, name) ?? true, schema, value, name) }];
  }));
}
