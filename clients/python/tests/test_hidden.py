"""What counts hidden nodes, and what counts edges: the table of views-and-frames.md, row by row.

Each row is asked of documents with hidden nodes of each kind, and of the same documents without these.
"""

import itertools
import json
import re
from pathlib import Path

import pytest

from nodewire_client import Connection, ServerError

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "protocol-spec" / "views-and-frames.md"
ROW = re.compile(r"^\| `([^`|]+)` \| (no|yes|last) \| (no|yes|–) \|", re.MULTILINE)

KINDS = ("own", "type", "group", "folded")
FAR = {"x": 60000, "y": 100}


@pytest.fixture(scope="module")
def connection(server):
    with Connection.launch([server], timeout=120) as connection:
        connection.request("initialize", {"clock": "client"})
        connection.notify("initialized")
        yield connection


# Documents


def node(id, x, y, width=100, height=60, **members):
    return {"id": id, "position": {"x": x, "y": y}, "width": width, "height": height, **members}


def edge(id, source, target, **members):
    return {"id": id, "source": source, "target": target, "type": "straight", **members}


# Where hidden nodes lie: in the way, on others, near lines to which they would snap, in a group, and far away.
PLACES = [(150, 10), (20, 130), (290, 30), (433, 520), (-70000, -900)]
INNER = [(90, 80), (270, 170)]


def content(kind=None, bend=False, loose=False):
    """A document with hidden nodes of a kind, or without them, and the ids of these nodes.

    `bend` leads an edge far out, with None there is no such edge; `loose` adds a hidden one that is led farther.
    """
    how = {"own": {"hidden": True}, "type": {"type": "ghost"}}.get(kind, {})
    outer = {"group": ("hg", -100, -100), "folded": ("f", 900, 20)}.get(kind, (None, 0, 0))
    inner = {"group": ("gg", 100, 120), "folded": ("gf", 200, 120)}.get(kind, ("g", 0, 0))
    hidden, within, groups = [], [], []
    if kind not in (None, "unfilled"):
        around = {"parentId": outer[0]} if outer[0] else {}
        hidden = [node(f"h{at}", x - outer[1], y - outer[2], 90, 50, **around, **how) for at, (x, y) in enumerate(PLACES)]
        bound = {"extent": "parent", "expandParent": True} if kind in ("own", "type", "shown") else {}
        within = [
            node(f"k{at}", x - inner[1], y - inner[2], 50, 40, parentId=inner[0], **bound, **how)
            for at, (x, y) in enumerate(INNER)
        ]
    if kind in ("own", "shown"):
        hidden.append(node("h9", 600, 50, 200, 150, type="group", **how))
    if kind == "group":
        groups = [node("hg", -100, -100, 900, 700, type="group", hidden=True)]
        within.insert(0, node("gg", 100, 120, 150, 70, type="group", parentId="g", hidden=True))
    if kind in ("folded", "unfilled"):
        groups = [node("f", 900, 20, type="group", collapsed=True)]
        within.insert(0, node("gf", 200, 120, 60, 40, parentId="g", type="group", collapsed=True))
    nodes = [
        *(node("a", 0, 0), *groups, *hidden, node("b", 300, 40), node("c", 40, 260)),
        *(node("g", 520, 300, 300, 200, type="group"), node("d", 40, 60, 60, 40, parentId="g", extent="parent")),
        *(*within, node("e", 170, 60, 60, 40, parentId="g")),
    ]
    far = {"waypoints": [FAR]} if bend else {}
    edges = [edge("ac", "a", "c"), edge("de", "d", "e"), edge("bd", "b", "d")]
    if bend is not None:
        edges.append(edge("ab", "a", "b", label="far", **far))
    if loose:
        edges.append(edge("loose", "a", "b", hidden=True, label="hidden", waypoints=[{"x": 80000, "y": 70000}]))
    if hidden:
        edges.append(edge("hh", "h2", "h0"))
    if hidden and kind != "folded":
        edges[:0] = [edge("ah", "a", "h0"), edge("hb", "h0", "b")]
        edges += [edge("hc", "h1", "c"), edge("dk", "d", "k0"), edge("hd", "h2", "d")]
    ids = [one["id"] for one in hidden + within if one["id"][0] in "hk"]
    types = {"ghost": {"hidden": True}}
    return {"nodewire": 1, "nodes": nodes, "edges": edges, "types": types, "settings": {"snapToGuides": True}}, ids


