"""The items of frames are on the screen, at every distance and in both colors."""

import pytest
from browser import ANTIALIASED, CARD, DARK_PAPER, GROUND, HEIGHT, PAPER, WIDTH, by
from selenium.webdriver.common.keys import Keys


def test_what_frames_hold_is_on_the_screen(page):
    picture = page.screenshot("document")
    inside, handle = by(page.middle("a"), 80, 0), page.handle("a", "next")
    label = page.run("return nodewire.scene.edges.get('b-end').label")
    assert page.colors(picture, inside, GROUND, handle) == [CARD, PAPER, "#4d7c0f"]
    assert page.colors(picture, by(page.on_screen(label["x"], label["y"]), 11, 0)) == [CARD]


@pytest.mark.parametrize(("side", "is_right"), [("left", False), ("right", True)])
def test_handles_at_the_sides_are_called_by_their_names(page, bridge, side, is_right):
    handle = {"id": "h", "type": "source", "position": side, "label": "A long answer", "distance": 74}
    node = {"id": "a", "label": "Ask", "position": {"x": 0, "y": 0}, "width": 240, "height": 140, "handles": [handle]}
    document = {"nodewire": 1, "viewport": {"x": 400, "y": 150, "zoom": 1}, "nodes": [node], "edges": []}
    page.open(bridge.opening.root / f"{side}.json", document)
    update = {"document": page.run("return nodewire.document"), "id": "a"}
    page.run("for (const bar of document.querySelectorAll('.bar, #status')) bar.style.visibility = 'hidden'")
    before = page.renewed()
    page.ask("node/update", **update, patch={"handles": [{**handle, "label": "An answer"}]})
    most, (x, y, right, bottom) = page.difference(before, page.renewed())
    (left, top), (middle, _) = page.on_screen(0, 74), page.middle("a")
    assert most > 100 and top - 10 < y < bottom < top + 10
    assert (middle < x and right < left + 232) if is_right else (left + 8 < x and right < middle)


@pytest.mark.parametrize(("members", "shown"), [({}, False), ({"handles": [{"id": "in", "type": "target"}]}, True)])
def test_handles_are_shown_that_the_document_gives(page, bridge, members, shown):
    node = {"id": "a", "shape": "diamond", "position": {"x": 0, "y": 0}, "width": 140, "height": 90, **members}
    document = {"nodewire": 1, "viewport": {"x": 400, "y": 250, "zoom": 1}, "nodes": [node], "edges": []}
    page.open(bridge.opening.root / f"given-{shown}.json", document)
    above = by(page.on_screen(70, 0), 0, -2)
    assert (page.colors(page.screenshot(), above) == [CARD]) is shown


def test_a_dragged_node_leaves_its_place_on_the_screen(page):
    start = page.middle("c")
    before = page.screenshot()
    page.move(start, by(start, 20, 10), by(start, 120, 200))
    after = page.screenshot("dragged")
    # Left of the panel, which shows then.
    there, here = by(start, -20, 25), by(start, 180, 210)
    assert page.colors(before, there, here) == [CARD, PAPER]
    assert page.colors(after, there, here) == [PAPER, CARD]


def test_a_dragged_node_leaves_its_place_from_far_off(page):
    page.ask_view("view/zoom", to=0.15, at={"x": 300, "y": 300})
    page.settle()
    start = page.middle("c")
    page.move(start, by(start, 8, 4), by(start, 120, 100), until="shown")
    held = page.screenshot("dragged-far")
    assert page.colors(held, start, by(start, 120, 100)) == [PAPER, "#5b5bf0"]
    page.release()
    (left,) = page.colors(page.screenshot(), start)
    assert left == PAPER


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
        page.wait(lambda: page.ask_view("view/read")["width"] == 900)
    finally:
        page.cdp("Emulation.setDeviceMetricsOverride", width=WIDTH, height=HEIGHT, deviceScaleFactor=1, mobile=False)


