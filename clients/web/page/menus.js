// The menus over the canvas: of a node, an edge, the ground, and of nodes that could take an end.

import { freePlace, insertNode, insertPlainNode, rename } from "./commands.js";
import { addNode, obviousType, showNew } from "./adding.js";
import { arrangements, groupsOf } from "./groups.js";
import { counted } from "./announcer.js";
import { READING } from "./reading.js";
import { animated } from "./session.js";
import { margins } from "./margins.js";
import { nameOf } from "./node-texts.js";
import { onScreen } from "./rects.js";
import { shortcutOf } from "./shortcuts.js";

/** So many types of nodes are listed at most. */
const LISTED = 12;
/** How far inside a group is what is pasted into it, on the canvas. */
const INSET = 24;

export class Menus {
  #menu;
  #session;
  #display;
  #commands;
  #tools;

  constructor(menu, session, display, commands, tools) {
    this.#tools = tools;
    this.#menu = menu;
    this.#session = session;
    this.#display = display;
    this.#commands = commands;
  }

  /** The menu of what has the focus, else of what is selected, else of the canvas: the keyboard asks for it. */
  async showFocused() {
    const { scene } = this.#session;
    const { nodeIds, edgeIds } = await this.#session.selected();
    const first = nodeIds.length > 0 ? { node: nodeIds[0] } : { edge: edgeIds[0] };
    const { node, edge } = scene.state.focus ?? first;
    const item = scene.nodes.get(node) ?? scene.edges.get(edge);
    if (!item || item.ghost) return this.show({ kind: "canvas" }, freePlace(scene), true);
    // A line between boxes has no place of its own.
    if (node === undefined && !item.bounds) return this.show({ kind: "edge", id: item.id }, freePlace(scene), true);
    const { x, y, width, height } = item.bounds ?? item;
    const middle = item.label?.text === undefined ? { x: x + width / 2, y: y + height / 2 } : item.label;
    return this.show({ kind: node ? "node" : "edge", id: item.id }, middle, true);
  }

  /** The menu of what was hit; a node or an edge that is not selected is, alone. */
  async show(hit, at, isKeyboard = false) {
    const session = this.#session;
    const place = onScreen(at, session.scene.state.viewport);
    const isNode = hit.kind === "node" || hit.kind === "handle" || hit.kind === "resizer";
    const isEdge = hit.kind === "edge" || hit.kind === "label" || hit.kind === "edgeEnd";
    const id = hit.id ?? hit.node;
    if (isNode || isEdge) await this.#select(isNode ? "node" : "edge", id);
    const { nodeIds, edgeIds } = await session.selected();
    const all = isNode ? this.#ofNodes(id, nodeIds, edgeIds) : isEdge ? this.#ofEdge(id) : this.#ofCanvas(at);
    const entries = session.isReadOnly ? all.filter((entry) => READING.includes(entry?.command)) : all;
    if (entries.length === 0) return;
    const title = isNode && nodeIds.length > 1 ? counted(nodeIds.length, "node") : this.#titleOf(isNode, isEdge, id);
    this.#menu.show(place, entries, { title, isKeyboard });
  }

