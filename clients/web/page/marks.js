// The buttons that mark what is selected in a text: bold, italic and so on.

import { make, pressed } from "./elements.js";

/** By mark: what it is called, what its button shows, and the letter that sets it with control. */
const MARKS = {
  bold: ["Bold", "B", "b"], italic: ["Italic", "I", "i"], underline: ["Underlined", "U", "u"], strike: ["Struck through", "S"], code: ["Code", "</>"],
};

/** A row of buttons for a field; `mark(name, from, to)` hears of the letters that are selected, in Unicode scalars. */
export function markBar(field, mark) {
  const press = (name) => {
    const [from, to] = [field.selectionStart, field.selectionEnd].map((unit) => [...field.value.slice(0, unit)].length);
    if (from < to) mark(name, from, to);
  };
  const buttons = Object.entries(MARKS).map(([name, [title, textContent, letter]]) => {
    const keys = letter ? ` (Ctrl ${letter.toUpperCase()})` : "";
    // The field keeps its selection.
    const onpointerdown = (event) => event.preventDefault();
    return pressed(textContent, () => press(name), { className: `small ${name}`, title: `${title}${keys}`, ariaLabel: title, onpointerdown });
  });
  field.addEventListener("keydown", (event) => {
    const found = Object.entries(MARKS).find(([, [, , letter]]) => letter && letter === event.key.toLowerCase());
    if (!found || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    press(found[0]);
  });
  return make("div", { className: "marks", role: "group", ariaLabel: "Marks of what is selected" }, ...buttons);
}

/** The runs of a text with a mark on a stretch, or without it if all of the stretch has it. */
export function toggled(runs, name, from, to) {
  const isAll = letters(from, to).every((at) => runs.some((run) => run[name] && run.from <= at && run.to > at));
  const parts = runs.flatMap((run) => {
    if (!run[name] || run.to <= from || run.from >= to) return [run];
    const { [name]: _, ...others } = run;
    const inside = { ...others, from: Math.max(run.from, from), to: Math.min(run.to, to) };
    const isMarked = Object.keys(others).length > 2;
    return [{ ...run, to: from }, ...(isMarked ? [inside] : []), { ...run, from: to }].filter((part) => part.from < part.to);
  });
  return [...parts, ...(isAll ? [] : [{ from, to, [name]: true }])].sort((one, other) => one.from - other.from || one.to - other.to);
}

function letters(from, to) {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