class Stage:
    """A document with a view, and what is asked of them."""

    count = itertools.count()

    def __init__(self, connection, kind=None, **options):
        self.connection, self.name, self.time = connection, f"d{next(Stage.count)}", 0
        self.content, self.hidden = content(kind, **options)
        connection.request("document/create", {"document": self.name, "content": self.content})
        connection.request("view/open", {"document": self.name, "view": self.name, "width": 1000, "height": 800, "scene": "points"})

    def close(self):
        self.connection.request("document/close", {"document": self.name, "discard": True})

    def document(self, method, **params):
        return self.connection.request(method, {"document": self.name, **params})

    def view(self, method, **params):
        return self.connection.request(method, {"view": self.name, **params})

    def input(self, method, **params):
        self.time += 20
        return self.view(f"input/{method}", time=self.time, **params)

    def key(self, key, *modifiers):
        return self.input("key", phase="down", key=key, modifiers=list(modifiers))

    def pointer(self, phase, x, y):
        return self.input("pointer", phase=phase, id=1, at={"x": x, "y": y}, kind="mouse")

    def drag(self, *places):
        self.pointer("down", *places[0])
        for place in places[1:]:
            self.pointer("move", *place)
        self.pointer("up", *places[-1])

    @property
    def shown(self):
        hides = set(self.hidden) | {"hg", "gg"}
        return [one["id"] for one in self.content["nodes"] if one["id"] not in hides]

    @property
    def loose(self):
        """The edges that may be led far out."""
        return [one["id"] for one in self.content["edges"] if one["id"] in ("ab", "loose")]

    @property
    def outermost(self):
        """The hidden nodes of which none lies in another node."""
        hides = {*self.hidden, "hg"}
        return [one["id"] for one in self.content["nodes"] if one["id"] in hides and "parentId" not in one]

    def drawing(self):
        """The places of what is shown."""
        read = self.document("document/read")
        ids = set(self.shown) | {one["id"] for one in read["nodes"]} - {one["id"] for one in self.content["nodes"]}
        members = ("position", "width", "height")
        nodes = {one["id"]: [one.get(name) for name in members] for one in read["nodes"] if one["id"] in ids}
        edges = {
            one["id"]: [one.get("type"), one.get("waypoints")]
            for one in read["edges"]
            if one["source"] in ids and one["target"] in ids and not one.get("hidden")
        }
        return nodes, edges

    def places(self):
        """The places of all nodes."""
        return {one["id"]: [one.get("position"), one.get("width"), one.get("height")] for one in self.document("document/read")["nodes"]}


# Questions


def laid_out(algorithm, options=None, **params):
    def ask(stage):
        given = {"axis": "/n"} if algorithm == "timeline" else {}
        more = {name: value(stage) if callable(value) else value for name, value in params.items()}
        if algorithm == "place" and "ids" not in more:
            more["ids"] = ["c", *stage.hidden]
        result = stage.document("document/layout", algorithm=algorithm, options={**given, **(options or {})}, **more)
        result.pop("revision")
        return result, stage.drawing()

    return ask


def group_layout(stage):
    stage.document("group/layout", id="g", layout={"algorithm": "stack"})
    return stage.drawing()


def automatic_layout(stage):
    stage.document("node/update", id="g", patch={"layout": {"algorithm": "stack", "auto": True}})
    stage.document("node/resize", id="e", width=90, height=70)
    return stage.drawing()


def drag_layout(stage):
    stage.document("settings/update", patch={"dragLayout": {"algorithm": "removeOverlaps"}})
    stage.drag((60, 40), (150, 60), (345, 90))
    return stage.drawing()


def insert_child(stage):
    stage.document("node/insertChild", parentId="a", node=node("new", 0, 0), layout={"direction": "down"})
    return stage.drawing()


