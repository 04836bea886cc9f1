// The page of clients/web as a webview shows it: its own HTML, with where its files are and what it may load.

import { randomBytes } from "node:crypto";

/**
 * The HTML of a webview.
 *
 * @param {typeof import("vscode")} vscode
 * @param {import("vscode").Uri} extension the folder of the extension
 * @param {import("vscode").Webview} webview
 * @param {{ name: string, path: string, edits: string[] }} opening what the page opens
 * @returns {Promise<string>}
 */
export async function pageOf(vscode, extension, webview, opening) {
  const { Uri, workspace } = vscode;
  const at = (/** @type {string[]} */ ...path) => webview.asWebviewUri(Uri.joinPath(extension, ...path)).toString();
  const html = new TextDecoder().decode(await workspace.fs.readFile(Uri.joinPath(extension, "page", "index.html")));
  const nonce = randomBytes(16).toString("hex");
  const page = at("page");
  const policy = [
    "default-src 'none'", `script-src 'nonce-${nonce}' ${webview.cspSource}`, `style-src ${webview.cspSource}`,
    `img-src ${webview.cspSource} blob: data:`, `connect-src ${webview.cspSource}`, `base-uri ${webview.cspSource}`, "form-action 'none'",
  ].join("; ");
  const head = [
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<base href="${page}/">`,
    `<script type="application/json" id="opening">${embedded(opening)}</script>`,
    `<script src="${at("webview", "host.js")}"></script>`,
  ].join("\n");
  const style = `<link rel="stylesheet" href="${at("webview", "host.css")}">`;
  const whole = html.replace(/<meta charset="[^"]*">/, (found) => `${found}\n${head}`).replace("</head>", (found) => `${style}\n${found}`);
  return whole.replaceAll("<script ", `<script nonce="${nonce}" `);
}

/** JSON that ends no element of HTML.
 * @param {unknown} value */
function embedded(value) {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
