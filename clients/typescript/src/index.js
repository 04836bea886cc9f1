// The client, without what needs Node or React: those are `nodewire-client/stdio` and `nodewire-client/react`.

export { Connection } from "./connection.js";
export { ConnectionClosed, NodewireError } from "./errors.js";
export { webSocket } from "./web-socket.js";

/** @typedef {import("./connection.js").Transport} Transport */
