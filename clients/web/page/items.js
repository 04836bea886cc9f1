// A list in a form: its items can be changed, moved by a handle or by keys, added and removed.

import { ICONS } from "./theme.js";
import { say } from "./announcer.js";
import { Field } from "./fields.js";
import { canvas, icon, iconButton, make } from "./elements.js";
import { fieldOf } from "./form.js";
import { below, isObject } from "./pointer.js";
import { blank, describe } from "./schema.js";

export class ListField extends Field {
  #items = [];
  #values = [];
  #list;
  #schema;

  build() {
    this.#list = make("ul", { className: "items" });
    const about = { type: "button", className: "add", ariaLabel: `Add to ${this.place.title}`, onclick: () => this.#insert() };
    this.add = make("button", about, icon(ICONS.plus), "Add");
    this.#list.ariaLabel = this.place.title;
    return make("div", {}, this.#list, this.take(this.add));
  }

  update(value, { item: schema }) {
    this.#values = Array.isArray(value) ? value : [];
    this.#schema = schema;
    const hadFocus = this.#list.contains(document.activeElement);
    while (this.#items.length > this.#values.length) this.#items.pop().element.remove();
    if (hadFocus && !this.#list.contains(document.activeElement)) this.add.focus();
    for (const [index, one] of this.#values.entries()) this.#show(index, one);
  }

  show(problems) {
    const own = [];
    const inside = this.#items.map(() => []);
    for (const { steps: [step, ...steps], message } of problems) {
      if (inside[step]) inside[step].push({ steps, message });
      else own.push({ message });
    }
    this.#items.forEach(({ field }, index) => field.show(inside[index]));
    super.show(own);
  }

  set isFixed(isFixed) {
    for (const { field } of this.#items) field.isFixed = isFixed;
    for (const control of this.element.querySelectorAll("button")) control.disabled = isFixed;
  }

  /** What the type says of the list, if handles are made of it. */
  get #own() {
    const lists = this.place.owner?.type?.handlesFrom ?? [];
    return Array.isArray(lists) ? lists.find(({ path }) => path === this.place.path) : undefined;
  }

  /** The member by which handles and edges know an item. */
  get #idMember() {
    return this.#own && (this.#own.idMember ?? "id");
  }

  #show(index, value) {
    const { root, pen, path, owner } = this.place;
    const description = describe(this.#schema, root, value);
    let item = this.#items[index];
    if (item?.field.kind !== description.kind) {
      const place = {
        root, pen, owner, path: below(path, index), title: `Item ${index + 1}`, isBare: true, isItem: true,
        lateMember: this.#idMember, lineMember: this.#own?.labelMember,
      };
      const made = this.#made(index, fieldOf(description, place));
      if (item) item.element.replaceWith(made.element);
      else this.#list.append(made.element);
      item = this.#items[index] = made;
    }
    item.field.update(value, description);
    item.field.mark(value);
    const name = nameOf(value, index);
    item.grip.ariaLabel = `Move ${name}`;
    item.remove.ariaLabel = item.remove.title = `Remove ${name}`;
  }

  #made(index, field) {
    const grip = make("button", { type: "button", className: "grip", title: "Drag, or arrow keys, to move" }, icon(ICONS.grip));
    const remove = iconButton("minus", "Remove", { className: "small", onclick: () => this.#remove(index) });
    const element = make("li", {}, grip, field.element, remove);
    element.addEventListener("keydown", (event) => this.#continue(event, index));
    grip.addEventListener("keydown", (event) => this.#key(event, index));
    grip.addEventListener("pointerdown", (event) => event.button === 0 && this.#drag(event, index));
    return { element, field, grip, remove };
  }

  /** Enter in a line of an item goes on with another one behind it; with control it ends. */
  #continue(event, index) {
    const isLine = event.target.matches("input[type=text]") && event.target.closest("li") === this.#items[index].element;
    if (event.key !== "Enter" || event.isComposing || !isLine) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey) canvas.focus();
    else this.#insert(index + 1);
  }

  #insert(at = this.#values.length) {
    const { pen, path, root } = this.place;
    pen.insert(path, this.#blank(root), at);
    this.#items[at]?.field.focus();
  }

  /** An item to begin with; where the schema says nothing, one like the last. */
  #blank(root) {
    const id = this.#idMember;
    const last = this.#values.at(-1);
    const item = isObject(this.#schema) || last === undefined ? blank(this.#schema, root) : alike(last);
    if (isObject(item) && id) delete item[id];
    return item;
  }

  #remove(index) {
    const { pen, path } = this.place;
    const name = nameOf(this.#values[index], index);
    pen.remove(path, index);
    say(`${name} removed`);
    (this.#items[Math.min(index, this.#items.length - 1)]?.remove ?? this.add).focus();
  }

  #move(index, to) {
    const { pen, path } = this.place;
    const name = nameOf(this.#values[index], index);
    if (to === index || to < 0 || to >= this.#values.length) return;
    pen.move(path, index, to);
    this.#items[to]?.grip.focus();
    say(`${name} moved to ${to + 1} of ${this.#values.length}`);
  }

  #key(event, index) {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: this.#values.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#move(index, to);
  }

  /** Carries an item along with a pointer; the others make room for it. */
  #drag(event, index) {
    event.preventDefault();
    const { grip, element } = this.#items[index];
    grip.focus({ focusVisible: false });
    grip.setPointerCapture(event.pointerId);
    element.classList.add("carried");
    const boxes = this.#items.map((item) => item.element.getBoundingClientRect());
    const step = boxes[index].height + 6;
    let to = index;
    const follow = ({ clientY }) => {
      const by = clientY - event.clientY;
      to = placeOf(boxes, index, by);
      this.#items.forEach((item, at) => {
        const shift = at === index ? by : at > index && at <= to ? -step : at < index && at >= to ? step : 0;
        item.element.style.transform = shift ? `translateY(${shift}px)` : "";
      });
    };
    const end = (isKept) => {
      listening.abort();
      element.classList.remove("carried");
      for (const item of this.#items) item.element.style.transform = "";
      if (isKept) this.#move(index, to);
    };
    const listening = new AbortController();
    const { signal } = listening;
    grip.addEventListener("pointermove", follow, { signal });
    grip.addEventListener("pointerup", () => end(true), { signal });
    grip.addEventListener("pointercancel", () => end(false), { signal });
    grip.addEventListener("keydown", (pressed) => {
      if (pressed.key !== "Escape") return;
      pressed.stopImmediatePropagation();
      end(false);
    }, { signal, capture: true });
  }
}

/** Where an item comes to lie that is moved by a distance down. */
function placeOf(boxes, index, by) {
  const middle = (box) => box.top + box.height / 2;
  const at = middle(boxes[index]) + by;
  return boxes.filter((box, other) => other !== index && middle(box) < at).length;
}

/** An item of the same form without its contents. */
function alike(value) {
  if (Array.isArray(value)) return [];
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, alike(one)]));
  return { string: "", number: 0, boolean: false }[typeof value] ?? null;
}

function nameOf(value, index) {
  const texts = isObject(value) ? Object.entries(value).filter(([name]) => name !== "id").map(([, one]) => one) : [value];
  return texts.find((text) => typeof text === "string" && text) ?? `item ${index + 1}`;
}
