"""Documents spread edges and handles unless they say otherwise; the shipped examples show no two handles on one another."""

import json
from pathlib import Path

import pytest

from nodewire_client import Client

EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "examples").glob("*.json"))


@pytest.fixture
def client(server, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Client.launch(server, timeout=120) as client:
        yield client


PLAIN = {
    "nodes": [{"id": name, "position": {"x": x, "y": 0}} for name, x in (("a", 0), ("b", 400))],
    "edges": [
        {"id": "loop", "source": "a", "target": "a"}, {"id": "there", "source": "a", "target": "b"},
        {"id": "back", "source": "b", "target": "a"},
    ],
}  # fmt: skip
SAME = [
    json.dumps({"nodewire": 1, **PLAIN}), "graph LR\n a --> a\n a --> b\n b --> a\n", "digraph { a -> a; a -> b; b -> a }",
    json.dumps({**PLAIN, "nodes": [{"data": {}, **node} for node in PLAIN["nodes"]], "viewport": {"x": 0, "y": 0, "zoom": 1}}),
]  # fmt: skip


@pytest.mark.parametrize("text", SAME, ids=("nodewire", "mermaid", "dot", "reactFlow"))
def test_loops_and_edges_there_and_back_are_seen_and_hit(client, text):
    document = client.open(text=text)
    view = document.open_view(width=2000, height=2000, viewport={"x": 500, "y": 500, "zoom": 1}, scene="svg")
    edges = view.scene_items.edges
    assert len({edge["path"] for edge in edges.values()}) == 3
    points = [{"x": x, "y": y} for x in range(300, 1200, 8) for y in range(300, 900, 8)]
    hits = view.hit_tests(points=points)["hits"]
    assert {hit["id"] for hit in hits if hit["kind"] == "edge"} == set(edges)


def test_a_new_document_states_no_settings(client):
    assert "settings" not in client.create().read()
    made = client.document.import_(text="graph LR\n a --> b\n a --> b\n", format="mermaid")["document"]
    assert "settings" not in client.document.read(document=made)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_an_example_shows_no_two_handles_on_one_another(client, example):
    document = client.open(text=example.read_text(encoding="utf-8"))
    place = {"x": 10000, "y": 10000, "zoom": 1}
    view = document.open_view(width=20000, height=20000, viewport=place, scene="svg")
    for id, node in view.scene_items.nodes.items():
        places = [(handle["x"], handle["y"]) for handle in node["handles"]]
        assert len(places) == len(set(places)), id
