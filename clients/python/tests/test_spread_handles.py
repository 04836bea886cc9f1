"""Handles of one side that state no offset are spread along it, the same everywhere."""

import pytest
from routed_edges import hold, opened, screen

from nodewire_client import Client


@pytest.fixture
def client(server, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Client.launch(server, timeout=120) as client:
        yield client


def content(**settings):
    handles = [
        {"id": "a", "type": "source", "position": "right"},
        {"id": "b", "type": "source", "position": "right", "offset": 0.9},
        {"id": "c", "type": "source", "position": "right"},
        {"id": "d", "type": "source", "position": "right"},
        {"id": "i", "type": "target", "position": "left"},
    ]
    nodes = [
        {"id": "n1", "position": {"x": 0, "y": 0}, "width": 100, "height": 80, "handles": handles},
        {"id": "n2", "position": {"x": 300, "y": 0}, "width": 100, "height": 80, "handles": handles},
    ]
    ends = {"source": "n1", "target": "n2", "targetHandle": "i", "type": "straight"}
    edges = [{"id": f"e{index}", "sourceHandle": name, **ends} for index, name in enumerate("abcd")]
    return {"settings": settings, "nodes": nodes, "edges": edges}


def places(view):
    return [handle["y"] for handle in view.scene_items.nodes["n1"]["handles"]]


SPREAD, MIDDLE = [20, 72, 40, 60, 40], [40, 72, 40, 40, 40]


def test_handles_are_spread_in_frames_edges_hits_and_drafts(client):
    document, view = opened(client, content(spreadHandles=True))
    assert places(view) == SPREAD
    edges = hold(document, view)
    assert [edges[f"e{index}"]["source"]["y"] for index in range(4)] == SPREAD[:4]
    for y, name in zip(SPREAD, "abcd"):
        hit = view.hit_test(at=screen({"x": 104, "y": y}))["hits"][0]
        assert (hit["kind"], hit["handle"]) == ("handle", name)
    view.gesture.begin(kind="connect", node="n1", handle="d", at=screen({"x": 100, "y": 60}))
    assert view.scene_items.state["gesture"]["from"] == {"x": 100, "y": 60}
    view.gesture.cancel()
    view.gesture.begin(kind="reconnect", edge="e2", end="target", at=screen({"x": 300, "y": 40}))
    assert view.scene_items.state["gesture"]["from"] == {"x": 100, "y": 40}
    view.gesture.cancel()
    svg = document.export(format="svg")["text"]
    for y in SPREAD[:4]:
        assert f'cx="100" cy="{y}"' in svg


def test_the_setting_takes_effect_at_once_and_is_undone(client):
    document, view = opened(client, content(spreadHandles=False))
    place = {"x": 100, "y": 100, "zoom": 1}
    shared = document.open_view(width=900, height=700, viewport=place, scene="svg", handles="shared")
    assert places(view) == MIDDLE
    hold(document, view)
    document.settings.update(patch={"spreadHandles": True})
    assert places(view) == SPREAD
    hold(document, view)
    assert [handle["y"] for handle in shared.scene_items.handles("n1")] == SPREAD
    document.history.undo()
    assert places(view) == MIDDLE
    hold(document, view)
