"""What lies around the canvas and floats over it: bars, palette, map, toolbar, menus, names."""

import pytest
from browser import HEIGHT, WIDTH, by
from documents import DOCUMENT
from selenium.webdriver.common.keys import Keys


def test_zoom_buttons(page):
    page.press("zoomIn")
    page.wait(lambda: page.viewport()["zoom"] == 1.25)
    page.press("zoomReset")
    page.wait(lambda: page.viewport()["zoom"] == 1)
    page.press("fit")
    page.wait(lambda: page.viewport()["zoom"] == 1 and page.viewport()["x"] != 400)


def test_the_map_moves_the_view(page):
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


def test_a_type_is_pressed_into_the_middle(page):
    page.element('#palette [data-type="end"]').click()
    page.wait(lambda: len(page.document()["nodes"]) == 5)


def test_a_type_is_dragged_onto_the_canvas(page):
    actions = page.mouse()
    source = page.element('#palette [data-type="message"]')
    pointer = actions.pointer_action.move_to(source).pointer_down()
    pointer.move_to_location(300, 600).move_to_location(720, 640).pointer_up()
    actions.perform()
    page.wait(lambda: len(page.document()["nodes"]) == 5)
    (made,) = [node for node in page.document()["nodes"].values() if node["id"] not in ("a", "b", "c", "end")]
    assert (made["type"], made["position"]) == ("message", {"x": 320, "y": 490})


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


def test_a_type_is_dragged_by_a_finger(page):
    box = page.element('#palette [data-type="message"]').rect
    start = (box["x"] + 20, box["y"] + 15)
    page.fingers([start], [by(start, 30, 4)], [(300, 600)], [(720, 640)])
    page.wait(lambda: len(page.document()["nodes"]) == 5)
    (made,) = [node for node in page.document()["nodes"].values() if node["id"] not in ("a", "b", "c", "end")]
    assert (made["type"], made["position"]) == ("message", {"x": 320, "y": 490})
    assert page.run("return document.getElementById('carried')") is None


def test_a_type_that_a_finger_takes_back_is_not_added(page):
    box = page.element('#palette [data-type="message"]').rect
    start = (box["x"] + 20, box["y"] + 15)
    page.fingers([start], [by(start, 60, 4)], [(300, 600)], [start])
    page.settle()
    assert len(page.document()["nodes"]) == 4


def test_a_type_that_a_finger_taps_is_added_in_the_middle(page):
    box = page.element('#palette [data-type="end"]').rect
    page.fingers([(box["x"] + 20, box["y"] + 15)])
    page.wait(lambda: len(page.document()["nodes"]) == 5)
