"""Curves and smooth steps that go round nodes where they would cross one."""

import pytest
from routed_edges import crosses, drawn, hold, opened, paths, screen, walled

from nodewire_client import Client


@pytest.fixture
def client(server):
    with Client.launch(server, timeout=120) as client:
        yield client


@pytest.mark.parametrize("type", ["bezier", "smoothStep", "default", None])
def test_curves_and_smooth_steps_go_round_nodes_where_they_want(client, type):
    content = walled()
    content["edges"][0] |= {"type": type} if type else {}
    if type is None:
        del content["edges"][0]["type"]
    document, view = opened(client, content)
    plain = hold(document, view)["e1"]
    assert "points" not in plain and "blocked" not in plain
    document.edge.update(id="e1", patch={"avoid": True})
    edge = hold(document, view)["e1"]
    assert not crosses(edge["points"], 200, -200, 60, 300)
    view.gesture.begin(kind="drag", nodes=["wall"], at={"x": 0, "y": 0})
    view.gesture.update(at={"x": 0, "y": 60})
    during = paths(view)
    view.gesture.end()
    assert paths(view) == during and hold(document, view)["e1"] != edge
    document.history.undo(steps=2)
    assert hold(document, view)["e1"] == plain


def lassoed(view, x, y):
    rect = {"x": x - 2, "y": y - 2, "width": 4, "height": 4}
    return view.lasso(rect=rect, mode="touch", op="replace", of="edges", list=True)["edgeIds"]


def hit(view, x, y):
    return [hit["id"] for hit in view.hit_test(at=screen({"x": x, "y": y}))["hits"] if hit["kind"] == "edge"]


@pytest.mark.parametrize("type", ["bezier", "smoothStep"])
@pytest.mark.parametrize("member", ["position", "hidden", "width"])
def test_what_comes_upon_a_curve_and_leaves_it(client, type, member):
    content = walled()
    content["edges"][0]["type"] = type
    plain = drawn(client.create(content))["e1"]
    content["edges"][0]["avoid"] = True
    away = {"position": {"x": 200, "y": 31}, "hidden": True, "width": 0}[member]
    back = {"position": {"x": 200, "y": -200}, "hidden": None, "width": 60}[member]
    document, view = opened(client, content)
    around = hold(document, view)["e1"]
    for _ in range(2):
        document.node.update(id="wall", patch={member: away})
        assert hold(document, view)["e1"] == plain
        assert hit(view, 180, 30) == lassoed(view, 180, 30) == ["e1"]
        assert hit(view, around["label"]["x"], around["label"]["y"]) == []
        document.node.update(id="wall", patch={member: back})
        assert hold(document, view)["e1"] == around
        assert hit(view, around["label"]["x"], around["label"]["y"]) == ["e1"]
        assert lassoed(view, around["label"]["x"], around["label"]["y"]) == ["e1"]
        assert hit(view, 180, 30) == lassoed(view, 180, 30) == []
        document.history.undo(steps=2)
        assert hold(document, view)["e1"] == around


@pytest.mark.parametrize("type", ["bezier", "smoothStep"])
def test_a_drag_shows_whether_a_curve_is_crossed(client, type):
    content = walled()
    content["edges"][0] |= {"type": type, "avoid": True}
    document, view = opened(client, content)
    around = paths(view)
    view.gesture.begin(kind="drag", nodes=["wall"], at={"x": 0, "y": 0})
    view.gesture.update(at={"x": 0, "y": 300})
    plain = paths(view)
    view.gesture.update(at={"x": 0, "y": 0})
    assert paths(view) == around != plain
    view.gesture.update(at={"x": 0, "y": 300})
    assert paths(view) == plain
    view.gesture.end()
    assert "points" not in hold(document, view)["e1"] and paths(view) == plain
    view.gesture.begin(kind="drag", nodes=["a", "b"], at={"x": 0, "y": 0})
    view.gesture.update(at={"x": 0, "y": 300})
    crossing = paths(view)
    view.gesture.end()
    assert "points" in hold(document, view)["e1"] and paths(view) == crossing
    document.history.undo()
    assert paths(view) == plain


def test_ends_and_groups_of_ends_are_not_crossed(client):
    content = walled()
    del content["nodes"][1]
    # Backwards, so that the curve runs through both its ends.
    content["edges"][0] |= {"source": "b", "target": "a", "type": "bezier", "avoid": True}
    group = {"id": "group", "position": {"x": -50, "y": -50}, "width": 600, "height": 200, "type": "group"}
    content["nodes"] = [group] + [
        {**node, "parentId": "group", "position": {"x": node["position"]["x"] + 50, "y": 50}}
        for node in content["nodes"]
    ]
    document, view = opened(client, content)
    assert "points" not in hold(document, view)["e1"]
    document.node.reparent(ids=["a", "b"], parent_id=None)
    assert "points" in hold(document, view)["e1"]
    document.element.remove(nodes=["group"])
    assert "points" not in hold(document, view)["e1"]
    document.history.undo(steps=2)
    assert "points" not in hold(document, view)["e1"]


def test_an_end_of_a_curve_is_drawn_round_what_it_would_cross(client):
    content = walled()
    content["edges"][0] |= {"type": "bezier", "avoid": True}
    document, view = opened(client, content)
    view.gesture.begin(kind="reconnect", edge="e1", end="target", at=screen({"x": 400, "y": 30}))
    view.gesture.update(at=screen({"x": 420, "y": 40}))
    assert "Q" in view.scene_items.state["gesture"]["path"]
    view.gesture.update(at=screen({"x": 160, "y": 180}))
    assert "Q" not in view.scene_items.state["gesture"]["path"]
    view.gesture.cancel()
    hold(document, view)


def test_too_many_are_drawn_by_their_own_ends(client):
    content = walled()
    content["settings"] = {"allowDuplicates": True, "edgeSpread": 0}
    edge = content["edges"][0]
    content["edges"] = [{**edge, "id": f"e{index}"} for index in range(20_001)]
    content["edges"].append({**edge, "id": "smooth", "type": "smoothStep"})
    document = client.create(content)
    found = document.edge.geometry(ids=["e7", "smooth"])["edges"]
    assert found["e7"] == found["smooth"] and "points" not in found["e7"]
