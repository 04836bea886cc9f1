"""Several nodes at once: aligned, spread, and copied while they are dragged."""

from browser import by
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from test_groups import choose, menu, select


def left(page, *nodes):
    return {page.position(node)[0] for node in nodes}


def test_two_nodes_are_aligned_and_not_spread(page):
    assert not [title for title in menu(page, "a") if title.startswith(("Align", "Distribute"))]
    page.keys(Keys.ESCAPE)
    select(page, "a", "c")
    titles = menu(page, "a")
    assert [title for title in titles if title.startswith("Align")] == [
        "Align left",
        "Align centers",
        "Align right",
        "Align top",
        "Align middles",
        "Align bottom",
    ]
    assert not [title for title in titles if title.startswith("Distribute")]
    choose(page, "Align left")
    page.wait(lambda: left(page, "a", "c") == {0})
    page.keys("z", held=Keys.CONTROL)
    page.wait(lambda: page.position("c") == (360, 60))


def test_three_nodes_are_spread(page):
    select(page, "a", "b", "c")
    menu(page, "a")
    page.screenshot("arrange")
    choose(page, "Distribute vertically")
    # b ends lowest, at 340: between it and a there are gaps of 50 around c.
    page.wait(lambda: page.position("c") == (360, 130))
    assert page.position("a") == (0, 0) and page.position("b") == (60, 260)


def test_the_keyboard_goes_through_rows_of_icons(page):
    select(page, "a", "b", "c")
    menu(page, "a")
    chosen = "return document.activeElement.title || document.activeElement.dataset.title"
    page.keys("a")
    assert page.run(chosen) == "Align left"
    page.keys(Keys.ARROW_RIGHT)
    assert page.run(chosen) == "Align centers"
    page.keys(Keys.ARROW_DOWN)
    assert page.run(chosen) == "Distribute horizontally"
    page.keys(Keys.ARROW_UP, Keys.ARROW_UP)
    assert page.run(chosen) == "Group"
    page.keys(Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ENTER)
    page.wait(lambda: {page.position(node)[0] for node in "abc"} == {360})
    assert page.active() == "canvas"


def test_every_icon_of_a_row_has_a_name(page):
    select(page, "a", "b", "c")
    menu(page, "a")
    for button in page.all("#menu .row button"):
        assert button.accessible_name == button.get_attribute("title") != ""


def drag(page, start, end, *, held=None):
    """Drags with a key that is held; it is let go after the button."""
    if held:
        ActionChains(page.browser).key_down(held).perform()
    page.move(start, by(start, 20, 0), end)
    if held:
        ActionChains(page.browser).key_up(held).perform()
        page.settle()


def test_a_drag_with_alt_copies(page):
    start = page.middle("b")
    drag(page, start, by(start, 200, 40), held=Keys.ALT)
    page.wait(lambda: len(page.document()["nodes"]) == 5)
    nodes = page.document()["nodes"]
    (copy,) = [node for id, node in nodes.items() if id not in ("a", "b", "c", "end")]
    assert page.position("b") == (60, 260)
    assert copy["position"] == {"x": 260, "y": 300} and copy["label"] == "Reply"
    assert page.selection() == [copy["id"]]
    page.keys("z", held=Keys.CONTROL)
    page.wait(lambda: len(page.document()["nodes"]) == 4)


def test_a_drag_without_alt_moves(page):
    start = page.middle("b")
    drag(page, start, by(start, 200, 40))
    page.wait(lambda: page.position("b") == (260, 300))
    assert len(page.document()["nodes"]) == 4
