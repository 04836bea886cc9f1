// The diagnostics of a document, among the problems of VS Code.

/** The documents whose problems are listed.
 * @type {WeakSet<object>} */
const listed = new WeakSet();
/** The greatest number of problems that are listed. */
const LISTED = 1000;

/**
 * Asks what is wrong with a document and lists it, each at the line of its file that names the element; returns how much it is.
 *
 * @param {typeof import("vscode")} vscode
 * @param {import("vscode").DiagnosticCollection} collection
 * @param {import("./graph-document.js").GraphDocument} document
 */
export async function showProblems(vscode, collection, document) {
  const { Diagnostic, DiagnosticSeverity, Range } = vscode;
  const { diagnostics } = await document.request("document/check", { limit: LISTED });
  const severities = /** @type {Record<string, import("vscode").DiagnosticSeverity>} */ ({
    error: DiagnosticSeverity.Error, warning: DiagnosticSeverity.Warning, information: DiagnosticSeverity.Information,
    hint: DiagnosticSeverity.Hint,
  });
  const lines = linesOf(document.text);
  collection.set(document.uri, diagnostics.map((/** @type {any} */ { severity, code, message, elements }) => {
    const [id] = [...(elements.nodes ?? []), ...(elements.edges ?? [])];
    const line = lines.get(id) ?? 0;
    const diagnostic = new Diagnostic(new Range(line, 0, line, 0), message, severities[severity]);
    diagnostic.source = "nodewire";
    diagnostic.code = code;
    return diagnostic;
  }));
  if (!listed.has(document)) document.own({ dispose: () => collection.delete(document.uri) });
  listed.add(document);
  return diagnostics.length;
}

/** The first line of a text in JSON that has each id, from 0.
 * @param {string} text
 * @returns {Map<string, number>} */
function linesOf(text) {
  const lines = new Map();
  for (const [line, content] of text.split("\n").entries()) {
    for (const [, written] of content.matchAll(/"id"\s*:\s*("(?:[^"\\]|\\.)*")/g)) {
      const id = parsed(written);
      if (id !== undefined && !lines.has(id)) lines.set(id, line);
    }
  }
  return lines;
}

/** @param {string} written */
function parsed(written) {
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
}
