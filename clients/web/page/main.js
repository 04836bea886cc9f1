// The page: paints the frames of one view and hands input to the server. It edits nothing itself.

import { Connection } from "./connection.js";
import { Accessory, Menu, NameField, onScreen, showReason } from "./overlays.js";
import { Details } from "./details.js";
import { Minimap } from "./minimap.js";
import { Painter } from "./painter.js";
import { Palette, TYPE_NAME, buttonOf, connectButtons, icon, toast } from "./controls.js";
import { Scene } from "./scene.js";
import { ICONS, Theme, TypeLook, spelled, store, stored } from "./theme.js";
import { BoundKeys, forward } from "./input.js";

const BACKGROUNDS = ["dots", "lines", "none"];
const FIT_PADDING = { top: "24px", right: "48px", bottom: "24px", left: "216px" };

/** The members of frames that show on the map. */
const ON_MAP = ["viewport", "selection", "enter", "leave", "update", "revision"];

const element = (id) => document.getElementById(id);
const canvas = element("canvas");
const painter = new Painter(canvas);
const types = Object.assign(new TypeLook(), { title: (name) => titles[name]?.label ?? spelled(name) });
const details = new Details(() => requestPaint());
const palette = new Palette(element("palette"), (name) => insertNode(name, middle()));
const menu = new Menu(element("menu"));
const nameField = new NameField(element("rename"));
const theme = new Theme(() => showLook());
const accessory = new Accessory(element("accessory"), (params) => askView("view/accessory", params));
const minimap = new Minimap(element("minimap"), (params) => askView("view/minimap", params));

let connection;
let methods = new Map();
let keys = new BoundKeys({});
let scene = new Scene();
let current = null;
let view = null;
let views = 0;
let titles = {};
let history = {};
let changed = new Set();
let isPaintRequested = false;
const look = { background: stored("background") ?? "dots", types, details, colors: theme.colors, time: 0 };

// The conversation

async function start() {
  const opening = await (await fetch("opening.json")).json();
  connection = await Connection.open(`ws://${location.host}${location.pathname}socket`, (why) => {
    toast(why, "bad", { title: "Start again", perform: () => location.reload() });
  });
  connection.on("view/frame", receive);
  connection.on("view/event", hear);
  connection.on("document/changed", follow);
  connection.on("document/reset", readTypes);
  connection.on("document/saved", () => showHistory({ ...history, dirty: false }));
  connection.on("server/failed", ({ error }) => toast(error.message, "bad"));
  const clientInfo = { name: "nodewire-web", version: "1.0.0" };
  const { settings } = await connection.request("initialize", { clientInfo });
  keys = new BoundKeys(settings.keyBindings);
  connection.notify("initialized");
  const described = await connection.request("rpc.discover");
  methods = new Map(described.methods.map(({ name, params }) => [name, new Set(params.map((param) => param.name))]));
  await open(opening);
}

/** Opens a document, given as `{name, path}` or `{name, text}`, in place of the one that is open. */
async function open({ name, path, text }) {
  if (history.dirty && !confirm("Leave the document without saving it?")) return;
  const opened = await connection.request("document/open", path === undefined ? { text } : { path });
  const [oldDocument, oldView] = [current?.document, view];
  current = { document: opened.document, name, path };
  view = `page-${++views}`;
  scene = new Scene();
  details.clear();
  showHistory({});
  element("name").textContent = name;
  document.title = `${name} – Nodewire`;
  await readTypes();
  const size = { width: innerWidth, height: innerHeight };
  const params = { document: opened.document, view, scene: "svg", ...size };
  const { viewport } = await connection.request("view/open", params);
  if (viewport.x === 0 && viewport.y === 0) await ask("view/fit", { view, padding: FIT_PADDING });
  if (oldDocument) {
    await connection.request("view/close", { view: oldView });
    await connection.request("document/close", { document: oldDocument, discard: true });
  }
  if (opened.losses.length > 0) toast(`${opened.losses.length} elements could not be read`, "bad");
  canvas.focus();
}

async function readTypes() {
  const read = await connection.request("document/read", { document: current.document, limit: 1 });
  titles = read.types ?? {};
  keys.own = read.settings?.keyBindings;
  types.declare(titles);
  showLook();
}

