// Says that a document is only shown, because another process edits its file, and what one can do.

import { make, pressed } from "./elements.js";
import { onPress, release, sentence, toast } from "./controls.js";
import { session } from "./session.js";

/** What menus offer of a document that is only shown, by the names of commands. */
export const READING = ["copy", "selectAll", "find", "problems", "fit", "saveAs", "export"];

export class Reading {
  #bar;
  #text = make("span");

  /** `files` bring in what the file holds, and save elsewhere. */
  constructor(files) {
    const [again, copy] = [["readAgain", "Try again"], ["readCopy", "Save a copy"]].map(([id, title]) => pressed(title, null, { id }));
    onPress(again, () => this.#tryAgain(files));
    onPress(copy, () => files.copies.show());
    this.#bar = make("div", { id: "reading", className: "bar", role: "status", hidden: true }, this.#text, again, copy);
    document.body.append(this.#bar);
  }

  refresh() {
    const { isReadOnly, lockedBy, name } = session;
    const badge = document.getElementById("readOnly");
    if (!isReadOnly) release(this.#bar);
    badge.hidden = this.#bar.hidden = !isReadOnly;
    document.body.classList.toggle("reading", isReadOnly);
    if (!isReadOnly) return;
    const by = lockedBy.process === undefined ? "" : `Process ${lockedBy.process} on ${lockedBy.host} edits this file.`;
    badge.title = by;
    this.#text.textContent = `${name} is being edited elsewhere. You see what is saved there.`;
    this.#text.title = by;
  }

  /** The other process may have closed the file. */
  async #tryAgain(files) {
    await files.refresh();
    const { isReadOnly, name } = session;
    if (isReadOnly) toast(sentence(`${name} is still being edited elsewhere`));
    else toast(`You can edit ${name} now`, "good");
  }
}
