// What buttons, menus and keys of the page ask the server for, by name.

/** `files` opens and saves; `display` shows. */
export function commandsOf(session, display, files, theme) {
  return {
    open: () => files.chooseOpen(),
    save: () => files.save(),
    export: () => files.exportPicture(),
    undo: () => session.askDocument("history/undo", { view: session.view }),
    redo: () => session.askDocument("history/redo", { view: session.view }),
    fit: () => session.fit(),
    zoomIn: () => session.zoom({ by: 1.25 }),
    zoomOut: () => session.zoom({ by: 0.8 }),
    zoomReset: () => session.zoom({ to: 1 }),
    theme: () => theme.choose(!theme.isDark),
    background: () => display.nextBackground(),
    remove: async () => {
      const { nodeIds: nodes, edgeIds: edges } = await session.selected();
      await session.askDocument("element/remove", { nodes, edges });
    },
    duplicate: async () => {
      const { nodeIds } = await session.selected();
      const made = await session.askDocument("document/duplicate", { nodes: nodeIds });
      if (made) await session.askView("view/select", { nodes: Object.values(made.nodes) });
    },
    rename: async () => {
      const { nodeIds, edgeIds } = await session.selected();
      if (nodeIds.length > 0) rename(session, display, "node", nodeIds[0]);
      else if (edgeIds.length > 0) rename(session, display, "edge", edgeIds[0]);
    },
  };
}

/** Asks for a name over a node or an edge. */
export function rename(session, display, kind, id) {
  const { scene } = session;
  const isNode = kind === "node";
  const item = (isNode ? scene.nodes : scene.edges).get(id);
  if (!item) return;
  const at = isNode ? item : item.label ? { ...item.label, width: 0, height: 0 } : item.bounds;
  const label = isNode ? (item.label ?? "") : (item.label?.text ?? "");
  display.nameField.ask(at, scene.state.viewport, label, (text) => {
    session.askDocument(isNode ? "node/update" : "edge/update", { id, patch: { label: text || null } });
  });
}

/** Inserts a node of a type where the server's grid puts it; one step to undo. */
export function insertNode(session, type, position) {
  const title = session.types.title(type);
  const insert = { method: "node/insert", params: { node: { type, label: title, position } } };
  const settle = { method: "node/move", params: { ids: [{ $result: 0 }], to: position } };
  return session.askDocument("document/edit", { label: `Add ${title}`, edits: [insert, settle] });
}