def fit_group(stage):
    stage.document("group/fit", id="g")
    return stage.drawing()


def create_group(stage):
    stage.document("group/create", ids=["a", "c", *stage.outermost], id="made")
    return [one for one in stage.document("document/read")["nodes"] if one["id"] == "made"][0]["position"]


def align(stage):
    found = []
    for line in ("left", "centerX", "right", "top", "centerY", "bottom"):
        stage.document("node/align", ids=["b", "c", "g", *stage.outermost], edge=line)
        found.append(stage.drawing())
    return found


def distribute(stage):
    stage.document("node/distribute", ids=["a", "b", "c", "g", *stage.outermost], axis="x")
    return stage.drawing()


def scale_by_name(stage):
    stage.document("node/scale", ids=["b", "c", "g", *stage.outermost], by=1.5)
    return stage.drawing()


def constrained(stage):
    """Layouts where hidden nodes are named by constraints, and what of these is said to be broken."""
    first, *others = stage.hidden or [None]
    named = [id for id in ["a", first, "b"] if id]
    for constraint in [{"kind": "layer", "ids": [*named, *others], "layer": "same"}, {"kind": "order", "ids": named}]:
        stage.document("constraint/add", constraint={"id": constraint["kind"], **constraint})
    if first:
        stage.document("constraint/add", constraint={"kind": "relative", "ids": ["c", first], "side": "left"})
    result = laid_out("layered")(stage)
    found = stage.document("document/check")["diagnostics"]
    return result, [one["code"] for one in found if one["code"].startswith("constraint")]


def viewport(method, **params):
    return lambda stage: stage.view(method, **params)


def selected(stage):
    nodes = [id for id in stage.shown + stage.hidden if id != "c"]
    stage.view("view/select", nodes=nodes, edges=stage.loose)


def fit_selection(stage):
    selected(stage)
    return stage.view("view/fit", selection=True)


def bounds_of_selection(stage):
    selected(stage)
    return stage.view("view/bounds", of="selection")


def select_all(stage):
    return stage.view("view/select", all=True, list=True)


def select_all_by_key(stage):
    stage.key("a", "control")
    return stage.view("view/select", op="add", list=True, nodes=[])


def lasso(stage):
    far = stage.view("view/lasso", rect={"x": 50000, "y": -1000, "width": 90000, "height": 90000}, list=True)
    return far, stage.view("view/lasso", rect={"x": -90000, "y": -2000, "width": 100000, "height": 9000}, list=True)


def marquee(stage):
    stage.view("view/zoom", to=0.1, at={"x": 0, "y": 0})
    stage.view("gesture/begin", kind="marquee", at={"x": -8000, "y": -500}, pointer="mouse")
    stage.view("gesture/update", at={"x": 6100, "y": 700})
    stage.view("gesture/end")
    return stage.view("view/select", op="add", list=True, nodes=[])


def hits(stage):
    points = [(x + 10, y + 10) for x, y in PLACES[:4]] + [(610 + 5, 380 + 5), (795, 475)]
    near = [stage.view("view/hitTest", at={"x": x, "y": y}, all=True) for x, y in points]
    stage.view("view/pan", by={"x": -FAR["x"] + 500, "y": 0})
    return near, stage.view("view/hitTest", at={"x": 500 + 0, "y": 100}, all=True)


def scene(stage):
    found = stage.view("view/scene")
    return json.loads(json.dumps(found), object_hook=lambda one: {name: one[name] for name in one if name not in ("order", "view")})


def walk(stage):
    found = []
    for key, *modifiers in [("Tab",)] * 9 + [("ArrowRight", "alt"), ("ArrowDown", "alt"), ("ArrowLeft", "alt"), ("ArrowUp", "alt"), ("PageDown", "alt")]:
        stage.key(key, *modifiers)
        found.append(stage.view("view/read").get("focus"))
    return found


def walk_edges(stage):
    stage.view("view/focus", node="a")
    found = []
    for key in ["PageDown", "PageUp"]:
        for _ in range(3):
            stage.key(key, "alt")
            found.append(stage.view("view/read").get("focus"))
            stage.key(key, "alt", "shift")
            found.append(stage.view("view/read").get("focus"))
    return found


