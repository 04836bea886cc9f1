// What menus and keys ask the server to do with groups, and with several nodes at once.

import { isContainer } from "./node-texts.js";
import { say } from "./announcer.js";

/** The size in which a group is shown that is collapsed here, if neither it nor its type says one. */
const SMALL = { width: 200, height: 80 };

/** Commands by name; all of them are about what is selected. */
export function groupCommands(session) {
  const edit = (label, edits) => session.askDocument("document/edit", { label, edits });
  const groups = async () => {
    const { nodeIds } = await session.selected();
    const found = [...groupsOf(session, nodeIds), ...(await groupsElsewhere(session, nodeIds))];
    if (found.length === 0) session.refuse("no group is selected");
    return found;
  };
  return {
    group: async () => {
      const { nodeIds: ids } = await session.selected();
      if (ids.length === 0) return session.refuse("select the nodes that the group is to hold");
      const made = await session.askDocument("group/create", { ids });
      if (made) await session.askView("view/select", { nodes: [made.id] });
    },
    ungroup: async () => {
      const ids = (await groups()).map(({ id }) => id);
      if (ids.length === 0) return;
      const inside = await session.askDocument("document/find", { where: { any: ids.map((group) => ({ group })) }, limit: 10_000 });
      const done = inside && (await edit("Dissolve", ids.map((id) => ({ method: "group/dissolve", params: { id } }))));
      if (done) await session.askView("view/select", { nodes: inside.nodes.filter((id) => !ids.includes(id)) });
    },
    collapse: async () => {
      const found = await groups();
      const isOpen = found.some(({ collapsed }) => !collapsed);
      const patches = await patchesOf(session, found, isOpen);
      const done = patches.length > 0 && (await edit(isOpen ? "Collapse" : "Expand", patches));
      if (done) say(isOpen ? "Collapsed" : "Expanded");
    },
    fitGroup: async () => {
      const edits = (await groups()).map(({ id }) => ({ method: "group/fit", params: { id } }));
      if (edits.length > 0) await edit("Fit", edits);
    },
  };
}

/** Of nodes those that hold others, or would, as they are shown. */
export function groupsOf(session, ids) {
  return ids.map((id) => session.scene.nodes.get(id)).filter((node) => node && isContainer(node));
}

/** The same of nodes that are not shown; of these only the type and what is collapsed count. */
async function groupsElsewhere({ scene, document, request }, ids) {
  const nodes = ids.filter((id) => !scene.nodes.has(id));
  if (nodes.length === 0) return [];
  const read = await request("document/read", { document, nodes, edges: [] });
  return read.nodes.filter((node) => node.type === "group" || node.collapsed);
}

/** The edits that collapse nodes or expand them. */
async function patchesOf(session, nodes, isCollapsed) {
  const { document } = session;
  const ids = nodes.map(({ id }) => id);
  const read = await session.request("document/read", { document, nodes: ids, edges: [] });
  return read.nodes.map(({ id, type, collapsedSize }) => {
    const isSmall = collapsedSize || session.types.collapsedSize(type);
    const size = isCollapsed && !isSmall ? { collapsedSize: SMALL } : {};
    return { method: "node/update", params: { id, patch: { collapsed: isCollapsed || null, ...size } } };
  });
}

const SIDES = [
  ["left", "Align left"], ["centerX", "Align centers"], ["right", "Align right"], ["top", "Align top"],
  ["centerY", "Align middles"], ["bottom", "Align bottom"],
];
const AXES = [["x", "Distribute horizontally"], ["y", "Distribute vertically"]];

/** Rows of a menu: the sides at which two or more nodes are aligned, the axes along which three or more are spread. */
export function arrangements(session, ids) {
  const ask = (method, params) => session.askDocument(method, { ids, ...params });
  const sides = SIDES.map(([edge, title]) => {
    return { title, icon: `align-${edge}`, perform: () => ask("node/align", { edge }) };
  });
  const axes = AXES.map(([axis, title]) => {
    return { title, icon: `distribute-${axis}`, perform: () => ask("node/distribute", { axis }) };
  });
  return [...(ids.length > 1 ? [sides] : []), ...(ids.length > 2 ? [axes] : [])];
}
