"""Lists in the panel: items are added, changed, moved and removed, and edges stay at them."""

import pytest
from contents import DIALOG
from selenium.webdriver.common.keys import Keys
from test_panel import data, problem, select


@pytest.fixture
def dialog(page, bridge):
    page.open(bridge.opening.root / "dialog.json", DIALOG)
    select(page, "ask")
    page.wait(lambda: page.all("#panel .items li"))
    return page


def labels(page):
    return [button["label"] for button in data(page)["buttons"]]


def shown(page):
    return [control.get_attribute("value") for control in page.all("#panel .items input")]


def grip(page, index):
    return page.all("#panel .items .grip")[index]


def handle_of_edge(page):
    return page.document()["edges"]["e"]["sourceHandle"]


def test_an_item_is_added_and_named(dialog):
    dialog.element('#panel [data-path="/buttons"] .add').click()
    dialog.wait(lambda: len(labels(dialog)) == 4)
    dialog.wait(lambda: problem(dialog, "/buttons/3/label"))
    dialog.keys("Water")
    dialog.wait(lambda: labels(dialog) == ["Tea", "Coffee", "Neither", "Water"])
    assert data(dialog)["buttons"][3]["id"] == "i1"
    assert [handle["id"] for handle in dialog.run("return nodewire.scene.nodes.get('ask').handles")] == ["in", "t", "c", "n", "i1"]
    dialog.element('#panel [data-path="/buttons"] .add').click()
    dialog.wait(lambda: problem(dialog, "/buttons"))
    assert problem(dialog, "/buttons") == "Has 5 items, at most 4 are allowed"
    dialog.press("undo")
    dialog.press("undo")
    assert labels(dialog) == ["Tea", "Coffee", "Neither", ""] and shown(dialog) == labels(dialog)


def test_enter_goes_on_with_the_next_item(dialog):
    dialog.all("#panel .items input")[0].click()
    dialog.keys(Keys.END, "!", Keys.ENTER)
    dialog.wait(lambda: labels(dialog) == ["Tea!", "", "Coffee", "Neither"])
    dialog.keys("Milk")
    dialog.wait(lambda: labels(dialog)[1] == "Milk")
    assert dialog.element('[data-command="undo"]').get_attribute("title") == "Undo Buttons 2 of Ask"
    dialog.keys(Keys.ENTER, held=Keys.CONTROL)
    assert dialog.active() == "canvas" and len(labels(dialog)) == 4


def test_an_item_is_renamed_in_one_undo_step(dialog):
    dialog.all("#panel .items input")[0].send_keys(" please")
    dialog.wait(lambda: labels(dialog)[0] == "Tea please")
    dialog.press("undo")
    assert labels(dialog)[0] == shown(dialog)[0] == "Tea"


def test_an_item_is_removed_and_the_keyboard_stays_near(dialog):
    dialog.all("#panel .items li > button.small")[0].click()
    dialog.wait(lambda: labels(dialog) == ["Coffee", "Neither"])
    dialog.wait(lambda: dialog.run("return document.activeElement.ariaLabel") == "Remove Coffee")
    assert dialog.document()["edges"] == {} and shown(dialog) == ["Coffee", "Neither"]
    # Undo selects what it brings back, as the page's own button does.
    dialog.keys("z", held=Keys.CONTROL)
    dialog.wait(lambda: dialog.document()["edges"])
    dialog.wait(lambda: labels(dialog) == ["Tea", "Coffee", "Neither"])
    assert handle_of_edge(dialog) == "t"
    select(dialog, "ask")
    dialog.wait(lambda: shown(dialog) == ["Tea", "Coffee", "Neither"])


def test_an_item_is_dragged_to_another_place(dialog):
    first, last = grip(dialog, 0).rect, grip(dialog, 2).rect
    x = first["x"] + 11
    actions = dialog.mouse()
    pointer = actions.pointer_action.move_to_location(round(x), round(first["y"] + 16)).pointer_down()
    pointer.move_to_location(round(x) + 3, round(first["y"] + 40)).move_to_location(round(x), round(last["y"] + 18))
    actions.perform()
    dialog.screenshot("panel-drag")
    dialog.release()
    dialog.wait(lambda: labels(dialog) == ["Coffee", "Neither", "Tea"])
    assert shown(dialog) == ["Coffee", "Neither", "Tea"] and handle_of_edge(dialog) == "t"
    dialog.press("undo")
    assert shown(dialog) == ["Tea", "Coffee", "Neither"]


def test_escape_leaves_a_dragged_item_where_it_was(dialog):
    box = grip(dialog, 0).rect
    x, y = round(box["x"] + 11), round(box["y"] + 16)
    actions = dialog.mouse()
    actions.pointer_action.move_to_location(x, y).pointer_down().move_to_location(x, y + 90)
    actions.perform()
    dialog.keys(Keys.ESCAPE)
    dialog.release()
    assert labels(dialog) == ["Tea", "Coffee", "Neither"]
    assert dialog.element("#panel").is_displayed()


def test_keys_move_an_item_and_it_is_said(dialog):
    dialog.run("arguments[0].focus()", grip(dialog, 0))
    dialog.keys(Keys.ARROW_DOWN)
    dialog.wait(lambda: labels(dialog) == ["Coffee", "Tea", "Neither"])
    said = "return document.getElementById('announcer').textContent.trim()"
    dialog.wait(lambda: dialog.run(said) == "Tea moved to 2 of 3")
    assert dialog.run("return document.activeElement.ariaLabel") == "Move Tea"
    dialog.keys(Keys.END)
    dialog.wait(lambda: labels(dialog) == ["Coffee", "Neither", "Tea"])
    dialog.keys(Keys.ARROW_DOWN)
    dialog.keys(Keys.HOME)
    dialog.wait(lambda: labels(dialog) == ["Tea", "Coffee", "Neither"])
    assert dialog.position("ask") == (0, 0)


def test_a_list_that_is_not_there_yet_is_made(dialog):
    select(dialog, "tea")
    dialog.wait(lambda: dialog.element("#panel .title b").text == "Tea")
    dialog.element('#panel [data-path="/buttons"] .add').click()
    dialog.wait(lambda: len(data(dialog, "tea").get("buttons", [])) == 1)


def test_a_list_of_plain_values(dialog):
    select(dialog, "free")
    dialog.wait(lambda: dialog.all('#panel [data-path="/tags/0"] input'))
    dialog.element('#panel [data-path="/tags/0"] input').send_keys("b")
    dialog.wait(lambda: data(dialog, "free")["tags"] == ["ab"])
    dialog.element('#panel [data-path="/tags"] .add').click()
    dialog.wait(lambda: data(dialog, "free")["tags"] == ["ab", ""])
    dialog.keys("c")
    dialog.wait(lambda: data(dialog, "free")["tags"] == ["ab", "c"])
