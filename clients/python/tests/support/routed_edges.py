"""Documents with edges that go round nodes, and how they are drawn."""

import re

import pytest


def opened(client, content):
    document = client.create(content)
    view = document.open_view(width=2000, height=1500, viewport={"x": 600, "y": 500, "zoom": 1}, scene="svg")
    return document, view


def paths(view):
    return {id: edge["path"] for id, edge in view.scene_items.edges.items()}


def drawn(document):
    ids = [edge["id"] for edge in document.read()["edges"]]
    return document.edge.geometry(ids=ids)["edges"]


def picture(document):
    text = document.export(format="svg")["text"]
    return dict(re.findall(r'data-id="(e\d+)"[^>]*>(?:<title>[^<]*</title>)?<path[^>]* d="([^"]*)"', text))


def numbers(path):
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", path)]


def shows(paths, geometry):
    """The ids of the edges that frames show as they are drawn; frames round to a thousandth."""
    return {id for id in paths if numbers(paths[id]) == pytest.approx(numbers(geometry[id]["path"]), abs=0.002)}


def hold(document, view):
    """All that show edges show the same ones; frames round to a thousandth, pictures to a hundredth."""
    geometry = drawn(document)
    frames, shown = paths(view), picture(document)
    assert set(frames) == set(shown) and set(frames) <= set(geometry)
    for id, edge in ((id, geometry[id]) for id in frames):
        assert re.sub("[^MLQC]", "", frames[id]) == re.sub("[^MLQC]", "", edge["path"]), id
        assert numbers(frames[id]) == pytest.approx(numbers(edge["path"]), abs=0.002), id
        assert numbers(shown[id]) == pytest.approx(numbers(edge["path"]), abs=0.02), id
    return geometry


def screen(point):
    return {"x": point["x"] + 600, "y": point["y"] + 500}


def walled():
    """An edge from a to b, and a wall between them."""
    nodes = [
        {"id": "a", "position": {"x": 0, "y": 0}, "width": 100, "height": 60},
        {"id": "wall", "position": {"x": 200, "y": -200}, "width": 60, "height": 300},
        {"id": "b", "position": {"x": 400, "y": 0}, "width": 100, "height": 60},
    ]
    for node in nodes:
        node["handles"] = [
            {"id": "i", "type": "target", "position": "left"},
            {"id": "o", "type": "source", "position": "right"},
        ]
    edge = {"id": "e1", "source": "a", "sourceHandle": "o", "target": "b", "targetHandle": "i", "type": "orthogonal"}
    return {"nodes": nodes, "edges": [edge]}


def crosses(points, x, y, width, height):
    """Whether level and upright legs come into a rectangle."""
    for start, end in zip(points, points[1:]):
        low, high = sorted((start["x"], end["x"])), sorted((start["y"], end["y"]))
        if low[0] < x + width and low[1] > x and high[0] < y + height and high[1] > y:
            return True
    return False
