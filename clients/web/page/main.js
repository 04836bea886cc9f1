// The page: paints the frames of one view and hands input to the server. It edits nothing itself.

import { buttonOf, connectButtons, toast } from "./controls.js";
import { commandsOf, insertNode, rename } from "./commands.js";
import { Display } from "./display.js";
import { Files } from "./files.js";
import { Menu, spelledReason } from "./overlays.js";
import { Menus } from "./menus.js";
import { Palette, TYPE_NAME } from "./palette.js";
import { Session } from "./session.js";
import { Theme } from "./theme.js";
import { forward, tellDrop } from "./input.js";

const canvas = document.getElementById("canvas");
const again = { title: "Start again", perform: () => location.reload() };

const session = new Session({
  frame: (frame) => display.request(...Object.keys(frame)),
  event: hear,
  history: showHistory,
  types: showLook,
  painted: () => display.request("revision"),
  refused: (message) => toast(message, "bad"),
  ended: (why) => toast(why, "bad", again),
});
const theme = new Theme(showLook);
const display = new Display(session, theme);
const files = new Files(session);
const commands = commandsOf(session, display, files, theme);
const menus = new Menus(new Menu(document.getElementById("menu")), session, display, commands);
const press = (name) => insertNode(session, name, middle());
const palette = new Palette(document.getElementById("palette"), press, (phase, event, data) => {
  tellDrop(canvas, session.send, phase, event, Object.keys(data), phase === "drop" ? data : undefined);
});

/** What the server recognised and leaves to the page. */
function hear({ event, hit, canvas: at, data, offers, reason }) {
  if (event === "doubleTap" && (hit.kind === "node" || hit.kind === "edge" || hit.kind === "label")) {
    rename(session, display, hit.kind === "node" ? "node" : "edge", hit.id);
  }
  // A long press that begins a mode of its own shows no menu.
  const isHeld = event === "longPress" && hit.kind !== "canvas" && !session.scene.state.gesture;
  if (event === "contextMenu" || isHeld) menus.show(hit, at);
  if (event === "dropOnCanvas" && offers?.length) menus.offer(offers, at);
  if (event === "dropOver") session.send("view/acceptDrop", { accept: true });
  if (event === "refused") toast(spelledReason(reason), "bad");
  if (event === "drop" && data?.[TYPE_NAME]) insertNode(session, data[TYPE_NAME], at);
}

function showHistory() {
  const { history } = session;
  document.getElementById("dirty").hidden = !history.dirty;
  for (const [command, can, label] of [["undo", "canUndo", "undoLabel"], ["redo", "canRedo", "redoLabel"]]) {
    const button = buttonOf(command);
    button.disabled = !history[can];
    button.title = [command === "undo" ? "Undo" : "Redo", history[label]].filter(Boolean).join(" ");
  }
}

function showLook() {
  display.recolor();
  palette.show(Object.keys(session.titles).filter((name) => name !== "group"), session.types, theme.colors);
}

function middle() {
  const { x, y, zoom } = session.scene.state.viewport;
  return { x: (innerWidth / 2 - x) / zoom, y: (innerHeight / 2 - y) / zoom };
}

/** The keys that the page hears itself. */
function shortcut(event, phase) {
  const isCommand = event.ctrlKey || event.metaKey;
  const command = isCommand ? { s: "save", o: "open" }[event.key.toLowerCase()] : { F2: "rename" }[event.key];
  if (command && phase === "down") commands[command]();
  const { focus, gesture, selection } = session.scene.state;
  // Tab goes through the graph; Escape without anything to give up lets it go on to the buttons.
  const isIdle = !focus && !gesture && selection.nodes + selection.edges === 0;
  if (event.key === "Escape" && phase === "down" && isIdle) canvas.blur();
  return command !== undefined;
}

canvas.addEventListener("drop", (event) => {
  if (event.dataTransfer.files.length > 0) files.openFile(event.dataTransfer.files[0]);
}, true);
addEventListener("beforeunload", (event) => {
  if (session.history.dirty) event.preventDefault();
});
connectButtons((command) => commands[command]());
forward(canvas, session.send, shortcut, (event) => session.keys.has(event));
display.resize();
session.start().then(() => {
  files.showName();
  canvas.focus();
}, (failure) => toast(failure.message, "bad", again));

/** For the browser's console: what is shown, and a way to ask the server. */
globalThis.nodewire = {
  get scene() {
    return session.scene;
  },
  get document() {
    return session.document;
  },
  get view() {
    return session.view;
  },
  request: session.request,
  /** Takes a frame as if the server had told it. */
  receive: (frame) => session.receive(frame),
};
