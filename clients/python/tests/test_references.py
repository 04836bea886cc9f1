"""Nodes and edges as objects, of both clients: reading, edits, iteration, and batches as one undo step."""

import asyncio
import importlib

import pytest

from nodewire_client import Client, aio, errors

CONTENT = {
    "nodes": [{"id": name, "position": {"x": 0, "y": 100 * place}} for place, name in enumerate("abc")],
    "edges": [{"id": "ab", "source": "a", "target": "b"}],
}


@pytest.fixture
def document(server, tmp_path):
    with Client.launch([server], root=tmp_path) as client:
        yield client.create(CONTENT)


def test_what_a_node_is_and_what_is_done_to_it(document):
    node = document.nodes["a"]
    node.move(40, 5)
    assert node.content["position"] == {"x": 40, "y": 5}
    node.move_to(0, 0)
    node.update(label="A", data={"text": "hello"})
    assert node.content["label"] == "A" and node.content["data"] == {"text": "hello"}
    made = node.connect(document.nodes["c"], label="on")
    edge = document.edges[made["id"]]
    assert (edge.source, edge.target, edge.content["label"]) == (node, document.nodes["c"], "on")
    assert [one.id for one in node.edges] == ["ab", edge.id]
    with pytest.raises(errors.ConnectionRefused):
        node.connect(node)
    edge.update(label="off")
    edge.remove()
    node.remove()
    assert [one.id for one in document.nodes] == ["b", "c"] and len(document.edges) == 0
    with pytest.raises(KeyError):
        node.content
    with pytest.raises(KeyError):
        document.nodes["a"]
    assert "a" not in document.nodes and document.nodes["b"] in document.nodes and document.nodes.get("a") is None
    assert repr(document.nodes["b"]) == f"<NodeReference 'b' of {document.id!r}>" and document.id in repr(document)


def test_what_cannot_be_set_says_what_to_call(document):
    node, before = document.nodes["a"], document.hash()
    wrong = {
        "document.node.insert": lambda: document.nodes.__setitem__("a", {}),
        "document.edge.connect": lambda: document.edges.__setitem__("ab", {}),
        r"call remove\(\)": lambda: document.nodes.__delitem__("a"),
        "nodes cannot be set: call edits": lambda: setattr(document, "nodes", {}),
        "edges cannot be set: call edits": lambda: setattr(document, "edges", {}),
        "replica cannot be set: call edits": lambda: setattr(document, "replica", None),
        r"update\(label=": lambda: setattr(node, "label", "A"),
        "position cannot be set": lambda: setattr(node, "position", (1, 2)),
        "id cannot be set": lambda: setattr(node, "id", "b"),
        "use the edits": lambda: node.content.update(label="A"),
    }
    for said, write in wrong.items():
        with pytest.raises((TypeError, AttributeError), match=said):
            write()
    assert (node.id, document.hash()) == ("a", before)


def test_shapes_may_be_tuples(document):
    x, y = document.nodes["b"].position
    assert (x, y) == (0, 100) == document.nodes["b"].position
    document.node.move(ids=["a"], to=(5, 6))
    document.node.move(ids=["b"], to=document.nodes["a"].position)
    document.node.move(ids=["c"], to=document.replica.nodes["a"]["position"])
    assert {document.nodes[name].position for name in "abc"} == {(5, 6)}
    document.node.measure(sizes={"a": (30, 40), "b": {"width": 50, "height": 60}, "c": None})
    view = document.open_view(800, 600)
    assert view.hit_test(at=(6, 7))["hits"] == view.hit_test(at={"x": 6, "y": 7})["hits"] != []
    assert view.lasso(rect=(0, 0, 100, 100), mode="contain") == view.lasso(
        rect={"x": 0, "y": 0, "width": 100, "height": 100}, mode="contain"
    )
    mapped = view.map(points=[(1, 2), {"x": 1, "y": 2}], to="screen")["points"]
    assert mapped[0] == mapped[1]
    for wrong in ((1,), (1, 2, 3), ()):
        with pytest.raises(TypeError, match=r"a point is \(x, y\)"):
            document.node.move(ids=["a"], by=wrong)
    document.node.update(id="a", patch={"position": None})
    with pytest.raises(KeyError):
        document.nodes["a"].position


@pytest.mark.parametrize("package", ["", ".aio"])
def test_an_open_document_or_view_has_no_methods_that_open_another(package):
    module = importlib.import_module(f"nodewire_client{package}")
    assert not any(hasattr(module.Document, name) for name in ("create", "list", "open"))
    assert not hasattr(module.View, "open")
    nouns = importlib.import_module(f"nodewire_client{package}.generated")
    assert all(hasattr(nouns.DocumentMethods, name) for name in ("create", "list", "open", "export"))
    assert hasattr(nouns.ViewMethods, "open") and hasattr(nouns.ViewMethods, "fit")


def test_a_batch_is_one_step_and_an_error_takes_it_back(document):
    with document.batch("Down") as same:
        for node in same.nodes:
            node.move(0, 10)
    assert [node.content["position"]["y"] for node in document.nodes] == [10, 110, 210]
    assert document.history.list()["labels"] == ["Down"]
    with pytest.raises(ZeroDivisionError):
        with document.batch("Nothing"):
            document.nodes["a"].remove()
            raise ZeroDivisionError
    assert "a" in document.nodes and document.history.list()["labels"] == ["Down"]
    document.history.undo()
    assert [node.content["position"]["y"] for node in document.nodes] == [0, 100, 200]


def test_the_asyncio_client_has_the_same(server, tmp_path):
    async def edited():
        async with aio.Client.launch([server], root=tmp_path) as client:
            document = await client.create(CONTENT)
            with pytest.raises(errors.ReplicaError):
                document.nodes["a"]
            await document.replica()
            async with document.batch("Both"):
                await document.nodes["a"].move(40, 0)
                await document.edges["ab"].remove()
            moved = document.nodes["a"].content["position"]
            await document.history.undo()
            return moved, document.nodes["a"].content["position"], len(document.edges)

    assert asyncio.run(edited()) == ({"x": 40, "y": 0}, {"x": 0, "y": 0}, 1)


def test_a_graph_of_networkx_comes_back_as_it_was(document):
    networkx = pytest.importorskip("networkx")
    from nodewire_client.networkx import content_of, graph_of

    document.nodes["a"].update(label="A", data={"list": [1, {"deep": True}]})
    graph = graph_of(document)
    assert list(graph.nodes) == ["a", "b", "c"] and list(graph.edges(keys=True)) == [("a", "b", "ab")]
    assert graph.nodes["a"]["data"] == {"list": [1, {"deep": True}]}
    graph.nodes["a"]["data"]["list"].append(2)
    assert document.nodes["a"].content["data"] == {"list": [1, {"deep": True}]}
    graph.nodes["a"]["data"]["list"].pop()
    again = document.client.create(content_of(graph, data=False))
    assert again.hash()["hash"] == document.hash()["hash"]
    path = networkx.path_graph(3)
    path.nodes[1]["pos"] = (5, 6)
    made = document.client.create(content_of(path, scale=1))
    assert made.nodes["1"].content["position"] == {"x": 5, "y": 6} and len(made.edges) == 2
    with pytest.raises(ValueError, match="same text"):
        content_of(networkx.Graph([(1, "1")]))


def test_a_notebook_shows_the_picture(document):
    shown = document._repr_mimebundle_()
    assert shown["image/svg+xml"].startswith("<svg") and shown["text/plain"] == repr(document)
