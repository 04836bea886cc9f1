"""The panel: what is selected, edited by the schema of its type."""

import pytest
from browser import GROUND, HEIGHT, WIDTH, by
from contents import DIALOG, place
from selenium.webdriver.common.keys import Keys


@pytest.fixture
def dialog(page, bridge):
    page.open(bridge.opening.root / "dialog.json", DIALOG)
    return page


def select(page, *nodes, edges=()):
    page.ask_view("view/select", nodes=list(nodes), edges=list(edges))
    page.wait(lambda: page.element("#panel").is_displayed())
    page.settle()


def field(page, path):
    """The control of the value at a path; members of the element itself begin with a colon."""
    selector = ":is(input, textarea, select)"
    return page.element(f'#panel .field[data-path="{path}"] > {selector}, #panel .field[data-path="{path}"] > div > textarea')


def problem(page, path):
    return page.run(
        "return document.querySelector(`#panel .field[data-path='${arguments[0]}'] > .problem:not([hidden])`)?.textContent", path
    )


def data(page, node="ask"):
    return page.document()["nodes"][node].get("data")


def filled(page, path, text):
    control = field(page, path)
    control.clear()
    control.send_keys(text)
    page.settle()


def test_a_node_shows_its_label_type_and_data(dialog):
    dialog.click(dialog.middle("ask"))
    dialog.wait(lambda: dialog.element("#panel").is_displayed())
    dialog.screenshot("panel")
    shown = {path: field(dialog, path).get_attribute("value") for path in (":label", "/text", "/delay", "/buttons/1/label")}
    assert shown == {":label": "Ask", "/text": "Tea or coffee?", "/delay": "2", "/buttons/1/label": "Coffee"}
    chosen = "return document.querySelector(`#panel [data-path='${arguments[0]}'] select`).selectedOptions[0].textContent"
    assert [dialog.run(chosen, path) for path in (":type", "/mood")] == ["Message", "calm"]
    assert field(dialog, "/delay").get_attribute("max") == "60"
    assert dialog.element("#panel .title").text == "Message\nAsk"


def test_typing_is_one_undo_step(dialog):
    select(dialog, "ask")
    field(dialog, "/text").send_keys(" Or water?")
    dialog.wait(lambda: data(dialog)["text"] == "Tea or coffee? Or water?")
    field(dialog, ":label").send_keys("ing")
    dialog.wait(lambda: dialog.document()["nodes"]["ask"]["label"] == "Asking")
    dialog.press("undo")
    assert dialog.document()["nodes"]["ask"]["label"] == "Ask" and data(dialog)["text"].endswith("water?")
    dialog.press("undo")
    assert data(dialog)["text"] == "Tea or coffee?"
    assert field(dialog, "/text").get_attribute("value") == "Tea or coffee?"
    dialog.press("redo")
    assert field(dialog, "/text").get_attribute("value") == "Tea or coffee? Or water?"


def test_two_visits_of_a_field_are_two_undo_steps(dialog):
    select(dialog, "ask")
    field(dialog, "/text").send_keys("!")
    field(dialog, ":label").click()
    field(dialog, "/text").send_keys("?")
    dialog.wait(lambda: data(dialog)["text"].endswith("!?"))
    dialog.press("undo")
    assert data(dialog)["text"] == "Tea or coffee?!"


def test_every_kind_of_value_is_written_as_what_it_is(dialog):
    select(dialog, "ask")
    filled(dialog, "/delay", "17")
    dialog.element('#panel [data-path="/urgent"] input').click()
    dialog.element('#panel [data-path="/mood"] option:nth-child(3)').click()
    dialog.element('#panel [data-path="/image"] button').click()
    dialog.wait(lambda: dialog.all('#panel [data-path="/image/url"]'))
    filled(dialog, "/image/url", "a.png")
    filled(dialog, "/image/width", "1.5")
    wanted = {**place("ask")["data"], "delay": 17, "urgent": True, "mood": "merry", "image": {"url": "a.png", "width": 1.5}}
    dialog.wait(lambda: data(dialog) == wanted)
    field(dialog, "/delay").send_keys(Keys.BACKSPACE, Keys.BACKSPACE)
    dialog.wait(lambda: "delay" not in data(dialog))


