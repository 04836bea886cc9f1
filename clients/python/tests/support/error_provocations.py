"""Sessions that provoke the errors which chance seldom meets: the last message of each fails with a code.

An input that a rule forbids does not fail: instead of a code stands the reason of its refusal.
"""

TALL = {"id": "tall", "position": {"x": 0, "y": 0}, "width": 100, "height": 100}
FAR = {"id": "far", "position": {"x": 1.7e308, "y": 0}, "width": 100, "height": 100}
HEAP = {"nodes": [{"id": f"n{number}"} for number in range(10_001)]}
LONG = "i" * 5000


def node(ident, x, y, **more):
    return {"id": ident, "position": {"x": x, "y": y}, "width": 100, "height": 100, **more}


def edge(ident, source, target, **more):
    return {"id": ident, "source": source, "target": target, "type": "straight", **more}


def create(nodes=(), edges=(), **more):
    return ("document/create", {"document": "d", "content": {"nodes": list(nodes), "edges": list(edges), **more}})


def resolve(created, member, value, **about):
    """Takes theirs of a conflict that is noted in a document."""
    method, params = created
    note = {"member": member, "taken": False, "theirs": value, **about}
    content = {**params["content"], "conflicts": {"noted": note}}
    return [(method, {**params, "content": content}), edit("conflict/resolve", take="theirs")]


def view(scene="none", **more):
    return ("view/open", {"document": "d", "view": "v", "width": 800, "height": 600, "scene": scene, **more})


def edit(method, **params):
    return (method, {"document": "d", **params})


def batch(method, **params):
    return edit("document/edit", edits=[{"method": method, "params": params}])


def look(method, **params):
    return (method, {"view": "v", **params})


def begin(kind, x, y, **params):
    return look("gesture/begin", kind=kind, at={"x": x, "y": y}, **params)


def update(x, y, **params):
    return look("gesture/update", at={"x": x, "y": y}, **params)


def pointer(phase, x, y, time, ident=1, **params):
    return look("input/pointer", phase=phase, id=ident, at={"x": x, "y": y}, time=time, **params)


def drop(phase, x, y, time):
    return look("input/drop", phase=phase, at={"x": x, "y": y}, types=["text/plain"], time=time)


def key(name, time, *modifiers):
    return look("input/key", phase="down", key=name, modifiers=list(modifiers), time=time)


def slide():
    """A press on the free node, and a movement onto the edge."""
    return [pointer("down", 350, 350, 1), pointer("move", 350, 50, 2)]


def lock(method, ident):
    return edit(method, id=ident, patch={"locked": True})


def nested(depth):
    """An object in an object, and so on."""
    value = {}
    for _ in range(depth - 1):
        value = {"a": value}
    return value


