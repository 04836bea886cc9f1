"""What is said of elements to people who do not see them, and what rows read, is in the items of a view that asks."""

import random

import pytest

from nodewire_client import Client, Scene
from nodewire_client.errors import ServerError

TYPES = {
    "number": {"title": "Number", "computed": "data.value", "handles": [{"id": "out", "type": "source", "position": "right"}]},
    "sum": {
        "computed": "a + b",
        "handles": [
            {"id": "a", "type": "target", "position": "left", "label": "A"},
            {"id": "b", "type": "target", "position": "left", "default": 1},
            {"id": "out", "type": "source", "position": "right"},
        ],
    },
    "show": {"title": "Show", "handles": [{"id": "in", "type": "target", "position": "left", "limit": 3}]},
}


@pytest.fixture
def client(server):
    with Client.launch(server, timeout=60, clock="client") as client:
        yield client


def edit(rng, document, view, turn):
    kind, node, other = rng.randrange(13), f"n{rng.randrange(10)}", f"n{rng.randrange(10)}"
    if kind == 0:
        document.node.update(id=node, patch={"label": rng.choice([None, "", "A", "B"])})
    elif kind == 1:
        document.node.update(id=node, patch={"data": {"value": rng.choice([1, 2.5, "x", True, None]), "text": "t"}})
    elif kind == 2:
        document.node.update(id=node, patch={"type": rng.choice([None, *TYPES, "unknown"])})
    elif kind == 3:
        document.edge.connect(edge={"id": f"e{turn}", "source": node, "target": other})
    elif kind == 4:
        edges = document.read()["edges"]
        if edges:
            document.element.remove(edges=[rng.choice(edges)["id"]])
    elif kind == 5:
        document.types.update(patch={"show": {"title": rng.choice("XYZ"), "description": rng.choice([None, "D"])}})
    elif kind == 6:
        view.pan(by={"x": rng.randrange(-400, 400), "y": 0})
    elif kind == 7:
        document.node.update(id=node, patch={"collapsed": rng.random() < 0.5})
    elif kind == 8:
        document.node.reparent(ids=[node], parent_id=rng.choice([None, "group"]))
    elif kind == 9:
        document.history.undo()
    elif kind == 10:
        document.history.redo()
    elif kind == 11:
        document.node.update(id="group", patch={"collapsed": rng.random() < 0.5, "label": rng.choice("GH")})
    else:
        view.zoom(by=rng.choice([0.5, 2]), at={"x": 300, "y": 200})


@pytest.mark.parametrize("seed", range(8))
def test_texts_follow_every_change(client, seed):
    """Frames applied in order have the texts that a view has which is opened now."""
    rng = random.Random(seed)
    nodes = [{"id": "group", "acceptsChildren": True, "position": {"x": 0, "y": 300}, "width": 400, "height": 200}]
    nodes += [{"id": f"n{i}", "type": rng.choice([*TYPES, "unknown"]), "position": {"x": 170 * i, "y": 0}} for i in range(10)]
    settings = {"allowSelfLoops": True, "allowDuplicates": True}
    document = client.create({"nodes": nodes, "types": TYPES, "settings": settings})
    view = document.open_view(width=900, height=400, margin=0, scene="svg", texts=True)
    for turn in range(100):
        try:
            edit(rng, document, view, turn)
        except ServerError:
            continue
        fresh = Scene()
        fresh.load(view.scene())
        for kept, new in ((view.scene_items.nodes, fresh.nodes), (view.scene_items.edges, fresh.edges)):
            assert {id: item.get("texts") for id, item in kept.items()} == {id: item.get("texts") for id, item in new.items()}


def opened(client, content):
    document = client.create(content)
    return document, document.open_view(width=900, height=400, scene="svg", texts=True)


def texts(view, node):
    return view.scene_items.nodes[node]["texts"]


def at(id, **more):
    return {"id": id, "position": {"x": 0, "y": 0}, **more}


