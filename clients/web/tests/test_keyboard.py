"""What keys do, and where the keyboard is."""

from browser import GROUND, by
from selenium.webdriver.common.keys import Keys


def test_delete_removes_what_is_selected(page):
    page.click(page.middle("b"))
    page.keys(Keys.DELETE)
    assert "b" not in page.document()["nodes"]
    assert page.document()["edges"] == {}
    page.keys("z", held=Keys.CONTROL)
    assert "b" in page.document()["nodes"]


def test_keys_walk_nudge_and_select(page):
    page.click(page.middle("b"))
    page.keys(Keys.ARROW_RIGHT, Keys.ARROW_DOWN)
    x, y = page.position("b")
    assert x > 60 and y > 260
    page.keys("a", held=Keys.CONTROL)
    assert set(page.selection()) >= {"a", "b", "c", "end"}
    assert page.run("return document.activeElement.id") == "canvas"
    page.keys(Keys.TAB)
    assert page.run("return document.activeElement.id") == "canvas"
    assert page.state("focus")


def test_escape_lets_the_keyboard_leave_the_canvas(page):
    page.keys(Keys.ESCAPE, Keys.TAB)
    assert page.run("return document.activeElement.tagName") == "BUTTON"


def test_escape_takes_a_drag_back(page):
    start = page.middle("a")
    page.move(start, by(start, 20, 0), by(start, 90, 50), until="shown")
    page.keys(Keys.ESCAPE)
    page.release()
    assert page.position("a") == (0, 0)


def test_the_keyboard_saves(page, bridge):
    page.press("theme")
    page.press("theme")
    start = page.middle("a")
    page.move(start, by(start, 10, 0), by(start, 50, 25))
    page.keys("s", held=Keys.CONTROL)
    page.wait(lambda: not page.element("#dirty").is_displayed())


def test_what_has_the_focus_shows_it(page):
    page.click(GROUND)
    page.keys(Keys.TAB)
    node = page.state("focus")["node"]
    x, y = page.middle(node)
    item = page.run("return nodewire.scene.nodes.get(arguments[0])", node)
    assert page.colors(page.screenshot("focus"), (x - item["width"] / 2 - 6, y)) == ["#182135"]
