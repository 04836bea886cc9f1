// A panel with the settings that people change by hand: of the document, as the server has them, and those of this window alone.

import { FloatingPanel } from "./floating.js";
import { fieldOf } from "./form.js";
import { make, pressed } from "./elements.js";
import { ownOf } from "./pointer.js";
import { ownName } from "./others.js";
import { choices, describe } from "./schema.js";
import SECTIONS from "./settings.json" with { type: "json" };
import LOOK from "./lines.json" with { type: "json" };
import { session } from "./session.js";

/** The sections that are shown when they are opened. */
const FOLDED = ["Lines", "This window"];
/** The one that is about this window alone. */
const OWN = "This window";

/** What a setting is by its kind in the table: one of those, or one of some texts. */
const KINDS = { __proto__: null, yes: { kind: "boolean" }, cells: { kind: "size" }, length: { kind: "number", least: 0, most: 1000 }, form: describe(choices(LOOK.forms)) };

export class Settings {
  #panel;
  #controls = [];

  constructor(others) {
    const reset = pressed("Use the defaults", () => this.#reset(), { className: "quiet" });
    const save = (title) => session.askEdit("Title", "document/apply", { change: { content: title.trim() ? { set: { title: title.trim() } } : { set: {}, unset: ["title"] } } });
    const heading = fieldOf({ kind: "text" }, { path: "title", title: "Title", isLate: true, save });
    this.#controls.push(() => heading.update(session.title));
    const sections = Object.entries(SECTIONS).map(([title, rows]) => this.#section(title, rows));
    const about = { id: "settings", title: "Settings of the document", close: "Close the settings" };
    this.#panel = new FloatingPanel(about, () => this.refresh(), ...sections, heading.element, reset);
    this.#shareBefore(reset, others);
  }

  toggle = () => this.#panel.toggle();

  refresh() {
    for (const show of this.#controls) show();
    for (const control of this.#panel.element.querySelectorAll("input:not(#ownName, .own *), select:not(.own *), .quiet")) {
      control.disabled = session.isReadOnly;
    }
  }

  #section(title, rows) {
    const controls = rows.map((row) => this.#row(...row));
    if (FOLDED.includes(title)) return make("details", { className: title === OWN ? "own" : "" }, make("summary", { textContent: title }), ...controls);
    return make("fieldset", {}, make("legend", { textContent: title }), ...controls);
  }

  /** What the other windows call this one's user; it is no setting of the document. */
  #shareBefore(reset, others) {
    const input = make("input", { type: "text", id: "ownName", maxLength: 40, placeholder: "Guest", autocomplete: "off" });
    input.addEventListener("change", () => others.rename(input.value.trim()));
    const name = make("label", { className: "field" }, make("span", { textContent: "Your name in other windows" }), input);
    const section = make("fieldset", {}, make("legend", { textContent: "Sharing" }), name);
    this.#controls.push(() => {
      if (session.isShared) reset.before(section);
      input.value = ownName();
    });
  }

  #row(name, title, kind) {
    const description = KINDS[kind] ?? describe(choices(kind));
    // A field that is emptied is as if nothing was ever set.
    const field = fieldOf(description, { path: name, title, isSet: true, isLate: true, save: (value) => this.#update(name, value ?? null) });
    this.#controls.push(() => {
      const value = session.setting(name);
      field.update(ownOf(LOOK.aliases, value) ?? value, description);
    });
    return field.element;
  }

  async #update(name, value) {
    const isOwn = SECTIONS[OWN].some(([one]) => one === name);
    const done = isOwn ? await session.hold({ [name]: value }) : await session.askDocument("settings/update", { patch: { [name]: value } });
    // What was refused is shown as it is.
    if (!done) this.refresh();
  }

  async #reset() {
    await session.hold(Object.fromEntries(SECTIONS[OWN].map(([name]) => [name, null])));
    this.refresh();
    const names = Object.values(SECTIONS).flat().map(([name]) => name);
    const own = names.filter((name) => session.settings[name] !== undefined);
    if (own.length === 0) return;
    await session.askDocument("settings/update", { patch: Object.fromEntries(own.map((name) => [name, null])) });
  }
}
