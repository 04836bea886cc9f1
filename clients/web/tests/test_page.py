"""The page in a real browser: what the hand does reaches the document, what the server tells reaches the screen."""

import json
import os
import signal
import time

import pytest
import serve

pytest.importorskip("selenium", reason="selenium is not installed; clients/test.py installs it")

import browser as browsers  # noqa: E402
from browser import HEIGHT, WIDTH, Page  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402

CARD, PAPER, DARK_PAPER = "#ffffff", "#f5f6fa", "#0e1218"
GROUND = (1100, 400)
DOCUMENT = {
    "nodewire": 1,
    "types": {
        "message": {
            "label": "Message",
            "defaultSize": {"width": 200, "height": 80},
            "handles": [
                {"id": "in", "type": "target", "position": "top"},
                {"id": "next", "type": "source", "position": "bottom", "limit": 1},
            ],
        },
        "end": {
            "defaultSize": {"width": 160, "height": 40},
            "handles": [{"id": "in", "type": "target", "position": "top"}],
        },
    },
    "settings": {"allowCycles": False, "inertia": False, "autoPan": False},
    "viewport": {"x": 400, "y": 150, "zoom": 1},
    "nodes": [
        {"id": "a", "type": "message", "label": "Ask", "position": {"x": 0, "y": 0}, "data": {"text": "How are you?"}},
        {"id": "b", "type": "message", "label": "Reply", "position": {"x": 60, "y": 260}},
        {"id": "c", "type": "message", "label": "Other", "position": {"x": 360, "y": 60}},
        {"id": "end", "type": "end", "label": "The end", "position": {"x": 380, "y": 420}},
    ],
    "edges": [
        {"id": "b-end", "source": "b", "sourceHandle": "next", "target": "end", "targetHandle": "in", "label": "bye"}
    ],
}


@pytest.fixture(scope="module")
def chromium():
    if browsers.found() is None:
        pytest.skip("no chromium with its driver is installed, and none could be; see clients/test.py")
    browser = browsers.launched()
    yield browser
    browser.quit()


@pytest.fixture
def page(chromium, bridge):
    (bridge.opening.root / "bot.json").write_text(json.dumps(DOCUMENT))
    chromium.get_log("browser")
    page = Page(chromium, bridge.url)
    yield page
    errors = page.errors()
    # A page with unsaved changes would ask before it goes.
    page.run("addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)")
    chromium.get("about:blank")
    assert errors == []


def by(place, x, y):
    return place[0] + x, place[1] + y


# Painting


def test_what_frames_tell_is_on_the_screen(page):
    picture = page.screenshot("document")
    inside, handle = by(page.middle("a"), 80, 0), page.handle("a", "next")
    label = page.run("return nodewire.scene.edges.get('b-end').label")
    assert page.colors(picture, inside, GROUND, handle) == [CARD, PAPER, "#2f6bea"]
    assert page.colors(picture, by(page.on_screen(label["x"], label["y"]), 11, 0)) == [CARD]


def test_a_dragged_node_leaves_its_place_on_the_screen(page):
    start = page.middle("c")
    before = page.screenshot()
    page.move(start, by(start, 20, 10), by(start, 120, 200))
    after = page.screenshot("dragged")
    there, here = by(start, 60, 10), by(start, 180, 210)
    assert page.colors(before, there, here) == [CARD, PAPER]
    assert page.colors(after, there, here) == [PAPER, CARD]


def test_the_page_is_dark_when_asked(page):
    page.press("theme")
    assert page.colors(page.screenshot("dark"), GROUND) == [DARK_PAPER]
    page.press("theme")
    assert page.colors(page.screenshot(), GROUND) == [PAPER]


def test_backgrounds_differ(page):
    pictures = []
    for _ in range(4):
        page.press("background")
        pictures.append(page.screenshot())
    assert len(set(pictures)) == 3
    assert pictures[0] == pictures[3]


