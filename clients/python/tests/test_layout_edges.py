"""What layouts do about edges: none passes a node, no two are one line, loops can be seen; types and directions."""

import json

import pytest
from nodewire_client import Client

from drawing_figures import overlaps, read_path, through
from labelled_graphs import enters
from layout_graphs import MAKERS, graph
from served_drawings import drawing_of, opened

ALGORITHMS = ("layered", "tree", "radial", "force", "grid", "pack")
ALLOWED = {"allowCycles": True, "allowSelfLoops": True, "allowDuplicates": True}


@pytest.fixture(scope="module")
def client(server):
    with Client.launch(server, timeout=120) as client:
        yield client


def document_of(client, nodes, edges, **settings):
    content = {"nodewire": 1, "nodes": nodes, "edges": edges, "settings": {**ALLOWED, **settings}}
    return client.open(text=json.dumps(content))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("name", MAKERS)
def test_no_edge_passes_a_node_by_default(client, name, algorithm):
    document = opened(client, graph(name, 25, 3))
    document.layout(algorithm=algorithm)
    drawing = drawing_of(document)
    assert through(drawing) == [] and overlaps(drawing) == []


@pytest.mark.parametrize("algorithm", ("layered", "tree", "force"))
@pytest.mark.parametrize("name", MAKERS)
def test_curves_pass_no_node_and_stay_when_the_layout_is_made_again(client, name, algorithm):
    document = opened(client, graph(name, 25, 3))
    document.layout(algorithm=algorithm, options={"edges": "curves"})
    drawing = drawing_of(document)
    assert through(drawing) == [] and overlaps(drawing) == []
    before = document.read()
    assert [edge for edge in before["edges"] if edge.get("type") == "bezier"]
    document.layout(algorithm=algorithm, options={"edges": "curves", "stable": True})
    # What passes the border of a group may be led another way, and a tree that is stable leads no edges through its levels.
    assert name == "grouped" or algorithm == "tree" or document.read()["edges"] == before["edges"]


def test_curves_cross_hardly_more_often_than_lines(client):
    crossings = dict.fromkeys(("waypoints", "curves"), 0)
    for name in MAKERS:
        for edges in crossings:
            document = opened(client, graph(name, 40, 5))
            document.layout(algorithm="layered", options={"edges": edges})
            crossings[edges] += drawing_of(document).figures()["crossings"]
    assert crossings["curves"] <= 1.1 * crossings["waypoints"] + 3


@pytest.mark.parametrize("edges", ["auto", "orthogonal"])
@pytest.mark.parametrize("radius", [0, 12, 1000])
def test_round_corners_pass_no_node(client, edges, radius):
    document = opened(client, graph("dialog", 30, 3))
    document.layout(algorithm="layered", options={"edges": edges, "cornerRadius": radius})
    drawing = drawing_of(document)
    assert edges == "orthogonal" or through(drawing) == []
    bent = [edge for edge in document.read()["edges"] if edge.get("waypoints") or edges == "orthogonal"]
    radii = {edge["pathOptions"]["borderRadius"] for edge in bent}
    assert max(radii) == radius and (edges == "auto" or len(radii) == 1)
    # Also where a later layout bends edges that have the radius already.
    steps = document.layout(algorithm="tree", options={"edges": "waypoints"})["revision"] - 1
    assert through(drawing_of(document)) == []
    document.history.undo(steps=steps)
    document.history.undo()
    assert "pathOptions" not in json.dumps(document.read())


@pytest.mark.parametrize("inwards", [False, True])
def test_merged_edges_share_a_level_leg(client, inwards):
    ends = [("root", f"n{index}") for index in range(6)]
    edges = [(b, a) if inwards else (a, b) for a, b in ends]
    document = document_of(
        client,
        [{"id": id} for id in ("root", *(b for _, b in ends))],
        [{"id": f"e{index}", "source": a, "target": b} for index, (a, b) in enumerate(edges)],
    )
    levels = {}
    for merged in (False, True):
        document.layout(algorithm="layered", options={"edges": "orthogonal", "direction": "down", "mergeEdges": merged})
        lines = drawing_of(document).lines.values()
        levels[merged] = {y for line in lines for (x, y), (to, at) in zip(line.points, line.points[1:]) if y == at and x != to}
    assert len(levels[True]) == 1 < len(levels[False])


