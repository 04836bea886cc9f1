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


def laid(page):
    """How the map lies on its element, with what the view shows on it, too: the scale, and where its corner is."""
    box = page.element("#minimap").rect
    size = {"x": box["width"], "y": box["height"]}
    seen = page.ask_view("view/minimap", width=size["x"], height=size["y"])["viewport"]
    ends = {axis: (min(0, seen[axis]), max(size[axis], seen[axis] + seen[long])) for axis, long in (("x", "width"), ("y", "height"))}
    scale = max(0.25, min(1, *(size[axis] / (end - start) for axis, (start, end) in ends.items())))
    return scale, *(size[axis] / 2 - scale * (start + end) / 2 for axis, (start, end) in ends.items())


def test_the_map_shows_all_that_the_view_shows(page):
    page.ask_view("view/zoom", to=0.6)
    page.settle()
    scale, x, y = laid(page)
    assert 0.25 < scale < 0.8
    seen = page.ask_view("view/minimap", width=200, height=140)["viewport"]
    box = page.element("#minimap").rect
    edge = [round(box["x"] + x + scale * seen["x"] + 40), round(box["y"] + y + scale * seen["y"])]
    (color,) = page.colors(page.screenshot("map-far"), edge)
    # The frame has the accent.
    red, _, blue = (int(color[at : at + 2], 16) for at in (1, 3, 5))
    assert blue - red > 40


def test_the_map_moves_the_view(page):
    page.wait(lambda: page.element("#overview").is_displayed())
    box = page.element("#minimap").rect
    before, (scale, left, top) = page.viewport(), laid(page)
    page.move((box["x"] + 40, box["y"] + 40), (box["x"] + 60, box["y"] + 60), (box["x"] + 120, box["y"] + 90))
    page.wait(lambda: page.viewport() != before)
    world = page.ask_view("view/minimap", width=200, height=140)
    at = {
        axis: ((place - start) / scale - world["origin"][axis]) / world["scale"] + world["world"][axis]
        for axis, place, start in (("x", 120, left), ("y", 90, top))
    }
    assert page.on_screen(at["x"], at["y"]) == pytest.approx((WIDTH / 2, HEIGHT / 2), abs=2)
    assert page.document()["nodes"] == {node["id"]: node for node in DOCUMENT["nodes"]}


def test_the_map_has_the_colors_of_types_and_frames_are_pale(page, bridge):
    types = {"a": {"color": "#ff0000"}, "choice": {"color": "#0000ff"}}
    nodes = [
        {"id": "g", "type": "group", "position": {"x": 0, "y": 0}, "width": 300, "height": 400},
        {"id": "a", "type": "a", "position": {"x": 1000, "y": 0}, "width": 400, "height": 400},
        # As large as a frame, and none.
        {"id": "b", "type": "choice", "position": {"x": 1500, "y": 0}, "width": 400, "height": 400},
        {"id": "own", "position": {"x": 2000, "y": 0}, "width": 300, "height": 400, "style": {"background": "#00ff00"}},
    ]
    page.open(bridge.opening.root / "map.json", {"nodewire": 1, "types": types, "nodes": nodes, "edges": []})
    page.settle()
    box = page.element("#minimap").rect
    marks = page.ask_view("view/minimap", width=box["width"], height=box["height"])["nodes"]
    scale, x, y = laid(page)
    spots = [(box["x"] + x + scale * (m["x"] + m["width"] / 2), box["y"] + y + scale * (m["y"] + m["height"] / 2)) for m in marks]
    painted = [[int(x), int(y)] for x, y in spots]
    group, a, b, own = page.colors(page.screenshot("map"), *painted)
    assert [a, b, own] == ["#ff6666", "#6666ff", "#66ff66"]
    assert all(int(group[at : at + 2], 16) > 0xD0 for at in (1, 3, 5))


def test_the_toolbar_goes_with_what_it_is_about(page):
    view = page.run("return nodewire.view")
    page.ask("view/select", view=view, nodes=["a"])
    page.wait(lambda: page.element("#accessory").is_displayed())
    for x, is_shown in ((-700, False), (700, True)):
        page.ask("view/pan", view=view, by={"x": x, "y": 0})
        page.wait(lambda: page.element("#accessory").is_displayed() is is_shown)


def test_a_selected_node_has_a_toolbar(page):
    page.ask_view("view/select", nodes=["a"])
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
    page.wait(lambda: not page.element("#accessory").is_displayed())


def test_an_edge_has_no_button_to_duplicate_it(page):
    page.ask_view("view/select", edges=["b-end"])
    page.wait(lambda: page.element("#accessory").is_displayed())
    shown = [button.get_attribute("title") for button in page.all("#accessory button") if button.is_displayed()]
    assert shown == ["Rename", "Delete"]
    label = page.run("return nodewire.scene.edges.get('b-end').label")
    page.click(page.on_screen(label["x"], label["y"]), "right")
    page.wait(lambda: page.element("#menu").is_displayed())
    assert [button.get_attribute("data-title") for button in page.all("#menu button")] == ["Name", "Delete"]


def test_palette_and_map_fold(page):
    for folded, bar in (("types", "palette"), ("minimap", "overview")):
        button = page.element(f'[data-folds="{folded}"]')
        page.wait(lambda folded=folded: page.element(f"#{folded}").is_displayed())
        wide = page.element(f"#{bar}").size["width"]
        assert button.get_attribute("aria-expanded") == "true"
        button.click()
        assert not page.element(f"#{folded}").is_displayed()
        assert button.get_attribute("aria-expanded") == "false"
        assert page.element(f"#{bar}").size["width"] < wide
        button.click()
        assert page.element(f"#{folded}").is_displayed()


