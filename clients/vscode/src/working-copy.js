// A file of VS Code, and the copy of it with which the server works.

import { Buffer } from "node:buffer";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatOf } from "./formats.js";

/** @typedef {import("vscode").Uri} Uri */

/** A longer file is not looked at for white space alone, in bytes. */
const BLANK_BYTES = 1024;

export class WorkingCopy {
  uri;
  /** The last part of the path, as the user knows it. */
  name;
  /** The path of the copy, from the server's folder. */
  path;
  /** The file's bytes when it was read or written last; null without a file.
   * @type {Uint8Array | null} */
  known = null;
  #vscode;
  #folder;

  /**
   * @param {typeof import("vscode")} vscode
   * @param {string} folder that of the server
   * @param {Uri} uri
   * @param {string} id a name that no other copy has
   */
  constructor(vscode, folder, uri, id) {
    this.#vscode = vscode;
    this.uri = uri;
    this.name = uri.path.split("/").at(-1) ?? "";
    this.path = join(id, this.name);
    this.#folder = join(folder, id);
  }

  get isUntitled() {
    return this.uri.scheme === "untitled";
  }

  /** True for a file that can only be looked at, as one of another version is. */
  get isReadOnly() {
    return this.#vscode.workspace.fs.isWritableFileSystem(this.uri.scheme) === false;
  }

  /** True for a file that has nothing but white space. */
  get isBlank() {
    return isBlank(this.known);
  }

  /** The bytes of the file; null without one.
   * @returns {Promise<Uint8Array | null>} */
  async read() {
    if (this.isUntitled) return null;
    try {
      return await this.#vscode.workspace.fs.readFile(this.uri);
    } catch (/** @type {any} */ failure) {
      if (failure.code !== "FileNotFound") throw failure;
      return null;
    }
  }

  /** True for bytes of the file that were not read or written here.
   * @param {Uint8Array} bytes */
  isNews(bytes) {
    return this.known === null || Buffer.compare(bytes, this.known) !== 0;
  }

  /** Writes the file.
   * @param {Uint8Array} bytes */
  async write(bytes) {
    await this.#vscode.workspace.fs.writeFile(this.uri, bytes);
    this.known = bytes;
  }

  /** Writes the copy; of a file with nothing in it, a document with nothing in it.
   * @param {Uint8Array | null} bytes */
  async put(bytes) {
    await mkdir(this.#folder, { recursive: true });
    await writeFile(join(this.#folder, this.name), bytes && !isBlank(bytes) ? bytes : formatOf(this.name).empty);
  }

  /** The bytes of the copy, as the server has saved it. */
  take() {
    return readFile(join(this.#folder, this.name));
  }

  remove() {
    return rm(this.#folder, { recursive: true, force: true });
  }

  /** Calls `look` when the file may have been written.
   * @param {() => void} look
   * @returns {{ dispose(): void }[]} */
  watch(look) {
    if (this.isUntitled) return [];
    const { workspace, RelativePattern, Uri } = this.#vscode;
    // Signs with a meaning in patterns stand for any sign; `look` reads this file in any case.
    const pattern = this.name.replace(/[[\]{}*!]/g, "?");
    const watcher = workspace.createFileSystemWatcher(new RelativePattern(Uri.joinPath(this.uri, ".."), pattern));
    return [watcher, watcher.onDidChange(look), watcher.onDidCreate(look)];
  }
}

/** @param {Uint8Array | null} bytes */
function isBlank(bytes) {
  return !bytes || (bytes.length < BLANK_BYTES && new TextDecoder().decode(bytes).trim() === "");
}
