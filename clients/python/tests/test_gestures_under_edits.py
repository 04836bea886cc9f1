"""What a gesture shows is true: after any edit the scene is what it would be if the last event came once more.

A gesture of each kind is led over a small document drawn by chance, and edits of all kinds come from elsewhere: other
windows, the history, settings, types. After each edit the scene is read, the last event is sent again, and the scene is
read again: both are the same. The seeds of a deviation are in its message.
"""

import json
import os
from random import Random

import pytest

from nodewire_client import Client
from nodewire_client.errors import ServerError
from nodewire_dev import draws

#: How many gestures are led for each kind; NODEWIRE_GESTURES may say more.
COUNT = int(os.environ.get("NODEWIRE_GESTURES", "12"))
EDITS = 12
VIEW = "hand"
POINTER = ("drag", "connect", "canvas", "shift", "select", "touch", "pen", "right")
NAMED = ("connect", "reconnect", "resize", "scale", "drag", "waypoint", "label", "marquee", "lasso", "cut")


class Hand:
    """A view with a gesture, and the last event that led it."""

    time = 0
    """Of the last event of any hand: the clock of their server does not go back."""

    def __init__(self, client, random, wide=False):
        self.client, self.random = client, random
        self.last = None
        width, height = (6000, 4000) if wide else (900, 700)
        places = [(random.randint(0, width), random.randint(0, height)) for _ in draws.NODES]
        content = {
            "nodes": draws.nodes(random, places),
            "edges": draws.edges(random),
            "types": draws.types(random),
            "settings": {**draws.settings(random), "inertia": False, "autoPan": False},
        }
        self.call("document/create", document="d", content=content)
        scene = random.choice(("svg", "none")) if wide else "svg"
        self.call("view/open", document="d", view=VIEW, width=1000, height=800, scene=scene)
        self.call("view/open", document="d", view="other", width=1000, height=800)

    def call(self, method, **params):
        return self.client.call(method, params)

    def place(self):
        return {"x": self.random.randint(0, 1000), "y": self.random.randint(0, 800)}

    def point(self, phase, at, **more):
        Hand.time += 16
        event = {"view": VIEW, "phase": phase, "id": 1, "at": at, "time": self.time, **more}
        return self.call("input/pointer", **event)

    def begin(self, kind):
        """Presses somewhere and moves on, as a kind of hand does."""
        more = {"shift": {"modifiers": ["shift"]}, "touch": {"kind": "touch"}, "pen": {"kind": "pen"}}.get(kind, {})
        if kind == "select":
            self.call("view/select", view=VIEW, all=True)
        at = self.place()
        node = self.random.choice(draws.NODES)
        found = self.call("view/scene", view=VIEW).get("enter", {}).get("nodes", {}).get(node)
        if found and kind not in ("canvas", "shift"):
            at = {"x": found["x"] + 5, "y": found["y"] + 5}
            handles = found.get("handles")
            if kind == "connect" and handles:
                at = {"x": handles[-1].get("x", at["x"]), "y": handles[-1].get("y", at["y"])}
        self.point("down", at, **more)
        self.lead(more)

    def lead(self, more):
        self.last = ("pointer", {"at": self.place(), **more})
        self.again()

    def name(self, kind):
        """Begins a gesture by name."""
        node, edge = self.random.choice(draws.NODES), self.random.choice(draws.EDGES)
        own = {
            "connect": {"node": node}, "reconnect": {"edge": edge, "end": self.random.choice(("source", "target"))},
            "resize": {"node": node, "corner": "bottomRight"}, "scale": {"nodes": [node], "corner": "bottomRight"},
            "drag": {"nodes": [node]}, "waypoint": {"edge": edge}, "label": {"edge": edge},
        }.get(kind, {})  # fmt: skip
        self.call("gesture/begin", view=VIEW, kind=kind, at=self.place(), **own)
        self.last = ("gesture", {"at": self.place()})
        self.again()

    def again(self):
        way, event = self.last
        if way == "pointer":
            self.point("move", **event)
        else:
            self.call("gesture/update", view=VIEW, **event)

    def scene(self):
        scene = self.call("view/scene", view=VIEW)
        return {name: value for name, value in scene.items() if name != "frame"}


def edit(hand, random):
    """An edit from elsewhere; what is refused changes nothing."""
    choice = random.random()
    if choice < 0.75:
        method, params = draws.edit(random)
        params = {"document": "d", **params}
    elif choice < 0.9:
        method, params = random.choice(("history/undo", "history/redo")), {"document": "d"}
    elif choice < 0.95:
        patch = {**draws.settings(random), "inertia": False, "autoPan": False}
        method, params = "settings/update", {"document": "d", "patch": patch}
    else:
        method, params = "types/update", {"document": "d", "patch": draws.types(random)}
    try:
        hand.call(method, **params)
    except ServerError:
        return None
    return method, params


@pytest.fixture(scope="module")
def client(server):
    """One server for all: each case has a document of its own."""
    with Client.launch(server, timeout=60, clock="client") as client:
        yield client


def held(client, kind, begin, seed, wide=False):
    random = Random(f"{kind} {seed}")
    hand = Hand(client, random, wide)
    try:
        return shown_again(hand, random, kind, begin, seed)
    finally:
        hand.call("document/close", document="d", discard=True)


def shown_again(hand, random, kind, begin, seed):
    """How many edits a gesture outlived."""
    try:
        begin(hand, kind)
    except ServerError:
        return 0
    if "gesture" not in hand.scene():
        return 0
    for number in range(EDITS):
        done = edit(hand, random)
        before = hand.scene()
        if "gesture" not in before:
            return number
        hand.again()
        after = hand.scene()
        assert before == after, f"{kind}, seed {seed}, edit {number}: {json.dumps(done)[:500]}\n" + "\n".join(
            f"{name}: {json.dumps(before.get(name))[:1500]}\n{json.dumps(after.get(name))[:1500]}"
            for name in sorted({*before, *after})
            if before.get(name) != after.get(name)
        )
    return EDITS


@pytest.mark.parametrize("kind", POINTER)
def test_what_a_hand_holds_is_shown_as_after_the_same_event_once_more(client, kind):
    assert sum(held(client, kind, Hand.begin, seed) for seed in range(COUNT)) >= COUNT


@pytest.mark.parametrize("kind", NAMED)
def test_what_is_held_by_name_is_shown_as_after_the_same_event_once_more(client, kind):
    held_on = sum(held(client, kind, Hand.name, seed) for seed in range(COUNT))
    assert held_on > 0


@pytest.mark.parametrize("kind", NAMED)
def test_edits_beyond_the_view_leave_what_is_held_as_after_the_same_event_once_more(client, kind):
    held_on = sum(held(client, kind, Hand.name, seed, wide=True) for seed in range(COUNT))
    assert held_on > 0
