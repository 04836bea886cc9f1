"""The bar that finds as one types."""

import pytest
from documents import DOCUMENT
from selenium.webdriver.common.keys import Keys
from test_groups import GROUPED, opened


def find(page, text):
    page.keys("f", held=Keys.CONTROL)
    page.wait(lambda: page.element("#find").is_displayed())
    page.element("#findText").send_keys(text)


def count(page):
    return page.element("#findCount").text


def counted(page, text):
    page.wait(lambda: count(page) == text)


def names(page):
    return [row.text for row in page.all("#found b")]


def test_it_finds_as_one_types(page):
    find(page, "e")
    counted(page, "5 found")
    page.element("#findText").send_keys("n")
    counted(page, "2 found")
    assert names(page) == ["The end", "bye"]
    page.element("#findText").send_keys("x")
    counted(page, "Nothing found")
    page.element("#findText").clear()
    page.element("#findText").send_keys("are you")
    counted(page, "1 found")
    assert names(page) == ["Ask"] and page.element("#found small").text == "How are you?"


def test_enter_goes_to_the_next_and_selects_it(page):
    find(page, "message")
    counted(page, "Nothing found")
    page.element("#findText").clear()
    page.element("#findText").send_keys("e")
    counted(page, "5 found")
    listed = names(page)
    assert sorted(listed) == ["Ask", "Other", "Reply", "The end", "bye"] and listed[0] == "The end" and listed[-1] == "Ask"
    ids = {"Ask": "a", "Other": "c", "Reply": "b", "The end": "end", "bye": "b-end"}
    for at, name in enumerate([*listed, listed[0]]):
        page.keys(Keys.ENTER)
        counted(page, f"{at % 5 + 1} of 5")
        page.wait(lambda name=name: page.selection() == [ids[name]])
    assert page.element('#found [aria-selected="true"] b').text == listed[0]
    page.keys(Keys.ENTER, held=Keys.SHIFT)
    counted(page, "5 of 5")
    page.wait(lambda: page.selection() == [ids[listed[4]]])
    page.screenshot("find")
    page.keys(Keys.ARROW_DOWN)
    counted(page, "1 of 5")
    assert page.active() == "findText"


def test_what_is_found_comes_into_view_beside_the_bar(page):
    page.ask_document("node/move", ids=["c"], by={"x": 3000, "y": -2000})
    find(page, "Other")
    page.keys(Keys.ENTER)
    counted(page, "1 of 1")
    page.wait(lambda: page.run("return nodewire.scene.nodes.has('c')"))
    page.wait(lambda: page.state("moving") is None)
    x, y = page.middle("c")
    box = page.element("#find").rect
    assert 0 < x < 1200 and box["y"] + box["height"] < y - 40 and y < 760


def test_a_connection_is_found_by_its_label(page):
    find(page, "bye")
    page.keys(Keys.ENTER)
    page.wait(lambda: page.selection() == ["b-end"])
    assert names(page) == ["bye"] and page.element("#found small").text == "Reply → The end"


def test_far_off_it_comes_near(page):
    page.ask_view("view/zoom", to=0.15)
    find(page, "Reply")
    page.keys(Keys.ENTER)
    page.wait(lambda: page.viewport()["zoom"] >= 0.9)


def test_escape_closes_it_and_keeps_what_was_found(page):
    find(page, "Reply")
    page.keys(Keys.ENTER)
    page.wait(lambda: page.selection() == ["b"])
    page.keys(Keys.ESCAPE)
    assert not page.element("#find").is_displayed() and page.active() == "canvas"
    assert page.selection() == ["b"] and page.state("focus") == {"node": "b"}
    page.keys(Keys.ARROW_RIGHT)
    assert page.position("b")[0] > 60
    page.keys("f", held=Keys.CONTROL)
    assert page.run("return getSelection().toString() || document.activeElement.value") == "Reply"


