"""Parallel edges and loops are spread, the same everywhere, and as the document alone says."""

import math
import random

import pytest
from routed_edges import drawn, hold, numbers, opened, paths, screen

from nodewire_client import Client

TYPES = ("straight", "bezier", "simpleBezier", "horizontalBezier", "step", "smoothStep")


@pytest.fixture
def client(server, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Client.launch(server, timeout=120) as client:
        yield client


def two(count, kind, geometry="swiftFlow", **settings):
    """Nodes a and b, and edges between the same handles, the ids against the order of the document."""
    handles = [
        {"id": "o", "type": "source", "position": "right"},
        {"id": "i", "type": "target", "position": "left"},
    ]
    nodes = [
        {"id": "a", "position": {"x": 0, "y": 0}, "width": 100, "height": 60, "handles": handles},
        {"id": "b", "position": {"x": 400, "y": 160}, "width": 100, "height": 60, "handles": handles},
    ]
    ends = {"source": "a", "sourceHandle": "o", "target": "b", "targetHandle": "i", "type": kind}
    edges = [{"id": f"e{index}", **ends} for index in reversed(range(count))]
    settings |= {"allowDuplicates": True, "allowSelfLoops": True, "edgeGeometry": geometry}
    return {"settings": settings, "nodes": nodes, "edges": edges}


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("geometry", ["swiftFlow", "reactFlow"])
def test_parallel_edges_lie_at_equal_distances_around_the_path_of_one(client, kind, geometry):
    alone = drawn(client.create(two(1, kind, geometry, edgeSpread=12)))["e0"]
    assert alone == drawn(client.create(two(1, kind, geometry)))["e0"]
    document, view = opened(client, two(5, kind, geometry, edgeSpread=12))
    edges = hold(document, view)
    assert edges["e2"] == alone
    labels = [(edges[f"e{index}"]["label"]["x"], edges[f"e{index}"]["label"]["y"]) for index in range(5)]
    for index, label in enumerate(labels):
        assert math.dist(label, labels[2]) == pytest.approx(12 * abs(index - 2))
    for edge in edges.values():
        assert (edge["source"], edge["target"]) == (alone["source"], alone["target"])
    document.settings.update(patch={"edgeSpread": 0})
    assert all(edge == alone for edge in drawn(document).values())


def test_the_order_of_the_others_stays_when_one_comes_or_goes(client):
    document, view = opened(client, two(6, "bezier", edgeSpread=10))
    heights = [drawn(document)[f"e{index}"]["label"]["x"] for index in range(6)]
    assert sorted(heights) in (heights, heights[::-1])
    document.element.remove(edges=["e3"])
    edges = hold(document, view)
    rest = [edges[f"e{index}"]["label"]["x"] for index in (0, 1, 2, 4, 5)]
    assert sorted(rest) in (rest, rest[::-1])
    document.edge.connect(edge={"id": "e25", **{k: v for k, v in document.read()["edges"][0].items() if k != "id"}})
    edges = hold(document, view)
    rest = [edges[f"e{index}"]["label"]["x"] for index in (0, 1, 2, 25, 4, 5)]
    assert sorted(rest) in (rest, rest[::-1])


def test_an_edge_back_lies_beside_the_edge_there(client):
    """Both are drawn from center to center, so they would be one line."""
    content = two(0, "bezier", edgeSpread=16)
    content["edges"] = [
        {"id": "e1", "source": "a", "target": "b", "type": "straight"},
        {"id": "e2", "source": "b", "target": "a", "type": "straight"},
    ]
    document, view = opened(client, content)
    edges = hold(document, view)
    there, back = (edges[id]["label"] for id in ("e1", "e2"))
    assert math.dist((there["x"], there["y"]), (back["x"], back["y"])) == pytest.approx(16)


@pytest.mark.parametrize("kind", TYPES)
def test_loops_go_around_their_node_and_nest(client, kind):
    content = two(0, kind, edgeSpread=14)
    ends = {"source": "a", "sourceHandle": "o", "target": "a", "targetHandle": "i", "type": kind}
    content["edges"] = [{"id": f"e{index}", **ends} for index in range(3)]
    document, view = opened(client, content)
    edges = hold(document, view)
    tops = [edges[f"e{index}"]["bounds"]["y"] for index in range(3)]
    assert tops == [-20, -34, -48]
    for edge in edges.values():
        points = numbers(edge["path"])
        inside = [(x, y) for x, y in zip(points[::2], points[1::2]) if 0 < x < 100 and 0 < y < 60]
        assert not inside
    hit = view.hit_test(at=screen({"x": 50, "y": -34}))["hits"][0]
    assert (hit["kind"], hit["id"]) == ("edge", "e1")


@pytest.mark.parametrize("geometry", ["swiftFlow", "reactFlow"])
def test_loops_without_handles_and_of_one_handle(client, geometry):
    content = two(0, "smoothStep", geometry, edgeSpread=14, connectionMode="loose")
    content["nodes"][1]["shape"] = "ellipse"
    content["edges"] = [
        {"id": "e1", "source": "a", "target": "a"},
        {"id": "e2", "source": "b", "target": "b"},
        {"id": "e3", "source": "b", "sourceHandle": "o", "target": "b", "targetHandle": "o"},
        {"id": "e4", "source": "b", "sourceHandle": "o", "target": "b"},
    ]
    document, view = opened(client, content)
    edges = hold(document, view)
    for id, node in (("e1", "a"), ("e2", "b"), ("e3", "b"), ("e4", "b")):
        frame = document.bounds(nodes=[node])["bounds"]
        bounds = edges[id]["bounds"]
        assert bounds["y"] < frame["y"] or bounds["x"] + bounds["width"] > frame["x"] + frame["width"]


def test_the_draft_of_a_parallel_edge_and_of_a_loop(client):
    document, view = opened(client, two(2, "bezier", edgeSpread=12, defaultEdgeType="bezier"))
    view.gesture.begin(kind="connect", node="a", handle="o", at=screen({"x": 100, "y": 30}))
    view.gesture.update(at=screen({"x": 400, "y": 190}))
    draft = view.scene_items.state["gesture"]["path"]
    assert draft not in paths(view).values()
    view.gesture.end()
    edge = hold(document, view)[document.read()["edges"][-1]["id"]]
    assert numbers(edge["path"])[:2] == numbers(draft)[:2]
    view.gesture.begin(kind="connect", node="a", handle="o", at=screen({"x": 100, "y": 30}))
    view.gesture.update(at=screen({"x": 0, "y": 30}))
    draft = view.scene_items.state["gesture"]["path"]
    view.gesture.end()
    hold(document, view)
    assert numbers(paths(view)[document.read()["edges"][-1]["id"]]) == pytest.approx(numbers(draft), abs=0.002)


def crowd(draw, geometry):
    """Few nodes with many edges between the same handles, loops and what is collapsed."""
    nodes = [{"id": "group", "position": {"x": 380, "y": 190}, "width": 300, "height": 240, "type": "group"}]
    for index in range(5):
        node = {"id": f"n{index}", "width": 80, "height": 40}
        node["position"] = {"x": index % 3 * 260 + draw.randrange(60), "y": index // 3 * 200 + draw.randrange(40)}
        if index > 2:
            node |= {"parentId": "group", "position": {"x": 30 + index % 2 * 150, "y": 60}}
        if index % 2:
            node["handles"] = [
                {"id": "o", "type": "source", "position": "right"},
                {"id": "i", "type": "target", "position": "left"},
            ]
        nodes.append(node)
    edges = [edge(draw, index) for index in range(30)]
    settings = {"edgeSpread": 9, "allowDuplicates": True, "allowSelfLoops": True, "edgeGeometry": geometry}
    return {"settings": settings, "nodes": nodes, "edges": edges}


def edge(draw, index):
    made = {"id": f"e{index}", "source": f"n{draw.randrange(5)}", "target": f"n{draw.randrange(5)}"}
    made["type"] = draw.choice([*TYPES, "orthogonal"])
    for node, handle in (("source", "o"), ("target", "i")):
        if int(made[node][1:]) % 2 and draw.random() < 0.5:
            made[f"{node}Handle"] = handle
    if draw.random() < 0.3:
        made["label"] = f"label {index}"
    if draw.random() < 0.1:
        made["waypoints"] = [{"x": draw.randrange(700), "y": draw.randrange(400)}]
    if made["type"] in ("bezier", "smoothStep") and draw.random() < 0.3:
        made["avoid"] = True
    return made


@pytest.mark.parametrize("seed", range(6))
def test_lanes_kept_in_step_are_those_of_the_document_alone(client, seed):
    draw = random.Random(seed)
    document, view = opened(client, crowd(draw, "reactFlow" if seed % 2 else "swiftFlow"))
    names = [f"e{index}" for index in range(30)]
    for step in range(40):
        deed = draw.randrange(9)
        name = draw.choice(names)
        if deed == 0:
            document.element.remove(edges=draw.sample(names, 2))
            names = [edge["id"] for edge in document.read()["edges"]]
        elif deed == 1:
            document.edge.connect(edge=edge(draw, 100 + step))
            names.append(f"e{100 + step}")
        elif deed == 2:
            document.node.move(ids=[f"n{draw.randrange(5)}"], by={"x": draw.randrange(-90, 90), "y": 20})
        elif deed == 3:
            document.node.update(id="group", patch={"collapsed": draw.choice([True, None])})
        elif deed == 4:
            document.edge.update(id=name, patch={"hidden": draw.choice([True, None])})
        elif deed == 5:
            document.edge.update(id=name, patch={"type": draw.choice(TYPES), "avoid": None})
        elif deed == 6:
            document.edge.update(id=name, patch={"waypoints": draw.choice([None, [{"x": 5, "y": 300}]])})
        elif deed == 7:
            document.history.undo(steps=1 + draw.randrange(3))
            names = [edge["id"] for edge in document.read()["edges"]]
        else:
            document.edge.reorder(ids=[name], to="back")
        kept = hold(document, view)
        assert drawn(client.create(document.read())) == kept, step


@pytest.mark.parametrize("seed", range(3))
def test_a_drag_shows_what_its_end_leaves(client, seed):
    draw = random.Random(seed)
    document, view = opened(client, crowd(draw, "swiftFlow"))
    for node in ("n0", "n1", "group"):
        view.gesture.begin(kind="drag", nodes=[node], at={"x": 0, "y": 0})
        view.gesture.update(at={"x": draw.randrange(-150, 150), "y": draw.randrange(-150, 150)})
        during = paths(view)
        view.gesture.end()
        hold(document, view)
        for id, path in paths(view).items():
            assert numbers(path) == pytest.approx(numbers(during[id]), abs=0.002), id
