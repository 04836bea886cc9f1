// One editor: the page in a webview, and its messages to the server and back.

import { pageOf } from "./page.js";
import { parsed } from "./shared-transport.js";

/**
 * @typedef {import("./graph-document.js").GraphDocument} GraphDocument
 * @typedef {{ id?: number | string, method: string, params: any }} Message
 */

let count = 0;

/** The notifications that are sent on to the page, if they are about its views or about its document. */
const OF_VIEWS = ["view/frame", "view/event", "server/failed"];
const OF_DOCUMENTS = [
  "document/changed", "document/reset", "document/history", "document/saved", "document/journal", "document/editable",
  "document/evaluated", "document/diagnostics",
];

/** The error of JSON-RPC for what is not to be asked. */
const INVALID_REQUEST = -32600;

/** The notifications that a page does not hand on: the conversation is the extension's. */
const OWN = ["initialized", "exit"];

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
  restart: "nodewire.restart",
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
      localResourceRoots: ["page", "webview"].map((folder) => vscode.Uri.joinPath(extension, folder)),
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
    const { name, path } = this.document.copy;
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
    if (typeof command === "string" && Object.hasOwn(COMMANDS, command)) {
      const done = this.#vscode.commands.executeCommand(COMMANDS[command]);
      return done.then(undefined, (failure) => this.#vscode.window.showErrorMessage(failure.message));
    }
    const message = parsed(text);
    if (this.#conversation && typeof message?.method === "string") this.#handOn(this.#conversation, /** @type {Message} */ (message));
    return undefined;
  }

  /** @param {import("./server.js").Conversation} conversation
   * @param {Message} message */
  #handOn({ transport, initialized }, { id, method, params }) {
    const named = this.#named(params);
    if (id === undefined) {
      if (!OWN.includes(method)) transport.send(JSON.stringify({ jsonrpc: "2.0", method, params: named }));
      return;
    }
    if (method === "document/create" || params?.text !== undefined && method === "document/open") {
      return this.#post({ id, error: { code: INVALID_REQUEST, message: "VS Code opens files in editors of their own" } });
    }
    const result = this.#answer(method, initialized);
    if (result !== undefined) return this.#post({ id, result });
    if (method === "view/close") this.document.views.delete(named.view);
    transport.ask(method, named, (reply) => {
      if (reply.error) return this.#post({ id, error: reply.error });
      if (method === "view/open") this.document.views.add(named.view);
      const result = reply.result && "view" in reply.result ? { ...reply.result, view: params.view } : reply.result;
      return this.#post({ id, result });
    });
  }

  /** The answer to what a page asks and the server is not asked; undefined for everything else. The conversation and the
   * document were opened already, and a page does not close them.
   * @param {string} method
   * @param {object} initialized */
  #answer(method, initialized) {
    if (method === "initialize") {
      // VS Code loads a page again that it moves to another window.
      this.#closeViews();
      return initialized;
    }
    if (method === "document/open") return { ...this.document.summary, losses: [] };
    if (method === "document/close" || method === "shutdown") return null;
    // The keys reach VS Code, too, and what it does with them comes back as undo and redo.
    if (method === "history/undo" || method === "history/redo") return { revision: 0, steps: 0 };
    return undefined;
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
