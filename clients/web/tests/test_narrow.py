"""The page in narrow windows: everything can be reached, and the graph is in view."""

import pytest
import serve
from browser import HEIGHT, WIDTH, Page
from selenium.webdriver.common.keys import Keys

SIZES = [(320, 568), (360, 740), (400, 860), (768, 1000)]
BARS = ["file", "page", "palette", "overview", "zoom"]


@pytest.fixture(params=SIZES, ids=lambda size: str(size[0]))
def narrow(chromium, bridge, request):
    """The page in a narrow window, with the example."""
    (bridge.opening.root / "bot.json").write_bytes(serve.EXAMPLE.with_name("support-bot.json").read_bytes())
    chromium.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": request.param[0], "height": request.param[1], "deviceScaleFactor": 1, "mobile": False},
    )
    page = Page(chromium, bridge.url)
    yield page
    page.run("addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)")
    page.resize(WIDTH, HEIGHT)


def boxes(page, *names):
    return {name: page.element(f"#{name}").rect for name in names if page.element(f"#{name}").is_displayed()}


def overlap(a, b):
    return (
        a["x"] < b["x"] + b["width"]
        and b["x"] < a["x"] + a["width"]
        and a["y"] < b["y"] + b["height"]
        and b["y"] < a["y"] + a["height"]
    )


def inside(page, box):
    width, height = page.run("return [innerWidth, innerHeight]")
    return box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= width and box["y"] + box["height"] <= height


def check_bars(page):
    shown = boxes(page, *BARS)
    assert len(shown) == len(BARS)
    for name, box in shown.items():
        assert inside(page, box), (name, box)
        for other, there in shown.items():
            assert name == other or not overlap(box, there), (name, other)


def test_bars_lie_in_the_window_and_not_on_each_other(narrow):
    narrow.screenshot(f"narrow-{narrow.run('return innerWidth')}")
    check_bars(narrow)
    map_button = narrow.element('[data-folds="minimap"]')
    map_button.click()
    narrow.settle()
    narrow.screenshot(f"narrow-map-{narrow.run('return innerWidth')}")
    check_bars(narrow)


def test_every_button_can_be_pressed(narrow):
    for button in narrow.all("header button, footer button, #page button, #palette > button, #overview button"):
        if not button.is_displayed():
            continue
        x, y = button.rect["x"] + button.rect["width"] / 2, button.rect["y"] + button.rect["height"] / 2
        hit = narrow.run("return document.elementFromPoint(...arguments).closest('button')", x, y)
        assert hit == button.element
    for button in narrow.all("#types button"):
        narrow.run("arguments[0].scrollIntoView()", button)
        assert inside(narrow, button.rect)


def test_what_has_no_room_is_in_a_menu(narrow):
    hidden = [
        button.get_attribute("data-command")
        for button in narrow.all("#page [data-command]")
        if not button.is_displayed()
    ]
    if not hidden:
        assert not narrow.element('[data-command="create"]').is_displayed()
    else:
        assert hidden == ["find", "layout", "settings", "help", "background", "theme", "export"]
    narrow.press("more")
    narrow.wait(lambda: narrow.element("#menu").is_displayed())
    narrow.screenshot(f"narrow-more-{narrow.run('return innerWidth')}")
    assert inside(narrow, narrow.element("#menu").rect)
    titles = [button.get_attribute("data-title") for button in narrow.all("#menu button")]
    assert {"New", "Save as", "Export SVG", "Find", "Lay out", "Settings", "Keys", "Background", "Dark or light"} <= set(titles)
    assert {"Move the view", "Select with a rectangle", "Select with a lasso"} <= set(titles)
    before = narrow.run("return document.documentElement.dataset.theme")
    narrow.element('#menu [data-title="Dark or light"]').click()
    assert narrow.run("return document.documentElement.dataset.theme") != before
    narrow.press("more")
    narrow.keys("d", Keys.ENTER)
    assert narrow.run("return document.documentElement.dataset.theme") == before


def check_in_view(page):
    page.settle()
    free = page.run("""
        const box = (id) => document.getElementById(id).getBoundingClientRect();
        const narrow = matchMedia("(max-width: 720px)").matches;
        return { top: narrow ? box("file").bottom : 0, left: narrow ? 0 : box("palette").right, right: innerWidth,
          bottom: narrow ? box("palette").top : innerHeight };
    """)
    nodes = page.run("return [...nodewire.scene.nodes.values()].map(({ x, y, width, height }) => [x, y, width, height])")
    view = page.viewport()
    assert len(nodes) == page.ask("document/list")["documents"][0]["nodes"]
    for x, y, width, height in nodes:
        assert x * view["zoom"] + view["x"] >= free["left"] and y * view["zoom"] + view["y"] >= free["top"]
        assert (x + width) * view["zoom"] + view["x"] <= free["right"]
        assert (y + height) * view["zoom"] + view["y"] <= free["bottom"]


def test_a_document_begins_where_it_can_be_read(narrow):
    begun = narrow.viewport()["zoom"]
    start = next(name for name, node in narrow.document()["nodes"].items() if node.get("type") == "start")
    if narrow.run("return innerWidth") <= 720:
        assert begun >= 0.74
    x, y = narrow.middle(start)
    width, height = narrow.run("return [innerWidth, innerHeight]")
    assert 0 < x < width and 0 < y < height


def test_the_whole_graph_is_shown_between_the_bars(narrow):
    narrow.press("fit")
    narrow.wait(lambda: narrow.state("moving") is None)
    check_in_view(narrow)


def test_a_window_that_becomes_narrow_still_shows_the_graph(page, bridge):
    (bridge.opening.root / "example.json").write_bytes(serve.EXAMPLE.with_name("support-bot.json").read_bytes())
    page.press("open")
    page.element("#openPath").send_keys("example.json", Keys.ENTER)
    page.wait(lambda: page.element("#name").text == "example.json")
    page.resize(360, 740)
    try:
        page.wait(lambda: page.viewport()["zoom"] < 0.2)
        page.wait(lambda: page.state("moving") is None)
        check_in_view(page)
    finally:
        page.resize(WIDTH, HEIGHT)


def test_a_view_that_was_saved_in_a_wide_window_is_fitted_in_a_narrow_one(chromium, bridge, page):
    page.resize(360, 740)
    try:
        page.press("open")
        page.element("#openPath").send_keys("bot.json", Keys.ENTER)
        page.wait(lambda: page.run("return nodewire.view").endswith("-2"))
        page.wait(lambda: page.viewport()["zoom"] < 1)
        check_in_view(page)
    finally:
        page.resize(WIDTH, HEIGHT)
