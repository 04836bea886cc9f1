// The server process: one for all documents, which works on copies in a folder of its own.

import { execFile } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import { env, pid } from "node:process";
import { Connection } from "../page/client/index.js";
import { stdio } from "../page/client/stdio.js";
import { SharedTransport } from "./shared-transport.js";

/** The version of the protocol that the page speaks: it shares the conversation, and the names of members depend on it. */
const PROTOCOL_VERSION = 1;
/** The commands without a key: their keys are VS Code's, whose undo and redo then reach the server. */
const UNBOUND = { undo: [], redo: [] };
/** The description of the protocol is at most so long, in bytes. */
const SPECIFICATION_BYTES = 1 << 26;

/**
 * @typedef {{ connection: Connection, transport: SharedTransport, initialized: object, edits: string[] }} Conversation
 *   `transport` is the one of the connection, `initialized` the result of `initialize`, `edits` are the methods that make
 *   steps of a view.
 */

/** The server. It is started by the first question, and again by the first one after it has ended. */
export class Server {
  /** The folder to which the server keeps; absolute. */
  folder = mkdtempSync(join(tmpdir(), "nodewire-"));
  #vscode;
  #extension;
  /** @type {Promise<Conversation> | null} */
  #starting = null;
  /** @type {Connection | null} */
  #connection = null;
  /** The number of processes that were started. */
  starts = 0;
  /** @type {Set<(why: string) => void>} */
  #ends = new Set();
  /** @type {Map<string, Set<(params: any) => void>>} */
  #heard = new Map();

  /**
   * @param {typeof import("vscode")} vscode
   * @param {string} extension the folder of the extension
   */
  constructor(vscode, extension) {
    this.#vscode = vscode;
    this.#extension = extension;
  }

  get isRunning() {
    return this.#connection !== null;
  }

  /** Calls `handler` with why, whenever the process has ended by itself.
   * @param {(why: string) => void} handler */
  onEnd(handler) {
    this.#ends.add(handler);
  }

  /** Calls `handler` with the parameters of notifications of that name, whichever process sends them.
   * @param {string} method
   * @param {(params: any) => void} handler
   * @returns {{ dispose(): void }} */
  on(method, handler) {
    const handlers = this.#heard.get(method) ?? new Set();
    this.#heard.set(method, handlers.add(handler));
    return { dispose: () => void handlers.delete(handler) };
  }

  /** The conversation with the process, which is started if none runs. Rejects if none can be. */
  start() {
    if (this.#starting) return this.#starting;
    const starting = this.#begin();
    this.#starting = starting;
    starting.catch(() => {
      if (this.#starting === starting) this.#starting = null;
    });
    return starting;
  }

  /** Asks the server.
   * @param {string} method
   * @param {object} params
   * @returns {Promise<any>} */
  async request(method, params) {
    const { connection } = await this.start();
    return connection.request(/** @type {any} */ (method), /** @type {any} */ (params));
  }

  /** Ends the process and lets go of its folder. */
  dispose() {
    this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Ends the process; `onEnd` does not hear of it. */
  stop() {
    const connection = this.#connection;
    this.#connection = this.#starting = null;
    void connection?.close();
  }

  async #begin() {
    const program = this.#program();
    const pipe = stdio(program, ["serve", "--root", this.folder], { cwd: this.folder });
    const transport = new SharedTransport(pipe, (method, params) => this.#announce(method, params));
    const connection = new Connection(transport);
    this.#connection = connection;
    this.starts += 1;
    connection.closed.then((why) => this.#end(connection, why));
    const clientInfo = { name: "nodewire-vscode", version: "1.0.0" };
    const [initialized, edits] = await Promise.all([
      connection.initialize({
        protocolVersion: PROTOCOL_VERSION, clientInfo, durability: "none", processId: pid, interactive: true,
      }),
      editsOf(program),
    ]);
    await connection.request("keys/update", /** @type {any} */ ({ bindings: UNBOUND }));
    return { connection, transport, initialized, edits };
  }

  /** @param {Connection} connection
   * @param {Error} why */
  #end(connection, why) {
    if (connection !== this.#connection) return;
    this.#connection = this.#starting = null;
    for (const handler of this.#ends) handler(why.message);
  }

  /** @param {string} method
   * @param {any} params */
  #announce(method, params) {
    for (const handler of this.#heard.get(method) ?? []) handler(params);
  }

  /** The path of the program: that of the setting, that in the extension, which fits its page, one on the `PATH`. */
  #program() {
    const named = this.#vscode.workspace.getConfiguration("nodewire").get("server", "");
    if (named) {
      if (isAbsolute(named) && isProgram(named)) return named;
      throw new Error(`The setting nodewire.server names ${named}, which is not the whole path of a program`);
    }
    const folders = [join(this.#extension, "bin"), ...(env.PATH ?? "").split(delimiter).filter(Boolean)];
    const found = folders.map((folder) => resolve(folder, "nodewire")).find(isProgram);
    if (found) return found;
    throw new Error("No program nodewire was found: the setting nodewire.server can name it");
  }
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The methods that a program calls edits.
 * @param {string} program
 * @returns {Promise<string[]>} */
function editsOf(program) {
  return new Promise((resolve, reject) => {
    execFile(program, ["spec"], { maxBuffer: SPECIFICATION_BYTES }, (error, stdout) => {
      if (error) return reject(error);
      /** @type {{ methods: { name: string, "x-edit"?: boolean }[] }} */
      const { methods } = JSON.parse(stdout);
      return resolve(methods.filter((method) => method["x-edit"]).map(({ name }) => name));
    });
  });
}
