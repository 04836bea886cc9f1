// Framing, the process, the conversation: what comes cut anywhere, what ends in the middle, what is cancelled.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";

import { HeaderFraming, framed } from "../src/framing.js";
import { Connection, ConnectionClosed, NodewireError, webSocket } from "../src/index.js";
import { stdio } from "../src/stdio.js";

const { NODEWIRE_SERVER: SERVER, NODEWIRE_TEMPORARY: FOLDER } = process.env;
const TEXTS = ["{}", '{"é":"漢字🎉"}', `"${"🎉".repeat(500)}"`, ""];

function connect(options = {}) {
  return new Connection(stdio(SERVER, [], options));
}

/** A server that is a script: it answers with what `answer` of a request returns, as text, and may end. */
function pretended(answer) {
  const program = join(FOLDER, `pretended-${Math.random()}.mjs`);
  writeFileSync(program, `
    const answer = ${answer};
    let text = "";
    process.stdin.setEncoding("latin1").on("data", (piece) => {
      text += piece;
      for (let found; (found = /^Content-Length: (\\d+)\\r\\n\\r\\n/.exec(text)) && text.length >= found[0].length + Number(found[1]); ) {
        const end = found[0].length + Number(found[1]);
        const request = JSON.parse(Buffer.from(text.slice(found[0].length, end), "latin1").toString());
        text = text.slice(end);
        answer(request, (bytes) => process.stdout.write(bytes));
      }
    });
  `);
  return new Connection(stdio(process.execPath, [program]));
}

test("messages come whole, however their bytes are cut", () => {
  const bytes = Buffer.concat(TEXTS.map(framed));
  for (const size of [1, 2, 3, 7, 64, 1000, bytes.length]) {
    const heard = [];
    const framing = new HeaderFraming((text) => heard.push(text));
    for (let at = 0; at < bytes.length; at += size) framing.feed(bytes.subarray(at, at + size));
    assert.deepEqual(heard, TEXTS);
  }
});

test("headers have any case and order, and what is none ends the conversation", () => {
  const heard = [];
  const framing = new HeaderFraming((text) => heard.push(text));
  framing.feed(Buffer.from("Content-Type: x; charset=utf-8\r\ncontent-length:  2\r\n\r\n{}"));
  assert.deepEqual(heard, ["{}"]);
  const wrong = ["Content-Type: x\r\n\r\n{}", "Content-Length: 99999999999\r\n\r\n", "x".repeat(5000), "Content-Length: -1\r\n\r\n"];
  for (const text of wrong) assert.throws(() => new HeaderFraming(() => {}).feed(Buffer.from(text)), ConnectionClosed);
  const bad = [Buffer.from("Content-Length: 1\r\n\r\n"), Buffer.from([0xff])];
  assert.throws(() => new HeaderFraming(() => {}).feed(Buffer.concat(bad)), /not UTF-8/);
});

test("a long message in small pieces takes time by its length", () => {
  const bytes = framed(`"${"x".repeat(8 << 20)}"`);
  const heard = [];
  const framing = new HeaderFraming((text) => heard.push(text.length));
  const begin = performance.now();
  for (let at = 0; at < bytes.length; at += 1024) framing.feed(bytes.subarray(at, at + 1024));
  assert.deepEqual(heard, [(8 << 20) + 2]);
  assert.ok(performance.now() - begin < 2000);
});

