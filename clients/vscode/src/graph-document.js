// A document of VS Code: what becomes of its file, of what is not saved, and of its history.

import { formatOf, kindsOf, reasonsOf } from "./formats.js";
import { Questions } from "./questions.js";
import { Steps } from "./steps.js";
import { WorkingCopy } from "./working-copy.js";

/**
 * @typedef {import("vscode").Uri} Uri
 * @typedef {import("./server.js").Server} Server
 * @typedef {import("./formats.js").Loss} Loss
 * @typedef {{ document: string, format: string, nodes: number, edges: number, losses: Loss[], revision: number }} Summary
 */

let count = 0;

/** The error of a text of which most would be lost. */
const LOSSY = 1401;

export class GraphDocument {
  /** Its name in the conversation with the server: that of no other document, in whichever process. */
  id = `graph-${++count}`;
  copy;
  steps;
  /** The views of the document that are open, in any editor.
   * @type {Set<string>} */
  views = new Set();
  /** The server's reply as it opened the document.
   * @type {Summary} */
  summary = { document: "", format: "", nodes: 0, edges: 0, losses: [], revision: 0 };
  #vscode;
  #server;
  #questions;
  /** The copy that VS Code keeps of what is not saved.
   * @type {Uri | null} */
  #backup = null;
  /** The process in which it is open, by its number among those that were started. */
  #process = 0;
  /** The text of what is not saved, while the server starts again.
   * @type {string | null} */
  #held = null;
  /** True if the file is opened although most of it is lost. */
  #isLossy = false;
  /** The kinds of losses with which the user saves.
   * @type {Set<string>} */
  #accepted = new Set();
  /** The work that was begun last: it ends before the next begins.
   * @type {Promise<unknown>} */
  #queue = Promise.resolve();
  #isFollowing = false;
  #isAsking = false;
  /** @type {{ dispose(): void }[]} */
  #disposables = [];
  #disposed;

  /**
   * @param {typeof import("vscode")} vscode
   * @param {Server} server
   * @param {Uri} uri
   * @param {{ edited: (edit: import("./graph-editors.js").Edit) => void, disposed: (document: GraphDocument) => void }} hears
   */
  constructor(vscode, server, uri, hears) {
    this.#vscode = vscode;
    this.#server = server;
    this.#questions = new Questions(vscode.window);
    this.#disposed = hears.disposed;
    this.copy = new WorkingCopy(vscode, server.folder, uri, this.id);
    const viewOf = () => (this.views.size === 1 ? [...this.views][0] : undefined);
    const ask = (/** @type {string} */ method, /** @type {object | undefined} */ params) => this.request(method, params);
    this.steps = new Steps(ask, {
      step: ({ label, undo, redo }) => hears.edited({
        document: this,
        label,
        undo: () => this.#inTurn(undo),
        redo: () => this.#inTurn(redo),
      }),
      unsaved: () => hears.edited({ document: this }),
    }, viewOf);
  }

  get uri() {
    return this.copy.uri;
  }

  get name() {
    return this.copy.name;
  }

  /** Asks the server about the document. Rejects after the process has ended in which it was opened.
   * @param {string} method
   * @param {object} [params] */
  async request(method, params = {}) {
    if (!this.#server.isRunning || this.#server.starts !== this.#process) {
      throw new Error("The server of Nodewire is gone. The command Restart the Server starts it again.");
    }
    return this.#server.request(method, { document: this.id, ...params });
  }

  /** Reads the file, and opens it. What VS Code has kept is a step behind that, which is announced with the first editor.
   * @param {Uri | undefined} backup
   * @param {Uint8Array | undefined} data the bytes of an untitled file */
  async open(backup, data) {
    this.copy.known = data ?? (await this.copy.read());
    this.#backup = backup ?? null;
    if (!this.copy.known && !backup && !this.copy.isUntitled) throw new Error(`${this.name} is not there`);
    await this.#begin();
    const look = () => void this.#followDisk().catch((failure) => this.#vscode.window.showErrorMessage(failure.message));
    this.#disposables.push(...this.copy.watch(look));
    if (this.summary.losses.length > 0) this.#reportLosses(this.summary.losses, "opened");
  }