def fit_by_key(stage):
    stage.key("0")
    return stage.view("view/read")["viewport"]


def zoomed_out(stage):
    return stage.view("view/zoom", to=1e-9)


def turned_out(stage):
    for _ in range(40):
        stage.input("wheel", at={"x": 10, "y": 10}, by={"x": 0, "y": 500}, modifiers=["control"])
    return stage.view("view/read")["viewport"]["zoom"]


def pinched_out(stage):
    return stage.view("view/pinch", at={"x": 10, "y": 10}, scale=1e-9)


def drag_to_lines(stage):
    stage.drag((90, 290), (150, 300), (481, 303))
    return stage.drawing()


def drag_selected(stage):
    selected(stage)
    stage.drag((50, 30), (80, 30), (88, 63))
    return stage.drawing()


def drag_to_gaps(stage):
    # In the middle between a node and one that is hidden.
    stage.drag((90, 290), (150, 300), (217, 55))
    return stage.drawing()


def resize_to_lines(stage):
    stage.view("gesture/begin", kind="resize", node="c", corner="bottomRight", at={"x": 140, "y": 320}, pointer="mouse")
    stage.view("gesture/update", at={"x": 431, "y": 518})
    stage.view("gesture/end")
    return stage.drawing()


def resize_group(stage):
    stage.view("gesture/begin", kind="resize", node="g", corner="bottomRight", at={"x": 820, "y": 500}, pointer="mouse")
    stage.view("gesture/update", at={"x": 700, "y": 430})
    stage.view("gesture/end")
    return stage.drawing()


def scale(stage):
    selected(stage)
    stage.view("gesture/begin", kind="scale", corner="bottomRight", at={"x": 820, "y": 500}, pointer="mouse")
    stage.view("gesture/update", at={"x": 1230, "y": 750})
    stage.view("gesture/end")
    return stage.drawing()


def drop(stage):
    stage.drag((90, 290), (150, 300), (650, 120))
    return [one.get("parentId") for one in stage.document("document/read")["nodes"] if one["id"] == "c"]


def picture(stage):
    return stage.document("document/export", format="svg")


def copied(stage):
    return stage.document("document/copy", nodes=stage.shown + stage.outermost)["fragment"]["fragment"]["bounds"]


def imported(stage):
    name = f"{stage.name}-copy"
    stage.connection.request("document/create", {"document": name, "content": {"nodewire": 1, "nodes": [], "edges": []}})
    stage.connection.request("document/import", {"document": name, "text": json.dumps(stage.content), "at": {"x": 1000, "y": 2000}})
    read = stage.connection.request("document/read", {"document": name})
    return {one["id"]: one["position"] for one in read["nodes"] if one["id"] in stage.shown}


ALGORITHMS = ("layered", "tree", "radial", "force", "grid", "pack", "circle", "stack", "timeline", "place", "removeOverlaps")
EVERYWHERE = {"x": -90000, "y": -9000, "width": 200000, "height": 90000}

