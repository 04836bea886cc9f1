// What keys do, read from what is bound to them: in the server, in the document, in the page.

import { iconButton, make } from "./elements.js";
import { hears } from "./floating.js";
import { isMac, keysOf } from "./chords.js";
import { ownOf } from "./pointer.js";
import { pageChords } from "./shortcuts.js";
import { spelled } from "./types.js";
/** By section the commands, what those are called whose names do not say it, and what a mouse does while keys are held. */
import COMMANDS from "./commands.json" with { type: "json" };
import { session } from "./session.js";

export class Help {
  #lists = make("div", { className: "lists" });
  #dialog;

  constructor() {
    const close = iconButton("close", "Close", { onclick: () => this.#dialog.close() });
    const head = make("header", {}, make("h2", { id: "helpTitle", textContent: "Keys" }), close);
    this.#dialog = make("dialog", { id: "help", attributes: { "aria-labelledby": "helpTitle" } }, head, this.#lists);
    this.#dialog.addEventListener("keydown", (event) => event.key === "?" && this.#dialog.close());
    hears(this.#dialog);
    document.body.append(this.#dialog);
  }

  show = () => {
    this.#lists.replaceChildren(...this.#sections());
    this.#dialog.showModal();
  };

  #sections() {
    const chords = this.#chords();
    const known = Object.entries(COMMANDS.sections).map(([title, commands]) => {
      return section(title, commands.flatMap((command) => rowOf(command, chords.get(command))));
    });
    const listed = new Set(Object.values(COMMANDS.sections).flat());
    const others = [...chords].filter(([command]) => !listed.has(command));
    const more = section("More", others.flatMap(([command, bound]) => rowOf(command, bound)));
    const pointer = section("Mouse", COMMANDS.mouse.map(([modifier, what, does]) => {
      return row(does, [[...keysOf(modifier === "Space" ? modifier : `${modifier}+x`).slice(0, 1).map(key), ` ${what}`]]);
    }));
    return [...known, more, pointer].filter(Boolean);
  }

  /** The chords of each command. What the document binds is not the page's. */
  #chords() {
    const { keys } = session;
    const all = [...keys.entries, ...pageChords().filter(([chord]) => !keys.isOwn(chord))];
    const chordsOf = (name) => [...new Set(all.filter(([, command]) => command === name).map(([chord]) => chord))];
    return new Map(all.map(([, command]) => [command, chordsOf(command)]));
  }
}

function section(title, rows) {
  return rows.length === 0 ? null : make("section", {}, make("h3", { textContent: title }), make("dl", {}, ...rows));
}

function rowOf(command, chords) {
  if (!chords) return [];
  return [row(ownOf(COMMANDS.names, command) ?? spelled(command), chords.map((chord) => keysOf(chord).flatMap((text, at) => (at && !isMac() ? [" ", key(text)] : [key(text)]))))];
}

/** What something is called, and one or more ways to do it. */
function row(name, ways) {
  const described = ways.map((way) => make("span", {}, ...way));
  const or = () => make("i", { textContent: "or" });
  const all = described.flatMap((way, at) => (at ? [" ", or(), " ", way] : [way]));
  return make("div", {}, make("dt", { textContent: name }), make("dd", {}, ...all));
}

function key(text) {
  return make("kbd", { textContent: text });
}
