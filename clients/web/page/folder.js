// The folder that the bridge has opened, and the documents in it.

import { make } from "./elements.js";

/** Asks for `{folder, files, more}`, and shows in dialogs where the folder is. */
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
