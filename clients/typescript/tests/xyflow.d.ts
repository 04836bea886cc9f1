// A stand-in of the types of React Flow 12 (@xyflow/react), as far as its controlled properties go.
declare module "@xyflow/react" {
  type XYPosition = { x: number; y: number };
  type Dimensions = { width: number; height: number };
  type Node<Data extends Record<string, unknown> = Record<string, unknown>, Type extends string | undefined = string | undefined> = {
    id: string;
    position: XYPosition;
    data: Data;
    type?: Type;
    parentId?: string;
    selected?: boolean;
    dragging?: boolean;
    draggable?: boolean;
    hidden?: boolean;
    width?: number;
    height?: number;
    measured?: { width?: number; height?: number };
    zIndex?: number;
    extent?: "parent" | [[number, number], [number, number]] | null;
  };
  type Edge<Data extends Record<string, unknown> = Record<string, unknown>, Type extends string | undefined = string | undefined> = {
    id: string;
    type?: Type;
    source: string;
    target: string;
    sourceHandle?: string | null;
    targetHandle?: string | null;
    animated?: boolean;
    hidden?: boolean;
    data?: Data;
    selected?: boolean;
    zIndex?: number;
  };
  type NodeChange<NodeType extends Node = Node> =
    | { id: string; type: "dimensions"; dimensions?: Dimensions; resizing?: boolean; setAttributes?: boolean | "width" | "height" }
    | { id: string; type: "position"; position?: XYPosition; positionAbsolute?: XYPosition; dragging?: boolean }
    | { id: string; type: "select"; selected: boolean }
    | { id: string; type: "remove" }
    | { item: NodeType; type: "add"; index?: number }
    | { id: string; item: NodeType; type: "replace" };
  type EdgeChange<EdgeType extends Edge = Edge> =
    | { id: string; type: "select"; selected: boolean }
    | { id: string; type: "remove" }
    | { item: EdgeType; type: "add"; index?: number }
    | { id: string; item: EdgeType; type: "replace" };
  type Connection = { source: string; target: string; sourceHandle: string | null; targetHandle: string | null };
  type OnConnectStartParams = { nodeId: string | null; handleId: string | null; handleType: "source" | "target" | null };
  interface ReactFlowProps<NodeType extends Node = Node, EdgeType extends Edge = Edge> {
    nodes?: NodeType[];
    edges?: EdgeType[];
    onNodesChange?: (changes: NodeChange<NodeType>[]) => void;
    onEdgesChange?: (changes: EdgeChange<EdgeType>[]) => void;
    onConnect?: (connection: Connection) => void;
    onReconnect?: (oldEdge: EdgeType, newConnection: Connection) => void;
    onConnectStart?: (event: MouseEvent | TouchEvent, params: OnConnectStartParams) => void;
    onConnectEnd?: (event: MouseEvent | TouchEvent, state: object) => void;
    isValidConnection?: (edge: EdgeType | Connection) => boolean;
  }
}
declare module "react" {
  export function useSyncExternalStore<Snapshot>(
    subscribe: (onStoreChange: () => void) => () => void,
    getSnapshot: () => Snapshot,
    getServerSnapshot?: () => Snapshot,
  ): Snapshot;
}
