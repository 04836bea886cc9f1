"""Small documents, edits and gestures drawn by chance, for ``nodewire_dev.streams``."""

from __future__ import annotations

from random import Random
from typing import Any, Dict, List, Tuple

Params = Dict[str, Any]

WIDTH, HEIGHT = 640, 480
NODES = ["a", "b", "c", "d", "g", "h", "i"]
EDGES = ["e1", "e2", "e3"]
#: Of which the last is described nowhere.
TYPES = ["box", "plain", "group", "other"]
LINGERING = ("connectOnClick", "nodeLongPress", "canvasLongPress")
#: Numbers at the ends of what doubles, single precision and whole numbers hold.
EXTREMES = (0.0, 5e-324, 1e-300, 1e-9, 2.0**24 + 1, 2.0**53, 3.5e38, 1e40, 1e154, 1e300, 1.7976931348623157e308)


def nodes(random: Random, places: List[Tuple[float, float]]) -> List[Params]:
    """Nodes, some of them in a group; where each was put goes into ``places``."""
    drawn: List[Params] = []
    extras: List[Params] = [
        {"locked": True}, {"draggable": False}, {"connectable": False}, {"selectable": False}, {"hidden": True},
        {"extent": "parent"}, {"expandParent": True}, {"zIndex": 3}, {"width": 20, "height": 8},
    ]  # fmt: skip
    for index, name in enumerate(NODES):
        x, y = index % 3 * 190 + 20, index // 3 * 130 + 20
        places.append((float(x), float(y)))
        node: Params = {"id": name, "position": {"x": x, "y": y}}
        if name == "g":
            node.update(type="group", width=260, height=180)
        elif name in "hi" and random.random() < 0.5:
            node.update(parentId="g", position={"x": 30, "y": 40})
        elif random.random() < 0.3:
            node["type"] = "box"
        if random.random() < 0.25:
            node.update(random.choice(extras))
        drawn.append(node)
    if random.random() < 0.7:
        drawn.sort(key=lambda node: "parentId" in node)
    return drawn


def edges(random: Random) -> List[Params]:
    types = ["bezier", "straight", "step", "smoothStep"]
    drawn: List[Params] = [
        {"id": name, "source": source, "target": target, "type": random.choice(types), "label": "yes"}
        for name, (source, target) in zip(EDGES, (("a", "b"), ("b", "d"), ("c", "g")))
    ]
    for edge in drawn:
        if random.random() < 0.4:
            edge["waypoints"] = [place(random) for _ in range(random.randint(1, 3))]
        if random.random() < 0.2:
            edge["labelPosition"] = random.random()
    return drawn


def place(random: Random) -> Params:
    """A place in the view as it is opened."""
    return {"x": random.randint(0, WIDTH), "y": random.randint(0, HEIGHT)}


def types(random: Random) -> Params:
    """Types of nodes: one with handles of its own, and one that holds others."""
    ends = [{"id": "in", "type": "target", "position": "left", "dataType": "flow"}]
    ends += [
        {"id": name, "type": "source", "position": "right", "offset": offset, "dataType": "flow", "limit": 1}
        for name, offset in (("yes", 0.25), ("no", 0.75))
    ]
    box = {"handles": ends, "defaultSize": {"width": 120, "height": 40}, "minSize": {"width": 60, "height": 30}}
    box["collapsedSize"] = {"width": 90, "height": 24}
    return {"box": box, "plain": {"handles": [], "label": "Plain"}} if random.random() < 0.5 else {"box": box}


