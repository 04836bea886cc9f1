"""Frames applied in order give the scene."""

from nodewire import Scene


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
