"""The page looks as exported pictures do: colors of types, heads of edges, and what lies in front."""

import re

import pytest
from browser import CARD, by
from documents import DOCUMENT

NAMES = ["message", "end", "question", "Zoë", "a b", "条件", "x" * 40, "own", "short", "bad", "output", "input"]
COLORS = {"own": "#123456", "short": "#fa0", "bad": "red;fill:url(x)"}
TYPES = {name: {"color": COLORS[name]} if name in COLORS else {} for name in NAMES}
LOOKS = {
    "nodewire": 1,
    "types": TYPES,
    "nodes": [{"id": name, "type": name, "position": {"x": 0, "y": 90 * at}} for at, name in enumerate(NAMES)],
    "edges": [],
}


def rgb(color):
    digits = color[1:] if len(color) == 7 else "".join(2 * digit for digit in color[1:])
    return "#" + digits.lower()


def colors_of_picture(page, theme):
    """By type, as the tile or the ground of a node of that type has it."""
    document = page.run("return nodewire.document")
    picture = page.ask("document/export", document=document, format="svg", options={"theme": theme})["text"]
    found = re.findall(r'<g id="node-[^"]*" data-id="([^"]*)".*?class="(?:bar|tile)"[^>]* fill="([^"]*)"', picture)
    return {name: rgb(color) for name, color in found}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_types_have_the_colours_of_the_picture(page, bridge, theme):
    page.open(bridge.opening.root / "looks.json", LOOKS)
    if theme == "dark":
        page.press("theme")
    picture = colors_of_picture(page, theme)
    shown = page.run(
        "return Object.fromEntries(arguments[0].map((name) => [name, nodewire.types.color(name, nodewire.colors)]))",
        NAMES,
    )
    assert sorted(picture) == sorted(NAMES)
    assert {name: rgb(color) for name, color in shown.items()} == picture
    assert shown["own"] == "#123456" and rgb(shown["short"]) == "#ffaa00"
    assert len(set(shown.values())) > 6
    tile = page.element('#palette [data-type="own"] span').value_of_css_property("color")
    if theme == "light":
        assert tile == "rgba(18, 52, 86, 1)"
    else:
        # Mixed with white, so that dark ones are seen on the dark ground.
        assert min(map(float, re.findall(r"[\d.]+", tile)[:3])) > 0.35, tile
    if theme == "dark":
        page.press("theme")


def test_a_colour_does_not_depend_on_the_other_types(page, bridge):
    colors = []
    for types in (["message", "end"], ["end", "more", "message"]):
        document = {**LOOKS, "types": {name: {} for name in types}, "nodes": LOOKS["nodes"][:1]}
        page.open(bridge.opening.root / f"{len(types)}.json", document)
        colors.append(page.run("return nodewire.types.color('message', nodewire.colors)"))
    assert colors[0] == colors[1] == "#4d7c0f"


MARKERS = {
    "usual": {},
    "none": {"markerEnd": "none"},
    "open": {"markerEnd": {"type": "arrow"}},
    "closed": {"markerEnd": "arrowclosed"},
    "both": {"markerStart": "arrow", "markerEnd": "arrowclosed"},
    "start": {"markerStart": {"type": "arrowclosed"}, "markerEnd": "none"},
    "silent": {"markerEnd": None},
}


# Shadows are lighter than this sum of red, green and blue, and strokes of edges darker.
INK = 660


def parts(color):
    return [int(color[at : at + 2], 16) for at in (1, 3, 5)]


def headed():
    """Edges straight down between handles, one for each way to say how they end."""
    handles = {
        "a": [{"id": "h", "type": "source", "position": "bottom"}],
        "b": [{"id": "h", "type": "target", "position": "top"}],
    }
    nodes = [
        {"id": f"{end}{at}", "position": {"x": 100 * at, "y": y}, "width": 60, "height": 40, "handles": handles[end]}
        for at in range(len(MARKERS))
        for end, y in (("a", 0), ("b", 200))
    ]
    edges = [
        {"id": name, "source": f"a{at}", "sourceHandle": "h", "target": f"b{at}", "targetHandle": "h", **members}
        for at, (name, members) in enumerate(MARKERS.items())
    ]
    return {"nodewire": 1, "viewport": {"x": 260, "y": 150, "zoom": 1}, "nodes": nodes, "edges": edges}


def heads_of_picture(page):
    """By edge: for each head its tip, and whether it is open."""
    picture = page.ask_document("document/export", format="svg")["text"]
    found = {}
    for name, body in re.findall(r'<g id="edge-[^"]*" data-id="([^"]*)">(.*?)</g>', picture):
        paths = re.findall(r'<path class="(edge|tip)"[^>]* d="M[-\d. ]+L([-\d.]+) ([-\d.]+)L[-\d. ]+(Z?)"/>', body)
        found[name] = [(float(x), float(y), not closed) for _, x, y, closed in paths]
    return found


