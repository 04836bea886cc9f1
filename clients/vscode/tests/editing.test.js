// The extension in the stand-in of VS Code, with the real server: what becomes of files.

import assert from "node:assert/strict";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { Workbench, killServer } from "./stand-in.js";

const SERVER = process.env.NODEWIRE_SERVER;
const GRAPH = { nodewire: 1, nodes: [{ id: "a", position: { x: 0, y: 0 } }, { id: "b", position: { x: 300, y: 0 } }], edges: [] };
const MERMAID = "flowchart TD\n  A[Start] --> B{Ok?}\n";

/** @type {Workbench} */
let workbench;

beforeEach(async () => {
  workbench = await new Workbench().activate(SERVER);
});
afterEach(() => workbench.dispose());

async function written(name, content) {
  const path = join(workbench.folder, name);
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

async function opened(name = "graph.nodewire.json", content = GRAPH, more = {}) {
  return workbench.open(await written(name, content), more);
}

/** Waits until a condition holds. */
async function until(holds) {
  for (let turn = 0; turn < 2000; turn += 1) {
    if (await holds()) return;
    await new Promise((done) => setTimeout(done, 10));
  }
  assert.fail(`it did not come to ${holds}`);
}

/** Performs an edit in the document, and waits until VS Code has it. */
async function edit(model, label, method, params) {
  const { index } = model;
  await model.document.request("document/edit", { label, edits: [{ method, params }] });
  await until(() => model.index === index + 1);
}

const insert = (model, id) => edit(model, `Add ${id}`, "node/insert", { node: { id, position: { x: 0, y: 200 } } });

async function nodesOf(model) {
  return (await model.document.request("document/read")).nodes.map(({ id }) => id);
}

async function nodesIn(path) {
  return JSON.parse(await readFile(path, "utf8")).nodes.map(({ id }) => id);
}

test("an edit makes the file dirty, and is taken back and done again by VS Code", async () => {
  const model = await opened();
  assert.equal(model.isDirty, false);
  await insert(model, "c");
  await insert(model, "d");
  assert.deepEqual(model.edits.map(({ label }) => label), ["Add c", "Add d"]);
  assert.equal(model.isDirty, true);
  await model.undo();
  assert.deepEqual(await nodesOf(model), ["a", "b", "c"]);
  await model.undo();
  assert.deepEqual(await nodesOf(model), ["a", "b"]);
  assert.equal(model.isDirty, false);
  await model.redo();
  await model.redo();
  assert.deepEqual(await nodesOf(model), ["a", "b", "c", "d"]);
  await model.undo();
  await insert(model, "e");
  assert.deepEqual(model.edits.map(({ label }) => label), ["Add c", "Add e"]);
  await model.undo();
  await model.undo();
  assert.deepEqual(await nodesOf(model), ["a", "b"]);
  assert.equal(model.edits.length, 2);
});

test("nudges that the server joins to one step are one edit of VS Code", async () => {
  const model = await opened();
  const page = new Page(await model.show());
  await page.start();
  const ask = (method, params) => page.request(method, { view: "page-1", ...params });
  await ask("view/select", { nodes: ["a"] });
  for (let turn = 0; turn < 3; turn += 1) await ask("input/key", { phase: "down", key: "ArrowRight" });
  await until(() => model.index === 0);
  await insert(model, "c");
  assert.equal(model.edits.length, 2);
  await model.undo();
  await model.undo();
  const [{ position }] = (await model.document.request("document/read")).nodes;
  assert.deepEqual(position, { x: 0, y: 0 });
  // A step that is saved is not joined to the next one.
  await model.redo();
  await model.save();
  await ask("input/key", { phase: "down", key: "ArrowRight" });
  await until(() => model.isDirty);
});

test("a save writes the file, and only the file", async () => {
  const model = await opened();
  await insert(model, "c");
  await model.save();
  assert.equal(model.isDirty, false);
  assert.deepEqual(await nodesIn(model.document.uri.path), ["a", "b", "c"]);
  await model.undo();
  assert.equal(model.isDirty, true);
  const { readdir } = await import("node:fs/promises");
  assert.deepEqual(await readdir(workbench.folder), ["graph.nodewire.json"]);
  assert.deepEqual(workbench.asked, []);
});

test("as many edits as were saved, but others, are not saved", async () => {
  const model = await opened();
  await insert(model, "c");
  await insert(model, "d");
  await model.save();
  await model.undo();
  await insert(model, "e");
  await until(() => model.isDirty);
  assert.equal(model.document.steps.isDirty, true);
  await model.undo();
  assert.equal(model.isDirty, true);
  await model.revert();
  assert.deepEqual(await nodesOf(model), ["a", "b", "c", "d"]);
  assert.equal(model.isDirty, false);
});

test("a copy has the format of its name", async () => {
  const model = await opened();
  await insert(model, "c");
  const at = (name) => join(workbench.folder, name);
  await model.saveAs(at("copy.nodewire.json"));
  assert.deepEqual(await nodesIn(at("copy.nodewire.json")), ["a", "b", "c"]);
  await model.saveAs(at("copy.canvas"));
  assert.deepEqual(JSON.parse(await readFile(at("copy.canvas"), "utf8")).nodes.map(({ type }) => type), ["text", "text", "text"]);
  await assert.rejects(model.saveAs(at("copy.mmd")), /was not saved/);
  workbench.answer = (question, [yes]) => yes;
  await model.saveAs(at("copy.mmd"));
  assert.match(await readFile(at("copy.mmd"), "utf8"), /^flowchart/);
  assert.equal(model.isDirty, true);
});

test("revert goes back to the file, also where that has changed", async () => {
  const model = await opened();
  await insert(model, "c");
  await model.save();
  await insert(model, "d");
  await model.undo();
  await model.undo();
  await model.revert();
  assert.deepEqual(await nodesOf(model), ["a", "b", "c"]);
  assert.equal(model.isDirty, false);
  await insert(model, "d");
  await writeFile(model.document.uri.path, JSON.stringify({ ...GRAPH, nodes: GRAPH.nodes.slice(1) }));
  await model.revert();
  assert.deepEqual(await nodesOf(model), ["b"]);
  assert.equal(model.isDirty, false);
  assert.equal(model.document.steps.isDirty, false);
});

test("what is kept comes back, and can be reverted", async () => {
  const model = await opened();
  await insert(model, "c");
  const path = join(workbench.folder, "backup");
  const { id } = await model.backup(path);
  model.close();
  const again = await workbench.open(model.document.uri.path, { backupId: id });
  assert.deepEqual(await nodesOf(again), ["a", "b", "c"]);
  assert.equal(again.isDirty, true);
  await again.show();
  await until(() => again.edits.length === 1);
  await insert(again, "d");
  await again.undo();
  assert.deepEqual(await nodesOf(again), ["a", "b", "c"]);
  await again.undo();
  assert.deepEqual(await nodesOf(again), ["a", "b"]);
  assert.equal(again.isDirty, false);
  await again.redo();
  assert.equal(again.isDirty, true);
  await again.save();
  assert.deepEqual(await nodesIn(again.document.uri.path), ["a", "b", "c"]);
  again.close();
  // Another time without a save.
  await writeFile(model.document.uri.path, JSON.stringify(GRAPH));
  const third = await workbench.open(model.document.uri.path, { backupId: id });
  await third.show();
  await until(() => third.edits.length === 1);
  await third.revert();
  assert.deepEqual(await nodesOf(third), ["a", "b"]);
  assert.equal(third.isDirty, false);
  await insert(third, "e");
  assert.equal(third.edits.length, 1);
});

test("what is kept of any format comes back as it was", async () => {
  const canvas = { nodes: [{ id: "a", type: "text", text: "hi", x: 0, y: 0, width: 100, height: 50, color: "1" }], edges: [] };
  const contents = { "a.mmd": MERMAID, "a.canvas": canvas, "a.nodewire.json": { nodes: GRAPH.nodes, edges: [] } };
  for (const [name, content] of Object.entries(contents)) {
    const model = await opened(name, content);
    const hashOf = async ({ document }) => (await document.request("document/hash")).hash;
    const before = await hashOf(model);
    const [{ id }] = (await model.document.request("document/read")).nodes;
    await edit(model, "Rename", "node/update", { id, patch: { label: "Other", position: { x: 7, y: 8 } } });
    await insert(model, "c");
    const changed = await hashOf(model);
    const backup = await model.backup(join(workbench.folder, "backup"));
    model.close();
    const again = await workbench.open(model.document.uri.path, { backupId: backup.id });
    assert.equal(again.document.summary.format, model.document.summary.format);
    assert.equal(await hashOf(again), changed, name);
    await again.revert();
    assert.equal(await hashOf(again), before, name);
    again.close();
  }
  assert.deepEqual(workbench.asked, []);
});

test("what another program writes is brought in: at once, or if the user wants it", async () => {
  const model = await opened();
  const { path } = model.document.uri;
  const with_ = (...ids) => JSON.stringify({ ...GRAPH, nodes: [...GRAPH.nodes, ...ids.map((id) => ({ id, position: { x: 0, y: 400 } }))] });
  await workbench.write(path, with_("x"));
  await until(async () => (await nodesOf(model)).length === 3);
  await until(() => !model.document.steps.isDirty);
  assert.equal(model.isDirty, false);
  await insert(model, "c");
  await workbench.write(path, with_("x", "y"));
  await until(() => workbench.asked.length === 1);
  assert.match(workbench.asked[0].message, /changed by another program/);
  // Not brought in: a save asks.
  await assert.rejects(model.save(), /changed by another program/);
  workbench.answer = (question, [yes]) => yes;
  await workbench.write(path, with_("x", "z"));
  await until(async () => (await nodesOf(model)).includes("z"));
  assert.deepEqual((await nodesOf(model)).sort(), ["a", "b", "c", "x", "z"]);
  assert.equal(model.isDirty, true);
  await until(() => model.edits.length === 2);
  const { length } = workbench.asked;
  await model.save();
  assert.equal(workbench.asked.length, length);
  assert.deepEqual((await nodesIn(path)).sort(), ["a", "b", "c", "x", "z"]);
});

test("a Mermaid file is saved back as Mermaid, its losses asked for once", async () => {
  const model = await opened("flow.mmd", MERMAID, { viewType: "nodewire.drawing" });
  const { path } = model.document.uri;
  await edit(model, "Rename", "node/update", { id: "A", patch: { label: "Begin" } });
  await model.save();
  const saved = await readFile(path, "utf8");
  assert.match(saved, /^flowchart TD\n {2}A\["Begin"\]/);
  await edit(model, "Move", "node/move", { ids: ["A"], by: { x: 20, y: 0 } });
  await assert.rejects(model.save(), /was not saved/);
  assert.equal(await readFile(path, "utf8"), saved);
  assert.equal(model.isDirty, true);
  workbench.answer = (question, [yes]) => yes;
  await model.save();
  assert.equal(await readFile(path, "utf8"), saved);
  assert.match(workbench.asked.at(-1).detail, /positions and sizes are not written/);
  const { length } = workbench.asked;
  await edit(model, "Rename", "node/update", { id: "B", patch: { label: "Fine?" } });
  await model.save();
  assert.equal(workbench.asked.length, length);
  await model.undo();
  assert.equal(model.isDirty, true);
  await model.revert();
  assert.match((await model.document.exported("mermaid")), /Fine/);
});

test("a canvas is saved as a canvas, and what a file loses is said", async () => {
  const canvas = { nodes: [{ id: "a", type: "text", text: "hi", x: 0, y: 0, width: 100, height: 50 }], edges: [] };
  const model = await opened("a.canvas", canvas, { viewType: "nodewire.drawing" });
  await edit(model, "Move", "node/move", { ids: ["a"], by: { x: 20, y: 0 } });
  await model.save();
  assert.equal(JSON.parse(await readFile(model.document.uri.path, "utf8")).nodes[0].x, 20);
  await opened("b.mmd", `${MERMAID}  click A callback\n`);
  await until(() => workbench.asked.length === 1);
  assert.match(workbench.asked[0].message, /One thing of b.mmd could not be opened. Functions that a click calls/);
});

test("a file that is lossy is opened only if the user wants it, and one that is no graph is refused", async () => {
  const bad = { nodewire: 1, nodes: [{ id: "a" }, { id: "a" }, { id: "a" }, { id: "a" }], edges: [] };
  await assert.rejects(opened("bad.nodewire.json", bad), /lost/);
  assert.equal(workbench.asked.length, 1);
  workbench.answer = (question, [yes]) => yes;
  const model = await opened("bad.nodewire.json", bad);
  assert.deepEqual(await nodesOf(model), ["a"]);
  await insert(model, "c");
  await model.save();
  assert.ok(workbench.asked.some(({ message }) => /cannot hold everything|Save it/.test(message)));
  await assert.rejects(opened("none.nodewire.json", "[1, 2"));
});

test("an empty file and an untitled one begin with nothing", async () => {
  for (const name of ["new.nodewire.json", "new.canvas", "new.mmd"]) {
    const model = await opened(name, "");
    assert.deepEqual(await nodesOf(model), []);
    await insert(model, "c");
    workbench.answer = (question, [yes]) => yes;
    await model.save();
    assert.match(await readFile(model.document.uri.path, "utf8"), /c/);
  }
  const untitled = await workbench.open("Untitled-1.nodewire.json");
  await insert(untitled, "c");
  const target = join(workbench.folder, "named.nodewire.json");
  await untitled.saveAs(target);
  assert.deepEqual(await nodesIn(target), ["c"]);
  await untitled.revert();
  assert.deepEqual(await nodesOf(untitled), []);
  const untitledDocumentData = new TextEncoder().encode(JSON.stringify(GRAPH));
  const typed = await workbench.open("Untitled-2.nodewire.json", { untitledDocumentData });
  assert.deepEqual(await nodesOf(typed), ["a", "b"]);
});

test("two editors of a document have views of their own", async () => {
  const model = await opened();
  const pages = [new Page(await model.show()), new Page(await model.show())];
  for (const page of pages) await page.start();
  assert.equal(model.document.views.size, 2);
  await pages[0].request("view/select", { view: "page-1", nodes: ["a"] });
  await pages[0].request("node/move", { document: pages[0].document, ids: ["a"], by: { x: 5, y: 0 }, view: "page-1" });
  await until(() => model.index === 0);
  for (const page of pages) await until(() => page.notified("document/changed").length === 1);
  assert.deepEqual(pages[1].notified("view/frame").map(({ view }) => view).filter((view) => view !== "page-1"), []);
  assert.ok(pages[0].notified("view/frame").some(({ selection }) => selection?.nodes === 1));
  assert.ok(!pages[1].notified("view/frame").some(({ selection }) => selection?.nodes === 1));
  await model.undo();
  model.panels.pop().dispose();
  await until(async () => model.document.views.size === 1);
  assert.equal((await pages[0].request("view/read", { view: "page-1" })).view, "page-1");
});

test("a page that is loaded again begins again", async () => {
  const model = await opened();
  const panel = await model.show();
  await new Page(panel).start();
  await new Page(panel).start();
  assert.equal(model.document.views.size, 1);
});

test("a page takes nothing back itself, and its buttons are those of VS Code", async () => {
  const model = await opened();
  const page = new Page(await model.show());
  await page.start();
  await insert(model, "c");
  assert.deepEqual(await page.request("history/undo", { document: page.document }), { revision: 0, steps: 0 });
  await page.request("input/key", { view: "page-1", phase: "down", key: "z", modifiers: ["control"] });
  assert.deepEqual(await nodesOf(model), ["a", "b", "c"]);
  page.panel.webview.send({ command: "undo" });
  await until(async () => (await nodesOf(model)).length === 2);
  assert.deepEqual(workbench.performed.map(([name]) => name), ["undo"]);
  page.panel.webview.send({ command: "workbench.action.quit" });
  page.panel.webview.send("nonsense");
  page.panel.webview.send({ text: "{" });
  page.panel.webview.send({ command: "toString" });
  page.panel.webview.send({ text: '{"method":"exit"}' });
  // A file that is dropped on the page.
  await assert.rejects(page.request("document/open", { text: "{}" }), ({ message }) => message.startsWith("VS Code opens"));
  await page.request("view/read", { view: "page-1" });
  assert.equal(workbench.performed.length, 1);
});

test("a server that is killed comes back with what VS Code has kept", async () => {
  const model = await opened();
  const page = new Page(await model.show());
  await page.start();
  await insert(model, "c");
  const other = await opened("other.nodewire.json");
  await model.backup(join(workbench.folder, "backup"));
  let restart;
  workbench.answer = (message, choices) => (choices.includes("Restart") ? new Promise((done) => (restart = () => done("Restart"))) : undefined);
  killServer();
  await until(() => restart);
  assert.match(workbench.asked.at(-1).message, /has ended by SIGKILL/);
  assert.ok(page.panel.webview.received.some(({ ended }) => ended));
  const { html } = page.panel.webview;
  restart();
  await until(() => page.panel.webview.html !== html);
  assert.deepEqual(await nodesOf(model), ["a", "b", "c"]);
  assert.deepEqual(await nodesOf(other), ["a", "b"]);
  await insert(model, "d");
  await model.undo();
  await assert.rejects(model.undo(), /cannot be taken back/);
  assert.equal(model.isDirty, true);
  await insert(other, "e");
  await other.save();
  await model.revert();
  assert.deepEqual(await nodesOf(model), ["a", "b"]);
});

test("a restart that the user asks for loses nothing", async () => {
  const model = await opened();
  await new Page(await model.show()).start();
  await insert(model, "c");
  await workbench.commands.get("nodewire.restart")();
  assert.deepEqual(await nodesOf(model), ["a", "b", "c"]);
  await insert(model, "d");
  await model.save();
  assert.deepEqual(await nodesIn(model.document.uri.path), ["a", "b", "c", "d"]);
  assert.deepEqual(workbench.asked, []);
});

test("a copy that VS Code kept and that cannot be read is reported, and the file is shown", async () => {
  const path = await written("graph.nodewire.json", GRAPH);
  const model = await workbench.open(path, { backupId: `file://${await written("backup", "[1,")}` });
  assert.deepEqual(await nodesOf(model), ["a", "b"]);
  assert.match(workbench.asked[0].message, /could not be restored/);
});

test("a file of another version is only looked at", async () => {
  const model = await opened("graph.nodewire.json", GRAPH, { scheme: "git" });
  assert.equal(model.document.summary.readOnly, true);
  await assert.rejects(insert(model, "c"), ({ reason }) => reason === "readOnly");
});

test("a file that is gone or cannot be read is no graph with nothing in it", async () => {
  await assert.rejects(workbench.open(join(workbench.folder, "none.nodewire.json")), /is not there/);
  await assert.rejects(workbench.open(workbench.folder), /EISDIR/);
  const model = await opened();
  await insert(model, "c");
  const { id } = await model.backup(join(workbench.folder, "backup"));
  const { path } = model.document.uri;
  await rm(path);
  model.close();
  const again = await workbench.open(path, { backupId: id });
  assert.deepEqual(await nodesOf(again), ["a", "b", "c"]);
  await again.save();
  assert.deepEqual(await nodesIn(path), ["a", "b", "c"]);
});

test("a document of a server that has ended is not mistaken for one of the next", async () => {
  const model = await opened();
  await insert(model, "c");
  killServer();
  await until(() => workbench.asked.length === 1);
  await assert.rejects(model.save(), /is gone/);
  const other = await opened("other.nodewire.json");
  await assert.rejects(model.save(), /is gone/);
  assert.deepEqual(await nodesIn(model.document.uri.path), ["a", "b"]);
  await insert(other, "d");
  await workbench.commands.get("nodewire.restart")();
  assert.match(workbench.asked.at(-1).message, /last changes of graph.nodewire.json are lost/);
  assert.deepEqual(await nodesOf(model), ["a", "b"]);
  assert.deepEqual(await nodesOf(other), ["a", "b", "d"]);
  await model.save();
  await other.save();
});

test("the commands do what they say", async () => {
  const text = '{"nodewire": 1,\n"nodes": [\n{"id": "a", "position": {"x": 0, "y": 0}},\n{"id": "b"}],\n"edges": []}';
  const model = await opened("graph.nodewire.json", text);
  await new Page(await model.show()).start();
  const perform = (name) => workbench.commands.get(`nodewire.${name}`)();
  await perform("check");
  const problems = workbench.problems.get(model.document.uri.path);
  assert.deepEqual(problems.map(({ range, source }) => [range.line, source]), [[3, "nodewire"]]);
  await perform("exportSvg");
  assert.match(await readFile(join(workbench.folder, "graph.svg"), "utf8"), /^<svg/);
  workbench.answer = () => "Grid";
  await perform("layout");
  await until(() => model.index === 0);
  model.close();
  assert.equal(workbench.problems.size, 0);
  await new Page(await (await opened()).show()).start();
  await perform("openText");
  assert.equal(workbench.performed.at(-1)[0], "vscode.openWith");
  await perform("new");
  assert.equal(workbench.performed.at(-1)[1].scheme, "untitled");
  for (const one of workbench.models) for (const panel of one.panels) panel.active = false;
  await perform("check");
  assert.match(workbench.asked.at(-1).message, /No editor/);
});

test("without a setting the server is looked for on the path", async () => {
  const before = process.env.PATH;
  const other = await new Workbench().activate("", workbench.folder);
  process.env.PATH = "";
  await assert.rejects(other.open(await written("graph.nodewire.json", GRAPH)), /No program nodewire was found/);
  process.env.PATH = `/nowhere:${dirname(SERVER)}`;
  await other.open(await written("graph.nodewire.json", GRAPH));
  process.env.PATH = before;
  await other.dispose();
});

test("the server in the extension is taken before one on the path", async () => {
  const before = process.env.PATH;
  await mkdir(join(workbench.folder, "bin"));
  await symlink(SERVER, join(workbench.folder, "bin", "nodewire"));
  await mkdir(join(workbench.folder, "path"));
  await symlink("/bin/false", join(workbench.folder, "path", "nodewire"));
  process.env.PATH = join(workbench.folder, "path");
  const other = await new Workbench().activate("", workbench.folder);
  await other.open(await written("graph.nodewire.json", GRAPH));
  process.env.PATH = before;
  await other.dispose();
});

test("a server that is not there is said to be missing", async () => {
  const none = await new Workbench().activate("/nowhere/nodewire");
  const path = await written("graph.nodewire.json", GRAPH);
  await assert.rejects(none.open(path), /nodewire.server names/);
  await none.dispose();
});

/** A page in a webview, without a browser. */
class Page {
  #count = 0;
  #waiting = new Map();

  constructor(panel) {
    this.panel = panel;
    panel.webview.onPost = ({ text }) => {
      const message = text && JSON.parse(text);
      if (message?.id === undefined) return;
      const { resolve, reject } = this.#waiting.get(message.id);
      if (message.error) reject(message.error);
      else resolve(message.result);
    };
  }

  request(method, params) {
    const id = ++this.#count;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.panel.webview.send({ text: JSON.stringify({ jsonrpc: "2.0", id, method, params }) });
    });
  }

  async start() {
    assert.ok((await this.request("initialize", {})).capabilities);
    this.document = (await this.request("document/open", { path: "any" })).document;
    await this.request("view/open", { document: this.document, view: "page-1", width: 800, height: 600, scene: "svg" });
  }

  notified(method) {
    const messages = this.panel.webview.received.filter(({ text }) => text).map(({ text }) => JSON.parse(text));
    return messages.filter((message) => message.method === method).map(({ params }) => params);
  }
}
