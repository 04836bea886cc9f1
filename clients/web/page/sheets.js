// What the panel shows of one element: of a node its label, type, value and data; of an edge its label, look and ends.

import { ICONS } from "./theme.js";
import { sentence } from "./controls.js";
import { Content } from "./content.js";
import { fieldOf } from "./form.js";
import { icon, iconButton, make, pressed } from "./elements.js";
import { grounded, groundOf, LookFields, Swatches } from "./look-fields.js";
import { SMALL } from "./groups.js";
import { isContainer, nameAt } from "./node-texts.js";
import { named, note } from "./naming.js";
import { stepsOf } from "./pointer.js";
import { repeated } from "./repeated.js";
import { dataSchema, describe } from "./schema.js";
import { session } from "./session.js";

function memberField(description, name, title, content, absent) {
  const save = (value) => content.setMember(name, () => (value === "" || value === false ? undefined : value));
  return fieldOf(description, { path: `:${name}`, title, pen: content, save, absent });
}

export class Sheet {
  element = make("div", { className: "sheet" });
  /** Why an edit was not made, by the path that was edited. */
  refusals = new Map();

  /** `whole` is that of a `Content`. */
  constructor(kind, elements, whole) {
    this.content = new Content(kind, elements, {
      changed: () => this.update(),
      settled: () => this.update(),
      refused: (path, message) => {
        // They may be out of sight.
        const why = sentence(named(message, new Map(this.content.all.map((element) => [element.id, element]))));
        if (path.startsWith(":") && path !== ":label") session.refuse(why);
        this.refusals.set(path, why);
        this.update();
      },
    }, whole);
    this.element.addEventListener("focusin", () => this.content.begin());
    this.element.addEventListener("input", () => this.refusals.clear(), true);
  }
}

class ElementSheet extends Sheet {
  notes = make("ul", { className: "notes", ariaLabel: "What is wrong", hidden: true });
  /** What of the data does not fit: `{path, message}`. */
  problems = [];

  constructor(kind, element) {
    super(kind, [element]);
    this.subject = element;
    this.label = memberField({ kind: "text" }, "label", "Label", this.content);
    this.element.append(this.label.element);
  }

  /** Shows the data, as their schema says or as they are. */
  showData(schema, data = {}) {
    const description = describe(schema, schema, data);
    if (this.data?.kind !== description.kind) this.#make(schema, description);
    this.data.update(data, description);
    for (const part of [this.label, this.data, this.choice, this.swatches, this.size]) if (part) part.isFixed = Boolean(this.subject.locked);
    this.showProblems();
  }

  /** Shows at their fields what does not fit, and what was refused. */
  showProblems() {
    const isHeld = session.diagnostics.isHeld(this.subject.id);
    const refused = [...this.refusals].filter(([path]) => !path.startsWith(":")).map(([path, message]) => ({ path, message }));
    const all = [...(isHeld ? [] : this.problems), ...refused];
    this.data?.show(all.map(({ path, message }) => ({ steps: stepsOf(path), message })));
  }

  #make(schema, description) {
    const isBare = description.kind === "object";
    const data = fieldOf(description, { root: schema, path: "", title: "Data", isBare, isOpen: true, pen: this.content, owner: this });
    data.element.classList.add("data");
    if (this.data) this.data.element.replaceWith(data.element);
    else this.element.append(data.element);
    this.data = data;
  }

  /** Shows the element as the document has it now, by default as before, with what was edited here since. */
  update(known) {
    if (known) this.content.follow([known]);
    const element = (this.subject = this.content.shown);
    this.label.update(element.label);
    this.label.report(this.refusals.has(":label") ? [this.refusals.get(":label")] : []);
  }

  /** What the server finds wrong, with what would mend it; problems of data stand at their fields. */
  showNotes(diagnostics) {
    const seen = diagnostics.filter(({ code }) => code !== "invalidData");
    this.notes.hidden = seen.length === 0;
    // It may be out of sight.
    const known = new Map([[this.subject.id, this.subject]]);
    this.showProblems();
    this.notes.replaceChildren(...seen.map((one) => note(one, { known })));
  }

  focus() {
    this.label.focus();
    this.label.input.select?.();
  }
}