END = look("gesture/end")
#: Two nodes whose data came by a file and fit no more, in a document that refuses such data.
UNFIT = create(
    [node("one", 0, 0, type="t", data={"text": 1}), node("two", 200, 0, type="t", data={"text": 1})],
    types={"t": {"schema": {"properties": {"text": {"type": "string"}}}}},
    settings={"dataProblems": "refuse"},
)
#: The same with data that fit.
FIT = create([node("one", 0, 0, type="t", data={"text": "x"})], types=UNFIT[1]["content"]["types"], settings={"dataProblems": "refuse"})
#: An alt-drag of the first of them.
COPIED = [UNFIT, view(), pointer("down", 50, 50, 1, modifiers=["alt"]), pointer("move", 90, 90, 2, modifiers=["alt"])]
DUPLICATED = look("input/key", phase="down", key="d", modifiers=["control"], time=1)
UNTIMED = {"duration": -1}
#: Edits with the fewest parameters that are as described.
SMALLEST = {
    "document/duplicate": {"nodes": ["a"]}, "edge/connect": {"edge": edge("e", "a", "b")},
    "edge/reconnect": {"id": "e"}, "edge/reorder": {"ids": ["e"], "to": "front"},
    "edge/reverse": {"ids": ["e"]}, "edge/straighten": {"ids": ["e"]},
    "edge/swap": {"node": "a", "handle": "x", "with": "y"},
    "edge/update": {"id": "e", "patch": {}}, "element/remove": {"nodes": ["a"]}, "group/create": {"ids": ["a"]},
    "group/dissolve": {"id": "g"}, "group/fit": {"id": "g"},
    "group/layout": {"id": "g", "layout": None}, "node/align": {"ids": ["a"], "edge": "left"},
    "node/distribute": {"ids": ["a"], "axis": "x"}, "node/insert": {"node": {}}, "node/reorder": {"ids": ["a"], "to": "front"},
    "node/measure": {"sizes": {}}, "node/reparent": {"ids": ["a"]}, "node/resizeTo": {"ids": ["a"]}, "node/scale": {"ids": ["a"], "by": 2},
    "node/update": {"id": "a", "patch": {}},
    "settings/update": {"patch": {}}, "types/update": {"patch": {}},
}  # fmt: skip
#: Questions about a view, in the same way.
LOOKS = {"view/reveal": {"nodes": ["a"]}, "view/fit": {}, "view/select": {"nodes": ["a"]}, "view/focus": {"node": "a"}}
#: A lane that accepts steps alone, with a note that came by a file, and a group in it.
LANE = create(
    [
        node("lane", 0, 0, type="lane"), node("kept", 10, 10, parentId="lane"),
        node("group", 10, 10, type="group", parentId="lane"), node("in", 0, 0, parentId="group"), node("far", 400, 0),
    ],
    types={"lane": {"accepts": ["step"]}},
)  # fmt: skip
AFAR = view(viewport={"x": 0, "y": 0, "zoom": 0.1})
#: A node beside an edge that it fits into.
BESIDE = ([node("a", 0, 0), node("b", 600, 0), node("free", 300, 300)], [edge("e", "a", "b")])
INSERTING = {"dropRules": [{"types": ["text/plain"], "on": ["canvas", "node", "edge"], "insert": "step"}]}
FITTING = [create(*BESIDE, settings={"insertIntoEdges": True}), view()]
OFFERED = [create(*BESIDE, settings=INSERTING), view()]
CORNER = begin("resize", 100, 100, node="tall", corner="bottomRight")
RESIZED = [create([TALL]), view(), CORNER, update(150, 150)]
PULLED = [
    create([TALL]), view(), look("view/select", nodes=["tall"]), pointer("down", 100, 100, 1),
    pointer("move", 140, 140, 2),
]  # fmt: skip
WIDE = {"id": "wide", "position": {"x": 1.6e308, "y": 0}, "width": 1e307, "height": 100}
FLUNG = [
    create([WIDE]), view(viewport={"x": -1.65e307, "y": 0, "zoom": 0.1}), pointer("down", 0, 5, 1),
    pointer("move", 1.7e307, 5, 2),
]  # fmt: skip
CROWD = [pointer("down", 700, 500, 1, ident, kind="touch") for ident in range(33)]
MANY = [{"x": number, "y": 0} for number in range(1000)]