# The questions of each row of the table.
QUESTIONS = {
    "document/layout": [laid_out(name) for name in ALGORITHMS]
    + [laid_out(name, {"groups": "rigid"}) for name in ALGORITHMS]
    + [laid_out(name, {"stable": True}) for name in ALGORITHMS]
    + [laid_out(name, {"edges": "orthogonal"}) for name in ALGORITHMS]
    + [constrained, laid_out("layered", {"sizes": "fit"}), laid_out("layered", {"direction": "right", "ratio": 1.5})],
    "document/layout ids": [laid_out(name, ids=lambda stage: ["a", "b", "d", *stage.hidden]) for name in ALGORITHMS]
    + [laid_out(name, {"makeRoom": True}, ids=["a", "b"]) for name in ALGORITHMS[:-2]]
    + [laid_out(name, ids=["c"]) for name in ALGORITHMS],
    "document/layout pinned": [laid_out(name, pinned=lambda stage: ["b", *stage.hidden]) for name in ALGORITHMS],
    "group/layout": [group_layout, automatic_layout],
    "settings/update dragLayout": [drag_layout],
    "node/insertChild layout": [insert_child],
    "group/fit": [fit_group],
    "group/create": [create_group],
    "node/align": [align],
    "node/distribute": [distribute],
    "node/scale": [scale_by_name],
    "document/bounds": [lambda stage: stage.document("document/bounds")],
    "document/bounds edges: false": [lambda stage: stage.document("document/bounds", edges=False)],
    "document/copy": [copied],
    "document/import at": [imported],
    "document/export": [picture],
    "document/find within": [lambda stage: stage.document("document/find", where={"within": EVERYWHERE})],
    "document/read within": [lambda stage: stage.document("document/read", within=EVERYWHERE)],
    "node/insertSpace": [lambda stage: stage.document("node/insertSpace", axis="x", at=-1e6, by=50) and stage.places()],
    "view/fit": [viewport("view/fit", maxZoom=4)],
    "view/fit ids": [lambda stage: stage.view("view/fit", ids=["a", *stage.hidden])],
    "view/fit selection": [fit_selection],
    "view/bounds": [viewport("view/bounds", of="all"), viewport("view/bounds", of={})],
    "view/bounds selection": [bounds_of_selection],
    "view/reveal": [lambda stage: stage.view("view/reveal", nodes=["b", *stage.hidden], edges=stage.loose)],
    "view/minimap": [viewport("view/minimap"), viewport("view/minimap", at={"x": 3, "y": 3})],
    "view/select all": [select_all, select_all_by_key],
    "view/lasso": [lasso, marquee],
    "view/hitTest": [hits],
    "view/scene": [scene],
    "view/zoom": [zoomed_out, turned_out, pinched_out],
    "input/key fit": [fit_by_key],
    "input/key focus": [walk, walk_edges],
    "input/pointer snapping": [drag_to_lines, drag_to_gaps, drag_selected, resize_to_lines],
    "input/pointer drop": [drop],
    "gesture/begin resize": [resize_group],
    "gesture/begin scale": [scale],
}

# What is asked of nodes that are all hidden, and counts them.
ALL_HIDDEN = ["h0", "h1", "h2"]


def last_of(method, ids="ids", **params):
    """A question about nodes that are named, and what becomes of all."""

    def ask(stage):
        result = stage.document(method, **{ids: ALL_HIDDEN}, **params)
        return result.get("fragment", {}).get("fragment"), stage.places()

    return ask


def imported_alone(stage):
    stage.content["nodes"] = [one for one in stage.content["nodes"] if one["id"] in ALL_HIDDEN]
    stage.content["edges"] = []
    return imported(stage)


def scaled_alone(stage):
    stage.view("view/select", nodes=ALL_HIDDEN)
    stage.view("gesture/begin", kind="scale", corner="bottomRight", at={"x": 380, "y": 180}, pointer="mouse")
    stage.view("gesture/update", at={"x": 600, "y": 400})
    stage.view("gesture/end")
    return stage.places()


LAST = {
    "group/create": last_of("group/create", id="made"),
    "node/align": last_of("node/align", edge="right"),
    "node/distribute": last_of("node/distribute", axis="y"),
    "node/scale": last_of("node/scale", by=2),
    "document/copy": last_of("document/copy", ids="nodes"),
    "document/import at": imported_alone,
    "view/fit ids": lambda stage: stage.view("view/fit", ids=ALL_HIDDEN),
    "gesture/begin scale": scaled_alone,
}

