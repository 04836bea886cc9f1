"""Borders and letters of nodes, and the lines and places of labels, are the same in frames, hits and pictures."""

import re

import pytest
from routed_edges import opened, screen

from nodewire_client import Client
from nodewire_client.errors import ServerError

BORDER = {"borderColor": "#f00", "borderWidth": 3, "borderStyle": "dashed"}
LETTERS = {"fontWeight": "bold", "fontStyle": "italic"}
LONG = "a label that is so long that it is broken where it would be wider than two hundred"


@pytest.fixture
def client(server, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Client.launch(server, timeout=120) as client:
        yield client


def content(style=None, edge=None, settings=None, width=80):
    nodes = [
        {"id": "a", "position": {"x": 0, "y": 0}, "width": width, "height": 40} | ({"style": style} if style else {}),
        {"id": "b", "position": {"x": width + 400, "y": 0}, "width": 80, "height": 40},
    ]
    edges = [{"id": "e", "source": "a", "target": "b", "type": "straight"} | (edge or {})]
    return {"settings": settings or {}, "nodes": nodes, "edges": edges}


def test_an_item_has_the_look_of_its_style_alone(client):
    document, view = opened(client, content(BORDER | LETTERS | {"color": "blue", "borderRadius": 4}))
    assert view.scene_items.nodes["a"]["look"] == BORDER | LETTERS | {"textColor": "blue"}
    assert "look" not in view.scene_items.nodes["b"]
    document.node.update(id="a", patch={"style": {"borderWidth": None, "borderStyle": "none", "fontWeight": 300}})
    document.node.update(id="b", patch={"style": {"textColor": "#fff"}})
    view.scene()
    assert view.scene_items.nodes["a"]["look"] == {
        "borderColor": "#f00", "borderStyle": "none", "textColor": "blue", "fontWeight": "normal", "fontStyle": "italic"}
    assert view.scene_items.nodes["b"]["look"] == {"textColor": "#fff"}
    document.node.update(id="a", patch={"style": None})
    view.scene()
    assert "look" not in view.scene_items.nodes["a"]


def test_what_is_drawn_is_not_listed(client):
    document, _ = opened(client, content(BORDER | LETTERS | {"color": "blue"}))
    export = document.export(format="svg")
    assert export["losses"] == []
    assert "stroke:#f00;stroke-width:3;stroke-dasharray:15 12" in export["text"]


def lines_of(picture):
    label = re.search(r"<g><title>([^<]*)</title><rect[^>]*>(.*?)</g>", picture, re.DOTALL)
    return re.findall(r"<text[^>]*>([^<]*)</text>", label[2])


@pytest.mark.parametrize(("text", "count"), [("one", 1), ("one\ntwo", 2), (LONG, 3), (LONG + "\n" + LONG, 6)])
@pytest.mark.parametrize("further", [False, True])
def test_a_label_has_all_its_lines(client, text, count, further):
    document, view = opened(client, content(edge={"labels": [{"text": text}]} if further else {"label": text}))
    item = view.scene_items.edges["e"]
    label = item["labels"][0] if further else item["label"]
    lines = label.get("lines", [text])
    assert len(lines) == count and " ".join(lines).split() == text.split()
    assert lines_of(document.export(format="svg")["text"]) == lines
    # Its box is as high as its lines.
    for by, is_hit in ((10 + 7 * (count - 1) - 1, True), (10 + 7 * (count - 1) + 1, False)):
        hits = view.hit_test(at=screen({"x": label["x"], "y": label["y"] + by}), all=True)["hits"]
        assert any(hit["kind"] == "label" for hit in hits) == is_hit


def test_the_width_of_labels_is_a_setting(client):
    document, view = opened(client, content(edge={"label": LONG}))
    counts = {}
    for width in (100, 400, 1000, None):
        document.settings.update(patch={"labelWidth": width})
        view.scene()
        lines = view.scene_items.edges["e"]["label"].get("lines", [LONG])
        assert lines_of(document.export(format="svg")["text"]) == lines
        counts[width] = len(lines)
    assert counts[100] > counts[None] > counts[400] > counts[1000] == 1
    for wrong in (10, 5000, "wide"):
        with pytest.raises(ServerError):
            document.settings.update(patch={"labelWidth": wrong})


@pytest.mark.parametrize("kind", ["straight", "bezier", "step", "smoothStep"])
@pytest.mark.parametrize("position", [None, 0.05, 0.95])
def test_a_label_stands_where_its_edge_is_seen(client, kind, position):
    edge = {"label": "No", "type": kind} | ({} if position is None else {"labelPosition": position})
    document, view = opened(client, content(edge=edge, width=600))
    label = view.scene_items.edges["e"]["label"]
    assert 600 < label["x"] < 1000
    if position is None:
        assert abs(label["x"] - 800) < 1
    hits = view.hit_test(at=screen(label), all=True)["hits"]
    assert hits[0]["kind"] == "label"
