"""The first minute: an empty canvas, templates, nodes that are added, and what is said of them when."""

import json
from pathlib import Path

import pytest
import serve
from bridge import PAGE, Bridge, Opening
from browser import HEIGHT, WIDTH, Page
from conftest import serving
from documents import DOCUMENT
from selenium.webdriver.common.keys import Keys

TILES = ["dialog", "calculator", "flowchart", "tree", "empty", "open"]


@pytest.fixture
def begun(page, chromium, server, tmp_path):
    """The page as it opens a file that is not there yet."""
    file = tmp_path / "begun.json"
    with serving(Bridge(server, Opening.of(file))) as bridge:
        chromium.get_log("browser")
        yield Page(chromium, bridge.url)
        chromium.execute_script("addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)")
        chromium.get("about:blank")


def choose(page, name):
    tile = page.element(f'#hint .tile[value="{name}"]')
    page.wait(tile.is_displayed)
    tile.click()
    page.settle()
    if name in TILES[:4]:
        page.wait(lambda: types(page) and not page.element("#hint").is_displayed())


def types(page):
    return page.run("return nodewire.types.names")


def marks(page):
    return [] if not page.element("#problems").is_displayed() else [page.element("#problems").text]


def test_the_page_is_loaded_from_its_modules(chromium, server, tmp_path):
    """As users load it; the other tests have them in one file."""
    with serving(Bridge(server, Opening.of(tmp_path / "begun.json"), page=PAGE)) as bridge:
        chromium.get_log("browser")
        page = Page(chromium, bridge.url)
        loaded = page.run("return performance.getEntriesByType('resource').map((one) => one.name.split('/').pop())")
        assert {module.name for module in PAGE.glob("*.js")} <= set(loaded) and page.errors() == []
        chromium.get("about:blank")


def test_an_empty_canvas_shows_templates_with_pictures(begun):
    begun.wait(lambda: begun.element("#hint .tile").is_displayed())
    tiles = begun.all("#hint .tile")
    assert [tile.get_attribute("value") for tile in tiles] == TILES
    for tile in tiles:
        assert tile.is_displayed() and tile.text and tile.find_element("css selector", "svg").size["width"] > 80
    assert "double-click" in begun.element("#hint p").text
    # Nothing is counted where nothing is.
    assert not begun.element("#status").is_displayed()
    choose(begun, "dialog")
    begun.wait(lambda: begun.element("#status").text == "1 node in view")


def test_a_template_keeps_name_and_file_and_is_one_step(begun, tmp_path):
    choose(begun, "dialog")
    begun.wait(lambda: len(begun.document()["nodes"]) == 1)
    assert "message" in types(begun) and begun.element("#name").text == "begun.json"
    assert not begun.element("#hint").is_displayed() and begun.active() == "canvas"
    assert marks(begun) == []
    begun.keys("s", held=Keys.CONTROL)
    begun.wait(lambda: (tmp_path / "begun.json").exists())
    assert "message" in json.loads((tmp_path / "begun.json").read_text())["types"]
    begun.press("undo")
    begun.wait(lambda: begun.element("#hint .tile").is_displayed())
    assert types(begun) == []


def test_every_template_and_the_file_dialog_can_be_chosen(begun):
    for name in TILES[:4]:
        choose(begun, name)
        begun.wait(lambda: len(begun.document()["nodes"]) > 0)
        assert begun.ask_document("document/check")["diagnostics"] == [] or name == "dialog"
        assert begun.viewport()["zoom"] >= 0.75
        begun.press("undo")
        begun.wait(lambda: begun.element("#hint .tile").is_displayed())
    choose(begun, "empty")
    begun.wait(lambda: not begun.element("#hint .tiles").is_displayed())
    begun.press("undo")
    begun.wait(lambda: begun.element("#hint .tile").is_displayed())
    choose(begun, "open")
    begun.wait(lambda: begun.element("#openDialog").is_displayed())
    begun.keys(Keys.ESCAPE)


def test_a_double_click_adds_a_node_where_no_type_is(begun):
    begun.click((600, 700), count=2)
    begun.wait(lambda: begun.active() == "rename")
    begun.keys("First", Keys.ENTER)
    begun.wait(lambda: [node.get("label") for node in begun.document()["nodes"].values()] == ["First"])
    begun.keys("n")
    begun.wait(lambda: begun.active() == "rename")
    begun.keys("Second", Keys.ENTER)
    begun.wait(lambda: len(begun.document()["nodes"]) == 2)


