// Documents that are made, opened and saved, and the dialogs that ask which.

import { release, sentence, toast } from "./controls.js";
import { SaveAs } from "./save-as.js";
import { reportLosses } from "./losses.js";

/** What a document is called that has no file yet. */
const UNNAMED = "untitled.json";

const element = (id) => document.getElementById(id);

export class Files {
  #session;
  /** The message that another program or window has written the file. */
  #notice = null;
  /** The file that was not replaced because it holds something else. */
  #refused = "";
  #saveAs;

  constructor(session) {
    this.#session = session;
    this.#saveAs = new SaveAs(session, (path) => this.#write(path));
    element("openFile").addEventListener("change", ({ target }) => {
      if (target.files.length > 0) this.openFile(target.files[0]);
      target.value = "";
    });
    answered("openDialog", "open", "openPath", (path) => this.open({ name: path.split("/").pop(), path }));
    hears("changedDialog", { overwrite: () => this.#write(this.#refused, true), saveAs: () => this.saveAs() });
    hears("newDialog", { same: () => this.#create(true), empty: () => this.#create(false) });
  }

  /** Makes a document in place of this one; if this one has node types, asks whether to take them over. */
  create() {
    if (this.#session.types.names.length === 0) return this.#create(false);
    return element("newDialog").showModal();
  }

  async #create(isSame) {
    const { document } = this.#session;
    const read = isSame ? await this.#session.request("document/read", { document, limit: 1 }) : {};
    const { types, settings, content } = read;
    const { dataTypes } = content ?? {};
    const members = Object.entries({ types, settings, dataTypes }).filter(([, member]) => member !== undefined);
    await this.open({ name: UNNAMED, content: Object.fromEntries(members) });
  }

  chooseOpen() {
    element("openPath").value = "";
    element("openDialog").showModal();
  }

  /** Opens a file of the user's own machine. */
  async openFile(file) {
    element("openDialog").close();
    await this.open({ name: file.name, text: await file.text() });
  }

  /** Opens a document as `Session.open` does; what goes wrong is shown. */
  async open(opening) {
    if (this.#session.history.dirty && !confirm("Leave the document without saving it?")) return;
    await this.#show(() => this.#session.open(opening));
  }

  async #show(open) {
    try {
      const losses = await open();
      this.#takeBack();
      reportLosses(losses, "opened");
      element("canvas").focus();
    } catch (failure) {
      toast(sentence(failure.message), "bad");
    }
    this.showName();
  }

  showName() {
    const { name, history } = this.#session;
    element("name").textContent = name;
    document.title = `${history.dirty ? "● " : ""}${name} – Nodewire`;
  }

  save() {
    const { path } = this.#session;
    return path === undefined ? this.saveAs() : this.#write(path);
  }

  saveAs() {
    this.#saveAs.show();
  }

  /** Another program or window has written the file: offers to read it again. */
  offerReload() {
    const { name, history } = this.#session;
    const loss = history.dirty ? " Reloading drops the changes made here." : "";
    this.#takeBack();
    this.#notice = toast(`${name} was saved elsewhere.${loss}`, "", [
      { title: "Reload", perform: () => this.#show(() => this.#session.reload()) },
      { title: "Keep mine", perform: () => undefined },
    ]);
  }

  #takeBack() {
    if (this.#notice) release(this.#notice);
    this.#notice?.remove();
    this.#notice = null;
  }

  async exportPicture() {
    await this.#saveAs.download("svg");
  }

  async #write(path, overwrite = false) {
    try {
      await this.#session.save(path, { overwrite });
    } catch (refusal) {
      if (refusal.data?.reason !== "changedOnDisk") return toast(sentence(refusal.message), "bad");
      this.#refused = element("changedName").textContent = path;
      return element("changedDialog").showModal();
    }
    this.#takeBack();
    this.showName();
    toast(`Saved ${path}`, "good");
  }
}

/** Performs the answer to a dialog, by the value of its button. */
function hears(dialogId, answers) {
  element(dialogId).addEventListener("close", ({ target }) => {
    element("canvas").focus();
    answers[target.returnValue]?.();
    target.returnValue = "";
  });
}

/** Performs what a dialog asks a path for; a press beside the dialog closes it. */
function answered(dialogId, answer, fieldId, perform) {
  const dialog = element(dialogId);
  dialog.addEventListener("close", () => {
    element("canvas").focus();
    const path = element(fieldId).value.trim();
    if (dialog.returnValue === answer && path) perform(path);
    dialog.returnValue = "";
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}
