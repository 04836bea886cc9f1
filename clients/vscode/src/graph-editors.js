// All that is open: the documents, and the panels that show them.

import { GraphDocument } from "./graph-document.js";
import { Panel } from "./panel.js";

/**
 * @typedef {import("vscode").CustomDocumentEditEvent<GraphDocument>} Step
 * @typedef {import("vscode").CustomDocumentContentChangeEvent<GraphDocument>} Change
 * @typedef {Step | Change} Edit a change without a step makes the file dirty until it is saved
 */

export class GraphEditors {
  #vscode;
  #extension;
  #server;
  /** @type {Set<GraphDocument>} */
  #documents = new Set();
  /** @type {Set<Panel>} */
  #panels = new Set();

  /**
   * @param {typeof import("vscode")} vscode
   * @param {import("vscode").Uri} extension the folder of the extension
   * @param {import("./server.js").Server} server
   */
  constructor(vscode, extension, server) {
    this.#vscode = vscode;
    this.#extension = extension;
    this.#server = server;
    server.on("document/changed", ({ document }) => [...this.#documents].find(({ id }) => id === document)?.follow());
    server.onEnd((why) => this.#offerRestart(why));
  }

  /** The panel that the user is in; undefined outside of all. */
  get active() {
    return [...this.#panels].find((panel) => panel.isActive);
  }

  /**
   * Opens a file, with what VS Code has kept of it; `edited` hears of every step of a user.
   *
   * @param {import("vscode").Uri} uri
   * @param {import("vscode").CustomDocumentOpenContext} context
   * @param {(edit: Edit) => void} edited
   */
  async open(uri, { backupId, untitledDocumentData }, edited) {
    const disposed = (/** @type {GraphDocument} */ gone) => void this.#documents.delete(gone);
    const document = new GraphDocument(this.#vscode, this.#server, uri, { edited, disposed });
    await document.open(backupId === undefined ? undefined : this.#vscode.Uri.parse(backupId), untitledDocumentData);
    this.#documents.add(document);
    return document;
  }

  /** Shows a document in one more panel.
   * @param {GraphDocument} document
   * @param {import("vscode").WebviewPanel} webviewPanel */
  async show(document, webviewPanel) {
    const panel = new Panel(this.#vscode, this.#extension, this.#server, document, webviewPanel);
    this.#panels.add(panel);
    webviewPanel.onDidDispose(() => this.#panels.delete(panel));
    await panel.show();
    document.follow();
  }

  /** Starts the server again; documents come back with what is not saved, as far as VS Code has kept it. */
  async restart() {
    // What a process had that is gone cannot be held.
    for (const document of this.#documents) await document.hold().catch(() => undefined);
    this.#server.stop();
    for (const document of this.#documents) {
      await document.reopen().catch((failure) => this.#vscode.window.showErrorMessage(`${document.name}: ${failure.message}`));
    }
    for (const panel of this.#panels) await panel.show();
  }

  /** @param {string} why */
  async #offerRestart(why) {
    for (const panel of this.#panels) panel.end(why);
    if (this.#documents.size === 0) return;
    const again = "Restart";
    const question = `The server of Nodewire is gone: ${why}. What is not saved comes back as far as VS Code has kept it.`;
    if ((await this.#vscode.window.showErrorMessage(question, again)) !== again) return;
    await this.restart().catch((failure) => this.#vscode.window.showErrorMessage(failure.message));
  }
}
