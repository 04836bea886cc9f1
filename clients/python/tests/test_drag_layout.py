"""Drags for which the rest of the drawing makes way, by the real server."""

from random import Random

import pytest

from nodewire_client import Client

LAYOUTS = [
    {"algorithm": "layered"},
    {"algorithm": "layered", "options": {"edges": "orthogonal", "direction": "right"}},
    {"algorithm": "tree", "options": {"order": "place", "stable": False}},
]


@pytest.fixture
def client(server, tmp_path):
    with Client.launch([server], root=tmp_path, timeout=300) as client:
        yield client


def laid_out(client, seed):
    """A document of some nodes, laid out by the layout that its drags make, with a view that shows all of it."""
    random = Random(seed)
    layout = LAYOUTS[seed % len(LAYOUTS)]
    nodes = [
        {"id": f"n{index}", "position": {"x": random.randrange(500), "y": 0}, "width": 80, "height": 40}
        for index in range(9)
    ]
    edges = [
        {"id": f"e{index}", "source": f"n{random.randrange(index)}", "target": f"n{index}"} for index in range(1, 9)
    ]
    document = client.create(content={"nodes": nodes, "edges": edges, "settings": {"dragLayout": layout}})
    options = {name: value for name, value in layout.get("options", {}).items() if name != "stable"}
    document.layout(algorithm=layout["algorithm"], options=options)
    return document, document.open_view(2000, 2000, scene="svg", viewport={"x": 500, "y": 500, "zoom": 1})


def places(nodes):
    return {node["id"]: (node["position"]["x"], node["position"]["y"]) for node in nodes}


def shown(view):
    return {id: (item["x"], item["y"]) for id, item in view.scene()["enter"]["nodes"].items()}


@pytest.mark.parametrize("seed", range(6))
def test_a_drag_by_a_pointer_ends_where_frames_showed_it(client, seed):
    document, view = laid_out(client, seed)
    before = places(document.read()["nodes"])
    hash_before = document.hash()["hash"]
    x, y = before["n4"]
    start = {"x": x + 540, "y": y + 520}
    view.input.pointer(phase="down", id=1, at=start, time=0)
    for time, (dx, dy) in enumerate([(30, 0), (130, 20), (-90, 5)], start=1):
        view.input.pointer(phase="move", id=1, at={"x": start["x"] + dx, "y": start["y"] + dy}, time=20 * time)
        assert shown(view)["n4"] == pytest.approx((x + dx, y + dy))
        assert places(document.read()["nodes"]) == before
    drawn = shown(view)
    view.input.pointer(phase="up", id=1, at={"x": start["x"] - 90, "y": start["y"] + 5}, time=500)
    after = places(document.read()["nodes"])
    assert after.keys() == drawn.keys()
    for id, place in after.items():
        assert place == pytest.approx(drawn[id], abs=1e-3)
    document.history.undo()
    assert document.hash()["hash"] == hash_before


def test_the_same_drag_by_name_leads_to_the_same_content(client):
    hashes = set()
    for way in ["name", "pointer"]:
        document, view = laid_out(client, 1)
        x, y = places(document.read()["nodes"])["n4"]
        start, end = {"x": x + 540, "y": y + 520}, {"x": x + 620, "y": y + 490}
        if way == "name":
            view.gesture.begin(kind="drag", at=start)
            view.gesture.update(at=end)
            view.gesture.end()
        else:
            view.input.pointer(phase="down", id=1, at=start, time=0)
            view.input.pointer(phase="move", id=1, at=end, time=20)
            view.input.pointer(phase="up", id=1, at=end, time=400)
        hashes.add(document.hash()["hash"])
    assert len(hashes) == 1
