"""Where nodes are boxes, a view that asks for it has links: the edges, by the nodes that they are drawn to."""

import random

import pytest

from nodewire_client import Client

COUNT = 2100
SIZE = {"width": 900, "height": 700, "scene": "svg", "margin": 0, "viewport": {"x": 40, "y": 40, "zoom": 0.18}}


@pytest.fixture
def client(server, tmp_path):
    with Client.launch(server, root=tmp_path, timeout=120) as client:
        yield client


def content():
    nodes = [
        {"id": f"n{i}", "position": {"x": i % 70 * 60, "y": i // 70 * 40}, "width": 40, "height": 20} for i in range(COUNT)
    ]
    edges = [{"id": f"e{i}", "source": f"n{i}", "target": f"n{i + 70}"} for i in range(COUNT - 70)]
    return {"nodes": nodes, "edges": edges}


def hold(document, view):
    """The links are the edges of the document, and what is selected says so."""
    edges = {edge["id"]: edge for edge in document.read()["edges"]}
    links = view.scene_items.edges
    assert set(links) == set(edges)
    selected = set(view.read(list=True)["selection"]["edgeIds"])
    for id, link in links.items():
        expected = {"source": edges[id]["source"], "target": edges[id]["target"], "count": 1}
        assert link == {**expected, **({"selected": True} if id in selected else {})}, id


def test_links_follow_edits_and_selections(client):
    draw = random.Random(5)
    document = client.create(content())
    view = document.open_view(**SIZE, links=True)
    hold(document, view)
    for step in range(30):
        kind, number = draw.randrange(5), draw.randrange(COUNT - 70)
        if kind == 0:
            document.edge.update(id=f"e{number}", patch={"target": f"n{draw.randrange(70, COUNT)}", "label": "x"})
        elif kind == 1:
            document.edge.connect(edge={"id": f"k{step}", "source": f"n{number}", "target": f"n{draw.randrange(COUNT)}"})
        elif kind == 2:
            document.history.undo()
        elif kind == 3:
            view.select(edges=[f"e{number}"])
        else:
            document.node.move(ids=[f"n{number}"], by={"x": 30, "y": 10})
        hold(document, view)


def test_only_who_asks_gets_links_and_near_by_they_are_edges(client):
    document = client.create(content())
    plain, linked = document.open_view(**SIZE), document.open_view(**SIZE, links=True)
    assert not plain.scene_items.edges and len(plain.scene_items.nodes) == COUNT
    linked.zoom(to=1, at={"x": 100, "y": 100})
    edges = linked.scene_items.edges
    assert edges and all("path" in edge and "source" not in edge for edge in edges.values())


def test_what_is_shown_is_listed_in_the_order_in_which_it_is_read(client):
    document = client.create(content())
    view = document.open_view(**SIZE, links=True)
    shown = view.scene_items
    nodes, edges = [list(items) for items in (shown.nodes, shown.edges)]
    assert len(nodes) > 1000 and view.read(reading=True)["reading"] == {"nodes": nodes, "edges": edges}
    assert "reading" not in view.read()
    for order in ("place", "flow"):
        document.settings.update(patch={"readingOrder": order})
        reading = view.read(reading=True)["reading"]
        assert sorted(reading["nodes"]) == sorted(nodes) and sorted(reading["edges"]) == sorted(edges)
        places = {id: place for place, id in enumerate(reading["nodes"])}
        ends = [(places[shown.edges[id]["source"]], places[shown.edges[id]["target"]]) for id in reading["edges"]]
        assert all(source < target for source, target in ends)
        if order == "place":
            frames = [(shown.nodes[id]["y"], shown.nodes[id]["x"]) for id in reading["nodes"]]
            assert frames == sorted(frames) and ends == sorted(ends)
