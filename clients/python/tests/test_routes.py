"""Edges that go round nodes are the same in frames, in `edge/geometry`, for hits and lassos, and in pictures."""

import random
import re

import pytest
from routed_edges import crosses, drawn, hold, opened, paths, screen, shows, walled

from nodewire_client import Client
from nodewire_client.errors import ServerError

SIDES = ("left", "right", "top", "bottom")


@pytest.fixture
def client(server, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Client.launch(server, timeout=120) as client:
        yield client


def drawn_at_random(seed):
    """Nodes on a rough grid, some in a group, some with handles, and edges between them of which most go round nodes."""
    draw = random.Random(seed)
    nodes = [{"id": "group", "position": {"x": 380, "y": 190}, "width": 300, "height": 240, "type": "group"}]
    for index in range(14):
        node = {"id": f"n{index}", "width": draw.choice([60, 90]), "height": draw.choice([30, 50])}
        node["position"] = {"x": index % 4 * 180 + draw.randrange(60), "y": index // 4 * 110 + draw.randrange(40)}
        if index in (5, 6):
            node |= {"parentId": "group", "position": {"x": 30 + index % 2 * 150, "y": 60}}
        if draw.random() < 0.5:
            node["handles"] = [
                {"id": "o", "type": "source", "position": draw.choice(SIDES), "offset": draw.random()},
                {"id": "i", "type": "target", "position": draw.choice(SIDES)},
            ]
        if draw.random() < 0.2:
            node["shape"] = "ellipse"
        nodes.append(node)
    edges = []
    for index in range(20):
        edge = {"id": f"e{index}", "source": f"n{draw.randrange(14)}", "target": f"n{draw.randrange(14)}"}
        if draw.random() < 0.3:
            edge["label"] = f"label {index}"
        if draw.random() < 0.2:
            edge["waypoints"] = [{"x": draw.randrange(700), "y": draw.randrange(400)}]
        if draw.random() < 0.2:
            edge["type"] = "smoothStep"
        if draw.random() < 0.4:
            edge |= {"type": draw.choice(["bezier", "smoothStep"]), "avoid": True}
        edges.append(edge)
    settings = {"defaultEdgeType": "orthogonal", "jumps": seed % 2 == 0}
    return {"settings": settings, "nodes": nodes, "edges": edges}


@pytest.mark.parametrize("seed", range(4))
def test_frames_geometry_and_pictures_show_the_same(client, seed):
    document, view = opened(client, drawn_at_random(seed))
    before = hold(document, view)
    draw = random.Random(seed)
    for _ in range(6):
        name = f"n{draw.randrange(14)}"
        document.node.move(ids=[name], by={"x": draw.randrange(-200, 200), "y": draw.randrange(-100, 100)})
        hold(document, view)
    document.node.update(id="group", patch={"collapsed": True})
    hold(document, view)
    document.history.undo()
    hold(document, view)
    document.history.undo(steps=6)
    assert hold(document, view) == before
    document.history.redo(steps=7)
    after = hold(document, view)
    again = client.create(document.read())
    assert drawn(again) == after


@pytest.mark.parametrize("seed", range(4))
def test_what_a_drag_shows_is_what_its_end_leaves(client, seed):
    document, view = opened(client, drawn_at_random(seed))
    draw = random.Random(seed)
    for carried in (["n1"], ["n2", "n9"], ["n0"], ["n12", "n13", "n3"]):
        start = paths(view)
        view.gesture.begin(kind="drag", nodes=carried, at={"x": 0, "y": 0})
        for _ in range(5):
            at = {"x": draw.randrange(-250, 250), "y": draw.randrange(-400, -150)}
            view.gesture.update(at=at)
        during = paths(view)
        assert during != start
        view.gesture.cancel()
        assert paths(view) == start
        view.gesture.begin(kind="drag", nodes=carried, at={"x": 0, "y": 0})
        view.gesture.update(at=at)
        assert paths(view) == during
        view.gesture.end()
        hold(document, view)
        assert paths(view) == during
    view.gesture.begin(kind="resize", node="n4", corner="bottomRight", at={"x": 0, "y": 0})
    view.gesture.update(at={"x": 70, "y": 90})
    during = paths(view)
    view.gesture.end()
    assert paths(view) == during
    hold(document, view)


def crowd(nodes, edges):
    """Nodes one over the other, and edges between any of them."""
    draw = random.Random(1)
    places = [{"x": draw.randrange(-500, 1300), "y": draw.randrange(-400, 900)} for _ in range(nodes)]
    ends = [(draw.randrange(nodes), draw.randrange(nodes)) for _ in range(edges)]
    return {
        "settings": {"defaultEdgeType": "orthogonal"},
        "nodes": [{"id": f"n{i}", "position": at, "width": 20, "height": 20} for i, at in enumerate(places)],
        "edges": [{"id": f"e{i}", "source": f"n{a}", "target": f"n{b}"} for i, (a, b) in enumerate(ends)],
    }


def test_the_routes_of_many_edges_are_found_between_messages(server, client, tmp_path):
    content = crowd(400, 600)
    with Client.launch(server, root=tmp_path, clock="client", timeout=120) as other:
        wanted = drawn(other.create(content))
    document, view = opened(client, content)
    assert len(paths(view)) == 600 and len(shows(paths(view), wanted)) < 550
    assert document.bounds(edges=["e599"])["bounds"] == wanted["e599"]["bounds"]
    assert drawn(document) == wanted
    for _ in range(10_000):
        view.hit_test(at={"x": 0, "y": 0})
        if len(shows(paths(view), wanted)) == 600:
            break
    else:
        pytest.fail("frames never showed all routes")
    hold(document, view)
    # All of them at once: what moves has its route again later, and is as if it had been opened so.
    document.node.move(ids=[node["id"] for node in content["nodes"]], by={"x": 40, "y": 20})
    document.node.move(ids=["n7"], by={"x": 100, "y": -20})
    moved = drawn(document)
    with Client.launch(server, root=tmp_path, clock="client", timeout=120) as other:
        assert drawn(other.create(document.read())) == moved


def test_legs_are_hit_and_lassoed_where_they_are_drawn(client):
    document, view = opened(client, walled())
    edge = hold(document, view)["e1"]
    assert edge["blocked"] == [] and not crosses(edge["points"], 200, -200, 60, 300)
    assert (edge["points"][0], edge["points"][-1]) == (edge["source"], edge["target"])
    assert edge["sides"] == {"source": "right", "target": "left"}
    for start, end in zip(edge["points"], edge["points"][1:]):
        middle = {axis: (start[axis] + end[axis]) / 2 for axis in "xy"}
        hit = view.hit_test(at=screen(middle))["hits"][0]
        assert (hit["kind"], hit["id"]) == ("edge", "e1")
        around = {"x": middle["x"] - 1, "y": middle["y"] - 1, "width": 2, "height": 2}
        assert view.lasso(rect=around, mode="touch", op="replace", of="edges", list=True)["edgeIds"] == ["e1"]
    bounds = document.edge.geometry(ids=["e1"])["edges"]["e1"]["bounds"]
    whole = {"x": bounds["x"] - 1, "y": bounds["y"] - 1, "width": bounds["width"] + 2, "height": bounds["height"] + 2}
    assert view.lasso(rect=whole, mode="contain", op="replace", of="edges", list=True)["edgeIds"] == ["e1"]
    document.element.remove(nodes=["wall"])
    assert hold(document, view)["e1"]["points"] == [{"x": 100, "y": 30}, {"x": 400, "y": 30}]
    document.history.undo()
    assert hold(document, view)["e1"] == edge


def test_groups_hidden_nodes_and_what_is_collapsed(client):
    content = walled()
    document, view = opened(client, content)
    straight = [{"x": 100, "y": 30}, {"x": 400, "y": 30}]
    document.node.update(id="wall", patch={"hidden": True})
    assert hold(document, view)["e1"]["points"] == straight
    document.node.update(id="wall", patch={"hidden": None})
    # A group that holds an end is no obstacle, one beside it is.
    group = document.group.create(ids=["a"], label="g")["id"]
    document.node.resize(id=group, width=260, height=300, position={"x": -100, "y": -100})
    assert not crosses(hold(document, view)["e1"]["points"], 200, -200, 60, 300)
    document.node.update(id=group, patch={"collapsed": True})
    assert hold(document, view)["e1"]["source"] != {"x": 100, "y": 30}
    document.node.update(id=group, patch={"collapsed": None})
    document.node.reparent(ids=["wall"], parent_id=group)
    hold(document, view)
    document.history.undo(steps=7)
    hold(document, view)


def test_distances_are_settings(client):
    document, view = opened(client, walled())

    def gap():
        points = hold(document, view)["e1"]["points"]
        return min(abs(y - edge) for y in {point["y"] for point in points} for edge in (100, -200))

    assert gap() == 12
    document.settings.update(patch={"edgeClearance": 30})
    assert gap() == 30
    document.history.undo()
    assert gap() == 12
    assert "edgeClearance" not in document.read().get("settings", {})


def test_an_end_that_is_moved_is_drawn_round_nodes(client):
    document, view = opened(client, walled())
    view.gesture.begin(kind="reconnect", edge="e1", end="target", at=screen({"x": 400, "y": 30}))
    view.gesture.update(at=screen({"x": 420, "y": 40}))
    state = view.scene_items.state["gesture"]
    assert len(re.findall("[LQ]", state["path"])) > 3
    view.gesture.cancel()
    view.gesture.begin(kind="waypoint", edge="e1", at=screen({"x": 230, "y": 112}))
    view.gesture.update(at=screen({"x": 230, "y": 200}))
    during = paths(view)
    view.gesture.end()
    assert paths(view) == during
    edge = hold(document, view)["e1"]
    assert any(point["y"] == 200 for point in edge["points"])


def bends(path):
    """How many corners of a path are rounded."""
    return path.count("Q")


def test_arcs_are_in_the_path_alone(client):
    content = walled()
    ends = [("c", {"x": 130, "y": 200}, "source", "top"), ("t", {"x": 130, "y": -300}, "target", "bottom")]
    for id, position, kind, side in ends:
        handles = [{"id": "h", "type": kind, "position": side}]
        content["nodes"].append({"id": id, "position": position, "width": 40, "height": 40, "handles": handles})
    up = {"id": "e2", "source": "c", "sourceHandle": "h", "target": "t", "targetHandle": "h", "type": "orthogonal"}
    content["edges"].append(up)
    document, view = opened(client, content)
    before = hold(document, view)
    document.settings.update(patch={"jumps": True})
    after = hold(document, view)
    assert after["e2"] == before["e2"]
    assert bends(after["e1"]["path"]) == bends(before["e1"]["path"]) + 2
    assert {**after["e1"], "path": ""} == {**before["e1"], "path": ""}
    document.node.move(ids=["c", "t"], by={"x": -400, "y": 0})
    assert bends(hold(document, view)["e1"]["path"]) == bends(before["e1"]["path"])
    document.history.undo()
    assert hold(document, view) == after
    document.element.remove(edges=["e2"])
    assert bends(hold(document, view)["e1"]["path"]) == bends(before["e1"]["path"])
    document.history.undo(steps=2)
    assert hold(document, view) == before


@pytest.mark.parametrize("value", [-1, 1001, "12", None, True])
def test_impossible_distances_are_refused(client, value):
    document, view = opened(client, walled())
    before = hold(document, view)
    if value is None:
        document.settings.update(patch={"edgeSpacing": value})
    else:
        with pytest.raises(ServerError) as refused:
            document.settings.update(patch={"edgeSpacing": value})
        assert refused.value.code == 1107
    assert hold(document, view) == before


def test_places_beyond_all_measure_are_drawn(client):
    nodes = [
        {"id": name, "position": {"x": x, "y": y}, "width": size, "height": size}
        for name, x, y, size in [
            ("a", -1e308, 0, 1), ("b", 1e308, 1e308, 1e308), ("c", 1e-300, 0, 1e-300), ("d", 0, 0, 0), ("e", 0, 0, 1e15),
        ]
    ]  # fmt: skip
    edges = [
        {"id": f"{source['id']}{target['id']}", "source": source["id"], "target": target["id"], "type": "orthogonal"}
        for source in nodes
        for target in nodes
    ]
    document, view = opened(client, {"nodes": nodes, "edges": edges})
    for edge in drawn(document).values():
        assert len(edge["points"]) >= 2 and len(edge["points"]) < 200
    document.node.move(ids=["d"], by={"x": 1e200, "y": -1e200})
    drawn(document)
    document.export(format="svg")


@pytest.mark.parametrize("waypoints", [[(200, 110)], [(150, -120), (330, -120)], [(450, 200), (50, 200)], [(250, 30)]])
def test_waypoints_are_passed_in_their_order(client, waypoints):
    content = walled()
    content["nodes"] = [node for node in content["nodes"] if node["id"] != "wall"]
    content["edges"][0]["waypoints"] = [{"x": x, "y": y} for x, y in waypoints]
    document, view = opened(client, content)
    points = [(point["x"], point["y"]) for point in hold(document, view)["e1"]["points"]]
    passed = 0
    for (x1, y1), (x2, y2) in zip(points, points[1:]):
        assert x1 == x2 or y1 == y2
        while passed < len(waypoints):
            x, y = waypoints[passed]
            if not (min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2)):
                break
            passed += 1
    assert passed == len(waypoints), points


@pytest.mark.parametrize(
    "waypoints", [[(250, 25), (220, 25)], [(250, 25), (150, 25)], [(450, 200), (450, 300)], [(600, 25), (450, 25), (600, 25)]]
)
def test_from_a_waypoint_a_route_does_not_lead_back_along_itself(client, waypoints):
    nodes = [{"id": name, "position": {"x": x, "y": 0}, "width": 100, "height": 50} for name, x in (("a", 0), ("b", 400))]
    edge = {"id": "e", "source": "a", "target": "b", "type": "orthogonal"}
    edge["waypoints"] = [{"x": x, "y": y} for x, y in waypoints]
    document = client.create({"nodes": nodes, "edges": [edge]})
    points = [(point["x"], point["y"]) for point in document.edge.geometry(ids=["e"])["edges"]["e"]["points"]]
    for (a, b), (c, d), (e, f) in zip(points, points[1:], points[2:]):
        assert (c - a) * (e - c) + (d - b) * (f - d) == 0, points
    for x, y in waypoints:
        assert any(
            min(a, c) <= x <= max(a, c) and min(b, d) <= y <= max(b, d) for (a, b), (c, d) in zip(points, points[1:])
        )