def settings(random: Random) -> Params:
    drawn: Params = {}
    choices: Dict[str, List[Any]] = {
        "snapToGrid": [True], "allowCycles": [False], "canvasDrag": ["marquee"], "inertia": [False],
        "canvasLongPress": ["menu", "createNode"], "autoPan": [False], "panEnabled": [False],
        "zoomEnabled": [False], "selectionEnabled": [False], "multiSelectionEnabled": [False],
        "translateExtent": [[[-200, -200], [900, 700]]], "nodeExtent": [[[-50, -50], [600, 600]]],
        "snapToGuides": [True], "connectionMode": ["loose"], "reachIn": ["canvas"], "wheel": ["zoom"],
        "connectOnClick": [True], "nodeLongPress": ["relate"], "zoomOnDoubleTap": [True],
        "insertIntoEdges": [True], "bendEdges": [True], "dragLabels": [False], "askBeforeDrop": [True],
        "rubberBand": [False], "minZoom": [0.1, "auto"], "edgeGeometry": ["reactFlow"], "interactive": ["selected"],
        "defaultEdgeType": ["step", "orthogonal", "horizontalBezier"], "defaultNodeType": ["box"],
        "snapOrigin": [[5, 3]],
        "dropRules": [[{"types": ["text/plain"], "on": ["canvas", "edge"], "insert": "default"}]],
    }  # fmt: skip
    for name, values in choices.items():
        if random.random() < 0.12:
            drawn[name] = random.choice(values)
    return drawn


def size(random: Random) -> Params:
    return {"width": random.choice((0, 30, 90, 260)), "height": random.choice((0, 24, 60, 200))}


def passing(drawn: Params) -> Params:
    """The settings but for those that let gestures go on, or nodes appear, without a pointer."""
    return {name: value for name, value in drawn.items() if name not in LINGERING}


def edit(random: Random) -> Tuple[str, Params]:
    """An edit: a method, and its parameters but for the document."""
    node, other, edge = random.choice(NODES), random.choice(NODES), random.choice(EDGES)
    some = random.sample(NODES, random.randint(1, 4))
    edits: List[Tuple[str, Params]] = [
        ("node/move", {"ids": [node], "by": {"x": random.randint(-40, 40), "y": 7}}),
        ("node/move", {"ids": some, "to": place(random), "snap": random.random() < 0.5}),
        ("node/update", {"id": node, "patch": {"label": "new", "hidden": random.random() < 0.3}}),
        ("node/update", {"id": node, "patch": {"locked": random.random() < 0.5}}),
        ("node/update", {"id": node, "patch": {"collapsed": random.random() < 0.5, "type": random.choice(TYPES)}}),
        ("node/update", {"id": node, "set": {"data": {"n": None}, "zIndex": 2}, "unset": ["label", "width"]}),
        ("node/resize", {"id": node, **size(random)}),
        ("node/resize", {"id": node, **size(random), "position": place(random)}),
        ("node/resizeTo", random.choice(({"ids": some}, {"ids": some, "width": 90}, {"ids": some, **size(random)}))),
        ("node/insertSpace", {"at": place(random)["x"], "by": random.choice((40, -15)), "axis": random.choice(("x", "y"))}),
        ("node/align", {"ids": some, "edge": random.choice(("left", "centerX", "right", "top", "centerY", "bottom"))}),
        ("node/distribute", {"ids": some, "axis": random.choice(("x", "y"))}),
        ("node/insert", {"node": {"id": node, "position": {"x": 100, "y": 100}}}),
        ("node/insert", {"node": {"type": random.choice(TYPES), "position": place(random)}}),
        ("node/reparent", {"ids": [node], "parentId": random.choice(("g", None))}),
        ("node/reorder", {"ids": some, "to": random.choice(("front", "forward", "backward", "back"))}),
        ("element/remove", {"nodes": [node]}),
        ("element/remove", {"edges": [edge]}),
        ("edge/update", {"id": edge, "patch": {"waypoints": [place(random)]}}),
        ("edge/update", {"id": edge, "patch": {"waypoints": None, "labelOffset": {"x": 9, "y": 0}}}),
        ("edge/update", {"id": edge, "set": {"zIndex": 1, "markerEnd": "arrow"}, "unset": ["label"]}),
        ("edge/reorder", {"ids": [edge], "to": random.choice(("front", "forward", "backward", "back"))}),
        ("edge/connect", {"edge": {"source": node, "target": other}}),
        ("edge/reconnect", {"id": edge, random.choice(("source", "target")): node}),
        ("group/create", {"ids": [node, other]}),
        ("group/create", {"ids": some, "padding": random.choice((0, 15)), "label": "grouped"}),
        ("group/fit", {"id": random.choice(("g", node)), "padding": random.choice((0, 30))}),
        ("group/dissolve", {"id": random.choice(("g", node))}),
        ("settings/update", {"patch": {"snapToGrid": random.random() < 0.5, **passing(settings(random))}}),
        ("types/update", {"patch": random.choice((types(random), {"box": None}, {"box": {"handles": None}}))}),
        ("document/duplicate", {"nodes": some, "edges": [edge], "by": {"x": 20, "y": 20}}),
    ]
    return random.choice(edits)


