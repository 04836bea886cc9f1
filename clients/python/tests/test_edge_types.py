"""Edges have the path and the look of their types, for the state in which they are, wherever they are shown."""

import json
import random

import pytest
from routed_edges import opened

from nodewire_client import Client

LOOK = ("color", "strokeWidth", "dash", "opacity", "animated")


@pytest.fixture
def client(server, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Client.launch(server, timeout=120) as client:
        yield client


def looks(view):
    return {
        id: {name: edge[name] for name in (*LOOK, "arrows", "path") if edge.get(name) is not None}
        for id, edge in view.scene_items.edges.items()
    }


def look_at_random(draw):
    members = {
        "stroke": draw.choice(["#0a0", "red", "rgb(1,2,3)"]), "strokeWidth": draw.randrange(5),
        "dash": draw.choice([[], [4, 2]]), "opacity": draw.choice([0.25, 0.5, 1]), "animated": draw.random() < 0.5,
        "markerEnd": draw.choice(["none", "arrow"]),
    }  # fmt: skip
    return {name: members[name] for name in members if draw.random() < 0.4}


def type_at_random(draw):
    entry = look_at_random(draw)
    for state in ("selected", "invalid"):
        if draw.random() < 0.5:
            entry[state] = look_at_random(draw)
    if draw.random() < 0.4:
        entry["path"] = draw.choice(["straight", "smoothStep", "orthogonal"])
    return entry


def expected(content, edge, selected, wrong):
    """The line of an edge by the rules of the page, found anew."""
    entry = content.get("content", {}).get("edgeTypes", {}).get(edge.get("type", "default"), {})
    parts = [entry, edge.get("style", {})]
    parts += [entry.get("selected", {})] if edge["id"] in selected else []
    parts += [entry.get("invalid", {})] if edge["id"] in wrong else []
    said = {name: value for part in parts for name, value in part.items()}
    usual = {"strokeWidth": None, "dash": [], "opacity": 1, "animated": False}
    line = {"color": said.get("stroke"), **{name: said.get(name, usual[name]) for name in usual}}
    return {name: value for name, value in line.items() if value != usual.get(name)}


def check_looks(document, view, selected):
    content = document.read()
    found = document.check()["diagnostics"]
    wrong = {
        id for each in found if each["severity"] == "error" for id in each.get("elements", {}).get("edges", [])
    }
    shown = looks(view)
    for edge in content["edges"]:
        line = {name: value for name, value in shown[edge["id"]].items() if name in LOOK}
        assert line == expected(content, edge, selected, wrong), edge


@pytest.mark.parametrize("seed", range(6))
def test_frames_kept_in_step_show_the_looks_of_the_types(client, seed):
    draw = random.Random(seed)
    handles = [{"id": "in", "type": "target", "limit": 1}, {"id": "out", "type": "source"}]
    nodes = [
        {"id": f"n{i}", "position": {"x": i % 3 * 300, "y": i // 3 * 200}, "width": 80, "height": 40,
         "handles": handles}
        for i in range(6)
    ]  # fmt: skip
    names = ["yes", "no", "default", "step", None]
    edges = []
    for i in range(9):
        edge = {"id": f"e{i}", "source": f"n{draw.randrange(3)}", "target": f"n{draw.randrange(3, 6)}"}
        edges.append(edge | ({"type": name} if (name := draw.choice(names)) else {}))
    content = {"nodes": nodes, "edges": edges, "settings": {"allowDuplicates": True}}
    content["edgeTypes"] = {name: type_at_random(draw) for name in ("yes", "default")}
    document, view = opened(client, content)
    selected = set()
    for _ in range(16):
        deed, name = draw.randrange(7), f"e{draw.randrange(9)}"
        if deed == 0:
            patch = {draw.choice(["yes", "no", "default", "step"]): draw.choice([None, type_at_random(draw)])}
            document.types.update(edge_types=patch)
        elif deed == 1:
            document.edge.update(id=name, patch={"type": draw.choice(names)})
        elif deed == 2:
            document.edge.update(id=name, patch={"style": {"stroke": "blue", "animated": True}})
        elif deed == 3:
            document.edge.update(id=name, patch={"style": None})
        elif deed == 4:
            selected = {f"e{i}" for i in range(9) if draw.random() < 0.3}
            view.select(edges=sorted(selected))
        elif deed == 5:
            mode = draw.choice(["off", "error"])
            document.settings.update(patch={"diagnostics": {"connection.limit": mode}})
        else:
            document.history.undo()
        check_looks(document, view, selected)
        # The same as a view that is opened now.
        fresh = document.open_view(width=2000, height=1500, viewport={"x": 600, "y": 500, "zoom": 1}, scene="svg")
        fresh.select(edges=sorted(selected))
        assert looks(view) == looks(fresh)
        fresh.close()


def test_two_replicas_change_different_types(client):
    content = {"nodewire": 1, "nodes": [], "edges": [], "edgeTypes": {"a": {}, "b": {}}}
    for name in "rs":
        client.document.open(document=name, text=json.dumps(content), replica=name)

    def hear(name, other):
        changes = client.document.changes_since(document=other)["changes"]
        client.document.merge(document=name, with_={"changes": changes})

    client.types.update(document="r", edge_types={"a": {"stroke": "red"}})
    client.types.update(document="s", edge_types={"b": {"stroke": "blue"}})
    hear("r", "s")
    hear("s", "r")
    for name in "rs":
        types = client.document.read(document=name)["content"]["edgeTypes"]
        assert types == {"a": {"stroke": "red"}, "b": {"stroke": "blue"}}


def test_types_are_content_of_files_and_differences(client, tmp_path):
    content = {"nodes": [{"id": "a"}], "edges": [], "edgeTypes": {"yes": {"stroke": "red"}}}
    document = client.create(content)
    before = document.hash()
    document.types.update(edge_types={"yes": {"dash": [4, 2]}})
    assert document.hash()["hash"] != before["hash"]
    document.save(path=str(tmp_path / "d.json"))
    again = client.open(str(tmp_path / "d.json"))
    assert again.hash()["hash"] == document.hash()["hash"]
    edits = again.diff(with_={"text": json.dumps({"nodewire": 1, **content})})["edits"]
    again.edit(edits=edits)
    assert again.read()["content"]["edgeTypes"] == content["edgeTypes"]


def test_a_query_for_a_type_finds_the_edges_that_name_it(client):
    nodes = [{"id": name, "position": {"x": 0, "y": 100 * at}} for at, name in enumerate("ab")]
    edges = [
        {"id": "e", "source": "a", "target": "b", "type": "yes"},
        {"id": "f", "source": "a", "target": "b", "type": "smoothStep"},
    ]
    types = {"yes": {"path": "smoothStep"}}
    document = client.create({"nodes": nodes, "edges": edges, "edgeTypes": types})
    for name, id in (("yes", "e"), ("smoothStep", "f")):
        found = document.find(where={"type": name, "kind": "edge"})
        assert found["edges"] == [id]


def test_an_edge_that_is_moved_looks_so_while_it_is_refused(client):
    nodes = [{"id": name, "position": {"x": 200 * at, "y": 0}} for at, name in enumerate("abc")]
    edges = [{"id": "e", "source": "a", "target": "b", "type": "yes", "style": {"stroke": "blue"}}]
    types = {"yes": {"dash": [4, 2], "invalid": {"stroke": "red"}}}
    document, view = opened(client, {"nodes": nodes, "edges": edges, "edgeTypes": types})
    view.gesture.begin(kind="reconnect", edge="e", end="target", at={"x": 275, "y": 0})
    view.gesture.update(node="c", handle="target")
    assert view.scene_items.state["gesture"]["look"] == {"color": "blue", "dash": [4, 2]}
    view.gesture.update(node="a", handle="target")
    assert view.scene_items.state["gesture"]["allowed"] is False
    assert view.scene_items.state["gesture"]["look"] == {"color": "red", "dash": [4, 2]}
