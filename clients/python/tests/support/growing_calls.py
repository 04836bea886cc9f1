"""A call of each method that works on a document, with parameters that let it touch as much as it may.

A row is the name of a method and its calls; each is a function from a shape of ``growing_shapes.py`` to a `Call`.
"""

from dataclasses import dataclass, field
from math import cos, pi, sin

from growing_shapes import SHOWN

NEAR = {"x": SHOWN["x"] + 30, "y": SHOWN["y"] + 30}
FAR = {"x": SHOWN["x"] + 150, "y": SHOWN["y"] + 100}
BY = {"x": 10, "y": 10}
MOST = 1_000_000_000
#: A rectangle around everything, and one on the canvas around little.
WHOLE = {"x": -1e6, "y": -1e6, "width": 2e6, "height": 2e6}


#: The file beside which a server that was killed left its journal.
LEFT_FILE = "left.json"


@dataclass
class Call:
    """Parameters, the calls before and after that are not measured, and what sets it apart from others of its row."""

    params: dict
    before: list = field(default_factory=list)
    after: list = field(default_factory=list)
    title: str = ""


def document(title="", **params):
    return Call({"document": "d", **params}, title=title)


def view(title="", before=(), after=(), **params):
    return Call({"view": "v", **params}, list(before), list(after), title)


def do(method, **params):
    """A call aside, of the view unless it says otherwise."""
    return method, params if "document" in params else {"view": "v", **params}


def begin(kind, at=SHOWN, **params):
    return do("gesture/begin", kind=kind, at=at, **params)


def pointer(phase, at, time, **params):
    return do("input/pointer", phase=phase, id=1, at=at, time=time, **params)


CANCEL = [do("gesture/cancel")]
NONE = [do("view/select")]
ALL = [do("view/select", all=True)]


def elsewhere(shape, ident="x"):
    """Opens the content of the document once more, as a replica."""
    return do("document/open", document=ident, text=shape.json, replica="r")


def shut(ident="x"):
    return do("document/close", document=ident, discard=True)


def compared(shape):
    """Opens a view that compares the document with a content of which all is different."""
    size = {"width": 800, "height": 600, "viewport": shape.viewport}
    other = {"with": {"text": shape.changed}}
    return "view/open", {"document": "d", "view": "c", "scene": "svg", "compare": other, **size}


UNCOMPARED = "view/close", {"view": "c"}


def in_compared(shape, title="", **params):
    return Call({"view": "c", **params}, [compared(shape)], [UNCOMPARED], title)


def layouts(s):
    """Each algorithm, over all and over few."""
    few = s.ids[:8]
    for algorithm in ALGORITHMS:
        options = {"axis": "/at"} if algorithm == "timeline" else {}
        yield document(algorithm, algorithm=algorithm, ids=s.ids, options=options)
        yield document(f"{algorithm} of few", algorithm=algorithm, ids=few, options=options)


ALGORITHMS = (
    "layered", "tree", "radial", "force", "grid", "pack", "circle", "stack", "timeline", "place", "removeOverlaps",
)  # fmt: skip
#: The methods that lay out, which take longer than others.
HEAVY = {"document/layout", "group/layout", "node/insertChild", "document/import"}
FORMATS = (
    "nodewire", "n8n", "nodeRed", "comfyUI", "swiftFlow", "jsonCanvas", "cytoscape", "reactFlow", "graphml", "drawio",
    "twee", "yarn", "edgeList", "dot", "mermaid", "text", "svg",
)  # fmt: skip
COMMANDS = (
    "nudgeRight", "delete", "copy", "cut", "duplicate", "selectAll", "focusNext", "focusDown", "focusPrevious",
    "focusNextSibling", "focusDownstream", "connect", "fit", "toggleSelection",
)  # fmt: skip
GESTURES = {
    "drag": lambda s: {"nodes": [s.node]},
    "connect": lambda s: {"node": s.node},
    "reconnect": lambda s: {"edge": s.edge, "end": "target"},
    "resize": lambda s: {"node": s.node, "corner": "bottomRight"},
    "marquee": lambda s: {},
    "lasso": lambda s: {},
    "cut": lambda s: {},
    "pan": lambda s: {},
}


def gestures(s, kinds=GESTURES):
    return [(kind, begin(kind, **GESTURES[kind](s))) for kind in kinds]


def while_gesturing(s, kinds=GESTURES, **params):
    return [view(kind, [start], CANCEL, **params) for kind, start in gestures(s, kinds)]


