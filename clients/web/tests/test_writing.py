"""Names and texts of nodes that are written where they are painted."""

import pytest
from browser import by
from contents import DIALOG
from selenium.webdriver.common.keys import Keys


@pytest.fixture
def dialog(page, bridge):
    page.open(bridge.opening.root / "dialog.json", DIALOG)
    return page


def write(page, node):
    """Opens the text of a node by a double press on it."""
    page.click(by(page.middle(node), -40, round(24 * page.viewport()["zoom"])), count=2)
    page.wait(lambda: page.element("#writing").is_displayed())
    return page.element("#writing")


def text(page, node="ask"):
    return page.document()["nodes"][node]["data"]["text"]


def test_a_double_press_on_a_text_opens_it_where_it_is_painted(dialog):
    field = write(dialog, "ask")
    dialog.screenshot("writing")
    x, y = dialog.middle("ask")
    box = field.rect
    assert abs(box["x"] + 7 - (x - 110 + 13)) <= 1 and box["y"] <= y + 16 + 5 and box["y"] + box["height"] > y + 31
    assert field.get_attribute("value") == "Tea or coffee?"
    end = len("Tea or coffee?")
    assert dialog.state("editing") == {"node": "ask", "path": "/text", "selection": {"start": end, "end": end}}
    field.send_keys(" Or", Keys.SHIFT, Keys.ENTER, Keys.NULL, "water?")
    dialog.keys(Keys.ENTER)
    dialog.wait(lambda: text(dialog) == "Tea or coffee? Or\nwater?")
    assert dialog.active() == "canvas" and not field.is_displayed()
    assert dialog.state("editing") is None
    dialog.press("undo")
    assert text(dialog) == "Tea or coffee?"


def test_letters_are_as_large_as_they_are_painted(dialog):
    dialog.ask_view("view/zoom", to=1.75, at={"x": 300, "y": 150})
    dialog.settle()
    field = write(dialog, "ask")
    zoom = dialog.viewport()["zoom"]
    assert float(field.value_of_css_property("font-size")[:-2]) == pytest.approx(11 * zoom, rel=0.01)


def test_escape_gives_a_text_up_and_a_press_elsewhere_keeps_it(dialog):
    write(dialog, "ask").send_keys("!", Keys.ESCAPE)
    assert text(dialog) == "Tea or coffee?" and dialog.active() == "canvas"
    write(dialog, "ask").send_keys("!")
    dialog.click((700, 700))
    dialog.wait(lambda: text(dialog) == "Tea or coffee?!")
    assert dialog.state("editing") is None


@pytest.mark.parametrize("key", [Keys.ENTER, Keys.F2])
def test_keys_open_the_name_and_tab_the_text(dialog, key):
    dialog.keys(Keys.TAB, Keys.ENTER)
    assert dialog.selection() == ["ask"]
    dialog.keys(key)
    dialog.wait(lambda: dialog.element("#rename").is_displayed())
    assert dialog.state("editing") == {"node": "ask"}
    dialog.keys("Question", Keys.TAB)
    dialog.wait(lambda: dialog.element("#writing").is_displayed())
    assert dialog.document()["nodes"]["ask"]["label"] == "Question"
    assert dialog.state("editing")["path"] == "/text"
    dialog.keys("!", Keys.TAB)
    dialog.wait(lambda: dialog.element("#rename").is_displayed())
    assert text(dialog) == "Tea or coffee?!"
    dialog.keys(Keys.ESCAPE)
    assert dialog.state("editing") is None and dialog.active() == "canvas"
    dialog.keys(Keys.ARROW_RIGHT)
    assert dialog.position("ask")[0] > 0


def test_marks_stay_at_their_words(dialog):
    write(dialog, "note").send_keys(Keys.HOME, "😀 ", Keys.ENTER)
    dialog.wait(lambda: dialog.document()["nodes"]["note"]["data"]["body"]["text"] == "😀 Some bold words")
    assert dialog.document()["nodes"]["note"]["data"]["body"]["runs"] == [{"from": 7, "to": 11, "bold": True}]


def test_what_others_write_meanwhile_is_kept(dialog):
    field = write(dialog, "ask")
    field.send_keys(Keys.HOME, Keys.ARROW_RIGHT, "x")
    dialog.ask_document("text/replace", node="ask", path="/text", **{"from": 0, "to": 3}, text="Hot tea")
    dialog.wait(lambda: field.get_attribute("value") == "Hot teax or coffee?")
    field.send_keys("y")
    dialog.ask_document("text/replace", node="ask", path="/text", **{"from": 10, "to": 10}, text=" hot")
    dialog.wait(lambda: field.get_attribute("value") == "Hot teaxy or hot coffee?")
    dialog.keys("z", Keys.ENTER)
    dialog.wait(lambda: text(dialog) == "Hot teaxyz or hot coffee?")


def test_what_others_write_between_two_places_is_kept(dialog):
    field = write(dialog, "ask")
    field.send_keys("!", Keys.HOME, "> ")
    dialog.ask_document("text/replace", node="ask", path="/text", **{"from": 3, "to": 3}, text=", milk")
    dialog.wait(lambda: field.get_attribute("value") == "> Tea, milk or coffee?!")
    dialog.keys(Keys.ENTER)
    dialog.wait(lambda: text(dialog) == "> Tea, milk or coffee?!")
    dialog.press("undo")
    assert text(dialog) == "Tea, milk or coffee?"


def test_what_is_written_later_is_another_step(dialog):
    for letter in "!?":
        write(dialog, "ask").send_keys(letter, Keys.ENTER)
        dialog.wait(lambda letter=letter: text(dialog).endswith(letter))
    dialog.press("undo")
    assert text(dialog) == "Tea or coffee?!"


def test_what_is_written_closes_with_its_node(dialog):
    write(dialog, "ask").send_keys("!")
    dialog.ask_document("element/remove", nodes=["ask"])
    dialog.wait(lambda: not dialog.element("#writing").is_displayed())
    assert dialog.element("#panel .gone p").text == "It was removed."
    dialog.keys("c", Keys.BACKSPACE)
    assert dialog.state("gesture") is None
    dialog.press("undo")
    assert text(dialog) == "Tea or coffee?"


def test_what_another_program_closes_is_closed(dialog):
    write(dialog, "ask").send_keys("!")
    dialog.ask_view("view/edit")
    dialog.wait(lambda: not dialog.element("#writing").is_displayed())
    assert text(dialog) == "Tea or coffee?"


def test_what_is_written_stays_open_where_the_view_moves(dialog):
    field = write(dialog, "ask")
    field.send_keys("!")
    before = field.rect
    dialog.turn((700, 700), y=-100, modifiers=2)
    dialog.settle()
    after = dialog.element("#writing").rect
    assert (after["x"], after["width"]) != (before["x"], before["width"])
    field.send_keys("?", Keys.ENTER)
    dialog.wait(lambda: text(dialog) == "Tea or coffee?!?")


def test_what_is_written_out_of_sight_is_brought_there(page):
    page.ask_view("view/select", nodes=["end"])
    page.ask_view("view/pan", by={"x": 900, "y": 0})
    page.settle()
    page.keys(Keys.F2)
    page.wait(lambda: page.viewport()["x"] < 1000)
    page.wait(lambda: page.middle("end")[0] < 1200)
    x, y = page.middle("end")
    page.wait(lambda: page.run("return document.elementFromPoint(...arguments)?.id", x, y) == "rename")
    page.keys(Keys.ESCAPE)
