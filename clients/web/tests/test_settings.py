"""Settings of the document in their panel, and the tools beside the zoom."""

import pytest
from browser import GROUND, by
from documents import DOCUMENT
from selenium.webdriver.common.keys import Keys


def settings(page):
    return page.ask_document("document/read", limit=1).get("settings", {})


def update(page, **patch):
    page.ask_document("settings/update", patch=patch)
    page.settle()


@pytest.fixture
def panel(page):
    page.press("settings")
    page.wait(lambda: page.element("#settings").is_displayed())
    for section in page.all("#settings summary"):
        section.click()
    return page


def control(page, name, kind="input, select"):
    return page.element(f'#settings [data-path="{name}"] :is({kind})')


def test_what_is_seldom_set_is_folded(page):
    page.press("settings")
    page.wait(lambda: page.element("#settings").is_displayed())
    assert [section.text for section in page.all("#settings summary")] == ["Lines", "This window"]
    assert control(page, "snapToGrid").is_displayed() and not control(page, "wheel").is_displayed()
    page.all("#settings summary")[1].send_keys(Keys.ENTER)
    page.wait(lambda: control(page, "wheel").is_displayed())
    assert not control(page, "jumps").is_displayed()


def test_it_shows_what_is_in_force(panel):
    assert not control(panel, "snapToGrid").is_selected()
    assert not control(panel, "allowCycles").is_selected()
    assert control(panel, "autoPan").is_selected() is False
    assert control(panel, "dragLabels").is_selected()
    assert control(panel, "defaultEdgeType").get_attribute("value") == "bezier"
    assert [field.get_attribute("value") for field in panel.all(".cells input")] == ["20", "20"]
    panel.screenshot("settings")


@pytest.mark.parametrize(
    "name", ["snapToGrid", "snapToGuides", "allowSelfLoops", "allowDuplicates", "allowCycles", "checkValues", "bendEdges", "jumps"]
)
def test_a_switch_changes_a_setting(panel, name):
    before = control(panel, name).is_selected()
    control(panel, name).click()
    panel.wait(lambda: settings(panel).get(name) is (not before))
    assert panel.element("#dirty").is_displayed()
    update(panel, **{name: before})
    panel.wait(lambda: control(panel, name).is_selected() is before)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("connectionMode", "loose"),
        ("defaultEdgeType", "orthogonal"),
        ("dataProblems", "refuse"),
        ("edgeGeometry", "reactFlow"),
    ],
)
def test_a_choice_changes_a_setting_and_follows_it(panel, name, value):
    before = control(panel, name).get_attribute("value")
    panel.element(f'#settings [data-path="{name}"] option[value="{value}"]').click()
    panel.wait(lambda: settings(panel).get(name) == value)
    panel.ask_document("history/undo")
    panel.wait(lambda: control(panel, name).get_attribute("value") == before)


def test_every_choice_is_one_that_the_server_takes(panel):
    for select in panel.all("#settings select"):
        name = select.find_element("xpath", "..").get_attribute("data-path")
        for option in select.find_elements("css selector", "option"):
            update(panel, **{name: option.get_attribute("value")})


def own(page):
    """What the view has itself of the settings of the hand."""
    read = page.ask_view("view/read")
    return {name: read[name] for name in ("canvasDrag", "canvasLongPress", "wheel", "zoomOnDoubleTap", "inertia", "autoPan") if name in read}


def test_what_a_hand_is_used_to_is_of_the_window_and_not_of_the_document(panel, bridge):
    before = settings(panel)
    for name, value in (("wheel", "zoom"), ("canvasDrag", "lasso"), ("canvasLongPress", "menu")):
        panel.element(f'#settings [data-path="{name}"] option[value="{value}"]').click()
    for name in ("zoomOnDoubleTap", "inertia", "autoPan"):
        control(panel, name).click()
    wanted = {"canvasDrag": "lasso", "canvasLongPress": "menu", "wheel": "zoom", "zoomOnDoubleTap": True, "inertia": True, "autoPan": True}
    panel.wait(lambda: own(panel) == wanted)
    assert settings(panel) == before and not panel.element("#dirty").is_displayed()
    assert panel.ask_document("history/list")["position"] == 0
    zoom = panel.viewport()["zoom"]
    panel.turn(GROUND, y=-100)
    panel.wait(lambda: panel.viewport()["zoom"] > zoom)
    # It goes along with the window: to another document, and through a reload.
    panel.open(bridge.opening.root / "other.json", DOCUMENT)
    panel.wait(lambda: own(panel) == wanted)
    panel.browser.refresh()
    panel.wait(lambda: panel.run("return Boolean(globalThis.nodewire?.view && nodewire.scene.frame)"))
    panel.wait(lambda: own(panel) == wanted)
    panel.press("settings")
    panel.element("#settings .quiet").click()
    panel.wait(lambda: own(panel) == {})


@pytest.mark.parametrize(("name", "usual"), [("edgeClearance", "12"), ("edgeSpacing", "8")])
def test_a_length_changes_a_setting(panel, name, usual):
    field = control(panel, name)
    assert field.get_attribute("value") == usual
    field.send_keys(Keys.CONTROL, "a", Keys.NULL, "30.5", Keys.TAB)
    panel.wait(lambda: settings(panel).get(name) == 30.5)
    field.send_keys(Keys.CONTROL, "a", Keys.NULL, "-1", Keys.TAB)
    panel.wait(lambda: field.get_attribute("value") == "30.5")
    field.send_keys(Keys.CONTROL, "a", Keys.NULL, Keys.BACKSPACE, Keys.TAB)
    panel.wait(lambda: name not in settings(panel) and field.get_attribute("value") == usual)