def test_a_node_is_called_by_its_label_its_text_its_type_or_its_id(client):
    content = {"types": {"t": {"title": "Kind", "description": "What it does", "role": "message"}}}
    nodes = [
        at("a"),
        at("b", type="t"),
        at("c", type="t", label="L"),
        at("d", type="t", data={"text": "Said"}),
        at("e", type="t", label="", data={"text": "Said"}),
        at("f", label=""),
        at("g", label="G", acceptsChildren=True),
        at("h", type="t", label="h"),
    ]
    _, view = opened(client, {**content, "nodes": nodes})
    kind = {"role": "message", "type": "Kind", "description": "What it does"}
    assert texts(view, "a") == {"role": "node", "name": "a"}
    assert texts(view, "b") == {**kind, "name": "Kind"}
    assert texts(view, "c") == {**kind, "name": "L"}
    assert texts(view, "d") == {**kind, "name": "Said"}
    assert texts(view, "e") == {**kind, "name": "Said", "description": "Said"}
    assert texts(view, "f") == {"role": "node", "name": "f"}
    assert texts(view, "g") == {"role": "group", "name": "G"}
    assert texts(view, "h") == {**kind, "name": "h"}


def test_rows_read_values_of_every_kind(client):
    value = {"computed": "data.value", "handles": [{"id": "o", "type": "source", "position": "right"}]}
    shows = {"show": {"handles": [{"id": "in", "type": "target", "position": "left", "label": "In"}]}, "v": value}
    values = [1.5, True, "two words", [1, [2]], {"color": [1, 0, 0.5]}, list(range(12)), "x" * 300, None]
    nodes = [at(f"v{i}", type="v", data={"value": value}) for i, value in enumerate(values)]
    nodes += [at(f"s{i}", type="show") for i in range(len(values))]
    edges = [{"id": f"e{i}", "source": f"v{i}", "target": f"s{i}"} for i in range(len(values))]
    document, view = opened(client, {"types": shows, "nodes": nodes, "edges": edges})
    rows = [texts(view, f"s{i}")["rows"] for i in range(len(values))]
    long = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …]"
    wanted = ["1.5", "true", "two words", "[1, [2]]", "#ff0080", long, "x" * 199 + "…"]
    assert [row[0]["text"] for row in rows] == ["In: " + text for text in wanted] + ["In"]
    assert rows[-1][0]["error"] == "missingData"
    document.edge.connect(edge={"id": "more", "source": "v1", "target": "s0"})
    assert texts(view, "s0")["rows"] == [{"handle": "in", "type": "target", "text": "In: 1.5, true"}]


def test_an_edge_says_where_it_leads_as_it_is_drawn(client):
    answers = {"handles": [{"id": "yes", "type": "source", "position": "right", "label": "Yes"}]}
    nodes = [
        at("ask", type="ask", label="Ready?"),
        at("box", acceptsChildren=True, collapsed=True, label="Box"),
        at("in", parentId="box", label="Inside"),
        at("end", label="End"),
    ]
    edges = [
        {"id": "a", "source": "ask", "sourceHandle": "yes", "target": "in"},
        {"id": "b", "source": "in", "target": "end", "label": "on"},
    ]
    document, view = opened(client, {"types": {"ask": answers}, "nodes": nodes, "edges": edges})
    said = {id: item["texts"] for id, item in view.scene_items.edges.items()}
    assert said["a"] == {"role": "edge", "source": "Ready?", "via": "Yes", "target": "Box"}
    assert said["b"] == {"role": "edge", "name": "on", "source": "Box", "target": "End"}
    document.node.update(id="box", patch={"collapsed": False})
    assert view.scene_items.edges["a"]["texts"]["target"] == "Inside"


def test_a_view_that_does_not_ask_is_sent_none(client):
    document, _ = opened(client, {"nodes": [at("a", label="A")]})
    view = document.open_view(width=600, height=400, scene="svg")
    document.node.update(id="a", patch={"label": "B"})
    assert "texts" not in view.scene_items.nodes["a"]
