"""Texts with marks in the panel."""

import pytest
from contents import DIALOG
from selenium.webdriver.common.keys import Keys
from test_panel import data, field, select


@pytest.fixture
def dialog(page, bridge):
    page.open(bridge.opening.root / "dialog.json", DIALOG)
    return page


def test_letters_of_a_text_are_marked(dialog):
    def runs():
        return data(dialog, "note")["body"]["runs"]

    select(dialog, "note")
    text = field(dialog, "/body")
    text.send_keys(Keys.HOME, Keys.SHIFT, *[Keys.ARROW_RIGHT] * 4, Keys.NULL)
    dialog.element('#panel .marks [aria-label="Italic"]').click()
    dialog.wait(lambda: runs() == [{"from": 0, "to": 4, "italic": True}, {"from": 5, "to": 9, "bold": True}])
    assert dialog.run("return document.activeElement.tagName") == "TEXTAREA"
    dialog.keys("i", held=Keys.CONTROL)
    dialog.wait(lambda: runs() == [{"from": 5, "to": 9, "bold": True}])
    dialog.keys("a", held=Keys.CONTROL)
    dialog.keys("b", held=Keys.CONTROL)
    dialog.wait(lambda: {"from": 0, "to": 15, "bold": True} in runs())
    dialog.screenshot("marks")
    dialog.keys("b", held=Keys.CONTROL)
    dialog.wait(lambda: runs() == [])


def test_a_text_with_marks_keeps_them(dialog):
    select(dialog, "note")
    control = field(dialog, "/body")
    control.send_keys(Keys.HOME, "Well, ")
    dialog.wait(lambda: data(dialog, "note")["body"]["text"] == "Well, Some bold words")
    assert data(dialog, "note")["body"]["runs"] == [{"from": 11, "to": 15, "bold": True}]
    assert dialog.element("#panel .preview .bold").get_attribute("textContent") == "bold"
