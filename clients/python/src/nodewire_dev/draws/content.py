"""Draws small documents, and what nodes, edges, types and settings hold."""

from __future__ import annotations

from random import Random
from typing import Any, Dict, List, Tuple

Params = Dict[str, Any]

WIDTH, HEIGHT = 640, 480
NODES = ["a", "b", "c", "d", "g", "h", "i"]
EDGES = ["e1", "e2", "e3"]
#: Of which the last is described nowhere.
TYPES = ["box", "plain", "group", "other"]
SHAPES = ["rectangle", "ellipse", "diamond", "capsule", "hexagon"]
#: What nodes compute; some of it is wrong.
EXPRESSIONS = (
    "data.n", "1 + input('in')", "sum(inputs('in'))", "[inputs('in'), data.n]", "concat(inputs('in'))", "in + 1",
    "if(count(inputs('in')) > 1, 1 / 0, rgb(1, 0, 0) * 2)", "upper('a') + 'b'", "nothing(1)", "((1", "",
)  # fmt: skip
#: Of the data of boxes.
SCHEMA = {
    "properties": {
        "text": {"type": "string", "maxLength": 4},
        "rich": {"anyOf": [{"type": "string"}, {"required": ["text"]}]},
        "more": {"type": "array", "uniqueItems": True, "items": {"$ref": "#"}},
    }
}
#: What a clipboard may hold.
TEXTS = [
    "one\ntwo\n\n", '{"name": "r", "children": [{"id": "a", "k": 1}, "b"]}', '[{"text": "x"}]', "{}", " ", '{"nodes": [',
    '{"nodes": [{"id": "1", "position": {"x": 0, "y": 0}}], "edges": [{"source": "1", "sourceHandle": "s", "target": "1"}]}',
    "flowchart LR\nsubgraph g\na --> b & c\nend\ng -- x --> d{y}", "graph TD\na[", "gantt\na",
    'digraph { a:n -> {b c} [label=x]; subgraph cluster_1 { d [pos="1,2"] } }', "strict graph { a -- a; a -- b",
    "VStack<TupleView<(A, [B: C?])>>", "A<B", '[{"value": 1, "children": [[2, 3], null, 4]}, [5]]',
]  # fmt: skip
#: Numbers at the ends of what doubles, single precision and whole numbers hold.
EXTREMES = (0.0, 5e-324, 1e-300, 1e-9, 2.0**24 + 1, 2.0**53, 3.5e38, 1e40, 1e154, 1e300, 1.7976931348623157e308)