def test_problems_stand_at_their_fields(dialog):
    select(dialog, "bad")
    dialog.wait(lambda: problem(dialog, "/text"))
    dialog.screenshot("panel-problems")
    assert problem(dialog, "/text") == "Needed"
    assert problem(dialog, "/delay") == "Is more than 60"
    assert problem(dialog, "/extra") == "Is not allowed"
    control = field(dialog, "/delay")
    assert control.get_attribute("aria-invalid") == "true"
    assert dialog.element("#" + control.get_attribute("aria-describedby")).text == "Is more than 60"
    filled(dialog, "/delay", "5")
    dialog.wait(lambda: problem(dialog, "/delay") is None)
    dialog.element('#panel [data-path="/extra"] [title="Remove Extra"]').click()
    dialog.wait(lambda: "extra" not in data(dialog, "bad"))
    assert not dialog.all('#panel [data-path="/extra"]')


def test_what_the_document_refuses_stands_at_its_field(page, bridge):
    strict = {**DIALOG, "settings": {**DIALOG["settings"], "dataProblems": "refuse"}}
    page.open(bridge.opening.root / "strict.json", strict)
    select(page, "ask")
    filled(page, "/delay", "77")
    page.wait(lambda: problem(page, "/delay"))
    assert data(page)["delay"] == 7
    assert not page.all("#toasts .bad")


def test_members_that_no_schema_names_are_added_and_removed(dialog):
    select(dialog, "free")
    assert field(dialog, "/name").get_attribute("value") == "Ada"
    dialog.element("#panel .data > .adder > button").click()
    dialog.keys("city", Keys.ENTER)
    dialog.wait(lambda: data(dialog, "free").get("city") == "")
    dialog.keys("London")
    dialog.wait(lambda: data(dialog, "free") == {**place("free")["data"], "city": "London"})
    dialog.element('#panel [title="Remove Name"]').click()
    dialog.wait(lambda: "name" not in data(dialog, "free"))


def test_the_panel_follows_what_others_edit(dialog):
    select(dialog, "ask")
    document = dialog.run("return nodewire.document")
    patch = {"label": "Other", "data": {"text": "By others", "buttons": None, "more": [1, 2]}}
    dialog.ask("node/update", document=document, id="ask", patch=patch)
    dialog.wait(lambda: field(dialog, "/text").get_attribute("value") == "By others")
    assert field(dialog, ":label").get_attribute("value") == "Other"
    assert not dialog.all('#panel [data-path="/buttons/0"]') and dialog.all('#panel [data-path="/more/1"]')
    dialog.ask("node/update", document=document, id="ask", patch={"type": "note"})
    dialog.wait(lambda: dialog.element("#panel .title small").text == "Note")
    dialog.ask("types/update", document=document, patch={"note": {"schema": {"properties": {"size": {"type": "number"}}}}})
    dialog.wait(lambda: dialog.all('#panel [data-path="/size"]'))
    dialog.ask("element/remove", document=document, nodes=["ask"])
    dialog.wait(lambda: not dialog.element("#panel").is_displayed())
    dialog.press("undo")
    select(dialog, "ask")
    assert field(dialog, ":label").get_attribute("value") == "Other"


