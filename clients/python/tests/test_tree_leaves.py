"""Trees whose leaves lie below one another, and edges that weigh more."""

import random

import pytest
from nodewire_client import Client

from drawing_figures import overlaps, through
from layout_graphs import graph
from served_drawings import drawing_of, opened


@pytest.fixture(scope="module")
def client(server):
    with Client.launch(server, timeout=120) as client:
        yield client


def sized(count, seed, geometry):
    """A random tree with nodes of many sizes."""
    content, pick = graph("tree", count, seed), random.Random(seed)
    for node in content["nodes"]:
        node |= {"width": pick.choice([60, 120, 200]), "height": pick.choice([36, 60, 110])}
    return {**content, "nodewire": 1, "settings": {"edgeGeometry": geometry}}


def width(document, **options):
    return document.layout(algorithm="tree", options=options)["bounds"]["width"]


@pytest.mark.parametrize("geometry", ["swiftFlow", "reactFlow"])
@pytest.mark.parametrize("levels", ["shared", "own"])
@pytest.mark.parametrize("seed", range(4))
def test_stacked_leaves_cover_nothing_and_cross_nothing(client, seed, levels, geometry):
    document = opened(client, sized(40, seed, geometry))
    document.layout(algorithm="tree", options={"leaves": "stack", "levels": levels})
    drawing = drawing_of(document)
    assert overlaps(drawing) == [] and through(drawing) == [] and drawing.figures()["crossings"] == 0


@pytest.mark.parametrize("direction", ["right", "up", "left"])
def test_leaves_are_stacked_in_each_direction(client, direction):
    document = opened(client, sized(40, 1, "swiftFlow"))
    document.layout(algorithm="tree", options={"leaves": "stack", "direction": direction})
    drawing = drawing_of(document)
    assert overlaps(drawing) == [] and through(drawing) == [] and drawing.figures()["crossings"] == 0


def test_only_trees_that_are_too_wide_are_stacked(client):
    names = ["root"] + [f"m{at}" for at in range(5)] + [f"l{at}" for at in range(30)]
    nodes = [{"id": name} for name in names]
    pairs = [("root", f"m{at}") for at in range(5)] + [(f"m{at // 6}", f"l{at}") for at in range(30)]
    edges = [{"id": f"e{at}", "source": a, "target": b} for at, (a, b) in enumerate(pairs)]
    content = {"nodewire": 1, "nodes": nodes, "edges": edges}
    row, stack = (width(opened(client, content), leaves=leaves) for leaves in ("row", "stack"))
    assert stack < row / 4
    assert width(opened(client, content), maxWidth=row + 1) == row
    assert width(opened(client, content), maxWidth=row - 1) == stack


def test_a_stacked_tree_stays_when_it_is_laid_out_again(client):
    document = opened(client, graph("tree", 40, 3))
    document.layout(algorithm="tree", options={"leaves": "stack"})
    before = document.read()
    document.layout(algorithm="tree", options={"leaves": "stack", "stable": True})
    assert document.read()["nodes"] == before["nodes"] and document.read()["edges"] == before["edges"]


@pytest.mark.parametrize("seed", range(5))
def test_a_path_that_weighs_more_is_straight(client, seed):
    content, path = graph("layers", 24, seed), ["n0"]
    for edge in content["edges"]:
        if edge["source"] == path[-1]:
            path.append(edge["target"])
            edge["weight"] = 100
    document = opened(client, content)
    document.layout(algorithm="layered", options={"edges": "waypoints"})
    drawing = drawing_of(document)
    assert len({round(x + w / 2) for x, _, w, _ in (drawing.frames[node] for node in path)}) == 1
