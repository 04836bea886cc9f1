"""Draws what is asked of documents and views, and what is done in a view."""

from __future__ import annotations

import json
from random import Random
from typing import List, Tuple

from .content import EDGES, HEIGHT, NODES, TEXTS, TYPES, WIDTH, Params, data, fragment, place, size


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


def followed(random: Random, method: str) -> Params:
    """Sometimes a token, for a method that reports its progress."""
    reports = method in (
        "document/layout", "group/layout", "document/import", "document/export", "document/diff", "dialog/explore",
    )  # fmt: skip
    return {"progressToken": random.choice((1, -7, "t", ""))} if reports and random.random() < 0.3 else {}


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
        ("view/hitTests", {"points": [place(random) for _ in range(3)]}),
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
        ("view/emphasize", random.choice([{}, {"from": node, "direction": "both", "depth": 2}, {"where": {"near": {"id": node}}}])),
        ("view/accessory", {"size": {"width": 60, "height": 20}}),
        ("view/minimap", {"width": 100, "height": 80, "at": {"x": 30, "y": 30}}),
        ("view/acceptDrop", {"accept": random.random() < 0.5}),
        ("view/acknowledge", {"frame": random.randint(0, 20)}),
        ("view/presence", random.choice(({"name": "Ada", "color": "#e91e63"}, {"name": "B\u00e9"}, {}))),
        ("view/resize", {"width": random.choice((WIDTH, 200)), "height": HEIGHT}),
    ]  # fmt: skip
    return random.choice(looks)


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
