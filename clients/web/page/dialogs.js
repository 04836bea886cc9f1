// Dialogs, each a form of the page: what they are answered with is the value of a button.

const canvas = document.getElementById("canvas");

/** Performs the answers to a dialog by the value of its button, and gives the focus back; a press beside it is no answer. */
export function hears(dialog, answers = {}) {
  dialog.addEventListener("close", () => {
    const { returnValue } = dialog;
    dialog.returnValue = "";
    canvas.focus();
    answers[returnValue]?.();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}

/** Shows a dialog; settles with what it was answered. */
export function asked(dialog) {
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true, capture: true }));
}
