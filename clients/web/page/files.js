// Documents that are made, opened and saved, and the dialogs that ask which.

import { asked, hears } from "./floating.js";
import { dismiss, sentence, toast } from "./controls.js";
import { SaveAs, folder } from "./save-as.js";
import { tilesOf } from "./beginning.js";
import TEMPLATES from "./templates.json" with { type: "json" };
import { make } from "./elements.js";
import { recent } from "./storage.js";
import { offerUnsaved, reportLosses, reportRecovery } from "./losses.js";
import { session } from "./session.js";

const UNNAMED = "untitled.json";

/** So many reasons are listed for what a file would lose. */
const MOST_REASONS = 5;

const element = (id) => document.getElementById(id);

export class Files {
  #compare;
  /** The message that another program or window has written the file. */
  #notice = null;
  #listed = [];
  /** Copies in other formats, and the dialog that asks for them. */
  copies;

  /** `compare()` shows what is not saved. */
  constructor(compare) {
    this.#compare = compare;
    this.copies = new SaveAs((path, options) => this.#write(path, options));
    element("openFile").addEventListener("change", ({ target }) => {
      if (target.files.length > 0) this.openFile(target.files[0]);
      target.value = "";
    });
    session.on("document/journal", reportRecovery);
    hears(element("openDialog"), (answer) => answer === "open" && this.#openTyped(element("openPath").value.trim()));
  }

  #openTyped(typed) {
    // Where one file alone is listed, what was typed means it.
    const path = this.#listed.includes(typed) || this.#listed.length !== 1 ? typed : this.#listed[0];
    if (typed) this.open({ name: path.split("/").pop(), path });
  }

  #pathButton(path) {
    return make("button", { value: "cancel", textContent: path, title: path, onclick: () => this.open({ name: path.split("/").pop(), path }) });
  }

  /** Makes a document in place of this one; asks with what it begins. */
  async create() {
    const text = make("p", { textContent: "Node types and settings to begin with:" });
    const same = session.types.names.length > 0 ? [["same", "As this document"]] : [];
    const answer = await asked("newDialog", "New document", [text, make("div", { id: "templates", className: "tiles" }, ...tilesOf())], [...same, ["cancel", "Cancel"]]);
    if (answer === "same") await this.#createAlike();
    else if (TEMPLATES[answer]) await this.#create(TEMPLATES[answer].content);
  }

