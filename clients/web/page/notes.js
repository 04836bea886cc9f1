// What the server finds wrong, as entries of a list, each with what would mend it.

import { sentence } from "./controls.js";
import { make, pressed } from "./elements.js";
import { named } from "./naming.js";

/** An entry for a diagnostic: `text` is what says it, by default its message. */
export function note(session, { message, severity, fixes }, { known, text = sentence(named(session, message, known)) } = {}) {
  const mends = fixes.filter(({ title }) => title).map(({ title, edits }) => {
    const label = sentence(named(session, title, known));
    const mend = () => session.askDocument("document/edit", { label, edits });
    return pressed(label, mend, { className: "add", disabled: session.isReadOnly });
  });
  return make("li", { className: severity }, text, ...mends);
}
