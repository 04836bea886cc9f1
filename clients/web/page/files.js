// Documents that are opened, saved and downloaded, and the dialogs that ask which.

import { release, sentence, toast } from "./controls.js";

const element = (id) => document.getElementById(id);

export class Files {
  #session;
  /** The message that another program or window has written the file. */
  #notice = null;
  /** The file that was not replaced because it holds something else. */
  #refused = "";

  constructor(session) {
    this.#session = session;
    element("openFile").addEventListener("change", ({ target }) => {
      if (target.files.length > 0) this.openFile(target.files[0]);
      target.value = "";
    });
    answered("openDialog", "open", "openPath", (path) => this.open({ name: path.split("/").pop(), path }));
    answered("saveDialog", "save", "savePath", (path) => this.#write(path));
    const answers = { overwrite: () => this.#write(this.#refused, true), saveAs: () => this.#chooseSave() };
    element("changedDialog").addEventListener("close", ({ target }) => {
      answers[target.returnValue]?.();
      target.returnValue = "";
    });
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
      if (losses.length > 0) toast(`${losses.length} elements could not be read`, "bad");
      element("canvas").focus();
    } catch (failure) {
      toast(sentence(failure.message), "bad");
    }
    this.showName();
  }

  showName() {
    const { name } = this.#session;
    element("name").textContent = name;
    document.title = `${name} – Nodewire`;
  }

  save() {
    const { path } = this.#session;
    return path === undefined ? this.#chooseSave() : this.#write(path);
  }

  #chooseSave() {
    element("savePath").value = this.#session.path ?? this.#session.name;
    element("saveDialog").showModal();
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
    const picture = await this.#session.askDocument("document/export", { format: "svg" });
    if (!picture) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([picture.text], { type: "image/svg+xml" }));
    link.download = `${this.#session.name.replace(/\.json$/, "")}.svg`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
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
