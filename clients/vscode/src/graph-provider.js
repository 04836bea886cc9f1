// One kind of editors, as VS Code asks for it.

/**
 * @typedef {import("./graph-document.js").GraphDocument} GraphDocument
 * @typedef {import("./graph-editors.js").Edit} Edit
 * @typedef {import("vscode").CustomEditorProvider<GraphDocument>} Provider
 */

/** The provider of one type of editors: VS Code wants to hear of the documents of that type only.
 * @implements {Provider} */
export class GraphProvider {
  onDidChangeCustomDocument;
  #editors;
  #changes;

  /**
   * @param {typeof import("vscode")} vscode
   * @param {import("./graph-editors.js").GraphEditors} editors
   */
  constructor(vscode, editors) {
    this.#editors = editors;
    this.#changes = /** @type {import("vscode").EventEmitter<Edit>} */ (new vscode.EventEmitter());
    this.onDidChangeCustomDocument = this.#changes.event;
  }

  /** @param {import("vscode").Uri} uri
   * @param {import("vscode").CustomDocumentOpenContext} context */
  openCustomDocument(uri, context) {
    return this.#editors.open(uri, context, (edit) => this.#changes.fire(edit));
  }

  /** @param {GraphDocument} document
   * @param {import("vscode").WebviewPanel} panel */
  resolveCustomEditor(document, panel) {
    return this.#editors.show(document, panel);
  }

  /** @param {GraphDocument} document */
  saveCustomDocument(document) {
    return document.save();
  }

  /** @param {GraphDocument} document
   * @param {import("vscode").Uri} destination */
  saveCustomDocumentAs(document, destination) {
    return document.saveAs(destination);
  }

  /** @param {GraphDocument} document */
  revertCustomDocument(document) {
    return document.revert();
  }

  /** @param {GraphDocument} document
   * @param {import("vscode").CustomDocumentBackupContext} context */
  backupCustomDocument(document, { destination }) {
    return document.backup(destination);
  }
}