def test_edges_end_as_in_the_picture(page, bridge):
    page.open(bridge.opening.root / "headed.json", headed())
    picture = heads_of_picture(page)
    assert [len(heads) for heads in picture.values()] == [1, 0, 1, 1, 2, 1, 1]
    assert picture["open"][0][2] and not picture["usual"][0][2]
    shot = page.screenshot("heads")
    for at, (name, heads) in enumerate(picture.items()):
        for place, y in (("start", 44.5), ("end", 195.5)):
            (head,) = [head for head in heads if head[1] == y] or [None]
            inward = 1 if place == "start" else -1
            # At the base of a head of 9 × 8: close to the line, where only a closed one is, and where both are.
            x, base = page.on_screen(30 + 100 * at, y - 0.5 + inward * 7)
            near, far = [sum(parts(color)) < INK for color in page.colors(shot, (x + 1, base), (x + 2, base))]
            assert (near, far) == (head is not None and not head[2], head is not None), (name, place)


@pytest.mark.parametrize("kind", ["straight", "bezier", "smoothstep"])
def test_edges_between_middles_end_at_borders_as_in_the_picture(page, bridge, kind):
    """Edges that name no handle; then the target is dragged, and the head goes along."""
    nodes = [
        {"id": "a", "position": {"x": 0, "y": 0}, "width": 100, "height": 60},
        {"id": "b", "position": {"x": 260, "y": 190}, "width": 120, "height": 60},
    ]
    edges = [{"id": "e", "source": "a", "target": "b", "type": kind}]
    settings = {"inertia": False, "snapToGuides": False}
    document = {"nodewire": 1, "viewport": {"x": 400, "y": 150, "zoom": 1}, "settings": settings}
    page.open(bridge.opening.root / f"{kind}.json", {**document, "nodes": nodes, "edges": edges})

    def shown():
        (head,) = page.run("return nodewire.scene.edges.get('e').heads")
        return head["x"], head["y"]

    def drawn():
        ((x, y, _),) = heads_of_picture(page)["e"]
        return x, y

    page.screenshot(f"middles-{kind}")
    assert shown() == pytest.approx(drawn(), abs=1)
    start = page.middle("b")
    page.move(start, by(start, 20, 10), by(start, 90, -80), until="shown")
    before = shown()
    page.release()
    assert shown() == pytest.approx(before, abs=1)
    assert shown() == pytest.approx(drawn(), abs=1)


def test_what_lies_in_front_follows_z_then_kind_then_order(page):
    """The rule of views-and-frames.md on frames as a server sends them."""
    old = page.run("return { nodes: [...nodewire.scene.nodes.keys()], edges: [...nodewire.scene.edges.keys()] }")

    def node(x, y, width, height, **members):
        return {"x": x, "y": y, "width": width, "height": height, "z": 0, "order": 1, **members}

    def edge(y, **members):
        bounds = {"x": 0, "y": y, "width": 500, "height": 0}
        return {"path": f"M0 {y}L500 {y}", "bounds": bounds, "z": 0, "order": 1, **members}

    label = {"text": "label", "x": 450, "y": 40, "angle": 0}
    nodes = {
        "child": node(320, 120, 100, 60, z=1, order=1),
        "late": node(40, 20, 100, 60, order=3),
        "early": node(60, 30, 100, 60, order=2),
        "outer": node(200, 0, 280, 200, order=4, container=True, type="group"),
        "inner": node(300, 100, 160, 90, z=1, order=5, container=True, type="lane"),
        "back": node(40, 220, 100, 60, z=-1, order=6),
    }
    edges = {
        "root": edge(40, order=1, label=label),
        "raised": edge(60, z=1, order=2),
        "inside": edge(150, z=1, order=3),
        "under": edge(250, order=4),
    }
    enter = {"nodes": nodes, "edges": edges}
    frame = "nodewire.receive({ view: nodewire.view, frame: nodewire.scene.frame, leave: arguments[0], ...arguments[1] })"
    page.run(frame, old, {"enter": enter, "viewport": {"x": 400, "y": 150, "zoom": 1}})
    page.run("return new Promise((done) => setTimeout(done, 150))")
    stack = page.run("return nodewire.scene.stack.map(({ kind, item }) => `${kind} ${item.id}`)")
    assert [entry for entry in stack if not entry.startswith("label") or entry == "label root"] == [
        "node back",
        "container outer",
        "edge root",
        "edge under",
        "label root",
        "node early",
        "node late",
        "container inner",
        "edge raised",
        "edge inside",
        "node child",
    ]
    shot = page.screenshot("stack")
    # An edge under a node of its z, one above a node of less z, one above a container, one under a child.
    at = [(500, 190), (500, 210), (710, 300), (812, 300), (450, 400), (640, 190)]
    under, above, inside, child, over, group = page.colors(shot, *at)
    assert under == CARD and child == CARD
    assert all(sum(parts(color)) < INK for color in (above, inside, over, group))
    order = {"nodes": {"late": {"order": 1}, "inner": {"container": None}}}
    page.run(frame, {}, {"update": order})
    page.run("return new Promise((done) => setTimeout(done, 150))")
    stack = page.run("return nodewire.scene.stack.map(({ kind, item }) => `${kind} ${item.id}`)")
    assert stack.index("node late") < stack.index("node early")
    assert stack.index("node inner") > stack.index("edge inside")


