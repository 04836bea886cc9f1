// Texts that are written in two places at once: what one types stays where it was typed.

import { difference } from "./pointer.js";

/** Gives a field another text. The caret, and what is selected, stay between the letters where they were. */
export function rewrite(field, text) {
  const change = unitsOf(field.value, difference(field.value, text));
  if (!change) return;
  const { selectionStart, selectionEnd, selectionDirection, scrollTop } = field;
  field.value = text;
  // A date has no caret.
  if (selectionStart === null) return;
  field.setSelectionRange(moved(selectionStart, change), moved(selectionEnd, change), selectionDirection);
  field.scrollTop = scrollTop;
}

/** A difference of a text in the units that fields count in. */
function unitsOf(before, change) {
  if (!change) return null;
  const letters = [...before];
  const from = letters.slice(0, change.from).join("").length;
  return { from, to: from + letters.slice(change.from, change.to).join("").length, length: change.text.length };
}

/** Where a place in a text is when a stretch of it has become another one. */
function moved(at, { from, to, length }) {
  if (at <= from) return at;
  return at >= to ? at + length - (to - from) : from + Math.min(at - from, length);
}
