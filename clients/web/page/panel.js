// The panel beside the graph: what is selected, to be read and edited.

import { countedAll } from "./announcer.js";
import { store, stored } from "./storage.js";
import { ICONS } from "./theme.js";
import { hide } from "./controls.js";
import { walk } from "./commands.js";
import { canvas, icon, make, pressed, radios } from "./elements.js";
import { freeArea, isNarrow } from "./margins.js";
import { nameAt, nameOf } from "./node-texts.js";
import { onScreen, shared } from "./rects.js";
import { Run } from "./runs.js";
import { SeveralSheet } from "./several.js";
import { EdgeSheet, NodeSheet } from "./sheets.js";
import { Subject } from "./content.js";
import { session } from "./session.js";

/** Where the panel would cover what was pressed, it waits so long for a second press, in milliseconds. */
const DOUBLE = 350;

/** With less room than this beside the panel nothing is moved there, in points. */
const ROOM = 100;

/** So much of a node the panel may hide. */
const HIDDEN = 0.2;

/** What writes. */
const CONTROLS = "input, textarea, select, .data button, .notes button";

const NONE = {
  key: "none",
  element: make("div", { className: "sheet" }, make("p", { className: "help", textContent: "Select a node or a connection to see what it holds." })),
  focus() {},
};

/** What is shown of an element that `who` has removed while it was written here. It takes the focus, so that what is typed on goes nowhere. */
function goneSheet(who, onClose) {
  const text = make("p", { textContent: who ? `${who} has removed it.` : "It was removed." });
  const close = pressed("Close", onClose, { className: "add" });
  const element = make("div", { className: "sheet gone", tabIndex: -1, role: "alert" }, text, close);
  return { key: "gone", element, focus: () => element.focus() };
}

export class Panel {
  #theme;
  #subject;
  #sheet = null;
  #body = make("div", { className: "body" });
  #tile = make("span", { className: "tile" });
  #kind = make("small");
  #name = make("b");
  #fold = make("button", { type: "button", id: "foldPanel" }, icon(ICONS.properties));
  #press = { isDown: false, x: 0, y: 0, time: 0 };
  #isStale = false;
  /** Steps back and again that are on their way: what they remove no other window does. */
  #walks = 0;
  #others;
  /** What the sheet of a node asks for. */
  #hears;
  /** While a dialog runs. */
  #tab = "dialog";
  #tabs = radios("tab", "What the panel shows", { dialog: ["", "Dialog"], properties: ["", "Properties"] }, (tab) => this.#choose(tab));

