"""Layouts with level and upright legs: what lies inside of what, and lanes."""

import random

import pytest
from nodewire_client import Client

from drawing_figures import through
from served_drawings import drawing_of, opened

ALLOWED = {"allowCycles": True, "allowSelfLoops": True, "edgeGeometry": "reactFlow"}


@pytest.fixture(scope="module")
def client(server):
    with Client.launch(server, timeout=120) as client:
        yield client


def content(names, pairs, **members):
    nodes = [{"id": name, "position": {"x": 0, "y": 0}, "width": 120, "height": 50} for name in names]
    edges = [{"id": f"e{number}", "source": a, "target": b} for number, (a, b) in enumerate(pairs)]
    return {"nodewire": 1, "nodes": nodes, "edges": edges, "settings": ALLOWED, **members}


def crossings(client, content, edges, **options):
    document = opened(client, content)
    document.layout(algorithm="layered", options={"edges": edges, **options})
    drawing = drawing_of(document)
    assert through(drawing) == []
    return drawing.figures()["crossings"]


@pytest.mark.parametrize(("direction", "source", "target"), [("down", "bottom", "top"), ("right", "right", "left")])
def test_a_loop_lies_inside_of_an_edge_that_leads_back(client, direction, source, target):
    drawn = content("abcd", [("a", "b"), ("b", "c"), ("b", "b"), ("b", "d"), ("c", "a")])
    for node in drawn["nodes"]:
        node |= {"sourcePosition": source, "targetPosition": target}
    assert crossings(client, drawn, "orthogonal", direction=direction) == 0


def lanes(seed, count=3, size=16):
    """Steps of a process in lanes: each follows one of the three before it, and some edges skip ahead or lead back."""
    pick = random.Random(seed)
    names = [f"n{number}" for number in range(size)]
    rows = [[] for _ in range(count)]
    for name in names:
        rows[pick.randrange(count)].append(name)
    pairs = [(names[max(0, at - pick.choice([1, 1, 2, 3]))], names[at]) for at in range(1, size)]
    for _ in range(size // 4):
        one, two = sorted(pick.sample(names, 2), key=names.index)
        pairs.append((one, two))
    lanes = [{"id": f"l{at}", "title": f"Lane {at}", "ids": row} for at, row in enumerate(rows)]
    return content(names, pairs, constraints=[{"id": "lanes", "kind": "lanes", "lanes": lanes}])


def test_edges_heed_lanes(client):
    """They cross in between as lines do, and now and then where two share an end."""
    legs = sum(crossings(client, lanes(seed), "orthogonal", direction="right") for seed in range(6))
    lines = sum(crossings(client, lanes(seed), "waypoints", direction="right") for seed in range(6))
    assert legs <= 2.5 * lines + 6


def test_ends_lie_where_the_layout_has_put_them(client):
    """Each edge leads straight from its last corner to the node, in the order of the corners: also the one that leads back."""
    drawn = content("abcdef", [("a", "f"), ("b", "f"), ("c", "f"), ("d", "f"), ("e", "f"), ("f", "a"), ("f", "c")])
    drawn["settings"] = {**ALLOWED, "edgeGeometry": "swiftFlow"}
    document = opened(client, drawn)
    document.layout(algorithm="layered", options={"edges": "orthogonal", "direction": "down"})
    lines = drawing_of(document).lines
    bent = [edge for edge in document.read()["edges"] if edge.get("waypoints")]
    assert len(bent) > 3
    for edge in bent:
        corners, points = edge["waypoints"], lines[edge["id"]].points
        assert (points[0][0], points[-1][0]) == pytest.approx((corners[0]["x"], corners[-1]["x"]))


def test_an_end_alone_on_its_side_lies_in_the_middle_and_no_jog_is_shorter_than_its_corners(client):
    """Unless its edge is one straight line; two lie beside each other."""
    for seed in range(4):
        pick = random.Random(seed)
        names = [f"n{number}" for number in range(14)]
        pairs = [(names[max(0, at - pick.choice([1, 2, 2, 3]))], names[at]) for at in range(1, 14)]
        document = opened(client, content(names, pairs, settings={**ALLOWED, "edgeGeometry": "swiftFlow"}))
        document.layout(algorithm="layered", options={"edges": "orthogonal", "direction": "down"})
        drawing = drawing_of(document)
        assert through(drawing) == []
        waypoints = {edge["id"]: edge.get("waypoints", []) for edge in document.read()["edges"]}
        ends = {}
        for edge, (source, target) in drawing.ends.items():
            points = drawing.lines[edge].points
            ends.setdefault((source, "below"), []).append((points[0][0], edge))
            ends.setdefault((target, "above"), []).append((points[-1][0], edge))
            corners = waypoints[edge]
            steps = [abs(one["x"] - other["x"]) for one, other in zip(corners, corners[1:])]
            assert all(step == 0 or step >= 10 for step in steps), (seed, edge)
        alone = [(node, *entries[0]) for (node, _), entries in ends.items() if len(entries) == 1]
        middles = 0
        for node, place, edge in alone:
            x, _, width, _ = drawing.frames[node]
            middles += place == pytest.approx(x + width / 2, abs=0.5)
            is_straight = len({round(at, 2) for at, _ in drawing.lines[edge].points}) == 1
            assert is_straight or abs(place - x - width / 2) < 0.5, (seed, node, edge)
        assert middles > len(alone) / 2
