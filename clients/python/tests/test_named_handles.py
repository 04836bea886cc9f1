"""Handles that nodes have because edges name them."""

import json

import pytest

from nodewire_client import Client


@pytest.fixture
def client(server, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Client.launch(server, timeout=120) as client:
        yield client


NODES = [{"id": "a", "position": {"x": 0, "y": 0}}, {"id": "b", "position": {"x": 300, "y": 0}}]


def handles(document, node):
    view = document.open_view(width=900, height=900, scene="svg")
    found = [(handle["id"], handle["type"]) for handle in view.scene_items.nodes[node]["handles"]]
    view.close()
    return found


@pytest.mark.parametrize("declared", [False, True])
def test_a_loose_edge_is_drawn_the_same_when_the_document_is_opened_again(client, tmp_path, declared):
    own = [{"id": "one", "type": "source", "position": "left"}, {"id": "two", "type": "target", "position": "right"}]
    nodes = [{**node, "handles": own} for node in NODES] if declared else NODES
    one, two = ("one", "two") if declared else ("source", "target")
    document = client.create({"nodes": nodes, "edges": [], "settings": {"connectionMode": "loose"}})
    document.edge.connect(edge={"id": "e", "source": "a", "sourceHandle": one, "target": "b", "targetHandle": one})
    document.edge.connect(edge={"id": "f", "source": "a", "sourceHandle": two, "target": "b", "targetHandle": two})
    before = document.edge.geometry(ids=["e", "f"])["edges"]
    known = handles(document, "a"), handles(document, "b")
    document.save(path=str(tmp_path / "d.json"))
    document.close()
    again = client.open(str(tmp_path / "d.json"))
    assert again.edge.geometry(ids=["e", "f"])["edges"] == before
    assert (handles(again, "a"), handles(again, "b")) == known


def test_a_loose_change_that_is_applied_is_drawn_so(client):
    content = {"nodes": NODES, "edges": [], "settings": {"connectionMode": "loose"}}
    first, second = client.create(content), client.create(content)
    edge = {"id": "e", "source": "a", "sourceHandle": "target", "target": "b", "targetHandle": "source"}
    first.edge.connect(edge=edge)
    second.apply(change={"edges": {"e": {"whole": edge}}})
    assert second.edge.geometry(ids=["e"])["edges"] == first.edge.geometry(ids=["e"])["edges"]


def test_in_strict_mode_an_edge_of_a_file_still_has_a_handle_of_its_own(client):
    edges = [{"id": "e", "source": "a", "target": "b", "targetHandle": "source"}]
    document = client.open(text=json.dumps({"nodewire": 1, "nodes": NODES, "edges": edges}))
    assert ("source", "target") in handles(document, "b")


EDGES = [
    {"id": "x", "source": "a", "target": "b", "targetHandle": "named"},
    {"id": "y", "source": "b", "target": "a", "sourceHandle": "back", "targetHandle": "named"},
]


@pytest.mark.parametrize("replace", [False, True])
def test_an_edge_that_an_import_skips_leaves_no_handle(client, tmp_path, replace):
    document = client.create({"nodes": [], "edges": [], "settings": {"allowCycles": False}})
    text = json.dumps({"nodewire": 1, "nodes": NODES, "edges": EDGES})
    done = document.import_(text=text, replace=replace, rules="skip")
    assert [loss["code"] for loss in done["losses"]] == ["connection.cycle"]
    assert handles(document, "b") == [("target", "target"), ("source", "source"), ("named", "target")]
    assert handles(document, "a") == [("target", "target"), ("source", "source")]
    document.save(path=str(tmp_path / "d.json"))
    again = client.open(str(tmp_path / "d.json"))
    assert (handles(again, "a"), handles(again, "b")) == (handles(document, "a"), handles(document, "b"))
    document.history.undo()
    document.history.redo()
    assert handles(document, "a") == [("target", "target"), ("source", "source")]


def test_a_handle_that_was_there_before_stays(client):
    text = json.dumps({"nodewire": 1, "nodes": NODES, "edges": EDGES[:1], "settings": {"allowCycles": False}})
    document = client.open(text=text)
    document.element.remove(edges=["x"])
    losses = document.apply(change={"edges": {edge["id"]: {"whole": edge} for edge in EDGES}}, rules="skip")["losses"]
    assert [loss["id"] for loss in losses] == ["y"]
    assert ("named", "target") in handles(document, "b")
    assert handles(document, "a") == [("target", "target"), ("source", "source")]
    # Another edge that names it keeps it.
    document.settings.update(patch={"allowCycles": True})
    document.apply(change={"edges": {"y": {"whole": EDGES[1]}}})
    document.settings.update(patch={"allowCycles": None})
    again = {"edges": {"z": {"whole": {**EDGES[1], "id": "z"}}}}
    assert document.apply(change=again, rules="skip")["losses"]
    assert ("named", "target") in handles(document, "a") and ("back", "source") in handles(document, "b")
