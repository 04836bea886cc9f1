// What the panel shows of an element that others have removed while it was written here.

import { make, pressed } from "./elements.js";

/** It takes the focus, so that what is typed on goes nowhere. */
export class GoneSheet {
  key = "gone";

  /** `who` has removed it; `onClose()` hears that this was read. */
  constructor(who, onClose) {
    const close = pressed("Close", onClose, { className: "add" });
    const text = make("p", { textContent: who ? `${who} has removed it.` : "It was removed." });
    this.element = make("div", { className: "sheet gone", tabIndex: -1, role: "alert" }, text, close);
  }

  focus() {
    this.element.focus();
  }
}
