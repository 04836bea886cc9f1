"""Nodes that share a set of handles have them where nodes that list theirs do."""

import json
import random

import pytest

from nodewire_client import Client
from nodewire_client.errors import ServerError

SIZE = {"width": 1000, "height": 800, "scene": "svg"}
SIDES = ("left", "right", "top", "bottom", "center")
HANDLES = [{"id": f"h{i}", "type": "source" if i % 2 else "target", "position": SIDES[i % 5]} for i in range(7)]


@pytest.fixture
def client(server, tmp_path):
    with Client.launch(server, root=tmp_path, timeout=60) as client:
        yield client


def hold(shared, listed):
    assert set(shared.nodes) == set(listed.nodes)
    for id in listed.nodes:
        own, other = shared.handles(id), listed.handles(id)
        assert [{**handle, "x": 0, "y": 0} for handle in own] == [{**handle, "x": 0, "y": 0} for handle in other], id
        for a, b in zip(own, other):
            assert (a["x"], a["y"]) == pytest.approx((b["x"], b["y"]), abs=0.002), id


def handles(draw):
    count = draw.randrange(4)
    return [
        {"id": f"h{i}", "type": draw.choice(("source", "target")), "position": draw.choice(SIDES)}
        | ({"offset": draw.random()} if draw.random() < 0.5 else {})
        | ({"label": "out"} if draw.random() < 0.3 else {})
        for i in range(count)
    ]


def change(draw, document, view, count):
    id = f"n{draw.randrange(8)}"
    kind = draw.randrange(10)
    if kind == 0:
        document.node.update(id=id, patch={"handles": handles(draw)})
    elif kind == 1:
        document.node.update(id=id, patch={"shape": draw.choice(("ellipse", "diamond", None))})
    elif kind == 2:
        document.node.resize(id=id, width=draw.choice((60, 100, 140)), height=draw.choice((40, 60)))
    elif kind == 3:
        document.types.update(patch={"t": {"handles": handles(draw)}})
    elif kind == 4:
        document.history.undo(steps=draw.randrange(1, 3))
    elif kind == 5:
        document.history.redo()
    elif kind == 6:
        view.gesture.begin(kind="resize", node=id, corner="bottomRight", at={"x": 0, "y": 0})
    elif kind == 7:
        document.settings.update(patch={"spreadHandles": draw.choice((True, None))})
    elif kind == 8:
        view.gesture.update(at={"x": draw.randrange(90), "y": draw.randrange(90)})
    else:
        getattr(view.gesture, draw.choice(("end", "cancel")))()
    if draw.random() < 0.4:
        document.node.move(ids=[id], by={"x": draw.randrange(-9, 9), "y": draw.random()})


@pytest.mark.parametrize("seed", range(3))
def test_sets_are_the_handles_that_nodes_would_list(client, seed):
    draw = random.Random(seed)
    nodes = [{"id": f"n{i}", "position": {"x": i * 90, "y": i % 3 * 90}, "width": 60, "height": 40} for i in range(8)]
    for node in nodes:
        node |= {"type": "t"} if draw.random() < 0.5 else {"handles": handles(draw)}
    document = client.create({"nodes": nodes, "types": {"t": {"handles": HANDLES[:3]}}})
    shared, listed = document.open_view(**SIZE, handles="shared"), document.open_view(**SIZE)
    hold(shared.scene_items, listed.scene_items)
    for count in range(80):
        try:
            change(draw, document, shared, count)
        except ServerError:
            pass
        if shared.scene_items.state.get("gesture") is None:
            hold(shared.scene_items, listed.scene_items)
    if shared.scene_items.state.get("gesture"):
        shared.gesture.cancel()
    assert any("handleSet" in item for item in shared.scene_items.nodes.values())
    shared.scene_items.load(shared.scene())
    hold(shared.scene_items, listed.scene_items)
    document.node.move(ids=[node["id"] for node in nodes], by={"x": 1, "y": 2})
    hold(shared.scene_items, listed.scene_items)


def test_a_set_is_sent_once_and_a_move_sends_none(client):
    nodes = [{"id": f"n{i}", "type": "t", "position": {"x": i % 30 * 30, "y": i // 30 * 20}} for i in range(900)]
    content = {"nodes": nodes, "types": {"t": {"handles": HANDLES, "size": {"width": 20, "height": 10}}}}
    document = client.create(content)
    frames = []
    client.on("view/frame", frames.append)
    document.open_view(**SIZE, handles="shared")
    document.open_view(**SIZE)
    shared, listed = (len(json.dumps(frame, separators=(",", ":"))) for frame in frames)
    assert shared < 0.3 * listed
    assert [len(handles) for handles in frames[0]["handleSets"].values()] == [7]
    del frames[:]
    document.node.move(ids=["n3"], by={"x": 1, "y": 0})
    assert frames[0]["update"] == {"nodes": {"n3": {"x": 91}}} and "handleSets" not in frames[0]
