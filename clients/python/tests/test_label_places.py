"""Labels that keep off nodes and each other lie where the document says, the same everywhere."""

import random
import re

import pytest
from routed_edges import drawn, hold, opened, screen
from texts import label_width

from nodewire_client import Client


@pytest.fixture
def client(server, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Client.launch(server, timeout=120) as client:
        yield client


def crowd(draw, count=9, edges=24):
    nodes = [{"id": "group", "position": {"x": 380, "y": 190}, "width": 300, "height": 240, "type": "group"}]
    for index in range(count):
        node = {"id": f"n{index}", "width": 90, "height": 40}
        node["position"] = {"x": index % 3 * 230 + draw.randrange(60), "y": index // 3 * 140 + draw.randrange(40)}
        if index in (3, 4):
            node |= {"parentId": "group", "position": {"x": 30 + index % 2 * 150, "y": 60}}
        nodes.append(node)
    settings = {"placeLabels": True, "edgeSpread": 10, "allowDuplicates": True, "allowSelfLoops": True}
    return {"settings": settings, "nodes": nodes, "edges": [edge(draw, index, count) for index in range(edges)]}


def edge(draw, index, count=9):
    made = {"id": f"e{index}", "source": f"n{draw.randrange(count)}", "target": f"n{draw.randrange(count)}"}
    made["type"] = draw.choice(["straight", "bezier", "smoothStep", "orthogonal"])
    if draw.random() < 0.8:
        made["label"] = draw.choice(["yes", "a longer label", "no"])
    if draw.random() < 0.15:
        made["labelPosition"] = draw.random()
    if draw.random() < 0.15:
        made["labels"] = [{"text": "1", "t": 0.2}, {"text": "n", "side": "left"}]
    return made


def frames_agree(document, view, geometry):
    for id, item in view.scene_items.edges.items():
        if "label" in item:
            label = geometry[id]["label"]
            assert (item["label"]["x"], item["label"]["y"]) == pytest.approx((label["x"], label["y"]), abs=0.002), id


@pytest.mark.parametrize("seed", range(6))
def test_labels_kept_in_step_lie_as_the_document_alone_says(client, seed):
    draw = random.Random(seed)
    document, view = opened(client, crowd(draw))
    names = [f"e{index}" for index in range(24)]
    for step in range(30):
        deed = draw.randrange(9)
        name = draw.choice(names)
        if deed == 0:
            document.element.remove(edges=draw.sample(names, 2))
            names = [edge["id"] for edge in document.read()["edges"]]
        elif deed == 1:
            document.edge.connect(edge=edge(draw, 100 + step))
            names.append(f"e{100 + step}")
        elif deed in (2, 8):
            document.node.move(ids=[f"n{draw.randrange(9)}"], by={"x": draw.randrange(-90, 90), "y": 30})
        elif deed == 3:
            document.node.update(id="group", patch={"collapsed": draw.choice([True, None])})
        elif deed == 4:
            document.edge.update(id=name, patch={"hidden": draw.choice([True, None])})
        elif deed == 5:
            document.edge.update(id=name, patch={"label": draw.choice(["other", None, "a much longer label"])})
        elif deed == 6:
            document.node.reparent(ids=[f"n{draw.choice([0, 1, 2])}"], parent_id=draw.choice([None, "group"]))
        elif deed == 7:
            document.history.undo(steps=1 + draw.randrange(3))
            names = [edge["id"] for edge in document.read()["edges"]]
        kept = hold(document, view)
        frames_agree(document, view, kept)
        assert drawn(client.create(document.read())) == kept, step


@pytest.mark.parametrize("seed", range(3))
def test_a_drag_shows_labels_where_its_end_leaves_them(client, seed):
    draw = random.Random(seed)
    document, view = opened(client, crowd(draw))

    def labels():
        return {id: item["label"] for id, item in view.scene_items.edges.items() if "label" in item}

    # None of them ends in the group, in which labels of its nodes may lie.
    for node, x, y in (("n0", 70, 40), ("n5", 40, -90), ("group", 70, 40), ("n8", 320, 60)):
        start = labels()
        view.gesture.begin(kind="drag", nodes=[node], at={"x": 0, "y": 0})
        for _ in range(3):
            view.gesture.update(at={"x": draw.randrange(-150, 150), "y": draw.randrange(-150, 150)})
        during = labels()
        assert during != start
        view.gesture.cancel()
        assert labels() == start
        view.gesture.begin(kind="drag", nodes=[node], at={"x": 0, "y": 0})
        view.gesture.update(at={"x": x, "y": y})
        during = labels()
        view.gesture.end()
        frames_agree(document, view, hold(document, view))
        after = labels()
        for id in after:
            place = (after[id]["x"], after[id]["y"])
            assert place == pytest.approx((during[id]["x"], during[id]["y"]), abs=0.01), id


@pytest.mark.parametrize("seed", range(6))
def test_what_another_view_does_during_a_drag_moves_no_label(client, seed):
    draw = random.Random(seed)
    content = crowd(draw)
    for made in content["edges"]:
        made |= {"avoid": True} if draw.random() < 0.6 else {}
        if draw.random() < 0.2:
            made["waypoints"] = [{"x": draw.randrange(600), "y": draw.randrange(400)}]
    document = client.create(content)
    shown = {"width": 2000, "height": 1500, "viewport": {"x": 600, "y": 500, "zoom": 1}, "scene": "svg"}
    view, other = document.open_view(**shown, presence=True), document.open_view(**shown)

    def drawn_so(edges):
        return {id: (item["path"], item.get("label"), item.get("labels")) for id, item in edges.items()}

    for step, nodes in enumerate((["n0"], ["n4", "n5", "n8"], ["group", "n1"], ["n2", "n3", "n7"])):
        view.gesture.begin(kind="drag", nodes=nodes, at={"x": 0, "y": 0})
        for move in range(3):
            view.gesture.update(at={"x": draw.randrange(-150, 150), "y": draw.randrange(-150, 150)})
            other.input.pointer(phase="move", id=1, kind="mouse", at={"x": 10 * step, "y": 7 + move}, time=0)
            assert drawn_so(view.scene_items.edges) == drawn_so(view.scene()["enter"]["edges"]), (step, move)
        view.gesture.cancel()


def box(label):
    width = label_width(label["text"])
    return (label["x"] - width / 2, label["y"] - 10, label["x"] + width / 2, label["y"] + 10)


def shared(a, b):
    return max(0, min(a[2], b[2]) - max(a[0], b[0])) * max(0, min(a[3], b[3]) - max(a[1], b[1]))


def overlaps(view):
    boxes = [box(item["label"]) for item in view.scene_items.edges.values() if "label" in item]
    nodes = [(n["x"], n["y"], n["x"] + n["width"], n["y"] + n["height"]) for n in view.scene_items.nodes.values()]
    among = sum(shared(a, b) for index, a in enumerate(boxes) for b in boxes[:index])
    return among + sum(shared(a, b) for a in boxes for b in nodes)


def test_labels_share_little_with_nodes_and_each_other(client):
    draw = random.Random(1)
    nodes = [
        {"id": f"n{i}", "position": {"x": i % 10 * 240 + draw.randrange(60), "y": i // 10 * 120 + draw.randrange(40)},
         "width": 80, "height": 40}
        for i in range(100)
    ]  # fmt: skip
    edges = [
        {"id": f"e{i}", "source": f"n{i % 100}", "target": f"n{(i % 100 + draw.choice([1, 2, 9, 10, 11, 20, 31])) % 100}",
         "label": "a label"}
        for i in range(150)
    ]  # fmt: skip
    content = {"settings": {"allowDuplicates": True}, "nodes": nodes, "edges": edges}
    place = {"x": 0, "y": 0, "zoom": 0.5}
    document = client.create(content)
    view = document.open_view(width=1400, height=800, viewport=place, scene="svg")
    before = overlaps(view)
    document.settings.update(patch={"placeLabels": True})
    after = overlaps(view)
    print("overlaps", before, after)
    assert after <= 0.02 * before
    document.settings.update(patch={"placeLabels": None})
    assert overlaps(view) == before


def test_labels_are_hit_where_they_lie_and_stay_where_they_need_not_move(client):
    nodes = [{"id": f"n{i}", "position": {"x": i * 400, "y": 0}, "width": 80, "height": 40} for i in range(2)]
    wall = {"id": "wall", "position": {"x": 200, "y": 0}, "width": 80, "height": 40}
    one = {"id": "e0", "source": "n0", "target": "n1", "type": "straight", "label": "label"}
    document, view = opened(client, {"settings": {"placeLabels": True}, "nodes": nodes, "edges": [one]})
    home = view.scene_items.edges["e0"]["label"]
    assert (home["x"], home["y"]) == (240, 20)
    document.node.insert(node=wall)
    label = view.scene_items.edges["e0"]["label"]
    assert label["y"] == 20 and abs(label["x"] - 240) > 60
    hit = view.hit_test(at=screen(label))["hits"][0]
    assert (hit["kind"], hit["id"]) == ("label", "e0")
    # One that says where it is stays there.
    document.edge.update(id="e0", patch={"labelPosition": 0.5})
    assert view.scene_items.edges["e0"]["label"]["x"] == 240
    document.edge.update(id="e0", patch={"labelPosition": None})
    document.element.remove(nodes=["wall"])
    assert view.scene_items.edges["e0"]["label"] == home
    assert re.search(r"<title>label</title><rect[^>]*x=\"2", document.export(format="svg")["text"])