def test_a_document_without_types_has_no_palette(page, bridge):
    page.open(bridge.opening.root / "untyped.json", {**DOCUMENT, "types": {}, "edges": [], "nodes": []})
    assert not page.element("#palette").is_displayed()


def test_colours_that_a_frame_names_are_painted(page):
    """A node's ground with texts that are read on it, an edge's line and width, and the color of a head."""
    page.run(
        """
        const update = {
          nodes: { a: { color: "#102030" }, c: { color: "lightyellow" } },
          edges: { "b-end": { color: "#ff0000", strokeWidth: 6, arrows: [{ x: 460, y: 420, angle: 1.5708, color: "#00f" }] } },
        };
        nodewire.receive({ view: nodewire.view, frame: nodewire.scene.frame, update });
        return new Promise((done) => setTimeout(done, 150));
        """
    )
    label = page.run("return nodewire.scene.edges.get('b-end').label")
    (left, middle), (x, y) = page.middle("a"), page.handle("b", "next")
    picture = page.screenshot("own-colours")
    # Beside the texts; on a line 6 wide; within the head, whose tip stands 4.5 above the handle.
    assert page.colors(picture, (left + 90, middle + 20)) == ["#102030"]
    assert page.colors(picture, by(page.middle("c"), 90, 20)) == ["#ffffe0"]
    red, green, blue = parts(page.colors(picture, (x + 2, y + 12))[0])
    # The node's shadow lies on the line.
    assert red > 230 and green < 10 and blue < 10
    assert page.colors(picture, by(page.handle("end", "in"), 0, -10)) == ["#0000ff"]
    name = page.colors(picture, *[(left - 12 + step, middle - 7) for step in range(24)])
    assert any(sum(parts(color)) > 600 for color in name)
    assert label["text"] == "bye"


def test_edges_look_as_their_types_say_for_each_state(page, bridge):
    """A line as it is, selected, and in error; and a draft that the rules refuse."""
    handles = [
        {"id": "in", "type": "target", "position": "left", "limit": 1},
        {"id": "out", "type": "source", "position": "right"},
    ]
    nodes = [
        {"id": name, "position": {"x": 300 * at, "y": 120 * row}, "width": 100, "height": 60, "handles": handles}
        for at, row, name in ((0, 0, "a"), (1, 0, "b"), (0, 2, "c"))
    ]
    edges = [{"id": "e", "source": "a", "sourceHandle": "out", "target": "b", "targetHandle": "in", "type": "yes"}]
    types = {
        "yes": {
            "path": "straight", "stroke": "#008000", "strokeWidth": 8, "selected": {"stroke": "#800080"},
            "invalid": {"stroke": "#ff0000"},
        },
        "default": {"strokeWidth": 8, "invalid": {"stroke": "#ff00ff", "dash": []}},
    }  # fmt: skip
    document = {"nodewire": 1, "viewport": {"x": 300, "y": 200, "zoom": 1}, "edgeTypes": types}
    page.open(bridge.opening.root / "edge-types.json", {**document, "nodes": nodes, "edges": edges})

    def line(name):
        page.run("return new Promise((done) => setTimeout(done, 150))")
        # Edges of lines are softened by what lies beside them.
        return [round(part / 16) for part in parts(page.colors(page.screenshot(name), page.on_screen(200, 30))[0])]

    assert line("edge-type") == [0, 8, 0]
    view, name = page.run("return [nodewire.view, nodewire.document]")
    page.ask("view/select", view=view, edges=["e"])
    assert line("edge-type-selected") == [8, 0, 8]
    # A second edge at the full handle is an error of both.
    edge = {**edges[0], "id": "f", "source": "c"}
    page.ask("document/apply", document=name, change={"edges": {"f": {"whole": edge}}}, rules="report")
    page.wait(lambda: "#ff0000" in page.run("return [...nodewire.scene.edges.values()].map((edge) => edge.color)"))
    page.ask("element/remove", document=name, edges=["f"])
    page.wait(lambda: page.run("return nodewire.scene.edges.get('e').color") == "#800080")
    start = page.handle("c", "out")
    page.move(start, by(start, 30, -40), page.handle("b", "in"), until="refused")
    page.wait(lambda: page.run("return nodewire.scene.state.gesture?.look?.color") == "#ff00ff")
    assert "#ff00ff" in page.colors(page.screenshot("draft-refused"), page.on_screen(200, 150), by(start, 12, 0))
    page.release()