export class NodeSheet extends ElementSheet {
  /** `run(id)` begins a dialog at the node, `editType(name)` shows a type. */
  constructor(node, { run, editType }) {
    super("node", node);
    this.run = run;
    /** What makes another sheet necessary. */
    this.key = NodeSheet.keyOf(node);
    this.type = session.types.declared(node.type) ?? {};
    const { names } = session.types;
    if (names.length > 0) {
      this.options = session.types.choice([node]);
      this.choice = memberField(this.options, "type", "Type", this.content, "None");
      const edit = iconButton("rename", "Edit the type", { className: "small", onclick: () => editType(node.type) });
      if (names.includes(node.type)) this.choice.element.querySelector(".head").append(edit);
      this.element.append(this.choice.element);
    }
    this.swatches = new Swatches((color) => this.content.setMember("style", () => grounded(color), "Color"));
    this.output = make("output", { className: "value", hidden: true });
    this.locked = make("p", { className: "help", textContent: "This node is locked.", hidden: true });
    this.element.append(this.locked, this.output, this.notes);
    this.schema = dataSchema(this.type);
    const save = (sides) => this.content.setMember("collapsedSize", () => sides && { width: sides[0], height: sides[1] }, "Collapsed size");
    const usual = Object.values(this.type.collapsedSize ?? SMALL);
    this.size = fieldOf({ kind: "size" }, { path: ":collapsedSize", title: "Collapsed size", pen: this.content, save, usual });
    this.update(node);
    this.element.append(this.size.element, this.swatches.element);
    if (this.type.role !== undefined) this.element.append(this.#runButton());
  }

  static keyOf(node) {
    const { types } = session;
    return JSON.stringify(["node", node.id, node.type, types.declared(node.type) ?? null, types.names]);
  }

  update(known) {
    super.update(known);
    const node = this.subject;
    this.choice?.update(node.type, this.options);
    this.swatches.update(groundOf(node));
    this.locked.hidden = !node.locked;
    const { collapsedSize } = node;
    this.size.element.hidden = !collapsedSize && !isContainer(session.scene.nodes.get(node.id) ?? node);
    this.size.update(collapsedSize && [collapsedSize.width, collapsedSize.height]);
    this.showValue();
    this.showData(this.schema, node.data);
    this.check();
  }

  showValue() {
    const value = session.values.shown(this.content.id);
    this.output.hidden = !value;
    if (!value) return;
    const swatch = make("i", { hidden: !value.color });
    swatch.style.background = value.color ?? "";
    this.output.replaceChildren(make("small", { textContent: "Computed" }), swatch, make("b", { textContent: value.text }));
    this.output.classList.toggle("wrong", value.isError);
  }

  /** Asks what of the data does not fit. A node that is gone has no problems. */
  check = repeated(async () => {
    const { content } = this;
    const checked = await session.request("node/check", { document: session.document, id: content.id }).catch(() => null);
    if (!checked) return;
    this.problems = checked.problems;
    this.showProblems();
  });

  #runButton() {
    const button = pressed("Run from here", () => this.run(this.content.id), { className: "add run" });
    button.prepend(icon(ICONS.run));
    return make("div", { className: "field" }, button);
  }
}

export class EdgeSheet extends ElementSheet {
  #ends = make("div", { className: "ends" });
  #look;

  constructor(edge) {
    super("edge", edge);
    this.key = EdgeSheet.keyOf(edge);
    this.#look = new LookFields(this.content);
    this.element.append(this.#look.element, this.#ends, this.notes);
    this.update(edge);
  }

  static keyOf(edge) {
    return JSON.stringify(["edge", edge.id]);
  }

  update(known) {
    super.update(known);
    const edge = this.subject;
    this.#look.update([edge], Boolean(edge.locked));
    this.showData(true, edge.data);
    this.#ends.replaceChildren(this.#end("From", edge.source), this.#end("To", edge.target));
  }

  #end(title, id) {
    const button = pressed(nameAt(session, id), () => session.askView("view/select", { nodes: [id] }));
    return make("div", { className: "field" }, make("small", { textContent: title }), button);
  }
}
