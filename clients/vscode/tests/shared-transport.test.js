// Messages of one pipe, for a connection and for pages, as they come in one piece.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Connection } from "../page/client/index.js";
import { SharedTransport } from "../src/shared-transport.js";

/** A transport that a test feeds: `hear(message)`, `end(why)`; `sent` is what goes out. */
class Pipe {
  sent = [];

  async send(text) {
    this.sent.push(JSON.parse(text));
  }

  listen(hear, end) {
    this.hear = (message) => hear(JSON.stringify(message));
    this.end = end;
  }

  async close() {}
}

function joined() {
  const [pipe, heard] = [new Pipe(), []];
  const transport = new SharedTransport(pipe, (method, params) => heard.push([method, params]));
  const connection = new Connection(transport);
  return { pipe, transport, connection, heard };
}

test("a page is answered before what came behind the answer", async () => {
  const { pipe, transport, connection, heard } = joined();
  const own = connection.request("document/list");
  transport.ask("text/replace", { node: "a" }, ({ result }) => heard.push(["reply", result]));
  const [{ id: first }, { id: second }] = pipe.sent;
  assert.notEqual(first, second);
  pipe.hear({ method: "view/frame", params: { frame: 1 } });
  pipe.hear({ id: second, result: { revision: 5 } });
  pipe.hear({ method: "view/frame", params: { frame: 2 } });
  pipe.hear({ id: first, result: { documents: [] } });
  assert.deepEqual(heard.map(([what]) => what), ["view/frame", "reply", "view/frame"]);
  assert.deepEqual(await own, { documents: [] });
});

test("what waits for an answer is answered at the end, and what is asked later, too", async () => {
  const { pipe, transport, connection, heard } = joined();
  const own = assert.rejects(connection.request("document/list"), /gone/);
  const hear = ({ error }) => heard.push(error.message);
  transport.ask("view/read", {}, hear);
  pipe.end(new Error("gone"));
  transport.ask("view/read", {}, hear);
  await own;
  assert.deepEqual(heard, ["gone", "gone"]);
});
