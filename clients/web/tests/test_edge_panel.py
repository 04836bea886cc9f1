"""The panel of an edge: its line, and what it holds."""

import pytest
from contents import DIALOG
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select
from test_panel import field, select

HELD = {"condition": "tea > 1", "tags": ["hot", "sweet"], "note": {"text": "Why", "runs": []}}


@pytest.fixture
def edge(page, bridge):
    (one,) = DIALOG["edges"]
    page.open(bridge.opening.root / "held.json", {**DIALOG, "edges": [{**one, "data": HELD}]})
    select(page, edges=["e"])
    return page


def held(page):
    return page.document()["edges"]["e"].get("data")


def test_an_edge_is_called_by_its_label_or_its_ends(edge):
    title = edge.element("#panel .title")
    assert title.text == "Connection\ntea"
    field(edge, ":label").send_keys(*[Keys.BACKSPACE] * 3)
    edge.wait(lambda: title.text == "Connection\nAsk → Tea")


def test_what_an_edge_holds_is_edited(edge):
    field(edge, "/condition").send_keys("0")
    edge.wait(lambda: held(edge) == {**HELD, "condition": "tea > 10"})
    field(edge, "/note").send_keys("?")
    edge.wait(lambda: held(edge)["note"]["text"] == "Why?")
    edge.screenshot("panel-edge")
    edge.press("undo")
    edge.press("undo")
    edge.wait(lambda: held(edge) == HELD)
    assert field(edge, "/condition").get_attribute("value") == "tea > 1"


def test_a_list_of_an_edge_is_edited_item_by_item(edge):
    edge.element('#panel [title="Remove hot"]').click()
    edge.wait(lambda: held(edge)["tags"] == ["sweet"])
    edge.element('#panel [aria-label="Add to Tags"]').click()
    edge.wait(lambda: held(edge)["tags"] == ["sweet", ""])
    edge.keys("cold")
    edge.wait(lambda: held(edge)["tags"] == ["sweet", "cold"])
    edge.run("document.querySelector('#panel .items li:last-child .grip').focus()")
    edge.keys(Keys.ARROW_UP)
    edge.wait(lambda: held(edge)["tags"] == ["cold", "sweet"])
    for _ in range(4):
        edge.press("undo")
    edge.wait(lambda: held(edge) == HELD)


def test_members_of_an_edge_are_added_and_removed(edge):
    edge.element('#panel [title="Remove Condition"]').click()
    edge.wait(lambda: "condition" not in held(edge))
    adder = edge.element("#panel .data > .adder > button")
    edge.run("arguments[0].scrollIntoView()", adder)
    adder.click()
    edge.keys("weight", Keys.ENTER)
    edge.wait(lambda: held(edge).get("weight") == "")


def test_an_edge_goes_round_nodes_if_it_is_to(edge):
    toggle = edge.element('#panel [data-path=":avoid"] input')
    toggle.click()
    edge.wait(lambda: edge.document()["edges"]["e"].get("avoid") is True)
    toggle.click()
    edge.wait(lambda: "avoid" not in edge.document()["edges"]["e"])
    document = edge.run("return nodewire.document")
    for kind, is_shown in (("straight", False), ("smoothstep", True), ("orthogonal", False)):
        edge.ask("edge/update", document=document, id="e", patch={"type": kind})
        edge.wait(lambda: edge.element('#panel [data-path=":avoid"]').is_displayed() is is_shown)


def test_forms_of_lines_are_called_alike_everywhere(page):
    page.ask_view("view/select", edges=["b-end"])
    page.wait(lambda: page.all('#panel [data-path=":type"] option'))
    texts = "return [...document.querySelectorAll(arguments[0])].map((option) => option.textContent)"
    own = page.run(texts, '#panel [data-path=":type"] option')
    assert own == ["Document default", *page.run(texts, '#settings [data-path="defaultEdgeType"] option')]
    page.press("layout")
    assert page.run(texts, '#layout [data-path="edges"] option')[1] in own


def test_a_line_is_given_a_color_and_dashes(edge):
    def style():
        return edge.document()["edges"]["e"].get("style")

    edge.element('#panel .swatch[title="Red"]').click()
    edge.wait(lambda: style() == {"stroke": "#dc2626"})
    edge.wait(lambda: edge.all('#panel .swatch[title="Red"][aria-pressed="true"]'))
    Select(field(edge, ":style/dash")).select_by_visible_text("Dashed")
    edge.wait(lambda: style() == {"stroke": "#dc2626", "dash": [8, 6]})
    edge.wait(lambda: edge.run("return nodewire.scene.edges.get('e').dash") == [8, 6])
    edge.element('#panel .swatch[title="No color"]').click()
    Select(field(edge, ":style/dash")).select_by_visible_text("Unbroken")
    edge.wait(lambda: not style())


def test_the_heads_of_a_line_are_chosen(edge):
    def markers():
        own = edge.document()["edges"]["e"]
        return own.get("markerStart"), own.get("markerEnd")

    start, end = (Select(field(edge, f":marker{one}")) for one in ("Start", "End"))
    assert (start.first_selected_option.text, end.first_selected_option.text) == ("None", "Closed")
    start.select_by_visible_text("Open")
    edge.wait(lambda: markers() == ("arrow", None))
    end.select_by_visible_text("None")
    edge.wait(lambda: markers() == ("arrow", "none"))
    edge.wait(lambda: [head.get("open") for head in edge.run("return nodewire.scene.edges.get('e').arrows")] == [True])
    edge.screenshot("panel-heads")
    for name in ("Circle", "Cross"):
        end.select_by_visible_text(name)
        edge.wait(lambda kind=name.lower(): markers() == ("arrow", kind))
        heads = "return nodewire.scene.edges.get('e').arrows"
        edge.wait(lambda kind=name.lower(): kind in [head.get("kind") for head in edge.run(heads)])
    end.select_by_visible_text("Closed")
    edge.wait(lambda: markers() == ("arrow", None))
    edge.ask_document("edge/update", id="e", patch={"markerStart": {"type": "arrowclosed", "color": "#dc2626"}})
    edge.wait(lambda: start.first_selected_option.text == "Closed")
    start.select_by_visible_text("Open")
    edge.wait(lambda: markers() == ({"type": "arrow", "color": "#dc2626"}, None))


def test_types_of_edges_that_the_document_describes_are_offered(edge):
    edge.ask_document("types/update", edgeTypes={"doubtful": {"path": "straight", "stroke": "#dc2626"}})
    edge.wait(lambda: "doubtful" in field(edge, ":type").text)
    Select(field(edge, ":type")).select_by_visible_text("doubtful")
    edge.wait(lambda: edge.document()["edges"]["e"]["type"] == "doubtful")