PROVOKED = [
    *[(method, 1107, [create(), edit(method, **params, animate=UNTIMED)]) for method, params in SMALLEST.items()],
    *[(method, 1000, [edit(method, **params)]) for method, params in SMALLEST.items()],
    *[(method, 1001, [create(), edit(method, **params, view="nobody")]) for method, params in SMALLEST.items()],
    *[(method, 1001, [look(method, **params)]) for method, params in LOOKS.items()],
    ("text/replace", 1001, [create(), edit("text/replace", node="a", path="/text", text="x", view="nobody", **{"from": 0, "to": 0})]),
    ("document/create", 1900, [("document/create", {"document": LONG})]),
    ("document/create", 1105, [create([node("a", 0, 0, parentId="b"), node("b", 0, 0, parentId="a")])]),
    ("document/create", 1101, [create([node("a", 0, 0)], [edge("e", "a", "ghost")])]),
    ("document/create", 1104, [create([node("a", 0, 0), node("a", 0, 0)])]),
    ("document/open", 1900, [("document/open", {"text": "{}", "document": LONG})]),
    ("document/export", 1300, [create(), edit("document/export", format="nodewire", path="nowhere/copy.json")]),
    ("edge/targets", 1000, [edit("edge/targets", node="a")]),
    ("document/edit", 1106, [create([{**TALL, "locked": True}]), batch("element/remove", nodes=["tall"])]),
    ("document/open", 1300, [("document/open", {"path": "missing.json"})]),
    ("document/save", 1400, [create(), edit("document/save", path="copy.json", format="none")]),
    ("document/save", 1300, [create(), edit("document/save", path="../outside.json")]),
    ("document/import", 1300, [create(), edit("document/import", path="missing.json")]),
    ("document/layout", 1001, [create([TALL]), edit("document/layout", algorithm="grid", view="nobody")]),
    ("view/command", 1204, [create(), view(), edit("history/begin", label="all"), look("view/command", command="undo", time=1)]),
    ("document/open", 1107, [("document/open", {"text": "{}", "document": ""})]),
    (
        "document/save",
        1300,
        [
            create([node("a", 0, 0)]),
            edit("document/export", format="nodewire", path="lossy.json"),
            ("document/close", {"document": "d", "discard": True}),
            ("document/open", {"path": "twice.json", "document": "d"}),
            edit("document/save"),
        ],
    ),
    ("document/edit", 1102, [create(), batch("element/remove", edges=["ghost"])]),
    ("document/edit", 1104, [create([TALL]), batch("node/insert", node={"id": "tall"})]),
    ("document/edit", 1105, [create([TALL]), batch("node/reparent", ids=["tall"], parentId="tall")]),
    ("document/edit", 1900, [create(), batch("node/insert", node={"id": LONG})]),
    ("node/insert", 1900, [create(), edit("node/insert", node={"id": LONG})]),
    ("node/insertChild", 1001, [create([TALL]), edit("node/insertChild", parent="tall", node={}, view="nobody")]),
    ("node/insertChild", 1900, [create([TALL]), edit("node/insertChild", parent="tall", node={"id": LONG})]),
    ("edge/connect", 1900, [create([TALL, FAR]), edit("edge/connect", edge=edge(LONG, "tall", "far"))]),
    ("group/create", 1900, [create([TALL]), edit("group/create", ids=["tall"], id=LONG)]),
    ("history/undo", 1107, [create(), edit("history/undo", steps=-1)]),
    ("edge/geometry", 1000, [edit("edge/geometry", ids=[])]),
    ("view/bounds", 1101, [create(), view(), look("view/bounds", of={"nodes": ["ghost"]})]),
    ("view/lasso", 1107, [create(), view(), look("view/lasso", rect={"x": 1e308, "y": 0, "width": 1e308, "height": 1})]),
    ("history/redo", 1107, [create(), edit("history/redo", steps=-1)]),
    ("document/merge", 1300, [create(), edit("document/merge", **{"with": {"path": "missing.json"}})]),
    ("document/restore", 1000, [edit("document/restore", **{"with": {"text": "{}"}})]),
    ("document/restore", 1107, [create(), edit("document/restore", **{"with": {"text": "{}"}}, animate=UNTIMED)]),
    ("document/restore", 1001, [create(), edit("document/restore", **{"with": {"text": "{}"}}, view="nobody")]),
    ("constraint/remove", 1001, [create(), edit("constraint/remove", ids=[], view="nobody")]),
    ("document/restore", 1300, [create(), edit("document/restore", **{"with": {"path": "missing.json"}})]),
    ("view/open", 1300, [create(), edit("view/open", width=1, height=1, compare={"with": {"path": "missing.json"}})]),
    ("node/insertSpace", 1001, [create(), edit("node/insertSpace", axis="x", at=0, by=10, view="nobody")]),
    ("document/export", 1300, [create(), edit("document/export", format="svg", path="missing/picture.svg")]),
    ("node/scale", 1000, [edit("node/scale", ids=["tall"], by=2)]),
    ("node/scale", 1001, [create(), edit("node/scale", ids=[], by=2, view="nobody")]),
    ("history/redo", 1001, [create(), edit("history/redo", view="nobody")]),
    ("node/move", 1000, [edit("node/move", ids=["tall"], by={"x": 1, "y": 0})]),
    ("node/reparent", 1107, [create([FAR, node("p", -1.7e308, 0)]), edit("node/reparent", ids=["far"], parentId="p")]),
    ("document/paste", 1900, [create(), edit("document/paste", text="x\n" * 10_001)]),
    ("document/apply", 1900, [create(), edit("document/apply", change={"nodes": {LONG: {"whole": {"id": LONG}}}})]),
    ("conflict/resolve", 1001, [create(), edit("conflict/resolve", take="theirs", view="nobody")]),
    ("conflict/resolve", 1101, resolve(create(), "label", "t", node="ghost")),
    ("conflict/resolve", 1102, resolve(create(), "label", "t", edge="ghost")),
    ("conflict/resolve", 1105, resolve(create([TALL, node("in", 0, 0, parentId="tall")]), "parentId", "in", node="tall")),
    ("conflict/resolve", 1108, resolve(FIT, "data", {"text": 1}, node="one")),
    ("conflict/resolve", 1109, resolve(LANE, "parentId", "lane", node="far")),
    ("document/import", 1900, [create(), edit("document/import", text="x\n" * 1_000_000)]),
    ("document/import", 1001, [create(), edit("document/import", text="graph TD; a-->b", view="ghost")]),
    ("document/edit", 1102, [create(), batch("edge/reorder", ids=["ghost"], to="front")]),
    ("document/edit", 1103, [create([TALL]), batch("edge/swap", **{"node": "tall", "handle": "x", "with": "y"})]),
    ("document/edit", 1201, [create(), batch("document/cut")]),
    ("edge/check", 1000, [edit("edge/check", source="a", target="b")]),
    ("view/focus", 1107, [create([TALL]), view(), look("view/focus", node="tall", reveal=True, animate={"duration": -1})]),
    ("view/reveal", 1102, [create([TALL]), view(), look("view/reveal", edges=["ghost"])]),
    ("view/reveal", 1107, [create([TALL]), view(), look("view/reveal", nodes=["tall"], animate={"duration": -1})]),
    ("document/edit", 1400, [create(), batch("document/paste", text="")]),
    ("document/edit", 1401, [create(), batch("document/import", text='{"nodes": [{"id": "a"}, {"id": "a"}, {"id": "a"}], "edges": []}')]),
    ("input/key", 1107, [create([FAR, {**FAR, "id": "in", "parentId": "far"}]), view(), look("view/select", nodes=["in"]),
                         look("input/key", phase="down", key="c", modifiers=["control"], time=1)]),
    ("document/duplicate", 1102, [create([TALL]), edit("document/duplicate", nodes=["tall"], edges=["ghost"])]),
    ("constraint/add", 1001, [create(), edit("constraint/add", constraint={"kind": "free"}, view="nobody")]),
    ("constraint/add", 1102, [create(), edit("constraint/add", constraint={"kind": "forward", "edges": ["ghost"]})]),
    ("constraint/add", 1900, [create(constraints=[{"kind": "free"}] * 1000), edit("constraint/add", constraint={"kind": "free"})]),
    ("document/duplicate", 1107, [create([FAR]), edit("document/duplicate", nodes=["far"], by={"x": 1e308, "y": 0})]),
    ("history/begin", 1900, [create(), *[edit("history/begin", label="again")] * 1001]),
    (
        "types/update",
        1106,
        [
            create(
                [node("a", 0, 0, type="t"), node("b", 200, 0)],
                [edge("e", "a", "b", sourceHandle="out", locked=True)],
                types={"t": {"handles": [{"id": "out", "type": "source"}]}},
            ),
            edit("types/update", patch={"t": {"handles": [{"id": "other", "type": "source"}]}}),
        ],
    ),
    ("node/descendants", 1000, [edit("node/descendants", ids=["a"])]),
    ("document/paste", 1108, [UNFIT, edit("document/paste", fragment={"nodes": [node("a", 0, 0, type="t", data={"text": 1})]})]),
    ("document/paste", 1109, [LANE, edit("document/paste", fragment={"nodes": [node("a", 0, 0)]}, parentId="lane")]),
    ("gesture/end", 1108, [UNFIT, view(), begin("drag", 50, 50, nodes=["one"]), update(90, 90, modifiers=["alt"]), END]),
    ("input/pointer", "invalidData", [*COPIED, pointer("up", 90, 90, 3, modifiers=["alt"])]),
    ("input/key", "invalidData", [UNFIT, view(), look("view/select", nodes=["one"]), DUPLICATED]),
    ("input/key", "notAccepted", [LANE, view(), look("view/select", nodes=["kept"]), DUPLICATED]),
    ("document/edit", 1106, [create([node("a", 0, 0, locked=True)]), batch("node/move", ids=["a"], by={"x": 1, "y": 0})]),
    ("document/edit", 1109, [LANE, batch("node/reparent", ids=["far"], parentId="lane")]),
    ("document/duplicate", 1109, [LANE, edit("document/duplicate", nodes=["kept"])]),
    ("group/dissolve", 1109, [LANE, edit("group/dissolve", id="group")]),
    ("input/pointer", "notAccepted", [LANE, view(), pointer("down", 450, 50, 1), pointer("move", 5, 5, 2), pointer("up", 5, 5, 3)]),
    (
        "input/drop",
        "notAccepted",
        [
            create([node("g", 0, 0, type="group")], settings=INSERTING), view(), drop("over", 50, 50, 1),
            edit("types/update", patch={"group": {"accepts": []}}), drop("drop", 50, 50, 2),
        ],
    ),  # fmt: skip
    ("document/edit", 1102, [create(), batch("edge/update", id="ghost", patch={})]),
    *[
        (f"item/{verb}", 1000, [edit(f"item/{verb}", node="a", path="", **params)])
        for verb, params in (
            ("insert", {"item": 1}), ("update", {"index": 0, "patch": 1}), ("move", {"index": 0, "to": 0}),
            ("remove", {"index": 0}),
        )
    ],
    ("item/insert", 1900, [create([TALL]), edit("item/insert", node="tall", path="/a" * 126, item=1)]),
    (
        "item/update",
        1900,
        [
            create([{**TALL, "data": [1]}]),
            edit("item/update", node="tall", path="", index=0, patch=nested(125)),
        ],
    ),
    ("document/edit", 1110, [create([TALL]), batch("edge/connect", edge=edge("e", "tall", "tall"))]),
    ("view/focus", 1102, [create(), view(), look("view/focus", edge="ghost")]),
    (
        "view/focus",
        1107,
        [create([TALL]), view(), look("view/focus", node="tall", reveal=True, animate={"duration": -1})],
    ),
    ("view/open", 1900, [create(), *[("view/open", {"document": "d", "width": 1, "height": 1})] * 1001]),
    ("dialog/start", 1900, [create([TALL]), view(), look("dialog/start", variables={"long": "x" * 65_537})]),
    (
        "dialog/choose",
        1900,
        [
            create([{**TALL, "data": {"input": "word"}}]), view(), look("dialog/start"),
            look("dialog/choose", input="x" * 65_537),
        ],
    ),  # fmt: skip
    ("node/measure", 1900, [create(), edit("node/measure", sizes={f"n{i}": None for i in range(10_001)})]),
    ("view/measure", 1900, [create(), view(), look("view/measure", sizes={f"n{i}": None for i in range(10_001)})]),
    ("view/emphasize", 1900, [create(), view(), look("view/emphasize", where={"label": {"contains": "x" * 1001}})]),
    ("input/drop", 1900, [create(), view(), look("input/drop", phase="over", at={"x": 0, "y": 0}, time=0, fragment=HEAP)]),
    ("view/hitTests", 1900, [create(), view(), look("view/hitTests", points=[{"x": 0, "y": 0}] * 10_001)]),
    ("view/lasso", 1900, [create(), view(), look("view/lasso", polygon=[{"x": 0, "y": 0}] * 100_001)]),
    (
        "gesture/begin",
        1900,
        [create(BESIDE[0], [edge("e", "a", "b", waypoints=MANY)]), view(), begin("waypoint", 400, 300, edge="e")],
    ),
    ("gesture/update", 1206, [create([TALL, node("off", 300, 0, connectable=False)]), view(), begin("connect", 50, 100, node="tall"), look("gesture/update", node="off")]),
    ("view/command", 1107, [create([FAR, {**FAR, "id": "in", "parentId": "far"}]), view(), look("view/select", nodes=["in"]), look("view/command", command="copy", time=1)]),
    ("document/apply", 1001, [create(), edit("document/apply", change={}, view="none")]),
    ("node/resize", 1001, [create([TALL]), edit("node/resize", id="tall", width=1, height=1, view="none")]),
    ("document/cut", 1000, [edit("document/cut", nodes=["a"])]),
    # The document changes between what a gesture shows and its end.
    ("gesture/end", 1106, [*RESIZED, lock("node/update", "tall"), END]),
    ("gesture/end", 1107, [create([FAR]), AFAR, begin("drag", 0, 0, nodes=["far"]), update(1.7e307, 0), END]),
    ("gesture/end", 1110, [*FITTING, begin("drag", 350, 350), update(350, 50), lock("edge/update", "e"), END]),
    ("input/pointer", "locked", [*PULLED, lock("node/update", "tall"), pointer("up", 140, 140, 3)]),
    ("input/pointer", 1107, [*FLUNG, pointer("up", 1.7e307, 5, 3)]),
    ("input/pointer", "connection.locked", [*FITTING, *slide(), lock("edge/update", "e"), pointer("up", 350, 50, 3)]),
    ("input/pointer", 1900, [create(), view(), *CROWD]),
    ("input/drop", 1107, [create(settings=INSERTING), AFAR, drop("over", 10, 10, 1), drop("drop", 1.7e308, 0, 2)]),
    ("input/drop", "connection.locked", [*OFFERED, drop("over", 350, 50, 1), lock("edge/update", "e"), drop("drop", 350, 50, 2)]),
    ("input/key", 1204, [create(), view(), edit("history/begin", label="all"), key("z", 1, "control")]),
    (
        "view/command",
        1204,
        [create(), view(), edit("history/begin", label="all"), look("view/command", command="undo", time=1)],
    ),
    ("document/layout", 1001, [create(), edit("document/layout", algorithm="grid", view="none")]),
    ("document/edit", 1106, [create([node("shut", 0, 0, locked=True)]), batch("element/remove", nodes=["shut"])]),
    ("group/layout", 1106, [create([node("shut", 0, 0, type="group", locked=True)]), edit("group/layout", id="shut", layout={"algorithm": "layered"})]),
    # A pan that a client ends by name while its pointer is down.
]
