"""Right and wrong uses of both clients. A comment names the error of its line; test_types_checked.py compares."""

from __future__ import annotations

from typing import Dict, List, Mapping

from nodewire_client import Client, Connection, Document, Scene, View, aio
from nodewire_client.generated import (
    DocumentChanged,
    DocumentSaved,
    EdgeItem,
    Edit,
    FrozenEdge,
    FrozenNode,
    Node,
    NodeItem,
    Point,
    Size,
    ViewEvent,
)


def options() -> None:
    client = Client.launch(clock="client", durability="process", limits={}, capabilities={"canConnect": True})
    Client.launch(clock="sundial")  # error: arg-type
    Client.launch(clok="client")  # error: call-arg
    Client.launch(capabilities={"canFly": True})  # error: arg-type
    Connection.launch(["nodewire"], cwd="/srv", env={"LANG": "C"})
    Connection.launch(["nodewire"], directory="/srv")  # error: call-arg
    Client(socket="/run/s", timeout=3, interactive=True)
    Client(socket="127.0.0.1:4000", token="word")
    Client(Connection.connect("/run/s"), clock="server")
    Client(sockets="/run/s")  # error: call-overload
    Client()  # error: call-overload
    document = client.open("a.json", format="nodewire", durability="none")
    client.open("a.json", durability="for ever")  # error: arg-type
    client.open(path="a.json", replika="one")  # error: call-arg
    client.create({"nodes": []}, document="made")
    client.create({}, width=3)  # error: call-arg
    view = document.open_view(800, 600, scene="svg", contents={"nodes": ["/data/text"]}, selection_ids=True)
    document.open_view(800, 600, scene="oil")  # error: arg-type
    document.open_view(800, 600, selectionIds=True)  # error: call-arg
    shows(view.scene_items)


def shows(scene: Scene) -> NodeItem:
    item: NodeItem = scene.nodes["a"]
    edge: EdgeItem = scene.edges["e"]
    place: float = item["x"] + item["width"]
    item["left"]  # error: typeddict-item
    scene.nodes["a"] = edge  # error: assignment
    handles: List[str] = [handle["id"] for handle in scene.handles("a") if handle["x"] > place]
    scene.handles("a")[0]["place"]  # error: typeddict-item
    print(handles)
    return item


def elements(document: Document) -> Node:
    node: FrozenNode = document.replica.nodes["a"]
    edge: FrozenEdge = document.replica.edges["e"]
    name: str = edge["source"] + node["id"] + node.get("label", "")
    across: float = node["position"]["x"] if "position" in node else 0
    node["place"]  # error: typeddict-item
    edge["from"]  # error: typeddict-item
    document.replica.nodes["a"] = node  # error: index
    del document.replica.nodes["a"]  # error: attr-defined
    document.replica.nodes.update(a=node)  # error: attr-defined
    document.replica.nodes = document.replica.nodes  # error: misc
    document.replica.revision += 1  # error: misc
    node["label"] = "A"  # error: typeddict-readonly-mutated
    node["position"]["x"] += 1  # error: typeddict-readonly-mutated
    node["handles"][0]["id"] = "h"  # error: typeddict-readonly-mutated
    node["handles"].append({"type": "source"})  # error: attr-defined
    edge["waypoints"][0] = {"x": 0, "y": 0}  # error: index
    del edge["label"]  # error: misc
    own: Node = document.replica.nodes.copy("a")
    own["label"] = "A"
    (document.replica.settings or {})["grid"] = 1  # error: index
    document.nodes["a"] = document.nodes["b"]  # error: index
    del document.nodes["a"]  # error: attr-defined
    document.nodes = document.nodes  # error: misc
    document.nodes["a"].label = "A"  # error: attr-defined
    document.nodes["a"].id = "b"  # error: misc
    document.nodes["a"].content["label"] = "A"  # error: typeddict-readonly-mutated
    undo: bool = document.replica.history["canUndo"]
    document.replica.history["canFly"]  # error: typeddict-item
    print(name, across, undo, document.opened["revision"])
    document.opened["revisions"]  # error: typeddict-item
    return own


def shapes(document: Document, view: View, place: Point, sizes: Dict[str, Size]) -> float:
    x, y = document.nodes["a"].position
    document.node.move(ids=["a"], by=(x, y))
    document.node.move(ids=["a"], to=document.nodes["b"].position)
    other = document.replica.nodes["b"]
    if "position" in other:
        document.node.move(ids=["a"], to=other["position"])
    document.node.move(ids=["a"], to=place)
    document.node.move(ids=["a"], by=(1, 2, 3))  # error: arg-type
    document.node.move(ids=["a"], by=(1, "2"))  # error: arg-type
    document.node.move(ids=["a"], by=[1, 2])  # error: arg-type
    document.node.measure(sizes=sizes)
    document.node.measure(sizes={"a": (100, 40), "b": None})
    view.lasso(rect=(0, 0, 100, 100))
    view.lasso(rect=(0, 0))  # error: arg-type
    view.lasso(polygon=[(0, 0), place, (0, 100)])
    view.hit_test(at=(600, 400))
    return x + y


