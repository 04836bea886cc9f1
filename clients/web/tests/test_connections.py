"""Connections that are drawn, refused, dropped on nothing and cut."""

from browser import by
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


def test_a_refused_connection_says_why(page):
    start, end = page.handle("b", "next"), page.handle("c", "in")
    page.move(start, by(start, 30, 30), by(end, 4, 4), until="shown")
    assert page.state("gesture")["reason"] == "limit"
    assert page.element("#tooltip").text == "Nothing more fits on this handle"
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