  async #createAlike() {
    const { document } = session;
    const { types, settings, content } = await session.request("document/read", { document, limit: 1 });
    const { edgeTypes, dataTypes } = content ?? {};
    const members = Object.entries({ types, settings, edgeTypes, dataTypes }).filter(([, member]) => member !== undefined);
    await this.#create(Object.fromEntries(members));
  }

  async #create(content) {
    await this.open({ name: UNNAMED, content: structuredClone(content) });
  }

  chooseOpen() {
    element("openPath").value = "";
    const paths = recent().filter((path) => path !== session.path);
    element("recentTitle").hidden = paths.length === 0;
    element("recent").replaceChildren(...paths.map((path) => this.#pathButton(path)));
    element("openDialog").showModal();
    this.#listFolder();
  }

  /** Lists the files of the folder whose paths have what is typed. */
  async #listFolder() {
    const { files, more } = await folder();
    const list = element("folderFiles");
    const show = () => {
      const typed = element("openPath").value.trim().toLowerCase();
      this.#listed = files.filter((path) => path !== session.path && path.toLowerCase().includes(typed));
      const rows = this.#listed.map((path) => this.#pathButton(path));
      const rest = more ? [make("p", { textContent: "There are more: type the name." })] : [];
      list.replaceChildren(...rows, ...rest);
      list.hidden = rows.length + rest.length === 0;
    };
    element("openPath").oninput = show;
    show();
  }

  async openFile(file) {
    element("openDialog").close();
    await this.open({ name: file.name, text: await file.text() });
  }

  /** Asks what becomes of what is not saved; whether the document may be left. */
  async #mayLeave() {
    const text = make("p", {}, make("b", { id: "leaveName", textContent: session.name }), " has changes that are not saved.");
    const answers = [["cancel", "Cancel"], ["leave", "Leave without saving", "danger"], ["save", "Save", "primary"]];
    const answer = await asked("leaveDialog", "Save before you leave?", [text], answers);
    if (answer === "save") await this.save();
    return answer === "leave" || (answer === "save" && !session.history.dirty);
  }

  /** Opens a document as `Session.open` does; what goes wrong is shown. */
  async open(opening) {
    if (session.history.dirty && !(await this.#mayLeave())) return;
    const opened = await session.attempt(session.open(opening));
    this.showName();
    if (!opened) return;
    this.report(opened);
    this.#takeBack();
    element("canvas").focus();
  }

  /** Says what was lost as a document was opened, and what was brought back. */
  report(opened) {
    reportLosses(opened.losses, "opened");
    reportRecovery(opened);
    if (opened.recovered) offerUnsaved(opened.recovered, this.#compare, () => this.revert());
  }

  showName() {
    const { name, title, history } = session;
    element("name").textContent = name;
    element("heading").textContent = title;
    element("heading").hidden = !title;
    element("title").ariaLabel = [name, title, "file"].filter(Boolean).join(", ");
    document.title = `${history.dirty ? "● " : ""}${name} – Nodewire`;
  }

  save() {
    const { path, isReadOnly } = session;
    return path === undefined || isReadOnly ? this.copies.show() : this.#write(path);
  }

  /** Another program or window has written the file: offers to bring that in. Who only looks is shown it at once. */
  offerRefresh() {
    const { name, history, isReadOnly } = session;
    if (isReadOnly) return this.refresh();
    const kept = history.dirty ? " Your unsaved changes stay; where both changed the same, yours count." : "";
    this.#takeBack();
    this.#notice = toast(`${name} was saved elsewhere.${kept}`, "", [
      { title: "Update", perform: () => this.refresh() },
      { title: "Not now", perform: () => undefined },
    ]);
    return undefined;
  }

  async refresh() {
    this.#takeBack();
    reportLosses(await session.attempt(session.refresh()), "brought in");
  }

  /** Another window may have brought it in for all. */
  follow({ cause }) {
    if (cause === "document/refresh") this.#takeBack();
  }

  #takeBack() {
    dismiss(this.#notice);
    this.#notice = null;
  }

  /** Makes the document what its file holds, as one step that can be undone. */
  async revert() {
    const { document, path } = session;
    if (path === undefined) return session.refuse("this document has no file yet");
    const differing = await session.askDocument("document/diff", { with: { path } });
    if (!differing) return undefined;
    if (differing.edits.length === 0) return toast(`${path} holds the same`);
    const { edits } = differing;
    if (!(await session.ask("document/edit", { document, label: "Revert to saved", edits }))) return undefined;
    // What the file holds is saved, unless it has changed meanwhile.
    await session.save(path).catch(() => {});
    return this.showName();
  }

  /** Asks what becomes of a save that was refused; a file that is not written in its format is saved under another name. */
  async #ask({ message, data = {} }, path, options) {
    const name = make("b", { id: "refusedName", textContent: path });
    const ask = async (id, title, text, how, perform) => {
      const answer = await asked(id, title, text, [["cancel", "Cancel"], ["saveAs", "Save as…"], [perform.toLowerCase(), perform, "danger"]]);
      if (answer === "saveAs") this.copies.show();
      else if (answer === perform.toLowerCase()) this.#write(path, { ...options, ...how });
    };
    if (data.reason === "changedOnDisk" || data.reason === "open") {
      const text = make("p", {}, name, " holds something else than what was opened or saved here. Overwriting it replaces what is there now.");
      return ask("changedDialog", "Replace the file?", [text], { overwrite: true }, "Overwrite");
    }
    if (data.reason === "losses") {
      const reasons = [...new Set(data.losses?.map((loss) => sentence(loss.message)) ?? [sentence(message)])];
      const list = make("ul", { id: "lossesList" }, ...reasons.slice(0, MOST_REASONS).map((textContent) => make("li", { textContent })));
      const text = make("p", {}, "The format of ", name, " does not hold all of this document:");
      return ask("lossesDialog", "Save without a part of it?", [text, list], { acceptLosses: true }, "Save");
    }
    toast(sentence(message), "bad");
    return data.reason === "format" && this.copies.show();
  }

  async #write(path, options = {}) {
    try {
      await session.save(path, options);
    } catch (refusal) {
      return this.#ask(refusal, path, options);
    }
    this.#takeBack();
    this.showName();
    toast(`Saved ${path}`, "good");
  }
}
