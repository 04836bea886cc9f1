// An editor in React: nodes of all types, a card of one's own with a field, steps taken back, a file saved.
import { BaseEdge, Handle, ReactFlow, useReactFlow } from "@xyflow/react";
import "@xyflow/react/dist/style.css";
import { Flow, nodewire, useNodewire } from "nodewire-client/react";
import * as React from "react";
import { createRoot } from "react-dom/client";

const { Diagram, Handles } = nodewire(React, { ReactFlow, Handle, BaseEdge });

function Question({ id, data, isConnectable }) {
  const { updateNodeData } = useReactFlow();
  const write = (event) => updateNodeData(id, { text: event.target.value });
  return (
    <div style={{ background: "#fff7e0", border: "1px solid #c9a227", height: "100%", boxSizing: "border-box", padding: 6 }}>
      <b>{data.label}</b>
      <input className="nodrag" value={data.text ?? ""} onChange={write} style={{ width: "100%", boxSizing: "border-box" }} />
      <Handles id={id} isConnectable={isConnectable} />
    </div>
  );
}

function Answer() {
  const { addNodes, addEdges, getNodes } = useReactFlow();
  const add = () => {
    for (const { id: source, position: { x, y }, parentId } of getNodes().filter(({ selected }) => selected)) {
      const id = `${source}-${Date.now()}`;
      addNodes({ id, position: { x, y: y + 140 }, parentId, type: "message", data: { text: "What we say then" } });
      addEdges({ id: `to-${id}`, source, target: id, label: "else" });
    }
  };
  return <button onClick={add} style={{ position: "absolute", zIndex: 5, margin: 8 }}>Add an answer</button>;
}

function Editor({ flow, problem }) {
  const { undo, redo, canUndo, canRedo } = useNodewire(React, flow);
  return (
    <div style={{ height: "100vh", display: "grid", gridTemplateRows: "auto 1fr" }}>
      <header>
        <button onClick={undo} disabled={!canUndo}>Undo</button>
        <button onClick={redo} disabled={!canRedo}>Redo</button>
        <button onClick={flow.save}>Save</button> <output>{problem}</output>
      </header>
      <Diagram flow={flow} nodeTypes={TYPES} fitView>
        <Answer />
      </Diagram>
    </div>
  );
}

const TYPES = { question: Question };
const asked = new URLSearchParams(location.search);
const root = createRoot(document.getElementById("root"));
const show = (problem) => root.render(<Editor flow={flow} problem={problem} />);
const server = asked.get("server") ?? "ws://127.0.0.1:8000/?token=a-development-token";
const flow = await Flow.connect(server, asked.get("file") ?? "bot.json", { refused: ({ message }) => show(message) });
flow.connection.closed.then((why) => show(why.message));
show("");
