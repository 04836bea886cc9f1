"""Small documents, edits and gestures drawn by chance, for ``nodewire_dev.streams``."""

from __future__ import annotations

from random import Random
from typing import Any, Dict, List, Tuple

Params = Dict[str, Any]

WIDTH, HEIGHT = 640, 480
NODES = ["a", "b", "c", "d", "g", "h", "i"]
EDGES = ["e1", "e2", "e3"]


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


def settings(random: Random) -> Params:
    drawn: Params = {}
    choices: Dict[str, List[Any]] = {
        "snapToGrid": [True], "allowCycles": [False], "canvasDrag": ["marquee"], "inertia": [False],
        "canvasLongPress": ["menu", "createNode"], "autoPan": [False], "panEnabled": [False],
        "zoomEnabled": [False], "selectionEnabled": [False], "multiSelectionEnabled": [False],
        "translateExtent": [[[-200, -200], [900, 700]]], "nodeExtent": [[[-50, -50], [600, 600]]],
        "snapToGuides": [True], "connectionMode": ["loose"], "reachIn": ["canvas"], "wheel": ["zoom"],
        "connectOnClick": [True], "nodeLongPress": ["relate"], "zoomOnDoubleTap": [True],
        "insertIntoEdges": [True], "bendEdges": [True], "dragLabels": [False], "asksBeforeDrop": [True],
        "yieldsBeyondLimits": [False],
        "dropRules": [[{"types": ["text/plain"], "on": ["canvas", "edge"], "insert": "default"}]],
    }  # fmt: skip
    for name, values in choices.items():
        if random.random() < 0.12:
            drawn[name] = random.choice(values)
    return drawn


def edit(random: Random, view: str) -> Tuple[str, Params]:
    """An edit or a step through the history: a method, and its parameters but for the document."""
    node, other = random.choice(NODES), random.choice(NODES)
    edits: List[Tuple[str, Params]] = [
        ("node/move", {"ids": [node], "by": {"x": random.randint(-40, 40), "y": 7}}),
        ("node/update", {"id": node, "patch": {"label": "new", "hidden": random.random() < 0.3}}),
        ("node/update", {"id": node, "patch": {"locked": random.random() < 0.5}}),
        ("element/remove", {"nodes": [node]}),
        ("element/remove", {"edges": [random.choice(EDGES)]}),
        ("edge/update", {"id": random.choice(EDGES), "patch": {"waypoints": [place(random)]}}),
        ("edge/update", {"id": random.choice(EDGES), "patch": {"waypoints": None, "labelOffset": {"x": 9}}}),
        ("edge/connect", {"edge": {"source": node, "target": other}}),
        ("node/insert", {"node": {"id": node, "position": {"x": 100, "y": 100}}}),
        ("node/reparent", {"ids": [node], "parentId": random.choice(("g", None))}),
        ("group/create", {"ids": [node, other]}),
        ("node/reorder", {"ids": [node], "to": "back"}),
        ("settings/update", {"patch": {"snapToGrid": random.random() < 0.5}}),
        ("history/undo", {}),
        ("history/undo", {"view": view}),
        ("history/redo", {}),
        ("history/begin", {"label": "many"}),
        ("history/end", {}),
        ("history/cancel", {}),
    ]
    return random.choice(edits)


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
