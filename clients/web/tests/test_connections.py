"""Connections that are drawn, refused, dropped on nothing and cut."""

import pytest
from browser import ANTIALIASED, by
from documents import DOCUMENT
from selenium.webdriver.common.keys import Keys


def test_a_connection_is_drawn_from_handle_to_handle(page):
    start, end = page.handle("a", "next"), page.handle("b", "in")
    page.move(start, by(start, 10, 30), by(end, 6, -4), until="shown")
    assert page.state("gesture")["allowed"] is True
    page.screenshot("draft-allowed")
    page.release()
    edges = page.document()["edges"]
    (made,) = [edge for edge in edges.values() if edge["id"] != "b-end"]
    assert (made["source"], made["sourceHandle"], made["target"], made["targetHandle"]) == ("a", "next", "b", "in")


def test_a_connection_shows_where_it_may_end_and_is_not_refused_on_its_way(page):
    start, end = page.handle("a", "next"), page.handle("b", "in")
    page.move(start, by(start, 10, 30), by(start, 30, 60), until="shown")
    assert page.state("gesture")["reason"] == "nothingThere"
    assert not page.element("#tooltip").is_displayed()
    assert {"node": "b", "handle": "in"} in page.state("targets")
    picture = page.screenshot("draft-targets")
    good = page.colors(picture, end)
    page.release()
    page.wait(lambda: page.state("targets") is None)
    assert page.colors(page.screenshot("draft-over"), end) != good


def test_a_refused_connection_says_why(page):
    start, end = page.handle("c", "in"), page.handle("b", "next")
    page.move(start, by(start, 30, 30), by(end, 4, 4), until="shown")
    assert page.state("gesture")["reason"] == "limit"
    assert page.element("#tooltip").text == 'Handle "next" of "Reply" takes at most one connection'
    picture = page.screenshot("draft-refused")
    assert page.colors(picture, by(end, -6, 0)) == ["#e0364c"]
    page.release()
    assert not page.element("#tooltip").is_displayed()
    assert list(page.document()["edges"]) == ["b-end"]


def test_a_connection_dropped_on_nothing_offers_nodes(page):
    start = page.handle("a", "next")
    page.move(start, by(start, 10, 30), (700, 480), (720, 500))
    page.wait(lambda: page.element("#menu").is_displayed())
    page.screenshot("offers")
    page.element("#menu button").click()
    page.wait(lambda: len(page.document()["nodes"]) == 5 and len(page.document()["edges"]) == 2)
    (made,) = [id for id in page.document()["nodes"] if id not in ("a", "b", "c", "end")]
    page.wait(lambda: page.selection() == [made] and page.element("#rename").is_displayed())
    page.keys("Written", Keys.ENTER)
    page.wait(lambda: page.document()["nodes"][made].get("label") == "Written")
    page.press("undo")
    page.press("undo")
    assert len(page.document()["nodes"]) == 4


def test_alt_cuts_edges(page):
    label = page.run("return nodewire.scene.edges.get('b-end').label")
    at = page.on_screen(label["x"] + 40, label["y"])
    actions = page.mouse()
    actions.key_action.key_down(Keys.ALT)
    pointer = actions.pointer_action.move_to_location(*by(at, 0, -40)).pointer_down()
    pointer.move_to_location(*by(at, 0, 10)).move_to_location(*by(at, 0, 40))
    actions.perform()
    page.screenshot("cut")
    page.release()
    actions = page.mouse()
    actions.key_action.key_up(Keys.ALT)
    actions.perform()
    assert page.document()["edges"] == {}


BAD, GOOD = "#e0364c", "#0f9f6e"


def relating():
    return {**DOCUMENT, "settings": {**DOCUMENT["settings"], "nodeLongPress": "relate"}}