def test_the_caret_stays_where_others_write_in_the_same_text(dialog):
    select(dialog, "ask")
    control = field(dialog, "/text")
    control.click()
    dialog.keys(Keys.HOME, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, "AAA")
    dialog.wait(lambda: data(dialog)["text"] == "TeaAAA or coffee?")
    dialog.ask_document("text/replace", node="ask", path="/text", **{"from": 0, "to": 0}, text="😀BBB ")
    dialog.wait(lambda: control.get_attribute("value") == "😀BBB TeaAAA or coffee?")
    dialog.keys("CC")
    dialog.wait(lambda: data(dialog)["text"] == "😀BBB TeaAAACC or coffee?")
    dialog.ask_document("text/replace", node="ask", path="/text", **{"from": 23, "to": 24}, text="!!")
    dialog.keys("D")
    dialog.wait(lambda: data(dialog)["text"] == "😀BBB TeaAAACCD or coffee!!")


def test_the_panel_follows_the_selection(dialog):
    select(dialog, "ask")
    select(dialog, "tea")
    dialog.wait(lambda: field(dialog, "/text").get_attribute("value") == "Here you are.")
    select(dialog, "ask", "tea", "note", edges=["e"])
    dialog.wait(lambda: dialog.element("#panel .title b").text == "3 nodes, 1 connection")
    assert dialog.element("#panel .several").text.split("\n") == ["Message", "2", "Note", "1", "Connections", "1"]
    dialog.screenshot("panel-several")
    dialog.click((700, 700))
    dialog.wait(lambda: not dialog.element("#panel").is_displayed())


def test_an_edge_shows_its_label_its_line_and_its_ends(dialog):
    select(dialog, edges=["e"])
    dialog.wait(lambda: field(dialog, ":label").get_attribute("value") == "tea")
    dialog.screenshot("panel-edge")
    field(dialog, ":label").send_keys("!")
    dialog.element('#panel [data-path=":type"] option:nth-child(5)').click()
    dialog.wait(lambda: dialog.document()["edges"]["e"].get("type") == "straight")
    assert dialog.document()["edges"]["e"]["label"] == "tea!"
    assert [button.text for button in dialog.all("#panel .ends button")] == ["Ask", "Tea"]
    dialog.all("#panel .ends button")[1].click()
    dialog.wait(lambda: dialog.selection() == ["tea"])


def test_the_keyboard_alone_reaches_every_field(dialog):
    dialog.keys(Keys.TAB, Keys.ENTER)
    assert dialog.selection() == ["ask"]
    dialog.keys(Keys.ENTER, held=Keys.ALT)
    dialog.wait(lambda: dialog.run("return document.activeElement === arguments[0]", field(dialog, ":label")))
    seen = []
    for _ in range(7):
        seen.append(dialog.run("return document.activeElement.closest('.field').dataset.path"))
        dialog.keys(Keys.TAB)
    # Beside the type there is a button that leads to it.
    assert seen == [":label", ":type", ":type", "/text", "/buttons", "/buttons/0/label", "/buttons"]
    dialog.keys(Keys.DELETE, Keys.ARROW_RIGHT)
    assert "ask" in dialog.document()["nodes"] and dialog.position("ask") == (0, 0)
    dialog.keys(Keys.ESCAPE)
    assert dialog.active() == "canvas" and dialog.selection() == ["ask"]


def test_undo_in_a_field_is_that_of_the_document(dialog):
    select(dialog, "ask")
    control = field(dialog, "/text")
    control.send_keys("!")
    dialog.keys("z", held=Keys.CONTROL)
    dialog.wait(lambda: data(dialog)["text"] == "Tea or coffee?")
    assert control.get_attribute("value") == "Tea or coffee?"
    dialog.keys("y", held=Keys.CONTROL)
    dialog.wait(lambda: control.get_attribute("value") == "Tea or coffee?!")
    dialog.keys("s", held=Keys.CONTROL)
    dialog.wait(lambda: not dialog.element("#dirty").is_displayed())


def test_a_locked_node_is_only_read(dialog):
    dialog.ask_document("node/update", id="ask", patch={"locked": True})
    select(dialog, "ask")
    assert not field(dialog, "/text").is_enabled() and not field(dialog, ":label").is_enabled()


