"""Views that show the same, with what makes them differ and alike again: each is sent what the document holds."""

import json
from random import Random

import pytest

from counted_messages import CHANGED, FRAME, counted

from nodewire_client.testing import Laws
from nodewire_dev.fuzz import INITIALIZE, Peer, encoded

VIEWS = [f"v{number}" for number in range(6)]
NODES = [f"n{number}" for number in range(12)]
KINDS = ["move"] * 4 + ["label", "insert", "remove", "undo", "redo", "collapse", "pan", "select", "reopen", "drag"]
KINDS += ["together", "clear", "drop", "calm", "calm"] * 2


def content():
    nodes = [
        {"id": node, "position": {"x": 90 * (place % 4), "y": 80 * (place // 4)}, "width": 60, "height": 40}
        for place, node in enumerate(NODES)
    ]
    nodes.append({"id": "g", "type": "group", "position": {"x": 400, "y": 0}, "width": 200, "height": 200})
    edges = [{"id": f"e{place}", "source": NODES[place], "target": NODES[place * 5 % 12]} for place in range(8)]
    return {"nodes": nodes, "edges": edges}


def opened(view, **more):
    """Every other view is of another size, so that two lots show the same, in turn."""
    width = 400 if int(view[1:]) % 2 else 500
    return "view/open", {"document": "d", "view": view, "width": width, "height": 300, "scene": "svg", **more}


class Program:
    """Edits of the document, mixed with changes of one view and of all of them."""

    def __init__(self, seed):
        self.draw, self.dragging, self.made = Random(seed), None, 0

    def step(self):
        draw, view, node = self.draw, self.draw.choice(VIEWS), self.draw.choice(NODES)
        kind = draw.choice(KINDS)
        if kind == "move":
            yield "node/move", {"document": "d", "ids": [node], "by": {"x": draw.randint(-60, 60), "y": 20}}
        elif kind == "calm":
            for _ in range(9):
                by = {"x": draw.randint(-40, 40), "y": 0}
                yield "node/move", {"document": "d", "ids": [draw.choice(NODES)], "by": by}
        elif kind == "label":
            yield "node/update", {"document": "d", "id": node, "patch": {"label": f"L{draw.randint(0, 9)}"}}
        elif kind == "insert":
            self.made += 1
            at = {"x": draw.randint(0, 500), "y": draw.randint(0, 400)}
            yield "node/insert", {"document": "d", "node": {"id": f"m{self.made}", "position": at}}
        elif kind == "remove":
            yield "element/remove", {"document": "d", "nodes": [f"m{draw.randint(1, self.made + 1)}"]}
        elif kind in ("undo", "redo"):
            yield f"history/{kind}", {"document": "d"}
        elif kind == "collapse":
            value = draw.choice([True, None])
            yield "node/update", {"document": "d", "id": "g", "patch": {"collapsed": value}}
        elif kind == "pan":
            yield "view/pan", {"view": view, "by": {"x": draw.randint(-90, 90), "y": 0}}
        elif kind == "together":
            zoom = draw.choice([0.1, 0.5, 1, 2])
            for one in VIEWS:
                yield "view/fit", {"view": one}
                yield "view/zoom", {"view": one, "to": zoom}
        elif kind == "select":
            yield "view/select", {"view": view, "nodes": [node]}
        elif kind == "clear":
            for one in VIEWS:
                yield "view/select", {"view": one, "nodes": []}
        elif kind == "reopen":
            yield "view/close", {"view": view}
            yield opened(view, carried=draw.choice(["placed", "offset"]))
        elif kind == "drag":
            yield "gesture/begin", {"view": view, "kind": "drag", "at": {"x": 0, "y": 0}, "nodes": [node]}
            for x in range(draw.randint(0, 2)):
                yield "gesture/update", {"view": view, "at": {"x": 30 * x, "y": 9}}
            self.dragging = view
        elif self.dragging:
            yield "gesture/end" if draw.random() < 0.6 else "gesture/cancel", {"view": self.dragging}
            self.dragging = None


@pytest.mark.parametrize("seed", range(8))
def test_equal_views_show_what_the_document_holds(server, seed):
    program, laws = Program(seed), Laws()
    calls = [("document/create", {"document": "d", "content": content()}), *map(opened, VIEWS)]
    for number in range(120):
        calls += program.step()
        if number % 3 == 0:
            calls += [("view/scene", {"view": view}) for view in VIEWS]
    calls += [("view/scene", {"view": view}) for view in VIEWS]
    messages = [INITIALIZE] + [
        {"jsonrpc": "2.0", "id": f"any:{place}", "method": method, "params": params}
        for place, (method, params) in enumerate(calls)
    ]
    peer = Peer([server])
    try:
        for message in messages:
            laws.sent(message)
        received = [json.loads(line) for line in peer.exchange(encoded(messages), messages[-1]["id"])]
    finally:
        peer.close()
    for message in received:
        laws.received(message)
    frames = [message for message in received if message.get("method") == "view/frame"]
    assert not laws.unanswered and len(frames) > 300


#: How many more views are open, and the most that a move may cost with them, as a multiple of one view.
MANY, SAME, NOTHING = 40, 4, 1.3


def test_views_that_show_the_same_or_nothing_cost_little(server):
    alone = counted(server, moves(0, {}), [CHANGED, FRAME])
    assert counted(server, moves(MANY, {"x": 0, "y": 0, "zoom": 1}), [CHANGED, FRAME]) < SAME * alone
    assert counted(server, moves(MANY, {"x": -9000, "y": -9000, "zoom": 1}), [CHANGED, FRAME]) < NOTHING * alone


def moves(count, viewport):
    """Moves of a node in a view, with more views beside it."""

    def calls(served):
        served.open()
        for number in range(count + 1):
            shown = viewport if number else {"x": 0, "y": 0, "zoom": 1}
            method, params = opened(f"v{2 * number}", viewport=shown)
            served.ask(method, **params)
        for turn in range(10**6):
            yield "node/move", {"document": "d", "ids": ["n0"], "to": {"x": 40 + turn % 20, "y": 30}}

    return calls
