// What a replica and a scene hold is what the server has, after every kind of change, and after one that was lost.

import assert from "node:assert/strict";
import test from "node:test";

import { Connection, Elements, NodewireError, ReplicaError, Scene, follow, openView } from "../src/index.js";
import { stdio } from "../src/stdio.js";
import { after, changed, placeAfter } from "../src/text-changes.js";

const { NODEWIRE_SERVER: SERVER } = process.env;

const CONTENT = {
  nodes: Array.from({ length: 30 }, (_, index) => ({ id: `n${index}`, position: { x: index * 180, y: 0 }, data: { text: `${index}` } })),
  edges: Array.from({ length: 20 }, (_, index) => ({ id: `e${index}`, source: `n${index}`, target: `n${index + 7}` })),
};

/** Numbers from 0 to below 1 that are the same every time: the generator of Park and Miller. */
function random(seed) {
  return () => (seed = (seed * 48271) % 2147483647) / 2147483647;
}

/** A conversation in which `drop` may lose what comes. */
async function connect(t, drop = () => false) {
  const transport = stdio(SERVER);
  const listen = (hear, end) => transport.listen((text) => drop(text) || hear(text), end);
  const connection = new Connection({ ...transport, listen });
  t.after(() => connection.close());
  await connection.initialize();
  const { document } = await connection.request("document/create", { content: CONTENT });
  return { connection, document };
}

/** Edits with any nodes, some of which are refused. */
function edits(document, view, next) {
  const id = () => `n${Math.floor(next() * 34)}`;
  const point = () => ({ x: Math.round(next() * 2000), y: Math.round(next() * 900) });
  return [
    () => ["node/move", { document, view, ids: [id(), id()], by: point() }],
    () => ["node/insert", { document, view, node: { position: point(), data: null, label: "new" } }],
    () => ["node/update", { document, view, id: id(), patch: { label: null, data: { text: "é" }, own: [1, null] } }],
    () => ["node/update", { document, view, id: id(), set: { note: null }, unset: ["label"] }],
    () => ["element/remove", { document, view, nodes: [id()], edges: [] }],
    () => ["node/reorder", { document, view, ids: [id(), id()], to: next() < 0.5 ? "front" : "back" }],
    () => ["edge/connect", { document, view, edge: { source: id(), target: id() } }],
    () => ["edge/update", { document, view, id: `e${Math.floor(next() * 22)}`, patch: { label: `${next()}` } }],
    () => ["group/create", { document, view, ids: [id(), id()], label: "G" }],
    () => ["view/select", { view, nodes: [id()], op: "toggle" }],
    () => ["view/pan", { view, by: { x: next() * 200 - 100, y: 0 } }],
    () => ["view/zoom", { view, zoom: next() < 0.2 ? 0.02 : 0.5 + next() }],
    () => ["settings/update", { document, patch: { allowCycles: next() < 0.5 } }],
    () => ["history/undo", { document, view }],
    () => ["history/redo", { document, view }],
  ];
}

/** Undefined members are absent, ids are in the items, and what was set to start with need not be sent. */
function plain(scene) {
  const items = (kind) => [...scene[kind]].map(([id, item]) => [id, item]).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.parse(JSON.stringify({ nodes: items("nodes"), edges: items("edges"), level: scene.state.level, viewport: scene.state.viewport }));
}

test("a replica and a scene are what the server has", async (t) => {
  for (const seed of [1, 2, 3]) {
    const { connection, document } = await connect(t);
    const { replica, stop } = await follow(connection, document);
    const options = { scene: "svg", contents: true, selectionIds: true, handles: "shared", problems: true };
    const { view, scene } = await openView(connection, { document, width: 800, height: 600, ...options });
    const next = random(seed);
    const all = edits(document, view, next);
    let refused = 0;
    for (let step = 0; step < 150; step++) {
      const [method, params] = all[Math.floor(next() * all.length)]();
      await connection.request(method, params).catch((error) => {
        if (!(error instanceof NodewireError)) throw error;
        refused++;
      });
      if (step % 5 > 0) continue;
      assert.deepEqual(replica.read(), await connection.request("document/read", { document }), `${seed} ${step} ${method}`);
      const again = new Scene();
      again.apply(await connection.request("view/scene", { view }));
      assert.deepEqual(plain(scene), plain(again), `${seed} ${step} ${method}`);
      const { selection } = await connection.request("view/read", { view, list: true });
      assert.deepEqual([...scene.selected.nodes].sort(), [...(selection.nodeIds ?? [])].sort());
      for (const [id, item] of scene.nodes) if (item.handleSet) assert.ok(scene.handles(id).every(({ x }) => x >= item.x));
    }
    assert.ok(refused > 5 && refused < 100);
    assert.ok(replica.history.canUndo);
    stop();
    await connection.close();
  }
});

