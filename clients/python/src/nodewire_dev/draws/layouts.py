"""Draws parameters of layouts, possible ones and others."""

from __future__ import annotations

import json
from random import Random
from typing import Any, Dict, List

ALGORITHMS = ("layered", "tree", "radial", "force", "grid", "pack", "circle", "stack", "timeline", "place", "removeOverlaps")

#: Values of each option; the last is impossible.
OPTIONS: Dict[str, List[Any]] = {
    "direction": ["auto", "down", "right", "up", "left", "around"],
    "nodeSpacing": [0, 20, 1e6, -1],
    "layerSpacing": [0, 40, -1],
    "levelSpacing": [0, 8, -1],
    "align": ["start", "center", "end", "top"],
    "layering": ["shortest", "longestPath", "none"],
    "ports": ["order", "fixed", "free", 1],
    "labels": [True, False, "no"],
    "edges": ["auto", "keep", "waypoints", "orthogonal", None],
    "levels": ["shared", "own", "none"],
    "parent": ["children", "box", "none"],
    "order": ["edges", "place", "none"],
    "sides": ["one", "both", "left"],
    "root": ["a", "nobody"],
    "seed": [1, 7, -1],
    "iterations": [1, 30, 0],
    "columns": [0, 1, 3, -1],
    "axis": ["", "/n", "/items/0", "n"],
    "length": [0, 500, -1],
    "ratio": [1, 2.5, 0],
    "maxWidth": [500, 1, 0],
    "stable": [True, False, 1],
    "groups": ["nested", "rigid", "flat"],
    "groupPadding": [0, 24, -1],
}

#: The options that each algorithm takes besides those that all take.
TAKES = {
    "layered": ["direction", "nodeSpacing", "layerSpacing", "align", "layering", "ports", "labels", "ratio", "maxWidth"],
    "tree": ["direction", "nodeSpacing", "levelSpacing", "levels", "align", "parent", "order", "sides"],
    "radial": ["nodeSpacing", "levelSpacing", "root"],
    "force": ["nodeSpacing", "seed", "iterations"],
    "grid": ["nodeSpacing", "columns"],
    "pack": ["nodeSpacing", "ratio"],
    "circle": ["nodeSpacing"],
    "stack": ["direction", "nodeSpacing", "align"],
    "timeline": ["axis", "direction", "nodeSpacing", "length"],
    "place": ["nodeSpacing"],
    "removeOverlaps": ["nodeSpacing"],
}


def layout(random: Random, nodes: List[str]) -> Dict[str, Any]:
    """The parameters of `document/layout` but for the document; one of ten options is impossible, or not taken."""
    algorithm = random.choice(ALGORITHMS)
    names = TAKES[algorithm] + ["edges", "stable", "groups", "groupPadding"]
    options = {}
    for name in random.sample(names, random.randint(0, 3)):
        values = OPTIONS[name]
        options[name] = random.choice(values if random.random() < 0.1 else values[:-1])
    if algorithm == "timeline" and random.random() < 0.9:
        options.setdefault("axis", "/n")
    if random.random() < 0.05:
        options[random.choice(list(OPTIONS))] = 3
    drawn: Dict[str, Any] = {"algorithm": algorithm, "options": options}
    if random.random() < 0.3 or algorithm == "place":
        drawn["nodes"] = random.sample(nodes, random.randint(1, 4))
    if random.random() < 0.2:
        drawn["pinned"] = random.sample(nodes, 1)
    return drawn


def group_layout(random: Random, nodes: List[str]) -> Any:
    """A layout of a group, or none; many are laid out again by edits."""
    if random.random() < 0.2:
        return None
    drawn = layout(random, nodes)
    parts: Dict[str, Any] = {"algorithm": drawn["algorithm"], "options": drawn["options"]}
    return {**parts, "auto": True} if random.random() < 0.7 else parts


def trees(random: Random, nodes: List[str], texts: List[str]) -> Dict[str, Any]:
    """An import of trees or types, some of them no such thing, with ids of nodes that may be there."""
    tree = {"id": random.choice(nodes), "value": 1, "children": [{"id": random.choice(nodes)}, ["x", 2]]}
    options = {"simplify": random.random() < 0.5, "tuples": random.choice(("node", "fold")), "layout": tree_layout(random)}
    return {
        "text": random.choice((json.dumps(tree), *texts)),
        "format": random.choice(("tree", "swiftType")),
        "replace": random.random() < 0.1,
        "options": options,
    }


def tree_layout(random: Random) -> Any:
    """Whether a tree is laid out, or how; not always possible."""
    return random.choice((True, False, {"direction": "right", "nodeSpacing": 10}, {"stable": True}, {"seed": 1}))


def child(random: Random) -> Dict[str, Any]:
    """Where a child is inserted, and the layout that follows."""
    return {**random.choice(({}, {"index": random.randint(0, 2)})), "layout": tree_layout(random)}
