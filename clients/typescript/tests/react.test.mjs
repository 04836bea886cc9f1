// The hook for React Flow with React of Debian, and a stand-in of React Flow that renders nodes as it does: memoized.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test from "node:test";

import { Connection } from "../src/index.js";
import { Flow, nodewire, useNodewire } from "../src/react.js";
import { stdio } from "../src/stdio.js";

const { NODEWIRE_SERVER: SERVER } = process.env;
const require = createRequire(import.meta.url);
const React = require("react");
const { act, create } = require("react-test-renderer");
globalThis.IS_REACT_ACT_ENVIRONMENT = true;

const COUNT = 1000;
const nodes = Array.from({ length: COUNT }, (_, index) => {
  return { id: `n${index}`, position: { x: (index % 40) * 200, y: Math.floor(index / 40) * 100 }, data: { index } };
});

/** How often each node and edge was rendered. */
const renders = new Map();
const Item = React.memo(({ item }) => {
  renders.set(item.id, (renders.get(item.id) ?? 0) + 1);
  return React.createElement("item", { id: item.id });
});

/** A document in a component; `shown` are the properties as last rendered. */
async function shownIn(t, content) {
  const connection = new Connection(stdio(SERVER));
  t.after(() => connection.close());
  await connection.initialize();
  const { document } = await connection.request("document/create", { content });
  const refused = [];
  const flow = await Flow.open(connection, document, { refused: (why) => refused.push(why.reason) });
  const one = { connection, document, flow, refused, shown: null };
  const Component = () => {
    one.shown = useNodewire(React, flow);
    return [...one.shown.nodes, ...one.shown.edges].map((item) => React.createElement(Item, { key: item.id, item }));
  };
  renders.clear();
  await act(async () => {
    one.renderer = create(React.createElement(Component));
  });
  /** Does something as React Flow would, and waits until the server has done what was asked and the page shows it. */
  one.perform = async (perform = () => {}) => {
    renders.clear();
    await act(async () => {
      perform(one.shown);
      for (let turn = 0; turn < 8; turn++) {
        await connection.request("document/list");
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
  };
  one.node = (id) => one.shown.nodes.find((node) => node.id === id);
  one.close = async () => {
    await act(async () => one.renderer.unmount());
    await flow.close();
  };
  return one;
}

const place = (id, x, y, dragging) => ({ type: "position", id, position: { x, y }, dragging });

test("a node that is dragged is rendered, and no other", async (t) => {
  const one = await shownIn(t, { nodes, edges: [{ id: "e", source: "n0", target: "n1" }] });
  assert.equal(renders.size, COUNT + 1);
  const others = one.shown.nodes.slice(1);
  for (let step = 1; step <= 10; step++) {
    await one.perform(({ onNodesChange }) => onNodesChange([place("n0", step * 10, step * 5, true)]));
    // Its edge follows it.
    assert.deepEqual([...renders], [["n0", 1], ["e", 1]]);
    assert.deepEqual(one.node("n0").position, { x: step * 10, y: step * 5 });
    assert.ok(one.node("n0").dragging);
  }
  assert.equal(one.shown.canUndo, false);
  await one.perform(({ onNodesChange }) => onNodesChange([{ type: "position", id: "n0", dragging: false }]));
  assert.deepEqual([...renders.keys()], ["n0"]);
  assert.equal(renders.get("n0"), 1);
  assert.equal(one.node("n0").dragging, undefined);
  assert.ok(one.shown.nodes.slice(1).every((node, index) => node === others[index]));
  assert.ok(one.shown.canUndo);
  await one.perform(({ undo }) => undo());
  assert.deepEqual(one.node("n0").position, { x: 0, y: 0 });
  assert.ok(one.shown.canRedo && !one.shown.canUndo);
  await one.perform(({ redo }) => redo());
  assert.deepEqual(one.node("n0").position, { x: 100, y: 50 });
  await one.close();
});

test("a thousand nodes that are dragged are rendered once a frame, and are one step", async (t) => {
  const one = await shownIn(t, { nodes });
  const to = (x, dragging) => nodes.map(({ id, position }) => place(id, position.x + x, position.y, dragging));
  const steps = 10;
  let count = 0;
  const begin = performance.now();
  for (let step = 1; step <= steps; step++) {
    await one.perform(({ onNodesChange }) => onNodesChange(to(step, true)));
    count += [...renders.values()].reduce((sum, times) => sum + times, 0);
  }
  assert.equal(count, steps * COUNT);
  console.log(`# ${Math.round((performance.now() - begin) / steps)} ms a frame of ${COUNT} nodes`);
  await one.perform(({ onNodesChange }) => onNodesChange(to(steps, false)));
  assert.ok(one.shown.nodes.every(({ position }, index) => position.x === nodes[index].position.x + steps));
  await one.perform(({ undo }) => undo());
  assert.ok(one.shown.nodes.every(({ position }, index) => position.x === nodes[index].position.x));
  assert.equal(one.shown.canUndo, false);
  await one.close();
});

test("a fast pointer is caught up with", async (t) => {
  const one = await shownIn(t, { nodes: nodes.slice(0, 3), settings: { snapToGrid: true } });
  await one.perform(({ onNodesChange }) => {
    for (let x = 1; x <= 507; x++) onNodesChange([place("n0", x, 0, true)]);
    onNodesChange([place("n0", 507, 0, false)]);
  });
  assert.deepEqual(one.node("n0").position, { x: 500, y: 0 }, "on the grid");
  assert.deepEqual(one.refused, []);
  await one.close();
});

test("what may be connected is known while an edge is drawn, and the server has the last word", async (t) => {
  const three = nodes.slice(0, 3);
  const one = await shownIn(t, { nodes: three, edges: [{ id: "e", source: "n0", target: "n1" }], settings: { allowCycles: false } });
  const to = (source, target) => ({ source, target, sourceHandle: null, targetHandle: null });
  assert.equal(one.shown.isValidConnection(to("n0", "n1")), true);
  await one.perform(({ onConnectStart }) => onConnectStart(null, { nodeId: "n0", handleId: null, handleType: "source" }));
  assert.deepEqual(["n0", "n1", "n2"].map((id) => one.shown.isValidConnection(to("n0", id))), [false, false, true]);
  // Backwards, from a target.
  await one.perform(({ onConnectStart }) => onConnectStart(null, { nodeId: "n1", handleId: null, handleType: "target" }));
  assert.deepEqual(["n0", "n1", "n2"].map((id) => one.shown.isValidConnection(to(id, "n1"))), [false, false, true]);
  await one.perform(({ onConnect, onConnectEnd }) => {
    onConnect(to("n0", "n2"));
    onConnectEnd();
  });
  assert.equal(one.shown.edges.length, 2);
  await one.perform(({ onConnect }) => onConnect(to("n1", "n0")));
  assert.equal(one.shown.edges.length, 2);
  assert.deepEqual(one.refused, ["connection.cycle"]);
  await one.perform(({ onReconnect }) => onReconnect({ id: "e" }, to("n2", "n1")));
  assert.equal(one.shown.edges.find(({ id }) => id === "e").source, "n2");
  await one.close();
});

test("selection, removal and sizes", async (t) => {
  const one = await shownIn(t, { nodes: nodes.slice(0, 4), edges: [{ id: "e", source: "n0", target: "n1" }] });
  await one.perform(({ onNodesChange, onEdgesChange }) => {
    onNodesChange([{ type: "select", id: "n0", selected: true }]);
    onEdgesChange([{ type: "select", id: "e", selected: true }]);
  });
  assert.deepEqual([...renders], [["n0", 1], ["e", 1]]);
  assert.ok(one.node("n0").selected && one.shown.edges[0].selected);
  await one.perform(({ onNodesChange }) => onNodesChange([{ type: "dimensions", id: "n1", dimensions: { width: 99, height: 33 } }]));
  assert.deepEqual(one.node("n1").measured, { width: 99, height: 33 });
  assert.equal(one.shown.canUndo, false);
  await one.perform(({ onNodesChange }) => {
    onNodesChange([{ type: "dimensions", id: "n2", dimensions: { width: 300, height: 80 }, resizing: true }]);
    onNodesChange([{ type: "dimensions", id: "n2", dimensions: { width: 320, height: 90 }, resizing: false }]);
  });
  assert.deepEqual([one.node("n2").width, one.node("n2").height], [320, 90]);
  // React Flow says in two calls what goes, which is one step.
  await one.perform(({ onNodesChange, onEdgesChange }) => {
    onEdgesChange([{ type: "remove", id: "e" }]);
    onNodesChange([{ type: "remove", id: "n0" }]);
  });
  assert.deepEqual([one.shown.nodes.length, one.shown.edges.length], [3, 0]);
  await one.perform(({ undo }) => undo());
  assert.deepEqual([one.shown.nodes.length, one.shown.edges.length], [4, 1]);
  await one.perform(({ onNodesChange }) => onNodesChange([place("n3", 7, 8, false)]));
  assert.deepEqual(one.node("n3").position, { x: 7, y: 8 });
  await one.close();
});

test("what an app changes is written, typing is one step, and the rest stays as it was", async (t) => {
  const style = { color: "red" };
  const content = [{ id: "a", label: "First", style, position: { x: 0, y: 0 }, data: { text: "", "a/b~": 1, gone: 2 } }, ...nodes.slice(0, 3)];
  const one = await shownIn(t, { nodes: content, edges: [{ id: "e", source: "n0", target: "n1", markerEnd: "arrow" }] });
  const replace = (id, change) => [{ type: "replace", id, item: { ...one.node(id), ...change } }];
  const stored = async (kind, id) => (await one.connection.request("document/read", { document: one.document }))[kind].find((it) => it.id === id);
  assert.deepEqual(one.node("a").data, { text: "", "a/b~": 1, gone: 2, label: "First" });
  for (const text of ["h", "he", "hey"]) {
    // It is shown at once, as a field needs it.
    await one.perform(({ onNodesChange }) => {
      onNodesChange(replace("a", { data: { ...one.node("a").data, text } }));
      assert.equal(one.flow.read().nodes.find(({ id }) => id === "a").data.text, text);
    });
    assert.deepEqual([...renders.keys()], ["a"]);
  }
  assert.deepEqual(await stored("nodes", "a"), { ...content[0], data: { ...content[0].data, text: "hey" } });
  await one.perform(({ onNodesChange }) => {
    onNodesChange(replace("a", { selected: true, style: undefined, data: { text: null, "a/b~": { c: [1] }, label: "Second" } }));
  });
  assert.deepEqual(await stored("nodes", "a"), { id: "a", label: "Second", position: { x: 0, y: 0 }, data: { text: null, "a/b~": { c: [1] } } });
  assert.ok(one.node("a").selected);
  await one.perform(({ undo }) => undo());
  assert.deepEqual((await stored("nodes", "a")).data.text, "hey");
  await one.perform(({ undo }) => undo());
  assert.deepEqual(await stored("nodes", "a"), content[0]);
  assert.equal(one.shown.canUndo, false);
  // Two nodes of one setter are one step.
  await one.perform(({ onNodesChange }) => {
    onNodesChange(["n0", "n1"].flatMap((id) => replace(id, { position: { x: 5, y: 5 }, data: { ...one.node(id).data, n: 1 } })));
  });
  assert.deepEqual((await stored("nodes", "n1")).data, { index: 1, n: 1 });
  assert.deepEqual((await stored("nodes", "n1")).position, { x: 5, y: 5 });
  await one.perform(({ undo }) => undo());
  assert.equal(one.shown.canUndo, false);
  // Edges: other members, other ends, new ones.
  const edge = (change) => [{ type: "replace", id: "e", item: { ...one.shown.edges.find(({ id }) => id === "e"), ...change } }];
  await one.perform(({ onEdgesChange }) => onEdgesChange(edge({ label: "yes", target: "n2", data: { weight: 2 } })));
  assert.deepEqual(await stored("edges", "e"), { id: "e", source: "n0", target: "n2", markerEnd: "arrow", label: "yes", data: { weight: 2 } });
  await one.perform(({ onEdgesChange, onNodesChange }) => {
    onNodesChange([{ type: "add", item: { id: "new", position: { x: 1, y: 2 }, data: {}, selected: true, measured: { width: 1, height: 1 } } }]);
    onEdgesChange([{ type: "add", item: { id: "f", source: "n1", target: "new", sourceHandle: null, targetHandle: null, label: "no" } }]);
  });
  assert.deepEqual(await stored("nodes", "new"), { id: "new", position: { x: 1, y: 2 }, data: {} });
  assert.deepEqual(await stored("edges", "f"), { id: "f", source: "n1", target: "new", label: "no" });
  assert.deepEqual(one.refused, []);
  await one.close();
});

test("what cannot be done is refused with the reason, and shown as it is", async (t) => {
  const one = await shownIn(t, { nodes: [{ ...nodes[0], locked: true }, nodes[1]] });
  await one.perform(({ onNodesChange, onEdgesChange }) => {
    onNodesChange([{ type: "replace", id: "n0", item: { ...one.node("n0"), data: { index: 7 } } }]);
    onNodesChange([{ type: "replace", id: "none", item: {} }, { type: "add", item: { id: "n1" } }, { type: "turn", id: "n1" }]);
    onEdgesChange([{ type: "add", item: { source: "n1", target: "n1" } }, { type: "position", id: "e" }]);
  });
  assert.deepEqual(one.node("n0").data, { index: 0 });
  assert.deepEqual(one.refused.sort(), ["connection.self", "duplicateId", "locked", "noSuchElement", "unknownChange", "unknownChange"]);
  await one.close();
});

test("a value that is no JSON is refused with its place, and nothing else of its element is written", async (t) => {
  const one = await shownIn(t, { nodes: nodes.slice(0, 2), edges: [{ id: "e", source: "n0", target: "n1" }] });
  const round = {};
  round.self = round;
  const strange = [() => 1, 5n, NaN, new Map(), round, { $$typeof: Symbol.for("react.element"), type: "b" }, [{ click() {} }]];
  const heard = [];
  for (const value of strange) {
    await one.perform(({ onNodesChange }) => {
      onNodesChange([{ type: "replace", id: "n0", item: { ...one.node("n0"), data: { index: 7, "a/b": value } } }]);
    });
    heard.push(one.refused.pop());
  }
  await one.perform(({ onNodesChange, onEdgesChange }) => {
    onNodesChange([{ type: "add", item: { id: "new", position: { x: 0, y: 0 }, data: { label: () => 1 } } }]);
    onEdgesChange([{ type: "replace", id: "e", item: { ...one.shown.edges[0], label: () => 1 } }]);
  });
  assert.deepEqual([...heard, ...one.refused], Array(strange.length + 2).fill("notJSON"));
  assert.deepEqual([one.node("n0").data, one.node("new"), one.shown.canUndo], [{ index: 0 }, undefined, false]);
  await one.close();
});

test("nodes of one setter come and go in one step, those of two in two, and an edge loses its head", async (t) => {
  const one = await shownIn(t, { nodes: nodes.slice(0, 2), edges: [{ id: "e", source: "n0", target: "n1" }] });
  const names = () => one.shown.nodes.map(({ id }) => id);
  const add = (id) => ({ type: "add", item: { id, position: { x: 0, y: 0 }, data: {} } });
  await one.perform(({ onNodesChange }) => onNodesChange([add("a"), { type: "remove", id: "n1" }]));
  await one.perform(({ onNodesChange }) => onNodesChange([add("b")]));
  await one.perform(({ onNodesChange }) => onNodesChange([add("c")]));
  for (const expected of [["n0", "a", "b"], ["n0", "a"], ["n0", "n1"]]) {
    await one.perform(({ undo }) => undo());
    assert.deepEqual(names(), expected);
  }
  const { markerEnd, ...bare } = one.shown.edges[0];
  assert.equal(markerEnd.type, "arrowclosed");
  await one.perform(({ onEdgesChange }) => onEdgesChange([{ type: "replace", id: "e", item: bare }]));
  assert.equal(one.shown.edges[0].markerEnd, undefined);
  await one.close();
});

test("a file that cannot be opened leaves no connection", async (t) => {
  const states = [];
  class Socket {
    static OPEN = 1;
    readyState = 0;
    constructor(url) {
      this.url = url;
      setImmediate(() => {
        this.readyState = Socket.OPEN;
        this.onopen();
      });
    }
    send(text) {
      const { id, method } = JSON.parse(text);
      const answer = method === "initialize" ? { result: { settings: {} } } : { error: { code: 1300, message: "no such file", data: { reason: "path" } } };
      states.push(method);
      if (id) setImmediate(() => this.onmessage({ data: JSON.stringify({ jsonrpc: "2.0", id, ...answer }) }));
    }
    close() {
      states.push("closed");
      this.onclose({ reason: "" });
    }
  }
  const before = globalThis.WebSocket;
  t.after(() => (globalThis.WebSocket = before));
  globalThis.WebSocket = Socket;
  await assert.rejects(Flow.connect("ws://127.0.0.1:8000/", "none.json"), ({ reason }) => reason === "path");
  assert.deepEqual(states, ["initialize", "initialized", "document/open", "closed"]);
});

test("a label that is no text ends no page: the name of its type is shown", async (t) => {
  const one = await shownIn(t, { nodes: ["text", 7, { rich: 1 }, [{ rich: 1 }]].map((label, index) => ({ ...nodes[index], type: "constructor", data: { label } })) });
  const ReactFlow = ({ nodes, nodeTypes }) => nodes.map(({ id, type, data }) => React.createElement(nodeTypes[type], { key: id, id, type, data }));
  const { Diagram } = nodewire(React, { ReactFlow, Handle: () => null, BaseEdge: () => null });
  await act(async () => {
    one.diagram = create(React.createElement(Diagram, { flow: one.flow }));
  });
  const labels = one.diagram.root.findAll(({ props }) => props.className === "nodewire-label").map(({ children }) => children.join());
  assert.deepEqual(labels, ["text", "7", "constructor", "constructor"]);
  await act(async () => one.diagram.unmount());
  await one.close();
});

test("a node whose parents grow is resized, and moves of programs are kept", async (t) => {
  const one = await shownIn(t, { nodes: nodes.slice(0, 2) });
  await one.perform(({ onNodesChange }) => onNodesChange([{ type: "position", id: "n1", position: { x: 9, y: 9 } }]));
  assert.deepEqual(one.node("n1").position, { x: 9, y: 9 });
  await one.perform(({ onNodesChange }) => onNodesChange([{ type: "dimensions", id: "n0", setAttributes: true, dimensions: { width: 310, height: 120 } }]));
  assert.deepEqual([one.node("n0").width, one.node("n0").height], [310, 120]);
  await one.close();
});

test("a node that may not be dragged stays, and says why once", async (t) => {
  const one = await shownIn(t, { nodes: [{ id: "a", position: { x: 0, y: 0 }, locked: true }] });
  for (const x of [1, 2, 3]) await one.perform(({ onNodesChange }) => onNodesChange([place("a", x, 0, true)]));
  await one.perform(({ onNodesChange }) => onNodesChange([{ type: "position", id: "a", dragging: false }]));
  assert.deepEqual(one.node("a").position, { x: 0, y: 0 });
  assert.deepEqual(one.refused, ["locked"]);
  await one.close();
});

test("parents come before what lies in them, and a group is dragged with it", async (t) => {
  const inner = { id: "inner", parentId: "outer", position: { x: 10, y: 10 } };
  const one = await shownIn(t, { nodes: [inner, { id: "outer", position: { x: 0, y: 0 }, width: 300, height: 200 }] });
  assert.deepEqual(one.shown.nodes.map(({ id }) => id), ["outer", "inner"]);
  await one.perform(({ onNodesChange }) => onNodesChange([place("outer", 50, 0, true), place("inner", 60, 10, true)]));
  assert.deepEqual([one.node("outer").position.x, one.node("inner").position.x], [50, 10]);
  await one.perform(({ onNodesChange }) => onNodesChange([place("outer", 50, 0, false), place("inner", 60, 10, false)]));
  assert.deepEqual([one.node("outer").position.x, one.node("inner").position.x], [50, 10]);
  await one.close();
});

test("edits of others are shown, and undo takes back one's own", async (t) => {
  const one = await shownIn(t, { nodes: nodes.slice(0, 2) });
  await one.perform(({ onNodesChange }) => onNodesChange([place("n0", 40, 0, false)]));
  const { connection, document } = one;
  const { view } = await connection.request("view/open", { document, width: 100, height: 100 });
  await connection.request("node/update", { document, view, id: "n1", patch: { data: { index: 5 } } });
  await one.perform();
  assert.deepEqual(one.node("n1").data, { index: 5 });
  await one.perform(({ undo }) => undo());
  assert.deepEqual([one.node("n0").position.x, one.node("n1").data.index], [0, 5]);
  await one.close();
});
