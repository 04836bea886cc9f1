// What the hook returns is what React Flow takes.
import type { ReactFlowProps } from "@xyflow/react";
import type { Connection } from "nodewire-client";
import { Flow, useNodewire } from "nodewire-client/react";
import * as React from "react";

export async function open(connection: Connection): Promise<Flow> {
  const { document } = await connection.request("document/create");
  return Flow.open(connection, document, { refused: ({ message }) => console.warn(message) });
}

export function properties(flow: Flow): ReactFlowProps {
  const { undo, redo, canUndo, canRedo, ...shown } = useNodewire(React, flow);
  if (canUndo) undo();
  if (canRedo) redo();
  return shown;
}
