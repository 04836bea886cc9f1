// Formats by the endings of files, and what is said of what a format does not hold.

/** @typedef {{ kind: string, id?: string, code: string, message: string }} Loss */

/** The number of reasons that are given. */
const GIVEN = 5;

/** By the ending of a file: the format, and a document with nothing in it. */
const FORMATS = [
  { ending: ".canvas", format: "jsonCanvas", empty: '{"nodes":[],"edges":[]}' },
  { ending: ".mmd", format: "mermaid", empty: "flowchart TD\n" },
  { ending: ".mermaid", format: "mermaid", empty: "flowchart TD\n" },
];
/** All other files; the settings are those of `document/create` without content. */
const OWN = {
  format: "nodewire",
  empty: '{"nodewire": 1, "nodes": [], "edges": []}\n',
};

/** The format of a file by its name.
 * @param {string} name */
export function formatOf(name) {
  return FORMATS.find(({ ending }) => name.toLowerCase().endsWith(ending)) ?? OWN;
}

/** The reasons of losses as sentences, each once.
 * @param {Loss[]} losses */
export function reasonsOf(losses) {
  const reasons = [...new Set(losses.map(({ message }) => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`))];
  return reasons.length > GIVEN ? [...reasons.slice(0, GIVEN), `And ${reasons.length - GIVEN} more.`] : reasons;
}

/** The kinds of losses: one that a user has accepted is accepted for elements that come later, too.
 * @param {Loss[]} losses */
export function kindsOf(losses) {
  return losses.map(({ kind, code }) => `${kind} ${code}`);
}