test("the end of a group of edits is a step that can be undone", async (t) => {
  const { connection, document } = await connect(t);
  const heard = [];
  const { replica } = await follow(connection, document, (change) => heard.push([change?.cause, change?.revision]));
  await connection.request("history/begin", { document, label: "together" });
  await connection.request("node/update", { document, id: "n0", patch: { label: "one" } });
  assert.ok(!replica.history.canUndo);
  await connection.request("history/end", { document });
  assert.equal(replica.history.undoLabel, "together");
  assert.deepEqual(heard, [["node/update", 1], ["history/end", 1]]);
});

test("a change that was lost is made up for, and elements that did not change stay the same", async (t) => {
  let isLossy = false;
  const { connection, document } = await connect(t, (text) => isLossy && text.includes('"document/changed"'));
  const heard = [];
  const { replica } = await follow(connection, document, (change) => heard.push(change?.revision ?? null));
  const [first, second] = replica.nodes;
  await connection.request("node/update", { document, id: "n0", patch: { label: "once" } });
  assert.deepEqual([...replica.nodes].slice(0, 2).map((node) => node.label), ["once", undefined]);
  assert.ok(first.label === undefined && [...replica.nodes][1] === second);
  assert.throws(() => (second.label = "written"), TypeError);
  isLossy = true;
  await connection.request("node/update", { document, id: "n0", patch: { label: "lost" } });
  isLossy = false;
  await Promise.all([1, 2, 3].map((x) => connection.request("node/move", { document, ids: ["n1"], by: { x, y: 0 } })));
  const read = await connection.request("document/read", { document });
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(replica.read(), read);
  assert.equal(replica.nodes.get("n0").label, "lost");
  assert.ok(heard.includes(null));
});

test("what does not fit is refused", () => {
  const elements = new Elements([{ id: "a" }, { id: "b" }, { id: "c" }]);
  const ids = () => [...elements].map(({ id }) => id).join("");
  elements.place("c", "a");
  elements.place("a", null);
  elements.place("b", "b");
  assert.equal(ids(), "cba");
  elements.apply("b", null);
  elements.apply("d", { whole: { id: "d" } });
  elements.apply("c", { whole: { id: "c", own: 1 } });
  assert.equal(ids(), "cad");
  for (const wrong of [() => elements.apply("x", null), () => elements.apply("x", { set: {} }), () => elements.place("a", "x")]) {
    assert.throws(wrong, ReplicaError);
  }
  assert.equal(ids(), "cad");
  const members = JSON.parse('{"__proto__": {"id": "__proto__", "bad": true}}');
  for (const [id, whole] of Object.entries(members)) elements.apply(id, { whole });
  assert.ok(elements.has("__proto__") && {}.bad === undefined);
});

/** A change of a text of so many letters. */
function change(next, length, mark) {
  const parts = [];
  for (let at = 0; at <= length && parts.length < 3; at++) {
    const to = Math.min(length, at + Math.floor(next() * 3));
    const text = mark.repeat(Math.floor(next() * 3));
    if (next() < 0.3 && (to > at || text)) parts.push({ from: at, to, text }), (at = to);
  }
  return parts;
}

test("two that write at the same time come to the same text", () => {
  const next = random(7);
  const text = [..."a🎉cdéfgh"];
  for (let count = 0; count < 3000; count++) {
    const [own, other] = [change(next, text.length, "X"), change(next, text.length, "漢")];
    const one = changed(changed(text, own), after(other, own)).join("");
    assert.equal(one, changed(changed(text, other), after(own, other, true)).join(""));
    const place = Math.floor(next() * (text.length + 1));
    assert.ok(placeAfter(place, own, false) <= placeAfter(place, own, true));
    assert.ok(placeAfter(place, own, true) <= changed(text, own).length);
  }
});
