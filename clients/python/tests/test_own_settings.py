"""Settings of the hand that a view has itself, in place of those of its document."""

import pytest

from nodewire_client import NULL, Client

CONTENT = {"nodewire": 1, "nodes": [{"id": "a", "position": {"x": 0, "y": 0}}], "edges": []}
OWN = {"canvasDrag": "lasso", "canvasLongPress": "menu", "wheel": "zoom", "zoomOnDoubleTap": True, "inertia": False, "autoPan": False}


@pytest.fixture
def client(server):
    with Client.launch(server, timeout=60, clock="client") as client:
        yield client


def test_one_view_zooms_where_the_other_pans(client):
    document = client.create(CONTENT)
    one, other = (document.open_view(width=800, height=600) for _ in range(2))
    one.update(wheel="zoom", canvas_drag="lasso", canvas_long_press="menu", zoom_on_double_tap=True, inertia=False, auto_pan=False)
    assert {name: one.read().get(name) for name in OWN} == OWN
    assert not set(OWN) & set(other.read())
    for view, time in ((one, 10), (other, 20)):
        client.call("input/wheel", {"view": view.id, "at": {"x": 400, "y": 300}, "by": {"x": 0, "y": -100}, "time": time})
    assert one.read()["viewport"]["zoom"] > 1 and other.read()["viewport"] == {"x": 0, "y": 100, "zoom": 1}
    # It is no edit, and what is not named stays.
    assert document.read().get("settings") is None and client.call("history/list", {"document": document.id})["labels"] == []
    one.update(tool="pan")
    one.update(wheel=NULL)
    assert "wheel" not in one.read() and one.read()["canvasDrag"] == "lasso"


def test_null_is_sent_where_it_says_something(client):
    document = client.create(CONTENT)
    view = document.open_view(width=800, height=600)
    view.drop_target(ids=["a"])
    view.drop_target(ids=None)
    document.group.create(ids=["a"], id="g")
    document.group.layout(id="g", layout={"algorithm": "layered"})
    assert any("layout" in node for node in document.read()["nodes"])
    document.group.layout(id="g", layout=None)
    assert not any("layout" in node for node in document.read()["nodes"])
