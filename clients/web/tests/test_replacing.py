"""Finding and replacing: labels, texts and data, with a preview, in one step."""

import pytest
from contents import DIALOG
from selenium.webdriver.common.keys import Keys


@pytest.fixture
def replacing(page, bridge):
    page.open(bridge.opening.root / "dialog.json", DIALOG)
    page.keys("h", held=Keys.CONTROL)
    page.wait(lambda: page.element("#replaceText").is_displayed())
    return page


def asked(page, text, other):
    page.element("#findText").send_keys(text)
    page.element("#replaceText").send_keys(other)
    page.wait(lambda: page.all("#found [role=option] small") and other in page.all("#found [role=option] small")[0].text)


def press(page, name):
    (button,) = [one for one in page.all("#find button") if one.text == name]
    button.click()


def test_all_is_replaced_in_one_step_after_a_preview(replacing):
    asked(replacing, "tea", "cocoa")
    shown = [row.text.replace("\n", " ") for row in replacing.all("#found [role=option]")]
    assert len(shown) == 4 and any("Tea or coffee? → cocoa or coffee?" in row for row in shown)
    replacing.screenshot("replacing")
    press(replacing, "Replace all")
    replacing.wait(lambda: replacing.document()["nodes"]["tea"]["label"] == "cocoa")
    nodes = replacing.document()["nodes"]
    assert nodes["ask"]["data"]["text"] == "cocoa or coffee?" and nodes["ask"]["data"]["buttons"][0] == {"id": "t", "label": "cocoa"}
    assert replacing.ask_document("history/list")["labels"] == ["Replace “tea” in 4 places"]
    replacing.wait(lambda: replacing.element("#findCount").text == "Nothing found")
    replacing.ask_document("history/undo")
    replacing.wait(lambda: replacing.document()["nodes"]["tea"]["label"] == "Tea")


def test_one_is_replaced_after_the_other_and_marks_stay(replacing):
    asked(replacing, "bold", "very 😀 bold")
    replacing.element("#replaceText").send_keys(Keys.ENTER)
    body = lambda: replacing.document()["nodes"]["note"]["data"]["body"]
    replacing.wait(lambda: body()["text"] == "Some very 😀 bold words")
    assert [run["bold"] for run in body()["runs"]] == [True]


def test_what_looks_like_a_pattern_is_a_text(replacing):
    asked(replacing, "coffee?", "$& (.*)")
    press(replacing, "Replace all")
    replacing.wait(lambda: replacing.document()["nodes"]["ask"]["data"]["text"] == "Tea or $& (.*)")


def test_where_nothing_is_found_it_says_so(replacing):
    replacing.element("#findText").send_keys("nowhere")
    replacing.wait(lambda: replacing.element("#findCount").text == "Nothing found")
    press(replacing, "Replace all")
    replacing.wait(lambda: "Nothing is found that could be replaced" in replacing.element("#toasts").text)
