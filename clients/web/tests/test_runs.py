"""Dialogs that are run in the panel."""

import json

import pytest
import serve
from browser import HEIGHT, WIDTH
from selenium.webdriver.common.keys import Keys


@pytest.fixture
def desk(page, bridge):
    """The example of a dialog."""
    page.open(bridge.opening.root / "desk.json", json.loads(serve.EXAMPLE.with_name("help-desk.json").read_text()))
    page.wait(lambda: page.element("#runBar").is_displayed())
    return page


def said(page):
    return page.run("return [...document.querySelectorAll('#panel .said li')].map((line) => line.textContent)")


def options(page):
    """By text, whether it may be chosen."""
    script = "return [...document.querySelectorAll('#panel .option')].map((button) => [button.textContent, !button.disabled])"
    return dict(page.run(script))


def answer(page, text):
    page.wait(lambda: page.all("#panel .asked input"))
    page.element("#panel .asked input").send_keys(text, Keys.ENTER)
    page.wait(lambda: text in said(page))


def choose(page, text):
    page.wait(lambda: text in options(page))
    page.element(f"#panel .option:nth-child({list(options(page)).index(text) + 1})").click()
    page.wait(lambda: text in said(page))


def test_a_dialog_is_led_to_its_end_and_back(desk):
    desk.press("run")
    desk.wait(lambda: desk.element("#panel .title b").text == "Waits for an answer")
    assert said(desk) == ["Hello, I am Ada, the assistant of the lamp shop.", "What may I call you?"]
    assert desk.state("running")["node"] == "askName" and len(desk.state("running")["edges"]) == 3
    answer(desk, "Grace")
    desk.wait(lambda: options(desk))
    assert said(desk)[2:] == ["Grace", "What can I do for you, Grace?"]
    assert options(desk)["I want to talk to a person"] is False and options(desk)["My lamp is broken"] is True
    desk.screenshot("run")
    choose(desk, "My lamp is broken")
    choose(desk, "A few weeks")
    assert desk.state("running")["node"] == "offer"
    desk.element("#panel .answers button").click()
    desk.wait(lambda: "A few weeks" in options(desk))
    assert "A few weeks" not in said(desk) and desk.state("running")["node"] == "age"
    choose(desk, "Longer")
    choose(desk, "No")
    desk.wait(lambda: desk.element("#panel .title b").text == "Has ended")
    assert said(desk)[-1].startswith("Good bye, Grace") and desk.element("#panel .asked").text == "The dialog has ended."
    desk.element("#panel .answers .danger").click()
    desk.wait(lambda: not desk.element("#panel").is_displayed())
    assert desk.state("running") is None and desk.active() == "canvas"
    assert not desk.element("#dirty").is_displayed()


def test_the_keyboard_alone_leads_a_dialog(desk):
    desk.run("document.querySelector('[data-command=run]').focus()")
    desk.keys(Keys.ENTER)
    desk.wait(lambda: desk.run("return document.activeElement.ariaLabel") == "Your answer")
    desk.keys("Ada", Keys.ENTER)
    desk.wait(lambda: desk.run("return document.activeElement.textContent") == "Where is my order?")
    desk.keys(Keys.TAB, Keys.ENTER)
    desk.wait(lambda: desk.state("running")["node"] == "age")
    assert desk.element("#panel .said").get_attribute("role") == "log"
    desk.keys(Keys.ESCAPE)
    assert desk.active() == "canvas" and desk.state("running")


def test_a_dialog_begins_at_a_node_and_stays_while_others_are_selected(desk):
    view = desk.run("return nodewire.view")
    desk.ask("view/select", view=view, nodes=["anythingElse"])
    desk.wait(lambda: desk.all("#panel .add.run"))
    desk.element("#panel .add.run").click()
    desk.wait(lambda: options(desk) == {"Yes": True, "No": True})
    desk.ask("view/select", view=view, nodes=["topic"])
    desk.settle()
    assert said(desk) == ["Is there anything else?"]
    desk.all("#panel .said button")[0].click()
    desk.wait(lambda: desk.selection() == ["anythingElse"])
    desk.element("#panel .answers .danger").click()
    desk.wait(lambda: desk.element("#panel .title b").text == "Anything else?")