def test_edges_that_a_cut_has_crossed_are_marked(page):
    label = page.run("return nodewire.scene.edges.get('b-end').label")
    at = page.on_screen(label["x"] + 40, label["y"])
    before = page.screenshot()
    actions = page.mouse()
    actions.key_action.key_down(Keys.ALT)
    actions.pointer_action.move_to_location(*by(at, 0, -40)).pointer_down().move_to_location(*by(at, 0, 40))
    actions.perform()
    page.settle()
    after = page.screenshot("cut-crossed")
    assert page.state("gesture")["edges"] == ["b-end"]
    assert page.element("#said").text == "Cuts 1 connection"
    column = [by(page.on_screen(label["x"] - 80, label["y"]), 0, y) for y in range(-6, 22)]
    assert page.colors(before, *column) != page.colors(after, *column)
    page.keys(Keys.ESCAPE)
    page.release()
    actions = page.mouse()
    actions.key_action.key_up(Keys.ALT)
    actions.perform()
    page.point(page.middle("a"))
    page.point((700, 700))
    assert page.difference(page.screenshot("bits"), page.renewed())[0] < ANTIALIASED


def test_a_long_press_relates_a_node_with_those_marked(page, bridge):
    page.open(bridge.opening.root / "relating.json", relating())
    x, y = page.middle("a")
    page.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
    page.wait(lambda: (page.state("gesture") or {}).get("kind") == "relate")
    page.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    assert not page.element("#menu").is_displayed()
    picture = page.screenshot("relate")
    assert page.colors(picture, page.handle("b", "in"), page.handle("a", "next")) == [GOOD, "#5b5bf0"]
    page.fingers([page.handle("b", "in")])
    page.wait(lambda: len(page.document()["edges"]) == 2)
    assert page.state("gesture") is None


def test_an_edge_that_would_take_a_node_is_marked(page, bridge):
    document = {**DOCUMENT, "settings": {**DOCUMENT["settings"], "insertIntoEdges": True}}
    page.open(bridge.opening.root / "inserting.json", document)
    start = page.middle("c")
    label = page.run("return nodewire.scene.edges.get('b-end').label")
    page.move(start, by(start, 20, 20), page.on_screen(label["x"], label["y"]), until="shown")
    assert page.state("gesture")["dropEdge"] == "b-end"
    page.screenshot("drop-edge")
    x, y = page.handle("b", "next")
    (color,) = page.colors(page.screenshot(), (x, y + 10))
    assert [int(color[at : at + 2], 16) for at in (1, 3, 5)] == pytest.approx([0x0F, 0x9F, 0x6E], abs=6)
    page.release()
    page.wait(lambda: len(page.document()["edges"]) == 2)


def test_where_a_line_may_end_is_seen_before(page):
    """Handles that take it grow, other nodes fade, and what takes none says so."""
    start = page.handle("a", "next")
    page.move(start, by(start, 10, 20), by(start, 140, 30), until="shown")
    targets = {target["node"] for target in page.state("targets")}
    assert targets and "a" not in targets
    page.screenshot("legal-ends")
    page.release()
    end = page.handle("end", "in")
    page.move(end, by(end, 0, -30), page.middle("end"), until="shown")
    page.release()


def test_a_node_that_takes_no_line_says_so(page, bridge):
    types = {"start": {"handles": [{"id": "out", "type": "source", "position": "right"}], "defaultSize": {"width": 160, "height": 60}}}
    nodes = [{"id": name, "type": "start", "label": name.title(), "position": {"x": x, "y": 0}} for name, x in (("one", 0), ("two", 320))]
    file = {"nodewire": 1, "types": types, "viewport": {"x": 300, "y": 300, "zoom": 1}, "nodes": nodes, "edges": []}
    page.open(bridge.opening.root / "starts.json", file)
    start = page.handle("one", "out")
    page.move(start, by(start, 20, 0), page.middle("two"), until="shown")
    page.wait(lambda: page.element("#tooltip").is_displayed())
    assert page.element("#tooltip").text == "Two has no entry"
    page.release()
