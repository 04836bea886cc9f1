"""The panel of several nodes: the values that they have in common are edited at once."""

import pytest
from contents import DIALOG
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select
from test_panel import field, select


@pytest.fixture
def several(page, bridge):
    page.open(bridge.opening.root / "several.json", DIALOG)
    select(page, "ask", "tea")
    return page


def held(page, member, *nodes):
    return [page.document()["nodes"][node].get("data", {}).get(member) for node in nodes or ("ask", "tea")]


def test_a_value_that_differs_is_shown_as_mixed_and_written_to_all(several):
    text = field(several, "/text")
    assert (text.get_attribute("value"), text.get_attribute("placeholder")) == ("", "Mixed")
    several.screenshot("several-mixed")
    text.send_keys("Hello")
    several.wait(lambda: held(several, "text") == ["Hello", "Hello"])
    assert text.get_attribute("value") == "Hello" and not text.get_attribute("placeholder")
    assert several.element('[data-command="undo"]').get_attribute("title") == "Undo Text of 2 nodes"
    several.press("undo")
    assert held(several, "text") == ["Tea or coffee?", "Here you are."]
    several.wait(lambda: (text.get_attribute("value"), text.get_attribute("placeholder")) == ("", "Mixed"))


def test_numbers_choices_and_switches_of_several_are_set(several):
    field(several, "/delay").send_keys("7")
    several.wait(lambda: held(several, "delay") == [7, 7])
    mood = Select(field(several, "/mood"))
    assert mood.first_selected_option.text == "Mixed"
    mood.select_by_visible_text("stern")
    several.wait(lambda: held(several, "mood") == ["stern", "stern"])
    several.wait(lambda: "Mixed" not in field(several, "/mood").text)
    several.ask_document("node/update", id="tea", patch={"data": {"urgent": True}})
    several.wait(lambda: several.run("return document.querySelector('#panel [data-path=\"/urgent\"] input').indeterminate"))
    field(several, "/urgent").click()
    several.wait(lambda: held(several, "urgent") == [True, True])


def test_only_what_all_have_is_offered(several):
    def paths():
        return several.run("return [...document.querySelectorAll('#panel [data-path]')].map((one) => one.dataset.path)")

    assert paths() == [":type", "/text", "/delay", "/mood", "/urgent"]
    select(several, "ask", "note")
    several.wait(lambda: paths() == [":type"])
    select(several, "ask", "free")
    several.wait(lambda: paths() == [":type"])


def test_several_get_another_type(several):
    kind = Select(field(several, ":type"))
    assert kind.first_selected_option.text == "Message"
    kind.select_by_visible_text("Note")
    several.wait(lambda: {several.document()["nodes"][node]["type"] for node in ("ask", "tea")} == {"note"})
    several.press("undo")
    assert several.document()["nodes"]["ask"]["type"] == "message"


def test_what_is_refused_stands_at_its_field(several):
    several.ask_document("node/update", id="tea", patch={"locked": True})
    several.wait(lambda: not field(several, "/text").is_enabled())
    select(several, "ask", "bad")
    field(several, "/delay").send_keys(Keys.BACKSPACE, "9")
    several.wait(lambda: held(several, "delay", "ask", "bad") == [9, 9])


def test_the_panel_knows_what_is_selected_though_some_of_it_went_as_it_was_read(several):
    several.run("""
        const { send } = WebSocket.prototype;
        WebSocket.prototype.send = function (text) {
          const { method, params } = JSON.parse(text);
          if (method === "document/read" && params.nodes?.includes("note")) {
            WebSocket.prototype.send = send;
            const removing = { document: params.document, nodes: ["note"] };
            send.call(this, JSON.stringify({ jsonrpc: "2.0", id: -1, method: "element/remove", params: removing }));
          }
          send.call(this, text);
        };
    """)
    several.ask_view("view/select", nodes=["note", "bad", "free"])
    several.wait(lambda: several.element("#panel .title").text == "Selected\n2 nodes")
    several.wait(lambda: several.element("#panel .several").text.split() == ["Message", "1", "Without", "a", "type", "1"])


def test_lines_of_several_edges_look_alike_when_that_is_chosen(page, bridge):
    (one,) = DIALOG["edges"]
    others = [{**one, "id": id, "sourceHandle": handle, "target": "bad", "style": {}} for id, handle in (("f", "c"), ("g", "n"))]
    edges = [{**one, "style": {"stroke": "#dc2626"}}, *others]
    page.open(bridge.opening.root / "lines.json", {**DIALOG, "edges": edges})
    select(page, edges=["e", "f"])

    def looks(name):
        return [edge.get(name) for edge in page.document()["edges"].values()]

    assert not page.all('#panel .swatch[aria-pressed="true"]:not([hidden] *)')
    Select(field(page, ":type")).select_by_visible_text("Straight")
    page.wait(lambda: looks("type") == ["straight", "straight", None])
    assert page.element('[data-command="undo"]').get_attribute("title") == "Undo Type of 2 connections"
    Select(field(page, ":markerStart")).select_by_visible_text("Open")
    page.wait(lambda: looks("markerStart") == ["arrow", "arrow", None])
    page.element('#panel .swatch[title="Blue"]:not([hidden] *)').click()
    page.wait(lambda: looks("style")[:2] == [{"stroke": "#2563eb"}] * 2)
    select(page, edges=["f", "g"])
    page.wait(lambda: Select(field(page, ":type")).first_selected_option.text == "Mixed")
    page.screenshot("several-lines")
