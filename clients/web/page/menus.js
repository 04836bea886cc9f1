// The menus over the canvas: of a node, an edge, the ground, and of nodes that could take an end.

import { addNode, freePlace, insertNode, obviousType, showNew } from "./new-nodes.js";
import { arrangements, groupsOf } from "./groups.js";
import { counted } from "./announcer.js";
import { READING } from "./reading.js";
import { animated, session } from "./session.js";
import { margins } from "./margins.js";
import { nameOf } from "./node-texts.js";
import { ownOf } from "./pointer.js";
import { onScreen } from "./rects.js";
import { shortcutOf } from "./shortcuts.js";
/**
 * In `menus` by command its title, its icon, and the command of the server that has its chord; in `lists` what the larger menus show, null
 * for a line; in `nothing` by command of the server what it says where it finds nothing to act on.
 */
import COMMANDS from "./commands.json" with { type: "json" };

const LISTED = 12;
/** How far inside a group is what is pasted into it, on the canvas. */
const INSET = 24;

export class Menus {
  constructor(menu, display, commands, tools) {
    Object.assign(this, { menu, display, commands, tools });
  }

  /** The menu of what has the focus, else of what is selected, else of the canvas: the keyboard asks for it. */
  async showFocused() {
    const { scene } = session;
    const { nodeIds, edgeIds } = await session.selected();
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
    const place = onScreen(at, session.scene.state.viewport);
    const isNode = hit.kind === "node" || hit.kind === "handle" || hit.kind === "resizer";
    const isEdge = hit.kind === "edge" || hit.kind === "label" || hit.kind === "edgeEnd";
    const id = hit.id ?? hit.node;
    const item = isNode ? session.scene.nodes.get(id) : isEdge ? session.scene.edges.get(id) : undefined;
    // What is seen not to be selected is soon: the menu waits for no answer.
    let { nodeIds, edgeIds } = item && !item.selected ? { nodeIds: [], edgeIds: [] } : await session.selected();
    if ((isNode && !nodeIds.includes(id)) || (isEdge && !edgeIds.includes(id))) {
      [nodeIds, edgeIds] = isNode ? [[id], []] : [[], [id]];
      session.askView("view/select", { nodes: nodeIds, edges: edgeIds });
    }
    const all = isNode ? this.#ofNodes(id, nodeIds, edgeIds) : isEdge ? this.#ofEdge(id) : this.#ofCanvas(at);
    const entries = session.isReadOnly ? all.filter((entry) => READING.includes(entry?.command)) : all;
    if (entries.length === 0) return session.refuse("the document is read-only");
    const named = isNode && item ? nameOf(session, item) : isEdge ? "Connection" : "Canvas";
    const title = isNode && nodeIds.length > 1 ? counted(nodeIds.length, "node") : named;
    return this.menu.show(place, entries, { title, isKeyboard });
  }

