// A bar that finds nodes and connections as one types, goes from one to the next, and replaces what was found.

import { icon, iconButton, make, pressed } from "./elements.js";
import { ICONS } from "./theme.js";
import { counted, say } from "./announcer.js";
import { find, goTo, placesOf, previewOf, replaceAt } from "./search.js";
import { hide } from "./controls.js";
import { repeated } from "./repeated.js";
import { session } from "./session.js";

const FIELD = {
  id: "findText", type: "text", role: "combobox", placeholder: "Find nodes and connections", autocomplete: "off",
  spellcheck: false,
  attributes: {
    "aria-expanded": "false", "aria-controls": "found", "aria-autocomplete": "list", "aria-label": "Find nodes and connections",
  },
};

export class Find {
  #bar;
  #input;
  #count;
  #list;
  #found = [];
  #next = undefined;
  /** The place in `#found` of what is shown; −1 before the first. */
  #at = -1;
  #text = "";
  /** What replaces it, and its row. */
  #other = make("input", { id: "replaceText", type: "text", placeholder: "Replace with", ariaLabel: "Replace with", autocomplete: "off", spellcheck: false });
  #replacing;

  constructor() {
    this.#input = make("input", FIELD);
    this.#count = make("output", { id: "findCount", attributes: { "aria-live": "polite" } });
    this.#list = make("div", { id: "found", role: "listbox", ariaLabel: "Found", hidden: true });
    const buttons = [
      ["rename", "Replace", () => this.#setReplacing(this.#replacing.hidden)],
      ["previous", "Previous (Shift Enter)", () => this.#go(-1)], ["next", "Next (Enter)", () => this.#go(1)],
      ["close", "Close (Esc)", () => hide(this.#bar)],
    ].map(([name, title, onclick]) => iconButton(name, title, { onclick }));
    const row = make("div", { className: "row" }, icon(ICONS.find), this.#input, this.#count, ...buttons);
    const replace = pressed("Replace", () => this.#replace(Math.max(0, this.#at)));
    this.#replacing = make("div", { className: "row", hidden: true }, this.#other, replace, pressed("Replace all", () => this.#replace()));
    this.#bar = make("div", { id: "find", className: "panel", role: "search", hidden: true }, row, this.#replacing, this.#list);
    this.#other.addEventListener("input", () => this.refresh());
    this.#input.addEventListener("input", () => this.refresh());
    this.#bar.addEventListener("keydown", (event) => this.#press(event));
    document.body.append(this.#bar);
  }

  #setReplacing(isReplacing) {
    this.#replacing.hidden = !isReplacing || session.isReadOnly;
    (this.#replacing.hidden ? this.#input : this.#other).focus();
    this.refresh();
  }

  async #replace(index) {
    if (this.#text !== this.#input.value) await this.refresh();
    const places = index === undefined ? this.#found : this.#found.slice(index, index + 1);
    if (places.length === 0) return session.refuse("nothing is found that could be replaced");
    if (!(await replaceAt(places, this.#text, this.#other.value))) return;
    say(`Replaced in ${counted(places.length, "place")}`);
    await this.refresh();
  }

  /** The places in which the text can be replaced, with how they would read. */
  async #places(text) {
    const places = await placesOf(text);
    return { found: places.map((place) => ({ ...place, detail: previewOf(place, this.#other.value) })) };
  }

  replace = () => {
    this.show();
    this.#setReplacing(true);
    if (!this.#input.value) this.#input.focus();
  };

  show = () => {
    this.#bar.hidden = false;
    this.#input.focus();
    this.#input.select();
    this.refresh();
  };

  /** Looks for the text again: it, or the document, is another one. */
  refresh = repeated(async () => {
    if (this.#bar.hidden) return;
    const text = this.#input.value;
    try {
      let { found, next } = !text.trim() ? { found: [] } : this.#replacing.hidden ? await find(text) : await this.#places(text);
      // As many as there were: what is shown may be on a later page.
      while (next && found.length < this.#found.length) {
        const page = await find(text, next);
        [found, next] = [[...found, ...page.found], page.next];
      }
      // What is shown stays so where it is still found; it may have changed meanwhile.
      const shown = this.#found[this.#at];
      const isShown = ({ kind, id, path }) => kind === shown?.kind && id === shown.id && (this.#replacing.hidden || path === shown.path);
      [this.#found, this.#next, this.#text, this.#at] = [found, next, text, found.findIndex(isShown)];
      this.#showFound();
    } catch (refusal) {
      [this.#found, this.#next, this.#text, this.#at] = [[], undefined, text, -1];
      this.#showFound(refusal.message);
    }
  });

  #press(event) {
    // What is typed here is not for the graph.
    event.stopPropagation();
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "f") {
      event.preventDefault();
      return this.#input.select();
    }
    if (event.target === this.#other && event.key === "Enter") {
      event.preventDefault();
      return event.ctrlKey || event.metaKey ? this.#replace() : this.#replace(Math.max(0, this.#at));
    }
    const isButton = event.target.closest("button") !== null;
    const by = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") hide(this.#bar);
    else if (by && !isButton) this.#go(by);
    else return undefined;
    return event.preventDefault();
  }

  /** Goes so many on, round the end, and shows what is there. */
  async #go(by) {
    if (this.#text !== this.#input.value) await this.refresh();
    if (this.#found.length === 0) return;
    if (by > 0 && this.#at + by >= this.#found.length && this.#next) await this.#more();
    const from = this.#at < 0 && by < 0 ? 0 : this.#at;
    await this.#choose((from + by + this.#found.length) % this.#found.length);
  }

  async #more() {
    const after = this.#next;
    const { found, next } = await find(this.#text, after);
    // Another search, or another press, was faster.
    if (this.#next !== after) return;
    this.#found.push(...found);
    this.#next = next;
    this.#showFound();
  }

  async #choose(index) {
    this.#at = index;
    const { kind, id } = this.#found[index];
    this.#mark();
    const around = await goTo(kind, id);
    if (this.#at === index) this.#mark(around);
  }

  #showFound(problem = "") {
    const rows = this.#found.map((found, index) => this.#row(found, index));
    this.#list.replaceChildren(...rows);
    this.#list.hidden = rows.length === 0;
    this.#input.ariaExpanded = rows.length > 0;
    this.#mark("", problem);
  }

  #row({ kind, name, detail, type }, index) {
    const { types } = session;
    const tile = icon(kind === "edge" ? ICONS.edge : types.icon(type));
    const texts = [make("b", { textContent: name }), make("small", { textContent: detail })];
    const row = make("div", { id: `found-${index}`, role: "option", ariaSelected: false }, tile, ...texts);
    // The focus stays in the field.
    row.addEventListener("pointerdown", (event) => event.preventDefault());
    row.addEventListener("click", () => this.#choose(index));
    return row;
  }

  /** Shows which of how many it is; `around` is what it was found in, if it cannot be seen itself. */
  #mark(around = "", problem = "") {
    for (const old of this.#list.querySelectorAll('[aria-selected="true"]')) old.ariaSelected = false;
    const row = this.#list.children[this.#at];
    if (row) {
      row.ariaSelected = true;
      row.scrollIntoView({ block: "nearest" });
      this.#input.setAttribute("aria-activedescendant", row.id);
    } else {
      this.#input.removeAttribute("aria-activedescendant");
    }
    const many = `${this.#found.length}${this.#next ? "+" : ""}`;
    const counted = this.#at < 0 ? (this.#found.length ? `${many} found` : "Nothing found") : `${this.#at + 1} of ${many}`;
    this.#count.textContent = problem || (this.#text.trim() ? [counted, around].filter(Boolean).join(", ") : "");
  }
}
