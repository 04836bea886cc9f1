"""Files of programs that keep graphs in JSON: they come back as they were, and edits change only what they edit."""

import json
import os
from pathlib import Path

import pytest

from nodewire import Client

CORPUS = os.environ.get("NODEWIRE_CORPUS")
FOLDERS = {"jsoncanvas": "jsonCanvas", "cytoscape": "cytoscape", "n8n": "n8n"}
FILES = [path for folder in FOLDERS for path in sorted((Path(CORPUS) / folder).iterdir())] if CORPUS else []


@pytest.fixture
def client(server):
    with Client.launch(server, timeout=60) as client:
        yield client


def written(document, format):
    exported = document.export(format=format)
    return json.loads(exported["text"]), exported["losses"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_comes_back_as_it_was(client, path):
    text = path.read_text(encoding="utf-8")
    document = client.open(text=text)
    back, losses = written(document, FOLDERS[path.parent.name])
    assert losses == []
    if FOLDERS[path.parent.name] == "cytoscape":
        # The file has no places; the written one has.
        for node in back["nodes"]:
            node.pop("position", None)
    assert back == json.loads(text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_moved_node_changes_nothing_but_its_place(client, path):
    format = FOLDERS[path.parent.name]
    document = client.open(text=path.read_text(encoding="utf-8"))
    before, _ = written(document, format)
    node = next(node for node in document.read()["nodes"] if node.get("type") != "group")
    document.node.move(ids=[node["id"]], by={"x": 40, "y": -20})
    after, losses = written(document, format)
    assert losses == [] and after != before
    document.history.undo()
    assert written(document, format) == (before, [])
    assert client.open(text=json.dumps(after)).read()["nodes"] != document.read()["nodes"]


def test_edits_of_a_canvas(client):
    text = (
        '{"nodes":[{"id":"g","type":"group","x":0,"y":0,"width":400,"height":300},'
        '{"id":"a","type":"text","x":20.25,"y":30,"width":100.5,"height":50,"text":"A","color":"4","own":[1.0]},'
        '{"id":"b","type":"file","x":500,"y":0,"width":20,"height":20,"file":"b.md"}],'
        '"edges":[{"id":"e","fromNode":"a","fromSide":"right","toNode":"b"}],"metadata":{"version":"1.0-1.0"}}'
    )
    document = client.open(text=text)
    assert json.loads(document.export(format="jsonCanvas")["text"]) == json.loads(text)
    document.node.move(ids=["g"], by={"x": 1.5, "y": 0})
    document.node.update(id="a", patch={"label": "New", "style": {"backgroundColor": "#fb464c"}})
    document.node.insert(node={"id": "n", "type": "link", "label": "https://x", "position": {"x": 0.5, "y": 900}})
    document.edge.connect(edge={"id": "f", "source": "b", "sourceHandle": "top", "target": "n", "markerEnd": "none"})
    document.edge.update(id="e", patch={"label": "l", "style": {"stroke": "#123456"}, "animated": True})
    canvas, losses = written(document, "jsonCanvas")
    expected = json.loads(text)
    expected["nodes"][0]["x"] = 2
    expected["nodes"][1] |= {"x": 22, "text": "New", "color": "1"}
    expected["nodes"].append(
        {"id": "n", "type": "link", "x": 1, "y": 900, "width": 150, "height": 60, "url": "https://x"}
    )
    expected["edges"][0] |= {"label": "l", "color": "#123456"}
    expected["edges"].append({"id": "f", "fromNode": "b", "fromSide": "top", "toNode": "n", "toEnd": "none"})
    assert canvas == expected
    assert [(loss["id"], loss["code"]) for loss in losses] == [("e", "member")]
    document.element.remove(nodes=["a"])
    left = written(document, "jsonCanvas")[0]
    assert [node["id"] for node in left["nodes"]] == ["g", "b", "n"] and [edge["id"] for edge in left["edges"]] == ["f"]


@pytest.mark.parametrize("form", ["divided", "flat", "list"])
def test_edits_of_elements_of_cytoscape(client, form):
    nodes = [
        {"data": {"id": 1, "name": "One", "weight": 0.50}, "position": {"x": 10, "y": 20}, "classes": "a"},
        {"data": {"parent": "p", "id": "c"}, "position": {"x": 100.5, "y": 50}},
        {"data": {"id": "p", "label": "Parent"}},
    ]
    edges = [{"data": {"id": "e", "source": 1, "target": "c", "cost": 2}, "selected": True}]
    content = {
        "divided": {"elements": {"edges": edges, "nodes": nodes}, "zoom": 1.5, "style": [{"selector": "node"}]},
        "flat": {"elements": nodes + edges, "pan": {"x": 0, "y": 1}},
        "list": nodes + edges,
    }[form]
    document = client.open(text=json.dumps(content))
    assert written(document, "cytoscape") == (content, [])
    assert next(node for node in document.read()["nodes"] if node["id"] == "1")["data"] == {"weight": 0.5}
    document.node.move(ids=["p"], by={"x": 1.25, "y": 0})
    document.node.update(id="1", patch={"label": "Two", "data": {"weight": 3}})
    document.node.insert(node={"id": "n", "label": "New", "position": {"x": 0, "y": 0}, "width": 10, "height": 20})
    document.edge.connect(edge={"id": "f", "source": "n", "target": "1", "data": {"cost": 1}})
    back = written(document, "cytoscape")[0]
    elements = back if form == "list" else back["elements"]
    if form == "divided":
        elements = elements["nodes"] + elements["edges"]
    found = {element["data"]["id"]: element for element in elements}
    assert found[1] == {**nodes[0], "data": {"id": 1, "name": "Two", "weight": 3}}
    assert found["c"]["position"] == {"x": 101.75, "y": 50} and found["p"] == nodes[2]
    assert found["n"]["data"] == {"id": "n", "label": "New"} and found["n"]["position"] == {"x": 5, "y": 10}
    assert found["f"]["data"] == {"id": "f", "source": "n", "target": "1", "cost": 1} and found["e"] == edges[0]
