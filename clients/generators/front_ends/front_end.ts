// A front end without a screen: it prints the nodes of a view, drags one, connects two, says why an edge is refused.
// `front_end SERVER`; nodewire.ts beside it is generated.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Frame, Methods, NodeItem, Notifications, ResponseError } from "./nodewire";

type Answer = { result?: any; error?: ResponseError };
type Incoming = Answer & { id?: number; method?: string; params?: any };

class Refused {
  constructor(readonly error: ResponseError) {}
}

class Server {
  #child;
  #waiting = new Map<number, (answer: Answer) => void>();
  #hearers = new Map<string, (params: any) => void>();
  #count = 0;

  constructor(command: string) {
    this.#child = spawn(command, { stdio: ["pipe", "pipe", "inherit"] });
    this.#read();
  }

  async #read(): Promise<void> {
    for await (const line of createInterface({ input: this.#child.stdout })) {
      const message: Incoming = JSON.parse(line);
      if (message.method !== undefined) this.#hearers.get(message.method)?.(message.params);
      else if (message.id !== undefined) this.#waiting.get(message.id)?.(message);
    }
  }

  on<Name extends keyof Notifications>(name: Name, hear: (params: Notifications[Name]) => void): void {
    this.#hearers.set(name, hear);
  }

  call<Name extends keyof Methods>(method: Name, params: Methods[Name]["params"]): Promise<Methods[Name]["result"]> {
    const id = ++this.#count;
    this.#child.stdin.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n");
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) => (error ? reject(new Refused(error)) : resolve(result)));
    });
  }

  end(): void {
    this.#child.stdin.end();
  }
}

const nodes = new Map<string, NodeItem>();

function show(frame: Frame): void {
  for (const id of frame.leave?.nodes ?? []) nodes.delete(id);
  for (const [id, item] of Object.entries(frame.enter?.nodes ?? {})) nodes.set(id, item);
  for (const [id, patch] of Object.entries(frame.update?.nodes ?? {})) {
    const item = nodes.get(id);
    if (item) nodes.set(id, { ...item, x: patch.x ?? item.x, y: patch.y ?? item.y });
  }
  if (frame.gesture?.kind === "drag") console.log(`dragged by ${frame.gesture.by.x},${frame.gesture.by.y}`);
}

function print(): void {
  for (const [id, { x, y, width, height, label }] of nodes) {
    console.log(`${id}: ${label ?? "no label"} at ${x},${y}, ${width} by ${height}`);
  }
}

async function main(): Promise<void> {
  const server = new Server(process.argv[2]);
  server.on("view/frame", show);
  await server.call("initialize", { clientInfo: { name: "front_end.ts" } });
  const { document } = await server.call("document/create", {});
  await server.call("node/insert", { document, node: { id: "a", label: "First", position: { x: 0, y: 0 } } });
  await server.call("node/insert", { document, node: { id: "b", position: { x: 0, y: 200 } } });
  const { view } = await server.call("view/open", { document, width: 800, height: 600, scene: "svg" });
  print();
  await server.call("gesture/begin", { view, kind: "drag", at: { x: 10, y: 10 }, nodes: ["a"] });
  await server.call("gesture/update", { view, at: { x: 210, y: 60 } });
  await server.call("gesture/end", { view });
  print();
  const { id } = await server.call("edge/connect", { document, edge: { source: "a", target: "b" } });
  console.log(`connected by ${id}`);
  await server.call("edge/connect", { document, edge: { source: "a", target: "b" } }).catch((refusal: Refused) => {
    console.log(`refused: ${refusal.error.data.reason}`);
  });
  server.end();
}

main();