def batch(random: Random) -> Params:
    """The parameters of `document/edit` but for the document; some edits are made of results of earlier ones."""
    made = {"$result": 0}
    node = {"method": "node/insert", "params": {"node": {"position": place(random)}}}
    lists: List[List[Params]] = [
        [dict(zip(("method", "params"), edit(random))) for _ in range(random.randint(0, 4))],
        [node, {"method": "edge/connect", "params": {"edge": {"source": random.choice(NODES), "target": made}}}],
        [node, {"method": "group/create", "params": {"ids": [made, random.choice(NODES)]}}],
        [node, {"method": "node/update", "params": {"id": made, "patch": {"label": "made"}}},
         {"method": "document/duplicate", "params": {"nodes": [made]}},
         {"method": "element/remove", "params": {"nodes": [made]}}],
    ]  # fmt: skip
    drawn: Params = {"edits": random.choice(lists)}
    for name, value in (("dryRun", True), ("mergeKey", "slider"), ("label", "Several"), ("ifRevision", 3)):
        if random.random() < 0.2:
            drawn[name] = value
    return drawn


def history(random: Random, view: str) -> Tuple[str, Params]:
    """A step through the history, or the begin or end of a group."""
    steps: List[Tuple[str, Params]] = [
        ("history/undo", {}),
        ("history/undo", {"view": view}),
        ("history/undo", {"steps": random.randint(0, 4)}),
        ("history/redo", {}),
        ("history/redo", {"steps": 2, "view": view}),
        ("history/begin", {"label": "many"}),
        ("history/end", {}),
        ("history/cancel", {}),
    ]
    return random.choice(steps)


def question(random: Random) -> Tuple[str, Params]:
    """What is asked of a document without changing it."""
    node, other, edge = random.choice(NODES), random.choice(NODES), random.choice(EDGES)
    questions: List[Tuple[str, Params]] = [
        ("document/check", {}),
        ("document/list", {}),
        ("document/read", {"nodes": [node], "edges": [edge]}),
        ("document/read", {"within": {**place(random), **size(random)}}),
        ("document/read", {"limit": 2, "after": node}),
        ("document/export", {"format": random.choice(("nodewire", "reactFlow", "svg"))}),
        ("edge/check", {"source": node, "target": other}),
        ("edge/check", {"source": node, "target": other, "edge": edge}),
        ("edge/targets", {"node": node}),
        ("edge/geometry", {"ids": EDGES}),
        ("node/edges", {"id": node}),
        ("node/edges", {"id": node, "handle": random.choice(("source", "target", "in"))}),
        ("node/descendants", {"ids": [node, other]}),
        ("document/bounds", random.choice(({}, {"nodes": [node, other], "edges": [edge]}))),
        ("history/list", {}),
    ]
    return random.choice(questions)


