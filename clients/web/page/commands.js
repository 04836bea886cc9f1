// What buttons, menus and keys of the page ask the server for, by name.

import { toast } from "./controls.js";
import { animated, session } from "./session.js";

/** `files` opens and saves; `display` shows. */
export function commandsOf(display, files, theme) {
  return {
    open: () => files.chooseOpen(),
    save: () => files.save(),
    export: () => files.copies.download("svg"),
    exportPixels: () => files.copies.downloadRaster(),
    revert: () => files.revert(),
    undo: () => walk("undo"),
    redo: () => walk("redo"),
    fit: () => session.fit(),
    zoomIn: () => session.step(1),
    zoomOut: () => session.step(-1),
    zoomReset: () => session.zoom({ to: 1 }),
    theme: () => theme.choose(!theme.isDark),
    background: () => display.nextBackground(),
    create: () => files.create(),
    saveAs: () => files.copies.show(),
    selectAll: () => session.askView("view/select", { all: true }),
    rename: async () => {
      const { firstSelected, state } = session.scene;
      if (firstSelected && state.selection.edges === 0) return display.writing.open("node", firstSelected.id);
      const { nodeIds, edgeIds } = await session.selected();
      const [kind, id] = nodeIds.length > 0 ? ["node", nodeIds[0]] : ["edge", edgeIds[0]];
      return id === undefined ? session.refuse("nothing is selected") : display.writing.open(kind, id);
    },
  };
}

/** Takes a step of this window back, or performs it again, with `undo` or `redo`; says so where there is none. */
export async function walk(way, how = animated()) {
  const walked = await session.askDocument(`history/${way}`, { view: session.view, ...how });
  if (walked?.steps === 0) toast(`You have nothing to ${way}`);
}
