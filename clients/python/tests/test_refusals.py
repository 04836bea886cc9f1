"""Every switch, lock and flag against every input: what is forbidden moves nothing, and says why."""

import itertools

import pytest

from nodewire_client import Connection

A, B, GROUND = {"x": 75, "y": 30}, {"x": 75, "y": 230}, {"x": 600, "y": 500}
OUT, IN = {"x": 75, "y": 60}, {"x": 75, "y": 200}
COMMANDS = {
    "delete": ("Delete",),
    "cut": ("x", "control"),
    "duplicate": ("d", "control"),
    "nudgeRight": ("ArrowRight",),
    "selectAll": ("a", "control"),
    "select": ("Enter",),
    "toggleSelection": ("Enter", "control"),
    "connect": ("c",),
    "zoomIn": ("+",),
    "zoomOut": ("-",),
    "fit": ("0",),
}


@pytest.fixture(scope="module")
def connection(server):
    with Connection.launch([server], timeout=60) as connection:
        connection.request("initialize", {"clock": "client"})
        connection.notify("initialized")
        yield connection


class Hand:
    """One view of a document, its inputs, and what it was sent."""

    count = itertools.count()

    def __init__(self, connection, settings=None, a=None, b=None, e=None, selected=True):
        self.connection, self.name, self.time = connection, f"d{next(Hand.count)}", 0
        nodes = [
            {"id": "a", "position": {"x": 0, "y": 0}, **(a or {})},
            {"id": "b", "position": {"x": 0, "y": 200}, **(b or {})},
        ]
        edges = [{"id": "e", "source": "a", "target": "b", **(e or {})}]
        content = {"nodes": nodes, "edges": edges, "settings": settings or {}}
        connection.request("document/create", {"document": self.name, "content": content})
        connection.request("view/open", {"document": self.name, "view": self.name, "width": 800, "height": 600})
        if selected:
            connection.request("view/select", {"view": self.name, "nodes": ["a"]})
        self.received = []
        self.leave = [
            connection.on(method, lambda params, method=method: self.received.append((method, params)))
            for method in ("view/frame", "view/event", "document/changed")
        ]

    def input(self, method, **params):
        self.time += 10
        return self.connection.request(f"input/{method}", {"view": self.name, "time": self.time, **params})

    def key(self, key, *modifiers):
        return self.input("key", phase="down", key=key, modifiers=list(modifiers))

    def pointer(self, phase, at, *modifiers, id=1):
        return self.input("pointer", phase=phase, id=id, at=at, modifiers=list(modifiers))

    def drag(self, start, by, *modifiers):
        self.pointer("down", start, *modifiers)
        return self.pointer("move", {"x": start["x"] + by, "y": start["y"]}, *modifiers)

    def focus(self, id):
        self.connection.request("view/focus", {"view": self.name, "node": id})
        self.received.clear()

    def close(self):
        for leave in self.leave:
            leave()
        self.connection.request("document/close", {"document": self.name, "discard": True})


def fingers(hand):
    hand.input("pointer", phase="down", id=1, kind="touch", at=GROUND)
    return hand.input("pointer", phase="down", id=2, kind="touch", at=A)


WHEEL = ("wheel", lambda hand: hand.input("wheel", at=A, by={"x": 0, "y": 40}))
WHEEL_ZOOM = ("wheel zoom", lambda hand: hand.input("wheel", at=A, by={"x": 0, "y": 40}, modifiers=["control"]))
PINCH = ("pinch", lambda hand: hand.input("pinch", phase="begin", at=A))
FINGERS = ("fingers", fingers)
PAN = ("drag of the canvas", lambda hand: hand.drag(GROUND, 50))
MARQUEE = ("marquee", lambda hand: hand.drag(GROUND, 50, "shift"))
NO_PAN_NO_ZOOM = {"panEnabled": False, "zoomEnabled": False}


def command(name):
    return (name, lambda hand: hand.key(*COMMANDS[name]))


def connect(hand):
    hand.drag(OUT, 20)
    return hand.pointer("up", IN)


CONNECT = ("connect", connect)