function receive(frame) {
  if (frame.view !== view) return;
  scene.apply(frame);
  for (const name of Object.keys(frame)) changed.add(name);
  if (frame.enter?.nodes && scene.state.level === "items") {
    details.want(Object.keys(frame.enter.nodes), connection, current.document);
  }
  requestPaint();
}

function follow(change) {
  if (change.document !== current?.document) return;
  details.follow(change.nodes);
  if (change.types || change.settings) readTypes();
  if (change.history) showHistory(change.history);
  changed.add("revision");
  requestPaint();
}

function askView(method, params) {
  return connection.request(method, { view, ...params });
}

/** Sends a request that a button or a menu asks for; a refusal is shown. */
async function ask(method, params) {
  try {
    return await connection.request(method, params);
  } catch (refusal) {
    toast(refusal.message, "bad");
    return null;
  }
}

// Painting, once for each time the screen is drawn

function requestPaint() {
  if (isPaintRequested) return;
  isPaintRequested = true;
  requestAnimationFrame(paint);
}

function paint(time) {
  isPaintRequested = false;
  if (painter.ratio !== devicePixelRatio) resize();
  look.time = time;
  const isMoving = painter.paint(scene, look);
  const { state } = scene;
  canvas.style.cursor = state.cursor ?? "default";
  element("percent").textContent = `${Math.round(state.viewport.zoom * 100)}%`;
  showReason(element("tooltip"), state);
  showSelection(state.selection);
  if (changed.has("viewport") && nameField.isOpen) nameField.close();
  if (changed.size > 0) accessory.refresh(state);
  if (ON_MAP.some((name) => changed.has(name))) minimap.refresh(look.colors);
  if (changed.has("frame")) connection.notify("view/acknowledge", { view, frame: scene.frame });
  changed = new Set();
  if (isMoving) requestPaint();
}

function showSelection({ nodes, edges }) {
  const counted = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
  const parts = [nodes && counted(nodes, "node"), edges && counted(edges, "connection")].filter(Boolean);
  element("status").classList.toggle("shown", parts.length > 0);
  if (parts.length > 0) element("status").textContent = `${parts.join(" and ")} selected`;
}

function showHistory(told) {
  history = told;
  element("dirty").hidden = !history.dirty;
  for (const [command, can, label] of [["undo", "canUndo", "undoLabel"], ["redo", "canRedo", "redoLabel"]]) {
    const button = buttonOf(command);
    button.disabled = !history[can];
    button.title = [command === "undo" ? "Undo" : "Redo", history[label]].filter(Boolean).join(" ");
  }
}

function showLook() {
  look.colors = theme.colors;
  buttonOf("theme").replaceChildren(icon(ICONS[theme.isDark ? "light" : "dark"]));
  palette.show(Object.keys(titles).filter((name) => name !== "group"), types, look.colors);
  changed.add("viewport");
  requestPaint();
}

function resize() {
  painter.resize(innerWidth, innerHeight, devicePixelRatio);
  if (view) ask("view/resize", { view, width: innerWidth, height: innerHeight });
  changed.add("viewport");
  requestPaint();
}

/** Hears of another size in points, and of another screen or zoom of the browser, which has other pixels. */
function watchSize() {
  const observer = new ResizeObserver(resize);
  try {
    observer.observe(canvas, { box: "device-pixel-content-box" });
  } catch {
    observer.observe(canvas);
  }
}

// Commands