  /** `commands` are those of the page: saving works from every field. `others` knows the other windows. */
  constructor(element, theme, commands, others) {
    this.element = element;
    this.#theme = theme;
    this.#others = others;
    this.#subject = new Subject(() => this.#show());
    const title = make("div", { className: "title" }, this.#kind, this.#name);
    element.append(make("header", {}, this.#tile, title, this.#fold), this.#tabs, this.#body);
    this.#tabs.className = "tabs";
    this.#fold.addEventListener("click", () => this.#setFolded(!this.isFolded));
    this.#setFolded((stored("panel") ?? (isNarrow() ? "folded" : "open")) === "folded", false);
    element.addEventListener("keydown", (event) => this.#key(event, commands));
    this.run = new Run(() => this.#showRun());
    this.#hears = { run: (id) => this.run.start(id), editType: (name) => commands.editType(name) };
    this.#watchPresses();
  }

  get isFolded() {
    return this.element.classList.contains("folded");
  }

  follow(frame) {
    this.run.follow(frame);
    if (frame.selection) this.#isStale = true;
    if (frame.update?.nodes) this.#sheet?.showGround?.();
    if (!this.#isStale || session.scene.state.gesture) return;
    this.#isStale = false;
    this.#subject.refresh();
  }

  /** The document may be edited, or no longer: what was made for the one is not for the other. */
  remake() {
    this.#sheet = null;
    this.renew();
  }

  /** Another document, other types or other colors. */
  renew() {
    document.getElementById("runBar").hidden = !session.types.areRun;
    this.#subject.refresh();
  }

  showValues() {
    this.#sheet?.showValue?.();
  }

  showNotes() {
    const { kind, id } = this.#subject;
    if (id !== undefined) this.#sheet?.showNotes?.(session.diagnostics.of(`${kind}s`, id));
    this.#fix();
  }

  async enter() {
    await this.#subject.refresh();
    if (!this.#isNeeded) return session.refuse("nothing is selected");
    for (const other of document.querySelectorAll(".floating")) other.hidden = true;
    this.#choose("properties");
    this.#setFolded(false);
    this.#reveal();
    return this.#sheet.focus();
  }

  get #isNeeded() {
    if (this.run.isOpen) return true;
    const { nodes, edges } = this.#subject.counts;
    return nodes + edges > 0 && this.#sheet !== null;
  }

  #showRun() {
    if (this.run.isOpen) this.#setFolded(false, false);
    this.#choose("dialog");
  }

  #choose(tab) {
    this.#tab = tab;
    this.#tabs.value = tab;
    this.#show();
  }

  /** Says of what is written here that others have removed it. What is typed on goes nowhere, until a press. */
  showRemoved(id) {
    const { scene } = session;
    const item = scene.nodes.get(id);
    if (item) this.#name.textContent = nameOf(session, item);
    this.#setFolded(false, false);
    this.#make(goneSheet(this.#others.remover(id), () => this.#hide()));
    this.element.hidden = false;
    this.#sheet.focus();
  }

  get #isGone() {
    return this.#sheet?.key === "gone";
  }

  /** Shows what is selected now, or the dialog that runs. */
  #show() {
    const isRun = this.run.isOpen;
    this.#tabs.hidden = !isRun;
    if (isRun) this.element.hidden = false;
    if (isRun && this.#tab === "dialog") return this.#showDialog();
    const { counts, element, kind, removed } = this.#subject;
    const total = counts.nodes + counts.edges;
    const isLost = total === 1 && !element;
    if (this.#isGone && (total === 0 || isLost)) return undefined;
    if (isLost && this.#body.contains(document.activeElement) && this.#walks === 0) return this.showRemoved(removed);
    if (total === 0 || isLost) return isRun ? this.#showNone() : this.#hide();
    const isOne = total === 1 && element;
    const isNode = isOne && kind === "node";
    const Kind = isNode ? NodeSheet : isOne ? EdgeSheet : SeveralSheet;
    const subject = isOne ? element : this.#subject;
    if (this.#sheet?.key !== Kind.keyOf(subject)) this.#make(new Kind(subject, this.#hears));
    else this.#sheet.update(subject);
    this.#showHead(isNode, isOne, element);
    this.showNotes();
    if (this.element.hidden) this.#appear();
    return undefined;
  }

  /** Nothing of a document that is only shown can be written. */
  #fix() {
    if (!session.isReadOnly) return;
    for (const control of this.#body.querySelectorAll(CONTROLS)) control.disabled = true;
  }

  #showDialog() {
    if (this.#sheet !== this.run) this.#make(this.run);
    const { state } = this.run.state;
    this.#head("Dialog", { choice: "Waits for a choice", input: "Waits for an answer", ended: "Has ended" }[state]);
  }

  #showNone() {
    if (this.#sheet !== NONE) this.#make(NONE);
    this.#head("Properties", "Nothing selected");
  }

  /** Shows what the panel is about, of a node with the icon of its type. */
  #head(kind, name, node) {
    const { types } = session;
    this.#tile.hidden = !node;
    if (node) {
      this.#tile.style.setProperty("--type", types.iconColor(node.type, this.#theme.colors));
      this.#tile.replaceChildren(icon(types.icon(node.type)));
    }
    this.#name.textContent = name;
    // A node without a name of its own is called by its type: once is enough.
    this.#kind.textContent = kind;
    this.#kind.hidden = kind === name;
  }

  #make(sheet) {
    const hadFocus = this.#body.contains(document.activeElement);
    const path = hadFocus ? document.activeElement.closest("[data-path]")?.dataset.path : undefined;
    this.#sheet = sheet;
    this.#body.replaceChildren(sheet.element);
    this.#body.scrollTop = 0;
    if (hadFocus) (this.#controlOf(path) ?? sheet).focus();
  }

  /** The control of the value at a path; undefined if there is none. */
  #controlOf(path) {
    const field = [...this.#body.querySelectorAll("[data-path]")].find((one) => one.dataset.path === path);
    return field?.querySelector(":is(input, textarea, select):not(:disabled)") ?? undefined;
  }

  #showHead(isNode, isOne, element) {
    if (isNode) return this.#head(element.type ? session.types.title(element.type) : "Node", nameOf(session, element), element);
    if (!isOne) return this.#head("Selected", countedAll(this.#subject.counts, ", "));
    const [from, to] = [element.source, element.target].map((id) => nameAt(session, id));
    return this.#head("Connection", element.label || `${from} → ${to}`);
  }

  #hide() {
    hide(this.element);
    this.#sheet = null;
    this.#body.replaceChildren();
  }

  /** Comes into sight, but not while something is dragged or where a second press may follow. */
  #appear() {
    const wait = this.#covers(this.#press) ? this.#press.time + DOUBLE - performance.now() : 0;
    if (this.#press.isDown) return;
    if (wait > 0) setTimeout(() => this.element.hidden && this.#isNeeded && this.#appear(), wait);
    else this.#reveal();
  }

  #reveal() {
    this.element.hidden = false;
    this.#uncover();
  }

  /** Whether a place on the screen is where the panel is when it is open. */
  #covers({ x, y }) {
    if (this.isFolded) return false;
    return isNarrow() ? y > innerHeight * 0.45 : x > innerWidth - 346 && y > 60;
  }

  /** Pans so far that the panel hides no large part of the node it is about. */
  #uncover() {
    const { scene } = session;
    const { nodes, counts } = this.#subject;
    const item = counts.nodes + counts.edges === 1 && scene.nodes.get(nodes[0]);
    if (!item || this.isFolded || scene.state.gesture || scene.state.editing) return;
    const { zoom } = scene.state.viewport;
    const seen = { ...onScreen(item, scene.state.viewport), width: item.width * zoom, height: item.height * zoom };
    const box = this.element.getBoundingClientRect();
    const hidden = shared(seen, box);
    if (!hidden || hidden.width * hidden.height < HIDDEN * seen.width * seen.height) return;
    const free = freeArea();
    if (Math.min(free.width, free.height) < ROOM) return;
    session.reveal({ nodes: [item.id] });
  }

  #setFolded(isFolded, isChosen = true) {
    this.element.classList.toggle("folded", isFolded);
    this.#fold.ariaExpanded = !isFolded;
    this.#fold.replaceChildren(icon(isFolded ? ICONS.properties : ICONS.close));
    this.#fold.title = this.#fold.ariaLabel = isFolded ? "Show properties" : "Hide properties";
    if (!isChosen) return;
    store("panel", isFolded ? "folded" : "open");
    if (!isFolded) this.#uncover();
  }