ROWS = {
    "document/create": lambda s: [
        Call({"document": "x", "content": s.content}, after=[shut()]),
        Call({"document": "x"}, after=[shut()], title="empty"),
    ],
    "document/open": lambda s: [
        Call({"document": "x", "text": s.json}, after=[shut()]),
        Call({"document": "x", "text": s.json, "replica": "r"}, after=[shut()], title="replica"),
    ],
    "document/close": lambda s: [Call({"document": "x", "discard": True}, [elsewhere(s)])],
    "document/list": lambda s: [Call({})],
    "document/read": lambda s: [
        document(), document("some", nodes=s.ids, edges=s.edges), document("within", within=WHOLE),
        document("paged", limit=10),
    ],
    "document/edit": lambda s: [
        document("moves", edits=[edited("node/move", ids=[one], by=BY) for one in s.ids]),
        document("labels", edits=[edited("node/update", id=one, patch={"label": "x"}) for one in s.ids]),
        document("colors", edits=[edited("edge/update", id=one, patch={"color": "#123456"}) for one in s.edges]),
        document("inserts", edits=[edited("node/insert", node={"label": "x"}) for _ in s.content["nodes"]]),
        document("connects", edits=[edited("edge/connect", edge={"source": "t", "target": one}) for one in s.ids]),
        document("removes", edits=[edited("element/remove", nodes=[one]) for one in s.ids[::-1]]),
        document("removed edges", edits=[edited("element/remove", edges=[one]) for one in s.edges]),
        document("fronts", edits=[edited("node/reorder", ids=[one], to="front") for one in s.ids]),
        document("dry", dryRun=True, edits=[edited("node/move", ids=[one], by=BY) for one in s.ids]),
    ],
    "document/check": lambda s: [document(), document("some", nodes=s.ids, edges=s.edges), document("paged", limit=5)],
    "document/save": lambda s: [document(path="saved.json", overwrite=True)],
    "document/export": lambda s: [document(one, format=one) for one in FORMATS],
    "document/hash": lambda s: [document()],
    "document/evaluate": lambda s: [document(), document("one", ids=[s.node])],
    "document/watch": lambda s: [
        Call(
            {"document": "d", "diagnostics": True, "values": True},
            after=[do("document/watch", document="d", diagnostics=False, values=False)],
        ),
        Call(
            {"document": "d", "diagnostics": True}, title="diagnostics",
            after=[do("document/watch", document="d", diagnostics=False)],
        ),
    ],
    "document/diff": lambda s: [
        document(**{"with": {"text": s.changed}}), document("same", **{"with": {"text": s.json}}),
    ],
    "document/accept": lambda s: [
        Call({"document": "x", "view": "c"}, [elsewhere(s), elsewhere_compared(s)], [UNCOMPARED, shut()])
    ],
    "document/merge": lambda s: [
        Call({"document": "x", "with": {"text": s.changed}, "base": {"text": s.json}}, [elsewhere(s)], [shut()]),
        Call(
            {"document": "x", "with": {"text": s.changed}, "base": {"text": s.json}, "conflicts": "note"},
            [elsewhere(s), all_moved(s, "x")], [shut()], "conflicts",
        ),
    ],
    "document/changesSince": lambda s: [Call({"document": "x"}, [elsewhere(s), all_moved(s, "x")], [shut()])],
    "document/compact": lambda s: [Call({"document": "x"}, [elsewhere(s), removal(s, "x")], [shut()])],
    "document/refresh": lambda s: [
        Call({"document": "x"}, [*of_file(s), saved(s.changed)], [shut()], "changed"),
        Call({"document": "x"}, of_file(s), [shut()]),
    ],
    "document/recover": lambda s: [
        Call({"document": "x", "take": take}, LEFT, [shut()], title)
        for title, take in (("taken", True), ("dropped", False))
    ],
    "node/insert": lambda s: [document(node={"position": {"x": 0, "y": 0}, "width": 100, "height": 50})],
    "node/insertChild": lambda s: [document(parentId=s.node, node={"label": "x"})],
    "node/update": lambda s: [
        document("label", id=s.node, patch={"label": "x"}), document("data", id=s.text, patch={"data": {"more": 1}}),
        document("hidden", id=s.node, patch={"hidden": True}), document("z", id=s.node, patch={"zIndex": 3}),
        document("type", id=s.node, set={"type": "other"}), document("set", id=s.node, set={"width": 120}),
        document("collapsed", id=s.group, patch={"collapsed": True}),
    ],
    "node/move": lambda s: [
        document("one", ids=[s.node], by=BY), document("all", ids=s.ids, by=BY), document("to", ids=s.ids, to=BY),
    ],
    "node/resize": lambda s: [document(id=s.node, width=200, height=90)],
    "element/remove": lambda s: [
        document("one", nodes=[s.node]), document("all", nodes=s.ids), document("edges", edges=s.edges),
        document("back", nodes=s.ids[::-1], edges=s.edges[::-1]),
    ],
    "edge/connect": lambda s: [document(edge=joining(s))],
    "edge/update": lambda s: [
        document("label", id=s.edge, patch={"label": "x"}), document("bend", id=s.edge, patch={"waypoints": [BY]}),
    ],
    "edge/reconnect": lambda s: [document(id=s.edge, target="t")],
    "edge/reverse": lambda s: [document("one", ids=[s.edge]), document("all", ids=s.edges)],
    "edge/straighten": lambda s: [document("one", ids=[s.edge]), document("all", ids=s.edges)],
    "edge/swap": lambda s: [document(node=s.node, **s.handles)],
    "group/create": lambda s: [
        document("one", ids=[s.node]), document("all", ids=tops(s)),
    ],
    "group/dissolve": lambda s: [document(id=s.group)],
    "node/reparent": lambda s: [
        document("out", ids=held(s), parentId=None), document("into", ids=tops(s), parentId="g"),
    ],
    "node/reorder": lambda s: [
        document(f"{to} {name}", ids=ids, to=to)
        for to in ("front", "forward", "backward", "back") for name, ids in (("one", [s.node]), ("all", s.ids[::2]))
    ],
    "node/align": lambda s: [document(ids=beside(s), edge="left")],
    "node/distribute": lambda s: [document(ids=beside(s), axis="x")],
    "settings/update": lambda s: [
        document("snap", patch={"snapToGrid": True}), document("paths", patch={"defaultEdgeType": "straight"}),
        document("rules", patch={"allowSelfLoops": True}),
    ],
    "types/update": lambda s: [
        document("color", patch={"kind0": {"color": "#112233"}}), document("size", patch={"kind0": {"width": 300}}),
        document("all", patch={f"new{index}": {"label": "x"} for index in range(len(s.ids))}),
        document("edges", edgeTypes={f"new{index}": {"color": "#112233"} for index in range(len(s.ids))}),
    ],
    "document/duplicate": lambda s: [document(nodes=tops(s)), document("one", nodes=[s.node])],
    "node/resizeTo": lambda s: [document(ids=s.ids, width=130)],
    "node/insertSpace": lambda s: [document(at=50, by=100, axis="x")],
    "edge/reorder": lambda s: [
        document(f"{to} {name}", ids=ids, to=to)
        for to in ("front", "forward", "backward", "back") for name, ids in (("one", [s.edge]), ("all", s.edges[::2]))
    ],
    "group/fit": lambda s: [document(id=s.group)],
    "item/insert": lambda s: [document(node=s.text, path="/list", item=7, index=1)],
    "item/update": lambda s: [document(node=s.text, path="/list", index=1, patch=8)],
    "item/move": lambda s: [document(node=s.text, path="/list", index=0, to=2)],
    "item/remove": lambda s: [document(node=s.text, path="/list", index=1)],
    "text/replace": lambda s: [document(node=s.text, path="/text", **{"from": 1, "to": 2, "text": "x"})],
    "node/scale": lambda s: [document(ids=tops(s), by=1.5)],
    "document/cut": lambda s: [document(nodes=s.ids)],
    "document/paste": lambda s: [
        document(fragment=s.fragment), document("text", text=s.json),
        document("lines", text="".join(f"line {index}\n" for index in range(len(s.ids)))),
    ],
    "document/import": lambda s: [
        document("added", text=s.json), document("replaced", text=s.json, replace=True),
        document("dot", text=dot(s), format="dot"),
    ],
    "document/layout": layouts,
    "group/layout": lambda s: [document(id=s.group, layout={"algorithm": "layered"})],
    "document/apply": lambda s: [
        document(change={"nodes": {one: {"set": {"label": "x"}} for one in s.ids}}),
    ],
    "document/restore": lambda s: [document(**{"with": {"text": s.changed}})],
    "node/measure": lambda s: [document(sizes={one: {"width": 90, "height": 40} for one in s.ids})],
    "constraint/add": lambda s: [
        document(constraint={"kind": "layer", "ids": s.ids, "layer": "same"}),
        document("align", constraint={"kind": "align", "ids": s.ids, "axis": "x", "edge": "start"}),
    ],
    "constraint/remove": lambda s: [
        Call({"document": "d", "ids": ["c"]}, [constraint(s)], [do("history/undo", document="d")])
    ],
    "conflict/resolve": lambda s: [
        Call({"document": "x", "take": "theirs"}, [elsewhere(s), all_moved(s, "x"), conflicts(s)], [shut()])
    ],
    "edge/check": lambda s: [document(source=s.pair[0], target=s.pair[1]), document("busy", source=s.node, target="t")],
    "edge/targets": lambda s: [
        document(node=s.node),
        Call({"document": "d", "node": s.ids[-1]}, [without_cycles()], [do("history/undo", document="d")], "acyclic"),
    ],
    "edge/geometry": lambda s: [document(ids=s.edges)],
    "node/edges": lambda s: [document(id=s.node)],
    "node/descendants": lambda s: [document(ids=s.ids)],
    "document/bounds": lambda s: [document(), document("some", nodes=s.ids, edges=s.edges)],
    "document/find": lambda s: [
        document("text", text="7"), document("nothing", text="zzz"),
        document("all", where={"kind": "node"}, limit=MOST), document("label", where={"label": {"contains": "x"}}),
        document("near", where={"near": {"id": s.node, "depth": 2}}), document("within", where={"within": around(s)}),
        document("whole", where={"within": WHOLE}),
        document("between", where={"between": [s.node, s.ids[-1]]}),
        document("many", where={"any": [{"within": around(s)}] * 100}),
        document("nears", where={"any": [{"near": {"id": one}} for one in (s.ids * 100)[:100]]}),
        document("labels", where={"any": [{"label": {"contains": f"x{index}"}} for index in range(100)]}),
        document("betweens", where={"any": [{"between": [one, s.ids[-1]]} for one in (s.ids * 100)[:100]]}),
    ],
    "node/check": lambda s: [document(id=s.node)],
    "document/copy": lambda s: [document(nodes=s.ids), document("edges", edges=s.edges)],
    "history/undo": lambda s: [
        Call({"document": "d"}, [all_moved(s)]),
        Call({"document": "d", "steps": MOST}, [], REDO_ALL, "all"),
        Call({"document": "d", "view": "v"}, [all_moved(s)], title="view"),
    ],
    "history/redo": lambda s: [
        Call({"document": "d"}, [all_moved(s), do("history/undo", document="d")], [do("history/undo", document="d")]),
        Call({"document": "d", "steps": MOST}, [do("history/undo", document="d", steps=MOST)], [], "all"),
    ],
    "history/list": lambda s: [document()],
    "history/begin": lambda s: [
        Call({"document": "d", "label": "x"}, after=[do("history/cancel", document="d")])
    ],
    "history/end": lambda s: [Call({"document": "d"}, [opened(), all_moved(s)], [do("history/undo", document="d")])],
    "history/cancel": lambda s: [Call({"document": "d"}, [opened(), all_moved(s)])],
    "view/open": lambda s: [
        Call({**VIEW, "view": "x", "viewport": s.viewport, **more}, after=[("view/close", {"view": "x"})], title=title)
        for title, more in (
            ("", {}),
            ("all", {"viewport": {"x": 0, "y": 0, "zoom": 0.01}}),
            ("rich", {"values": True, "problems": True, "links": True, "contents": True, "handles": "shared"}),
            ("compared", {"compare": {"with": {"text": s.changed}}}),
        )
    ],
    "view/close": lambda s: [Call({"view": "c"}, [compared(s)])],
    "view/resize": lambda s: [view(width=800, height=700, after=[do("view/resize", width=800, height=600)])],
    "view/read": lambda s: [view("list", ALL, NONE, list=True)],
    "view/hitTest": lambda s: [
        view(at=SHOWN), view("all", at=SHOWN, all=True), view("edge", at=NEAR), view("far", at=FAR),
    ],
    "view/hitTests": lambda s: [view(points=[SHOWN, NEAR, FAR] * 10)],
    "view/pan": lambda s: [view(by={"x": 3, "y": 0}, after=[do("view/pan", by={"x": -3, "y": 0})])],
    "view/zoom": lambda s: [view(to=to, after=[do("view/zoom", to=1)], title=str(to)) for to in (1.1, 0.4, 0.1, 0.01)],
    "view/pinch": lambda s: [view(at=SHOWN, scale=1.1, after=[do("view/pinch", at=SHOWN, scale=1 / 1.1)])],
    "view/fit": lambda s: [view(after=back(s)), view("ids", ids=s.ids, after=back(s))],
    "view/select": lambda s: [
        view("all", all=True, after=NONE), view("list", all=True, list=True, after=NONE),
        view("ids", nodes=s.ids, edges=s.edges, after=NONE), view("none", ALL),
        view("toggle", ALL, NONE, nodes=s.ids, op="toggle"), view("where", where={"kind": "edge"}, after=NONE),
    ],
    "view/lasso": lambda s: [
        view("rect", rect=WHOLE, after=NONE), view("contain", rect=WHOLE, mode="contain", after=NONE),
        view("polygon", polygon=polygon(s), after=NONE),
    ],
    "view/scene": lambda s: [view(), view("selected", ALL, NONE)],
    "view/acknowledge": lambda s: [view(frame=1)],
    "view/presence": lambda s: [view(name="one", color="#123456")],
    "view/focus": lambda s: [
        view(node=s.node, after=[do("view/focus")]), view("reveal", node=s.ids[-1], reveal=True, after=back(s)),
        in_compared(s, "difference", difference="next"),
    ],
    "view/emphasize": lambda s: [
        view(after=[do("view/emphasize")], title=direction, **{"from": s.node, "direction": direction})
        for direction in ("in", "out", "both")
    ] + [view("where", where={"kind": "node"}, after=[do("view/emphasize")])],
    "view/animateEdges": lambda s: [view(ids=s.edges, after=[do("view/animateEdges", ids=[])])],
    "view/acceptDrop": lambda s: [view(before=[HELD], after=[UNHELD])],
    "view/reveal": lambda s: [view(nodes=s.ids, edges=s.edges, after=back(s))],
    "view/accessory": lambda s: [view(before=ALL, after=NONE, size={"width": 100, "height": 30})],
    "view/minimap": lambda s: [view(width=200, height=150)],
    "view/bounds": lambda s: [
        view(of="all"), view("selection", ALL, NONE, of="selection"),
        view("ids", of={"nodes": s.ids, "edges": s.edges}),
    ],
    "view/map": lambda s: [view(points=[BY] * len(s.ids), to="canvas")],
    "view/edit": lambda s: [view(node=s.text, path="/text", after=[do("view/edit")])],
    "view/update": lambda s: [view(tool="pan", after=[do("view/update", tool=None)])],
    "view/command": lambda s: [
        view(command, ALL, [do("view/command", command="cancel", time=1), *NONE], command=command, time=0)
        for command in COMMANDS
    ],
    "view/dropTarget": lambda s: [view(ids=[s.node], after=[do("view/dropTarget", ids=None)])],
    "view/measure": lambda s: [view(sizes={one: {"width": 90, "height": 40} for one in s.ids})],
    "view/differences": lambda s: [in_compared(s), in_compared(s, "count", limit=0), in_compared(s, "few", limit=10)],
    "dialog/start": lambda s: [view(node="start", after=[do("dialog/stop")])],
    "dialog/choose": lambda s: [view(before=TALK, after=[do("dialog/stop")], option=0)],
    "dialog/back": lambda s: [view(before=[*TALK, do("dialog/choose", option=0)], after=[do("dialog/stop")])],
    "dialog/stop": lambda s: [view(before=TALK)],
    "dialog/explore": lambda s: [document()],
    "gesture/begin": lambda s: [
        Call(params, after=CANCEL, title=kind) for kind, (_, params) in gestures(s)
    ] + [view("drag all", ALL, [*CANCEL, *NONE], kind="drag", at=SHOWN, nodes=s.ids)],
    "gesture/update": lambda s: [
        *while_gesturing(s, at=NEAR), *[one for one in while_gesturing(s, at=FAR)],
        view("drag all", [begin("drag", nodes=s.ids)], CANCEL, at=FAR),
    ],
    "gesture/end": lambda s: [
        view(kind, [start, do("gesture/update", at=FAR)], NONE) for kind, start in gestures(s)
        if kind not in ("connect", "reconnect", "cut")
    ] + [view("drag all", [begin("drag", nodes=s.ids), do("gesture/update", at=FAR)])],
    "gesture/cancel": lambda s: [view(kind, [start]) for kind, start in gestures(s)],
    "input/pointer": lambda s: [
        view("hover", phase="move", id=1, at=SHOWN, time=0, after=[pointer("move", {"x": 1, "y": 1}, 1)]),
        view("down", phase="down", id=1, at=SHOWN, time=2, after=[pointer("cancel", SHOWN, 3), *NONE]),
        view("drag", [pointer("down", SHOWN, 4), pointer("move", NEAR, 5)], [pointer("cancel", FAR, 7), *NONE],
             phase="move", id=1, at=FAR, time=6),
    ],
    "input/wheel": lambda s: [view(at=SHOWN, by={"x": 0, "y": 4}, time=0, after=back(s))],
    "input/pinch": lambda s: [
        view(before=[do("input/pinch", phase="begin", at=SHOWN, time=0)], phase="update", at=SHOWN, scale=1.1, time=1,
             after=[do("input/pinch", phase="cancel", at=SHOWN, time=2), *back(s)])
    ],
    "input/drop": lambda s: [
        view(phase="over", at=SHOWN, types=["text/plain"], time=0,
             after=[do("input/drop", phase="leave", at=SHOWN, time=1)])
    ],
    "input/key": lambda s: [
        view(title=key or "all", before=ALL, phase="down", key=key, modifiers=held_keys, time=0,
             after=[do("input/key", phase="up", key=key, time=1), *NONE])
        for key, held_keys in (("a", ["control"]), ("ArrowRight", []), ("Delete", []), ("Tab", []))
    ],
    "input/tick": lambda s: [Call({"time": 10})],
}