def test_the_cells_of_the_grid_are_numbers(panel):
    field = panel.all(".cells input")[1]
    field.send_keys(Keys.CONTROL, "a", Keys.NULL, "32", Keys.TAB)
    panel.wait(lambda: settings(panel).get("snapGrid") == [20, 32])
    field.send_keys(Keys.CONTROL, "a", Keys.NULL, "0", Keys.TAB)
    panel.wait(lambda: panel.all("#toasts .bad"))
    panel.wait(lambda: field.get_attribute("value") == "32")
    assert settings(panel)["snapGrid"] == [20, 32]


def test_the_names_of_react_flow_are_shown_as_ours(panel):
    update(panel, defaultEdgeType="smoothstep")
    panel.wait(lambda: control(panel, "defaultEdgeType").get_attribute("value") == "smoothStep")


def test_the_defaults_come_back(panel):
    update(panel, snapToGrid=True, wheel="zoom", minZoom=0.5)
    panel.wait(lambda: control(panel, "wheel").get_attribute("value") == "zoom")
    panel.element("#settings .quiet").click()
    panel.wait(lambda: "snapToGrid" not in settings(panel))
    assert settings(panel) == {"minZoom": 0.5}
    assert control(panel, "allowCycles").is_selected()


def test_it_is_opened_and_closed_by_keys_and_gives_the_focus_back(page):
    page.keys(",", held=Keys.CONTROL)
    page.wait(lambda: page.element("#settings").is_displayed())
    assert page.run("return document.getElementById('settings').contains(document.activeElement)")
    page.keys(" ")
    page.wait(lambda: settings(page).get("snapToGrid") is True)
    page.keys(Keys.ESCAPE)
    assert not page.element("#settings").is_displayed() and page.active() == "canvas"


def test_keys_in_it_are_not_for_the_graph(panel):
    panel.ask_view("view/select", nodes=["b"])
    panel.keys(Keys.DELETE, Keys.BACKSPACE)
    panel.settle()
    assert "b" in panel.document()["nodes"]


def test_every_setting_has_a_name(panel):
    for field in panel.all("#settings input, #settings select, #settings button"):
        assert field.accessible_name, field.get_attribute("outerHTML")


def tool(page):
    return page.run("return document.querySelector('#tools :checked').value")


def held(page):
    return page.ask_view("view/read").get("tool")


def test_the_lasso_is_a_tool_of_the_window(page):
    assert tool(page) == "select"
    page.element('#tools [data-value="lasso"]').click()
    page.wait(lambda: tool(page) == "lasso")
    assert held(page) == "lasso" and "canvasDrag" not in settings(page) and page.active() == "canvas"
    assert not page.element("#dirty").is_displayed() and page.ask_document("history/list")["position"] == 0
    x, y = page.middle("a")
    start = (x - 130, y - 60)
    way = [(x + 130, y - 60), (x + 130, y + 60), (x - 130, y + 60)]
    page.move(start, by(start, 20, 0), *way, until="shown")
    assert page.state("gesture")["kind"] == "lasso"
    page.screenshot("lasso")
    page.release()
    assert page.selection() == ["a"] and page.viewport()["x"] == 400


def test_the_rectangle_and_the_hand_are_tools(page):
    page.element('#tools [data-value="marquee"]').click()
    page.wait(lambda: tool(page) == "marquee")
    x, y = page.middle("a")
    page.move((x - 130, y - 70), (x, y), (x + 130, y + 70))
    assert page.selection() == ["a"]
    page.element('#tools [data-value="pan"]').click()
    page.wait(lambda: tool(page) == "pan")
    page.move(page.middle("a"), by(page.middle("a"), -40, 0), by(page.middle("a"), -80, 0))
    page.wait(lambda: page.viewport()["x"] == 320)
    assert page.position("a") == (0, 0)


def test_a_tool_stays_in_its_window(two_windows):
    page = two_windows(0)
    page.element('#tools [data-value="lasso"]').click()
    page.wait(lambda: held(page) == "lasso")
    other = two_windows(1)
    # The second window only shows the document, and has tools all the same.
    assert tool(other) == "select" and held(other) is None
    other.element('#tools [data-value="marquee"]').click()
    other.wait(lambda: held(other) == "marquee")
    x, y = other.middle("a")
    other.move((x - 130, y - 70), (x, y), (x + 130, y + 70))
    assert other.selection() == ["a"]
    assert tool(two_windows(0)) == "lasso"


def test_tools_follow_the_keyboard_and_stay_with_another_document(page, bridge):
    page.run("document.querySelector('#tools :checked').focus()")
    page.keys(Keys.ARROW_LEFT)
    page.wait(lambda: held(page) == "lasso")
    assert page.run("return document.activeElement.value") == "lasso"
    page.keys(Keys.ARROW_RIGHT)
    page.wait(lambda: held(page) == "select")
    page.keys(Keys.ARROW_RIGHT)
    page.wait(lambda: held(page) == "pan")
    page.open(bridge.opening.root / "other.json", DOCUMENT)
    assert tool(page) == "pan" and held(page) == "pan"


def test_the_title_of_a_document_is_shown_and_changed(page):
    assert not page.element("#heading").is_displayed()
    page.press("settings")
    page.element('#settings [data-path="title"] input').send_keys("How we help", Keys.TAB)
    page.wait(lambda: page.element("#heading").text == "How we help")
    assert page.ask_document("document/read", limit=1)["content"]["title"] == "How we help"
    assert "How we help" in page.element("#title").accessible_name
    assert "How we help" in page.ask_document("document/export", format="svg")["text"]
    page.press("undo")
    page.wait(lambda: not page.element("#heading").is_displayed())
    assert page.element('#settings [data-path="title"] input').get_attribute("value") == ""
