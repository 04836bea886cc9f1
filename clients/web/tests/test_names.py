"""Names that are edited where they are painted."""

import pytest
from browser import GROUND
from selenium.webdriver.common.keys import Keys


def rename(page, node):
    page.click(page.middle(node), count=2)
    page.wait(lambda: page.element("#rename").is_displayed())
    return page.element("#rename")


def test_a_double_click_renames(page):
    rename(page, "a").send_keys("Welcome", Keys.ENTER)
    page.wait(lambda: page.document()["nodes"]["a"]["label"] == "Welcome")
    assert not page.element("#rename").is_displayed()
    assert page.active() == "canvas"


def test_the_field_lies_over_the_name(page):
    x, y = page.middle("a")
    field = rename(page, "a").rect
    page.screenshot("rename")
    # The name is right of the icon, in the upper half of the card of 200 × 80, and not over the type or the text.
    assert (field["x"], field["width"]) == (x - 100 + 56 - 7, 144)
    assert y - 30 < field["y"] + field["height"] / 2 < y + 6
    assert field["height"] <= 30


def test_the_field_of_a_low_node_lies_in_its_middle(page):
    x, y = page.middle("end")
    field = rename(page, "end").rect
    assert (field["x"] + field["width"] / 2, field["y"] + field["height"] / 2) == pytest.approx((x, y), abs=1)


def test_escape_gives_a_name_up(page):
    rename(page, "a").send_keys("Welcome", Keys.ESCAPE)
    assert not page.element("#rename").is_displayed()
    assert page.document()["nodes"]["a"]["label"] == "Ask"
    assert page.active() == "canvas"


def test_a_press_elsewhere_keeps_a_name(page):
    rename(page, "a").send_keys("Welcome")
    page.click(GROUND)
    page.wait(lambda: page.document()["nodes"]["a"]["label"] == "Welcome")
    assert not page.element("#rename").is_displayed()


def test_a_name_goes_with_the_view(page):
    field = rename(page, "a")
    before = field.rect
    page.ask_view("view/pan", by={"x": 60, "y": -30})
    page.settle()
    after = page.element("#rename").rect
    assert (after["x"] - before["x"], after["y"] - before["y"]) == (60, -30)
    field.send_keys("Welcome", Keys.ENTER)
    page.wait(lambda: page.document()["nodes"]["a"]["label"] == "Welcome")


def test_keys_edit_the_name_and_not_the_graph(page):
    rename(page, "a").send_keys(Keys.ARROW_LEFT, Keys.DELETE, Keys.BACKSPACE, "x")
    page.keys("z", held=Keys.CONTROL)
    page.keys(Keys.ESCAPE)
    assert list(page.document()["nodes"]) == ["a", "b", "c", "end"]
    assert page.position("a") == (0, 0)


def test_an_edge_is_named_at_its_label(page):
    label = page.run("return nodewire.scene.edges.get('b-end').label")
    x, y = page.on_screen(label["x"], label["y"])
    page.click((x, y), count=2)
    page.wait(lambda: page.element("#rename").is_displayed())
    field = page.element("#rename")
    middle = field.rect["x"] + field.rect["width"] / 2, field.rect["y"] + field.rect["height"] / 2
    assert middle == pytest.approx((x, y), abs=1)
    field.send_keys("so long", Keys.ENTER)
    page.wait(lambda: page.document()["edges"]["b-end"]["label"] == "so long")
