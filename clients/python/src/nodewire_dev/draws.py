"""Small documents, edits and gestures drawn by chance, for ``nodewire_dev.streams``."""

from __future__ import annotations

import json
from random import Random
from typing import Any, Dict, List, Tuple

from nodewire_dev.layouts import child, layout, trees

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
LINGERING = ("connectOnClick", "nodeLongPress", "canvasLongPress")
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
        if random.random() < 0.2:
            edge["avoid"] = True
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


def talk(random: Random) -> Tuple[str, Params]:
    """What a run of a dialog is begun with, or answered: a method, and its parameters but for the view."""
    variables = random.choice(({}, {"n": random.randint(0, 3), "s": "x"}, {"n": "one"}, {"data": 1}, {"n": None}))
    talks: List[Tuple[str, Params]] = [
        ("dialog/start", {"variables": variables}),
        ("dialog/start", {"node": random.choice(NODES), "variables": {"n": 1, "s": "y"}}),
        ("dialog/choose", {"option": random.choice((0, 0, 0, 1, 2, -1))}),
        ("dialog/choose", {"input": random.choice((1, "word", [1, "x"], {"color": [1, 0, 0]}, {}, True))}),
        ("dialog/back", {}),
        ("dialog/stop", {}),
    ]
    return random.choices(talks, (4, 2, 6, 3, 2, 1))[0]


def part(random: Random) -> Params:
    """What of a text is replaced, and by what."""
    begin = random.randint(0, 3)
    return {"from": begin, "to": begin + random.randint(0, 2), "text": random.choice(("", "x", "👍", "words"))}


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
        "clientDeadline": [0, 50], "clientDefault": ["allow"],
        "dropRules": [[{"types": ["text/plain"], "on": ["canvas", "edge"], "insert": "default"}]],
    }  # fmt: skip
    for name, values in choices.items():
        if random.random() < 0.12:
            drawn[name] = random.choice(values)
    return drawn


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


def size(random: Random) -> Params:
    return {"width": random.choice((0, 30, 90, 260)), "height": random.choice((0, 24, 60, 200))}


def passing(drawn: Params) -> Params:
    """The settings but for those that let gestures go on, or nodes appear, without a pointer."""
    return {name: value for name, value in drawn.items() if name not in LINGERING}


def rows(node: str) -> Params:
    """The list in the data of a node by which its type gives it handles."""
    return {"node": node, "path": "/rows"}


def edit(random: Random) -> Tuple[str, Params]:
    """An edit: a method, and its parameters but for the document."""
    node, other, edge = random.choice(NODES), random.choice(NODES), random.choice(EDGES)
    some = random.sample(NODES, random.randint(1, 4))
    edits: List[Tuple[str, Params]] = [
        ("node/move", {"ids": [node], "by": {"x": random.randint(-40, 40), "y": 7}}),
        ("node/move", {"ids": some, "to": place(random), "snap": random.random() < 0.5}),
        ("node/update", {"id": node, "patch": {"label": "new", "hidden": random.random() < 0.3}}),
        ("node/update", {"id": node, "patch": {"locked": random.random() < 0.5}}),
        ("node/update", {"id": node, "patch": {"transient": random.choice((True, None))}}),
        ("edge/update", {"id": edge, "patch": {"transient": random.choice((True, None))}}),
        ("node/update", {"id": node, "patch": {"collapsed": random.random() < 0.5, "type": random.choice(TYPES)}}),
        ("node/update", {"id": node, "patch": {"shape": random.choice((*SHAPES, None)), "cornerRadius": 4}}),
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
        ("edge/update", {"id": edge, "patch": {"type": "orthogonal"}}),
        ("edge/update", {"id": edge, "patch": {"type": "smoothStep", "avoid": True}}),
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
        ("types/update", {"dataTypes": {"flow": random.choice((None, {"accepts": ["any", "other"]}))}}),
        ("item/insert", {**rows(node), "item": random.choice(({}, {"id": "one"}, "plain"))}),
        ("item/update", {**rows(node), "index": random.randint(0, 2), "patch": random.choice(({"id": "two"}, 3))}),
        ("item/move", {**rows(node), "index": random.randint(0, 2), "to": random.randint(0, 2)}),
        ("item/remove", {**rows(node), **random.choice(({"index": 0}, {"id": "one"}))}),
        ("document/duplicate", {"nodes": some, "edges": [edge], "by": {"x": 20, "y": 20}}),
        ("node/update", {"id": node, "patch": {"data": data(random)}}),
        ("text/replace", {"node": node, "path": random.choice(("/text", "/rich", "")), **part(random)}),
        ("document/cut", {"nodes": [node], "edges": [edge]}),
        ("document/paste", {"fragment": fragment(random), "at": place(random)}),
        ("document/paste", {"fragment": fragment(random), "outside": "keep", "parentId": random.choice(("g", None))}),
        ("document/paste", {"text": random.choice(TEXTS), "at": place(random)}),
        ("document/import", {"text": json.dumps(fragment(random)), "replace": random.random() < 0.3}),
        ("document/import", {"text": random.choice(TEXTS), "at": place(random), "replace": random.random() < 0.1}),
        ("document/import", trees(random, NODES, TEXTS)),
        ("node/insertChild", {"parent": node, "node": {"parentId": "g"} if random.random() < 0.1 else {}, **child(random)}),
        ("document/apply", {"change": change(random, node, other, edge)}),
        ("document/layout", layout(random, NODES)),
        ("node/scale", {"ids": some, "by": random.choice((0.5, 2, 1.25)), "about": random.choice((place(random), None))}),
    ]
    return random.choice(edits)


