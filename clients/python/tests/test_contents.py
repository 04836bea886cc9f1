"""Frames carry values of elements by their pointers: a front end that keeps only frames has what the document has."""

import copy
import json
import random
from pathlib import Path

import pytest

from nodewire_client import Client
from nodewire_client.errors import ServerError

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "arithmetic.json"
POINTERS = {
    "nodes": ["/data/text", "/data/list/1", "/data/a~1b", "/style/color", "/label", "/phase", "/data/deep"],
    "edges": ["/data", "/label", "/note"],
}
VALUES = ("hello", "", 'quoted "text"', 1, 2.5, True, None, ["x", "y"], {"in": {"side": 1}}, "ünï")


@pytest.fixture
def client(server, tmp_path):
    with Client.launch(server, root=tmp_path, timeout=60) as client:
        yield client


def at(element, pointer):
    """The value at a pointer, or None."""
    for token in pointer.split("/")[1:]:
        token = token.replace("~1", "/").replace("~0", "~")
        if isinstance(element, list):
            element = element[int(token)] if token.isdigit() and int(token) < len(element) else None
        else:
            element = element.get(token) if isinstance(element, dict) else None
    return element


def wanted(element, pointers):
    return {pointer: value for pointer in pointers if (value := at(element, pointer)) is not None}


def hold(document, views):
    """Items of each view have the values that the document has."""
    content = document.read()
    for view, pointers in views:
        for kind in ("nodes", "edges"):
            elements = {element["id"]: element for element in content[kind]}
            items = getattr(view.scene_items, kind)
            assert set(items) == set(elements)
            for id, item in items.items():
                assert item.get("contents", {}) == wanted(elements[id], pointers[kind]), (kind, id)


def patch(draw):
    """A patch of some members that contents carry, and of others."""
    data = {name: draw.choice(VALUES) for name in ("text", "list", "a/b", "deep", "other") if draw.random() < 0.4}
    members = {name: draw.choice(("red", "blue", None)) for name in ("label", "phase", "note") if draw.random() < 0.3}
    if draw.random() < 0.3:
        members["style"] = draw.choice(({"color": "green"}, {"color": None}, None))
    return {**members, **({"data": data} if data else {})}


def change(draw, document, count):
    nodes = [node["id"] for node in document.read()["nodes"]]
    edges = [edge["id"] for edge in document.read()["edges"]]
    kind = draw.randrange(8)
    if kind < 3:
        document.node.update(id=draw.choice(nodes), patch=patch(draw))
    elif kind == 3 and edges:
        document.edge.update(id=draw.choice(edges), patch={**patch(draw), "style": {}})
    elif kind == 4:
        document.history.undo(steps=draw.randrange(1, 4))
    elif kind == 5:
        document.history.redo(steps=draw.randrange(1, 4))
    elif kind == 6:
        node = {"id": f"new{count}", "position": {"x": draw.randrange(300), "y": draw.randrange(200)}, **patch(draw)}
        document.node.insert(node=node)
    elif len(nodes) > 3:
        document.element.remove(nodes=[draw.choice(nodes)])


@pytest.mark.parametrize("seed", range(3))
def test_items_have_the_values_of_the_document(client, seed):
    draw = random.Random(seed)
    nodes = [{"id": f"n{i}", "position": {"x": i * 40, "y": i % 3 * 60}, **patch(draw)} for i in range(6)]
    edges = [{"id": f"e{i}", "source": f"n{i}", "target": f"n{i + 1}", **patch(draw)} for i in range(5)]
    for edge in edges:
        edge.pop("style", None)
    document = client.create(copy.deepcopy({"nodes": nodes, "edges": edges}))
    size = {"width": 1000, "height": 800, "scene": "svg"}
    some = document.open_view(**size, contents=POINTERS)
    whole = document.open_view(**size, contents=True)
    none = document.open_view(**size)
    views = [(some, POINTERS), (whole, {"nodes": ["/data"], "edges": ["/data"]}), (none, {"nodes": [], "edges": []})]
    hold(document, views)
    for count in range(60):
        try:
            change(draw, document, count)
        except ServerError:
            pass
        hold(document, views)
    for view, _ in views:
        before = (view.scene_items.nodes, view.scene_items.edges)
        view.scene_items.load(view.scene())
        assert (view.scene_items.nodes, view.scene_items.edges) == before


