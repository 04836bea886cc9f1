// Shows a file in the extension's webview to a browser: the stand-in of VS Code, with an outer page around the webview's.
//
//     node webview.js SERVER FILE
//
// It prints its address. Below the number of a panel, `POST message` is from the webview, `GET events` is to it, and
// `POST undo`, `redo` and `save` are what VS Code does. `/state` is what it knows; `/split` shows one more panel, `/kill`
// ends the server.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, normalize } from "node:path";
import { EXTENSION, Uri, Workbench, killServer } from "./stand-in.js";

const TYPES = { ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".json": "application/json", ".svg": "image/svg+xml" };

/** The page around the webview's, as VS Code's own: it alone speaks to the extension. */
const OUTER = `<!doctype html><title>VS Code</title><style>body{margin:0}iframe{position:fixed;border:0;width:100%;height:100%}</style>
<iframe src="frame"></iframe><script>
const frame = document.querySelector("iframe");
let sent = Promise.resolve();
const post = (path, body) => (sent = sent.then(() => fetch(path, { method: "POST", body })));
addEventListener("message", ({ data: { message, key } }) => post(key ?? "message", JSON.stringify(message ?? null)));
new EventSource("events").onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.reload) frame.src = "frame";
  else frame.contentWindow.postMessage(message, "*");
};
</script>`;

/** The script that VS Code puts into a webview: its function, and the keys that are handed on. */
const INNER = `globalThis.acquireVsCodeApi = () => ({ postMessage: (message) => parent.postMessage({ message }, "*") });
addEventListener("keydown", (event) => {
  if (!event.ctrlKey) return;
  // VS Code keeps the key from the browser, and lets it copy later.
  const done = { c: "copy", x: "cut" }[event.key.toLowerCase()];
  if (done) { event.preventDefault(); setTimeout(() => document.execCommand(done), 30); }
  const key = { z: event.shiftKey ? "redo" : "undo", y: "redo", s: "save" }[event.key.toLowerCase()];
  if (key) { event.preventDefault(); parent.postMessage({ key }, "*"); }
});`;

const [, , program, file] = process.argv;
const workbench = await new Workbench().activate(program);
const model = await workbench.open(file);
const streams = [];
const panels = [];

const server = createServer(async (request, response) => {
  const answer = (body, type = "text/html") => {
    response.writeHead(200, { "Content-Type": type, "Access-Control-Allow-Origin": "*" });
    response.end(body);
  };
  const path = normalize(new URL(request.url, "http://host").pathname);
  // A panel each, by the first part of the path.
  const [, number, name = ""] = /^\/(\d+)\/(.*)$/.exec(path) ?? [];
  const panel = panels[number];
  try {
    if (path.startsWith("/files/")) return answer(await readFile(EXTENSION + path.slice(6)), TYPES[extname(path)]);
    if (path === "/state") return answer(JSON.stringify(state()), "application/json");
    if (path === "/kill") return answer(String(killServer()));
    if (path === "/split") return answer(String((await show()) - 1));
    if (!panel) return response.writeHead(404).end();
    if (name === "") return answer(OUTER);
    if (name === "frame") return answer(framed(panel.webview.html));
    if (name === "events") {
      response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
      return (streams[number] = response);
    }
    if (name === "message") panel.webview.send(JSON.parse(await bodyOf(request)));
    else await model[name]();
    return answer("");
  } catch (failure) {
    workbench.asked.push({ kind: "failure", message: failure.message });
    return response.headersSent ? undefined : response.writeHead(500).end(failure.stack);
  }
});

async function bodyOf(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

function state() {
  const { isDirty, edits, index } = model;
  return { isDirty, labels: edits.map(({ label }) => label), index, asked: workbench.asked, performed: workbench.performed.map(([name]) => name) };
}

function framed(html) {
  const [, nonce] = /nonce="([^"]*)"/.exec(html);
  return html.replace("<head>", `<head>\n<script nonce="${nonce}">${INNER}</script>`).replace("<body>", '<body class="vscode-dark">');
}

/** Shows the document in one more panel; returns how many there are. */
async function show() {
  const number = panels.length;
  const resolve = model.provider.resolveCustomEditor;
  model.provider.resolveCustomEditor = (document, panel) => {
    const origin = `http://127.0.0.1:${server.address().port}`;
    panel.webview.cspSource = origin;
    panel.webview.asWebviewUri = (uri) => ({ toString: () => `${origin}/files${uri.path.slice(Uri.file(EXTENSION).path.length)}` });
    panel.webview.onPost = (message) => streams[number]?.write(`data: ${JSON.stringify(message)}\n\n`);
    let html = "";
    const load = (value) => {
      if (html) panel.webview.onPost({ reload: true });
      html = value;
    };
    Object.defineProperty(panel.webview, "html", { get: () => html, set: load });
    return resolve.call(model.provider, document, panel);
  };
  const panel = await model.show();
  delete model.provider.resolveCustomEditor;
  return panels.push(panel);
}

server.listen(0, "127.0.0.1", async () => {
  await show();
  console.log(`http://127.0.0.1:${server.address().port}/`);
});
process.stdin.on("end", async () => {
  await workbench.dispose();
  process.exit();
}).resume();
