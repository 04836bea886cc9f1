"""What mouse, wheel and fingers do to the document and the view."""

import pytest
from browser import GROUND, by
from selenium.webdriver.common.keys import Keys


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


def test_the_canvas_is_panned_by_the_mouse(page):
    page.move(GROUND, by(GROUND, -50, 20), by(GROUND, -100, 40))
    assert page.viewport() == {"x": 300, "y": 190, "zoom": 1}


def test_the_space_bar_makes_a_drag_move_the_view(page):
    start = page.middle("a")
    actions = page.mouse()
    actions.key_action.key_down(" ")
    actions.pointer_action.move_to_location(*start).pointer_down()
    actions.pointer_action.move_to_location(*by(start, 20, 0)).move_to_location(*by(start, 60, 40)).pointer_up()
    actions.key_action.key_up(" ")
    actions.perform()
    page.settle()
    assert page.viewport() == {"x": 460, "y": 190, "zoom": 1} and page.position("a") == (0, 0)
    assert page.selection() == []
    page.ask_view("view/focus", node="a")
    page.keys(" ")
    assert page.selection() == ["a"]


def test_a_menu_of_a_long_press_goes_when_the_finger_moves_on(page):
    x, y = page.middle("c")
    page.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y, "id": 0}])
    page.wait(lambda: page.element("#menu").is_displayed())
    page.cdp("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": x + 5, "y": y, "id": 0}])
    page.settle()
    assert page.element("#menu").is_displayed()
    page.cdp("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": x + 60, "y": y, "id": 0}])
    page.wait(lambda: not page.element("#menu").is_displayed())
    page.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


def test_a_finger_that_lets_go_after_a_long_press_chooses_nothing(page):
    """In a low window the menu lies under the finger."""
    page.resize(390, 400)
    page.cdp("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
    x, y = 355, 200
    page.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y, "id": 0}])
    page.wait(lambda: page.element("#menu").is_displayed())
    assert page.run("return document.elementFromPoint(...arguments).closest('#menu button') !== null", x, y)
    page.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    page.settle()
    assert page.element("#menu").is_displayed() and len(page.document()["nodes"]) == 4
    page.element("#menu button").click()
    page.wait(lambda: not page.element("#menu").is_displayed())
    page.cdp("Emulation.setTouchEmulationEnabled", enabled=False)
    page.resize(1200, 800)


def test_a_long_press_behind_a_tap_is_no_double_tap(page):
    page.cdp("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
    for phase in ("touchStart", "touchEnd", "touchStart"):
        points = [{"x": GROUND[0], "y": GROUND[1], "id": 0}] if phase == "touchStart" else []
        page.cdp("Input.dispatchTouchEvent", type=phase, touchPoints=points)
    page.wait(lambda: page.element("#menu").is_displayed())
    page.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    page.settle()
    assert page.element("#menu").get_attribute("aria-label") == "Canvas"
    page.cdp("Emulation.setTouchEmulationEnabled", enabled=False)


def test_a_press_beside_the_menu_whose_release_is_lost_takes_no_other_press(page):
    page.click(GROUND, "right")
    page.wait(lambda: page.element("#menu").is_displayed())
    page.run("""
        const event = { bubbles: true, pointerId: 1, pointerType: "mouse", buttons: 1, clientX: 300, clientY: 700 };
        document.getElementById("canvas").dispatchEvent(new PointerEvent("pointerdown", event));
    """)
    page.wait(lambda: not page.element("#menu").is_displayed())
    page.click(page.middle("a"))
    assert page.selection() == ["a"]


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


def test_a_corner_resizes_a_selected_node(page):
    page.click(page.middle("b"))
    corner = page.on_screen(260, 340)
    page.move(corner, by(corner, 10, 10), by(corner, 50, 30))
    node = page.document()["nodes"]["b"]
    assert (node["width"], node["height"]) == (250, 110)


def test_the_wheel_pans(page):
    page.turn(GROUND, x=30, y=120)
    assert page.viewport() == {"x": 370, "y": 30, "zoom": 1}


def test_control_and_the_wheel_zoom_about_the_pointer(page):
    """Two notches, which browsers count as 120 each."""
    anchor = page.middle("c")
    page.turn(anchor, y=-240, modifiers=2)
    viewport = page.viewport()
    assert viewport["zoom"] == pytest.approx(2**0.48)
    assert page.middle("c") == pytest.approx(anchor, abs=1)
    assert page.element("#percent").text == "139%"


def test_a_pinch_on_a_trackpad_zooms_as_far_as_the_fingers_spread(page):
    """Browsers send it as a wheel with control: of all 100 times the logarithm of the scale."""
    anchor = page.middle("c")
    for _ in range(20):
        page.turn(anchor, y=-3.4657359, modifiers=2)
    assert page.viewport()["zoom"] == pytest.approx(2, abs=0.01)
    assert page.middle("c") == pytest.approx(anchor, abs=1)


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
