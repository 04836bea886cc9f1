"""A front end without a screen: it prints the nodes of a view, drags one, connects two, says why an edge is refused.

``front_end.py SERVER``; protocol.py beside it is generated.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, TypeVar

from protocol import (
    Call, DocumentCreate, DragState, EdgeConnect, Frame, GestureBegin, GestureEnd, GestureUpdate, Initialize, NewEdge,
    NewNode, NodeInsert, NodeItem, Point, ResponseError, ViewOpen,
)

Result = TypeVar("Result")


class Refused(Exception):
    def __init__(self, error: ResponseError) -> None:
        super().__init__(error.message)
        self.reason = error.data.reason


class FrontEnd:
    def __init__(self, server: str) -> None:
        self._server = subprocess.Popen([server], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._count = 0
        self.nodes: dict[str, NodeItem] = {}

    def call(self, params: Call[Result]) -> Result:
        assert self._server.stdin and self._server.stdout
        self._count += 1
        head = f'"jsonrpc":"2.0","id":{self._count},"method":"{params.METHOD}"'
        self._server.stdin.write(f'{{{head},"params":{params.text()}}}\n')
        self._server.stdin.flush()
        for line in self._server.stdout:
            message: dict[str, Any] = json.loads(line)
            if message.get("method") == "view/frame":
                self.show(Frame.model_validate(message["params"]))
            elif message.get("id") == self._count:
                if "error" in message:
                    raise Refused(ResponseError.model_validate(message["error"]))
                return params.result(message["result"])
        raise EOFError("the server has ended")

    def show(self, frame: Frame) -> None:
        if frame.enter and frame.enter.nodes:
            self.nodes.update(frame.enter.nodes)
        for name in (frame.leave and frame.leave.nodes) or ():
            self.nodes.pop(name, None)
        for name, patch in ((frame.update and frame.update.nodes) or {}).items():
            self.nodes[name] = self.nodes[name].model_copy(update=patch.model_dump(exclude_unset=True))
        if isinstance(frame.gesture, DragState):
            print(f"dragged by {frame.gesture.by.x:g},{frame.gesture.by.y:g}")

    def print_nodes(self) -> None:
        for name, node in self.nodes.items():
            print(f"{name}: {node.label or 'no label'} at {node.x:g},{node.y:g}, {node.width:g} by {node.height:g}")

    def end(self) -> None:
        self._server.communicate()


def main(server: str) -> None:
    front_end = FrontEnd(server)
    front_end.call(Initialize(clientInfo={"name": "front_end.py"}))
    document = front_end.call(DocumentCreate()).document
    front_end.call(NodeInsert(document=document, node=NewNode(id="a", label="First", position=Point(x=0, y=0))))
    front_end.call(NodeInsert(document=document, node=NewNode(id="b", position=Point(x=0, y=200))))
    view = front_end.call(ViewOpen(document=document, width=800, height=600, scene="svg")).view
    front_end.print_nodes()
    front_end.call(GestureBegin(view=view, kind="drag", at=Point(x=10, y=10), nodes=["a"]))
    front_end.call(GestureUpdate(view=view, at=Point(x=210, y=60)))
    front_end.call(GestureEnd(view=view))
    front_end.print_nodes()
    edge = NewEdge(source="a", target="b")
    print("connected by", front_end.call(EdgeConnect(document=document, edge=edge)).id)
    try:
        front_end.call(EdgeConnect(document=document, edge=edge))
    except Refused as refusal:
        print("refused:", refusal.reason)
    front_end.end()


if __name__ == "__main__":
    main(sys.argv[1])