test("a conversation keeps texts, order and reasons", async () => {
  const connection = connect();
  const { serverInfo } = await connection.initialize();
  assert.equal(serverInfo.name, "nodewire");
  const { document } = await connection.request("document/create");
  const heard = [];
  const off = connection.on("document/changed", ({ revision }) => heard.push(revision));
  const label = "é漢🎉\u0000".repeat(1000);
  const inserted = [1, 2, 3].map((id) => connection.request("node/insert", { document, node: { id: `n${id}`, label } }));
  assert.deepEqual((await Promise.all(inserted)).map(({ revision }) => revision), [1, 2, 3]);
  assert.deepEqual(heard, [1, 2, 3]);
  off();
  const { nodes } = await connection.request("document/read", { document });
  assert.ok(nodes.length === 3 && nodes.every((node) => node.label === label));
  assert.equal(heard.length, 3);
  await assert.rejects(connection.request("edge/connect", { document, edge: { source: "n1", target: "n9" } }), (error) => {
    assert.ok(error instanceof NodewireError);
    assert.deepEqual([error.code, error.reason, error.method], [1110, "connection.noSuchNode", "edge/connect"]);
    return error.data.reason === error.reason;
  });
  const circle = {};
  circle.circle = circle;
  await assert.rejects(connection.request("node/insert", { document, node: circle }), TypeError);
  // A server answers a longer message without its id.
  const small = connect();
  await small.initialize({ limits: { messageBytes: 65_536 } });
  await assert.rejects(small.request("document/create", { content: { text: "é".repeat(33_000) } }), ({ reason }) => reason === "limits");
  await small.request("document/create", { content: { text: "é".repeat(32_000) } });
  await small.close();
  await connection.close();
  await assert.rejects(connection.request("document/list"), ConnectionClosed);
  await connection.notify("view/close", { view: "v" });
});

test("who sends much is held up until the server has read it", async () => {
  const connection = connect();
  await connection.initialize();
  const { document } = await connection.request("document/create");
  const { view } = await connection.request("view/open", { document, width: 100, height: 100 });
  const text = "x".repeat(100_000);
  let [isWaiting, waits] = [false, 0];
  for (let count = 0; count < 100; count++) {
    isWaiting = true;
    const sent = connection.notify("view/edit", { view, node: text }).then(() => (isWaiting = false));
    await Promise.resolve();
    await Promise.resolve();
    waits += isWaiting;
    await sent;
  }
  assert.ok(waits > 0);
  await connection.close();
});

test("the end of the process rejects what waits, and says why", async () => {
  const killed = pretended("() => process.kill(process.pid, 'SIGKILL')");
  await assert.rejects(killed.request("initialize"), /SIGKILL/);
  const ended = pretended("() => process.exit(3)");
  await assert.rejects(Promise.all([ended.request("initialize"), ended.request("document/list")]), /status 3/);
  assert.match((await ended.closed).message, /status 3/);
  assert.ok(ended.isClosed);
  await ended.close();
  const missing = new Connection(stdio(join(FOLDER, "missing")));
  await assert.rejects(missing.request("initialize"), /does not run/);
  await missing.close();
});

test("what is no message ends the conversation", async () => {
  for (const text of ["nonsense", "Content-Length: 3\\r\\n\\r\\nabc", "Content-Length: 2\\r\\n\\r\\n[]"]) {
    const connection = pretended(`(_, write) => write("${text.startsWith("C") ? text : `Content-Type: ${text}\\r\\n\\r\\n`}")`);
    await assert.rejects(connection.request("initialize"), /without Content-Length|no object of JSON/);
    await connection.close();
  }
});

test("a server that stays is killed after a while", async () => {
  const stubborn = new Connection(stdio(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { patience: 50 }));
  const request = assert.rejects(stubborn.request("initialize"), ConnectionClosed);
  await stubborn.close();
  await request;
});

test("an aborted request is cancelled, unless the answer comes first", async () => {
  const answer = (request, write) => {
    const send = (message) => {
      const text = JSON.stringify({ jsonrpc: "2.0", ...message });
      write(`Content-Length: ${text.length}\\r\\n\\r\\n${text}`);
    };
    if (request.method === "$/cancelRequest") send({ id: request.params.id, error: { code: -32800, message: "cancelled" } });
    else if (request.method === "document/list") send({ id: request.id, result: { documents: [] } });
  };
  const connection = pretended(String(answer).replaceAll("\\\\", "\\"));
  const abort = new AbortController();
  const waiting = connection.request("document/hash", { document: "d" }, { signal: abort.signal });
  abort.abort(new Error("no longer wanted"));
  await assert.rejects(waiting, /no longer wanted/);
  await assert.rejects(connection.request("document/list", {}, { signal: abort.signal }), /no longer wanted/);
  const late = new AbortController();
  assert.deepEqual(await connection.request("document/list", {}, { signal: late.signal }), { documents: [] });
  late.abort();
  await connection.close();
});

