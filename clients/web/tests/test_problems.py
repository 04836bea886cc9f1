"""What is wrong with a document: marks on nodes, how much there is, the list, the way from one to the next."""

import pytest
from browser import CARD, by
from contents import DIALOG
from selenium.webdriver.common.keys import Keys

LIGHT_WARNING = "#b86e00"


@pytest.fixture
def dialog(page, bridge):
    """A dialog with a node whose data are wrong, and one far off that lies over another."""
    far = [{"id": name, "type": "note", "label": name.title(), "position": {"x": 9000 + x, "y": 0}} for x, name in ((0, "left"), (40, "right"))]
    page.open(bridge.opening.root / "dialog.json", {**DIALOG, "nodes": [*DIALOG["nodes"], *far]})
    page.wait(lambda: page.element("#problems").is_displayed())
    return page


def rows(page):
    return [row.text for row in page.all("#problemList .notes .way")]


def corner(page, node):
    item = page.run("return nodewire.scene.nodes.get(arguments[0])", node)
    x, y = page.on_screen(item["x"] + item["width"], item["y"])
    return x - 6, y + 3


def test_a_node_with_which_something_is_wrong_has_a_mark(dialog):
    wrong, right = dialog.colors(dialog.screenshot("problems-marks"), corner(dialog, "bad"), by(corner(dialog, "ask"), -4, 8))
    assert (wrong, right) == (LIGHT_WARNING, CARD)
    dialog.ask_document("node/update", id="bad", patch={"data": {"text": "So", "delay": 5, "extra": None}})
    dialog.wait(lambda: not dialog.element("#problems").is_displayed())
    assert dialog.colors(dialog.screenshot(), by(corner(dialog, "bad"), -4, 8)) == [CARD]


def test_all_problems_are_listed_and_mended(dialog):
    count = int(dialog.element("#problems").text.split()[0])
    dialog.element("#problems").click()
    dialog.wait(lambda: len(rows(dialog)) == count + 1)
    dialog.screenshot("problems-list")
    assert rows(dialog)[-1] == '"Right" lies over "Left"'
    dialog.all("#problemList .notes .way")[-1].click()
    dialog.wait(lambda: dialog.selection() == ["left"])
    dialog.wait(lambda: "right" in dialog.run("return [...nodewire.scene.nodes.keys()]"))
    (mend,) = [one for one in dialog.all("#problemList .notes .add") if "aside" in one.text]
    mend.click()
    dialog.wait(lambda: len(rows(dialog)) == count)
    dialog.keys(Keys.ESCAPE)
    assert not dialog.element("#problemList").is_displayed() and dialog.active() == "canvas"


def test_a_key_goes_from_one_problem_to_the_next(dialog):
    keys = dialog.run("return nodewire.problems.map(({ elements }) => elements.nodes[0])")
    assert keys[0] == "bad" and keys[-1] == "left"
    dialog.keys(Keys.F8)
    dialog.wait(lambda: dialog.selection() == ["bad"])
    dialog.chord(Keys.F8, Keys.SHIFT)
    dialog.wait(lambda: dialog.selection() == ["left"])
    dialog.wait(lambda: dialog.element("#announcer").get_attribute("textContent").strip() == '"Right" lies over "Left"')
    dialog.keys(Keys.F8)
    dialog.wait(lambda: dialog.selection() == ["bad"])


def test_a_long_list_has_all_of_them(page, bridge):
    (bad,) = [node for node in DIALOG["nodes"] if node["id"] == "bad"]
    many = [{**bad, "id": f"bad{number}", "position": {"x": number % 20 * 300, "y": number // 20 * 200}} for number in range(260)]
    page.open(bridge.opening.root / "many.json", {**DIALOG, "nodes": many, "edges": []})
    page.wait(lambda: page.element("#problems").is_displayed())
    page.element("#problems").click()
    page.wait(lambda: len(page.all("#problemList .notes .way")) == len(page.run("return nodewire.problems")) >= 260)
    last = page.all("#problemList .notes .way")[-1]
    page.run("arguments[0].scrollIntoView()", last)
    page.wait(lambda: last.is_displayed() and last.text)