@pytest.mark.parametrize("count, level", [(3000, "boxes"), (20_000, "clusters")])
def test_far_out_there_are_boxes_and_clusters(page, bridge, count, level):
    nodes = [{"id": f"n{i}", "position": {"x": i % 200 * 180, "y": i // 200 * 90}} for i in range(count)]
    edges = [{"id": f"e{i}", "source": f"n{i}", "target": f"n{i + 1000}"} for i in range(0, count - 1000, 7)]
    page.open(bridge.opening.root / "many.json", {"nodewire": 1, "nodes": nodes, "edges": edges})
    page.wait(lambda: page.run("return nodewire.scene.state.level") == level)
    picture = page.screenshot(level)
    assert page.run("return nodewire.scene.nodes.size") > 20
    if level == "boxes":
        # Half of the way from one node to the next but four rows there is nothing but a line.
        assert page.run("return nodewire.scene.edges.size") == len(edges)
        ends = [page.middle("n0"), page.middle("n1000")]
        middle = [round(sum(end[axis] for end in ends) / 2) for axis in (0, 1)]
        assert page.colors(picture, *(by(middle, dx, 3) for dx in (-1, 0, 1))) != [PAPER] * 3
        return
    # A cluster is ground that differs from the paper, in which a press pans, because its nodes are not visible.
    assert page.run("return nodewire.scene.edges.size") > 20
    cluster = page.run("return [...nodewire.scene.nodes.values()].find((node) => node.count > 50)")
    middle = page.on_screen(cluster["x"] + cluster["width"] * 0.8, cluster["y"] + cluster["height"] * 0.8)
    assert page.colors(picture, middle) != [PAPER]
    before = page.run("return nodewire.scene.state.viewport.x")
    page.move(middle, by(middle, 20, 0), by(middle, 90, 0))
    assert page.run("return nodewire.scene.state.viewport.x") > before + 50


def test_a_line_between_boxes_has_no_name_there_and_a_menu_in_the_window(page, bridge):
    nodes = [{"id": f"n{i}", "position": {"x": i % 60 * 220, "y": i // 60 * 120}} for i in range(3000)]
    edges = [{"id": "e", "source": "n0", "target": "n70"}]
    page.open(bridge.opening.root / "many.json", {"nodewire": 1, "nodes": nodes, "edges": edges})
    page.wait(lambda: page.run("return nodewire.scene.edges.size") == 1)
    page.ask_view("view/select", edges=["e"])
    page.run("document.getElementById('canvas').focus()")
    page.keys(Keys.F2)
    page.chord(Keys.F10, Keys.SHIFT)
    page.wait(lambda: page.element("#menu").is_displayed())
    place = page.run("const { left, top } = document.getElementById('menu').getBoundingClientRect(); return [left, top]")
    assert min(place) > 100 and not page.element("#rename").is_displayed()


def test_boxes_have_the_colors_of_their_nodes(page, bridge):
    place = [{"x": i % 60 * 220, "y": i // 60 * 120} for i in range(3000)]
    nodes = [{"id": f"n{i}", "type": ["a", "b"][i % 2], "position": at} for i, at in enumerate(place)]
    nodes[0]["style"] = {"backgroundColor": "#00ff00"}
    frame = {"id": "g", "type": "group", "position": {"x": -600, "y": 0}, "width": 500, "height": 1000}
    types = {"a": {"color": "#ff0000"}, "b": {"color": "#0000ff"}}
    page.open(bridge.opening.root / "many.json", {"nodewire": 1, "types": types, "nodes": [frame, *nodes], "edges": []})
    page.wait(lambda: page.run("return nodewire.scene.state.level") == "boxes")
    page.settle()
    spots = [page.middle(id) for id in ("n0", "n1", "n2", "g")]
    assert page.colors(page.screenshot("boxes"), *spots) == ["#00ff00", "#6666ff", "#ff6666", "#eceef3"]


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


def test_what_is_painted_bit_by_bit_looks_like_what_is_painted_anew(page):
    start = page.middle("c")
    page.move(start, by(start, 20, 10), by(start, -120, 200))
    page.click(page.middle("a"))
    page.keys(Keys.ARROW_RIGHT, Keys.TAB)
    page.move(GROUND, by(GROUND, -90, 33), by(GROUND, -240, 60))
    page.turn(GROUND, x=-310, y=-200)
    page.keys("z", held=Keys.CONTROL)
    page.point(page.middle("b"))
    assert page.difference(page.screenshot("bits"), page.renewed())[0] < ANTIALIASED


def test_a_pinched_view_is_sharp_once_it_rests(page):
    page.fingers([(900, 400), (1000, 400)], [(880, 400), (1020, 400)], [(870, 400), (1030, 400)])
    page.wait(lambda: page.state("moving") is None)
    assert page.difference(page.screenshot("bits"), page.renewed())[0] < ANTIALIASED


def test_the_status_shows_what_is_in_view_and_what_goes_on(page):
    assert page.element("#status").text == "4 nodes, 1 connection in view"
    start = page.middle("a")
    page.move(start, by(start, 30, 0), by(start, 60, -20), until="shown")
    assert page.element("#said").text == "Moved by 60, \u221220"
    page.release()
    page.wait(lambda: page.element("#said").text == "1 node selected")


def test_edges_flow(page):
    page.ask_view("view/animateEdges", edges=["b-end"])
    first = page.screenshot("flowing")
    page.wait(lambda: page.screenshot() != first)


def test_what_else_a_frame_may_hold_is_painted(page):
    """Places in the stack at equal z, knobs of a selected edge, items that a drag carries as they are."""
    page.run("""
        const view = nodewire.view;
        const changes = {
          nodes: { a: { order: 1, carried: true }, c: { order: 0, x: 180, y: 0, width: 200, height: 80 } },
          edges: { "b-end": { selected: true, waypoints: [{ x: 300, y: 470 }] } },
        };
        nodewire.receive({ view, frame: nodewire.scene.frame, update: changes });
        nodewire.receive({ view, frame: nodewire.scene.frame, gesture: { kind: "drag", by: { x: 0, y: 500 } } });
    """)
    page.run("return new Promise((done) => setTimeout(done, 100))")
    picture = page.screenshot("besides")
    inside, before = (470, 690), (430, 180)
    assert page.colors(picture, inside, before) == [CARD, PAPER]
    nodes = page.run("return nodewire.scene.stack.filter(({ kind }) => kind === 'node').map(({ item }) => item.id)")
    assert nodes.index("a") > 0


# Other outlines than cards have a ground in the color of their type.
TINTED = "#e6eddd"


@pytest.mark.parametrize("shape", ["ellipse", "diamond", "capsule", "hexagon"])
def test_a_node_is_painted_by_its_outline(page, shape):
    corner, inside = by(page.middle("c"), -97, -37), by(page.middle("c"), 70, 0)
    before = page.colors(page.screenshot(), corner, inside)
    page.ask_document("node/update", id="c", patch={"shape": shape})
    after = page.colors(page.screenshot(shape), corner, inside)
    assert before[1] == CARD and after[1] == TINTED
    assert before[0] != after[0]


def test_what_a_node_holds_is_painted_as_its_item_carries_it(page):
    before = page.screenshot()
    page.ask_document("node/update", id="a", patch={"data": {"text": "Fine, thank you", "count": 3}})
    written = page.screenshot()
    assert page.difference(before, written)[0] > 90
    assert page.difference(written, page.renewed())[0] < ANTIALIASED
    page.ask_document("node/update", id="a", unset=["data"])
    bare = page.screenshot()
    assert page.run("return nodewire.scene.nodes.get('a').contents") is None
    assert page.difference(written, bare)[0] > 90
    page.press("undo")
    page.press("undo")
    assert page.run("return nodewire.scene.nodes.get('a').contents['/data'].text") == "How are you?"


def test_bands_of_lanes_are_behind_their_nodes(page, bridge):
    nodes = [{"id": id, "position": {"x": x, "y": 0}, "width": 120, "height": 60} for id, x in (("a", 0), ("b", 300))]
    lanes = [{"id": "left", "title": "Left", "ids": ["a"]}, {"id": "right", "title": "Right", "ids": ["b"]}]
    document = {
        "nodewire": 1,
        "viewport": {"x": 300, "y": 250, "zoom": 1},
        "nodes": nodes,
        "edges": [],
        "constraints": [{"id": "lanes", "kind": "lanes", "lanes": lanes}],
    }
    page.open(bridge.opening.root / "lanes.json", document)
    page.run("for (const bar of document.querySelectorAll('.bar, #status')) bar.style.visibility = 'hidden'")
    before = page.screenshot("lanes")
    inside, node = page.on_screen(200, 10), page.on_screen(60, 50)
    assert page.colors(before, inside)[0] not in (PAPER, CARD) and page.colors(before, node) == [CARD]
    page.ask("constraint/remove", document=page.run("return nodewire.document"), ids=["lanes"])
    after = page.screenshot()
    assert page.colors(after, inside, node) == [PAPER, CARD]
    most, (x, y, right, bottom) = page.difference(before, after)
    assert most > 20 and y < page.on_screen(0, -30)[1] and right > page.on_screen(420, 0)[0]
