"""Frames applied in order give the scene."""

import json

from nodewire_client import Scene
from nodewire_dev.fuzz import INITIALIZE, Peer, encoded


def test_frames_enter_update_and_leave():
    scene = Scene()
    scene.apply(
        {
            "view": "v1",
            "frame": 1,
            "revision": 0,
            "viewport": {"zoom": 1},
            "enter": {"nodes": {"a": {"x": 0, "label": "A"}, "b": {"x": 9}}, "edges": {"e": {"path": "M0 0"}}},
        }
    )
    scene.apply(
        {
            "view": "v1",
            "frame": 2,
            "revision": 1,
            "update": {"nodes": {"a": {"x": 5, "label": None}}},
            "leave": {"nodes": ["b"], "edges": ["e"]},
            "hover": {"node": "a"},
        }
    )
    assert (scene.nodes, scene.edges) == ({"a": {"x": 5}}, {})
    assert (scene.frame, scene.revision) == (2, 1)
    scene.apply({"view": "v1", "frame": 3, "revision": 1, "hover": None})
    assert scene.state == {"viewport": {"zoom": 1}}


def test_a_scene_that_is_read_replaces_what_was_there():
    scene = Scene()
    scene.apply({"view": "v1", "frame": 1, "revision": 0, "enter": {"nodes": {"a": {}}}})
    scene.load({"view": "v1", "frame": 4, "revision": 2, "enter": {"nodes": {"b": {}}}})
    assert list(scene.nodes) == ["b"]


def test_handles_follow_a_side_that_moves_by_less_than_its_size_shows(server):
    """A node reaches so far up that its height is one number whether it ends at 80 or at 0."""
    node = {"id": "a", "position": {"x": 20, "y": 20}}
    calls = [
        ("document/create", {"document": "d", "content": {"nodes": [node], "edges": []}}),
        ("view/open", {"document": "d", "view": "v", "width": 640, "height": 480, "scene": "points"}),
        ("gesture/begin", {"view": "v", "at": {"x": 0, "y": 0}, "kind": "resize", "node": "a", "corner": "top"}),
        ("gesture/update", {"view": "v", "at": {"x": 0, "y": -1.5e308}}),
        ("gesture/end", {"view": "v"}),
        ("view/scene", {"view": "v"}),
    ]
    messages = [{"jsonrpc": "2.0", "id": f"any:{method}", "method": method, "params": calls} for method, calls in calls]
    peer, shown = Peer([server]), Scene()
    try:
        received = [json.loads(line) for line in peer.exchange(encoded([INITIALIZE, *messages]), messages[-1]["id"])]
    finally:
        peer.close()
    for message in received:
        if message.get("method") == "view/frame":
            shown.apply(message["params"])
    read = Scene()
    read.load(received[-1]["result"])
    assert shown.nodes["a"]["height"] == 1.5e308 and shown.nodes == read.nodes
