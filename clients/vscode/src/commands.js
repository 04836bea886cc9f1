// The commands of the palette. Each but the first is about the editor that the user is in.

import { showProblems } from "./problems.js";

/** The layouts that are offered, as the server calls them. */
const LAYOUTS = [
  { label: "Layers", algorithm: "layered" },
  { label: "Tree", algorithm: "tree" },
  { label: "Radial", algorithm: "radial" },
  { label: "Force", algorithm: "force" },
  { label: "Grid", algorithm: "grid" },
  { label: "Circle", algorithm: "circle" },
];

/**
 * @param {typeof import("vscode")} vscode
 * @param {import("./graph-editors.js").GraphEditors} editors
 * @returns {import("vscode").Disposable[]}
 */
export function registerCommands(vscode, editors) {
  const { commands, window, workspace, Uri, ViewColumn, languages } = vscode;
  const problems = languages.createDiagnosticCollection("nodewire");
  let made = 0;
  /** @type {Record<string, (panel: import("./panel.js").Panel) => Promise<unknown>>} */
  const ofEditors = {
    openText: async ({ document }) => commands.executeCommand("vscode.openWith", document.uri, "default", ViewColumn.Beside),
    layout: async ({ document, view }) => {
      const chosen = await window.showQuickPick(LAYOUTS, { placeHolder: "How the nodes are laid out" });
      if (chosen) await document.request("document/layout", { algorithm: chosen.algorithm, ...(view && { view }) });
    },
    exportSvg: async ({ document }) => {
      const near = document.uri.with({ path: document.uri.path.replace(/(\.nodewire)?\.[^./]*$/, "") + ".svg" });
      const defaultUri = near.scheme === "untitled" ? undefined : near;
      const target = await window.showSaveDialog({ defaultUri, filters: { "SVG picture": ["svg"] } });
      if (target) await workspace.fs.writeFile(target, new TextEncoder().encode(await document.exported("svg")));
    },
    check: async ({ document }) => {
      const found = await showProblems(vscode, problems, document);
      if (found === 0) window.showInformationMessage(`Nothing is wrong with ${document.name}.`);
      else await commands.executeCommand("workbench.actions.view.problems");
    },
  };
  /** @param {string} name
   * @param {() => Promise<unknown>} perform */
  const register = (name, perform) => commands.registerCommand(`nodewire.${name}`, async () => {
    try {
      await perform();
    } catch (/** @type {any} */ failure) {
      window.showErrorMessage(failure.message);
    }
  });
  return [
    problems,
    register("new", async () => {
      const uri = Uri.from({ scheme: "untitled", path: `Untitled-${++made}.nodewire.json` });
      await commands.executeCommand("vscode.openWith", uri, "nodewire.graph");
    }),
    register("restart", () => editors.restart()),
    // The page has heard the key; VS Code would do something else at it.
    register("leaveKey", async () => undefined),
    ...Object.entries(ofEditors).map(([name, perform]) => register(name, async () => {
      const { active } = editors;
      if (!active) throw new Error("No editor of Nodewire has the focus");
      await perform(active);
    })),
  ];
}