@pytest.mark.parametrize("spread", [0, 12])
@pytest.mark.parametrize("edges", ["auto", "waypoints", "curves"])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_parallel_edges_are_apart_and_loops_have_a_length(client, algorithm, edges, spread):
    ends = ["ab", "ab", "ba", "ab", "bc", "cb", "aa", "aa", "bb"]
    document = document_of(
        client,
        [{"id": id} for id in "abcd"],
        [{"id": f"e{index}", "source": a, "target": b} for index, (a, b) in enumerate(ends)],
        edgeSpread=spread,
    )
    document.layout(algorithm=algorithm, options={"edges": edges})
    drawing = drawing_of(document)
    lines = {edge: [(round(x), round(y)) for x, y in line.points] for edge, line in drawing.lines.items()}
    assert len({min(tuple(line), tuple(line[::-1])) for line in lines.values()}) == len(ends)
    for index in (6, 7, 8):
        left, top, width, height = drawing.frames[ends[index][0]]
        right, bottom = left + width, top + height
        out = max(max(left - x, x - right, top - y, y - bottom) for x, y in lines[f"e{index}"])
        assert out >= 12


def test_what_states_a_type_keeps_it_and_goes_round(client):
    nodes = [{"id": id, "position": {"x": x, "y": 0}} for id, x in (("a", 0), ("wall", 300), ("b", 600))]
    kinds = {"plain": None, "steps": "smoothStep", "curve": "bezier", "round": "orthogonal"}
    edges = [{"id": id, "source": "a", "target": "b", **({"type": kind} if kind else {})} for id, kind in kinds.items()]
    document = document_of(client, nodes, edges)
    document.layout(algorithm="removeOverlaps")
    assert through(drawing_of(document)) == []
    read = {edge["id"]: edge for edge in document.read()["edges"]}
    assert read["plain"]["type"] == "straight" and read["plain"]["waypoints"]
    assert (read["steps"]["type"], read["steps"]["avoid"]) == ("smoothStep", True)
    # Between the middles of nodes it was a straight line.
    assert read["curve"]["type"] == "straight" and read["curve"]["waypoints"] != read["plain"]["waypoints"]
    assert "waypoints" not in read["round"] and "avoid" not in read["round"]
    document.history.undo()
    assert document.read()["edges"] == edges


def test_types_that_are_described_keep_their_names(client):
    document = document_of(client, [{"id": "a"}, {"id": "b"}], [{"id": "e", "type": "yes", "source": "a", "target": "b"}])
    document.types.update(edge_types={"yes": {"stroke": "#0a0"}})
    document.layout(algorithm="layered")
    assert document.read()["edges"][0]["type"] == "yes"


def test_kept_edges_stay_and_lose_what_means_nothing(client):
    nodes = [{"id": "a", "position": {"x": 0, "y": 0}}, {"id": "b", "position": {"x": 400, "y": 300}}]
    edges = [{"id": "e", "source": "a", "target": "b", "waypoints": [{"x": 5, "y": 200}]}, {"id": "f", "source": "a", "target": "b"}]
    document = document_of(client, nodes, edges)
    document.layout(algorithm="layered", options={"edges": "keep"})
    assert document.read()["edges"] == [{"id": "e", "source": "a", "target": "b"}, edges[1]]


@pytest.mark.parametrize("algorithm", ["layered", "tree"])
@pytest.mark.parametrize("side, direction", [("right", "right"), ("left", "left"), ("top", "up"), ("bottom", "down"), (None, "down")])
def test_edges_lead_where_their_handles_face(client, algorithm, side, direction):
    handles = [{"id": "out", "type": "source", "position": side}] if side else []
    nodes = [{"id": id, "handles": handles} for id in "abc"]
    edges = [{"source": a, "target": b, **({"sourceHandle": "out"} if side else {})} for a, b in ("ab", "ac")]
    document = document_of(client, nodes, edges)
    assert document.layout(algorithm=algorithm)["direction"] == direction
    assert document.layout(algorithm=algorithm, options={"direction": "up"})["direction"] == "up"
    assert "direction" not in document.layout(algorithm="grid")


def test_a_diagram_keeps_its_direction(client):
    document = client.open(text="flowchart LR\n a --> b --> c\n a --> c\n")
    assert document.layout(algorithm="layered")["direction"] == "right"


@pytest.mark.parametrize("direction", ["down", "right"])
def test_orthogonal_edges_leave_and_arrive_on_the_sides_of_the_direction(client, direction):
    content = graph("layers", 25, 5)
    document = client.open(text=json.dumps({"nodewire": 1, "settings": ALLOWED, **content}))
    document.layout(algorithm="layered", options={"edges": "orthogonal", "direction": direction})
    sides = ("bottom", "top") if direction == "down" else ("right", "left")
    edges = document.read()["edges"]
    geometry = document.edge.geometry(ids=[edge["id"] for edge in edges])["edges"]
    found = [(drawn["sides"]["source"], drawn["sides"]["target"]) for drawn in geometry.values()]
    assert found.count(sides) + found.count(sides[::-1]) == len(found)
    starts = {}
    for edge in edges:
        point = geometry[edge["id"]]["source"]
        starts.setdefault(edge["source"], []).append((point["x"], point["y"]))
    for points in starts.values():
        points.sort()
        assert all(abs(x - u) + abs(y - v) >= 7.5 for (x, y), (u, v) in zip(points, points[1:], strict=False))