const commands = {
  open: () => element("openDialog").showModal(),
  save: () => (current.path === undefined ? saveAs() : save(current.path)),
  undo: () => ask("history/undo", { document: current.document, view }),
  redo: () => ask("history/redo", { document: current.document, view }),
  fit,
  zoomIn: () => zoom({ by: 1.25 }),
  zoomOut: () => zoom({ by: 0.8 }),
  zoomReset: () => zoom({ to: 1 }),
  theme: () => theme.choose(!theme.isDark),
  background: () => {
    look.background = BACKGROUNDS[(BACKGROUNDS.indexOf(look.background) + 1) % BACKGROUNDS.length];
    store("background", look.background);
    requestPaint();
  },
  export: exportPicture,
  remove: async () => {
    const { nodeIds: nodes, edgeIds: edges } = await selected();
    await ask("element/remove", { document: current.document, nodes, edges });
  },
  duplicate: async () => {
    const { nodeIds } = await selected();
    const made = await ask("document/duplicate", { document: current.document, nodes: nodeIds });
    if (made) await ask("view/select", { view, nodes: Object.values(made.nodes) });
  },
  rename: async () => {
    const { nodeIds, edgeIds } = await selected();
    if (nodeIds.length + edgeIds.length > 0) {
      rename(nodeIds.length > 0 ? { kind: "node", id: nodeIds[0] } : { kind: "edge", id: edgeIds[0] });
    }
  },
};

function fit() {
  return ask("view/fit", { view, padding: FIT_PADDING, ...animated("view/fit") });
}

function zoom(how) {
  return ask("view/zoom", { view, ...how, ...animated("view/zoom") });
}

function animated(method) {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return methods.get(method)?.has("animate") && !isCalm ? { animate: true } : {};
}

async function selected() {
  const { selection } = await connection.request("view/read", { view, selection: true });
  return selection;
}

async function save(path) {
  const saved = await ask("document/save", { document: current.document, path });
  if (!saved) return;
  current = { ...current, path, name: path.split("/").pop() };
  element("name").textContent = current.name;
  toast(`Saved ${saved.path}`, "good");
}

function saveAs() {
  element("savePath").value = current.name;
  element("saveDialog").showModal();
}

async function exportPicture() {
  const picture = await ask("document/export", { document: current.document, format: "svg" });
  if (!picture) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([picture.text], { type: "image/svg+xml" }));
  link.download = `${current.name.replace(/\.json$/, "")}.svg`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Inserts a node of a type where the server's grid puts it; one step to undo. */
function insertNode(type, position) {
  const label = `Add ${types.title(type)}`;
  const insert = { method: "node/insert", params: { node: { type, label: types.title(type), position } } };
  const settle = { method: "node/move", params: { ids: [{ $result: 0 }], to: position } };
  return ask("document/edit", { document: current.document, label, edits: [insert, settle] });
}

function rename({ kind, id }) {
  const isNode = kind === "node";
  const item = (isNode ? scene.nodes : scene.edges).get(id);
  if (!item) return;
  const at = isNode ? item : item.label ? { ...item.label, width: 0, height: 0 } : item.bounds;
  const label = isNode ? (item.label ?? "") : (item.label?.text ?? "");
  nameField.ask(at, scene.state.viewport, label, (text) => {
    ask(isNode ? "node/update" : "edge/update", { document: current.document, id, patch: { label: text || null } });
  });
}

function middle() {
  const { x, y, zoom } = scene.state.viewport;
  return { x: (innerWidth / 2 - x) / zoom, y: (innerHeight / 2 - y) / zoom };
}

// What the server recognised and leaves to the page

function hear({ view: told, event, hit, canvas: at, data, offers }) {
  if (told !== view) return;
  if (event === "doubleTap" && (hit.kind === "node" || hit.kind === "edge" || hit.kind === "label")) rename(hit);
  if (event === "contextMenu" || (event === "longPress" && hit.kind !== "canvas")) showMenu(hit, at);
  if (event === "dropOnCanvas" && offers?.length) offer(offers, at);
  if (event === "drop" && data?.[TYPE_NAME]) insertNode(data[TYPE_NAME], at);
}

/** Nodes that could take the end of an edge that was dropped on nothing. */
function offer(offers, at) {
  menu.show(onScreen(at, scene.state.viewport), offers.slice(0, 12).map(({ type, handle, edits }) => {
    const title = type ? types.title(type) : "Node";
    const perform = () => ask("document/edit", { document: current.document, label: `Add ${title}`, edits });
    return { title, icon: types.icon(type), keys: handle, perform };
  }));
}

