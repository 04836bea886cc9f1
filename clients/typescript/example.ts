// A front end without a screen: it opens a file, drags a node by the pointer, shows a refusal, takes the drag back, saves.
// `example SERVER FOLDER FILE`
import { Connection, NodewireError, follow, openView } from "nodewire-client";
import { stdio } from "nodewire-client/stdio";

const [, , server, root, path] = process.argv;
const connection = new Connection(stdio(server, ["--root", root]));
connection.on("document/saved", (saved) => console.log(`saved ${saved.path}`));
connection.on("view/event", ({ event, message }) => event === "refused" && console.log(`refused: ${message}`));
await connection.initialize({ clientInfo: { name: "example.ts" } });

const { document } = await connection.request("document/open", { path, durability: "none" });
const { replica } = await follow(connection, document, (change) => {
  const { undoLabel } = replica.history;
  console.log(`${change?.cause}: ${undoLabel === undefined ? "nothing to undo" : `undo would take back: ${undoLabel}`}`);
});
const { view, scene } = await openView(connection, { document, width: 800, height: 600, scene: "svg" }, ({ gesture }) => {
  if (gesture?.kind === "drag") console.log(`dragged by ${gesture.by.x},${gesture.by.y}`);
});

function print(): void {
  for (const { id, x, y, width, height, label } of scene.nodes.values()) {
    console.log(`${id}: ${label ?? "no label"} at ${x},${y}, ${width} by ${height}`);
  }
}

print();
const at = (x: number, y: number) => ({ view, id: 1, at: { x, y } });
await connection.request("input/pointer", { ...at(40, 30), phase: "down" });
await connection.request("input/pointer", { ...at(240, 80), phase: "move" });
await connection.request("input/pointer", { ...at(240, 80), phase: "up" });
print();
try {
  await connection.request("edge/connect", { document, view, edge: { source: "a", target: "b" } });
} catch (error) {
  if (!(error instanceof NodewireError)) throw error;
  console.log(`refused: ${error.reason}: ${error.message}`);
}
await connection.request("history/undo", { document, view });
const [first] = replica.nodes;
console.log(`${replica.nodes.size} nodes, the first at ${JSON.stringify(first.position)}`);
await connection.request("document/save", { document });
await connection.request("document/close", { document });
await connection.close();