  #watchPresses() {
    const note = (isDown) => (event) => {
      if (this.element.contains(event.target)) return;
      if (isDown && this.#isGone) this.#hide();
      Object.assign(this.#press, { isDown, x: event.clientX, y: event.clientY, time: performance.now() });
      if (!isDown && this.element.hidden && this.#isNeeded) this.#appear();
    };
    addEventListener("pointerdown", note(true), true);
    addEventListener("pointerup", note(false), true);
    addEventListener("pointercancel", note(false), true);
  }

  /** Takes a step of this window back or again, and selects nothing: the panel stays with what it shows. */
  async #walk(way) {
    this.#walks += 1;
    await walk(way, { select: false });
    this.#walks -= 1;
  }

  /** Keys in the panel are its own, except those with which documents are saved and changes taken back. */
  #key(event, commands) {
    if (this.#isGone) return this.#swallow(event);
    const isCommand = event.ctrlKey || event.metaKey;
    const letter = event.key.toLowerCase();
    if (event.key === "Escape") canvas.focus();
    else if (isCommand && letter === "z") this.#walk(event.shiftKey ? "redo" : "undo");
    else if (isCommand && letter === "y") this.#walk("redo");
    else if (isCommand && letter === "s") this.#save(commands);
    else if (isCommand) return;
    else return event.stopPropagation();
    event.preventDefault();
    event.stopPropagation();
    return undefined;
  }

  /** Takes a key that was meant for what has gone. Escape leaves, and Tab goes to the button. */
  #swallow(event) {
    event.stopPropagation();
    if (event.key === "Escape") this.#hide();
    if (event.key === "Tab" || event.target.matches("button")) return;
    event.preventDefault();
  }

  /** What is saved when a field is left belongs to the file, too. */
  #save(commands) {
    const field = document.activeElement;
    field.blur();
    field.focus();
    commands.save();
  }
}
