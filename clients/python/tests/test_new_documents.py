"""New documents spread edges and handles; the shipped examples show no two handles on one another."""

import json
from pathlib import Path

import pytest

from nodewire_client import Client

EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "examples").glob("*.json"))
SPREAD = {"edgeSpread": 16, "spreadHandles": True}


@pytest.fixture
def client(server, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Client.launch(server, timeout=120) as client:
        yield client


def test_a_document_that_is_created_without_content_spreads(client):
    assert client.create().read()["settings"] == SPREAD
    made = client.document.import_(text="graph LR\n a --> b\n a --> b\n", format="mermaid")["document"]
    assert client.document.read(document=made)["settings"] == SPREAD


def test_others_stay_as_they_are(client):
    for content in ({"nodes": [], "edges": []}, {"settings": {"snapToGrid": True}}):
        assert client.create(content).read().get("settings") == content.get("settings")
    text = json.dumps({"nodewire": 1, "nodes": [], "edges": []})
    assert "settings" not in client.open(text=text).read()
    assert "settings" not in client.open(text="graph LR\n a --> b\n", format="mermaid").read()


def test_what_is_imported_into_a_new_document_is_one_step_and_leaves_its_settings(client):
    document = client.create()
    nodes = [{"id": name, "position": {"x": 0, "y": 0}} for name in "ab"]
    document.import_(text=json.dumps({"nodewire": 1, "nodes": nodes, "edges": []}))
    assert document.read()["settings"] == SPREAD
    assert [node["id"] for node in document.read()["nodes"]] == ["a", "b"]
    document.history.undo()
    assert document.read()["nodes"] == [] and document.read()["settings"] == SPREAD
    document.history.redo()
    assert len(document.read()["nodes"]) == 2


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_an_example_shows_no_two_handles_on_one_another(client, example):
    document = client.open(text=example.read_text(encoding="utf-8"))
    place = {"x": 10000, "y": 10000, "zoom": 1}
    view = document.open_view(width=20000, height=20000, viewport=place, scene="svg")
    for id, node in view.scene_items.nodes.items():
        places = [(handle["x"], handle["y"]) for handle in node["handles"]]
        assert len(places) == len(set(places)), id
