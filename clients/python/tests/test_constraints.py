"""Constraints by the real server: edits of them, layouts that keep them, undo, files and replicas."""

import json
from random import Random

import pytest

from nodewire_client import Client, errors

KINDS = ["layer", "order", "lanes", "align", "relative", "forward"]


@pytest.fixture
def client(server, tmp_path):
    with Client.launch([server], root=tmp_path, timeout=300) as client:
        yield client


def opened(client, count, edges):
    nodes = [{"id": f"n{index}", "position": {"x": 0, "y": 90 * index}} for index in range(count)]
    edges = [{"id": f"e{index}", "source": a, "target": b} for index, (a, b) in enumerate(edges)]
    content = {"nodewire": 1, "nodes": nodes, "edges": edges, "settings": {"allowCycles": True}}
    return client.open(text=json.dumps(content))


def constraint(random, count, edges):
    """A constraint of any kind, of elements that are there."""
    ids = random.sample([f"n{index}" for index in range(count)], random.randint(2, 4))
    kind = random.choice(KINDS)
    return {"kind": kind} | {
        "layer": {"ids": ids, "layer": random.choice(["same", "first", "last", 2])},
        "order": {"ids": ids},
        "lanes": {"lanes": [{"id": "l1", "ids": ids[:1]}, {"id": "l2", "ids": ids[1:]}]},
        "align": {"ids": ids, "axis": random.choice("xy"), "edge": random.choice(["start", "center", "end"])},
        "relative": {"ids": ids[:2], "side": random.choice(["left", "right", "above", "below"]), "gap": 30},
        "forward": {"edges": [f"e{random.randrange(edges)}"]},
    }[kind]


def codes(document):
    return {(found["code"], found["key"]) for found in document.check()["diagnostics"] if "onstraint" in found["key"]}


@pytest.mark.parametrize("seed", range(12))
def test_a_layout_keeps_all_that_can_be_kept(client, seed):
    random = Random(seed)
    ends = [(f"n{random.randrange(12)}", f"n{random.randrange(12)}") for _ in range(14)]
    ends = [(a, b) for a, b in ends if a != b]
    document = opened(client, 12, ends)
    before = document.hash()["hash"]
    added = [document.constraint.add(constraint=constraint(random, 12, len(ends)))["id"] for _ in range(4)]
    assert added == [f"constraint-{number}" for number in range(1, 5)]
    document.layout(algorithm="layered")
    assert not any(code == "constraintBroken" for code, _ in codes(document))
    document.history.undo(steps=5)
    assert document.hash()["hash"] == before


def test_what_is_kept_comes_back_with_a_removed_node(client, tmp_path):
    document = opened(client, 3, [("n0", "n1")])
    row = {"id": "row", "kind": "align", "ids": ["n0", "n1"], "axis": "y", "edge": "start"}
    document.constraint.add(constraint=row)
    before = document.hash()["hash"]
    document.element.remove(nodes=["n1"])
    assert codes(document) == {("constraintGone", "constraintGone/constraints/row")}
    document.history.undo()
    assert document.hash()["hash"] == before
    document.save(path="kept.json")
    stored = json.loads((tmp_path / "kept.json").read_text())
    assert stored["constraints"] == [row]


def test_what_a_move_breaks_has_a_fix(client):
    document = opened(client, 2, [("n0", "n1")])
    side = {"id": "side", "kind": "relative", "ids": ["n0", "n1"], "side": "right", "gap": 40}
    document.constraint.add(constraint=side)
    found = [found for found in document.check()["diagnostics"] if found["code"] == "constraintBroken"]
    assert len(found) == 1
    document.edit(edits=found[0]["fixes"][0]["edits"])
    assert codes(document) == set()


def test_impossible_constraints_are_refused(client):
    document = opened(client, 2, [])
    for wrong in [{}, {"kind": "order", "ids": "n0"}, {"kind": "layer", "ids": ["n0"], "layer": -1}]:
        with pytest.raises(errors.InvalidValue):
            document.constraint.add(constraint=wrong)
    with pytest.raises(errors.NoSuchNode):
        document.constraint.add(constraint={"kind": "order", "ids": ["n0", "ghost"]})
    with pytest.raises(errors.InvalidValue):
        document.constraint.remove(ids=["ghost"])