  #entry(command, more = {}) {
    const { title, icon, chord = command } = ownOf(COMMANDS.menus, command);
    return { title, icon, command, keys: shortcutOf(chord), perform: this.commands[command], ...more };
  }

  #entries(...commands) {
    return commands.map((command) => command && this.#entry(command));
  }

  /** The types of nodes, of which letters find one; what is chosen goes beside the selected node, connected. */
  showTypes() {
    const { types, scene, isReadOnly } = session;
    if (isReadOnly) return session.refuse("the document is read-only");
    const item = scene.firstSelected;
    const plain = freePlace(scene);
    if (types.names.length === 0) return this.display.writing.begin(() => insertNode(null, plain), plain);
    const at = item ? { x: item.x + item.width, y: item.y } : freePlace(scene);
    const add = (name) => addNode(name);
    return types.names.length === 1 ? this.display.writing.begin(() => add(types.names[0]), at) : this.#askType(at, add);
  }

  /** Adds a node at a point of the canvas, and asks for a type where none is obvious. */
  add(at) {
    const type = obviousType();
    if (type === undefined) return this.#askType(at, (name) => insertNode(name, at));
    return this.display.writing.begin(() => insertNode(type, at), at);
  }

  /** The types of nodes at a point of the canvas; `add(name)` makes the node, which is then written. */
  #askType(at, add) {
    const { types, scene } = session;
    const entries = types.names.map((name) => {
      return { title: types.title(name), icon: types.icon(name), perform: () => this.display.writing.begin(() => add(name), at) };
    });
    this.menu.show(onScreen(at, scene.state.viewport), entries, { title: "Add a node", isKeyboard: true, first: types.names.indexOf(obviousType()) });
  }

  /** Nodes that could take the end of an edge that was dropped on nothing. */
  offer(offers, at) {
    const { types, scene } = session;
    const entries = offers.slice(0, LISTED).map(({ type, handle, edits }) => {
      const title = type ? types.title(type) : "Node";
      const perform = () => this.display.writing.begin(() => this.#add(`Add ${title}`, edits), at);
      // Which handle it is says something only where there are several.
      const isOne = offers.filter((other) => other.type === type).length < 2;
      return { title, icon: types.icon(type), keys: isOne ? undefined : handle, perform };
    });
    this.menu.show(onScreen(at, scene.state.viewport), entries, { title: "Nodes to connect" });
  }

  /** Adds a node that takes the end of an edge; returns its id. */
  async #add(label, edits) {
    const made = await session.askDocument("document/edit", { label, edits });
    if (!made) return undefined;
    await showNew(made.results[0].id);
    return made.results[0].id;
  }

  /** What can be done with the document as a whole, below its name. */
  showFile(button) {
    const shown = COMMANDS.lists.file.filter((command) => !session.isReadOnly || !["save", "revert"].includes(command));
    this.#showBelow(button, "File", this.#entries(...shown));
  }

  /** What has no place of its own in a narrow window, below the button that shows it. */
  showMore(button) {
    this.#showBelow(button, "More", [...this.#entries(...COMMANDS.lists.more), this.tools.entries, ...this.#entries(...COMMANDS.lists.looks)]);
  }

  #showBelow(button, title, entries) {
    const { bottom, left } = button.getBoundingClientRect();
    this.menu.show({ x: left, y: bottom + 8 }, entries, { title, isKeyboard: button.matches(":focus-visible") });
  }

  #ofNodes(id, nodeIds, edgeIds) {
    const rows = arrangements(nodeIds);
    const isAlone = nodeIds.length + edgeIds.length === 1;
    return [
      ...(isAlone ? [this.#entry("rename", { perform: () => this.display.writing.open("node", id) }), null] : []),
      ...this.#entries("cut", "copy", "duplicate", null),
      ...this.#ofGroups(nodeIds),
      null,
      ...rows,
      ...(rows.length ? [null] : []),
      ...this.#entries("front", "back"),
      this.#lockEntry(nodeIds),
      { title: "Show what is selected", icon: "fit", perform: () => session.askView("view/fit", { selection: true, padding: margins(), ...animated() }) },
      null,
      this.#entry("remove", { isDanger: true }),
    ];
  }

  /** What locks nodes; where all of them are, what unlocks them. */
  #lockEntry(ids) {
    const isLocked = ids.every((id) => session.scene.nodes.get(id)?.locked);
    const [title, icon] = isLocked ? ["Unlock", "unlock"] : ["Lock", "lock"];
    const edits = ids.map((id) => ({ method: "node/update", params: { id, patch: { locked: isLocked ? null : true } } }));
    return { title, icon, perform: () => session.askDocument("document/edit", { label: `${title} ${counted(ids.length, "node")}`, edits }) };
  }

  #ofGroups(nodeIds) {
    const groups = groupsOf(nodeIds);
    const isOpen = groups.some(({ collapsed }) => !collapsed);
    const ofGroups = isOpen ? this.#entries("ungroup", "collapse", "fitGroup") : [this.#entry("ungroup"), this.#entry("collapse", { title: "Expand", icon: "expand" })];
    const into = groups.length === 1 && nodeIds.length === 1 && isOpen ? groups[0] : null;
    const { x, y } = into ?? {};
    const paste = () => this.commands.paste({ x: x + INSET, y: y + INSET }, { parentId: into.id });
    return [
      this.#entry("group"),
      ...(groups.length ? ofGroups : []),
      ...(into ? [{ title: "Paste into group", icon: "paste", perform: paste }] : []),
    ];
  }

  #ofEdge(id) {
    return [
      this.#entry("rename", { title: "Name", keys: undefined, perform: () => this.display.writing.open("edge", id) }),
      null,
      this.#entry("remove", { isDanger: true }),
    ];
  }

  #ofCanvas(at) {
    const { types } = session;
    const add = types.names.slice(0, LISTED).map((name) => {
      return { title: `Add ${types.title(name)}`, icon: types.icon(name), perform: () => insertNode(name, at) };
    });
    const plain = { title: "Add node", icon: "node", perform: () => insertNode(null, at) };
    return [
      ...(add.length ? add : [plain, this.#entry("types", { title: "Make a node type" })]),
      null,
      this.#entry("paste", { perform: () => this.commands.paste(at) }),
      ...this.#entries("selectAll", "find", "problems", "fit"),
    ];
  }
}
