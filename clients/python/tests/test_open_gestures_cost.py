"""A move costs the same with all its members, and an edit the same while a gesture is open elsewhere.

Instructions are counted, as for the gate of the hot paths.
"""

import json
from functools import partial

import pytest

from counted_messages import CHANGED, FRAME, counted, pointer, points

ROOM = 1.02
"""Two counts of the same differ by less than 1 %."""
READ = 1.03
"""Of a move with four more members, which are read."""


# Members of a pointer's move


def drag_with(served, **more):
    """input/pointer of a mouse that drags one node, with more members in the order of the specification"""
    served.open()
    served.show()
    down = pointer("down", {"x": 300, "y": 160}, 0)
    served.ask("input/pointer", **down)
    for turn, at in enumerate(points(), 1):
        move = pointer("move", at, turn)
        time = move.pop("time")
        yield "input/pointer", {**move, **more, "time": time}


def named(function, name, **more):
    made = partial(function, **more)
    made.__name__ = name
    made.__doc__ = function.__doc__
    return made


MEMBERS = [
    {"button": 0, "buttons": 1, "modifiers": [], "pressure": 0.25},
    {"button": 0, "buttons": 1, "pressure": 0.25, "modifiers": []},
]


def test_a_drag_costs_the_same_with_buttons_and_pressure(server):
    most = READ * counted(server, named(drag_with, "plain"), [FRAME])
    for number, members in enumerate(MEMBERS):
        cost = counted(server, named(drag_with, f"with-{number}", **members), [FRAME])
        assert cost <= most, (members, cost, most)


# An edit elsewhere while a gesture is open

NODES = 1280
"""What would look at each of them once would be seen: a fiftieth of an edit is less than an instruction for each."""
COLUMNS = 320
GESTURES = {
    "none": None,
    "drag": {"kind": "drag", "at": {"x": 300, "y": 160}},
    "lasso": {"kind": "lasso", "at": {"x": 200, "y": 100}},
}


def place(number):
    return {"x": number % COLUMNS * 220, "y": number // COLUMNS * 140}


def many():
    """A document that is larger by far than what a view shows."""
    nodes = [{"id": f"n{n}", "position": place(n), "width": 150, "height": 60} for n in range(NODES)]
    edges = [{"id": f"e{n}", "source": f"n{n}", "target": f"n{n + 1}"} for n in range(0, NODES - 1, 2)]
    return json.dumps({"nodewire": 1, "nodes": nodes, "edges": edges})


def edit_elsewhere(served, gesture, document, scene="svg"):
    """node/move far from a view in which a gesture is open, or in another document"""
    nodes = [{"id": f"n{NODES - number}", "position": place(number)} for number in range(1, 101)]
    served.ask("document/create", document="small", content={"nodes": nodes})
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
        return counted(server, named(edit_elsewhere, name, gesture=GESTURES[name], document=document), [CHANGED])

    most = ROOM * cost("none")
    costs = {name: cost(name) for name in (["drag", "lasso"] if document == "d" else ["drag"])}
    assert max(costs.values()) <= most, (most, costs)
