"""A dialog whose handles follow its buttons, with the real server."""

import pytest

from nodewire_client import Client, errors

DIALOG = {
    "handles": [{"id": "in", "type": "target", "position": "left"}],
    "handlesFrom": [{"path": "/buttons", "type": "source", "position": "right", "labelMember": "text"}],
    "heightFrom": {"base": 40, "step": 20, "handles": "source"},
    "defaultData": {"buttons": []},
}


@pytest.fixture
def document(server):
    with Client.launch([server], timeout=20) as client:
        nodes = [{"id": "ask", "type": "dialog", "data": {"buttons": []}}, {"id": "yes"}, {"id": "no"}]
        for index, node in enumerate(nodes):
            node["position"] = {"x": 300 * index, "y": 0}
        yield client.create(content={"nodes": nodes, "edges": [], "types": {"dialog": DIALOG}})


def add(document, text, **params):
    return document.item.insert(node="ask", path="/buttons", item={"text": text}, **params)["id"]


def ends(document):
    return {edge["target"]: edge["sourceHandle"] for edge in document.read()["edges"]}


def connect(document, handle, target):
    document.edge.connect(edge={"source": "ask", "sourceHandle": handle, "target": target})


def test_edges_stay_at_their_buttons(document):
    yes, no = add(document, "Yes"), add(document, "No")
    assert (yes, no) == ("i1", "i2")
    connect(document, yes, "yes")
    connect(document, no, "no")
    document.item.move(node="ask", path="/buttons", id=no, to=0)
    assert ends(document) == {"yes": "i1", "no": "i2"}
    document.item.update(node="ask", path="/buttons", id=no, patch={"id": "never"})
    assert ends(document) == {"yes": "i1", "no": "never"}
    document.item.remove(node="ask", path="/buttons", id=yes)
    assert ends(document) == {"no": "never"}
    for _ in range(3):
        document.history.undo()
    assert ends(document) == {"yes": "i1", "no": "i2"}
    assert document.replica.read() == document.read()


def test_a_button_without_an_id_is_named_by_its_place(document):
    for text in ("first", "second"):
        document.item.insert(node="ask", path="/buttons", item=text)
    connect(document, "buttons-1", "yes")
    document.item.remove(node="ask", path="/buttons", index=0)
    assert ends(document) == {"yes": "buttons-0"}


def test_data_that_loses_a_button_loses_its_edge(document):
    connect(document, add(document, "Yes"), "yes")
    document.node.update(id="ask", patch={"data": {"buttons": [{"id": "other"}]}})
    assert ends(document) == {}
    document.history.undo()
    assert ends(document) == {"yes": "i1"}


def test_a_file_keeps_what_the_handles_follow(document, server):
    connect(document, add(document, "Yes"), "yes")
    before = document.export(format="nodewire")["text"]
    with Client.launch([server], timeout=20) as client:
        opened = client.open(text=before)
        targets = client.call("edge/targets", {"document": opened.id, "node": "no", "handle": "target"})["targets"]
        assert {"node": "ask", "handle": "i1"} in targets


def test_thousands_of_buttons(document):
    buttons = [{"id": f"b{index}"} for index in range(20_000)]
    document.node.update(id="ask", patch={"data": {"buttons": buttons}})
    with pytest.raises(errors.ConnectionRefused):
        connect(document, "b15000", "yes")
    connect(document, "b9000", "yes")
    document.item.remove(node="ask", path="/buttons", index=0)
    assert ends(document) == {"yes": "b9000"}


def test_what_is_wrong_is_said_with_its_place(document):
    with pytest.raises(errors.InvalidValue) as refused:
        document.types.update(patch={"dialog": {"handlesFrom": [{"path": "/buttons", "type": "out"}]}})
    assert refused.value.data["path"] == "/patch/dialog/handlesFrom/0/type"
    with pytest.raises(errors.DuplicateId):
        add(document, "Yes")
        document.item.insert(node="ask", path="/buttons", item={"id": "i1"})
