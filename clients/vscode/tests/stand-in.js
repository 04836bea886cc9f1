// A stand-in of VS Code: of its API what the extension uses, and of its workbench what happens to custom editors.

import { execFileSync } from "node:child_process";
import { EventEmitter as Emitter } from "node:events";
import { mkdtempSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const EXTENSION = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

export class Uri {
  constructor({ scheme = "file", path = "/" }) {
    Object.assign(this, { scheme, path, fsPath: path });
  }

  static file(path) {
    return new Uri({ path });
  }

  static from(parts) {
    return new Uri(parts);
  }

  static parse(text) {
    const { protocol, pathname } = new URL(text);
    return new Uri({ scheme: protocol.slice(0, -1), path: decodeURIComponent(pathname) });
  }

  static joinPath(uri, ...parts) {
    return uri.with({ path: join(uri.path, ...parts) });
  }

  with(parts) {
    return new Uri({ ...this, ...parts });
  }

  toString() {
    return `${this.scheme}://${encodeURI(this.path)}`;
  }
}

class EventEmitter {
  #handlers = new Set();

  event = (handler) => {
    this.#handlers.add(handler);
    return { dispose: () => this.#handlers.delete(handler) };
  };

  fire(value) {
    for (const handler of this.#handlers) handler(value);
  }

  dispose() {
    this.#handlers.clear();
  }
}

/** Kills the server of this process that was started last. */
export function killServer() {
  const running = execFileSync("pgrep", ["-P", String(process.pid), "-x", "nodewire"], { encoding: "utf8" });
  process.kill(Number(running.trim().split("\n").at(-1)), "SIGKILL");
}

/** A webview whose page is a test: `send(message)` is from the page, `received` is what it was sent. */
class Webview {
  cspSource = "https://webview.test";
  options = {};
  html = "";
  received = [];
  #messages = new EventEmitter();
  onDidReceiveMessage = this.#messages.event;
  onPost = () => undefined;

  asWebviewUri(uri) {
    return new Uri({ scheme: "https", path: uri.path.slice(EXTENSION.length) }).toString().replace("https://", this.cspSource);
  }

  async postMessage(message) {
    this.received.push(message);
    this.onPost(message);
    return true;
  }

  send(message) {
    this.#messages.fire(message);
  }
}

class WebviewPanel {
  webview = new Webview();
  active = true;
  #disposed = new EventEmitter();
  onDidDispose = this.#disposed.event;

  dispose() {
    this.#disposed.fire();
  }
}

/** A file that is open, as VS Code keeps it: its line of edits, and whether it is saved. */
export class Model {
  edits = [];
  index = -1;
  savePoint = -1;
  isFromBackup = false;
  isChanged = false;

  constructor(workbench, provider, document) {
    Object.assign(this, { workbench, provider, document, panels: [] });
  }

  get isDirty() {
    if (this.isChanged) return true;
    return this.edits.length > 0 ? this.index !== this.savePoint : this.isFromBackup;
  }

  push(edit) {
    if (!edit.undo) return void (this.isChanged = true);
    this.edits.splice(this.index + 1, Infinity, edit);
    this.index += 1;
  }

  async undo() {
    if (this.index < 0) return;
    const edit = this.edits[this.index--];
    await edit.undo();
  }

  async redo() {
    if (this.index + 1 >= this.edits.length) return;
    const edit = this.edits[++this.index];
    await edit.redo();
  }

  async save() {
    await this.provider.saveCustomDocument(this.document);
    Object.assign(this, { savePoint: this.index, isFromBackup: false, isChanged: false });
  }

  saveAs(path) {
    return this.provider.saveCustomDocumentAs(this.document, Uri.file(path));
  }

  async revert() {
    await this.provider.revertCustomDocument(this.document);
    Object.assign(this, { index: this.savePoint, isFromBackup: false, isChanged: false });
    this.edits.splice(this.index + 1);
  }

  backup(path) {
    return this.provider.backupCustomDocument(this.document, { destination: Uri.file(path) });
  }

  async show() {
    const panel = new WebviewPanel();
    this.panels.push(panel);
    await this.provider.resolveCustomEditor(this.document, panel);
    return panel;
  }

  close() {
    for (const panel of this.panels.splice(0)) panel.dispose();
    this.document.dispose();
    this.workbench.models.delete(this);
  }
}

/** VS Code around the extension. `answer(message, choices)` answers questions; `asked` and `performed` say what happened. */
export class Workbench {
  models = new Set();
  providers = new Map();
  commands = new Map();
  asked = [];
  performed = [];
  problems = new Map();
  settings = {};
  folder = mkdtempSync(join(tmpdir(), "nodewire-vscode-"));
  subscriptions = [];
  #watchers = new Emitter();

  answer() {
    return undefined;
  }

  get api() {
    const ask = (kind) => async (message, ...rest) => {
      const choices = rest.filter((one) => typeof one === "string");
      this.asked.push({ kind, message, detail: rest[0]?.detail, choices });
      return this.answer(message, choices);
    };
    return {
      Uri,
      EventEmitter,
      ViewColumn: { Beside: -2 },
      DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
      Range: class { constructor(line) { this.line = line; } },
      Diagnostic: class { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } },
      RelativePattern: class { constructor(base, pattern) { Object.assign(this, { base, pattern }); } },
      window: {
        registerCustomEditorProvider: (viewType, provider) => {
          this.providers.set(viewType, provider);
          provider.onDidChangeCustomDocument((edit) => {
            const model = this.modelOf(edit.document);
            if (model?.provider !== provider) throw new Error("No custom document found");
            model.push(edit);
          });
          return { dispose: () => this.providers.delete(viewType) };
        },
        showWarningMessage: ask("warning"),
        showErrorMessage: ask("error"),
        showInformationMessage: ask("information"),
        showQuickPick: async (items, { placeHolder }) => items.find(({ label }) => label === this.answer(placeHolder)),
        showSaveDialog: async ({ defaultUri }) => defaultUri,
      },
      workspace: {
        getConfiguration: (section) => ({ get: (name, other) => this.settings[`${section}.${name}`] ?? other }),
        createFileSystemWatcher: ({ base, pattern }) => {
          const path = join(base.path, pattern);
          const hears = (event) => (handler) => {
            this.#watchers.on(`${event} ${path}`, handler);
            return { dispose: () => this.#watchers.off(`${event} ${path}`, handler) };
          };
          return { onDidChange: hears("change"), onDidCreate: hears("create"), dispose: () => undefined };
        },
        fs: {
          readFile: async ({ path }) => {
            try {
              return new Uint8Array(await readFile(path));
            } catch (error) {
              throw Object.assign(error, error.code === "ENOENT" && { code: "FileNotFound" });
            }
          },
          writeFile: async ({ path }, bytes) => {
            await writeFile(path, bytes);
            this.#watchers.emit(`change ${path}`);
          },
          delete: ({ path }) => rm(path),
          isWritableFileSystem: (scheme) => ({ file: true, git: false })[scheme],
        },
      },
      commands: {
        registerCommand: (name, perform) => {
          this.commands.set(name, perform);
          return { dispose: () => this.commands.delete(name) };
        },
        executeCommand: async (name, ...rest) => {
          this.performed.push([name, ...rest]);
          const [model] = this.models;
          if (name === "undo") return model.undo();
          if (name === "redo") return model.redo();
          if (name === "workbench.action.files.save") return model.save();
          return this.commands.get(name)?.(...rest);
        },
      },
      languages: {
        createDiagnosticCollection: () => ({
          set: (uri, diagnostics) => this.problems.set(uri.path, diagnostics),
          delete: (uri) => this.problems.delete(uri.path),
          dispose: () => undefined,
        }),
      },
    };
  }

  /** Activates the extension, installed in a folder, with a server. */
  async activate(server, folder = EXTENSION) {
    this.settings["nodewire.server"] = server;
    const { activate } = await import("../src/extension.js");
    activate(this.api, { extensionUri: Uri.file(folder), subscriptions: this.subscriptions });
    return this;
  }

  modelOf(document) {
    return [...this.models].find((model) => model.document === document);
  }

  /** Opens a file, with what was kept of it if that is named. */
  async open(path, { viewType = "nodewire.graph", scheme = "file", backupId, untitledDocumentData } = {}) {
    const provider = this.providers.get(viewType);
    const uri = path.startsWith("/") ? Uri.from({ scheme, path }) : Uri.from({ scheme: "untitled", path });
    const document = await provider.openCustomDocument(uri, { backupId, untitledDocumentData });
    const model = new Model(this, provider, document);
    model.isFromBackup = backupId !== undefined;
    this.models.add(model);
    return model;
  }

  /** Writes a file as another program does. */
  async write(path, text) {
    await writeFile(path, text);
    this.#watchers.emit(`change ${path}`);
  }

  async dispose() {
    for (const model of [...this.models]) model.close();
    for (const disposable of this.subscriptions.reverse()) disposable.dispose();
    await rm(this.folder, { recursive: true, force: true });
  }
}