def test_keys_are_for_the_text(page):
    find(page, "Reply")
    page.keys(Keys.ENTER)
    page.wait(lambda: page.selection() == ["b"])
    page.keys(Keys.BACKSPACE, Keys.DELETE, "c", "0", "?")
    page.keys("d", held=Keys.CONTROL)
    page.settle()
    assert len(page.document()["nodes"]) == 4 and not page.element("#help").is_displayed()


def test_what_changes_is_found_again(page):
    find(page, "Reply")
    counted(page, "1 found")
    page.ask_document("node/update", id="c", patch={"label": "Replying"})
    counted(page, "2 found")
    page.ask_document("node/update", id="b", patch={"label": "No"})
    counted(page, "1 found")
    assert names(page) == ["Replying"]


def test_what_a_collapsed_group_conceals_leads_to_the_group(page, bridge):
    nodes = [{**GROUPED["nodes"][0], "collapsed": True}, *GROUPED["nodes"][1:]]
    opened(page, bridge, {**GROUPED, "nodes": nodes})
    find(page, "b")
    page.keys(Keys.ENTER)
    page.wait(lambda: "in Pair" in count(page))
    assert page.selection() == ["b"]


def test_many_come_page_by_page(page, bridge):
    nodes = [{"id": f"n{at}", "label": f"Step {at}", "position": {"x": 0, "y": 100 * at}} for at in range(70)]
    opened(page, bridge, {"nodewire": 1, "nodes": nodes, "edges": []})
    find(page, "step")
    counted(page, "60+ found")
    page.run("for (let at = 0; at < 1; at++) document.getElementById('found').lastChild.click()")
    counted(page, "60 of 60+")
    page.keys(Keys.ENTER)
    counted(page, "61 of 70")
    page.wait(lambda: page.selection() == ["n60"])
    page.ask_document("element/remove", nodes=["n3"])
    counted(page, "60 of 69")
    page.keys(Keys.ENTER)
    page.wait(lambda: page.selection() == ["n61"])
    page.element("#findText").send_keys(" 6")
    counted(page, "3 of 16")


def test_an_item_is_shown_by_its_text_and_not_by_its_id(page, bridge):
    data = {"answers": [{"id": "row7", "text": "Of course"}], "id": "row8"}
    opened(page, bridge, {"nodewire": 1, "nodes": [{"id": "n", "label": "Ask", "position": {"x": 0, "y": 0}, "data": data}], "edges": []})
    find(page, "row7")
    counted(page, "1 found")
    assert page.element("#found small").text == "Of course"
    page.element("#findText").send_keys(Keys.BACKSPACE, "8")
    page.wait(lambda: page.all("#found small") and page.element("#found small").text == "")


def test_a_press_on_a_row_goes_there(page):
    find(page, "r")
    page.wait(lambda: len(names(page)) == 3)
    row = page.all("#found [role=option]")[1]
    name = row.find_element("css selector", "b").text
    row.click()
    counted(page, "2 of 3")
    assert page.active() == "findText"
    ids = {node["label"]: node["id"] for node in DOCUMENT["nodes"]}
    page.wait(lambda: page.selection() == [ids[name]])


@pytest.mark.parametrize("how", ["#page [data-command=find]", "menu"])
def test_buttons_and_menus_open_it(page, how):
    if how == "menu":
        page.click((1100, 400), "right")
        page.wait(lambda: page.element("#menu").is_displayed())
        page.element('#menu [data-title="Find"]').click()
    else:
        page.element(how).click()
    page.wait(lambda: page.active() == "findText")
    page.element("#find button:last-of-type").click()
    assert page.active() == "canvas"


def test_it_is_a_combobox_for_those_who_hear_it(page):
    field = page.run("return document.getElementById('findText')")
    assert field.get_attribute("role") == "combobox"
    find(page, "Reply")
    counted(page, "1 found")
    assert field.get_attribute("aria-expanded") == "true" and field.accessible_name == "Find nodes and connections"
    page.keys(Keys.ENTER)
    counted(page, "1 of 1")
    chosen = field.get_attribute("aria-activedescendant")
    assert page.element(f"#{chosen}").get_attribute("aria-selected") == "true"
