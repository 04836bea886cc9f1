// The hook for React Flow. React is handed in by who calls: the package needs none itself.

export { Flow } from "./flow.js";

/** @typedef {import("./flow.js").FlowProps} FlowProps */

/**
 * What React's module has of what is used here.
 *
 * @typedef {{ useSyncExternalStore: <T>(subscribe: (hear: () => void) => () => void, read: () => T, readOnServer?: () => T) => T }} ReactLike
 */

/**
 * The properties of `<ReactFlow>` that show a document and edit it, with `undo` and `redo`.
 * A component that calls it is rendered when they change; nodes and edges that did not are the same objects as before.
 *
 * @param {ReactLike} React
 * @param {import("./flow.js").Flow} flow
 * @returns {FlowProps}
 */
export function useNodewire(React, flow) {
  return React.useSyncExternalStore(flow.subscribe, flow.read, flow.read);
}