def test_properties_are_edited_while_a_dialog_runs(desk):
    desk.press("run")
    desk.wait(lambda: said(desk))
    tabs = {tab.text: tab for tab in desk.all("#panel .tabs label")}
    tabs["Properties"].click()
    assert desk.element("#panel .title b").text == "Nothing selected"
    desk.ask_view("view/select", nodes=["askName"])
    desk.wait(lambda: desk.all('#panel [data-path="/text"] :is(input, textarea)'))
    desk.element('#panel [data-path="/text"] :is(input, textarea)').send_keys("!")
    desk.wait(lambda: desk.document()["nodes"]["askName"]["data"]["text"].endswith("!"))
    desk.screenshot("run-properties")
    desk.run("document.querySelector('#panel .tabs :checked').focus()")
    desk.keys(Keys.ARROW_LEFT)
    assert said(desk) and desk.element("#panel .title b").text == "Waits for an answer"
    desk.element("#panel .answers .danger").click()
    desk.wait(lambda: desk.element("#panel .title b").text == "Ask the name" or desk.all('#panel [data-path="/text"]'))
    assert not desk.element("#panel .tabs").is_displayed()


def test_what_goes_wrong_is_said(desk):
    desk.ask_view("view/select", nodes=["orderFits"])
    desk.wait(lambda: desk.all("#panel .add.run"))
    desk.element("#panel .add.run").click()
    desk.wait(lambda: desk.all("#panel .asked .problem"))
    assert desk.element("#panel .asked").text == "Ended at Six characters?: a variable is not there."


def test_where_a_dialog_is_comes_into_view(desk):
    desk.ask_view("view/zoom", to=1.5, at={"x": 150, "y": 380})
    desk.press("run")
    answer(desk, "Ada")
    choose(desk, "Nothing, thank you")
    desk.wait(lambda: desk.state("moving") is None)
    x, y = desk.middle("bye")
    assert 150 < x < desk.element("#panel").rect["x"] and 0 < y < HEIGHT


def test_a_dialog_in_a_narrow_window(desk):
    desk.resize(360, 740)
    try:
        desk.press("run")
        desk.wait(lambda: said(desk))
        box = desk.element("#panel").rect
        assert box["x"] >= 0 and box["x"] + box["width"] <= 360 and box["y"] + box["height"] <= 740
        desk.screenshot("run-narrow")
    finally:
        desk.resize(WIDTH, HEIGHT)


def test_another_document_ends_the_run(desk, bridge):
    desk.press("run")
    desk.wait(lambda: said(desk))
    desk.press("open")
    desk.element("#openPath").send_keys("bot.json", Keys.ENTER)
    desk.wait(lambda: desk.element("#name").text == "bot.json")
    desk.wait(lambda: not desk.element("#panel").is_displayed() and not desk.element("#runBar").is_displayed())


def test_where_a_dialog_has_been_stays_marked(desk):
    def passed():
        return set(desk.run("return [...nodewire.trail.nodes]"))

    def marks():
        desk.ask_view("view/zoom", to=1)
        desk.ask_view("view/reveal", nodes=["prepare"], padding={"left": "200px", "right": "400px"})
        desk.settle()
        node = desk.run("return nodewire.scene.nodes.get('prepare')")
        return desk.colors(desk.screenshot("passed"), desk.on_screen(node["x"] + 3, node["y"] + 9))

    good = desk.run("return nodewire.colors.good")
    assert marks() != [good]
    desk.press("run")
    desk.wait(lambda: "askName" in passed())
    first = passed()
    assert {"begin", "askName"} <= first
    answer(desk, "Grace")
    choose(desk, "My lamp is broken")
    desk.wait(lambda: "age" in passed())
    assert first < passed()
    desk.element("#panel .answers button").click()
    desk.wait(lambda: "age" not in passed())
    assert first < passed()
    assert marks() == [good]
    desk.element("#panel .answers button:nth-child(2)").click()
    desk.wait(lambda: passed() == first)
    desk.element("#panel .answers .danger").click()
    desk.wait(lambda: not passed())
