// The extension: an editor for files, its commands, and the one server that all of it shares.

import { registerCommands } from "./commands.js";
import { GraphEditors } from "./graph-editors.js";
import { GraphProvider } from "./graph-provider.js";
import { Server } from "./server.js";

/** The editors that the manifest contributes. */
const VIEW_TYPES = ["nodewire.graph", "nodewire.drawing"];

/**
 * Registers editors and commands. No process is started before a file is opened.
 *
 * @param {typeof import("vscode")} vscode
 * @param {import("vscode").ExtensionContext} context
 */
export function activate(vscode, context) {
  const server = new Server(vscode, context.extensionUri.fsPath);
  const editors = new GraphEditors(vscode, context.extensionUri, server);
  const options = { webviewOptions: { retainContextWhenHidden: true }, supportsMultipleEditorsPerDocument: true };
  context.subscriptions.push(
    server,
    ...VIEW_TYPES.map((viewType) => vscode.window.registerCustomEditorProvider(viewType, new GraphProvider(vscode, editors), options)),
    ...registerCommands(vscode, editors),
  );
}
