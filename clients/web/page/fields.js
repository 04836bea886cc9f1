// Controls for single values, each with its name, what it is for and what is wrong about it.

import { sentence } from "./controls.js";
import { iconButton, make, pressed } from "./elements.js";
import { plain } from "./naming.js";
import { SharedText } from "./shared-text.js";

/** How values read that are not the same everywhere. */
const MIXED = "Mixed";

let count = 0;

/**
 * A value in a form.
 *
 * `place` is `{path, title, isBare, isRequired, isSet, isLate, pen, save, absent, remove}`: where the value is and what it is
 * called; bare is without a visible name; set has always a value; late is saved only when it is left; `pen` is the `Content` to write with, and
 * `save(value)` what does so elsewhere; `absent` is how no value reads in a choice; `remove()` takes the value away,
 * where that is offered.
 */
export class Field {
  #problem = make("p", { className: "problem", hidden: true, id: `problem-${count}` });

  constructor(description, place) {
    this.kind = description.kind;
    this.place = place;
    this.id = `field-${count++}`;
    const { title, isBare, isRequired, remove } = place;
    this.element = make("div", { className: `field ${this.kind}` });
    this.name = make("label", { htmlFor: this.id, textContent: title, className: isBare ? "unseen" : "" });
    if (isRequired) this.name.append(make("span", { className: "required", title: "Needed", textContent: " *" }));
    const head = make("div", { className: "head" }, this.name);
    if (description.isNullable && !place.isItem && !["choice", "fixed", "json"].includes(this.kind)) head.append(this.#nothing(title));
    if (remove) head.append(iconButton("remove", `Remove ${title}`, { className: "small", onclick: remove }));
    this.element.append(head);
    const help = description.help && make("p", { className: "help", id: `help-${count}`, textContent: description.help });
    if (help) this.element.append(help);
    this.help = help;
    this.element.dataset.path = place.path;
  }

  begin(description) {
    this.element.append(this.build(description), this.#problem);
    return this;
  }

  /** A button that stores null, and takes it away again. */
  #nothing(title) {
    const toggle = () => this.save(this.nothing.ariaPressed === "true" ? undefined : null);
    return (this.nothing = pressed("null", toggle, { className: "nothing", title: `${title} is null` }));
  }

  mark(value) {
    const isNull = value === null;
    this.element.classList.toggle("null", isNull);
    if (this.nothing) this.nothing.ariaPressed = isNull;
  }

  /** Shows the value that all of these are, or that they are not the same. */
  meet(values, description) {
    const isMixed = values.some((value) => JSON.stringify(value) !== JSON.stringify(values[0]));
    this.element.classList.toggle("mixed", isMixed);
    if (this.kind === "boolean") this.input.indeterminate = isMixed;
    else this.input.placeholder = isMixed ? MIXED : "";
    this.update(isMixed ? (this.kind === "choice" ? MIXED : undefined) : values[0], description);
  }

  /** What is wrong: problems `{steps, message}`, steps from here. */
  show(problems) {
    this.report(problems.map(({ message }) => sentence(plain(message))));
  }

  report(messages) {
    const isBad = messages.length > 0;
    this.#problem.textContent = [...new Set(messages)].join(". ");
    this.#problem.hidden = !isBad;
    this.element.classList.toggle("wrong", isBad);
    if (!this.input) return;
    this.input.ariaInvalid = isBad;
    const described = [this.help?.id, isBad && this.#problem.id].filter(Boolean).join(" ");
    if (described) this.input.setAttribute("aria-describedby", described);
    else this.input.removeAttribute("aria-describedby");
  }

  /** Whether what the user writes is newer than what is known. */
  get isAhead() {
    return this.place.pen?.pending > 0 && document.activeElement === this.input;
  }

  focus() {
    this.input?.focus();
  }

  set isFixed(isFixed) {
    if (this.input) this.input.disabled = isFixed;
  }

  /** Makes `input` the control that the name belongs to. */
  take(input, { isFixed } = {}) {
    this.input = input;
    input.id = this.id;
    if (this.place.isRequired) input.ariaRequired = "true";
    input.disabled = Boolean(isFixed);
    return input;
  }

  /** Saves by the place, else puts the value at the path. */
  save(value) {
    return this.place.save ? this.place.save(value) : this.place.pen.set(this.place.path, value);
  }
}

export class TextField extends Field {
  #known = undefined;
  #shared;

  build({ isLong, format, isFixed }) {
    const input = isLong ? make("textarea", { rows: 1 }) : make("input", { type: format === "date" ? "date" : "text" });
    input.spellcheck = Boolean(isLong);
    input.autocomplete = "off";
    const { pen, path, save, isLate } = this.place;
    this.#shared = new SharedText(input, save || pen.isWhole ? undefined : pen.textAt(path));
    input.addEventListener(isLate ? "change" : "input", () => this.#write());
    return this.take(input, { isFixed });
  }

  update(value) {
    const isKept = this.place.isLate && document.activeElement === this.input;
    if (isKept || (this.#isWhole && this.isAhead)) return;
    const isNew = this.#isWhole || typeof value !== "string";
    this.#known = value ?? undefined;
    if (isNew) this.#shared.show(this.#known);
    else this.#shared.meet(this.#known);
  }

  /** Whether it is written as a whole: a member of the element, or a text that is not there yet. */
  get #isWhole() {
    return this.place.save !== undefined || this.#known === undefined || this.place.pen.isWhole;
  }

  /** What is stored where a text is written as a whole. */
  whole(text) {
    return text;
  }

  #write() {
    if (this.#isWhole) this.save(this.whole(this.input.value));
    else this.#shared.write();
  }
}

/** A text with marks: typing keeps them, and how it reads is shown below. */
export class RichField extends TextField {
  #value = { runs: [] };

  build({ isFixed }) {
    this.preview = make("div", { className: "preview", ariaHidden: "true" });
    const input = super.build({ isLong: true, isFixed });
    this.bar = markBar(input, (name, from, to) => this.#mark(name, from, to));
    return make("div", {}, input, this.bar, this.preview);
  }

  set isFixed(isFixed) {
    super.isFixed = isFixed;
    for (const button of this.bar.children) button.disabled = isFixed;
  }

  whole(text) {
    return { ...this.#value, text };
  }

  /** Marks letters; what is typed and not known yet has other places. */
  #mark(name, from, to) {
    if (this.#value.text === this.input.value) this.save({ ...this.#value, runs: toggled(this.#value.runs, name, from, to) });
  }

  update(value) {
    this.preview.replaceChildren(...(value ? marked(value) : []));
    this.preview.hidden = !value?.runs.length;
    this.#value = value ?? { runs: [] };
    super.update(value?.text);
  }
}

/** A rich text as elements: a span for each stretch of equal marks. */
export function marked({ text, runs }) {
  const letters = [...text];
  const ends = runs.flatMap(({ from, to }) => [from, to]).filter((at) => at > 0 && at < letters.length);
  const stops = [...new Set([0, ...ends, letters.length])].sort((one, other) => one - other);
  return stops.slice(0, -1).map((from, index) => {
    const on = runs.filter((run) => run.from <= from && run.to > from);
    const has = (name) => on.some((run) => run[name]);
    const marks = ["bold", "italic", "underline", "strike", "code", "link"].filter(has);
    return make("span", { className: marks.join(" "), textContent: letters.slice(from, stops[index + 1]).join("") });
  });
}

export class NumberField extends Field {
  build({ isInteger, least, most, isFixed }) {
    const input = make("input", { type: "number", step: isInteger ? "1" : "any", inputMode: isInteger ? "numeric" : "decimal" });
    if (least !== undefined) input.min = least;
    if (most !== undefined) input.max = most;
    input.addEventListener(this.place.isLate ? "change" : "input", () => {
      if (input.validity.badInput) return this.report([]);
      this.save(input.value === "" ? undefined : Number(input.value));
    });
    return this.take(input, { isFixed });
  }

  /** What is no number yet is said, whatever is wrong with the one before. */
  report(messages) {
    super.report(this.input?.validity.badInput ? ["This is not a number"] : messages);
  }

  update(value) {
    // Half a number stays as it is typed.
    if (this.isAhead || (this.input.validity.badInput && document.activeElement === this.input)) return;
    // Another spelling of the same number stays as it is typed.
    const isSame = this.input.value !== "" && Number(this.input.value) === value;
    if (!isSame) this.input.value = value ?? "";
  }
}

/** Two lengths, a width and a height, as a list; undefined where one is taken away. `place.usual` is what is there without them. */
export class SizeField extends Field {
  build() {
    const { title, usual = [] } = this.place;
    this.sides = ["width", "height"].map((side, index) => {
      return make("input", { type: "number", min: 1, step: "any", ariaLabel: `${title}, ${side}`, placeholder: usual[index] ?? "", onchange: ({ target }) => this.#write(target) });
    });
    return make("span", { className: "cells" }, this.take(this.sides[0]), "×", this.sides[1]);
  }

  #write({ value }) {
    this.save(value ? this.sides.map(({ value, placeholder }) => Number(value || placeholder)) : undefined);
  }

  update(lengths) {
    this.sides.forEach((input, index) => (input.value = lengths?.[index] ?? ""));
  }

  set isFixed(isFixed) {
    for (const input of this.sides) input.disabled = isFixed;
  }
}

export class BooleanField extends Field {
  build({ isFixed }) {
    const input = make("input", { type: "checkbox", className: "toggle" });
    input.addEventListener("change", () => this.save(input.checked));
    return this.take(input, { isFixed });
  }

  update(value) {
    if (!this.isAhead) this.input.checked = value === true;
  }
}

export class ChoiceField extends Field {
  #options = [];

  build({ isFixed }) {
    const input = make("select");
    input.addEventListener("change", () => this.save(this.#options[input.selectedIndex]?.value));
    return this.take(input, { isFixed });
  }

  update(value, { options }) {
    const key = JSON.stringify(value);
    const shown = [...options];
    const isKnown = options.some((option) => JSON.stringify(option.value) === key);
    if (value === undefined || !(this.place.isRequired || this.place.isSet)) shown.unshift({ value: undefined, title: this.place.absent ?? "–" });
    if (value !== undefined && !isKnown) shown.push({ value, title: typeof value === "string" ? value : key });
    if (JSON.stringify(shown) !== JSON.stringify(this.#options)) {
      this.#options = shown;
      this.input.replaceChildren(...shown.map(({ value, title }) => make("option", { value: value ?? "", textContent: title })));
    }
    this.input.selectedIndex = shown.findIndex((option) => JSON.stringify(option.value) === key);
  }
}

export class FixedField extends Field {
  build({ schema }) {
    this.fixed = schema.const;
    return this.take(make("input", { type: "text", readOnly: true }));
  }

  update(value) {
    this.input.value = JSON.stringify(value ?? this.fixed);
  }
}

export class JSONField extends Field {
  build({ isFixed }) {
    const input = make("textarea", { rows: 1, spellcheck: false, className: "code" });
    input.addEventListener("change", () => {
      try {
        this.save(input.value.trim() === "" ? undefined : JSON.parse(input.value));
      } catch {
        this.report(["This is not JSON"]);
      }
    });
    return this.take(input, { isFixed });
  }

  update(value) {
    if (document.activeElement === this.input) return;
    this.input.value = value === undefined ? "" : JSON.stringify(value, null, 2);
  }
}

/** By mark: what it is called, what its button shows, and the letter that sets it with control. */
const MARKS = {
  bold: ["Bold", "B", "b"], italic: ["Italic", "I", "i"], underline: ["Underlined", "U", "u"], strike: ["Struck through", "S"], code: ["Code", "</>"],
};

/** A row of buttons for a field; `mark(name, from, to)` hears of the letters that are selected, in Unicode scalars. */
function markBar(field, mark) {
  const press = (name) => {
    const [from, to] = [field.selectionStart, field.selectionEnd].map((unit) => [...field.value.slice(0, unit)].length);
    if (from < to) mark(name, from, to);
  };
  const buttons = Object.entries(MARKS).map(([name, [title, textContent, letter]]) => {
    const keys = letter ? ` (Ctrl ${letter.toUpperCase()})` : "";
    // The field keeps its selection.
    const onpointerdown = (event) => event.preventDefault();
    return pressed(textContent, () => press(name), { className: `small ${name}`, title: `${title}${keys}`, ariaLabel: title, onpointerdown });
  });
  field.addEventListener("keydown", (event) => {
    const found = Object.entries(MARKS).find(([, [, , letter]]) => letter && letter === event.key.toLowerCase());
    if (!found || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    press(found[0]);
  });
  return make("div", { className: "marks", role: "group", ariaLabel: "Marks of what is selected" }, ...buttons);
}

/** The runs of a text with a mark on a stretch, or without it if all of the stretch has it. */
function toggled(runs, name, from, to) {
  const places = Array.from({ length: to - from }, (_, index) => from + index);
  const isAll = places.every((at) => runs.some((run) => run[name] && run.from <= at && run.to > at));
  const parts = runs.flatMap((run) => {
    if (!run[name] || run.to <= from || run.from >= to) return [run];
    const { [name]: _, ...others } = run;
    const inside = { ...others, from: Math.max(run.from, from), to: Math.min(run.to, to) };
    const isMarked = Object.keys(others).length > 2;
    return [{ ...run, to: from }, ...(isMarked ? [inside] : []), { ...run, from: to }].filter((part) => part.from < part.to);
  });
  return [...parts, ...(isAll ? [] : [{ from, to, [name]: true }])].sort((one, other) => one.from - other.from || one.to - other.to);
}
