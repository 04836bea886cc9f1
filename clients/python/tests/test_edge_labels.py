"""Labels in the list of an edge are the same in frames, hits, pictures and searches."""

import random

import pytest
from routed_edges import opened, screen

from nodewire_client import Client
from nodewire_client.errors import ServerError


@pytest.fixture
def client(server, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Client.launch(server, timeout=120) as client:
        yield client


def content(edges):
    nodes = [
        {"id": f"n{index}", "position": {"x": index % 2 * 500, "y": index // 2 * 300}, "width": 80, "height": 40}
        for index in range(4)
    ]
    return {"settings": {"allowDuplicates": True}, "nodes": nodes, "edges": edges}


def labels_at_random(draw):
    kinds = [None, "left", "right"]
    return [
        {"text": f"label {index}", "t": draw.random()}
        | ({"side": side} if (side := draw.choice(kinds)) else {})
        | ({"offset": {"x": draw.randrange(-9, 9), "y": draw.randrange(-9, 9)}} if draw.random() < 0.3 else {})
        for index in range(draw.randrange(4))
    ]


@pytest.mark.parametrize("seed", range(4))
def test_frames_kept_in_step_show_the_labels_of_the_document(client, seed):
    draw = random.Random(seed)
    types = ["straight", "bezier", "smoothStep", "orthogonal"]
    edges = [
        {"id": f"e{i}", "source": f"n{draw.randrange(4)}", "target": f"n{draw.randrange(4)}", "type": types[i % 4],
         "labels": labels_at_random(draw)}
        for i in range(8)
    ]  # fmt: skip
    document, view = opened(client, content(edges))
    for _ in range(12):
        name = f"e{draw.randrange(8)}"
        deed = draw.randrange(4)
        if deed == 0:
            document.edge.update(id=name, patch={"labels": draw.choice([None, labels_at_random(draw)])})
        elif deed == 1:
            document.node.move(ids=[f"n{draw.randrange(4)}"], by={"x": draw.randrange(-90, 90), "y": 20})
        elif deed == 2:
            document.edge.update(id=name, patch={"label": draw.choice([None, "own"])})
        else:
            document.history.undo()
        other, fresh = opened(client, document.read())
        shown = {id: edge.get("labels") or [] for id, edge in view.scene_items.edges.items()}
        assert shown == {id: edge.get("labels") or [] for id, edge in fresh.scene_items.edges.items()}
        for edge in document.read()["edges"]:
            assert [label["text"] for label in shown[edge["id"]]] == [label["text"] for label in edge.get("labels", [])]
        for id, labels in shown.items():
            for index, label in enumerate(labels):
                hits = view.hit_test(at=screen(label), all=True)["hits"]
                assert any(hit["kind"] == "label" and hit["id"] == id for hit in hits), (id, index)
                assert f">{label['text']}</title>" in document.export(format="svg")["text"]
        other.close()


def test_labels_lie_beside_their_edge(client):
    edge = {"id": "e0", "source": "n0", "target": "n1", "type": "straight"}
    labels = [{"text": "left", "side": "left"}, {"text": "right", "side": "right"}, {"text": "on", "t": 0.25}]
    document, view = opened(client, content([edge | {"labels": labels}]))
    left, right, on = view.scene_items.edges["e0"]["labels"]
    assert (left["x"], left["y"]) == (290, 6) and (right["x"], right["y"]) == (290, 34)
    assert (on["x"], on["y"]) == (165, 20)
    hits = view.hit_test(at=screen({"x": 290, "y": 6}))["hits"]
    assert (hits[0]["kind"], hits[0]["id"], hits[0]["index"], hits[0]["t"]) == ("label", "e0", 0, 0.5)


def test_a_press_on_them_does_not_move_the_label(client):
    edge = {"id": "e0", "source": "n0", "target": "n1", "type": "straight", "labels": [{"text": "one", "side": "left"}]}
    document, view = opened(client, content([edge]))
    with pytest.raises(ServerError, match="no label is there"):
        view.gesture.begin(kind="label", at=screen({"x": 290, "y": 6}))


def test_too_many_and_wrong_ones_are_refused(client):
    document, _ = opened(client, content([{"id": "e0", "source": "n0", "target": "n1"}]))
    for labels in ([{"text": "x"}] * 101, [{}], [{"text": 1}], [{"text": "x", "t": 2}], {"text": "x"}):
        with pytest.raises(ServerError):
            document.edge.update(id="e0", patch={"labels": labels})
    # What a file has in another form is kept, and counts as absent.
    kept = client.create(content([{"id": "e0", "source": "n0", "target": "n1", "labels": [1, {"text": ""}, {"t": 1}]}]))
    assert kept.read()["edges"][0]["labels"] == [1, {"text": ""}, {"t": 1}]


def test_dashes_and_opacity_are_shown(client):
    style = {"dash": [6, 2.5], "opacity": 0.5}
    document, view = opened(client, content([{"id": "e0", "source": "n0", "target": "n1", "style": style}]))
    edge = view.scene_items.edges["e0"]
    assert (edge["dash"], edge["opacity"]) == ([6, 2.5], 0.5)
    picture = document.export(format="svg")["text"]
    assert 'style="stroke-dasharray:6 2.5"' in picture and 'opacity="0.5"' in picture
    document.edge.update(id="e0", patch={"style": {"dash": [0, 0], "opacity": 2, "stroke": "red"}})
    edge = view.scene_items.edges["e0"]
    assert "dash" not in edge and "opacity" not in edge and edge["color"] == "red"
    keys = {problem["key"] for problem in document.check()["diagnostics"]}
    assert {"notShown/edges/style.dash", "notShown/edges/style.opacity"} <= keys


def test_searches_find_them(client):
    edge = {"id": "e0", "source": "n0", "target": "n1", "labels": [{"text": "first", "side": "left"}, {"text": "Second"}]}
    document, _ = opened(client, content([edge]))
    found = document.find(text="second")
    assert found["edges"] == ["e0"] and found["matches"][0]["path"] == "/labels/1/text"
    assert not document.find(text="left").get("edges")