def test_every_control_of_the_panel_has_a_name(dialog):
    for node in ("ask", "bad", "note", "free"):
        select(dialog, node)
        dialog.wait(lambda node=node: dialog.element("#panel .title b").text in (place(node).get("label", "Message"),))
        for control in dialog.all("#panel :is(button, input, textarea, select)"):
            if control.is_displayed():
                assert control.accessible_name, control.get_attribute("outerHTML")


def test_the_panel_is_folded_and_stays_so(dialog):
    select(dialog, "ask")
    dialog.element("#foldPanel").click()
    assert not dialog.element("#panel .body").is_displayed()
    select(dialog, "tea")
    assert not dialog.element("#panel .body").is_displayed()
    assert dialog.element("#foldPanel").accessible_name == "Show properties"
    dialog.element("#foldPanel").click()
    assert dialog.element("#panel .body").is_displayed()


def test_a_double_press_where_the_panel_will_be_reaches_the_node(dialog, bridge):
    moved = [{**DIALOG["nodes"][1], "position": {"x": 700, "y": 100}}]
    dialog.open(bridge.opening.root / "right.json", {**DIALOG, "nodes": moved, "edges": []})
    spot = by(dialog.middle("tea"), 60, -15)
    dialog.click(spot, count=2)
    dialog.wait(lambda: dialog.element("#rename").is_displayed())
    dialog.keys(Keys.ESCAPE)
    dialog.click(GROUND)
    dialog.wait(lambda: not dialog.element("#panel").is_displayed())
    dialog.click(by(dialog.middle("tea"), 60, -15))
    dialog.wait(lambda: dialog.element("#panel").is_displayed())
    # The node that the panel would hide comes out from below it.
    dialog.wait(lambda: dialog.middle("tea")[0] + 110 < dialog.element("#panel").rect["x"])


def test_the_panel_in_the_dark(dialog):
    dialog.press("theme")
    select(dialog, "bad")
    dialog.wait(lambda: problem(dialog, "/text"))
    dialog.screenshot("panel-dark")
    dialog.press("theme")


def test_a_narrow_window_has_the_panel_below(dialog):
    dialog.resize(400, 800)
    try:
        select(dialog, "ask")
        dialog.screenshot("panel-narrow")
        box = dialog.element("#panel").rect
        assert box["x"] >= 0 and box["x"] + box["width"] <= 400 and box["y"] + box["height"] <= 800
        assert box["y"] > 300
    finally:
        dialog.resize(WIDTH, HEIGHT)


def test_a_null_is_written_where_the_schema_allows_it(page, bridge):
    text, number = {"type": ["string", "null"]}, {"anyOf": [{"type": "number"}, {"type": "null"}]}
    deep = {"type": "object", "properties": {"text": text}}
    properties = {"text": text, "number": number, "deep": deep, "mood": {"enum": ["calm", None]}, "plain": {"type": "string"}}
    nodes = [{"id": "a", "type": "t", "position": {"x": 0, "y": 0}, "data": {"text": "so", "deep": {"text": "x"}}}]
    page.open(bridge.opening.root / "null.json", {"nodewire": 1, "types": {"t": {"schema": {"properties": properties}}}, "nodes": nodes, "edges": []})
    select(page, "a")

    def press(path):
        page.element(f'#panel .field[data-path="{path}"] > .head > .nothing').click()
        page.settle()

    assert not page.all('#panel [data-path="/plain"] .nothing')
    press("/text")
    press("/number")
    press("/deep/text")
    page.element('#panel [data-path="/mood"] option:nth-last-child(1)').click()
    page.wait(lambda: data(page, "a") == {"text": None, "number": None, "deep": {"text": None}, "mood": None})
    assert page.element('#panel [data-path="/text"] .nothing').get_attribute("aria-pressed") == "true"
    page.screenshot("panel-null")
    field(page, "/text").send_keys("now")
    press("/number")
    page.wait(lambda: data(page, "a") == {"text": "now", "deep": {"text": None}, "mood": None})
    page.press("undo")
    page.press("undo")
    page.wait(lambda: data(page, "a")["text"] is None and data(page, "a")["number"] is None)