  async #select(kind, id) {
    const { nodeIds, edgeIds } = await this.#session.selected();
    const isSelected = (kind === "node" ? nodeIds : edgeIds).includes(id);
    if (!isSelected) await this.#session.askView("view/select", { [`${kind}s`]: [id] });
  }

  #titleOf(isNode, isEdge, id) {
    if (isEdge) return "Connection";
    const node = isNode && this.#session.scene.nodes.get(id);
    return node ? nameOf(this.#session, node) : "Canvas";
  }

  /** An entry for a command of the page; `bound` is the server's command that has its chord. */
  #entry(title, icon, command, { bound = command, ...more } = {}) {
    return { title, icon, command, keys: shortcutOf(bound, this.#session), perform: this.#commands[command], ...more };
  }

  /** The types of nodes, of which letters find one; what is chosen goes beside the selected node, connected. */
  showTypes() {
    const { types, scene, isReadOnly } = this.#session;
    if (isReadOnly) return this.#session.refuse("the document is read-only");
    const item = scene.firstSelected;
    const plain = freePlace(scene);
    if (types.names.length === 0) return this.#display.writing.begin(() => insertPlainNode(this.#session, plain), plain);
    const at = item ? { x: item.x + item.width, y: item.y } : freePlace(scene);
    const add = (name) => addNode(this.#session, name);
    return types.names.length === 1 ? this.#display.writing.begin(() => add(types.names[0]), at) : this.#askType(at, add);
  }

  /** Adds a node at a point of the canvas, and asks for a type where none is obvious. */
  add(at) {
    const type = obviousType(this.#session);
    if (type === undefined) return this.#askType(at, (name) => insertNode(this.#session, name, at));
    return this.#display.writing.begin(() => (type === null ? insertPlainNode(this.#session, at) : insertNode(this.#session, type, at)), at);
  }

  /** The types of nodes at a point of the canvas; `add(name)` makes the node, which is then written. */
  #askType(at, add) {
    const { types, scene } = this.#session;
    const entries = types.names.map((name) => {
      return { title: types.title(name), icon: types.icon(name), perform: () => this.#display.writing.begin(() => add(name), at) };
    });
    this.#menu.show(onScreen(at, scene.state.viewport), entries, { title: "Add a node", isKeyboard: true, first: types.names.indexOf(obviousType(this.#session)) });
  }


  /** Nodes that could take the end of an edge that was dropped on nothing. */
  offer(offers, at) {
    const { types, scene } = this.#session;
    const entries = offers.slice(0, LISTED).map(({ type, handle, edits }) => {
      const title = type ? types.title(type) : "Node";
      const perform = () => this.#display.writing.begin(() => this.#add(`Add ${title}`, edits), at);
      // Which handle it is says something only where there are several.
      const isOne = offers.filter((other) => other.type === type).length < 2;
      return { title, icon: types.icon(type), keys: isOne ? undefined : handle, perform };
    });
    this.#menu.show(onScreen(at, scene.state.viewport), entries, { title: "Nodes to connect" });
  }

  /** Adds a node that takes the end of an edge; returns its id. */
  async #add(label, edits) {
    const made = await this.#session.askDocument("document/edit", { label, edits });
    if (!made) return undefined;
    await showNew(this.#session, made.results[0].id);
    return made.results[0].id;
  }

  /** What can be done with the document as a whole, below its name. */
  showFile(button) {
    const { bottom, left } = button.getBoundingClientRect();
    const entries = [
      this.#entry("New", "new", "create"),
      this.#entry("Open", "open", "open"),
      null,
      this.#entry("Save", "save", "save"),
      this.#entry("Save as", "saveAs", "saveAs"),
      this.#entry("Revert to saved", "undo", "revert"),
      null,
      this.#entry("Compare with what is saved", "find", "compareSaved"),
      this.#entry("Compare with a file…", "open", "compareFile"),
      null,
      this.#entry("Export SVG", "download", "export"),
      this.#entry("Export PNG", "download", "exportPixels"),
    ];
    const shown = this.#session.isReadOnly ? entries.filter((entry) => !entry || !["save", "revert"].includes(entry.command)) : entries;
    this.#menu.show({ x: left, y: bottom + 8 }, shown, { title: "File", isKeyboard: button.matches(":focus-visible") });
  }

  /** What has no place of its own in a narrow window, below the button that shows it. */
  showMore(button) {
    const { bottom, left } = button.getBoundingClientRect();
    const tools = this.#tools.entries;
    const entries = [
      this.#entry("New", "new", "create"),
      this.#entry("Save as", "saveAs", "saveAs"),
      this.#entry("Compare with what is saved", "find", "compareSaved"),
      this.#entry("Compare with a file…", "open", "compareFile"),
      this.#entry("Export SVG", "download", "export"),
      null,
      this.#entry("Find", "find", "find"),
      this.#entry("Replace", "rename", "replace"),
      this.#entry("Paste", "paste", "paste"),
      this.#entry("Select all", "all", "selectAll"),
      this.#entry("Show everything", "fit", "fit"),
      this.#entry("Lay out", "layout", "layout"),
      this.#entry("Problems", "problem", "problems"),
      null,
      tools,
      null,
      this.#entry("Background", "grid", "background"),
      this.#entry("Dark or light", "dark", "theme"),
      this.#entry("Node types", "types", "types"),
      this.#entry("Settings", "settings", "settings"),
      this.#entry("Keys", "help", "help"),
    ];
    const isKeyboard = button.matches(":focus-visible");
    this.#menu.show({ x: left, y: bottom + 8 }, entries, { title: "More", isKeyboard });
  }

  #ofNodes(id, nodeIds, edgeIds) {
    const session = this.#session;
    const reorder = async (to) => session.askDocument("node/reorder", { ids: nodeIds, to });
    const rows = arrangements(session, nodeIds);
    const isAlone = nodeIds.length + edgeIds.length === 1;
    const naming = { title: "Rename", icon: "rename", keys: shortcutOf("rename", session) };
    return [
      ...(isAlone ? [{ ...naming, perform: () => rename(session, this.#display, "node", id) }, null] : []),
      ...this.#ofClipboard(),
      this.#entry("Duplicate", "duplicate", "duplicate"),
      null,
      ...this.#ofGroups(nodeIds),
      null,
      ...rows,
      ...(rows.length ? [null] : []),
      { title: "Bring to front", icon: "front", perform: () => reorder("front") },
      { title: "Send to back", icon: "back", perform: () => reorder("back") },
      lockEntry(session, nodeIds),
      { title: "Show what is selected", icon: "fit", perform: () => session.askView("view/fit", { selection: true, padding: margins(), ...animated() }) },
      null,
      this.#entry("Delete", "remove", "remove", { bound: "delete", isDanger: true }),
    ];
  }

  #ofClipboard() {
    return [this.#entry("Cut", "cut", "cut"), this.#entry("Copy", "copy", "copy")];
  }

  #ofGroups(nodeIds) {
    const groups = groupsOf(this.#session, nodeIds);
    const isOpen = groups.some(({ collapsed }) => !collapsed);
    const ofGroups = [
      this.#entry("Ungroup", "ungroup", "ungroup"),
      isOpen ? this.#entry("Collapse", "collapse", "collapse") : this.#entry("Expand", "expand", "collapse"),
      ...(isOpen ? [this.#entry("Fit to content", "fitGroup", "fitGroup")] : []),
    ];
    const into = groups.length === 1 && nodeIds.length === 1 && isOpen ? groups[0] : null;
    const { x, y } = into ?? {};
    const paste = () => this.#commands.paste({ x: x + INSET, y: y + INSET }, { parentId: into.id });
    return [
      this.#entry("Group", "group", "group"),
      ...(groups.length ? ofGroups : []),
      ...(into ? [{ title: "Paste into group", icon: "paste", perform: paste }] : []),
    ];
  }

  #ofEdge(id) {
    return [
      { title: "Name", icon: "rename", perform: () => rename(this.#session, this.#display, "edge", id) },
      null,
      this.#entry("Delete", "remove", "remove", { bound: "delete", isDanger: true }),
    ];
  }

  #ofCanvas(at) {
    const session = this.#session;
    const names = session.types.names.slice(0, LISTED);
    const add = names.map((name) => {
      const perform = () => insertNode(session, name, at);
      return { title: `Add ${session.types.title(name)}`, icon: session.types.icon(name), perform };
    });
    const plain = { title: "Add node", icon: "node", perform: () => insertPlainNode(session, at) };
    return [
      ...(add.length ? add : [plain, this.#entry("Make a node type", "types", "types")]),
      null,
      this.#entry("Paste", "paste", "paste", { perform: () => this.#commands.paste(at) }),
      this.#entry("Select all", "all", "selectAll"),
      this.#entry("Find", "find", "find"),
      this.#entry("Problems", "problem", "problems"),
      this.#entry("Show everything", "fit", "fit"),
    ];
  }
}

/** What locks nodes; where all of them are, what unlocks them. */
function lockEntry(session, ids) {
  const isLocked = ids.every((id) => session.scene.nodes.get(id)?.locked);
  const [title, name] = [isLocked ? "Unlock" : "Lock", counted(ids.length, "node")];
  const edits = ids.map((id) => ({ method: "node/update", params: { id, patch: { locked: isLocked ? null : true } } }));
  return { title, icon: isLocked ? "unlock" : "lock", perform: () => session.askDocument("document/edit", { label: `${title} ${name}`, edits }) };
}
