// What the server finds wrong, as entries of a list, each with what would mend it.

import { sentence } from "./controls.js";
import { make } from "./elements.js";
import { nameOf } from "./nodes.js";

/**
 * A message of the server with what nodes and handles are called instead of their ids; `known` has nodes by id that are
 * not in sight.
 */
export function named(session, message, known = new Map()) {
  const nodeOf = (id) => session.scene.nodes.get(id) ?? known.get(id);
  const words = message.replace(/\b(handle) "([^"]*)" of "([^"]*)"/gi, (words, kind, handle, id) => {
    const node = nodeOf(id);
    const label = node?.handles?.find((one) => one.id === handle)?.label || handle;
    return node ? `${kind} "${label}" of "${nameOf(session, node)}"` : words;
  });
  const ofEdges = words.replace(/\b(an)?other edge "[^"]*"|\bedge "([^"]*)"/gi, (words, _, id) => {
    const label = session.scene.edges.get(id)?.label?.text;
    return label ? `connection "${label}"` : session.scene.edges.has(id) ? "a connection" : words;
  });
  return ofEdges.replace(/(?:\bnode |^)"([^"]*)"/g, (words, id) => {
    const node = nodeOf(id);
    return node ? `"${nameOf(session, node)}"` : words;
  });
}

/** An entry for a diagnostic: `text` is what says it, by default its message. */
export function note(session, { message, severity, fixes }, { known, text = sentence(named(session, message, known)) } = {}) {
  const mends = fixes.filter(({ title }) => title).map(({ title, edits }) => {
    const label = sentence(named(session, title, known));
    const button = make("button", { type: "button", className: "add", textContent: label, disabled: session.isReadOnly });
    button.addEventListener("click", () => session.askDocument("document/edit", { label, edits }));
    return button;
  });
  return make("li", { className: severity }, text, ...mends);
}
