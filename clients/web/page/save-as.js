// The dialog that asks under which name, in which format, and where a document is written.

import { hears } from "./floating.js";
import { make } from "./elements.js";
import { reportLosses } from "./losses.js";
import { sentence, toast } from "./controls.js";
import { session } from "./session.js";

const element = (id) => document.getElementById(id);

/** What formats are called, what their files end with, and what they are. Others are called as the server does. */
const FORMATS = {
  __proto__: null,
  nodewire: { title: "Nodewire", ending: ".json", media: "application/json" },
  reactFlow: { title: "React Flow", ending: ".reactflow.json", media: "application/json" },
  swiftFlow: { title: "SwiftFlow", ending: ".swiftflow.json", media: "application/json" },
  svg: { title: "SVG picture", ending: ".svg", media: "image/svg+xml" },
};

/** The picture that the browser makes of the one in SVG. */
const RASTER = { ending: ".png", source: "svg" };

/** Pixels for each unit of the canvas, and how many a picture has at most on a side. */
const SCALE = 2;
const LARGEST = 8192;

/** The format in which the document itself is saved here. The others are copies. */
const OWN = "nodewire";

export class SaveAs {
  #dialog = element("saveDialog");
  #format = element("saveFormat");
  #path = element("savePath");

  /** `save(path, options)` hears where the document itself is to be saved. */
  constructor(save) {
    this.#format.addEventListener("change", () => this.#follow());
    hears(this.#dialog, (answer) => {
      const [format, path] = [this.#format.value, this.#path.value.trim()];
      if (answer === "download") this.download(format);
      if (answer !== "save" || !path) return;
      if (format === OWN) save(path, { format });
      else this.#write(format, path);
    });
  }

  show() {
    const writable = session.formats.filter(({ writes }) => writes).map(({ name }) => name);
    const options = writable.map((value) => make("option", { value, textContent: FORMATS[value]?.title ?? value }));
    this.#format.replaceChildren(...options);
    this.#format.value = OWN;
    const { path, name, isReadOnly } = session;
    const bare = this.#stem(path ?? name);
    this.#path.value = isReadOnly ? `${bare}-copy` : bare;
    this.#follow();
    this.#dialog.showModal();
    this.#path.focus();
    folder();
  }

  /** Hands the document in a format to the browser, as a file of the user's own machine. */
  async download(format) {
    const written = await session.askDocument("document/export", { format });
    if (!written) return;
    const { ending = "", media } = FORMATS[format] ?? {};
    this.#give(new Blob([written.text], { type: media ?? "text/plain" }), ending);
    // A picture shows what it shows.
    if (format !== "svg") reportLosses(written.losses, "written");
  }

  async downloadRaster() {
    const written = await session.askDocument("document/export", { format: RASTER.source });
    if (!written) return;
    try {
      this.#give(await rasterOf(written.text), RASTER.ending);
    } catch {
      session.refuse("the browser cannot make pixels of a picture as large as this one");
    }
  }

  #give(blob, ending) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = this.#stem(session.name) + ending;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  async #write(format, path) {
    const written = await session.askDocument("document/export", { format, path });
    if (!written) return;
    toast(`Wrote ${path} as ${FORMATS[format]?.title ?? format}`, "good");
    if (format !== "svg") reportLosses(written.losses, "written");
  }

  /** Gives the name the ending of the format, and says what comes of it. */
  #follow() {
    const format = this.#format.value;
    const isOwn = format === OWN;
    const ending = FORMATS[format]?.ending ?? this.#suffixes(format)[0] ?? "";
    if (this.#endingOf(this.#path.value) !== ending) this.#path.value = this.#stem(this.#path.value) + ending;
    const title = FORMATS[format]?.title ?? format;
    element("saveNote").textContent = isOwn
      ? "You go on editing this copy."
      : `A copy in the format ${sentence(title)}, in place of what is there. The document stays what it is.`;
  }

  /** What the names of files of a format end with, or those of all formats. */
  #suffixes(format) {
    return session.formats.filter(({ name }) => (format ?? name) === name).flatMap(({ suffixes }) => suffixes);
  }

  /** The longest ending of a format that a path has. */
  #endingOf(path) {
    const endings = [...Object.values(FORMATS).map(({ ending }) => ending), ...this.#suffixes()];
    return endings.sort((a, b) => b.length - a.length).find((ending) => path.endsWith(ending)) ?? "";
  }

  #stem(path) {
    return path.slice(0, path.length - this.#endingOf(path).length);
  }
}

/** Asks for the folder that was opened and the documents in it, `{folder, files, more}`, and shows in dialogs where the folder is. */
export async function folder() {
  try {
    const listed = await (await fetch("folder.json")).json();
    for (const place of document.querySelectorAll(".folder")) place.textContent = place.title = listed.folder;
    document.getElementById("savePaths").replaceChildren(...listed.files.map((value) => make("option", { value })));
    return listed;
  } catch {
    return { files: [], more: false };
  }
}

async function rasterOf(svg) {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = Math.min(SCALE, LARGEST / image.naturalWidth, LARGEST / image.naturalHeight);
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, fail) => {
      canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("the picture is too large"))), "image/png");
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
