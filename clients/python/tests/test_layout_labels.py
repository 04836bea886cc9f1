"""Labels of edges in layered layouts: each stands where the layout kept room for it."""

from random import Random

import pytest
from labelled_graphs import GRAPHS, conflicts, labelled
from labelled_graphs import boxes as drawn_boxes
from served_drawings import opened

from nodewire_client import Client
from texts import label_width


@pytest.fixture
def document(server, tmp_path):
    with Client.launch([server], root=tmp_path, timeout=300) as client:
        nodes = [{"id": name} for name in "abcdef"] + [{"id": "g", "type": "group"}, {"id": "in", "parentId": "g"}]
        ends = ["ab", "ac", "ad", "be", "ce", "ae", "ae", "ef", "aa", "aa"]
        edges = [
            {"id": f"e{index}", "source": source, "target": target, "label": f"a label of edge {index}" * (index % 2 + 1)}
            for index, (source, target) in enumerate(ends)
        ]
        edges.append({"id": "into", "source": "a", "target": "in", "label": "into the group", "labelOffset": {"x": 9, "y": 9}})
        content = {"nodes": nodes, "edges": edges, "settings": {"allowCycles": True, "allowSelfLoops": True, "allowDuplicates": True}}
        yield client.create(content=content)


def boxes(document):
    """The frames of the nodes, but for the group, and the boxes of the labels."""
    read = document.read()
    places = {node["id"]: node["position"] for node in read["nodes"]}
    for node in read["nodes"]:
        if node["id"] != "g":
            outer = places[node["parentId"]] if "parentId" in node else {"x": 0, "y": 0}
            x, y = (node["position"][axis] + outer[axis] for axis in ("x", "y"))
            yield node["id"], (x, y, x + 150, y + 40)
    geometry = document.edge.geometry(ids=[edge["id"] for edge in read["edges"]])["edges"]
    for edge in read["edges"]:
        point = geometry[edge["id"]]["label"]
        half = label_width(edge["label"]) / 2
        yield edge["id"], (point["x"] - half, point["y"] - 10, point["x"] + half, point["y"] + 10)


@pytest.mark.parametrize("direction", ["down", "right", "up", "left"])
def test_labels_lie_on_nothing_else_and_one_undo_takes_them_back(document, direction):
    before = document.read()
    document.layout(algorithm="layered", options={"edges": "waypoints", "direction": direction})
    found = list(boxes(document))
    for index, (one, a) in enumerate(found):
        for other, b in found[:index]:
            shared = (min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1]))
            assert min(shared) <= 1, (one, other)
    edges = document.read()["edges"]
    assert all("labelPosition" in edge and "labelOffset" not in edge for edge in edges)
    document.history.undo()
    after = document.read()
    assert (after["nodes"], after["edges"]) == (before["nodes"], before["edges"])


def test_without_room_labels_stay_where_they_are(document):
    document.layout(algorithm="layered", options={"edges": "waypoints", "labels": False})
    assert all("labelPosition" not in edge for edge in document.read()["edges"])


def test_places_of_handles_count_only_where_they_are_fixed(document):
    def laid_out(offset, ports):
        handles = [{"id": "h", "type": "source", "position": "bottom", "offset": offset}]
        document.node.update(id="a", set={"handles": handles})
        for edge in ("e0", "e1", "e2"):
            document.edge.update(id=edge, set={"sourceHandle": "h"})
        document.layout(algorithm="layered", options={"ports": ports})
        return [node["position"] for node in document.read()["nodes"]]

    assert laid_out(0.1, "order") == laid_out(0.3, "order")
    assert laid_out(0.1, "fixed") != laid_out(0.3, "fixed")


@pytest.mark.parametrize("edges", ["waypoints", "curves", "orthogonal"])
def test_labels_of_many_graphs_lie_beside_each_other_and_beside_nodes(server, edges):
    """Over four hundred labels, as the picture shows them; at most one lies on the line of another edge."""
    found = {}
    with Client.launch(server, timeout=300) as client:
        for name in GRAPHS:
            document = opened(client, labelled(name))
            document.layout(algorithm="layered", options={"edges": edges})
            found[name] = conflicts(document)
    assert [name for name, (pairs, covered, _) in found.items() if pairs or covered] == []
    struck = {name: lines for name, (_, _, lines) in found.items() if lines}
    assert sum(map(len, struck.values())) <= 1, struck


@pytest.mark.parametrize("edges", ["auto", "orthogonal", "curves"])
@pytest.mark.parametrize("seed", range(3))
def test_labels_lie_in_the_lanes_of_their_ends(server, edges, seed):
    """Each label is right of all lanes before those of its ends, and left of all behind them."""
    random = Random(seed)
    content = labelled("machine 20")
    lane = {node["id"]: random.randrange(3) for node in content["nodes"]}
    lanes = [{"id": f"l{at}", "ids": [node for node in lane if lane[node] == at]} for at in range(3)]
    content["constraints"] = [{"id": "who", "kind": "lanes", "lanes": lanes}]
    with Client.launch(server, timeout=300) as client:
        document = opened(client, content)
        document.layout(algorithm="layered", options={"edges": edges})
        (read, picture) = (document.read(), document.export(format="svg")["text"])
    frames = {node["id"]: (node["position"]["x"], node["position"]["x"] + node["width"]) for node in read["nodes"]}
    right = [max((frames[node][1] for node in lane if lane[node] <= at), default=float("-inf")) for at in range(3)]
    left = [min((frames[node][0] for node in lane if lane[node] >= at), default=float("inf")) for at in range(3)]
    places = drawn_boxes(picture)
    for edge, (_, low, _, high, _) in zip([edge for edge in read["edges"] if edge["label"].strip()], places):
        first, last = sorted((lane[edge["source"]], lane[edge["target"]]))
        assert first == 0 or (low + high) / 2 > right[first - 1], edge
        assert last == 2 or (low + high) / 2 < left[last + 1], edge