#: Opens a file beside which a journal was left.
LEFT = [do("left"), do("document/open", document="x", path=LEFT_FILE, recover="report")]
TALK = [do("dialog/start", node="start")]
REDO_ALL = [do("history/redo", document="d", steps=MOST)]


HELD = do("input/drop", phase="over", at=SHOWN, types=["text/plain"], time=0)
UNHELD = do("input/drop", phase="leave", at=SHOWN, time=1)


def around(s):
    """A small rectangle on the canvas."""
    return {**s.placed(s.node), "width": 100, "height": 60}


def edited(method, **params):
    return {"method": method, "params": params}


def joining(s):
    return {"source": s.pair[0], "target": s.pair[1]}


def tops(s):
    """The nodes at work that lie in no group."""
    return [one["id"] for one in s.content["nodes"] if one["id"][0] == "n" and "parentId" not in one]


def held(s):
    """What the group at work holds."""
    return [one["id"] for one in s.content["nodes"] if one.get("parentId") == s.group]


def beside(s):
    """The nodes at work of the group in which most of them are."""
    found = held(s) if s.group in s.ids else tops(s)
    return found if len(found) > 2 else ["t", "start", "say"]


def back(s):
    """Opens the view anew, where it was."""
    return [do("view/close"), ("view/open", {**VIEW, "viewport": s.viewport})]


