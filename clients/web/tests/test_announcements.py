"""What people hear who do not see the canvas."""

import pytest
from browser import by
from selenium.webdriver.common.keys import Keys


def heard(page, text):
    page.wait(lambda: page.run("return document.getElementById('announcer').textContent.trim()") == text)


def test_what_gets_the_focus_is_said_by_name(page):
    for name in ("Ask", "Reply", "Other"):
        page.keys(Keys.TAB)
        heard(page, f"Node {name}")
    page.keys(Keys.TAB, held=Keys.SHIFT)
    heard(page, "Node Reply")
    page.keys("e")
    heard(page, "Connection bye from Reply to The end")


def test_what_is_selected_is_said(page):
    page.keys(Keys.TAB)
    heard(page, "Node Ask")
    page.keys(Keys.ENTER)
    heard(page, "Node Ask, selected")
    page.keys("a", held=Keys.CONTROL)
    heard(page, "4 nodes and 1 connection selected")


def test_why_a_connection_is_refused_is_said(page):
    start, end = page.handle("c", "in"), page.handle("b", "next")
    page.move(start, by(start, 30, 30), by(end, 4, 4), until="shown")
    heard(page, 'Handle "next" of "Reply" takes at most one connection')
    page.release()


def test_a_connection_by_keys_is_said(page):
    page.ask_document("types/update", patch={"end": {"handles": [{"id": "in", "type": "target", "limit": 1, "whenFull": "replace"}]}})
    page.ask_view("view/focus", node="a")
    page.keys("c")
    heard(page, "Connect from Ask. Tab goes to the next end, Enter connects, Escape gives up")
    page.keys(Keys.TAB)
    heard(page, "To Reply")
    page.keys(Keys.TAB, Keys.TAB)
    heard(page, "To The end, replaces a connection")
    assert page.element("#said").text == "Enter connects. Replaces a connection"
    page.keys(Keys.ESCAPE)
    page.wait(lambda: not page.state("gesture"))
    page.keys("c")
    heard(page, "Connect from Ask. Tab goes to the next end, Enter connects, Escape gives up")
    page.keys(Keys.TAB)
    heard(page, "To Reply")
    page.keys(Keys.ENTER)
    heard(page, "Connected Ask with Reply")


def test_a_connection_that_can_end_nowhere_says_why(page):
    page.ask_document("element/remove", nodes=["b", "c"])
    handles = {"message": ("next", "source", "number"), "end": ("in", "target", "string")}
    patch = {name: {"handles": [{"id": id, "type": kind, "dataType": data}]} for name, (id, kind, data) in handles.items()}
    page.ask_document("types/update", patch=patch)
    page.ask_view("view/focus", node="a")
    page.keys("c")
    page.wait(lambda: page.all("#toasts .bad"))
    text = page.element("#toasts .bad").get_attribute("textContent")
    assert text.startswith("Nothing can be connected with Ask: ") and len(text) > 40
    heard(page, text)


def test_refusals_of_the_server_are_said_in_its_words(page):
    page.ask_document("node/update", id="b", patch={"locked": True})
    page.ask_view("view/select", nodes=["b"])
    page.wait(lambda: page.element("#accessory").is_displayed())
    page.element('#accessory [data-command="remove"]').click()
    page.wait(lambda: page.all("#toasts .bad"))
    assert page.element("#toasts .bad").get_attribute("textContent").startswith('"Reply" is locked')
    assert page.element("#toasts").get_attribute("role") == "alert"


@pytest.mark.parametrize(
    "key, held, said",
    [
        (Keys.DELETE, None, "Select something that can be deleted"),
        ("d", Keys.CONTROL, "Select the nodes that are to be copied"),
        ("c", Keys.CONTROL, "Select what is to be copied"),
        ("x", Keys.CONTROL, "Select what is to be cut"),
        ("g", Keys.CONTROL, "Select the nodes that the group is to hold"),
        ("]", Keys.CONTROL, "Select what is to come forward"),
        (Keys.ARROW_LEFT, None, "Select the nodes that are to be moved"),
    ],
)
def test_a_key_with_nothing_to_act_on_says_so(page, key, held, said):
    page.keys(key, held=held)
    page.wait(lambda: page.all("#toasts .bad"))
    assert page.element("#toasts .bad").get_attribute("textContent").startswith(said)


def test_what_is_refused_again_and_again_is_one_message(page):
    page.ask_document("node/update", id="b", patch={"locked": True})
    page.ask_view("view/select", nodes=["b"])
    page.wait(lambda: page.element("#accessory").is_displayed())
    for _ in range(3):
        page.element('#accessory [data-command="remove"]').click()
        page.settle()
    assert len(page.all("#toasts .bad")) == 1


@pytest.mark.parametrize("kind", ["#announcer", "#toasts"])
def test_live_regions_are_there_before_anything_is_said(page, kind):
    assert page.element(kind).get_attribute("role") in ("status", "alert")
    assert not page.run("return document.querySelector(arguments[0]).hidden", kind)


def test_every_control_has_a_name(page):
    page.ask_view("view/select", nodes=["a"])
    page.wait(lambda: page.element("#accessory").is_displayed())
    for control in page.all("button, input, canvas, nav, [role=menu]"):
        if control.is_displayed():
            assert control.accessible_name, control.get_attribute("outerHTML")


def test_a_press_goes_through_a_message_that_asks_nothing(page):
    page.keys("s", held=Keys.CONTROL)
    page.wait(lambda: page.all("#toasts div"))
    box = page.element("#toasts div").rect
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    assert page.run("return document.elementFromPoint(...arguments[0]).tagName", middle) == "CANVAS"