def rows():
    """What a document has, an input, and what its refusal says; None for what nothing forbids."""
    off = "switchedOff"
    for inputs, settings, setting in (
        ((WHEEL, PAN, command("fit")), {"panEnabled": False}, "panEnabled"),
        ((WHEEL_ZOOM, command("zoomIn"), command("zoomOut"), command("fit")), {"zoomEnabled": False}, "zoomEnabled"),
        ((PINCH, FINGERS), NO_PAN_NO_ZOOM, "zoomEnabled"),
        ((MARQUEE, command("selectAll")), {"multiSelectionEnabled": False}, "multiSelectionEnabled"),
        (
            (MARQUEE, command("selectAll"), command("select"), command("toggleSelection")),
            {"selectionEnabled": False},
            "selectionEnabled",
        ),
    ):
        for one in inputs:
            yield one, {"settings": settings}, {"reason": off, "setting": setting}
    for name in ("delete", "cut", "nudgeRight", "connect"):
        yield command(name), {"a": {"locked": True}}, {"reason": "locked", "nodes": ["a"]}
    for name in ("delete", "cut"):
        yield command(name), {"a": {"deletable": False}}, {"reason": off, "setting": "deletable", "nodes": ["a"]}
        yield command(name), {"e": {"locked": True}}, {"reason": "locked", "edges": ["e"]}
        yield command(name), {"e": {"deletable": False}}, {"reason": off, "setting": "deletable", "edges": ["e"]}
    yield command("nudgeRight"), {"a": {"draggable": False}}, {"reason": off, "setting": "draggable", "nodes": ["a"]}
    yield command("connect"), {"a": {"connectable": False}}, {"reason": off, "setting": "connectable", "nodes": ["a"]}
    for name in ("select", "toggleSelection"):
        yield command(name), {"a": {"selectable": False}}, {"reason": off, "setting": "selectable", "nodes": ["a"]}
    still = {"settings": {"panEnabled": False}}
    for flag in ({"locked": True}, {"draggable": False}):
        wanted = {"reason": "locked"} if "locked" in flag else {"reason": off, "setting": "draggable"}
        yield ("drag of a node", lambda hand: hand.drag(A, 50)), {**still, "a": flag}, {**wanted, "nodes": ["a"]}
    yield CONNECT, {}, {"reason": "connection.duplicate", "edges": ["e"]}
    full = [{"id": "in", "type": "target"}, {"id": "out", "type": "source", "limit": 1}]
    refused = {"reason": "connection.limit", "nodes": ["a"], "edges": ["e"]}
    yield CONNECT, {"a": {"handles": full}, "settings": {"allowDuplicates": True}}, refused
    nothing = {"selected": False}
    for name in ("delete", "cut", "duplicate", "nudgeRight", "select", "connect"):
        yield command(name), nothing, None
    yield ("undo", lambda hand: hand.key("z", "control")), {}, None
    yield ("redo", lambda hand: hand.key("y", "control")), {}, None


ROWS = list(rows())


@pytest.mark.parametrize("row", ROWS, ids=[f"{name} {setup}" for (name, _), setup, _ in ROWS])
def test_what_is_forbidden_does_nothing_and_says_why(connection, row):
    (name, perform), setup, wanted = row
    hand = Hand(connection, **setup)
    try:
        if name in ("select", "toggleSelection") and wanted:
            hand.focus("a")
        if "drag" in name:
            hand.connection.request("view/select", {"view": hand.name})
        hand.received.clear()
        result = perform(hand)
        refused = result.get("refused")
        events = [params for method, params in hand.received if params.get("event") == "refused"]
        assert not [method for method, _ in hand.received if method == "document/changed"]
        assert "action" not in result
        if wanted is None:
            assert result == {} and hand.received == []
            return
        assert {key: refused.get(key) for key in ("reason", "setting", "nodes", "edges") if key in refused} == wanted
        assert refused["message"] and set(refused["at"]) == {"x", "y"}
        (event,) = events
        assert {key: event[key] for key in refused} == refused and event["view"] == hand.name
        if name != "connect" or "locked" in str(setup):
            # Nothing has moved: no frame, and none that says that the view moves.
            frames = [params for method, params in hand.received if method == "view/frame"]
            assert not [frame for frame in frames if "viewport" in frame or frame.get("moving")]
    finally:
        hand.close()


def test_methods_that_end_a_draft_say_the_same(connection):
    hand = Hand(connection)
    hand.connection.request("gesture/begin", {"view": hand.name, "kind": "connect", "node": "a", "at": OUT})
    named = hand.connection.request("gesture/update", {"view": hand.name, "node": "b"})["preview"]
    assert named["candidate"] == {"node": "b", "handle": "target"} or named["candidate"]["node"] == "b"
    assert named["reason"] == "duplicate" and named["allowed"] is False
    hand.received.clear()
    result = hand.connection.request("gesture/end", {"view": hand.name})
    assert result["changed"] is False and result["reason"] == "duplicate"
    assert result["refused"]["reason"] == "connection.duplicate" and result["refused"]["edges"] == ["e"]
    assert [params["edges"] for _, params in hand.received if params.get("event") == "refused"] == [["e"]]
    hand.close()
