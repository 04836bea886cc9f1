"""Files of other programs, written and read again."""

import json
import os
from pathlib import Path

import pytest

from nodewire_client import Client
from nodewire_client.errors import ServerError

CORPUS = os.environ.get("NODEWIRE_CORPUS")
FILES = sorted((Path(CORPUS) / "reactflow").glob("*.json")) if CORPUS else []
EDGE_TYPES = {"default", "straight", "step", "smoothstep", "simplebezier"}


@pytest.fixture
def client(server):
    with Client.launch(server, timeout=60) as client:
        yield client


def graph(path):
    """The first object of the file that has nodes: some applications wrap it."""
    tree = json.loads(path.read_text(encoding="utf-8"))
    return next(part for part in (tree, tree.get("graph"), tree.get("data")) if part and "nodes" in part)


def written(document, format):
    exported = document.export(format=format)
    return json.loads(exported["text"]), exported["losses"]


def ends(edges, names=("id", "source", "sourceHandle", "target", "targetHandle")):
    return [tuple(edge.get(name) for name in names) for edge in edges]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_of_react_flow_is_written_as_it_was(client, path):
    content = graph(path)
    document = client.open(text=json.dumps(content))
    assert written(document, "reactFlow") == (content, [])
    assert client.open(text=document.export(format="reactFlow")["text"]).hash()["hash"] == document.hash()["hash"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_its_content_as_our_own_becomes_what_react_flow_reads(client, path):
    content = graph(path)
    own = client.open(text=json.dumps(content), format="nodewire")
    exported, losses = written(own, "reactFlow")
    assert {loss["code"] for loss in losses} <= {"member"}
    assert ends(exported["edges"]) == ends(content["edges"])
    assert {node["id"] for node in exported["nodes"]} == {node["id"] for node in content["nodes"]}
    before = set()
    for node in exported["nodes"]:
        assert "data" in node and {"x", "y"} <= set(node["position"])
        assert node.get("parentId") in before | {None}
        before.add(node["id"])
    again = client.open(text=json.dumps(exported))
    assert written(again, "reactFlow") == (exported, [])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_of_react_flow_goes_through_swift_flow(client, path):
    content = graph(path)
    document = client.open(text=json.dumps(content))
    flow, losses = written(document, "swiftFlow")
    assert all(loss["code"] in ("member", "edgeType", "acceptsChildren", "zIndex") for loss in losses)
    names = ("id", "sourceNodeID", "sourceHandleID", "targetNodeID", "targetHandleID")
    assert ends(flow["edges"], names) == ends(content["edges"])
    assert [node["data"] for node in flow["nodes"]] == [node.get("data", {}) for node in content["nodes"]]
    again = client.open(text=json.dumps(flow))
    assert written(again, "swiftFlow")[0] == flow
    places = [node["position"] for node in again.read()["nodes"]]
    assert places == [
        {"x": node["position"]["x"], "y": node["position"]["y"]} for node in document.read()["nodes"]]


def test_formats_are_listed_and_do_what_they_say(client):
    document = client.create({"nodes": [{"id": "a", "position": {"x": 1, "y": 2}}], "edges": []})
    assert {format["name"] for format in client.capabilities["formats"]} >= {"nodewire", "reactFlow", "swiftFlow", "mermaid", "dot", "svg"}
    for format in client.capabilities["formats"]:
        if not format["writes"]:
            with pytest.raises(ServerError):
                document.export(format=format["name"])
            continue
        # A picture is read if it carries the document.
        options = {"options": {"embed": True}} if format["name"] == "svg" else {}
        text = document.export(format=format["name"], **options)["text"]
        if format["reads"]:
            again = client.open(text=text)
            # The ids of ComfyUI are numbers.
            assert [node["id"] for node in again.read()["nodes"]] == ["1" if format["name"] == "comfyUI" else "a"]
            assert client.open(text=text, format=format["name"]).read() == again.read()
        else:
            with pytest.raises(ServerError):
                client.open(text=text, format=format["name"])