def change(random: Random, node: str, other: str, edge: str) -> Params:
    """A change in the form of `document/changed`; some do not fit."""
    places = [{"id": node, "before": other}, {"id": other}]
    parts: List[Params] = [
        {"nodes": {node: {"set": {"position": place(random), "parentId": random.choice(("g", other))}, "unset": ["data"]}}},
        {"nodes": {"new": {"whole": {"id": "new", "parentId": node, "zIndex": random.choice((1, "x"))}}, node: None}},
        {"edges": {edge: None, "more": {"whole": {"id": "more", "source": node, "target": other, "targetHandle": "in"}}}},
        {"edges": {edge: {"set": {"source": node, "label": None}}}, "order": {"edges": [{"id": edge}]}},
        {"nodes": {node: {"set": {"locked": random.random() < 0.5}}}, "order": {"nodes": places}},
        {"types": {"set": types(random), "unset": ["plain"]}, "settings": {"whole": settings(random)}},
        {"types": None, "content": {"set": {"title": random.choice((None, "t"))}}},
        {"nodes": {node: {"set": {"transient": True}}, other: {"whole": {"id": other}}}},
    ]
    drawn = dict(random.choice(parts))
    return {**random.choice(parts), **drawn}


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
    for name, value in (("dryRun", True), ("mergeKey", "slider"), ("label", "Several"), ("ifRevision", 3), ("animate", True)):
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
        ("history/undo", {"animate": {"duration": 100, "easing": "linear"}}),
        ("history/begin", {"label": "many"}),
        ("history/begin", {"label": "mine", "view": view}),
        ("history/end", {}),
        ("history/cancel", {}),
    ]
    return random.choice(steps)


def merge(random: Random) -> Params:
    """What another replica wrote, or content to merge with."""
    content = json.dumps(fragment(random))
    if random.random() < 0.2:
        return {"with": {"text": content}, "base": {"text": json.dumps(fragment(random))}}
    if random.random() < 0.3:
        return {"with": {"text": content}}

    def value(drawn: Any) -> Any:
        stamp = [random.randint(0, 3), random.randint(0, 9), random.choice("st")]
        return [stamp, drawn] if random.random() < 0.9 else [stamp]

    fields = {
        "label": "l", "position": place(random), "parentId": random.choice(NODES), "data": data(random), "data/n": 1,
        "@stands": random.random() < 0.8, "@place": random.choice((0, 3, [1, 2], [0, -1])),
    }
    ends = {"source": random.choice(NODES), "target": random.choice(NODES), "@stands": random.random() < 0.8}
    changes = {
        "since": random.choice(({}, {"s": [1, 2]})),
        "nodes": {random.choice(NODES): {name: value(fields[name]) for name in random.sample(sorted(fields), 3)}},
        "edges": {random.choice(EDGES): {name: value(drawn) for name, drawn in ends.items()}},
        "settings": {"snapToGrid": value(random.random() < 0.5)},
        "content": {"title": value("t")},
    }
    return {"with": {"changes": {name: changes[name] for name in random.sample(sorted(changes), 3)}}}


def followed(random: Random, method: str) -> Params:
    """Sometimes a token, for a method that reports its progress."""
    reports = method in ("document/layout", "document/import", "document/export", "document/diff", "dialog/explore")
    return {"progressToken": random.choice((1, -7, "t", "", 1.5))} if reports and random.random() < 0.3 else {}