def batches(document: Document) -> None:
    move: Edit = {"method": "node/move", "params": {"ids": ["a"], "by": {"x": 1, "y": 0}}}
    node: Edit = {"method": "node/insert", "params": {"node": {"position": {"x": 0, "y": 0}, "type": "message"}}}
    connect: Edit = {"method": "edge/connect", "params": {"edge": {"source": "a", "target": {"$result": 1}}}}
    answer = document.edit(edits=[move, node, connect], label="Three")
    print(answer["revision"], answer["results"])
    document.edit(edits=[{"method": "element/remove", "params": {"nodes": ["a"]}}])
    document.edit(edits=[{"method": "node/mov", "params": {"ids": ["a"]}}])  # error: list-item, misc
    wrong: Edit = {"method": "node/move", "params": {"ids": "a", "by": {"x": 1, "y": 0}}}  # error: assignment, misc
    other: Edit = {"method": "view/fit", "params": {}}  # error: assignment, misc
    print(wrong, other)


def on_changed(change: DocumentChanged) -> None:
    print(change["revision"], change["history"]["dirty"])


def on_saved(saved: DocumentSaved) -> None:
    print(saved["path"])


def on_event(event: ViewEvent) -> None:
    print(event["event"])


def on_anything(params: Mapping[str, object]) -> None:
    print(params)


def listening(client: Client, document: Document, view: View) -> None:
    client.on("document/changed", on_changed)()
    client.on("document/saved", on_saved)
    client.on("document/saved", on_anything)
    client.on("document/safed", on_anything)  # error: call-overload
    client.on("document/changed", on_saved)  # error: call-overload
    client.on("document/changed", lambda change: print(change["cause"]))
    client.on("document/changed", lambda change: print(change["reason"]))  # error: call-overload
    client.connection.on("view/frame", lambda frame: print(frame["frame"]))
    client.connection.on("view/frame", lambda frame: print(frame["number"]))  # error: call-overload
    client.on_request("client/canConnect", lambda question: {"allowed": question["document"] == "d"})
    client.on_can_connect(lambda question: question["document"] == "d" or "not here")
    client.on_can_connect(lambda question: question["documents"])  # error: typeddict-item
    client.on_can_connect(lambda question: 3.5)  # error: arg-type, return-value
    client.on_accept_drop(lambda question: "text/plain" in question["types"])
    document.on_changed = on_changed
    document.on_changed = on_saved  # error: assignment
    view.on_event = on_event


async def waiting() -> None:
    async with aio.Client.launch(clock="client") as client:
        aio.Client.launch(clock="sundial")  # error: arg-type
        await aio.Client(socket="/run/s", token="word")
        await aio.Client(socket="/run/s", tokens="word")  # error: call-overload
        async with await client.open("a.json", durability="process") as document:
            await client.open("a.json", durable=True)  # error: call-arg
            view = await document.open_view(800, 600, scene="points")
            await document.open_view(800, 600, scene="oil")  # error: arg-type
            shows(view.scene_items)
            node: FrozenNode = (await document.replica()).nodes["a"]
            (await document.replica()).nodes["a"] = node  # error: index
            client.on("document/saved", on_saved)
            client.on("document/saved", on_changed)  # error: call-overload
            with client.notifications("document/changed") as changes:
                async for change in changes:
                    on_changed(change)
                    on_saved(change)  # error: arg-type
            async for frame in client.connection.notifications("view/frame"):
                print(frame["revision"])
                print(frame["number"])  # error: typeddict-item


def blocks() -> None:
    with Client.launch() as client, client.open("a.json") as document:
        document.node.move(ids=["a"], by={"x": 1, "y": 0})
        document.node.move(ids=["a"], by={"x": 1})  # error: arg-type


def references(document: Document) -> int:
    moved = document.nodes["a"].move(40, 0)["revision"]
    document.nodes["a"].update(label="A", hidden=True)
    document.nodes["a"].update(labl="A")  # error: call-arg
    document.nodes["a"].update(hidden="yes")  # error: arg-type
    document.nodes["a"].moved(1, 1)  # error: attr-defined
    with document.batch("Two") as same:
        for node in same.nodes:
            node.move_to(0, 0)
    for edge in document.edges:
        edge.source.connect(edge.target)["id"].upper()
        edge.source.connect("b")  # error: arg-type
    return moved


async def awaited(document: aio.Document) -> int:
    async with document.batch("Two"):
        await document.nodes["a"].move(40, 0)
        await document.nodes["a"].update(labl="A")  # error: call-arg
        x, y = document.nodes["a"].position
        await document.node.move(ids=["a"], by=(y, x))
        await document.node.move(ids=["a"], by=(y, x, y))  # error: arg-type
        document.nodes["a"] = document.nodes["b"]  # error: index
    return (await document.edges["e"].remove())["revision"]
