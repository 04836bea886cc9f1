// One editor: the page in a webview, and its messages to the server and back.

import { pageOf } from "./page.js";

/**
 * @typedef {import("./graph-document.js").GraphDocument} GraphDocument
 * @typedef {{ id?: number | string, method: string, params: any }} Message
 */

let count = 0;

/** The notifications that are sent on to the page, if they are about its views or about its document. */
const OF_VIEWS = ["view/frame", "view/event", "server/failed"];
const OF_DOCUMENTS = [
  "document/changed", "document/reset", "document/saved", "document/journal", "document/editable", "document/evaluated",
  "document/diagnostics",
];

/** The commands of VS Code for which buttons and menus of the page ask. */
const COMMANDS = /** @type {Record<string, string>} */ ({
  undo: "undo",
  redo: "redo",
  save: "workbench.action.files.save",
  saveAs: "workbench.action.files.saveAs",
  open: "workbench.action.files.openFile",
  revert: "workbench.action.files.revert",
  theme: "workbench.action.selectTheme",
  create: "nodewire.new",
  export: "nodewire.exportSvg",
});

export class Panel {
  document;
  #vscode;
  #extension;
  #server;
  #panel;
  /** The beginning of the names of its views: two pages name theirs alike. */
  #prefix = `${++count}-`;
  /** @type {{ dispose(): void }[]} */
  #disposables = [];
  /** The conversation with the server, from when the page is loaded.
   * @type {import("./server.js").Conversation | null} */
  #conversation = null;

  /**
   * @param {typeof import("vscode")} vscode
   * @param {import("vscode").Uri} extension the folder of the extension
   * @param {import("./server.js").Server} server
   * @param {GraphDocument} document
   * @param {import("vscode").WebviewPanel} panel
   */
  constructor(vscode, extension, server, document, panel) {
    this.#vscode = vscode;
    this.#extension = extension;
    this.#server = server;
    this.#panel = panel;
    this.document = document;
    panel.webview.options = {
      enableScripts: true,
      localResourceRoots: ["page", "client", "webview"].map((folder) => vscode.Uri.joinPath(extension, folder)),
    };
    this.#disposables.push(
      panel.webview.onDidReceiveMessage((message) => this.#receive(message)),
      ...OF_VIEWS.map((method) => server.on(method, (params) => this.#followView(method, params))),
      ...OF_DOCUMENTS.map((method) => server.on(method, (params) => {
        if (params.document === document.id) this.#post({ method, params });
      })),
    );
    panel.onDidDispose(() => this.#leave());
  }

  get isActive() {
    return this.#panel.active;
  }

  /** The view that the page shows; undefined before it shows one. */
  get view() {
    return [...this.document.views].filter((view) => view.startsWith(this.#prefix)).at(-1);
  }

  /** Loads the page, in place of the one before. */
  async show() {
    this.#conversation = await this.#server.start();
    const { edits } = this.#conversation;
    const { name, path } = this.document;
    this.#closeViews();
    this.#panel.webview.html = await pageOf(this.#vscode, this.#extension, this.#panel.webview, { name, path, edits });
  }

  /** Lets the page say that the conversation is over.
   * @param {string} why */
  end(why) {
    this.#panel.webview.postMessage({ ended: why });
  }

  #leave() {
    this.#closeViews();
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #closeViews() {
    for (const view of [...this.document.views].filter((one) => one.startsWith(this.#prefix))) {
      this.document.views.delete(view);
      this.#server.request("view/close", { view }).catch(() => undefined);
    }
  }

  /** @param {any} received */
  async #receive(received) {
    const { text, command } = received ?? {};
    if (typeof command === "string" && command in COMMANDS) {
      const done = this.#vscode.commands.executeCommand(COMMANDS[command]);
      return done.then(undefined, (failure) => this.#vscode.window.showErrorMessage(failure.message));
    }
    const message = parsed(text);
    if (!message || !this.#conversation) return undefined;
    if (message.id === undefined) return this.#notify(this.#conversation, message);
    try {
      return this.#post({ id: message.id, result: (await this.#answer(this.#conversation, message)) ?? null });
    } catch (/** @type {any} */ failure) {
      const { code = -32603, data } = failure;
      return this.#post({ id: message.id, error: { code, message: failure.message, data } });
    }
  }

  /** @param {import("./server.js").Conversation} conversation
   * @param {Message} message */
  #notify({ connection }, { method, params }) {
    if (method !== "initialized") connection.notify(/** @type {any} */ (method), /** @type {any} */ (this.#named(params)));
  }

  /** The answer to a request. The conversation and the document were opened already, and are not closed by a page.
   * @param {import("./server.js").Conversation} conversation
   * @param {Message} message */
  async #answer({ connection, initialized }, { method, params }) {
    if (method === "initialize") {
      // VS Code loads a page again that it moves to another window.
      this.#closeViews();
      return initialized;
    }
    if (method === "document/open") return { ...this.document.summary, losses: [] };
    if (method === "document/close" || method === "shutdown") return null;
    // The keys reach VS Code, too, and what it does with them comes back as undo and redo.
    if (method === "history/undo" || method === "history/redo") return { revision: 0, steps: 0 };
    const named = this.#named(params);
    if (method === "view/close") this.document.views.delete(named.view);
    const result = await connection.request(/** @type {any} */ (method), named);
    if (method === "view/open") this.document.views.add(named.view);
    return result && "view" in result ? { ...result, view: params.view } : result;
  }

  /** Parameters with the view's name in the conversation.
   * @param {any} params */
  #named(params) {
    return typeof params?.view === "string" ? { ...params, view: this.#prefix + params.view } : params;
  }

  /** @param {string} method
   * @param {any} params */
  #followView(method, params) {
    if (!params.view?.startsWith(this.#prefix)) return;
    this.#post({ method, params: { ...params, view: params.view.slice(this.#prefix.length) } });
  }

  /** @param {object} message */
  #post(message) {
    this.#panel.webview.postMessage({ text: JSON.stringify({ jsonrpc: "2.0", ...message }) });
  }
}

/** A message of the page; undefined for what is none.
 * @param {unknown} text
 * @returns {Message | undefined} */
function parsed(text) {
  try {
    const message = typeof text === "string" ? JSON.parse(text) : undefined;
    return typeof message?.method === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}
