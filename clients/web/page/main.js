// The page: paints the frames of one view and hands input to the server. It edits nothing itself.

import { canvas } from "./elements.js";
import { commandsOf } from "./commands.js";
import { buttonOf, connectButtons, release, sentence, toast } from "./controls.js";
import { forward, reportDrop } from "./input.js";
import { isNarrow } from "./margins.js";
import { Display } from "./display.js";
import { DoubleClicks } from "./double-clicks.js";
import { Comparing } from "./comparing.js";
import { Clipboard } from "./clipboard.js";
import { Files } from "./files.js";
import { Find } from "./find-bar.js";
import { Help } from "./help.js";
import { Layout } from "./layout.js";
import { addNode, TYPE_NAME } from "./new-nodes.js";
import { Menu } from "./menu.js";
import { Menus } from "./menus.js";
import { namedAnywhere } from "./naming.js";
import { Others } from "./others.js";
import { Reading } from "./reading.js";
import { Outline } from "./outline.js";
import { Palette } from "./palette.js";
import { Panel } from "./panel.js";
import { Problems } from "./problems.js";
import { trail } from "./runs.js";
import { session } from "./session.js";
import { Settings } from "./settings.js";
import { Theme } from "./theme.js";
import { Tools } from "./tools.js";
import { TypeEditor } from "./type-editor.js";
import { commandOf, hosted, shortcutOf } from "./shortcuts.js";
import { groupCommands, press } from "./groups.js";
import { withdrawUnsaved } from "./losses.js";

/** The members of frames that the list for people who do not see the canvas shows. */
const LISTED = ["enter", "leave", "update", "selection", "focus"];
const again = { title: "Start again", perform: () => (hosted.restart ? hosted.restart() : location.reload()) };

session.hears = {
  frame: (frame) => {
    display.request(...Object.keys(frame));
    others.follow();
    panel.follow(frame);
    layout.follow(frame);
    display.writing.follow(frame);
    if (LISTED.some((name) => frame[name] !== undefined)) outline.follow();
    if (frame.focus !== undefined) comparing.follow();
  },
  event: hear,
  history: showHistory,
  types: showDocument,
  changed: (change) => {
    files.follow(change);
    find.refresh();
    comparing.follow();
  },
  locked: showLock,
  values: () => {
    display.request("revision");
    panel.showValues();
  },
  diagnostics: () => {
    display.request("revision");
    panel.showNotes();
    problems.follow();
    outline.follow();
  },
  trail: () => display.request("revision"),
  refused: refuse,
  changedOnDisk: () => files.offerRefresh(),
  ended: (why) => toast(sentence(why), "bad", [again]),
};
const theme = new Theme(showLook);
const display = new Display(theme);
const files = new Files(() => comparing.compareSaved());
const reading = new Reading(files);
const commands = commandsOf(display, files, theme);
const clipboard = new Clipboard();
const find = new Find();
const others = new Others();
const settings = new Settings(others);
const layout = new Layout();
const problems = new Problems();
const comparing = new Comparing();
const typeEditor = new TypeEditor();
const outline = new Outline();
const tools = new Tools(document.getElementById("zoom"));
const { copy, cut } = clipboard;
const { compareSaved, compareFile } = comparing;
Object.assign(commands, groupCommands(), {
  copy, cut, paste: (...where) => clipboard.paste(...where), compareSaved, compareFile,
  problems: problems.toggle, nextProblem: () => problems.go(1), previousProblem: () => problems.go(-1),
  find: find.show, replace: find.replace, settings: settings.toggle, layout: layout.toggle, help: new Help().show,
  types: typeEditor.toggle, editType: (name) => typeEditor.show(name),
  properties: () => panel.enter(),
  run: () => {
    session.diagnostics.release();
    panel.run.start();
  },
  add: () => menus.showTypes(),
  menu: () => menus.showFocused(),
  file: () => menus.showFile(buttonOf("file")),
  more: () => menus.showMore(buttonOf("more")),
}, hosted);
const menus = new Menus(new Menu(document.getElementById("menu")), display, commands, tools);
const panel = new Panel(document.getElementById("panel"), theme, commands, others);
const doubleClicks = new DoubleClicks({ write: (id, at) => display.writing.openAt(id, at), add: (at) => menus.add(at) });
display.writing.onRemoved = (id) => panel.showRemoved(id);
const [bar, list] = ["palette", "types"].map((id) => document.getElementById(id));
const palette = new Palette(bar, list, (name) => addNode(name), (phase, event, insert) => {
  reportDrop(canvas, session.send, phase, event, [TYPE_NAME], { insert });
});

/** Shows why something was not done; `data` says which elements are meant. */
async function refuse(message, data) {
  toast(sentence(await namedAnywhere(message, data)), "bad");
}