def test_lanes_are_in_frames_and_pictures_and_follow_edits(client):
    document = opened(client, 3, [("n0", "n1"), ("n1", "n2")])
    lanes = [{"id": "left", "title": "Left & first", "ids": ["n0"]}, {"id": "right", "ids": ["n1", "n2"]}]
    document.constraint.add(constraint={"id": "lanes", "kind": "lanes", "lanes": lanes})
    document.layout(algorithm="layered")
    view = document.open_view(width=800, height=600, scene="svg")
    shown = view.scene()["lanes"]
    assert [(lane["id"], lane.get("title"), lane["constraint"]) for lane in shown] == [
        ("left", "Left & first", "lanes"),
        ("right", None, "lanes"),
    ]
    assert shown[0]["bounds"]["x"] + shown[0]["bounds"]["width"] == shown[1]["bounds"]["x"]
    picture = document.export(format="svg")["text"]
    assert picture.count('class="lane"') == 2 and "Left &amp; first" in picture
    document.node.move(ids=["n0", "n1", "n2"], by={"x": 10, "y": 0})
    assert view.scene()["lanes"][0]["bounds"]["x"] == shown[0]["bounds"]["x"] + 10
    document.constraint.remove(ids=["lanes"])
    assert "lanes" not in view.scene()


@pytest.mark.parametrize("count", [2, 6])
@pytest.mark.parametrize("direction", ["down", "right", "up", "left"])
def test_bands_of_lanes_lie_along_the_direction_of_a_layout(client, direction, count):
    """Also where the nodes of one lane follow those of the other, so that both axes separate them."""
    nodes = [{"id": f"n{at}", "width": 120, "height": 50} for at in range(count)]
    edges = [{"id": f"e{at}", "source": f"n{at}", "target": f"n{at + 1}"} for at in range(count - 1)]
    halves = [[f"n{at}" for at in half] for half in (range(count // 2), range(count // 2, count))]
    lanes = [{"id": f"l{at}", "ids": ids} for at, ids in enumerate(halves)]
    constraints = [{"id": "lanes", "kind": "lanes", "lanes": lanes}]
    content = {"nodewire": 1, "nodes": nodes, "edges": edges, "constraints": constraints}
    document = client.open(text=json.dumps(content))
    document.layout(algorithm="layered", options={"direction": direction})
    one, two = (lane["bounds"] for lane in document.open_view(width=900, height=900, scene="svg").scene()["lanes"])
    axis = "y" if direction in ("left", "right") else "x"
    assert one[axis] != two[axis]


def grouped(client, places, edges, constraints):
    """A document with a group `g` that holds the nodes whose names begin with it."""
    nodes = [{"id": "g", "type": "group", "position": {"x": 0, "y": 0}, "width": 600, "height": 600}]
    for name, (x, y) in places.items():
        inside = {"parentId": "g"} if name.startswith("g") else {}
        nodes.append({"id": name, "position": {"x": x, "y": y}, "width": 80, "height": 40, **inside})
    links = [{"id": f"e{index}", "source": a, "target": b} for index, (a, b) in enumerate(edges)]
    content = {"nodewire": 1, "nodes": nodes, "edges": links, "constraints": constraints}
    return client.open(text=json.dumps(content))


def test_what_is_named_in_several_groups_counts_in_each_by_itself(client):
    both = [
        {"id": "o", "kind": "order", "ids": ["g", "g1", "a"]},
        {"id": "r", "kind": "relative", "ids": ["g1", "g2"], "side": "right"},
    ]
    document = grouped(client, {"a": (700, 0), "g1": (300, 100), "g2": (100, 100)}, [], both)
    assert codes(document) == {("constraintBroken", "constraintBroken/constraints/r")}
    document.layout(algorithm="layered")
    assert codes(document) == set()


@pytest.mark.parametrize("stable", [False, True])
def test_a_layer_in_a_group_is_kept_where_edges_leave_the_group(client, stable):
    last = [{"id": "k", "kind": "layer", "ids": ["g1", "g2", "g3"], "layer": "last"}]
    places = {"a": (700, 0), "g1": (100, 100), "g2": (200, 220), "g3": (300, 340), "g4": (400, 460)}
    document = grouped(client, places, [("g1", "a"), ("g2", "g4"), ("g3", "a")], last)
    assert codes(document) == {("constraintBroken", "constraintBroken/constraints/k")}
    document.layout(algorithm="layered", options={"stable": stable})
    assert codes(document) == set()
