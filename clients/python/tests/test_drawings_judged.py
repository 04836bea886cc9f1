"""Drawings of generated graphs, judged by laws: what covers, crosses, moves, stands in order and in the middle."""

import pytest

from nodewire_client import Client

from drawing_figures import changed_sides, moved, overlaps, through
from layout_graphs import MAKERS, graph
from served_drawings import drawing_of, opened

ALGORITHMS = ("layered", "tree", "radial", "force", "grid", "pack")
SEED = 1
#: How many nodes; in layers fewer, which take most of the time, and still fewer where many edges cross.
COUNT, FEW, LEAST = 30, 12, 6
HARD = ("layers", "near_layers", "dialog", "hubs", "grouped")
TREES = [("tree", seed) for seed in range(4)] + [("mirrored_tree", seed) for seed in range(4)]


@pytest.fixture(scope="module")
def client(server):
    with Client.launch(server, timeout=120) as client:
        yield client


def laid_out(client, content, algorithm, straight=False, **options):
    """A document of this content, laid out, and its drawing."""
    document = opened(client, content)
    document.layout(algorithm=algorithm, options=options)
    return document, drawing_of(document, straight)


def drawn(name, algorithm, seed=SEED):
    return graph(name, COUNT if algorithm != "layered" else LEAST if name in HARD else FEW, seed)


def middle(drawing, node, axis=0):
    return drawing.frames[node][axis] + drawing.frames[node][axis + 2] / 2


def children(drawing):
    """Of every node, its children in the order of the edges."""
    found = {}
    for parent, child in drawing.ends.values():
        found.setdefault(parent, []).append(child)
    return found


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("name", MAKERS)
def test_nothing_covers_another_and_twice_is_the_same(client, name, algorithm):
    content = drawn(name, algorithm)
    one, drawing = laid_out(client, content, algorithm, straight=True)
    assert overlaps(drawing) == []
    other, _ = laid_out(client, content, algorithm, straight=True)
    assert other.read()["nodes"] == one.read()["nodes"]


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("direction", ["down", "right"])
def test_no_edge_of_layers_goes_through_a_node(client, name, direction):
    _, drawing = laid_out(client, drawn(name, "layered", 2), "layered", edges="waypoints", direction=direction)
    assert through(drawing) == [] and overlaps(drawing) == []


@pytest.mark.parametrize(("name", "seed"), TREES)
def test_a_tree_has_its_parents_in_the_middle_and_its_children_in_order(client, name, seed):
    content = graph(name, 40, seed)
    for edge in content["edges"]:
        edge["type"] = "straight"
    _, drawing = laid_out(client, content, "tree")
    assert drawing.figures()["crossings"] == 0
    for parent, row in children(drawing).items():
        places = [middle(drawing, child) for child in row]
        assert places == sorted(places)
        assert middle(drawing, parent) == pytest.approx((places[0] + places[-1]) / 2)


@pytest.mark.parametrize("levels", ["shared", "own"])
@pytest.mark.parametrize("seed", range(4))
def test_a_tree_that_is_its_own_mirror_image_is_drawn_so(client, seed, levels):
    _, drawing = laid_out(client, graph("mirrored_tree", 39, seed), "tree", levels=levels)
    axis = middle(drawing, "n0")
    for left in range(1, 39, 2):
        one, two = f"n{left}", f"n{left + 1}"
        assert axis - middle(drawing, one) == pytest.approx(middle(drawing, two) - axis)
        assert drawing.frames[one][1] == pytest.approx(drawing.frames[two][1])


@pytest.mark.parametrize("algorithm", ["tree", "radial"])
@pytest.mark.parametrize("seed", range(3))
def test_a_tree_has_no_crossings(client, algorithm, seed):
    _, drawing = laid_out(client, graph("tree", 40, seed), algorithm, straight=True)
    assert drawing.figures()["crossings"] == 0


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("name", MAKERS)
def test_a_new_leaf_moves_next_to_nothing(client, name, algorithm):
    content = drawn(name, algorithm)
    plain = [node["id"] for node in content["nodes"] if node.get("type") != "group"]
    for parent in (plain[0], plain[len(plain) // 2], plain[-1]):
        document, before = laid_out(client, content, algorithm, straight=True)
        document.node.insert(node={"id": "leaf", "position": {"x": 0, "y": 0}})
        document.edge.connect(edge={"source": parent, "target": "leaf"})
        # Without a share that may be moved, two nodes change sides in no layered drawing, either.
        document.layout(algorithm=algorithm, options={"stable": 0 if algorithm == "layered" else True})
        after = drawing_of(document, straight=True)
        assert overlaps(after) == []
        frames = {node: before.frames[node] for node in plain}
        assert len(moved(frames, after.frames)) <= max(1, len(frames) // 20)
        # In a pack either of two that cover each other may be put elsewhere.
        assert changed_sides(frames, after.frames) == 0 or algorithm == "pack"
