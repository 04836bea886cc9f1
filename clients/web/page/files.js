// Documents that are opened, saved and downloaded, and the dialogs that ask which.

import { toast } from "./controls.js";

const element = (id) => document.getElementById(id);

export class Files {
  #session;

  constructor(session) {
    this.#session = session;
    element("openFile").addEventListener("change", ({ target }) => {
      if (target.files.length > 0) this.openFile(target.files[0]);
      target.value = "";
    });
    answered("openDialog", "open", "openPath", (path) => this.open({ name: path.split("/").pop(), path }));
    answered("saveDialog", "save", "savePath", (path) => this.#write(path));
  }

  chooseOpen() {
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
    try {
      const losses = await this.#session.open(opening);
      if (losses.length > 0) toast(`${losses.length} elements could not be read`, "bad");
      element("canvas").focus();
    } catch (failure) {
      toast(failure.message, "bad");
    }
    this.showName();
  }

  showName() {
    const { name } = this.#session;
    element("name").textContent = name;
    document.title = `${name} – Nodewire`;
  }

  save() {
    const { path, name } = this.#session;
    if (path !== undefined) return this.#write(path);
    element("savePath").value = name;
    element("saveDialog").showModal();
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

  async #write(path) {
    if (!(await this.#session.save(path))) return;
    this.showName();
    toast(`Saved ${path}`, "good");
  }
}

/** Performs what a dialog asks a path for; a press beside the dialog closes it. */
function answered(dialogId, answer, fieldId, perform) {
  const dialog = element(dialogId);
  dialog.addEventListener("close", () => {
    const path = element(fieldId).value.trim();
    if (dialog.returnValue === answer && path) perform(path);
    dialog.returnValue = "";
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}