def nodes(random: Random, places: List[Tuple[float, float]]) -> List[Params]:
    """Nodes, some of them in a group; where each was put goes into ``places``."""
    drawn: List[Params] = []
    extras: List[Params] = [
        {"locked": True}, {"draggable": False}, {"connectable": False}, {"selectable": False}, {"hidden": True},
        {"extent": "parent"}, {"expandParent": True}, {"zIndex": 3}, {"width": 20, "height": 8}, {"shape": "ellipse"},
        {"transient": True},
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
        if random.random() < 0.5:
            node["data"] = data(random)
        drawn.append(node)
    if random.random() < 0.7:
        drawn.sort(key=lambda node: "parentId" in node)
    return drawn


def edges(random: Random) -> List[Params]:
    types = ["bezier", "straight", "step", "smoothStep", "orthogonal"]
    drawn: List[Params] = [
        {"id": name, "source": source, "target": target, "type": random.choice(types), "label": "yes"}
        for name, (source, target) in zip(EDGES, (("a", "b"), ("b", "d"), ("c", "g")))
    ]
    for edge in drawn:
        if random.random() < 0.4:
            edge["waypoints"] = [place(random) for _ in range(random.randint(1, 3))]
        if random.random() < 0.2:
            edge["labelPosition"] = random.random()
        if random.random() < 0.1:
            edge["labels"] = [{"text": "1"}, {"text": "many", "t": random.random(), "side": random.choice(["left", "right"])}]
        if random.random() < 0.2:
            edge["avoid"] = True
    return drawn


def place(random: Random) -> Params:
    """A place in the view as it is opened."""
    return {"x": random.randint(0, WIDTH), "y": random.randint(0, HEIGHT)}


def types(random: Random) -> Params:
    """Types of nodes: one with handles of its own, and one that holds others."""
    ends: List[Params] = [{"id": "in", "type": "target", "position": "left", "dataType": "flow"}]
    ends += [
        {"id": name, "type": "source", "position": "right", "offset": offset, "dataType": "flow", "limit": 1}
        for name, offset in (("yes", 0.25), ("no", 0.75))
    ]
    if random.random() < 0.4:
        ends[0].update(limit=1, whenFull="replace", distance=12)
    if random.random() < 0.5:
        ends[0]["default"] = random.choice((1, "a", [1, 2], {"color": [1, 0, 0]}, None, {}))
    box: Params = {"handles": ends, "defaultSize": {"width": 120, "height": 40}, "minSize": {"width": 60, "height": 30}}
    if random.random() < 0.4:
        box["handlesFrom"] = [{"path": "/rows", "type": "source", "step": random.choice((14, None))}]
        box["heightFrom"] = random.choice(
            ({"base": 40, "step": 10, "path": "/rows"}, {"base": 30, "step": 10, "handles": "source"})
        )
        box["defaultData"] = {"rows": [{"id": "one"}, "two"]}
    if random.random() < 0.2:
        box.update(accepts=["plain", "default"], raiseOnTouch=True, connects={"to": ["box", "default"]})
    if random.random() < 0.5:
        box["computed"] = random.choice((*EXPRESSIONS, {"yes": random.choice(EXPRESSIONS), "no": "input('in')"}))
    if random.random() < 0.3:
        box["schema"] = SCHEMA
    if random.random() < 0.5:
        box["collapsedSize"] = {"width": 90, "height": 24}
    if random.random() < 0.6:
        box["role"] = random.choice(("start", "message", "choice", "condition", "action", "end"))
    if random.random() < 0.3:
        box.update(shape=random.choice(SHAPES), cornerRadius=random.choice((0, 6)))
    return {"box": box, "plain": {"handles": [], "label": "Plain"}} if random.random() < 0.5 else {"box": box}


def data(random: Random) -> Params:
    """Data of a node, some of which do not fit their schema."""
    run = {"from": random.randint(0, 2), "to": random.randint(2, 6), "bold": True}
    spoken = dialog(random) if random.random() < 0.5 else {}
    return {
        **spoken,
        "text": random.choice(("", "abc", "👍é", 5, None)),
        "rich": random.choice(("plain", {"text": "abcdef", "runs": [run]}, {"runs": 3}, None)),
        "more": random.choice(([], [{}, {"text": "long text"}], [{}, {}], None)),
    }


def dialog(random: Random) -> Params:
    """What of the data of a node is read when a dialog runs; some of it is wrong."""
    drawn: Params = {"condition": random.choice(("n > 1", "true", "data.n", "n +", False, 3))}
    if random.random() < 0.4:
        drawn["actions"] = random.choice((["n = n + 1"], ["s = concat(s, s, 'x')", "l = [n, n]"], ["n = 1 / 0"], ["="], "n"))
    if random.random() < 0.3:
        drawn["input"] = random.choice(("n", "s", "a b", 1))
    if random.random() < 0.4:
        drawn["rows"] = [{"id": "one", "condition": random.choice(("n > 1", "s"))}, {"label": "{{n}}"}, "two"]
    return drawn


def settings(random: Random) -> Params:
    drawn: Params = {}
    choices: Dict[str, List[Any]] = {
        "snapToGrid": [True], "allowCycles": [False], "checkValues": [True], "canvasDrag": ["marquee", "lasso"], "inertia": [False],
        "canvasLongPress": ["menu", "createNode"], "autoPan": [False], "panEnabled": [False],
        "zoomEnabled": [False], "selectionEnabled": [False], "multiSelectionEnabled": [False],
        "translateExtent": [[[-200, -200], [900, 700]]], "nodeExtent": [[[-50, -50], [600, 600]]],
        "snapToGuides": [True], "connectionMode": ["loose"], "reachIn": ["canvas"], "wheel": ["zoom"],
        "connectOnClick": [True], "nodeLongPress": ["relate"], "zoomOnDoubleTap": [True],
        "insertIntoEdges": [True], "bendEdges": [True], "dragLabels": [False], "askBeforeDrop": [True],
        "rubberBand": [False], "minZoom": [0.1, "auto"], "edgeGeometry": ["reactFlow"], "interactive": ["selected"],
        "defaultEdgeType": ["step", "orthogonal", "horizontalBezier"], "defaultNodeType": ["box"],
        "edgeClearance": [0, 30], "edgeSpacing": [0, 20], "jumps": [True], "snapOrigin": [[5, 3]], "dataProblems": ["refuse"],
        "edgeSpread": [0, 12], "spreadHandles": [False], "placeLabels": [True],
        "clientDeadline": [0, 50], "clientDefault": ["allow"],
        "dropRules": [[{"types": ["text/plain"], "on": ["canvas", "edge"], "insert": "default"}]],
    }  # fmt: skip
    for name, values in choices.items():
        if random.random() < 0.12:
            drawn[name] = random.choice(values)
    return drawn


def size(random: Random) -> Params:
    return {"width": random.choice((0, 30, 90, 260)), "height": random.choice((0, 24, 60, 200))}


def fragment(random: Random) -> Params:
    """What was copied, here or elsewhere: with edges that leave, and a type that the document may have otherwise."""
    group = {"id": "g", "type": "group", "position": place(random), "width": 200, "height": 150}
    inner = {"id": "a", "parentId": "g", "position": {"x": 10, "y": 10}, "type": random.choice(TYPES)}
    outside = [{"id": "e1", "source": "a", "target": random.choice(NODES)}, {"id": "e2", "source": "q", "target": "b"}]
    return {
        "nodewire": 1, "nodes": [inner, group, {"id": "z", "position": place(random)}],
        "edges": [{"id": "e1", "source": "a", "target": "z", "waypoints": [place(random)]}, {"source": "z", "target": "z"}],
        "types": types(random), "fragment": {"outside": outside},
    }  # fmt: skip


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