def test_the_menu_of_a_node_deletes_it(page):
    page.click(page.middle("a"), "right")
    page.wait(lambda: page.element("#menu").is_displayed())
    page.screenshot("menu")
    page.element("#menu .danger").click()
    page.wait(lambda: "a" not in page.document()["nodes"])


def test_the_menu_of_the_canvas_adds_a_node_there(page):
    page.click((760, 620), "right")
    page.wait(lambda: page.element("#menu").is_displayed())
    page.element('#menu [data-title="Add Message"]').click()
    page.wait(lambda: len(page.document()["nodes"]) == 5)
    (made,) = [node for node in page.document()["nodes"].values() if node["id"] not in "abc" and node["id"] != "end"]
    assert (made["type"], made["position"]) == ("message", {"x": 260, "y": 430})


SIDES = [{"id": "out", "type": "source", "position": "right"}, {"id": "in", "type": "target", "position": "left"}]
BENT = {
    "nodewire": 1,
    "types": {"box": {"defaultSize": {"width": 100, "height": 40}, "handles": SIDES}},
    "viewport": {"x": 200, "y": 300, "zoom": 1},
    "nodes": [
        {"id": "a", "type": "box", "position": {"x": 0, "y": 0}},
        {"id": "b", "type": "box", "position": {"x": 490, "y": -35}},
    ],
    "edges": [
        {
            "id": "e",
            "type": "straight",
            "source": "a",
            "sourceHandle": "out",
            "target": "b",
            "targetHandle": "in",
            "waypoints": [{"x": 310, "y": 20}, {"x": 310, "y": -15}],
        }
    ],
}


def test_the_tools_of_an_edge_leave_its_bends_free(page, bridge):
    """A click on a bend is for the bend, also where the middle of the edge is just below it."""
    page.open(bridge.opening.root / "bent.json", BENT)
    page.ask_view("view/select", edges=["e"])
    page.wait(lambda: page.element("#accessory").is_displayed())
    page.settle()
    for bend in BENT["edges"][0]["waypoints"]:
        place = page.on_screen(bend["x"], bend["y"])
        assert page.run("return document.elementFromPoint(...arguments[0]).id", list(place)) == "canvas"
    page.click(place)
    page.settle()
    assert page.element("#accessory").is_displayed() and list(page.document()["edges"]) == ["e"]


def test_panels_share_one_column(page):
    page.ask_view("view/select", nodes=["a"])
    page.wait(lambda: page.element("#panel").is_displayed())
    properties = page.element("#panel").rect
    for command in ("settings", "layout", "problems"):
        page.run("document.querySelector(`[data-command=${arguments[0]}]`).click()", command)
        page.wait(lambda: page.all(".floating:not([hidden])"))
        box = page.element(".floating:not([hidden])").rect
        assert [box[side] for side in ("x", "y", "width")] == [properties[side] for side in ("x", "y", "width")]
        assert not page.element("#panel").is_displayed()
        page.keys(Keys.ESCAPE)
    assert page.element("#panel").is_displayed()


def test_messages_lie_below_and_under_menus(page):
    page.press("save")
    page.wait(lambda: page.all("#toasts div"))
    assert page.element("#toasts").rect["y"] > HEIGHT / 2
    order = page.run("return ['toasts', 'menu'].map((id) => Number(getComputedStyle(document.getElementById(id)).zIndex))")
    assert order[0] < order[1]


def test_buttons_are_large_enough_for_fingers(page):
    metrics = {"width": 800, "height": 900, "deviceScaleFactor": 1, "mobile": True}
    page.cdp("Emulation.setDeviceMetricsOverride", **metrics)
    page.cdp("Emulation.setTouchEmulationEnabled", enabled=True)
    try:
        page.wait(lambda: page.run("return matchMedia('(pointer: coarse)').matches"))
        page.ask_view("view/select", nodes=["a"])
        page.wait(lambda: page.element("#accessory").is_displayed())
        page.screenshot("fingers")
        small = [
            (button.get_attribute("outerHTML")[:80], button.rect)
            for button in page.all("button")
            if button.is_displayed() and min(button.rect["width"], button.rect["height"]) < 40
        ]
        assert small == []
    finally:
        page.cdp("Emulation.setTouchEmulationEnabled", enabled=False)
        page.resize(WIDTH, HEIGHT)


def test_where_nothing_is_seen_a_button_leads_back(page):
    way = page.element("#wayBack")
    assert not way.is_displayed()
    page.ask_view("view/pan", by={"x": 9000, "y": 0})
    page.wait(way.is_displayed)
    page.screenshot("nowhere")
    way.click()
    page.wait(lambda: not way.is_displayed())
    assert 0 < page.middle("a")[0] < WIDTH and page.active() == "canvas"
    page.ask_document("element/remove", nodes=["a", "b", "c", "end"])
    page.wait(lambda: page.element("#hint").is_displayed())
    assert not way.is_displayed()


def test_a_long_press_on_the_canvas_opens_its_menu(page):
    page.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": 700, "y": 340, "id": 0}])
    page.wait(lambda: page.element("#menu").is_displayed())
    page.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    page.settle()
    assert page.element("#menu").is_displayed() and page.all('#menu [data-title="Paste"]')


def test_names_of_controls_begin_with_their_texts(page):
    differing = page.run("""
        return [...document.querySelectorAll("button")].filter((button) => {
          const text = button.innerText.trim();
          return text && button.offsetWidth > 0 && !(button.ariaLabel || text).toLowerCase().startsWith(text.toLowerCase());
        }).map(({ outerHTML }) => outerHTML.slice(0, 200));
    """)
    assert differing == []
