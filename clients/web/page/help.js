// What keys do, read from what is bound to them: in the server, in the document, in the page.

import { iconButton, make } from "./elements.js";
import { hears } from "./dialogs.js";
import { isMac, keysOf } from "./chords.js";
import { pageChords } from "./shortcuts.js";
import { spelled } from "./types.js";

/** Commands by section. */
const SECTIONS = {
  File: ["open", "save", "saveAs"],
  Edit: ["replace", "undo", "redo", "cut", "copy", "paste", "duplicate", "delete", "rename", "add", "properties", "connect"],
  "Select and move": [
    "selectAll", "select", "toggleSelection", "nudgeLeft", "nudgeRight", "nudgeUp", "nudgeDown",
    "nudgeLeftFar", "nudgeRightFar", "nudgeUpFar", "nudgeDownFar", "cancel",
  ],
  Groups: ["group", "ungroup", "collapse", "fitGroup"],
  Arrange: ["bringToFront", "bringForward", "sendBackward", "sendToBack", "toggleLocked"],
  "Go from node to node": [
    "focusNext", "focusPrevious", "focusLeft", "focusRight", "focusUp", "focusDown", "focusDownstream", "focusUpstream",
    "focusNextSibling", "focusPreviousSibling", "focusEdge",
  ],
  View: ["find", "zoomIn", "zoomOut", "fit", "menu", "settings", "layout", "nextProblem", "previousProblem", "help"],
};

/** What commands are called whose names do not say it. */
const NAMES = {
  __proto__: null,
  add: "Add a node", connect: "Connect, then the next handle", select: "Select the focused", toggleSelection: "Add to the selection",
  nudgeLeft: "Move left", nudgeRight: "Move right", nudgeUp: "Move up", nudgeDown: "Move down", nudgeLeftFar: "Move far left",
  nudgeRightFar: "Move far right", nudgeUpFar: "Move far up", nudgeDownFar: "Move far down", cancel: "Give up, then select nothing",
  collapse: "Collapse or expand", fitGroup: "Fit a group to its content", toggleLocked: "Lock or unlock", focusNext: "Next",
  focusPrevious: "Previous", focusLeft: "To the left", focusRight: "To the right", focusUp: "Up", focusDown: "Down",
  focusDownstream: "Along a connection", focusUpstream: "Against a connection", focusNextSibling: "Next beside",
  focusPreviousSibling: "Previous beside", focusEdge: "Onto the connection", fit: "Show everything", layout: "Lay out", help: "This help",
};

/** What a mouse does while keys are held. */
const POINTER = [
  ["alt", "drag of a node", "Copy"], ["shift", "drag of the canvas", "Add with a rectangle"],
  ["alt", "drag of the canvas", "Cut connections"], ["mod", "wheel", "Zoom"], ["Space", "drag", "Move the view"],
];

export class Help {
  #session;
  #lists = make("div", { className: "lists" });
  #dialog;

  constructor(session) {
    this.#session = session;
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
    const known = Object.entries(SECTIONS).map(([title, commands]) => {
      return section(title, commands.flatMap((command) => rowOf(command, chords.get(command))));
    });
    const listed = new Set(Object.values(SECTIONS).flat());
    const others = [...chords].filter(([command]) => !listed.has(command));
    const more = section("More", others.flatMap(([command, bound]) => rowOf(command, bound)));
    const pointer = section("Mouse", POINTER.map(([modifier, what, does]) => {
      return row(does, [[...keysOf(modifier === "Space" ? modifier : `${modifier}+x`).slice(0, 1).map(key), ` ${what}`]]);
    }));
    return [...known, more, pointer].filter(Boolean);
  }

  /** The chords of each command. What the document binds is not the page's. */
  #chords() {
    const { keys } = this.#session;
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
  return [row(NAMES[command] ?? spelled(command), chords.map((chord) => keysOf(chord).flatMap((text, at) => (at && !isMac() ? [" ", key(text)] : [key(text)]))))];
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
