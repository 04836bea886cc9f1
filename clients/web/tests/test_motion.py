"""Changes that an edit wants animated: items move to where they are, and everything else goes on meanwhile."""

import pytest
from browser import PAPER

AWAY = {"x": 400, "y": 120}


def moved(page, **how):
    """Moves node b away on the server."""
    page.ask_document("node/move", ids=["b"], by=AWAY, **how)


def item(page, kind, ident):
    """An item as it is painted."""
    return page.run("return nodewire.scene[arguments[0]].get(arguments[1])", kind, ident)


def test_items_are_on_their_way_and_arrive(page):
    start, path = item(page, "nodes", "b"), item(page, "edges", "b-end")["path"]
    moved(page, animate={"duration": 60000, "easing": "linear"})
    page.wait(lambda: start["x"] < item(page, "nodes", "b")["x"] < start["x"] + AWAY["x"] / 2)
    between = item(page, "nodes", "b")
    assert between["handles"][0]["x"] - between["x"] == pytest.approx(start["handles"][0]["x"] - start["x"])
    way = item(page, "edges", "b-end")["path"]
    assert way != path
    # What is not animated comes at once, and takes the rest with it.
    moved(page)
    page.settle()
    assert item(page, "nodes", "b")["x"] == start["x"] + 2 * AWAY["x"]
    assert item(page, "edges", "b-end")["path"] not in (path, way)
    assert page.run("return nodewire.scene.isMoving") is False


def test_undo_goes_on_from_where_items_are(page):
    start = item(page, "nodes", "b")
    moved(page, animate={"duration": 60000})
    page.wait(lambda: item(page, "nodes", "b")["x"] > start["x"])
    page.press("undo")
    assert item(page, "nodes", "b")["x"] == start["x"]
    assert not page.run("return nodewire.scene.isMoving")


def test_what_leaves_stops(page):
    moved(page, animate={"duration": 60000})
    document = page.run("return nodewire.document")
    page.ask("element/remove", document=document, nodes=["b"])
    page.settle()
    assert item(page, "nodes", "b") is None


def test_users_who_want_less_motion_see_none(page):
    page.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    try:
        start = item(page, "nodes", "b")
        moved(page, animate={"duration": 60000})
        page.settle()
        assert item(page, "nodes", "b")["x"] == start["x"] + AWAY["x"]
    finally:
        page.cdp("Emulation.setEmulatedMedia", features=[])


def test_a_node_keeps_its_shape_when_it_has_moved(page, bridge):
    node = {"id": "b", "position": {"x": 60, "y": 60}, "width": 160, "height": 160, "shape": "diamond", "color": "#d03050"}
    page.open(bridge.opening.root / "shaped.json", {"nodewire": 1, "nodes": [node], "edges": []})
    assert item(page, "nodes", "b")["shape"] == "diamond"
    moved(page, animate={"duration": 100})
    page.wait(lambda: page.run("return nodewire.scene.isMoving") is False and item(page, "nodes", "b")["x"] == 460)
    assert item(page, "nodes", "b")["shape"] == "diamond"
    x, y = page.on_screen(460, 180)
    (corner,) = page.colors(page.screenshot(), (x + 10, y + 10))
    assert corner == PAPER
