"""Edits beside groups: stable layouts keep the form of those without a change; edges over borders are led again."""

import random

import pytest

from nodewire_client import Client

from drawing_figures import overlaps, through
from served_drawings import drawing_of, opened

ALLOWED = {"allowCycles": True, "allowSelfLoops": True}


@pytest.fixture(scope="module")
def client(server):
    with Client.launch(server, timeout=120) as client:
        yield client


def teams(seed, depth=1, layout=None):
    """Trees in groups, of which some lie in groups of their own, and edges among any nodes."""
    rng = random.Random(seed)
    nodes, pairs, plain = [], [], []
    for team in range(rng.randint(3, 6)):
        group = f"g{team}"
        nodes.append({"id": group, "type": "group", "width": 100, "height": 100, **(layout or {})})
        for part in range(rng.randint(1, 3) if depth > 1 else 1):
            around = group if depth == 1 else f"{group}p{part}"
            if depth > 1:
                nodes.append({"id": around, "type": "group", "width": 100, "height": 100, "parentId": group})
            own = []
            for at in range(rng.randint(2, 6)):
                size = {"width": rng.choice([100, 120, 150]), "height": rng.choice([40, 50, 60])}
                nodes.append({"id": f"{around}n{at}", "parentId": around, **size})
                if own:
                    pairs.append((rng.choice(own), f"{around}n{at}"))
                own.append(f"{around}n{at}")
            plain += own
    for _ in range(rng.randint(5, 12)):
        pairs.append(tuple(rng.sample(plain, 2)))
    edges = [{"id": f"e{at}", "source": a, "target": b} for at, (a, b) in enumerate(dict.fromkeys(pairs))]
    return {"nodewire": 1, "nodes": nodes, "edges": edges, "settings": ALLOWED}


def edited(document, rng, at, inside=False):
    """One edit of a node or an edge, inside of a group or among all; returns the nodes that it touches."""
    content = document.read()
    parents = {node["id"]: node.get("parentId") for node in content["nodes"]}
    plain = [node["id"] for node in content["nodes"] if node.get("type") != "group"]
    node = rng.choice(plain)
    kind = rng.choice(["leaf", "leaf", "leaf", "edge", "edge", "cut", "remove", "resize"])
    if kind == "leaf":
        size = {"width": rng.choice([100, 150]), "height": rng.choice([40, 60])}
        added = {"id": f"x{at}", "parentId": parents[node], "position": {"x": 0, "y": 0}, **size}
        document.node.insert(node=added)
        document.edge.connect(edge={"id": f"xe{at}", "source": node, "target": f"x{at}"})
        return {node}
    if kind == "edge":
        others = [other for other in plain if other != node and (parents[other] == parents[node] or not inside)]
        other = rng.choice(others or plain)
        if not any({node, other} == {edge["source"], edge["target"]} for edge in content["edges"]):
            document.edge.connect(edge={"id": f"xe{at}", "source": node, "target": other})
        return {node, other}
    if kind == "cut" and content["edges"]:
        edge = rng.choice(content["edges"])
        document.element.remove(edges=[edge["id"]])
        return {edge["source"], edge["target"]}
    if kind == "remove" and len(plain) > 8:
        edges = [edge for edge in content["edges"] if node in (edge["source"], edge["target"])]
        document.element.remove(nodes=[node])
        return {node} | {end for edge in edges for end in (edge["source"], edge["target"])}
    document.node.update(id=node, set={"width": rng.choice([90, 130, 200]), "height": rng.choice([40, 90])})
    return {node}


def forms(drawing, touched):
    """Of each group that holds no node that was touched, where what it holds lies in it."""
    changed = {group for node in touched for group in drawing.around(node)}
    found = {}
    for node in drawing.frames:
        for group in drawing.around(node):
            if group not in changed:
                x, y, *size = drawing.frames[node]
                found[node, group] = (x - drawing.frames[group][0], y - drawing.frames[group][1], *size)
    return found


@pytest.mark.parametrize("direction", ["down", "right"])
@pytest.mark.parametrize(("seed", "depth"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_a_group_without_a_change_keeps_its_form(client, seed, depth, direction):
    rng = random.Random(seed)
    document = opened(client, teams(seed, depth))
    document.layout(algorithm="layered", options={"direction": direction})
    for at in range(58):
        before = drawing_of(document)
        touched = edited(document, rng, at)
        document.layout(algorithm="layered", options={"direction": direction, "stable": True})
        after = drawing_of(document)
        assert overlaps(after) == [] and through(after) == []
        now = forms(after, touched)
        for key, form in forms(before, touched).items():
            assert now[key] == pytest.approx(form, abs=1e-6), (at, key)


@pytest.mark.parametrize("seed", range(6))
def test_edges_over_borders_of_automatic_groups_pass_no_nodes(client, seed):
    rng = random.Random(seed)
    document = opened(client, teams(seed, layout={"layout": {"algorithm": "layered", "auto": True}}))
    document.layout(algorithm="layered")
    for at in range(30):
        edited(document, rng, at, inside=True)
        drawing = drawing_of(document)
        assert through(drawing) == [] and overlaps(drawing) == []