def question(random: Random) -> Tuple[str, Params]:
    """What is asked of a document without changing it."""
    node, other, edge = random.choice(NODES), random.choice(NODES), random.choice(EDGES)
    questions: List[Tuple[str, Params]] = [
        ("document/check", random.choice(({}, {"limit": random.randint(1, 3)}, {"nodes": [node], "edges": [edge]}))),
        ("document/check", {"limit": 2, "after": random.choice((f"node:0:{node}", f"edge:0:{edge}", "graph:0", node))}),
        ("document/evaluate", random.choice(({}, {"nodes": [node, other]}))),
        ("document/watch", {name: random.random() < 0.8 for name in random.choices(("values", "diagnostics"), k=2)}),
        ("document/list", {}),
        ("document/refresh", {}),
        ("dialog/explore", random.choice(({}, {"limit": 2}))),
        ("document/read", {"nodes": [node], "edges": [edge]}),
        ("document/read", {"within": {**place(random), **size(random)}}),
        ("document/read", {"limit": 2, "after": node}),
        ("document/diff", {"with": {"text": random.choice((json.dumps(fragment(random)), *TEXTS))}}),
        ("document/changesSince", random.choice(({}, {"limit": 2, "stamps": {"r": [0, random.randint(0, 9)]}}))),
        ("document/export", {"format": random.choice(("nodewire", "reactFlow", "swiftFlow", "svg"))}),
        ("edge/check", {"source": node, "target": other}),
        ("edge/check", {"source": node, "target": other, "edge": edge}),
        ("edge/targets", {"node": node}),
        ("edge/geometry", {"ids": EDGES}),
        ("document/copy", random.choice(({"nodes": [node, other], "edges": [edge]}, {"edges": [edge]}, {"nodes": []}))),
        ("node/edges", {"id": node}),
        ("node/edges", {"id": node, "handle": random.choice(("source", "target", "in"))}),
        ("node/descendants", {"ids": [node, other]}),
        ("node/check", random.choice(({"id": node}, {"id": node, "patch": {"type": "box", "data": data(random)}}))),
        ("document/bounds", random.choice(({}, {"nodes": [node, other], "edges": [edge]}))),
        ("document/find", {"text": text(random)}),
        ("document/find", {"where": query(random), "limit": random.randint(1, 3)}),
        ("document/find", {"text": text(random), "where": query(random)}),
        ("history/list", {}),
    ]
    return random.choice(questions)


def text(random: Random) -> str:
    """A text to look for: words, parts of words, and none."""
    return random.choice(("", "a", "YES", "new", "e1", "made a", "grouped e", "\u00df", " ".join("abcdefg")))


def query(random: Random, depth: int = 0) -> Params:
    """A query of a few conditions, some of them inside others."""
    node, other = random.choice(NODES), random.choice(NODES)
    low = random.randint(0, 2)
    conditions: Params = {
        "kind": random.choice(("node", "edge")), "type": random.choice((*TYPES, "straight", "default")),
        "label": random.choice(("yes", "new", {"contains": text(random)})),
        "data": {random.choice(("", "/n", "/n/0")): random.choice((None, 1, "a", {}, {"min": low}, {"contains": "a"}))},
        "degree": random.choice(({"in": low}, {"out": {"min": low, "max": low + 1}})),
        "within": {**place(random), **size(random)}, "group": node, "between": [node, other],
        "near": {"id": node, "direction": random.choice(("in", "out", "both")), "depth": low + 1},
        "orphan": random.random() < 0.5,
    }  # fmt: skip
    drawn = {name: conditions[name] for name in random.sample(sorted(conditions), random.randint(0, 2))}
    if depth < 2 and random.random() < 0.3:
        drawn["any"] = [query(random, depth + 1) for _ in range(random.randint(0, 3))]
    if depth < 2 and random.random() < 0.3:
        drawn["not"] = query(random, depth + 1)
    return drawn


def look(random: Random) -> Tuple[str, Params]:
    """What is asked of a view, or moves, selects, focuses or talks in it: a method, and its parameters but for the view."""
    if random.random() < 0.2:
        return talk(random)
    node, edge = random.choice(NODES), random.choice(EDGES)
    op = random.choice(("replace", "toggle", "add", "remove"))
    rect = {"rect": {**place(random), **size(random)}}
    polygon = {"polygon": [place(random) for _ in range(random.randint(3, 6))]}
    animate = random.choice(({}, {"animate": {"duration": 120}}))
    looks: List[Tuple[str, Params]] = [
        ("view/select", {"nodes": random.sample(NODES, 2), "edges": [edge], "op": op}),
        ("view/select", {"all": True, "ids": True}),
        ("view/select", {"where": query(random), "op": op}),
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
        ("view/edit", random.choice(({"node": node, "path": "/text"}, {"node": node}, {}))),
        ("view/animateEdges", {"edges": [edge], "op": op}),
        ("view/accessory", {"size": {"width": 60, "height": 20}}),
        ("view/minimap", {"width": 100, "height": 80, "at": {"x": 30, "y": 30}}),
        ("view/acceptDrop", {"accept": random.random() < 0.5}),
        ("view/acknowledge", {"frame": random.randint(0, 20)}),
        ("view/presence", random.choice(({"name": "Ada", "color": "#e91e63"}, {"name": "B\u00e9"}, {}))),
        ("view/resize", {"width": random.choice((WIDTH, 200)), "height": HEIGHT}),
    ]  # fmt: skip
    return random.choice(looks)


def gesture(random: Random) -> Params:
    """The kind of a gesture that is begun by name, with what belongs to it."""
    kinds: List[Params] = [
        {"kind": "drag", "nodes": [random.choice(NODES)]}, {"kind": "drag"}, {"kind": "connect"},
        {"kind": "connect", "node": random.choice(NODES)}, {"kind": "pan"}, {"kind": "marquee"},
        {"kind": "lasso", "op": "toggle"}, {"kind": "cut"}, {"kind": "resize", "node": "a", "corner": "topLeft"},
        {"kind": "scale", "corner": "bottomRight"}, {"kind": "scale", "corner": "left", "nodes": random.sample(NODES, 2)},
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