async function showMenu(hit, at) {
  const place = onScreen(at, scene.state.viewport);
  const isNode = hit.kind === "node" || hit.kind === "handle" || hit.kind === "resizer";
  const isEdge = hit.kind === "edge" || hit.kind === "label" || hit.kind === "edgeEnd";
  const id = hit.id ?? hit.node;
  if (isNode || isEdge) {
    const { nodeIds, edgeIds } = await selected();
    const isSelected = (isNode ? nodeIds : edgeIds).includes(id);
    if (!isSelected) await ask("view/select", { view, [isNode ? "nodes" : "edges"]: [id] });
  }
  menu.show(place, isNode ? nodeEntries(id) : isEdge ? edgeEntries(id) : canvasEntries(at));
}

function nodeEntries(id) {
  const reorder = async (to) => {
    const { nodeIds: ids } = await selected();
    await ask("node/reorder", { document: current.document, ids, to });
  };
  return [
    { title: "Rename", icon: "rename", perform: () => rename({ kind: "node", id }) },
    { title: "Duplicate", icon: "duplicate", perform: commands.duplicate },
    null,
    { title: "Bring to front", icon: "front", perform: () => reorder("front") },
    { title: "Send to back", icon: "back", perform: () => reorder("back") },
    null,
    { title: "Delete", icon: "remove", keys: "Del", isDanger: true, perform: commands.remove },
  ];
}

function edgeEntries(id) {
  return [
    { title: "Name", icon: "rename", perform: () => rename({ kind: "edge", id }) },
    null,
    { title: "Delete", icon: "remove", keys: "Del", isDanger: true, perform: commands.remove },
  ];
}

function canvasEntries(at) {
  const names = Object.keys(titles).filter((name) => name !== "group").slice(0, 12);
  const add = names.map((name) => {
    return { title: types.title(name), icon: types.icon(name), perform: () => insertNode(name, at) };
  });
  return [
    ...add,
    ...(add.length ? [null] : []),
    { title: "Select all", icon: "all", keys: "Ctrl A", perform: () => ask("view/select", { view, all: true }) },
    { title: "Show everything", icon: "fit", perform: fit },
  ];
}

// What the page hears itself: files, and the keys for them

function shortcut(event, phase) {
  const isCommand = event.ctrlKey || event.metaKey;
  const command = isCommand ? { s: "save", o: "open" }[event.key.toLowerCase()] : { F2: "rename" }[event.key];
  if (command && phase === "down") commands[command]();
  const { focus, gesture, selection } = scene.state;
  // Tab goes through the graph; Escape without anything to give up lets it go on to the buttons.
  const isIdle = !focus && !gesture && selection.nodes + selection.edges === 0;
  if (event.key === "Escape" && phase === "down" && isIdle) canvas.blur();
  return command !== undefined;
}

function send(method, params) {
  if (view) connection.notify(method, { view, ...params });
}

async function openFile(file) {
  element("openDialog").close();
  await attempt(async () => open({ name: file.name, text: await file.text() }));
}

async function attempt(work) {
  try {
    await work();
  } catch (failure) {
    toast(failure.message, "bad");
  }
}

canvas.addEventListener("drop", (event) => {
  if (event.dataTransfer.files.length > 0) openFile(event.dataTransfer.files[0]);
}, true);
element("openFile").addEventListener("change", ({ target }) => {
  if (target.files.length > 0) openFile(target.files[0]);
  target.value = "";
});
element("openDialog").addEventListener("close", ({ target }) => {
  const path = element("openPath").value.trim();
  if (target.returnValue === "open" && path) attempt(() => open({ name: path.split("/").pop(), path }));
  target.returnValue = "";
});
element("saveDialog").addEventListener("close", ({ target }) => {
  const path = element("savePath").value.trim();
  if (target.returnValue === "save" && path) save(path);
  target.returnValue = "";
});
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}
watchSize();
addEventListener("beforeunload", (event) => {
  if (history.dirty) event.preventDefault();
});
connectButtons((command) => commands[command]());
forward(canvas, send, shortcut, (event) => keys.has(event));
resize();
start().catch((failure) => toast(failure.message, "bad", { title: "Start again", perform: () => location.reload() }));

/** For the browser's console: what is shown, and a way to ask the server. */
globalThis.nodewire = {
  get scene() {
    return scene;
  },
  get document() {
    return current?.document;
  },
  get view() {
    return view;
  },
  request: (method, params) => connection.request(method, params),
};
