// What the panel shows of several elements: how many there are, what is done with all of the nodes, and the values they have in common.

import { counted } from "./announcer.js";
import { sentence } from "./controls.js";
import { iconButton, make } from "./elements.js";
import { fieldOf } from "./form.js";
import { arrangements } from "./groups.js";
import { LookFields } from "./look-fields.js";
import { named } from "./naming.js";
import { below, isObject, ownOf, settingEdit, stepsOf, valueAt } from "./pointer.js";
import { dataSchema, describe } from "./schema.js";
import { Swatches, recolor } from "./swatches.js";
import { spelled } from "./types.js";

/** What is edited of several nodes at once. */
const COMMON = ["text", "number", "boolean", "choice"];

/** Edits of several nodes or edges by hand, each time all of them in one step. */
class CommonContent {
  pending = 0;
  /** Texts too are edited as a whole. */
  isWhole = true;
  nodes = [];
  edges = [];
  #session;
  #hears;
  #visit = 0;

  /** `hears` is `{settled(), refused(path, message)}`, as for `Content`. */
  constructor(session, hears) {
    this.#session = session;
    this.#hears = hears;
  }

  /** What is edited from now on is another undo step. */
  begin() {
    this.#visit += 1;
  }

  /** Puts a value at a pointer into the data of all; undefined takes it away. */
  set(path, value) {
    return this.#send(path, this.nodes.map(({ id, data }) => settingEdit(id, data, path, value)));
  }

  setType(type) {
    const patch = { type: type ?? null };
    return this.#send("/type", this.nodes.map(({ id }) => ({ method: "node/update", params: { id, patch } })));
  }

  /** Changes a member of all edges. */
  setLook(name, patchOf) {
    const edits = this.edges.map((edge) => ({ method: "edge/update", params: { id: edge.id, patch: { [name]: patchOf(edge) ?? null } } }));
    return this.#send(`/${name}`, edits, "connection");
  }

  async #send(path, edits, noun = "node") {
    const { document, view, request } = this.#session;
    const label = `${spelled(stepsOf(path)[0])} of ${counted(edits.length, noun)}`;
    const mergeKey = [view, path, this.#visit, ...edits.map(({ params }) => params.id ?? params.node)].join(" ");
    this.pending += 1;
    try {
      await request("document/edit", { document, label, edits, mergeKey });
    } catch (refusal) {
      this.#hears.refused(path, refusal.message);
    } finally {
      this.pending -= 1;
      if (this.pending === 0) this.#hears.settled();
    }
  }
}

export class SeveralSheet {
  element = make("div", { className: "sheet" });
  key = "several";
  #counts = make("ul", { className: "several" });
  #rows = make("div", { className: "field arrange" });
  #fields = make("div", { className: "members common" });
  #look;
  #swatches = new Swatches((color) => recolor(this.session, this.#nodes, color));
  #nodes = [];
  #subject = null;
  #content;
  /** The fields by path, and what would make others necessary. */
  #shown = new Map();
  #form = "";
  #refusals = new Map();

  constructor(session) {
    this.session = session;
    this.#content = new CommonContent(session, {
      settled: () => this.#showFields(),
      refused: (path, message) => this.#refusals.set(path, sentence(named(session, message))),
    });
    this.#look = new LookFields(session, this.#content, (name, patchOf) => this.#content.setLook(name, patchOf));
    this.element.append(this.#counts, this.#rows, this.#swatches.element, this.#fields);
    this.#look.element.addEventListener("focusin", () => this.#content.begin());
    this.#fields.addEventListener("focusin", () => this.#content.begin());
    this.#fields.addEventListener("input", () => this.#refusals.clear(), true);
  }

  update(subject) {
    const { nodes, counts } = subject;
    this.#nodes = nodes;
    this.#subject = subject;
    this.#rows.replaceChildren(...arrangements(this.session, nodes).map((row) => {
      const buttons = row.map(({ title, icon, perform }) => iconButton(icon, title, { onclick: perform }));
      return make("div", { role: "group" }, ...buttons);
    }));
    this.#swatches.element.hidden = nodes.length === 0;
    this.showGround();
    this.#showFields();
    const { types } = this.session;
    const names = new Map();
    for (const { type } of subject.elements.nodes) {
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

  /** Shows what all nodes have, each with the value that is the same everywhere or as mixed. */
  #showFields() {
    const { types } = this.session;
    const { nodes, edges } = this.#subject.elements;
    Object.assign(this.#content, { nodes, edges });
    const isOfEdges = nodes.length === 0 && edges.length > 1;
    if (!isOfEdges) this.#look.element.remove();
    else if (!this.#look.element.isConnected) this.element.append(this.#look.element);
    if (isOfEdges) this.#look.update(edges, edges.some(({ locked }) => locked) || this.session.isReadOnly);
    const fields = nodes.length > 1 ? commonOf(types, nodes) : [];
    const form = JSON.stringify(fields.map(({ path, description }) => [path, description.kind, description.isLong]));
    if (form !== this.#form) this.#make(fields);
    this.#form = form;
    for (const { path, description, values } of fields) {
      const field = this.#shown.get(path);
      field.meet(values, description);
      field.isFixed = nodes.some(({ locked }) => locked) || this.session.isReadOnly;
      field.report(this.#refusals.has(path) ? [this.#refusals.get(path)] : []);
    }
  }

  #make(fields) {
    this.#shown.clear();
    for (const { path, title, description } of fields) {
      const ofType = path === ":type" && { save: (type) => this.#content.setType(type), absent: "None" };
      this.#shown.set(path, fieldOf(description, { path, title, pen: this.#content, ...ofType }));
    }
    this.#fields.replaceChildren(...[...this.#shown.values()].map(({ element }) => element));
  }

  /** Shows the color that all have that are in sight, if it is one. */
  showGround() {
    const colors = new Set(this.#nodes.map((id) => this.session.scene.nodes.get(id)?.color));
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
  return types.names.length > 0 ? [typeField(types, nodes), ...fields] : fields;
}

function typeField(types, nodes) {
  const names = new Set([...types.names, ...nodes.map(({ type }) => type).filter(Boolean)]);
  const options = [...names].map((name) => ({ value: name, title: types.title(name) }));
  return { path: ":type", title: "Type", description: { kind: "choice", options }, values: nodes.map(({ type }) => type) };
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
