// What keys do, read from what is bound to them: in the server, in the document, in the page.

import { iconButton, make } from "./elements.js";
import { hears } from "./dialogs.js";
import { isMac, keysOf } from "./chords.js";
import { pageChords } from "./shortcuts.js";
import { spelled } from "./types.js";

/** Commands by section, with what they are called where their name does not say it. */
const SECTIONS = {
  File: {
    open: "Open", save: "Save", saveAs: "Save as",
  },
  Edit: {
    replace: "Replace", undo: "Undo", redo: "Redo", cut: "Cut", copy: "Copy", paste: "Paste", duplicate: "Duplicate", delete: "Delete",
    rename: "Rename", add: "Add a node", properties: "Properties", connect: "Connect, then the next handle",
  },
  "Select and move": {
    selectAll: "Select all", select: "Select the focused", toggleSelection: "Add to the selection",
    nudgeLeft: "Move left", nudgeRight: "Move right", nudgeUp: "Move up", nudgeDown: "Move down",
    nudgeLeftFar: "Move far left", nudgeRightFar: "Move far right", nudgeUpFar: "Move far up",
    nudgeDownFar: "Move far down", cancel: "Give up, then select nothing",
  },
  Groups: {
    group: "Group", ungroup: "Ungroup", collapse: "Collapse or expand", fitGroup: "Fit a group to its content",
  },
  Arrange: {
    bringToFront: "Bring to front", bringForward: "Bring forward", sendBackward: "Send backward",
    sendToBack: "Send to back", toggleLocked: "Lock or unlock",
  },
  "Go from node to node": {
    focusNext: "Next", focusPrevious: "Previous", focusLeft: "To the left", focusRight: "To the right", focusUp: "Up",
    focusDown: "Down", focusDownstream: "Along a connection", focusUpstream: "Against a connection",
    focusNextSibling: "Next beside", focusPreviousSibling: "Previous beside", focusEdge: "Onto the connection",
  },
  View: {
    find: "Find", zoomIn: "Zoom in", zoomOut: "Zoom out", fit: "Show everything", menu: "Menu", settings: "Settings", layout: "Lay out",
    nextProblem: "Next problem", previousProblem: "Previous problem",
    help: "This help",
  },
};

/** What a mouse does while keys are held. */
const POINTER = [
  ["alt", "drag of a node", "Copy"], ["shift", "drag of the canvas", "Add with a rectangle"],
  ["alt", "drag of the canvas", "Cut connections"], ["mod", "wheel", "Zoom"], ["Space", "drag", "Move the view"],
];

export class Help {
  #session;
  #dialog;
  #lists;

  constructor(session) {
    this.#session = session;
    const close = iconButton("close", "Close", { onclick: () => this.#dialog.close() });
    this.#lists = make("div", { className: "lists" });
    const head = make("header", {}, make("h2", { id: "helpTitle", textContent: "Keys" }), close);
    const attributes = { "aria-labelledby": "helpTitle" };
    this.#dialog = make("dialog", { id: "help", attributes }, head, this.#lists);
    hears(this.#dialog);
    this.#dialog.addEventListener("keydown", (event) => {
      if (event.key === "?") this.#dialog.close();
    });
    document.body.append(this.#dialog);
  }

  show = () => {
    this.#lists.replaceChildren(...this.#sections());
    this.#dialog.showModal();
  };

  #sections() {
    const chords = this.#chords();
    const known = Object.entries(SECTIONS).map(([title, commands]) => {
      return section(title, Object.entries(commands).flatMap(([command, name]) => rowOf(name, chords.get(command))));
    });
    const names = new Set(Object.values(SECTIONS).flatMap((commands) => Object.keys(commands)));
    const others = [...chords].filter(([command]) => !names.has(command));
    const more = section("More", others.flatMap(([command, bound]) => rowOf(spelled(command), bound)));
    const pointer = section("Mouse", POINTER.map(([modifier, what, does]) => {
      return row(does, [[...keysOf(modifier === "Space" ? modifier : `${modifier}+x`).slice(0, 1).map(key), ` ${what}`]]);
    }));
    return [...known, more, pointer].filter(Boolean);
  }

  /** The chords of each command. What the document binds is not the page's. */
  #chords() {
    const { keys } = this.#session;
    const found = new Map();
    const server = keys.entries;
    const isFree = ([chord]) => !keys.isOwn(chord);
    for (const [chord, command] of [...server, ...pageChords().filter(isFree)]) {
      const known = found.get(command) ?? [];
      if (!known.includes(chord)) found.set(command, [...known, chord]);
    }
    return found;
  }
}

function section(title, rows) {
  return rows.length === 0 ? null : make("section", {}, make("h3", { textContent: title }), make("dl", {}, ...rows));
}

function rowOf(name, chords) {
  if (!chords) return [];
  return [row(name, chords.map((chord) => keysOf(chord).flatMap((text, at) => (at && !isMac() ? [" ", key(text)] : [key(text)]))))];
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
