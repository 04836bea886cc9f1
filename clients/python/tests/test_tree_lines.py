"""Edges of trees cross nothing, whatever their shapes, sizes, sides and styles."""

import random

import pytest

from nodewire_client import Client

from drawing_figures import overlaps, through
from served_drawings import drawing_of, opened

SHAPES = {
    "any": lambda rng, at: rng.randrange(at),
    "recent": lambda rng, at: rng.randrange(max(0, at - 8), at),
    "bushy": lambda rng, at: (at - 1) // 7,
    "binary": lambda rng, at: (at - 1) // 2,
    "star": lambda rng, at: 0,
    "hubs": lambda rng, at: 0 if rng.random() < 0.3 else rng.randrange(max(0, at - 30), at),
    "broad": lambda rng, at: rng.randrange(max(0, at - int(at**0.5) - 1), at),
}
SIZES = [([150], [60]), ([40, 100, 150, 220], [30, 60, 120]), ([10, 400], [10, 300])]
STYLES = [
    {},
    {"edges": "orthogonal"},
    {"edges": "curves"},
    {"direction": "right"},
    {"direction": "left", "edges": "orthogonal"},
    {"direction": "up", "parent": "box", "align": "center"},
    {"direction": "right", "sides": "both"},
    {"sides": "both", "edges": "orthogonal", "align": "end"},
    {"leaves": "stack"},
    {"leaves": "stack", "edges": "orthogonal"},
]


@pytest.fixture(scope="module")
def client(server):
    with Client.launch(server, timeout=120) as client:
        yield client


def tree(shape, count, seed):
    rng = random.Random(f"{shape} {count} {seed}")
    widths, heights = SIZES[seed % 3]
    nodes = [{"id": f"n{at}", "width": rng.choice(widths), "height": rng.choice(heights)} for at in range(count)]
    pairs = [(SHAPES[shape](rng, at), at) for at in range(1, count)]
    if seed > 2:
        rng.shuffle(pairs)
    edges = [{"id": f"e{b}", "source": f"n{a}", "target": f"n{b}"} for a, b in pairs]
    return {"nodewire": 1, "nodes": nodes, "edges": edges}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("shape", SHAPES)
def test_no_edge_of_a_tree_crosses_another(client, shape, seed):
    content = tree(shape, 30 + 8 * seed, seed)
    # Each style has trees of each shape, small and large ones, but not all of them.
    for options in STYLES[(seed + seed // 3) % 3 :: 3]:
        document = opened(client, content)
        figures = document.layout(algorithm="tree", options=options)["figures"]
        drawing = drawing_of(document)
        # The edges of a star share a trunk: to count them here, each with each, takes minutes.
        counted = figures if shape == "star" else drawing.figures()
        assert counted["crossings"] == 0, options
        assert through(drawing) == [] and overlaps(drawing) == [], options
        document.close(discard=True)


@pytest.mark.parametrize("shape", ["any", "bushy", "broad"])
@pytest.mark.parametrize("edges", ["auto", "orthogonal"])
def test_nor_does_one_of_a_large_tree(client, shape, edges):
    document = opened(client, tree(shape, 1500, 1))
    figures = document.layout(algorithm="tree", options={"edges": edges})["figures"]
    assert figures["crossings"] == 0