@pytest.mark.parametrize("ratio", [2, 1.5])
def test_the_canvas_has_the_pixels_of_the_screen(page, ratio):
    metrics = {"width": WIDTH, "height": HEIGHT, "mobile": False}
    page.cdp("Emulation.setDeviceMetricsOverride", deviceScaleFactor=ratio, **metrics)
    try:
        page.point(page.middle("a"))
        page.wait(lambda: page.run("return document.getElementById('canvas').width") == WIDTH * ratio)
    finally:
        page.cdp("Emulation.setDeviceMetricsOverride", deviceScaleFactor=1, **metrics)


def test_a_resized_window_is_a_resized_view(page):
    page.cdp("Emulation.setDeviceMetricsOverride", width=900, height=600, deviceScaleFactor=1, mobile=False)
    try:
        page.wait(lambda: page.ask("view/read", view=page.run("return nodewire.view"))["width"] == 900)
    finally:
        page.cdp("Emulation.setDeviceMetricsOverride", width=WIDTH, height=HEIGHT, deviceScaleFactor=1, mobile=False)


@pytest.mark.parametrize("count, level", [(3000, "boxes"), (20_000, "clusters")])
def test_far_out_there_are_boxes_and_clusters(page, bridge, count, level):
    nodes = [{"id": f"n{i}", "position": {"x": i % 200 * 180, "y": i // 200 * 90}} for i in range(count)]
    (bridge.opening.root / "many.json").write_text(json.dumps({"nodewire": 1, "nodes": nodes, "edges": []}))
    page.press("open")
    page.element("#openPath").send_keys("many.json", Keys.ENTER)
    page.wait(lambda: page.run("return nodewire.scene.state.level") == level)
    page.screenshot(level)
    assert page.run("return nodewire.scene.nodes.size") > 20


def test_the_screen_is_painted_at_most_once_a_frame(page):
    page.run("""
        globalThis.paints = 0;
        const fill = CanvasRenderingContext2D.prototype.fillRect;
        CanvasRenderingContext2D.prototype.fillRect = function (...sides) {
          if (this.canvas.id === "canvas" && sides[0] === 0 && sides[2] === innerWidth) globalThis.paints += 0.5;
          return fill.apply(this, sides);
        };
    """)
    page.browser.execute_async_script("""
        const done = arguments[0];
        for (let i = 0; i < 200; i++) nodewire.request("view/pan", { view: nodewire.view, by: { x: 1, y: 0 } });
        nodewire.request("view/read", { view: nodewire.view })
          .then(() => requestAnimationFrame(() => requestAnimationFrame(done)));
    """)
    assert 1 <= page.run("return paints") < 60
    assert page.viewport()["x"] == 600


# Mouse


def test_a_drag_moves_a_node_by_exactly_the_drag(page):
    start = page.middle("a")
    page.move(start, by(start, 5, 5), by(start, 40, 10), by(start, 137, 61))
    assert page.position("a") == (137, 61)
    assert page.selection() == ["a"]
    assert page.state("gesture") is None


def test_a_drag_is_one_step_that_undo_takes_back(page):
    start = page.middle("a")
    assert not page.element('[data-command="undo"]').is_enabled()
    page.move(start, by(start, 30, 0), by(start, 60, 0), by(start, 90, 0))
    assert page.element("#dirty").is_displayed()
    page.press("undo")
    assert page.position("a") == (0, 0)
    assert not page.element('[data-command="undo"]').is_enabled()
    page.press("redo")
    assert page.position("a") == (90, 0)


def test_a_drag_that_leaves_the_window_goes_on(page):
    start = page.middle("a")
    page.move(start, by(start, 10, 0), (5, 5), by(start, 30, 20))
    assert page.position("a") == (30, 20)


def test_a_connection_is_drawn_from_handle_to_handle(page):
    start, end = page.handle("a", "next"), page.handle("b", "in")
    page.move(start, by(start, 10, 30), by(end, 6, -4), until="shown")
    assert page.state("gesture")["allowed"] is True
    page.screenshot("draft-allowed")
    page.release()
    edges = page.document()["edges"]
    (made,) = [edge for edge in edges.values() if edge["id"] != "b-end"]
    assert (made["source"], made["sourceHandle"], made["target"], made["targetHandle"]) == ("a", "next", "b", "in")


def test_a_refused_connection_says_why(page):
    start, end = page.handle("b", "next"), page.handle("c", "in")
    page.move(start, by(start, 30, 30), by(end, 4, 4), until="shown")
    assert page.state("gesture")["reason"] == "limit"
    assert page.element("#tooltip").text == "Nothing more fits on this handle"
    picture = page.screenshot("draft-refused")
    assert page.colors(picture, end) == ["#e0364c"]
    page.release()
    assert not page.element("#tooltip").is_displayed()
    assert list(page.document()["edges"]) == ["b-end"]


def test_a_connection_dropped_on_nothing_offers_nodes(page):
    start = page.handle("a", "next")
    page.move(start, by(start, 10, 30), (700, 480), (720, 500))
    page.wait(lambda: page.element("#menu").is_displayed())
    page.screenshot("offers")
    page.element("#menu button").click()
    page.wait(lambda: len(page.document()["nodes"]) == 5 and len(page.document()["edges"]) == 2)
    page.press("undo")
    assert len(page.document()["nodes"]) == 4


def test_alt_cuts_edges(page):
    label = page.run("return nodewire.scene.edges.get('b-end').label")
    at = page.on_screen(label["x"] + 40, label["y"])
    actions = page.mouse()
    actions.key_action.key_down(Keys.ALT)
    pointer = actions.pointer_action.move_to_location(*by(at, 0, -40)).pointer_down()
    pointer.move_to_location(*by(at, 0, 10)).move_to_location(*by(at, 0, 40))
    actions.perform()
    page.screenshot("cut")
    page.release()
    actions = page.mouse()
    actions.key_action.key_up(Keys.ALT)
    actions.perform()
    assert page.document()["edges"] == {}


def test_a_type_is_dragged_onto_the_canvas(page):
    actions = page.mouse()
    source = page.element('#palette [data-type="message"]')
    pointer = actions.pointer_action.move_to(source).pointer_down()
    pointer.move_to_location(300, 600).move_to_location(720, 640).pointer_up()
    actions.perform()
    page.wait(lambda: len(page.document()["nodes"]) == 5)
    (made,) = [node for node in page.document()["nodes"].values() if node["id"] not in ("a", "b", "c", "end")]
    assert (made["type"], made["position"]) == ("message", {"x": 320, "y": 490})


def test_the_canvas_is_panned_by_the_mouse(page):
    page.move(GROUND, by(GROUND, -50, 20), by(GROUND, -100, 40))
    assert page.viewport() == {"x": 300, "y": 190, "zoom": 1}


def test_shift_draws_a_marquee(page):
    actions = page.mouse()
    actions.key_action.key_down(Keys.SHIFT)
    pointer = actions.pointer_action.move_to_location(380, 130).pointer_down()
    pointer.move_to_location(500, 300).move_to_location(700, 560)
    actions.perform()
    page.settle()
    assert page.state("gesture")["kind"] == "marquee"
    picture = page.screenshot("marquee")
    assert page.colors(picture, (388, 500)) != page.colors(picture, (372, 500))
    page.release()
    actions = page.mouse()
    actions.key_action.key_up(Keys.SHIFT)
    actions.perform()
    assert set(page.selection()) >= {"a", "b"} and "end" not in page.selection()
    assert page.element("#status").text.startswith("2 nodes")


def test_what_is_under_the_pointer_is_shown(page):
    page.point(page.middle("a"))
    assert page.state("hover") == {"node": "a"}
    assert page.run("return document.getElementById('canvas').style.cursor") == "grab"
    page.point(GROUND)
    assert page.state("hover") is None
    assert page.run("return document.getElementById('canvas').style.cursor") == "default"


def test_a_corner_resizes_a_selected_node(page):
    page.click(page.middle("c"))
    corner = page.on_screen(560, 140)
    page.move(corner, by(corner, 10, 10), by(corner, 50, 30))
    node = page.document()["nodes"]["c"]
    assert (node["width"], node["height"]) == (250, 110)


def test_a_double_click_renames(page):
    page.click(page.middle("a"), count=2)
    page.wait(lambda: page.element("#rename").is_displayed())
    page.element("#rename").send_keys("Welcome", Keys.ENTER)
    page.wait(lambda: page.document()["nodes"]["a"]["label"] == "Welcome")
    assert not page.element("#rename").is_displayed()


def test_the_menu_of_a_node_deletes_it(page):
    page.click(page.middle("a"), "right")
    page.wait(lambda: page.element("#menu").is_displayed())
    page.screenshot("menu")
    page.element("#menu .danger").click()
    page.wait(lambda: "a" not in page.document()["nodes"])


def test_the_menu_of_the_canvas_adds_a_node_there(page):
    page.click((760, 620), "right")
    page.wait(lambda: page.element("#menu").is_displayed())
    page.element("#menu button").click()
    page.wait(lambda: len(page.document()["nodes"]) == 5)
    (made,) = [node for node in page.document()["nodes"].values() if node["id"] not in "abc" and node["id"] != "end"]
    assert (made["type"], made["position"]) == ("message", {"x": 360, "y": 470})


# Wheel, keys, fingers


def test_the_wheel_pans(page):
    page.turn(GROUND, x=30, y=120)
    assert page.viewport() == {"x": 370, "y": 30, "zoom": 1}


def test_control_and_the_wheel_zoom_about_the_pointer(page):
    anchor = page.middle("c")
    page.turn(anchor, y=-250, modifiers=2)
    viewport = page.viewport()
    assert viewport["zoom"] == pytest.approx(2**0.5)
    assert page.middle("c") == pytest.approx(anchor, abs=1)
    assert page.element("#percent").text == "141%"


def test_two_fingers_pinch(page):
    page.fingers([(900, 400), (1000, 400)], [(880, 400), (1020, 400)], [(850, 400), (1050, 400)])
    viewport = page.viewport()
    assert viewport["zoom"] == pytest.approx(2, abs=0.01)
    assert viewport["x"] == pytest.approx(950 - 550 * 2, abs=5)
    assert page.state("gesture") is None


def test_one_finger_drags_a_node(page):
    x, y = page.middle("c")
    page.fingers([(x, y)], [(x + 20, y)], [(x + 60, y + 45)])
    assert page.position("c") == (420, 105)


# Buttons and files


def test_zoom_buttons(page):
    page.press("zoomIn")
    page.wait(lambda: page.viewport()["zoom"] == 1.25)
    page.press("zoomReset")
    page.wait(lambda: page.viewport()["zoom"] == 1)
    page.press("fit")
    page.wait(lambda: page.viewport()["zoom"] == 1 and page.viewport()["x"] != 400)


def needs(page, method):
    if not page.has(method):
        pytest.skip(f"this server has no {method}")


def test_the_map_moves_the_view(page):
    needs(page, "view/minimap")
    page.wait(lambda: page.element("#overview").is_displayed())
    box = page.element("#minimap").rect
    before = page.viewport()
    page.move((box["x"] + 40, box["y"] + 40), (box["x"] + 60, box["y"] + 60), (box["x"] + 120, box["y"] + 90))
    page.wait(lambda: page.viewport() != before)
    world = page.ask("view/minimap", view=page.run("return nodewire.view"), width=200, height=140)
    at = {
        axis: (place - world["origin"][axis]) / world["scale"] + world["world"][axis]
        for axis, place in (("x", 120), ("y", 90))
    }
    assert page.on_screen(at["x"], at["y"]) == pytest.approx((WIDTH / 2, HEIGHT / 2), abs=2)
    assert page.document()["nodes"] == {node["id"]: node for node in DOCUMENT["nodes"]}


def test_a_selected_node_has_a_toolbar(page):
    needs(page, "view/accessory")
    page.ask("view/select", view=page.run("return nodewire.view"), nodes=["a"])
    page.wait(lambda: page.element("#accessory").is_displayed())
    page.screenshot("accessory")
    tools, node = page.element("#accessory").rect, page.middle("a")
    assert tools["x"] + tools["width"] / 2 == pytest.approx(node[0], abs=2)
    assert tools["y"] + tools["height"] < node[1] - 40
    page.element('#accessory [data-command="duplicate"]').click()
    page.wait(lambda: len(page.document()["nodes"]) == 5)
    page.wait(lambda: "a" not in page.selection())
    page.wait(lambda: page.element("#accessory").is_displayed())
    page.element('#accessory [data-command="remove"]').click()
    page.wait(lambda: list(page.document()["nodes"]) == ["a", "b", "c", "end"])
    assert not page.element("#accessory").is_displayed()


def test_delete_removes_what_is_selected(page):
    needs(page, "input/key")
    page.click(page.middle("b"))
    page.keys(Keys.DELETE)
    assert "b" not in page.document()["nodes"]
    assert page.document()["edges"] == {}
    page.keys("z", held=Keys.CONTROL)
    assert "b" in page.document()["nodes"]


def test_keys_walk_nudge_and_select(page):
    needs(page, "input/key")
    page.click(page.middle("b"))
    page.keys(Keys.ARROW_RIGHT, Keys.ARROW_DOWN)
    x, y = page.position("b")
    assert x > 60 and y > 260
    page.keys("a", held=Keys.CONTROL)
    assert set(page.selection()) >= {"a", "b", "c", "end"}
    assert page.run("return document.activeElement.id") == "canvas"
    page.keys(Keys.TAB)
    assert page.run("return document.activeElement.id") == "canvas"
    assert page.state("focus")


def test_escape_lets_the_keyboard_leave_the_canvas(page):
    needs(page, "input/key")
    page.keys(Keys.ESCAPE, Keys.TAB)
    assert page.run("return document.activeElement.tagName") == "BUTTON"


def test_escape_takes_a_drag_back(page):
    needs(page, "input/key")
    start = page.middle("a")
    page.move(start, by(start, 20, 0), by(start, 90, 50), until="shown")
    page.keys(Keys.ESCAPE)
    page.release()
    assert page.position("a") == (0, 0)


def test_saving_writes_the_file(page, bridge):
    start = page.middle("a")
    page.move(start, by(start, 10, 0), by(start, 50, 25))
    page.press("save")
    page.wait(lambda: not page.element("#dirty").is_displayed())
    saved = json.loads((bridge.opening.root / "bot.json").read_text())
    assert saved["nodes"][0]["position"] == {"x": 50, "y": 25}


def test_the_keyboard_saves(page, bridge):
    page.press("theme")
    page.press("theme")
    start = page.middle("a")
    page.move(start, by(start, 10, 0), by(start, 50, 25))
    page.keys("s", held=Keys.CONTROL)
    page.wait(lambda: not page.element("#dirty").is_displayed())


def test_a_file_of_this_machine_is_opened(page, tmp_path):
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"nodewire": 1, "nodes": [{"id": "only", "position": {"x": 10, "y": 10}}], "edges": []}))
    page.press("open")
    page.element("#openFile").send_keys(str(file))
    page.wait(lambda: page.element("#name").text == "mine.json")
    page.wait(lambda: list(page.document()["nodes"]) == ["only"])


def test_a_path_that_is_not_there_is_said(page):
    page.press("open")
    page.element("#openPath").send_keys("nothing.json", Keys.ENTER)
    page.wait(lambda: page.element("#toasts .bad"))
    assert page.element("#name").text == "bot.json"


def test_the_picture_is_downloaded(page, tmp_path):
    page.cdp("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path / "got"))
    page.press("export")
    picture = tmp_path / "got" / "bot.svg"
    page.wait(picture.exists)
    time.sleep(0.1)
    assert picture.read_text().startswith("<svg")


def test_a_type_is_pressed_into_the_middle(page):
    page.element('#palette [data-type="end"]').click()
    page.wait(lambda: len(page.document()["nodes"]) == 5)


def test_what_ends_the_server_is_said(page, bridge):
    for pid in bridge.pids:
        os.kill(pid, signal.SIGKILL)
    page.wait(lambda: page.element("#toasts .bad button").text == "Start again")


def test_the_example_opens_without_a_file(chromium, server):
    opening = serve.Opening.of(None)
    assert "text" in opening.document
