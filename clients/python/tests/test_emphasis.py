"""What stands out in a view, and what is dimmed."""

import random

import pytest
from routed_edges import opened

from nodewire_client import Client


@pytest.fixture
def client(server, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Client.launch(server, timeout=120) as client:
        yield client


def shown(view):
    items = view.scene_items
    return {
        **{("node", id): item.get("emphasis") for id, item in items.nodes.items()},
        **{("edge", id): item.get("emphasis") for id, item in items.edges.items()},
    }


def reached(content, start, direction, depth):
    """The ways from a node, found slowly: nodes by their least distance, and the edges that begin before the last."""
    far, front = {start: 0}, [start]
    found = set()
    while front:
        node = front.pop(0)
        if far[node] == depth:
            continue
        for edge in content["edges"]:
            ends = (edge["source"], edge["target"])
            for here, there, way in (ends + ("out",), ends[::-1] + ("in",)):
                if here == node and direction in (way, "both"):
                    found.add(edge["id"])
                    if there not in far:
                        far[there] = far[node] + 1
                        front.append(there)
    return set(far), found


@pytest.mark.parametrize("seed", range(4))
def test_the_ways_from_a_node_stand_out(client, seed):
    draw = random.Random(seed)
    nodes = [
        {"id": f"n{i}", "position": {"x": i % 4 * 150, "y": i // 4 * 120}, "width": 60, "height": 40} for i in range(12)
    ]
    edges = [{"id": f"e{i}", "source": f"n{draw.randrange(12)}", "target": f"n{draw.randrange(12)}"} for i in range(14)]
    content = {"settings": {"allowDuplicates": True}, "nodes": nodes, "edges": edges}
    document, view = opened(client, content)
    for _ in range(10):
        start, depth = f"n{draw.randrange(12)}", draw.choice([None, 1, 2, 3])
        direction = draw.choice(["in", "out", "both"])
        more = {"depth": depth} if depth else {}
        counts = view.emphasize(from_=start, direction=direction, **more)
        far, ways = reached(content, start, direction, depth)
        assert (counts["nodes"], counts["edges"]) == (len(far), len(ways))
        for (kind, id), emphasis in shown(view).items():
            assert emphasis == ("path" if id in (far if kind == "node" else ways) else "dimmed")
        # Another view shows nothing of it.
        assert not any(shown(document.open_view(width=900, height=900, scene="svg")).values())
    view.emphasize()
    assert not any(shown(view).values())


def test_what_comes_is_dimmed_and_what_goes_is_forgotten(client):
    nodes = [{"id": f"n{i}", "position": {"x": i * 150, "y": 0}, "width": 60, "height": 40} for i in range(3)]
    edges = [{"id": "e0", "source": "n0", "target": "n1"}]
    document, view = opened(client, {"nodes": nodes, "edges": edges})
    view.emphasize(where={"kind": "node"})
    assert shown(view) == {key: "path" for key in shown(view)}
    document.element.remove(nodes=["n1"])
    document.node.insert(node={"id": "new", "position": {"x": 0, "y": 200}, "width": 60, "height": 40})
    assert shown(view)[("node", "new")] == "dimmed"
    document.history.undo(steps=2)
    assert shown(view)[("node", "n1")] == "dimmed" and shown(view)[("node", "n0")] == "path"


def test_items_that_come_into_sight_and_bundles(client):
    nodes = [
        {"id": "g", "position": {"x": 0, "y": 0}, "width": 300, "height": 200, "type": "group"},
        {"id": "a", "parentId": "g", "position": {"x": 10, "y": 20}, "width": 60, "height": 40},
        {"id": "b", "parentId": "g", "position": {"x": 10, "y": 90}, "width": 60, "height": 40},
        {"id": "c", "position": {"x": 500, "y": 0}, "width": 60, "height": 40},
        {"id": "far", "position": {"x": 9000, "y": 0}, "width": 60, "height": 40},
    ]
    edges = [{"id": "ac", "source": "a", "target": "c"}, {"id": "bc", "source": "b", "target": "c"}]
    document, view = opened(client, {"nodes": nodes, "edges": edges})
    view.emphasize(from_="b")
    assert shown(view)[("edge", "ac")] == "dimmed"
    document.node.update(id="g", patch={"collapsed": True})
    assert shown(view)[("edge", "ac")] == "path"
    view.pan(by={"x": -8600, "y": 0})
    assert shown(view)[("node", "far")] == "dimmed"


def around(content, kind, id, depth):
    """What is at most so many edges away from an element, found slowly."""
    ends = {edge["id"]: (edge["source"], edge["target"]) for edge in content["edges"]}
    nodes, edges = ({id}, set()) if kind == "node" else (set(ends[id]), {id})
    for _ in range(depth - (kind == "edge")):
        edges |= {name for name in ends if set(ends[name]) & nodes}
        nodes |= {end for name in edges for end in ends[name]}
    return {("node", name) for name in nodes} | {("edge", name) for name in edges}


@pytest.mark.parametrize("seed", range(5))
def test_what_is_near_the_pointer_stands_out(client, seed):
    draw = random.Random(seed)
    nodes = [
        {"id": f"n{i}", "position": {"x": i % 4 * 150, "y": i // 4 * 120}, "width": 60, "height": 40} for i in range(12)
    ]
    edges = [{"id": f"e{i}", "source": f"n{draw.randrange(12)}", "target": f"n{draw.randrange(12)}"} for i in range(10)]
    settings = {"allowDuplicates": True, "allowSelfLoops": True, "emphasizeOnHover": 1 + seed % 2}
    document, view = opened(client, {"settings": settings, "nodes": nodes, "edges": edges})
    for step in range(30):
        deed = draw.randrange(8)
        if deed == 0:
            ends = {"source": f"n{draw.randrange(12)}", "target": f"n{draw.randrange(12)}"}
            document.edge.connect(edge={"id": f"new{step}", **ends})
        elif deed == 1:
            document.settings.update(patch={"emphasizeOnHover": draw.randrange(4)})
        elif deed == 2:
            document.history.undo()
        elif deed == 3:
            view.pan(by={"x": draw.randrange(-200, 200), "y": draw.randrange(-60, 60)})
        else:
            place = {"x": 600 + draw.randrange(-20, 560), "y": 500 + draw.randrange(-20, 340)}
            view.input.pointer(phase="move", id=1, kind="mouse", at=place, time=20 * step)
        content, hover = document.read(), view.scene_items.state.get("hover")
        depth = content["settings"].get("emphasizeOnHover", 0)
        if hover is None or depth == 0:
            assert not any(shown(view).values())
            continue
        (kind, id), = hover.items()
        near = around(content, kind, id, depth)
        assert shown(view) == {key: "path" if key in near else "dimmed" for key in shown(view)}


def test_what_a_client_lets_stand_out_comes_first_and_a_gesture_dims_nothing(client):
    nodes = [{"id": f"n{i}", "position": {"x": i * 150, "y": 0}, "width": 60, "height": 40} for i in range(3)]
    edges = [{"id": "e", "source": "n0", "target": "n1"}]
    document, view = opened(client, {"settings": {"emphasizeOnHover": 1}, "nodes": nodes, "edges": edges})
    over = {"id": 1, "kind": "mouse", "time": 0}
    view.input.pointer(phase="move", at={"x": 610, "y": 510}, **over)
    assert shown(view)[("node", "n2")] == "dimmed"
    view.select(nodes=["n2"])
    view.emphasize(from_="n2")
    assert shown(view)[("node", "n2")] == "path" and shown(view)[("node", "n0")] == "dimmed"
    view.emphasize()
    assert shown(view)[("node", "n2")] == "dimmed"
    view.gesture.begin(kind="drag", nodes=["n0"], at={"x": 0, "y": 0})
    assert not any(shown(view).values())
    view.gesture.cancel()
    assert shown(view)[("node", "n2")] == "dimmed"
    assert view.scene_items.state["selection"] == {"nodes": 1, "edges": 0}


def test_the_edges_of_a_collapsed_group_stand_out_with_it(client):
    nodes = [
        {"id": "g", "position": {"x": 0, "y": 0}, "width": 200, "height": 100, "type": "group", "collapsed": True},
        {"id": "in", "parentId": "g", "position": {"x": 10, "y": 10}, "width": 60, "height": 40},
        {"id": "out", "position": {"x": 400, "y": 0}, "width": 60, "height": 40},
        {"id": "far", "position": {"x": 400, "y": 200}, "width": 60, "height": 40},
    ]
    edges = [{"id": "e", "source": "in", "target": "out"}, {"id": "f", "source": "in", "target": "out"}]
    content = {"settings": {"emphasizeOnHover": 1, "allowDuplicates": True}, "nodes": nodes, "edges": edges}
    document, view = opened(client, content)
    view.input.pointer(phase="move", id=1, kind="mouse", at={"x": 780, "y": 590}, time=0)
    looks = {"g": "path", "out": "path", "far": "dimmed"}
    assert {id: node["emphasis"] for id, node in view.scene_items.nodes.items()} == looks
    assert view.scene_items.edges["e"]["emphasis"] == "path"