def test_what_is_near_the_pointer_stands_out(page):
    page.ask("settings/update", document=page.run("return nodewire.document"), patch={"emphasizeOnHover": 1})
    ground = by(page.middle("c"), 80, 20)
    page.point(page.middle("c"))
    page.wait(lambda: page.run("return nodewire.scene.nodes.get('a').emphasis") == "dimmed")
    page.point(page.middle("b"))
    page.wait(lambda: page.run("return nodewire.scene.nodes.get('end').emphasis") == "path")
    page.settle()
    dimmed = page.colors(page.screenshot("hovered"), ground)[0]
    assert page.run("return nodewire.scene.nodes.get('c').emphasis") == "dimmed" and dimmed != CARD
    page.point(page.on_screen(-150, 500))
    page.wait(lambda: not page.run("return nodewire.scene.nodes.get('c').emphasis"))
    page.settle()
    assert page.colors(page.screenshot(), ground) == [CARD]


CONTRAST = """
    const [{ readable }, { NodeTypes }] = await Promise.all([import("./theme.js"), import("./types.js")]);
    const probe = document.body.appendChild(document.createElement("i"));
    const css = (name) => {
      probe.style.color = `var(${name})`;
      const parts = getComputedStyle(probe).color.match(/\\d+/g).map(Number);
      return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
    };
    const luminance = (color) => {
      const parts = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255);
      const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ratio = (one, other) => {
      const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    };
    const { colors } = nodewire;
    const own = ["#d97706", "#16a34a", "#7c3aed", "#2563eb", "#c2410c", "#ffff00", "#000080"];
    return {
      letters: ["--page", "--hover", "--card"].map((ground) => ratio(css("--soft"), css(ground))),
      icons: own.map((color) => {
        const types = new NodeTypes();
        types.declare({ own: { color } });
        return ratio(types.iconColor("own", colors), colors.card);
      }),
      captions: [...own, ...colors.types].map((color) => ratio(readable(color, colors), colors.card)),
      lines: [ratio(colors.edge, colors.page), ratio(css("--control"), css("--card"))],
    };
"""


@pytest.mark.parametrize("is_dark", [False, True])
def test_letters_and_lines_stand_out_from_their_ground(page, is_dark):
    if is_dark:
        page.press("theme")
    try:
        found = page.run(CONTRAST)
    finally:
        if is_dark:
            page.press("theme")
    assert min(found["letters"] + found["captions"]) >= 4.5 and min(found["lines"]) >= 3
    assert min(found["icons"]) >= (4.5 if is_dark else 3)


TALL = "Order number, with a long name"


def ink(page, places):
    """How many of some places hold letters."""
    return sum(int(color[1:3], 16) < 90 for color in page.colors(page.screenshot(), *places))


@pytest.mark.parametrize(("shape", "zoom"), [("diamond", 0.35), ("hexagon", 0.38)])
def test_names_on_outlines_are_read_from_far_off(page, bridge, shape, zoom):
    node = {"id": "a", "label": "Six characters?", "shape": shape, "position": {"x": 0, "y": 0}, "width": 150, "height": 60}
    page.open(bridge.opening.root / "far.json", {"nodewire": 1, "viewport": {"x": 500, "y": 300, "zoom": zoom}, "nodes": [node], "edges": []})
    x, y = page.middle("a")
    assert ink(page, [(x + across, y + down) for across in range(-24, 24) for down in range(-4, 5)]) > 15


def test_a_long_name_has_two_lines(page, bridge):
    node = {"id": "a", "type": "message", "label": TALL, "position": {"x": 0, "y": 0}, "width": 200, "height": 60}
    page.open(bridge.opening.root / "long.json", {"nodewire": 1, "viewport": {"x": 500, "y": 300, "zoom": 1}, "nodes": [node], "edges": []})
    page.screenshot("long-name")
    rows = [ink(page, [(x, y) for x in range(558, 690) for y in range(top, top + 9)]) for top in (323, 337)]
    assert min(rows) > 40
