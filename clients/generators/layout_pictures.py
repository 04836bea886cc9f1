"""The pictures of protocol-spec/layout.md, and the small ones of the page's panel, drawn by a server.

Each picture is a small document that ``document/layout`` lays out.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from nodewire_client import Client

Ends = Tuple[str, str, str]
"""The source, the target and the label of an edge."""
Place = Tuple[float, float]

WIDTH, HEIGHT = 84, 36
SMALL = (64, 40)
"""The greatest width and height of a picture of the panel."""


class Drawing(NamedTuple):
    """A document to lay out, and the options."""

    name: str
    algorithm: str
    edges: List[Ends]
    options: Dict[str, Any] = {}
    places: Dict[str, Place] = {}
    members: Dict[str, Dict[str, Any]] = {}
    """What single nodes have besides."""
    only: Optional[List[str]] = None

    @property
    def content(self) -> Dict[str, Any]:
        names = list(dict.fromkeys([*self.members, *self.places, *(end for edge in self.edges for end in edge[:2])]))
        nodes = [self.node(name) for name in names if name]
        edges = [
            {"id": f"e{at}", "source": source, "target": target, **({"label": label} if label else {})}
            for at, (source, target, label) in enumerate(self.edges)
        ]
        settings = {"allowCycles": True, "edgeSpread": 12}
        return {"nodewire": 1, "settings": settings, "nodes": nodes, "edges": edges}

    def node(self, name: str) -> Dict[str, Any]:
        place = {"position": dict(zip("xy", self.places[name]))} if name in self.places else {}
        return {"id": name, "label": name, "width": WIDTH, "height": HEIGHT, **place, **self.members.get(name, {})}


def edges(*lines: str) -> List[Ends]:
    """``order check: fine`` is an edge with a label; ``order check pay`` is two edges."""
    found = []
    for line in lines:
        names, _, label = line.partition(": ")
        words = names.split()
        found += [(source, target, label) for source, target in zip(words, words[1:])]
    return found


FLOW = edges("order check", "check pay: paid", "check remind: not paid", "pay ship thank", "remind check", "order thank")
TREE = edges("all plants herbs mint", "plants trees", "trees oak", "trees elm", "all animals birds", "animals fish")
TREE += edges("all stones")
MIND = edges("plan when", "plan where near", "where far", "plan who", "plan what eat", "what sing", "what walk")
NET = edges("a b c d e f a", "a d", "g b", "g e", "h c", "h i", "i d")
PARTS = edges("a b", "a c", "d e", "f g h", "f i")
LINE = edges("a b c", "a d")
HEAP = {name: (23.0 * at % 130, 31.0 * at % 90) for at, name in enumerate("abcdefgh")}
ROWS = {"a": (0.0, 0.0), "b": (0.0, 80.0), "c": (0.0, 160.0), "d": (134.0, 80.0), "e": (134.0, 160.0)}
APART = {"a": (60, 0), "b": (0, 70), "c": (120, 70), "d": (0, 0), "e": (0, 70), "f": (0, 0), "g": (0, 70), "h": (0, 140)}
APART["i"] = (110, 70)
SIZED = edges("a b", "a c", "b d", "c d")
LONG = {
    "a": {"label": "Yes"},
    "b": {"label": "A refund is possible within the thirty days that follow the delivery"},
    "c": {"label": "退款", "data": {"text": "退款期限已经结束，请联系客服人员"}},
    "d": {"label": "Why?", "shape": "diamond"},
}

TIMES = {name: {"data": {"start": start}} for name, start in {"plan": 1, "build": 4, "write": 5, "test": 9}.items()}
TIMES["later"] = {}
TALL = {"pay": {"height": 76}}
CHAIN = edges("start one two three end", "start side end", "start late", "late end")

QUEUE = edges("a b c d e f g h i j", "b d", "d f", "g i")

DRAWINGS = [
    Drawing("layered", "layered", FLOW),
    Drawing("layered-right", "layered", FLOW, {"direction": "right"}),
    Drawing("layered-keep", "layered", FLOW, {"edges": "keep"}),
    Drawing("layered-orthogonal", "layered", FLOW, {"edges": "orthogonal"}),
    Drawing("layered-curves", "layered", FLOW, {"edges": "curves"}),
    Drawing("layered-round", "layered", FLOW, {"cornerRadius": 20}),
    Drawing("layered-merged", "layered", FLOW, {"edges": "orthogonal", "mergeEdges": True}),
    Drawing("layered-center", "layered", FLOW, members=TALL),
    Drawing("layered-start", "layered", FLOW, {"align": "start"}, members=TALL),
    Drawing("layered-end", "layered", FLOW, {"align": "end"}, members=TALL),
    Drawing("layered-shortest", "layered", CHAIN),
    Drawing("layered-longestPath", "layered", CHAIN, {"layering": "longestPath"}),
    Drawing("layered-long", "layered", QUEUE),
    Drawing("layered-ratio", "layered", QUEUE, {"ratio": 1.6}),
    Drawing("tree", "tree", TREE),
    Drawing("tree-right", "tree", TREE, {"direction": "right"}),
    Drawing("tree-both", "tree", MIND, {"direction": "right", "sides": "both"}),
    Drawing("tree-shared", "tree", TREE, members={"plants": {"height": 90}}),
    Drawing("tree-own", "tree", TREE, {"levels": "own"}, members={"plants": {"height": 90}}),
    Drawing("tree-box", "tree", TREE, {"parent": "box"}),
    Drawing("radial", "radial", TREE, {"levelSpacing": 40}),
    Drawing("force", "force", NET),
    Drawing("grid", "grid", [], members={name: {} for name in "abcdefgh"}),
    Drawing("pack", "pack", PARTS, places=APART),
    Drawing("circle", "circle", NET, {"nodeSpacing": 30}),
    Drawing("stack", "stack", edges("ask answer thank"), {"nodeSpacing": 20}),
    Drawing("timeline", "timeline", edges("plan build test", "plan write"), {"axis": "/start", "length": 420}, members=TIMES),
    Drawing("place", "place", edges("a b c", "a d e", "b new", "d new"), places=ROWS, only=["new"]),
    Drawing("overlaps", "", [], places=HEAP),
    Drawing("removeOverlaps", "removeOverlaps", [], {"nodeSpacing": 12}, places=HEAP),
    Drawing("sizes-keep", "layered", SIZED, members=LONG),
    Drawing("sizes-fit", "layered", SIZED, {"sizes": "fit"}, members=LONG),
]

CLOSE = {"nodeSpacing": 24}
PANEL = [
    Drawing("layered", "layered", edges("a b e", "a c e", "c f", "a d f"), {**CLOSE, "layerSpacing": 30}),
    Drawing("tree", "tree", edges("a b d", "b e", "a c f", "c g"), {**CLOSE, "levelSpacing": 30}),
    Drawing("radial", "radial", edges("a b", "a c", "a d", "a e", "a f", "b g"), {**CLOSE, "levelSpacing": 30}),
    Drawing("force", "force", edges("a b c d e a", "c f", "d g"), CLOSE),
    Drawing("grid", "grid", [], {**CLOSE, "columns": 3}, members={name: {} for name in "abcdefgh"}),
    Drawing("pack", "pack", PARTS, CLOSE, places=APART),
    Drawing("circle", "circle", edges("a b c d e f a c", "b e"), {"nodeSpacing": 12}),
    Drawing("stack", "stack", edges("a b c"), {"nodeSpacing": 18}),
    Drawing("removeOverlaps", "removeOverlaps", [], {"nodeSpacing": 12}, places=HEAP),
]  # fmt: skip


def drawn(client: Client, drawing: Drawing) -> Tuple[str, Dict[str, Any]]:
    """The picture of a drawing, and what was drawn."""
    with client.open(text=json.dumps(drawing.content)) as document:
        if drawing.algorithm:
            only = {"ids": drawing.only} if drawing.only else {}
            document.layout(algorithm=drawing.algorithm, options=drawing.options, **only)
        picture = document.export(format="svg", options={"margin": 12})["text"]
        return picture, document.read()


def small(content: Dict[str, Any]) -> Dict[str, str]:
    """The nodes and edges as data of paths, in a box of the size of small pictures."""
    frames = {one["id"]: (one["position"]["x"], one["position"]["y"], one["width"], one["height"]) for one in content["nodes"]}
    left, top = (min(frame[at] for frame in frames.values()) for at in (0, 1))
    right, bottom = (max(frame[at] + frame[at + 2] for frame in frames.values()) for at in (0, 1))
    scale = min((SMALL[0] - 2) / (right - left), (SMALL[1] - 2) / (bottom - top))
    across, down = ((SMALL[at] - scale * length) / 2 for at, length in enumerate((right - left, bottom - top)))

    def place(x: float, y: float) -> str:
        return f"{round(across + (x - left) * scale, 1):g} {round(down + (y - top) * scale, 1):g}"

    def box(x: float, y: float, width: float, height: float) -> str:
        wide, high = (f"{round(length * scale, 1):g}" for length in (width, height))
        return f"M{place(x, y)}h{wide}v{high}h-{wide}z"

    def line(edge: Dict[str, Any]) -> str:
        ends = (frames[edge[end]] for end in ("source", "target"))
        return "M" + "L".join(place(x + width / 2, y + height / 2) for x, y, width, height in ends)

    return {"nodes": "".join(box(*frame) for frame in frames.values()), "edges": "".join(map(line, content["edges"]))}


def made(server: List[str], pictures_folder: Path, page: Path) -> Dict[Path, str]:
    """All files, by their paths: the pictures in their folder, and those of the page."""
    files: Dict[Path, str] = {}
    with Client.launch(server) as client:
        for drawing in DRAWINGS:
            files[pictures_folder / f"{drawing.name}.svg"] = drawn(client, drawing)[0]
        pictures = {drawing.name: small(drawn(client, drawing)[1]) for drawing in PANEL}
    size = {"width": SMALL[0], "height": SMALL[1]}
    lines = [f"  {json.dumps(name)}: {json.dumps(one)}" for name, one in {"size": size, **pictures}.items()]
    files[page / "layout-pictures.json"] = "{\n" + ",\n".join(lines) + "\n}\n"
    return files