  /** Holds what is not saved, before the server is ended. */
  hold() {
    return this.#inTurn(async () => {
      await this.steps.follow();
      if (this.steps.isDirty) this.#held = await this.exported("nodewire");
    });
  }

  /** Opens the document in a server that has started again, with what is not saved as far as it was kept. */
  reopen() {
    return this.#inTurn(async () => {
      this.views.clear();
      const { isDirty } = this.steps;
      if (!isDirty) this.#backup = null;
      const isKept = this.#held !== null || this.#backup !== null;
      await this.#begin();
      const { position } = await this.request("history/list");
      this.steps.restart(position);
      if (isDirty && !isKept) {
        const message = `The last changes of ${this.name} are lost: VS Code had not kept them before the server ended.`;
        this.#vscode.window.showWarningMessage(message);
      }
    });
  }

  /** Hears that the document has changed. */
  follow() {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    this.#inTurn(() => {
      this.#isFollowing = false;
      return this.steps.follow();
    }).catch(() => undefined);
  }

  /** Writes the file, in the format that it has. Rejects if the user does not want what comes of it. */
  save() {
    return this.#inTurn(async () => {
      const disk = await this.copy.read();
      if (disk && this.copy.isNews(disk) && !(await this.#questions.overwrite(this.name))) {
        throw new Error(`${this.name} was changed by another program`);
      }
      await this.steps.follow();
      await this.copy.write(await this.#written());
      await this.steps.take({ isSaved: true });
      this.#backup = null;
    });
  }

  /** Writes a copy, in the format that its name asks for.
   * @param {Uri} target */
  saveAs(target) {
    return this.#inTurn(async () => {
      const name = target.path.split("/").at(-1) ?? "";
      const bytes = await this.#exported(formatOf(name).format, name);
      await this.#vscode.workspace.fs.writeFile(target, bytes);
    });
  }

  /** Makes the document what its file holds; without a file, what was opened or saved last, if it can. */
  revert() {
    return this.#inTurn(async () => {
      const disk = await this.copy.read();
      const isThere = await this.steps.goToSaved();
      if (disk && (!isThere || this.copy.isNews(disk))) await this.#replace(disk);
      if (disk) this.copy.known = disk;
      await this.steps.take({ isSaved: true });
      this.#backup = null;
    });
  }

  /** Keeps what is not saved in a file of VS Code's.
   * @param {Uri} destination
   * @returns {Promise<{ id: string, delete(): void }>} */
  backup(destination) {
    return this.#inTurn(async () => {
      const { fs } = this.#vscode.workspace;
      await fs.writeFile(destination, new TextEncoder().encode(await this.exported("nodewire")));
      this.#backup = destination;
      return {
        id: destination.toString(),
        delete: () => {
          if (this.#backup === destination) this.#backup = null;
          fs.delete(destination).then(undefined, () => undefined);
        },
      };
    });
  }

  /** The text of the document in a format, without what that does not hold.
   * @param {string} format
   * @returns {Promise<string>} */
  async exported(format) {
    return (await this.request("document/export", { format })).text;
  }

  /** The file's text when it was read or written last. */
  get text() {
    return new TextDecoder().decode(this.copy.known ?? new Uint8Array());
  }

  dispose() {
    for (const disposable of this.#disposables) disposable.dispose();
    this.#disposed(this);
    const close = this.request("document/close", { discard: true });
    close.catch(() => undefined).then(() => this.copy.remove()).catch(() => undefined);
  }

  /** Lets something go when the document does.
   * @param {{ dispose(): void }} disposable */
  own(disposable) {
    this.#disposables.push(disposable);
  }

  /** Opens the server's copy, and performs what VS Code has kept. */
  async #begin() {
    await this.copy.put(this.copy.known);
    this.summary = await this.#opened();
    try {
      const kept = this.#backup && (await this.#vscode.workspace.fs.readFile(this.#backup));
      const text = this.#held ?? (kept && new TextDecoder().decode(kept));
      this.#held = null;
      if (text === null) return;
      const { edits } = await this.request("document/diff", { with: { text } });
      if (edits.length > 0) await this.request("document/edit", { label: "Restore what was not saved", edits });
    } catch (/** @type {any} */ failure) {
      const message = `What was not saved of ${this.name} could not be restored: ${failure.message}`;
      this.#vscode.window.showErrorMessage(message);
    }
  }

  /** @returns {Promise<Summary>} */
  async #opened() {
    await this.#server.start();
    this.#process = this.#server.starts;
    const format = this.copy.isBlank && { format: formatOf(this.name).format };
    const { path, isReadOnly: readOnly } = this.copy;
    const params = { path, document: this.id, lossy: this.#isLossy, readOnly, ...format };
    try {
      return await this.#server.request("document/open", params);
    } catch (/** @type {any} */ failure) {
      if (failure.code !== LOSSY || !(await this.#questions.openLosing(this.name, failure.message))) throw failure;
      this.#isLossy = true;
      return this.#server.request("document/open", { ...params, lossy: true });
    }
  }

  /** The bytes that a save writes: the server saves its copy in the format that it has. */
  async #written() {
    const save = { overwrite: true };
    try {
      await this.request("document/save", save);
    } catch (/** @type {any} */ refusal) {
      if (refusal.data?.reason !== "losses") throw refusal;
      const { losses } = await this.request("document/export", { format: this.summary.format });
      await this.#accept([...this.summary.losses, ...losses], this.name);
      await this.request("document/save", { ...save, acceptLosses: true });
    }
    return this.copy.take();
  }

  /** @param {string} format
   * @param {string} name */
  async #exported(format, name) {
    const { text, losses } = await this.request("document/export", { format });
    await this.#accept(losses, name);
    return new TextEncoder().encode(text);
  }

  /** Asks whether a file is to lose something, unless the user has said so of things of the same kinds.
   * @param {Loss[]} losses
   * @param {string} name */
  async #accept(losses, name) {
    const kinds = kindsOf(losses).map((kind) => `${formatOf(name).format} ${kind}`);
    if (kinds.every((kind) => this.#accepted.has(kind))) return;
    if (!(await this.#questions.saveLosing(name, losses))) throw new Error(`${name} was not saved`);
    for (const kind of kinds) this.#accepted.add(kind);
  }

  /** Makes the document what bytes say, as one step.
   * @param {Uint8Array} bytes */
  async #replace(bytes) {
    await this.copy.put(bytes);
    const { edits } = await this.request("document/diff", { with: { path: this.copy.path } });
    if (edits.length > 0) await this.request("document/edit", { label: "Revert to saved", edits });
  }

  /** Brings in what another program has written: at once where nothing is unsaved, else if the user wants it. */
  async #followDisk() {
    const isNew = async () => {
      const disk = await this.#inTurn(() => this.copy.read());
      return disk && this.copy.isNews(disk) ? disk : null;
    };
    if (this.#isAsking || !(await isNew())) return;
    if (this.steps.isDirty) {
      this.#isAsking = true;
      const kept = "What you have not saved stays, and counts where both changed the same.";
      const question = `${this.name} was changed by another program. ${kept}`;
      const answer = await this.#vscode.window.showWarningMessage(question, "Update", "Not Now");
      this.#isAsking = false;
      if (answer !== "Update") return;
    }
    const disk = await isNew();
    if (!disk) return;
    await this.#inTurn(async () => {
      await this.steps.follow();
      const { isDirty } = this.steps;
      await this.copy.put(disk);
      const { repaired } = await this.request("document/refresh");
      this.copy.known = disk;
      await (isDirty ? this.steps.follow() : this.steps.take({ isSaved: true }));
      if (repaired.length > 0) this.#reportLosses(repaired, "brought in");
    });
  }

  /** @param {Loss[]} losses
   * @param {string} done */
  async #reportLosses(losses, done) {
    const things = losses.length === 1 ? "One thing" : `${losses.length} things`;
    const message = `${things} of ${this.name} could not be ${done}. ${reasonsOf(losses).join(" ")}`;
    const asText = "Open as Text";
    if ((await this.#vscode.window.showWarningMessage(message, asText)) !== asText) return;
    await this.#vscode.commands.executeCommand("vscode.openWith", this.uri, "default");
  }

  /** Performs work after all that was begun before.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>} */
  #inTurn(work) {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => undefined);
    return done;
  }
}
