"""A front end that keeps frames knows the types of the nodes that it shows."""

import random

import pytest

from nodewire_client import Client, Scene

NAMES = ["sum", "note", "far", "default", "a/b~c"]
SHOWN = ("title", "label", "category", "description", "color", "icon", "role")


@pytest.fixture
def client(server):
    with Client.launch(server, timeout=60, clock="client") as client:
        yield client


def look(rng):
    texts = {name: rng.choice(["A", "B", "C"]) for name in SHOWN[:6] if rng.random() < 0.4}
    return {**texts, "raiseOnTouch": rng.random() < 0.5, "defaultSize": {"width": rng.choice([40, 150]), "height": 40}}


def change(rng, document, view):
    """One of the edits and moves after which other types may be shown."""
    kind = rng.randrange(8)
    node = f"n{rng.randrange(12)}"
    if kind < 3:
        name = rng.choice(NAMES)
        patch = {name: None} if rng.random() < 0.3 else {name: {**dict.fromkeys(SHOWN[:6]), **look(rng)}}
        document.types.update(patch=patch)
    elif kind == 3:
        document.node.update(id=node, patch={"type": rng.choice([None, *NAMES, "unknown"])})
    elif kind == 4:
        document.node.move(ids=[node], to={"x": rng.choice([0, 200, 9000]), "y": rng.randrange(300)})
    elif kind == 5:
        view.pan(by={"x": rng.randrange(-900, 900), "y": 0})
    elif kind == 6:
        document.history.undo()
    else:
        document.history.redo()


def wanted(document, scene):
    content = document.read()
    types = {node["id"]: node.get("type", "default") for node in content["nodes"]}
    return {
        types[id]: {name: text for name, text in content["types"][types[id]].items() if name in SHOWN}
        for id in scene.nodes
        if types[id] in content.get("types", {})
    }


@pytest.mark.parametrize("seed", range(6))
def test_frames_have_the_types_of_what_they_show(client, seed):
    rng = random.Random(seed)
    nodes = [{"id": f"n{i}", "type": rng.choice(NAMES), "position": {"x": 170 * i, "y": 0}} for i in range(12)]
    document = client.create({"nodes": nodes, "types": {name: look(rng) for name in NAMES[:3]}})
    view = document.open_view(width=600, height=400, margin=0, scene="svg", types=True)
    other = Scene()
    for turn in range(120):
        change(rng, document, view)
        if turn % 10 == 0:
            other.load(view.scene())
        for scene in [view.scene_items] + [other] * (turn % 10 == 0):
            shown = wanted(document, scene)
            assert {name: scene.state.get("types", {}).get(name) for name in shown} == shown
        known = view.scene_items.state.get("types", {})
        assert set(known) <= set(document.read().get("types", {}))
    other.load(view.scene())
    assert other.state.get("types", {}) == known


def test_a_view_that_does_not_ask_is_sent_none(client):
    document = client.create({"nodes": [{"id": "a", "type": "sum", "position": {"x": 0, "y": 0}}], "types": {"sum": {"title": "Sum"}}})
    view = document.open_view(width=600, height=400, scene="svg")
    document.types.update(patch={"sum": {"title": "Addition"}})
    assert "types" not in view.scene_items.state
