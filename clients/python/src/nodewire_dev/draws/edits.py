"""Draws edits and steps through the history; some are impossible."""

from __future__ import annotations

import json
from random import Random
from typing import Any, List, Tuple

from .content import EDGES, NODES, SHAPES, TEXTS, TYPES, Params, data, fragment, place, settings, size, types
from .layouts import child, group_layout, layout, trees

LINGERING = ("connectOnClick", "nodeLongPress", "canvasLongPress")


def passing(drawn: Params) -> Params:
    """The settings but for those that let gestures go on, or nodes appear, without a pointer."""
    return {name: value for name, value in drawn.items() if name not in LINGERING}


def rows(node: str) -> Params:
    """The list in the data of a node by which its type gives it handles."""
    return {"node": node, "path": "/rows"}


def part(random: Random) -> Params:
    """What of a text is replaced, and by what."""
    begin = random.randint(0, 3)
    return {"from": begin, "to": begin + random.randint(0, 2), "text": random.choice(("", "x", "👍", "words"))}


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
        ("edge/reverse", {"ids": [edge]}),
        ("edge/straighten", {"ids": random.sample(EDGES, 2)}),
        ("edge/swap", {"node": node, "handle": "yes", "with": random.choice(("no", "in")), "type": "source"}),
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
        ("group/layout", {"id": random.choice(("g", node)), "layout": group_layout(random, NODES)}),
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