def test_labels_of_orthogonal_edges_keep_off_one_another_and_off_nodes(client):
    ends = ["ab", "ab", "ba", "ac", "cb", "bd", "dc", "ad", "da"]
    edges = [{"id": f"e{index}", "source": a, "target": b, "label": f"label {index}"} for index, (a, b) in enumerate(ends)]
    document = document_of(client, [{"id": id} for id in "abcd"], edges)
    document.layout(algorithm="layered", options={"edges": "orthogonal"})
    geometry = document.edge.geometry(ids=[edge["id"] for edge in edges])["edges"]
    boxes = []
    for edge in edges:
        at, half = geometry[edge["id"]]["label"], (8 + 7 * len(edge["label"])) / 2
        boxes.append((at["x"] - half, at["y"] - 10, at["x"] + half, at["y"] + 10))
    nodes = [(x, y, x + width, y + height) for x, y, width, height in drawing_of(document).frames.values()]
    for index, one in enumerate(boxes):
        for other in boxes[:index] + nodes:
            assert min(min(one[axis + 2], other[axis + 2]) - max(one[axis], other[axis]) for axis in (0, 1)) <= 0


@pytest.mark.parametrize("room", [False, True])
@pytest.mark.parametrize("algorithm", ["layered", "force", "circle"])
@pytest.mark.parametrize("name", ["dialog", "near_layers", "grouped"])
def test_a_part_laid_out_covers_nothing_else_and_bars_no_edge(client, name, algorithm, room):
    document = opened(client, graph(name, 30, 5))
    document.layout(algorithm="layered")
    before = document.read()
    drawing = drawing_of(document)
    roots = [id for id in drawing.frames if id not in drawing.parents]
    middles = {id: (frame[0] + frame[2] / 2, frame[1] + frame[3] / 2) for id, frame in drawing.frames.items()}
    x, y = middles[roots[len(roots) // 2]]
    part = sorted(roots, key=lambda id: abs(middles[id][0] - x) + 2 * abs(middles[id][1] - y))[: len(roots) // 3]
    assert 1 < len(part) < len(roots)
    document.layout(algorithm=algorithm, ids=part, options={"makeRoom": room})
    after = drawing_of(document)
    assert overlaps(after) == [] and through(after) == []
    rest = set(roots) - set(part)
    if not room:
        assert {id: after.frames[id] for id in rest} == {id: drawing.frames[id] for id in rest}
    if document.read()["revision"] > before["revision"]:
        document.history.undo()
    undone = document.read()
    assert (undone["nodes"], undone["edges"]) == (before["nodes"], before["edges"])


def test_an_edge_that_leads_back_between_default_handles_leads_around_its_nodes(client):
    content = {
        "nodes": [{"id": id, "position": {"x": 0, "y": 0}, "data": {"label": id}} for id in "abcde"],
        "edges": [{"id": pair, "source": pair[0], "target": pair[1], "type": "straight"} for pair in ("ab", "bc", "ca", "cd", "de", "ec", "be")],
    }
    document = client.open(text=json.dumps(content))
    document.layout(algorithm="layered")
    drawing = drawing_of(document)
    assert drawing.figures()["crossings"] <= 1 and overlaps(drawing) == []
    frames = {node["id"]: node["position"] for node in document.read()["nodes"]}
    for edge, geometry in document.edge.geometry(ids=["ca", "ec"])["edges"].items():
        points = read_path(geometry["path"]).points
        assert points[1][1] > frames[edge[0]]["y"] + 60 and points[-2][1] < frames[edge[1]]["y"]


def test_no_line_strikes_the_title_of_a_group(client):
    nodes = [
        {"id": "g", "type": "group", "label": "A wide title", "acceptsChildren": True},
        {"id": "in", "parentId": "g", "width": 60}, {"id": "top", "width": 60}, {"id": "other", "width": 60},
    ]
    edges = [{"id": "e", "source": "top", "target": "in"}, {"id": "f", "source": "top", "target": "other"}]
    document = document_of(client, nodes, edges)
    document.layout(algorithm="layered", options={"edges": "waypoints", "groups": "nested"})
    place = next(node["position"] for node in document.read()["nodes"] if node["id"] == "g")
    title = (place["x"] + 12, place["y"] + 7, place["x"] + 74, place["y"] + 22)
    points = read_path(document.edge.geometry(ids=["e"])["edges"]["e"]["path"]).points
    assert not enters(points, title)
