// Questions to the user. Each is modal, and no answer is a no.

import { reasonsOf } from "./formats.js";

/** @typedef {import("./formats.js").Loss} Loss */

export class Questions {
  #window;

  /** @param {typeof import("vscode").window} window */
  constructor(window) {
    this.#window = window;
  }

  /** Asks whether a file is saved although its format does not hold everything.
   * @param {string} name
   * @param {Loss[]} losses */
  saveLosing(name, losses) {
    return this.#ask(`${name} cannot hold everything. Save it without the rest?`, reasonsOf(losses), "Save");
  }

  /** Asks whether a file is replaced that holds something else than what was opened or saved.
   * @param {string} name */
  overwrite(name) {
    const detail = ["Overwriting it replaces what is there now."];
    return this.#ask(`${name} was changed by another program.`, detail, "Overwrite");
  }

  /** Asks whether a file is opened of which most is lost.
   * @param {string} name
   * @param {string} why */
  openLosing(name, why) {
    return this.#ask(`Most of ${name} would be lost. Open the rest?`, [why], "Open");
  }

  /** @param {string} question
   * @param {string[]} detail
   * @param {string} yes */
  async #ask(question, detail, yes) {
    return (await this.#window.showWarningMessage(question, { modal: true, detail: detail.join("\n") }, yes)) === yes;
  }
}