VIEW = {"document": "d", "view": "v", "width": 800, "height": 600, "scene": "svg", "presence": True}


def all_moved(s, ident="d"):
    return do("node/move", document=ident, ids=tops(s), by=BY)


def removal(s, ident):
    return do("element/remove", document=ident, nodes=s.ids)


def saved(text):
    """Writes the file that `of_file` opens."""
    return "saved", text


def of_file(s):
    return [saved(s.json), do("document/open", document="x", path="other.json")]


def opened():
    return do("history/begin", document="d", label="x")


def without_cycles():
    return do("settings/update", document="d", patch={"allowCycles": False})


def constraint(s):
    return do("constraint/add", document="d", constraint={"id": "c", "kind": "layer", "ids": s.ids, "layer": "same"})


def conflicts(s):
    theirs = {"with": {"text": s.changed}, "base": {"text": s.json}, "conflicts": "note"}
    return do("document/merge", document="x", **theirs)


def elsewhere_compared(s):
    name, params = compared(s)
    return name, {**params, "document": "x"}


def polygon(s):
    turns = (2 * pi * index / 100 for index in range(100))
    return [{"x": 400 + 1000 * cos(turn), "y": 300 + 1000 * sin(turn)} for turn in turns]


def dot(s):
    lines = (f'  "{one["source"]}" -> "{one["target"]}";' for one in s.content["edges"])
    return "digraph {\n" + "\n".join(lines) + "\n}\n"