def test_half_a_number_stays_as_it_is_typed(dialog):
    select(dialog, "ask")
    control = field(dialog, "/delay")
    control.send_keys(Keys.BACKSPACE)
    dialog.wait(lambda: "delay" not in data(dialog))
    control.send_keys("1e")
    dialog.wait(lambda: problem(dialog, "/delay") == "This is not a number")
    dialog.ask("node/update", document=dialog.run("return nodewire.document"), id="ask", patch={"label": "Meanwhile"})
    dialog.settle()
    assert problem(dialog, "/delay") == "This is not a number"
    control.send_keys("1")
    dialog.wait(lambda: data(dialog).get("delay") == 10)
    assert control.get_attribute("value") == "1e1" and problem(dialog, "/delay") is None


def test_the_panel_holds_what_it_shows_whatever_else_opens(dialog):
    select(dialog, "ask")
    body = dialog.element("#panel .body")
    for command in ("settings", "layout"):
        dialog.press(command)
        dialog.press(command)
        assert dialog.element("#panel .sheet").is_displayed()
        assert dialog.run("return arguments[0].scrollWidth <= arguments[0].clientWidth", body)


def test_another_type_leaves_the_focus_where_it_is(dialog):
    select(dialog, "free")
    field(dialog, ":type").send_keys("Note")
    dialog.wait(lambda: dialog.document()["nodes"]["free"].get("type") == "note")
    dialog.wait(lambda: dialog.element("#panel .title small").text == "Note")
    assert dialog.run("return document.activeElement.closest('[data-path]').dataset.path") == ":type"


def test_a_group_is_called_a_group(page):
    page.chord("a", Keys.CONTROL)
    page.chord("g", Keys.CONTROL)
    page.wait(lambda: page.element("#panel .title").text == "Group")
    assert page.run("return document.querySelector('#panel [data-path=\"\\:type\"] select').selectedOptions[0].textContent") == "Group"


def notes(page):
    return page.run("return [...document.querySelectorAll('#panel .notes li')].map((note) => note.firstChild.textContent)")


def test_what_is_wrong_names_nodes_as_they_are_painted(dialog):
    document = dialog.run("return nodewire.document")
    dialog.ask("node/update", document=document, id="free", patch={"position": {"x": 30, "y": 20}})
    select(dialog, "free")
    dialog.wait(lambda: '"Free" lies over "Ask"' in notes(dialog))
    (mend,) = [one for one in dialog.all("#panel .notes button") if one.text == 'Move "Free" aside']
    mend.click()
    dialog.wait(lambda: '"Free" lies over "Ask"' not in notes(dialog))


def test_what_is_wrong_with_a_node_is_listed_and_mended(dialog):
    select(dialog, "free")
    edits = [{"method": "node/update", "params": {"id": "free", "patch": {"label": "Calm"}}}]
    note = {
        "severity": "warning",
        "code": "tooMerry",
        "elements": {"nodes": ["free"]},
        "message": "the bot is too merry",
        "fixes": [{"title": "calm it down", "edits": edits}],
    }
    other = {**note, "elements": {"nodes": ["ask"]}, "message": "the bot is too stern"}
    hear = "nodewire.hear('document/diagnostics', { set: arguments[0], unset: arguments[1] })"
    dialog.run(hear, {"one": note, "two": other}, [])
    assert "The bot is too merry" in notes(dialog) and "The bot is too stern" not in notes(dialog)
    dialog.screenshot("panel-notes")
    (mend,) = [button for button in dialog.all("#panel .notes button") if button.text == "Calm it down"]
    mend.click()
    dialog.wait(lambda: dialog.document()["nodes"]["free"]["label"] == "Calm")
    dialog.run(hear, {}, ["one"])
    assert "The bot is too merry" not in notes(dialog)
