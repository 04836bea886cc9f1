// What the panel shows of an element that others have removed while it was written here.

import { make } from "./elements.js";

/** It takes the focus, so that what is typed on goes nowhere. */
export class GoneSheet {
  key = "gone";

  /** `who` has removed it; `onClose()` hears that this was read. */
  constructor(who, onClose) {
    const close = make("button", { type: "button", className: "add", textContent: "Close" });
    close.addEventListener("click", onClose);
    const text = make("p", { textContent: who ? `${who} has removed it.` : "It was removed." });
    this.element = make("div", { className: "sheet gone", tabIndex: -1, role: "alert" }, text, close);
  }

  showValue() {}

  showNotes() {}

  focus() {
    this.element.focus();
  }
}

/** What the panel shows where nothing is selected. */
export class NoneSheet {
  key = "none";
  element = make("div", { className: "sheet" }, make("p", { className: "help", textContent: "Select a node or a connection to see what it holds." }));

  showValue() {}

  showNotes() {}

  focus() {}
}
