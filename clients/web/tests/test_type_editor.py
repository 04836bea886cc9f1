"""Node types that are made and edited in the page."""

import pytest
from contents import DIALOG
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

EMPTY = {"nodewire": 1, "nodes": [], "edges": []}


@pytest.fixture
def empty(page, bridge):
    page.open(bridge.opening.root / "empty.json", EMPTY)
    page.wait(lambda: page.element("#hint [data-command=types]").is_displayed())
    return page


def types(page):
    return page.ask_document("document/read", limit=1).get("types", {})


def control(page, path):
    return page.element(f'#typeEditor [data-path="{path}"] :is(input, select)')


def press(page, name):
    page.element(f'#typeEditor [aria-label="{name}"]').click()


def written(field, text):
    field.send_keys(Keys.CONTROL, "a", Keys.NULL, text, Keys.TAB)


def test_an_empty_document_gets_a_type_and_a_node_of_it(empty):
    empty.element("#hint [data-command=types]").click()
    empty.keys("Ask again", Keys.ENTER)
    empty.wait(lambda: "askAgain" in types(empty))
    made = types(empty)["askAgain"]
    assert [handle["id"] for handle in made["handles"]] == ["in", "out"] and "title" not in made
    empty.screenshot("type-editor")
    assert empty.element('[data-command="undo"]').get_attribute("title") == "Undo Add the type Ask again"
    empty.keys(Keys.ESCAPE)
    button = empty.element('#palette [data-type="askAgain"]')
    assert button.text == "Ask again"
    button.click()
    empty.wait(lambda: [node["type"] for node in empty.document()["nodes"].values()] == ["askAgain"])


@pytest.fixture
def editor(page, bridge):
    page.open(bridge.opening.root / "typed.json", DIALOG)
    page.press("types")
    page.wait(lambda: page.element("#typeEditor").is_displayed())
    return page


def test_name_color_and_shape_of_a_type_are_changed(editor):
    name = control(editor, "/name")
    assert name.get_attribute("value") == "Message"
    written(name, "Line")
    editor.wait(lambda: types(editor)["message"]["label"] == "Line")
    editor.wait(lambda: editor.element('#palette [data-type="message"]').text == "Line")
    Select(control(editor, "/shape")).select_by_visible_text("Capsule")
    editor.wait(lambda: editor.run("return nodewire.scene.nodes.get('ask').shape") == "capsule")
    editor.element('#typeEditor .swatch[title="Red"]').click()
    editor.wait(lambda: types(editor)["message"]["color"] == "#dc2626")
    for _ in range(3):
        editor.press("undo")
    assert types(editor)["message"] == DIALOG["types"]["message"]


def test_handles_of_a_type_are_added_changed_and_removed(editor):
    press(editor, "Add to Handles")
    editor.wait(lambda: len(types(editor)["message"]["handles"]) == 2)
    Select(control(editor, "/handles/1/position")).select_by_visible_text("Bottom")
    editor.wait(lambda: types(editor)["message"]["handles"][1]["position"] == "bottom")
    control(editor, "/handles/1/label").send_keys("else", Keys.TAB)
    added = {"id": "out", "type": "source", "position": "bottom", "label": "else"}
    editor.wait(lambda: types(editor)["message"]["handles"][1] == added)
    editor.wait(lambda: editor.element('#typeEditor [data-path="/handles"] li:last-child .grip').accessible_name == "Move else")
    press(editor, "Remove target")
    editor.wait(lambda: types(editor)["message"]["handles"] == [added])


def test_fields_of_a_type_are_added_changed_and_removed(editor):
    def properties():
        return types(editor)["message"]["schema"]["properties"]

    press(editor, "Add to What its nodes hold")
    editor.wait(lambda: "text2" in properties())
    written(control(editor, "/fields/6/name"), "Kind of tea")
    editor.wait(lambda: properties()["text2"] == {"type": "string", "title": "Kind of tea"})
    Select(control(editor, "/fields/6/kind")).select_by_visible_text("Choice")
    editor.wait(lambda: properties()["text2"] == {"title": "Kind of tea", "enum": ["one", "other"]})
    editor.wait(lambda: editor.all('#typeEditor [data-path="/fields/6/choices"]'))
    written(control(editor, "/fields/6/choices"), "black, green")
    editor.wait(lambda: properties()["text2"]["enum"] == ["black", "green"])
    editor.keys(Keys.ESCAPE)
    editor.ask_view("view/select", nodes=["ask"])
    editor.wait(lambda: editor.all('#panel [data-path="/text2"] select'))
    assert "green" in editor.element('#panel [data-path="/text2"] select').text
    # The panel of a node leads to its type.
    editor.element('#panel [title="Edit the type"]').click()
    press(editor, "Remove Kind of tea")
    editor.wait(lambda: properties() == DIALOG["types"]["message"]["schema"]["properties"])
    # What is more than a simple field stays as it is.
    assert Select(control(editor, "/fields/1/kind")).first_selected_option.text == "As in the file"


def test_fields_of_a_type_are_put_in_another_order(editor):
    def order():
        return types(editor)["message"].get("fieldOrder")

    names = list(DIALOG["types"]["message"]["schema"]["properties"])
    editor.element('#typeEditor [data-path="/fields"] li:first-child .grip').send_keys(Keys.ARROW_DOWN)
    moved = [names[1], names[0], *names[2:]]
    editor.wait(lambda: order() == moved)
    first = '#typeEditor [data-path="/fields/0/name"] input'
    editor.wait(lambda: editor.element(first).get_attribute("value") == "Buttons")
    # A new one stays where it was put.
    editor.element(first).send_keys(Keys.ENTER)
    editor.wait(lambda: order() == [moved[0], "text2", *moved[1:]])
    editor.keys(Keys.ESCAPE)
    select = lambda: [row.get_attribute("data-path") for row in editor.all("#panel .data > .members > [data-path]")]  # noqa: E731
    editor.ask_view("view/select", nodes=["ask"])
    editor.wait(lambda: select()[:3] == ["/buttons", "/text2", "/text"])
    for _ in range(2):
        editor.press("undo")
    editor.wait(lambda: order() is None and types(editor)["message"] == DIALOG["types"]["message"])


def test_a_type_is_removed_and_brought_back(editor):
    (button,) = [one for one in editor.all("#typeEditor button") if one.text == "Remove the type"]
    button.click()
    editor.wait(lambda: "message" not in types(editor))
    assert editor.element('#typeEditor select').get_attribute("value") == "note"
    editor.press("undo")
    assert types(editor)["message"] == DIALOG["types"]["message"]