def test_a_double_click_adds_what_a_dialog_says_and_then_what_was_added_last(begun):
    choose(begun, "dialog")
    begun.click((500, 640), count=2)
    begun.wait(lambda: begun.active() == "writing")
    begun.keys("Hello", Keys.ENTER)
    begun.wait(lambda: [node["data"] for node in begun.document()["nodes"].values() if "data" in node] == [{"text": "Hello"}])
    begun.element('#palette [data-type="condition"]').click()
    begun.wait(lambda: len(begun.document()["nodes"]) == 3)
    begun.keys(Keys.ESCAPE)
    begun.wait(lambda: begun.state("selection") == {"nodes": 0, "edges": 0})
    begun.click((500, 110), count=2)
    begun.wait(lambda: len(begun.document()["nodes"]) == 4)
    assert sorted(node["type"] for node in begun.document()["nodes"].values())[:2] == ["condition", "condition"]


def test_a_double_click_asks_where_no_type_is_obvious(page):
    page.click((700, 340), count=2)
    page.wait(lambda: page.element("#menu").is_displayed())
    assert page.run("return document.activeElement.dataset.title")
    page.keys("m", Keys.ENTER)
    page.wait(lambda: len(page.document()["nodes"]) == 5)


def test_problems_of_a_new_node_wait_until_it_is_left(begun):
    choose(begun, "dialog")
    begun.click((500, 640), count=2)
    begun.wait(lambda: begun.active() == "writing")
    begun.keys(Keys.ESCAPE)
    begun.wait(lambda: begun.ask_document("document/check")["diagnostics"])
    begun.settle()
    assert marks(begun) == [] and not begun.all("#panel .wrong")
    begun.click((300, 200))
    begun.wait(lambda: marks(begun))


def test_problems_do_not_wait_for_longer_than_a_run(begun):
    choose(begun, "dialog")
    begun.wait(lambda: begun.ask_document("document/check")["diagnostics"])
    assert marks(begun) == []
    begun.press("run")
    begun.wait(lambda: marks(begun))


def test_a_tour_is_one_sentence_that_can_be_closed(begun):
    choose(begun, "tree")
    begun.wait(lambda: begun.all("#toasts .tour"))
    assert begun.element("#toasts .tour").text.count(".") == 1
    begun.element("#toasts .tour button").click()
    assert not begun.all("#toasts .tour")
    begun.press("undo")
    choose(begun, "flowchart")
    assert not begun.all("#toasts .tour")


@pytest.mark.parametrize(("width", "height"), [(WIDTH, HEIGHT), (390, 844)])
def test_without_a_file_the_example_is_read_at_its_start(page, chromium, server, tmp_path, width, height):
    page.resize(width, height)
    try:
        with serving(Bridge(server, Opening(Path(tmp_path), copied=serve.EXAMPLE))) as bridge:
            shown = Page(chromium, bridge.url)
            assert shown.viewport()["zoom"] >= 0.75
            first = shown.middle("width")
            assert 0 < first[0] < width and 0 < first[1] < height
            shown.element("#name")
            chromium.get("about:blank")
    finally:
        page.resize(WIDTH, HEIGHT)


def test_tiles_can_be_reached_in_the_smallest_window(begun):
    begun.resize(320, 256)
    try:
        begun.settle()
        for name in TILES:
            tile = begun.element(f'#hint .tile[value="{name}"]')
            begun.run("arguments[0].scrollIntoView({ block: 'center' })", tile)
            found = begun.run(
                "const { x, y, width, height } = arguments[0].getBoundingClientRect();"
                "return arguments[0].contains(document.elementFromPoint(x + width / 2, y + height / 2))",
                tile,
            )
            assert found, name
    finally:
        begun.resize(WIDTH, HEIGHT)


def test_a_document_with_nodes_shows_no_tiles(page):
    assert not page.element("#hint").is_displayed() and len(DOCUMENT["nodes"]) == 4


def test_a_question_is_painted_above_its_answers(begun):
    choose(begun, "dialog")
    begun.wait(lambda: len(begun.document()["nodes"]) == 1)
    data = {"text": "What can I do for you?", "buttons": [{"text": "Track it"}, {"text": "Return it"}]}
    node = {"type": "choice", "label": "Topic", "position": {"x": 60, "y": 200}, "data": data}
    begun.ask_document("node/insert", node=node)
    begun.run("""
        globalThis.painted = {};
        const fill = CanvasRenderingContext2D.prototype.fillText;
        CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
          const { d, f } = this.getTransform();
          painted[text] = y * d + f;
          return fill.call(this, text, x, y);
        };
    """)
    begun.press("background")
    begun.settle()
    painted = begun.run("return painted")
    assert painted["Topic"] < painted["What can I do for you?"] < painted["Track it"] < painted["Return it"]
