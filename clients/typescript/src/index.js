// The client, without what needs Node or React: those are `nodewire-client/stdio` and `nodewire-client/react`.

export { Connection } from "./connection.js";
export { ConnectionClosed, NodewireError, ReplicaError } from "./errors.js";
export { Elements, Replica, follow } from "./replica.js";
export { Scene, openView } from "./scene.js";
export * as textChanges from "./text-changes.js";
export { webSocket } from "./web-socket.js";

/** @typedef {import("./connection.js").Transport} Transport */