# Methods that ask for nothing that is shown, selected or near: of what they name, or of the content as it is.
OTHERS = set(
    """
    initialize initialized shutdown exit rpc.discover $/cancelRequest $/setTrace server/metrics keys/update
    document/create document/open document/close document/list document/edit document/check document/save document/hash
    document/evaluate document/watch document/diff document/accept document/merge document/changesSince document/compact
    document/refresh document/recover document/duplicate document/cut document/paste document/apply document/restore
    node/insert node/update node/move node/resize node/resizeTo node/reparent node/reorder node/measure node/edges
    node/descendants node/check element/remove edge/connect edge/update edge/reconnect edge/reorder edge/check
    edge/reverse edge/straighten edge/swap
    edge/targets edge/geometry group/dissolve types/update item/insert item/update item/move item/remove text/replace
    constraint/add constraint/remove conflict/resolve history/undo history/redo history/list history/begin history/end
    history/cancel view/open view/close view/resize view/read view/hitTests view/pan view/pinch view/acknowledge
    view/presence view/focus view/emphasize view/animateEdges view/acceptDrop view/accessory view/map view/edit
    view/update view/command view/dropTarget view/measure view/differences dialog/start dialog/choose dialog/back
    dialog/stop dialog/explore gesture/update gesture/end gesture/cancel input/wheel input/pinch input/drop input/tick
    """.split()
)
# Options that speak of all, of what is shown, selected or near, by the rows that hold them; the others name what they mean.
OPTIONS = {
    "document/layout ids": "document/layout",
    "view/fit ids": "view/fit",
    "view/fit selection": "view/fit selection",
    "view/select all": "view/select all",
    "view/bounds of": "view/bounds selection",
    "view/select where": None,
    "document/open fences": None,
    "view/open selectionFrame": None,
    "view/accessory size": None,
    "document/evaluate ids": None,
    "document/watch diagnostics": None,
    "document/watch values": None,
    "document/cut view": None,
    "document/duplicate view": None,
    "group/create view": None,
    "node/insert view": None,
    "node/insertChild view": None,
    "document/accept elements": None,
    "document/restore elements": None,
    "conflict/resolve keys": None,
    "document/accept rules": None,
    "document/restore rules": None,
    "initialize hiddenFiles": None,
    "view/open carried": None,
    "view/open contents": None,
    "history/undo view": None,
    "history/redo view": None,
    "history/undo select": None,
    "history/redo select": None,
    "view/lasso of": "view/lasso",
    "gesture/begin nodes": "gesture/begin scale",
    "gesture/begin of": "view/lasso",
}
WORDS = re.compile(r"\b(all(?! lies)|everything|shown|selected|near|nearest|visible)\b(?! where)")
# What gestures look for around them, by the rows that hold it; the others follow the pointer, or hit what it points at.
GESTURES = {
    "drag": "input/pointer snapping",
    "resize": "gesture/begin resize",
    "scale": "gesture/begin scale",
    "marquee": "view/lasso",
    "lasso": "view/lasso",
    "connect": "view/hitTest",
    "reconnect": "view/hitTest",
    "cut": "view/lasso",
    "waypoint": None,
    "label": None,
    "pan": None,
}


def answers(connection, ask, kind=None, **options):
    """What is answered, and refusals."""
    stage = Stage(connection, kind, **options)
    try:
        return json.loads(json.dumps(ask(stage)))
    except ServerError as error:
        return str(error)
    finally:
        stage.close()


def rows():
    return {name: (hidden, edges) for name, hidden, edges in ROW.findall(PAGE.read_text(encoding="utf-8"))}


def bare(kind):
    return "unfilled" if kind == "folded" else None


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", QUESTIONS)
def test_hidden_nodes_count_as_the_table_says(connection, name, kind):
    same = [answers(connection, ask, kind) == answers(connection, ask, bare(kind)) for ask in QUESTIONS[name]]
    if rows()[name][0] == "yes":
        assert not all(same)
    else:
        assert all(same), [place for place, one in enumerate(same) if not one]


@pytest.mark.parametrize("name", [name for name, (hidden, _) in rows().items() if hidden != "yes"])
def test_the_questions_would_find_nodes_that_are_shown(connection, name):
    assert any(answers(connection, ask, "shown") != answers(connection, ask) for ask in QUESTIONS[name])


@pytest.mark.parametrize("name", [name for name, (_, edges) in rows().items() if edges != "–"])
def test_edges_count_as_the_table_says(connection, name):
    hidden, edges = rows()[name]
    without = [answers(connection, ask, bend=None) for ask in QUESTIONS[name]]
    if hidden != "yes":
        assert [answers(connection, ask, bend=None, loose=True) for ask in QUESTIONS[name]] == without
    bent = [answers(connection, ask, bend=True) for ask in QUESTIONS[name]]
    assert (bent != without) == (edges == "yes")


