"""What frames tell is on the screen, at every distance and in both colours."""

import json

import pytest
from browser import CARD, DARK_PAPER, GROUND, HEIGHT, PAPER, WIDTH, by
from selenium.webdriver.common.keys import Keys


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
        const draw = CanvasRenderingContext2D.prototype.drawImage;
        CanvasRenderingContext2D.prototype.drawImage = function (image, ...place) {
          if (this.canvas.id === "canvas") globalThis.paints += 1;
          return draw.call(this, image, ...place);
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


def test_what_is_under_the_pointer_is_shown(page):
    page.point(page.middle("a"))
    assert page.state("hover") == {"node": "a"}
    assert page.run("return document.getElementById('canvas').style.cursor") == "grab"
    page.point(GROUND)
    assert page.state("hover") is None
    assert page.run("return document.getElementById('canvas').style.cursor") == "default"