/** What the server recognized and leaves to the page. */
function hear(report) {
  const { event, hit, canvas: at, offers, message } = report;
  if (hit?.ghost) {
    if (["doubleTap", "contextMenu", "longPress"].includes(event)) comparing.choose({ [hit.kind]: hit.id });
    return;
  }
  if (event === "doubleTap" && !session.isReadOnly && !doubleClicks.wasHeard()) {
    if (hit.kind === "canvas" && !session.setting("zoomOnDoubleTap")) menus.add(at);
    if (hit.kind === "node") display.writing.openAt(hit.id, at);
    if (hit.kind === "edge" || hit.kind === "label") display.writing.open("edge", hit.id);
  }
  // A long press that begins a mode of its own shows no menu.
  const isHeld = event === "longPress" && (hit.kind !== "canvas" || isFinger) && !session.scene.state.gesture;
  if (event === "contextMenu" || isHeld) menus.show(hit, at);
  if (event === "dropOnCanvas" && offers?.length) menus.offer(offers, at);
  if (event === "dropOver") session.send("view/acceptDrop", { accept: true });
  if (event === "copy" || event === "cut" || event === "paste") clipboard.hear(report);
  if (event === "refused") refuse(message ?? "this was refused", report);
  if (event === "ended") toast(`What you had in hand was ${report.reason} meanwhile`, "bad");
}

function showHistory() {
  const { history } = session;
  document.getElementById("dirty").hidden = !history.dirty;
  if (!history.dirty) withdrawUnsaved();
  files.showName();
  for (const [command, can, label] of [["undo", "canUndo", "undoLabel"], ["redo", "canRedo", "redoLabel"]]) {
    const button = buttonOf(command);
    // A button that can do nothing more would keep all keys to itself.
    const isOff = !history[can] || session.isReadOnly;
    if (isOff) release(button);
    button.disabled = isOff;
    button.title = button.ariaLabel = [command === "undo" ? "Undo" : "Redo", history[label]].filter(Boolean).join(" ");
  }
}

function showLock() {
  reading.refresh();
  buttonOf("layout").disabled = session.isReadOnly;
  settings.refresh();
  typeEditor.refresh();
  panel.remake();
  showHistory();
}

function showDocument() {
  showLook();
  files.showName();
  tools.refresh();
  settings.refresh();
  layout.refresh();
  typeEditor.refresh();
  outline.follow();
}

/** Buttons say in their titles which keys do the same. */
function showShortcuts() {
  for (const command of ["open", "save", "saveAs", "find", "layout", "settings", "help", "fit"]) {
    const [button, keys] = [buttonOf(command), shortcutOf(command)];
    if (keys) button.title = `${button.ariaLabel} (${keys})`;
  }
}

function showLook() {
  display.recolor();
  palette.show(session.types, theme.colors);
  panel.renew();
}

/** Enter writes what it has selected before. */
const isWriting = ({ key, altKey, ctrlKey, metaKey, shiftKey }) => {
  const { focus, gesture, selection } = session.scene.state;
  const node = focus?.node !== undefined && session.scene.nodes.get(focus.node);
  const isPlain = key === "Enter" && !altKey && !ctrlKey && !metaKey && !shiftKey;
  return isPlain && !gesture && node?.selected && selection.nodes === 1 && selection.edges === 0;
};

/** The keys that the page hears itself. */
function shortcut(event, phase) {
  const command = isWriting(event) ? "rename" : commandOf(event);
  if (command && phase === "down") commands[command]();
  // On an empty canvas Tab goes to what that shows.
  if (event.key === "Tab" && !event.shiftKey && event.target === canvas && display.beginning.focus()) return true;
  const { focus, gesture, selection } = session.scene.state;
  // Tab goes through the graph. Escape with nothing to give up lets it go on to the buttons; there it comes back.
  const isIdle = !focus && !gesture && selection.nodes + selection.edges === 0;
  if (event.key === "Escape" && phase === "down") {
    if (event.target !== canvas) canvas.focus();
    else if (isIdle) canvas.blur();
  }
  return command !== undefined;
}

/** Whether the canvas was touched last: a long press is a finger's right button. */
let isFinger = false;
canvas.addEventListener("pointerdown", ({ pointerType }) => (isFinger = pointerType !== "mouse"), true);
canvas.addEventListener("drop", (event) => {
  if (event.dataTransfer.files.length > 0) files.openFile(event.dataTransfer.files[0]);
}, true);
addEventListener("beforeunload", (event) => {
  if (session.history.dirty) event.preventDefault();
});
if (isNarrow()) document.getElementById("minimap").hidden = true;
connectButtons((command) => commands[command]());
forward(canvas, session.send, {
  isNative: clipboard.takes,
  shortcut,
  press,
  isBound: (event) => session.keys.commandOf(event) !== undefined,
  hold: (isDown) => session.send("view/update", { tool: isDown ? "pan" : (session.own.tool ?? null) }),
});
display.resize();
session.start().then((opened) => {
  files.report(opened);
  showShortcuts();
  canvas.focus();
}, (failure) => toast(sentence(failure.message), "bad", [again]));

/** For the browser's console: what is shown, and a way to ask the server. */
globalThis.nodewire = {
  request: session.request,
  /** Takes a frame as if the server had sent it. */
  receive: (frame) => session.receive(frame),
  /** Takes another notification about the document so. */
  hear: (method, params) => session.hear(method, { document: session.document, ...params }),
};
const shown = {
  ...Object.fromEntries(["scene", "document", "view", "types", "values"].map((name) => [name, () => session[name]])),
  problems: () => session.diagnostics.all,
  /** What other windows show of themselves, by view. */
  others: () => session.others,
  colors: () => theme.colors,
  trail: () => trail,
};
for (const [name, get] of Object.entries(shown)) Object.defineProperty(globalThis.nodewire, name, { get });
