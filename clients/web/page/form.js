// An object as a form: a field for each member that its schema names or that it has.

import { BooleanField, ChoiceField, Field, FixedField, JSONField, NumberField, RichField, SizeField, TextField } from "./fields.js";
import { icon, iconButton, make, pressed } from "./elements.js";
import { ICONS } from "./theme.js";
import { ListField } from "./items.js";
import { below, isObject } from "./pointer.js";
import { blank, describe } from "./schema.js";
import { spelled } from "./types.js";

const KINDS = [["Text", ""], ["Number", 0], ["Yes or no", false], ["List", []], ["Object", {}]];

/** The field of a value at a place; `place.root` is the schema that references are looked up in. */
export function fieldOf(description, place) {
  const Kind = {
    text: TextField, rich: RichField, number: NumberField, boolean: BooleanField, size: SizeField, choice: ChoiceField, fixed: FixedField,
    list: ListField, object: ObjectField, absent: AbsentField,
  }[description.kind] ?? JSONField;
  return new Kind(description, place).begin(description);
}

class AbsentField extends Field {
  build({ schema }) {
    const { title, root } = this.place;
    return this.take(pressed(`Add ${title.toLowerCase()}`, () => this.save(blank(schema, root)), { className: "add" }));
  }

  update() {}
}

/** An object: its members one below the other. With `place.isOpen` others can be added by name. */
export class ObjectField extends Field {
  #rows = new Map();
  #body = make("div", { className: "members" });

  build() {
    Object.assign(this.element, { role: "group", ariaLabel: this.place.title });
    return this.#body;
  }

  update(value, description) {
    const object = isObject(value) ? value : {};
    const { members, others } = description;
    const free = Object.keys(object).filter((name) => !Object.hasOwn(members, name) && name !== this.place.lateMember);
    const names = [...Object.keys(members), ...free];
    for (const [name, row] of this.#rows) if (!names.includes(name)) this.#drop(name, row);
    for (const [at, name] of names.entries()) {
      const isFree = !Object.hasOwn(members, name);
      const schema = isFree ? (isObject(others) ? others : true) : members[name];
      const row = this.#row(name, schema, object, description, { isFree, isBare: this.place.isItem && names.length === 1 });
      if (this.#body.children[at] !== row.element) this.#body.insertBefore(row.element, this.#body.children[at] ?? null);
    }
    this.#offer(description, object);
  }

  show(problems) {
    const own = [];
    const inside = new Map([...this.#rows.keys()].map((name) => [name, []]));
    for (const { steps: [step, ...steps], message } of problems) {
      if (inside.has(step)) inside.get(step).push({ steps, message });
      else own.push(step === undefined ? message : `${step} ${message}`);
    }
    for (const [name, problems] of inside) this.#rows.get(name).show(problems);
    this.report(own);
  }

  set isFixed(isFixed) {
    for (const row of this.#rows.values()) row.isFixed = isFixed;
    for (const control of this.element.querySelectorAll("button")) control.disabled = isFixed;
  }

  focus() {
    this.#rows.values().next().value?.focus();
  }

  /** The row of a member, made anew if its kind is another one. */
  #row(name, schema, object, { required }, { isFree, isBare }) {
    const { root, pen, path, lateMember, lineMember } = this.place;
    const value = Object.hasOwn(object, name) ? object[name] : undefined;
    const description = describe(schema, root, value, name);
    if (name === lineMember) description.isLong = false;
    if (description.kind === "object" && value === undefined) description.kind = "absent";
    let row = this.#rows.get(name);
    if (row?.kind !== description.kind) {
      if (row) this.#drop(name, row);
      const place = {
        root, pen, path: below(path, name), title: description.title || spelled(name), isRequired: required?.includes(name),
        isLate: name === lateMember || description.schema.isLate, owner: this.place.owner, isOpen: isFree || undefined,
        isBare,
        remove: isFree && !this.place.isItem ? () => pen.set(below(path, name), undefined) : undefined,
      };
      row = fieldOf(description, place);
      this.#rows.set(name, row);
    }
    row.update(value, description);
    row.mark(value);
    return row;
  }

  #drop(name, row) {
    row.element.remove();
    this.#rows.delete(name);
  }

  /** Members can be added by name where that is allowed, except in lists, where it would be offered too often. */
  #offer({ isOpen }, object) {
    const isOffered = isOpen && this.place.isOpen;
    this.adder ??= isOffered ? this.#adder() : null;
    if (!this.adder) return;
    this.adder.hidden = !isOffered;
    this.adder.taken = object;
    if (!this.adder.isConnected) this.element.append(this.adder);
  }

  /** A button that asks for the name and the kind of a new member. */
  #adder() {
    const name = make("input", { placeholder: "Name", ariaLabel: "Name of the new value", spellcheck: false, autocomplete: "off" });
    const kind = make("select", { ariaLabel: "Kind of the new value" }, ...KINDS.map(([title]) => new Option(title)));
    const row = make("div", { className: "row", hidden: true }, name, kind, iconButton("plus", "Add the value", { className: "small", onclick: () => add() }));
    const button = make("button", { type: "button", className: "add" }, icon(ICONS.plus), "Add a value");
    const open = (isOpen) => {
      [row.hidden, button.hidden] = [!isOpen, isOpen];
      (isOpen ? name : button).focus();
    };
    const add = () => {
      const { pen, path } = this.place;
      const wanted = name.value.trim();
      if (!wanted || Object.hasOwn(adder.taken, wanted)) return name.focus();
      name.value = "";
      pen.set(below(path, wanted), KINDS[kind.selectedIndex][1]);
      open(false);
      this.#rows.get(wanted)?.focus();
    };
    button.addEventListener("click", () => open(true));
    row.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && event.target === name) add();
      if (event.key !== "Escape") return;
      event.stopPropagation();
      open(false);
    });
    const adder = make("div", { className: "adder" }, button, row);
    return adder;
  }
}