def test_an_update_has_the_pointers_that_changed(client):
    node = {"id": "a", "position": {"x": 0, "y": 0}, "data": {"text": "one", "deep": 1}}
    document = client.create({"nodes": [node]})
    view = document.open_view(width=400, height=300, scene="svg", contents=POINTERS)
    frames = []
    client.on("view/frame", frames.append)
    document.node.update(id="a", patch={"data": {"text": "two", "other": 3}})
    document.node.update(id="a", patch={"data": {"deep": None}})
    document.node.update(id="a", patch={"data": {"other": 4}})
    updates = [frame["update"]["nodes"]["a"] for frame in frames if "update" in frame]
    assert updates == [{"contents": {"/data/text": "two"}}, {"contents": {"/data/deep": None}}]
    assert view.scene_items.nodes["a"]["contents"] == {"/data/text": "two"}


def flowing(value, item):
    """What flows from each source handle of an item with a value; the value of one without any has an empty name."""
    if isinstance(value, dict) and "handles" in value:
        return value["handles"]
    sources = [handle["id"] for handle in item["handles"] if handle["type"] == "source"]
    return {name: value for name in sources or [""]}


@pytest.mark.parametrize("seed", range(2))
def test_items_have_the_values_that_nodes_compute(client, seed):
    draw = random.Random(seed)
    content = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    document = client.create({name: value for name, value in content.items() if name != "nodewire"})
    view = document.open_view(width=9000, height=9000, viewport={"x": 4000, "y": 4000, "zoom": 1}, scene="svg", values=True)
    numbers = [node["id"] for node in content["nodes"] if "value" in node.get("data", {})]
    types = sorted(content["types"])
    seen = set()
    for count in range(50):
        values = document.evaluate()["values"]
        items = view.scene_items.nodes
        assert {id: flowing(values[id], items[id]) for id in values} == {
            id: item["values"] for id, item in items.items() if "values" in item
        }
        seen.add(json.dumps(values, sort_keys=True))
        try:
            kind = draw.randrange(6)
            if kind < 2:
                document.node.update(id=draw.choice(numbers), patch={"data": {"value": draw.randrange(-3, 4)}})
            elif kind == 2:
                document.node.insert(node={"id": f"new{count}", "type": draw.choice(types), "position": {"x": 0, "y": 0}})
            elif kind == 3:
                document.element.remove(edges=[edge["id"] for edge in document.read()["edges"][: draw.randrange(3)]])
            elif kind == 4:
                document.history.undo(steps=draw.randrange(1, 4))
            else:
                document.node.update(id=draw.choice(sorted(items)), patch={"type": draw.choice(types)})
        except ServerError:
            pass
    assert len(seen) > 10


def test_items_count_the_diagnostics_that_name_them(client):
    """After any edits items have the numbers that `document/check` gives, and the frame those of the document."""
    draw = random.Random(23)
    settings = {"diagnostics": {"overlap": "warning"}, "allowCycles": False}
    document = client.create(content={"nodes": [], "edges": [], "settings": settings})
    view = document.open_view(4000, 4000, scene="svg", problems=True)
    for _ in range(60):
        content = document.read()
        names = [node["id"] for node in content["nodes"]]
        edges = [edge["id"] for edge in content["edges"]]
        kind = draw.choice(("insert", "insert", "connect", "connect", "move", "remove", "undo", "settings"))
        if kind == "insert" or len(names) < 2:
            handles = [{"id": "in", "type": "target", "required": True, "limit": 1}, {"id": "out", "type": "source"}]
            place = {"x": draw.randrange(8) * 40, "y": draw.randrange(8) * 40}
            document.node.insert(node={"position": place, **({"handles": handles} if draw.random() < 0.5 else {})})
        elif kind == "connect":
            edge = {"id": f"new{draw.random()}", "source": draw.choice(names), "target": draw.choice(names)}
            document.apply(change={"edges": {edge["id"]: {"whole": edge}}}, rules="report")
        elif kind == "move":
            document.node.move(ids=[draw.choice(names)], by={"x": 40, "y": 0})
        elif kind == "remove":
            gone = {"edges": [draw.choice(edges)]} if edges and draw.random() < 0.5 else {"nodes": [draw.choice(names)]}
            document.element.remove(**gone)
        elif kind == "undo":
            document.history.undo()
        else:
            document.settings.update(patch={"diagnostics": {"overlap": draw.choice(("warning", "off", "error"))}})
        counts, total = {}, {"error": 0, "warning": 0}
        for diagnostic in document.check()["diagnostics"]:
            if diagnostic["severity"] in total:
                total[diagnostic["severity"]] += 1
                for ids in diagnostic["elements"].values():
                    for id in set(ids):
                        counts.setdefault(id, {"error": 0, "warning": 0})[diagnostic["severity"]] += 1
        items = {**view.scene_items.nodes, **view.scene_items.edges}
        assert {id: item["problems"] for id, item in items.items() if item.get("problems")} == counts
        assert (view.scene_items.state.get("problems") or {"error": 0, "warning": 0}) == total
