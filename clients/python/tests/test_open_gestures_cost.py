"""What a message costs does not depend on what else it says, nor on a gesture that is open elsewhere: instructions are counted, not timed."""

import sys
from functools import partial
from pathlib import Path

import pytest

CLIENTS = Path(__file__).resolve().parents[2]
sys.path.append(str(CLIENTS))

import bench_gate  # noqa: E402
from bench_gate import CHANGED, FRAME, Row, pointer  # noqa: E402

ROOM = 1.02


def counted(server, calls, hears, counts=bench_gate.MANY):
    try:
        bench_gate.check_server(server)
    except bench_gate.Unable as reason:
        if "release build" not in str(reason):
            pytest.skip(str(reason))
    row = Row(calls, hears, counts)
    return bench_gate.counted(row, server)


# Members of a pointer's move


def drag_with(served, **more):
    """input/pointer of a mouse that drags one node, with more members in the order of the specification"""
    served.open()
    served.show()
    down = pointer("down", {"x": 300, "y": 160}, 0)
    served.ask("input/pointer", **down)
    for turn, at in enumerate(bench_gate.points(), 1):
        move = pointer("move", at, turn)
        time = move.pop("time")
        yield "input/pointer", {**move, **more, "time": time}


def named(function, name, **more):
    made = partial(function, **more)
    made.__name__ = name
    made.__doc__ = function.__doc__
    return made


MEMBERS = [
    {"buttons": 1},
    {"pressure": 0.5},
    {"button": 0, "buttons": 1, "modifiers": [], "pressure": 0.25},
    {"button": 0, "buttons": 1, "pressure": 0.25, "modifiers": []},
]


def test_a_drag_costs_the_same_with_buttons_and_pressure(server):
    without = counted(server, named(drag_with, "plain"), [FRAME])
    for number, members in enumerate(MEMBERS):
        cost = counted(server, named(drag_with, f"with-{number}", **members), [FRAME])
        assert cost <= ROOM * without, (members, cost, without)


# An edit elsewhere while a gesture is open

NODES = 100_000
FURTHER = (100, 4000)
"""The first message comes after an opening whose instructions vary."""
COLUMNS = 320
GESTURES = {
    "none": None,
    "drag": {"kind": "drag", "at": {"x": 300, "y": 160}},
    "resize": {"kind": "resize", "node": "n1", "corner": "bottomRight", "at": {"x": 370, "y": 60}},
    "scale": {"kind": "scale", "nodes": ["n1", "n2"], "corner": "bottomRight", "at": {"x": 590, "y": 60}},
    "connect": {"kind": "connect", "node": "n1", "at": {"x": 370, "y": 30}},
    "marquee": {"kind": "marquee", "at": {"x": 200, "y": 100}},
    "lasso": {"kind": "lasso", "at": {"x": 200, "y": 100}},
    "cut": {"kind": "cut", "at": {"x": 200, "y": 100}},
}


def place(number):
    return {"x": number % COLUMNS * 220, "y": number // COLUMNS * 140}


def many():
    """A document that is larger by far than what a view shows."""
    nodes = [f'{{"id":"n{n}","position":{{"x":{place(n)["x"]},"y":{place(n)["y"]}}},"width":150,"height":60}}' for n in range(NODES)]
    edges = [f'{{"id":"e{n}","source":"n{n}","target":"n{n + 1}"}}' for n in range(0, NODES - 1, 2)]
    return f'{{"nodewire":1,"nodes":[{",".join(nodes)}],"edges":[{",".join(edges)}]}}'


def edit_elsewhere(served, gesture, document, scene="svg"):
    """node/move far from a view in which a gesture is open, or in another document"""
    served.ask("document/create", document="small", content={"nodes": [{"id": f"n{NODES - n}", "position": place(n)} for n in range(1, 101)]})
    served.open(text=many())
    served.show(scene=scene)
    if gesture:
        served.ask("gesture/begin", view="v", **gesture)
        served.ask("gesture/update", view="v", at={"x": 700, "y": 400})
    for turn in range(10**6):
        node = NODES - 1 - turn % 100
        to = {"x": place(node)["x"] + turn % 40, "y": place(node)["y"] + 10}
        yield "node/move", {"document": document, "ids": [f"n{node}"], "to": to}


@pytest.mark.parametrize("document", ["d", "small"])
def test_an_edit_elsewhere_costs_the_same_while_a_gesture_is_open(server, document):
    def cost(name):
        made = named(edit_elsewhere, name, gesture=GESTURES[name], document=document)
        return counted(server, made, [CHANGED], FURTHER)

    without = cost("none")
    for name in GESTURES:
        assert cost(name) <= ROOM * without, (name, without)
