"""What keys do, and where the keyboard is."""

import pytest
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
    assert page.colors(page.screenshot("focus"), (x - item["width"] / 2 - 6, y)) == ["#5b5bf0"]


BUTTONS = ['[data-command="zoomIn"]', '[data-command="background"]', '[data-folds="types"]', '#palette [data-type="end"]']


@pytest.mark.parametrize("selector", BUTTONS)
def test_keys_reach_the_graph_after_a_button(page, selector):
    page.element(selector).click()
    page.settle()
    assert page.active() == "canvas"
    page.ask_view("view/select", nodes=["b"])
    page.keys(Keys.DELETE)
    page.wait(lambda: "b" not in page.document()["nodes"])


@pytest.mark.parametrize("selector", BUTTONS)
def test_keys_reach_the_graph_from_a_button_that_the_keyboard_pressed(page, selector):
    page.run("document.querySelector(arguments[0]).focus()", selector)
    page.keys(Keys.ENTER)
    page.ask_view("view/select", nodes=["b"])
    page.keys(Keys.ARROW_RIGHT)
    assert page.position("b")[0] > 60
    page.keys(Keys.DELETE)
    page.wait(lambda: "b" not in page.document()["nodes"])
    page.keys(Keys.ESCAPE)
    assert page.active() == "canvas"


def test_enter_presses_a_focused_button_and_not_the_graph(page):
    page.ask_view("view/focus", node="b")
    page.run("document.querySelector('[data-command=zoomIn]').focus()")
    page.keys(Keys.ENTER)
    page.wait(lambda: page.viewport()["zoom"] == 1.25)
    assert page.selection() == []
    page.keys(Keys.TAB)
    assert page.run("return document.activeElement.dataset.command") == "fit"
    assert page.state("focus") == {"node": "b"}


def test_a_button_that_can_do_nothing_more_gives_the_keyboard_back(page):
    page.click(page.middle("b"))
    page.keys(Keys.DELETE)
    page.wait(lambda: page.element('[data-command="undo"]').is_enabled())
    page.run("document.querySelector('[data-command=undo]').focus()")
    page.keys(Keys.ENTER)
    page.wait(lambda: "b" in page.document()["nodes"])
    page.wait(lambda: page.active() == "canvas")


def test_the_toolbar_of_a_node_gives_the_keyboard_back(page):
    page.click(page.middle("b"))
    page.wait(lambda: page.element("#accessory").is_displayed())
    page.element('#accessory [data-command="remove"]').click()
    page.wait(lambda: "b" not in page.document()["nodes"])
    page.keys("z", held=Keys.CONTROL)
    page.wait(lambda: "b" in page.document()["nodes"])


def test_a_dialog_keeps_the_keys_and_gives_them_back(page):
    page.click(page.middle("b"))
    page.keys("o", held=Keys.CONTROL)
    page.wait(lambda: page.element("#openDialog").is_displayed())
    page.keys(Keys.DELETE)
    page.keys(Keys.ESCAPE)
    page.wait(lambda: not page.element("#openDialog").is_displayed())
    assert "b" in page.document()["nodes"] and page.active() == "canvas"


def opened_menu(page, node="b"):
    page.click(page.middle(node), "right")
    page.wait(lambda: page.element("#menu").is_displayed())
    return [button.get_attribute("data-title") for button in page.all("#menu button")]


def chosen(page):
    return page.run("return document.activeElement.dataset.title ?? null")


def test_a_menu_is_led_by_the_keyboard(page):
    titles = opened_menu(page)
    assert titles == ["Rename", "Cut", "Copy", "Duplicate", "Group", "Bring to front", "Send to back", "Lock",
        "Show what is selected", "Delete"]
    assert chosen(page) is None
    for key, title in (
        (Keys.ARROW_DOWN, "Rename"),
        (Keys.ARROW_DOWN, "Cut"),
        (Keys.ARROW_UP, "Rename"),
        (Keys.ARROW_UP, "Delete"),
        (Keys.HOME, "Rename"),
        (Keys.END, "Delete"),
        (Keys.ARROW_DOWN, "Rename"),
        ("b", "Bring to front"),
        ("d", "Delete"),
        ("d", "Duplicate"),
    ):
        page.keys(key)
        assert chosen(page) == title
    page.screenshot("menu-keys")
    page.keys(Keys.ENTER)
    page.wait(lambda: len(page.document()["nodes"]) == 5)
    assert not page.element("#menu").is_displayed() and page.active() == "canvas"


@pytest.mark.parametrize("key", [Keys.ESCAPE, Keys.TAB])
def test_a_menu_is_closed_by_the_keyboard_alone(page, key):
    opened_menu(page)
    page.keys(key)
    assert not page.element("#menu").is_displayed()
    assert page.active() == "canvas"
    assert page.selection() == ["b"]


def test_nothing_reaches_the_graph_while_a_menu_is_open(page):
    opened_menu(page)
    before, viewport = page.document(), page.viewport()
    page.keys(Keys.DELETE, Keys.BACKSPACE, "c", "0", "+", Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
    page.keys("a", held=Keys.CONTROL)
    page.keys("d", held=Keys.CONTROL)
    assert (page.document(), page.viewport()) == (before, viewport)
    assert page.selection() == ["b"] and page.state("gesture") is None
    assert page.element("#menu").is_displayed()


def test_a_press_beside_a_menu_only_closes_it(page):
    opened_menu(page)
    page.move(GROUND, by(GROUND, 40, 0), by(GROUND, 80, 10))
    assert not page.element("#menu").is_displayed()
    assert page.selection() == ["b"]
    assert page.viewport()["x"] == 400
    page.click(GROUND)
    assert page.selection() == []


def test_another_menu_takes_the_place_of_one(page):
    opened_menu(page)
    assert opened_menu(page, "c")[0] == "Rename"
    assert page.selection() == ["c"]


def test_the_keyboard_asks_for_a_menu(page):
    page.ask_view("view/focus", node="c")
    page.settle()
    page.keys(Keys.F10, held=Keys.SHIFT)
    page.wait(lambda: page.element("#menu").is_displayed())
    assert page.element("#menu").get_attribute("aria-label") == "Other"
    assert chosen(page) == "Rename"
    page.keys(Keys.ENTER)
    page.wait(lambda: page.element("#rename").is_displayed())
    page.keys(Keys.ESCAPE)
    assert page.document()["nodes"]["c"]["label"] == "Other"


def test_the_key_that_shows_everything_does_what_the_button_does(page):
    page.press("fit")
    shown = settled(page)
    page.keys("+", "+")
    assert settled(page) != shown
    page.keys("0")
    assert settled(page) == shown


def settled(page):
    """The viewport once it no longer moves."""
    seen = [None]
    page.wait(lambda: seen.append(page.viewport()) or seen[-1] == seen[-2], seconds=5)
    return seen[-1]