def look(random: Random) -> Tuple[str, Params]:
    """What is asked of a view, or moves, selects or focuses in it: a method, and its parameters but for the view."""
    node, edge = random.choice(NODES), random.choice(EDGES)
    op = random.choice(("replace", "toggle", "add", "remove"))
    rect = {"rect": {**place(random), **size(random)}}
    polygon = {"polygon": [place(random) for _ in range(random.randint(3, 6))]}
    animate = random.choice(({}, {"animate": {"duration": 120}}))
    looks: List[Tuple[str, Params]] = [
        ("view/select", {"nodes": random.sample(NODES, 2), "edges": [edge], "op": op}),
        ("view/select", {"all": True, "ids": True}),
        ("view/lasso", {**random.choice((rect, polygon)), "op": op, "of": random.choice(("nodes", "edges", "both"))}),
        ("view/lasso", {**rect, "mode": random.choice(("touch", "contain", "center"))}),
        ("view/hitTest", {"at": place(random), "all": True, "kind": random.choice(("mouse", "touch", "pen"))}),
        ("view/zoom", {"by": random.choice((0.5, 1.3, 2)), **animate}),
        ("view/zoom", {"to": random.choice((0.2, 1)), "at": place(random)}),
        ("view/fit", animate),
        ("view/fit", {"nodes": [node], "padding": {"top": 30, "left": 9}, "maxZoom": 1}),
        ("view/bounds", {"of": random.choice(("all", "selection", {"nodes": [node], "edges": [edge]}))}),
        ("view/map", {"points": [place(random), place(random)], "to": random.choice(("canvas", "screen"))}),
        ("view/pan", {"by": {"x": random.randint(-90, 90), "y": -20}}),
        ("view/pinch", {"at": place(random), "scale": random.choice((0.7, 1.4)), "by": {"x": 5, "y": -5}}),
        ("view/reveal", {"nodes": [node], "edges": [edge], **animate}),
        ("view/focus", random.choice(({"node": node, "reveal": True}, {"edge": edge}, {}))),
        ("view/animateEdges", {"edges": [edge], "op": op}),
        ("view/accessory", {"size": {"width": 60, "height": 20}}),
        ("view/minimap", {"width": 100, "height": 80, "at": {"x": 30, "y": 30}}),
        ("view/acceptDrop", {"accept": random.random() < 0.5}),
        ("view/acknowledge", {"frame": random.randint(0, 20)}),
        ("view/resize", {"width": random.choice((WIDTH, 200)), "height": HEIGHT}),
    ]  # fmt: skip
    return random.choice(looks)


def gesture(random: Random) -> Params:
    """The kind of a gesture that is begun by name, with what belongs to it."""
    kinds: List[Params] = [
        {"kind": "drag", "nodes": [random.choice(NODES)]}, {"kind": "drag"}, {"kind": "connect"},
        {"kind": "connect", "node": random.choice(NODES)}, {"kind": "pan"}, {"kind": "marquee"},
        {"kind": "lasso", "op": "toggle"}, {"kind": "cut"}, {"kind": "resize", "node": "a", "corner": "topLeft"},
        {"kind": "reconnect", "edge": random.choice(EDGES), "end": "target"},
        {"kind": "waypoint", "edge": random.choice(EDGES)}, {"kind": "waypoint"},
        {"kind": "waypoint", "edge": random.choice(EDGES), "index": random.randint(0, 2)},
        {"kind": "label", "edge": random.choice(EDGES)}, {"kind": "label"},
    ]  # fmt: skip
    return random.choice(kinds)


def extreme(random: Random, value: Any, share: float) -> Any:
    """A copy of parameters in which such a share of the places and sizes is extreme."""
    if isinstance(value, list):
        return [extreme(random, item, share) for item in value]
    if not isinstance(value, dict):
        return value
    drawn: Params = {}
    for name, item in value.items():
        if name in ("x", "y") and random.random() < share:
            drawn[name] = random.choice(EXTREMES) * random.choice((1, -1))
        elif name in ("width", "height") and random.random() < share:
            drawn[name] = random.choice(EXTREMES)
        else:
            drawn[name] = extreme(random, item, share)
    return drawn