def test_every_row_is_asked():
    assert set(rows()) == set(QUESTIONS)
    assert {name for name, (hidden, _) in rows().items() if hidden == "last"} == set(LAST)


def test_every_method_has_a_row_or_asks_for_nothing_shown(description):
    methods = description.methods
    asking = {name.split()[0] for name in QUESTIONS}
    assert asking <= set(methods) and OTHERS <= set(methods) and not asking & OTHERS
    assert set(methods) == asking | OTHERS, "each method has a row in views-and-frames.md, or is named here"
    options = {
        f"{name} {one['name']}"
        for name, method in methods.items()
        for one in method["params"]
        if WORDS.search(one.get("description", ""))
    }
    assert options == set(OPTIONS)
    assert {row for row in OPTIONS.values() if row} <= set(QUESTIONS)


def choices(description, method, name):
    return set(next(one for one in description.methods[method]["params"] if one["name"] == name)["schema"]["enum"])


def test_every_layout_and_every_gesture_is_asked(description):
    assert choices(description, "document/layout", "algorithm") == set(ALGORITHMS)
    assert choices(description, "gesture/begin", "kind") == set(GESTURES)
    assert {row for row in GESTURES.values() if row} <= set(QUESTIONS)


@pytest.mark.parametrize("name", LAST)
def test_nodes_that_are_named_and_all_hidden_count(connection, name):
    found = answers(connection, LAST[name], "own")
    if name == "document/copy":
        found = [found[0]["bounds"], found[1]]
        assert found == [answers(connection, LAST[name], "shown")[0]["bounds"], found[1]]
    else:
        assert found == answers(connection, LAST[name], "shown")
    assert not isinstance(found, str)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_layout_keeps_the_room_of_what_is_hidden_if_it_is_asked_to(connection, algorithm):
    def ask(stage):
        options = {"hidden": "count", **({"axis": "/n"} if algorithm == "timeline" else {})}
        ids = {"ids": ["c", *stage.hidden]} if algorithm == "place" else {}
        stage.document("document/layout", algorithm=algorithm, options=options, **ids)
        return stage.places()

    found = answers(connection, ask, "own")
    assert found == answers(connection, ask, "shown") and not isinstance(found, str)


def test_hidden_nodes_stay_where_they_are_and_move_with_their_group(connection):
    stage = Stage(connection, "own")
    before = stage.places()
    stage.document("document/layout", algorithm="layered", ids=["a", "h0", "c", "g", "b"])
    after = stage.places()
    assert [after[id] for id in stage.hidden] == [before[id] for id in stage.hidden] and after["g"] != before["g"]
    stage.close()


def test_a_hidden_node_that_moves_lets_no_group_grow(connection):
    stage = Stage(connection, "own")
    before = stage.places()
    stage.document("node/move", ids=["k0"], by={"x": 900, "y": 0})
    after = stage.places()
    assert after["g"] == before["g"] and after["k0"] != before["k0"]
    stage.close()


@pytest.mark.parametrize("nodes", [[], [node("h", 500, 500, hidden=True)]])
def test_a_press_that_is_held_on_the_map_of_nothing_leads_to_one_place(connection, nodes):
    name = f"d{next(Stage.count)}"
    connection.request("document/create", {"document": name, "content": {"nodewire": 1, "nodes": nodes, "edges": []}})
    connection.request("view/open", {"document": name, "view": name, "width": 800, "height": 600})
    maps = [connection.request("view/minimap", {"view": name, "at": {"x": 150, "y": 20}}) for _ in range(4)]
    views = connection.request("view/read", {"view": name})["viewport"]
    assert all(one == maps[0] for one in maps)
    assert connection.request("view/minimap", {"view": name})["world"] == maps[0]["world"]
    assert connection.request("view/minimap", {"view": name, "at": {"x": 150, "y": 20}}) == maps[0]
    assert connection.request("view/read", {"view": name})["viewport"] == views != {"x": 0, "y": 0, "zoom": 1}