test("the server asks the client, which answers or refuses", async () => {
  const connection = connect();
  await connection.initialize({ capabilities: { canConnect: true } });
  const content = { nodes: ["a", "b", "c"].map((id) => ({ id })) };
  const { document } = await connection.request("document/create", { content });
  const off = connection.answer("client/canConnect", async ({ edge }) => ({ allowed: edge.target === "b", reason: "only to b" }));
  await connection.request("edge/connect", { document, edge: { source: "a", target: "b" } });
  await assert.rejects(connection.request("edge/connect", { document, edge: { source: "a", target: "c" } }), /only to b/);
  off();
  await assert.rejects(connection.request("edge/connect", { document, edge: { source: "b", target: "c" } }), NodewireError);
  await connection.close();
});

/** A stand-in of the browser's class, whose other side is the test. */
class Socket {
  static OPEN = 1;
  static last = null;
  readyState = 0;
  bufferedAmount = 0;
  sent = [];

  constructor(url) {
    this.url = url;
    Socket.last = this;
  }

  open() {
    this.readyState = Socket.OPEN;
    this.onopen();
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close(reason = "") {
    this.readyState = 3;
    this.onclose({ reason });
  }
}

test("a socket that does not open is an error, and one that closes says why", async () => {
  const refused = webSocket("ws://nowhere", { WebSocket: Socket });
  Socket.last.close();
  await assert.rejects(refused, /nobody answers at ws:\/\/nowhere/);
  const opening = webSocket("ws://here", { WebSocket: Socket });
  const socket = Socket.last;
  socket.open();
  const transport = await opening;
  socket.onmessage({ data: '{"jsonrpc":"2.0","method":"document/saved","params":{"document":"d","path":"p","revision":0}}' });
  const connection = new Connection(transport);
  const request = connection.request("document/list");
  assert.deepEqual(socket.sent, [{ jsonrpc: "2.0", id: 1, method: "document/list" }]);
  // The other side reads slowly.
  socket.bufferedAmount = 2 << 20;
  let isSent = false;
  const sent = connection.notify("view/close", { view: "v" }).then(() => (isSent = true));
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(isSent, false);
  socket.bufferedAmount = 0;
  await sent;
  socket.close("the window was closed");
  await assert.rejects(request, /the window was closed/);
  await connection.notify("view/close", { view: "v" });
  assert.equal(socket.sent.length, 2);
});

test("what came before anybody listened is not lost, and a handler that throws stops no other", async (t) => {
  const opening = webSocket("ws://here", { WebSocket: Socket });
  const socket = Socket.last;
  socket.open();
  const transport = await opening;
  const saved = '{"jsonrpc":"2.0","method":"document/saved","params":{"path":"p"}}';
  socket.onmessage({ data: saved });
  const texts = [];
  transport.listen((text) => texts.push(text), () => {});
  assert.deepEqual(texts, [saved]);
  const connection = new Connection({ ...transport, listen: (hear) => (socket.onmessage = ({ data }) => hear(data)) });
  const { mock } = t.mock.method(globalThis, "queueMicrotask", () => {});
  const heard = [];
  connection.on("document/saved", () => {
    throw new Error("a fault of the program");
  });
  connection.on("document/saved", ({ path }) => heard.push(path));
  socket.onmessage({ data: saved });
  assert.deepEqual(heard, ["p"]);
  assert.throws(mock.calls[0].arguments[0], /a fault of the program/);
});
