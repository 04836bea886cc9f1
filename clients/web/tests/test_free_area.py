"""What bars, panels and the map leave free is where things are shown, added and said."""

import json

import pytest
import serve
from browser import HEIGHT, WIDTH
from selenium.webdriver.common.keys import Keys
from test_narrow import inside, overlap

COVERS = ["#file", "#page", "#palette", "#zoom", "#overview", "#runBar", "#panel"]


def example(name):
    return json.loads(serve.EXAMPLE.with_name(name).read_text())


def covers(page):
    return [page.element(cover).rect for cover in COVERS if page.element(cover).is_displayed()]


def shown(page):
    nodes = page.run("return [...nodewire.scene.nodes.values()].map(({ x, y, width, height }) => [x, y, width, height])")
    view = page.viewport()
    at = [(x * view["zoom"] + view["x"], y * view["zoom"] + view["y"], width, height) for x, y, width, height in nodes]
    return [{"x": x, "y": y, "width": w * view["zoom"], "height": h * view["zoom"]} for x, y, w, h in at]


@pytest.fixture
def desk(page, bridge):
    page.open(bridge.opening.root / "desk.json", example("help-desk.json"))
    yield page
    page.resize(WIDTH, HEIGHT)


@pytest.mark.parametrize("size", [(1280, 800), (1000, 700), (390, 844)])
@pytest.mark.parametrize("panel", [False, True])
def test_what_is_fitted_lies_under_nothing(desk, size, panel):
    desk.resize(*size)
    desk.settle()
    if panel:
        desk.ask_view("view/select", nodes=["begin"])
        desk.wait(lambda: desk.element("#panel").is_displayed())
    desk.keys("0")
    desk.wait(lambda: desk.run("return nodewire.scene.nodes.size") == 20)
    found = []
    for _ in range(20):
        desk.settle()
        found = [(box, cover) for box in shown(desk) for cover in covers(desk) if overlap(box, cover)]
        if not found:
            break
    assert found == [], (found, desk.viewport())


def test_the_bar_of_the_selection_lies_on_no_panel(desk):
    for edge in list(desk.document()["edges"])[-6:]:
        desk.ask_view("view/select", edges=[edge])
        desk.wait(lambda: desk.element("#panel").is_displayed())
        desk.settle()
        bar = desk.element("#accessory")
        # Its middle goes under the panel.
        for by in (0, 60, 60, 60):
            desk.ask_view("view/pan", by={"x": by, "y": 0})
            desk.settle()
            assert not bar.is_displayed() or not any(overlap(bar.rect, cover) for cover in covers(desk))


def test_messages_lie_beside_the_panel(desk):
    desk.ask_view("view/select", nodes=["begin"])
    desk.wait(lambda: desk.element("#panel").is_displayed())
    desk.run("nodewire.hear('document/journal', {})")
    desk.keys("s", held=Keys.CONTROL)
    desk.wait(lambda: desk.all("#toasts > div"))
    assert not any(overlap(desk.element("#toasts > div").rect, cover) for cover in covers(desk))


def test_a_new_node_lies_where_nothing_covers_it(desk):
    before = set(desk.document()["nodes"])
    desk.ask_view("view/select", nodes=["bye"])
    desk.wait(lambda: desk.element("#panel").is_displayed())
    desk.element('#palette [data-type="message"]').click()
    desk.wait(lambda: len(desk.document()["nodes"]) == len(before) + 1)
    (made,) = set(desk.document()["nodes"]) - before
    desk.wait(lambda: desk.run("return nodewire.scene.nodes.has(arguments[0])", made))
    desk.settle()
    x, y = desk.middle(made)
    assert not any(overlap({"x": x, "y": y, "width": 1, "height": 1}, cover) for cover in covers(desk))


def reachable(page, button):
    page.run("arguments[0].scrollIntoView({ block: 'nearest' })", button)
    x, y = button.rect["x"] + button.rect["width"] / 2, button.rect["y"] + button.rect["height"] / 2
    return page.run("return arguments[0].contains(document.elementFromPoint(arguments[1], arguments[2]))", button, x, y)


def test_all_commands_are_reached_in_the_smallest_window(desk):
    desk.resize(320, 256)
    desk.settle()
    bars = "#file, #page, #zoom, #palette"
    buttons = [button for button in desk.all(f":is({bars}) button") if button.is_displayed()]
    for button in buttons:
        assert reachable(desk, button), button.get_attribute("outerHTML")
    beside = {button.get_attribute("data-command") for button in buttons}
    for menu in ("more", "file"):
        desk.press(menu)
        desk.wait(lambda: desk.element("#menu").is_displayed())
        entries = desk.all("#menu button")
        for entry in entries:
            assert reachable(desk, entry), entry.text
        beside |= {entry.get_attribute("data-title") for entry in entries}
        assert inside(desk, desk.element("#menu").rect)
        desk.keys(Keys.ESCAPE)
    wanted = {"open", "save", "undo", "redo", "zoomIn", "zoomOut", "fit"}
    wanted |= {"New", "Save as", "Revert to saved", "Export SVG", "Export PNG", "Find", "Paste", "Lay out", "Problems", "Settings", "Keys"}
    assert wanted <= beside
    desk.ask_view("view/select", nodes=["begin"])
    desk.settle()
    if "folded" in desk.element("#panel").get_attribute("class"):
        desk.element("#foldPanel").click()
    assert inside(desk, desk.element("#panel").rect) and desk.element("#foldPanel").is_displayed()
