// What menus and keys ask the server to do with groups, and with several nodes at once.

import { isContainer } from "./node-texts.js";
import { ownOf } from "./pointer.js";
import { say } from "./announcer.js";
import { session } from "./session.js";
import COMMANDS from "./commands.json" with { type: "json" };

/** The size in which a group is shown that is collapsed here, if neither it nor its type says one. */
export const SMALL = { width: 200, height: 80 };

/** Commands by name; all of them are about what is selected. */
export function groupCommands() {
  const edit = (label, edits) => session.askDocument("document/edit", { label, edits });
  const perform = (command) => () => performed("view/command", { command }, command);
  const groups = async () => {
    const { scene, document } = session;
    const { nodeIds: nodes } = await session.selected();
    const read = await session.request("document/read", { document, nodes, edges: [] });
    const found = read.nodes.filter((node) => isContainer(scene.nodes.get(node.id) ?? node) || node.collapsed);
    if (found.length === 0) session.refuse(COMMANDS.nothing.ungroup);
    return found;
  };
  return {
    group: perform("group"),
    ungroup: perform("ungroup"),
    front: perform("bringToFront"),
    back: perform("sendToBack"),
    duplicate: perform("duplicate"),
    remove: perform("delete"),
    collapse: async () => {
      const found = await groups();
      const isOpen = found.some(({ collapsed }) => !collapsed);
      const edits = found.map((group) => collapsing(session.types, group, isOpen));
      const done = edits.length > 0 && (await edit(isOpen ? "Collapse" : "Expand", edits));
      if (done) say(isOpen ? "Collapsed" : "Expanded");
    },
    fitGroup: async () => {
      const edits = (await groups()).map(({ id }) => ({ method: "group/fit", params: { id } }));
      if (edits.length > 0) await edit("Fit", edits);
    },
  };
}

/** Asks for a command of the server, and says what is missing where it finds nothing to do. */
async function performed(method, params, command) {
  const done = await session.askView(method, params);
  if (done && !done.action && !done.refused && !done.gesture) session.refuse(COMMANDS.nothing[command]);
}

/** Sends a key that the server performs; one that acts on what is selected says so where nothing is. */
export function press(params, event) {
  const command = session.keys.commandOf(event);
  const isAsked = params.phase === "down" && !params.repeat && session.view && ownOf(COMMANDS.nothing, command ?? "");
  return isAsked ? performed("input/key", params, command) : session.send("input/key", params);
}

/** Of nodes those that hold others, or would, as they are shown. */
export function groupsOf(ids) {
  return ids.map((id) => session.scene.nodes.get(id)).filter((node) => node && isContainer(node));
}

function collapsing(types, { id, type, collapsedSize }, isCollapsed) {
  const isSmall = collapsedSize || types.declared(type)?.collapsedSize;
  const size = isCollapsed && !isSmall ? { collapsedSize: SMALL } : {};
  return { method: "node/update", params: { id, patch: { collapsed: isCollapsed || null, ...size } } };
}

/** Rows of a menu: the sides at which two or more nodes are aligned, the axes along which three or more are spread. */
export function arrangements({ length }) {
  const row = (entries) => Object.entries(entries).map(([command, { title, icon }]) => {
    return { title, icon, perform: () => performed("view/command", { command }, command) };
  });
  return [...(length > 1 ? [row(COMMANDS.sides)] : []), ...(length > 2 ? [row(COMMANDS.axes)] : [])];
}
