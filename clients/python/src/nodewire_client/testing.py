"""Tests of documents: streams of input and a state machine for Hypothesis, and a fixture for pytest.

Needs the extra ``testing``, which the client itself does not. The fixture is there after
``from nodewire_client.testing import nodewire``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, cast

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from ._process import Command
from .client import Client, Document, View

__all__ = ["DocumentMachine", "KEYS", "Step", "gestures", "nodewire", "play"]

Step = Tuple[str, Dict[str, Any]]
"""A method of input and its parameters but for the view; ``time`` is in milliseconds since the stream began."""

KEYS = ("Delete", "Escape", "Enter", "Tab", "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "a", "d")
MODIFIERS = ("shift", "control", "alt", "meta")


def gestures(view: View, width: float = 800, height: float = 600, *, longest: int = 6) -> st.SearchStrategy[List[Step]]:
    """Streams of input in a view: drags of nodes and other presses, keys and wheels, at most ``longest`` of them.

    They begin where the view shows a node when this is called, or anywhere on its ``width`` times ``height`` screen
    points. Nodes are aimed at only in a view that was opened with a ``scene``. No pointer stays down.
    """
    places = _targets(view)
    anywhere = st.builds(_point, st.integers(0, int(width)), st.integers(0, int(height)))
    place = st.one_of(st.sampled_from(places), anywhere) if places else anywhere
    start = st.sampled_from(places) if places else anywhere
    nothing: st.SearchStrategy[List[str]] = st.builds(list)
    held = st.one_of(nothing, nothing, st.lists(st.sampled_from(MODIFIERS), max_size=2, unique=True))
    drag = st.builds(
        _press, start, st.lists(anywhere, min_size=2, max_size=4), st.just("mouse"), st.just("up"), nothing,
    )  # fmt: skip
    press = st.builds(
        _press, place, st.lists(place, max_size=4), st.sampled_from(("mouse", "touch", "pen")),
        st.sampled_from(("up", "up", "up", "cancel")), held,
    )  # fmt: skip
    key = st.builds(_key, st.sampled_from(KEYS), held)
    turn = st.builds(_turn, place, st.builds(_point, st.integers(-200, 200), st.integers(-200, 200)), held)
    return st.lists(st.one_of(drag, press, key, turn), max_size=longest).map(_timed)


def play(view: View, steps: Sequence[Step], since: float = 0.0) -> float:
    """Performs a stream in a view from a time of the client's clock on; returns the time at which it has ended."""
    time = since
    for method, params in steps:
        time = since + params["time"]
        view.document.client.call(method, {**params, "view": view.id, "time": time})
    return time


class DocumentMachine(RuleBasedStateMachine):
    """Streams of input, undo and redo on a document of yours, by Hypothesis; a subclass says which, and what must hold.

    After each step the replica is what the server has, and at the end undoing everything gives back the content.

        class Mine(DocumentMachine):
            content = {"nodes": [{"id": "a", "position": {"x": 0, "y": 0}}]}

            def check(self, document):
                assert len(document.nodes) < 100

        TestMine = Mine.TestCase
    """

    content: Mapping[str, Any] = {}
    server: Optional[Command] = None

    def __init__(self) -> None:
        super().__init__()
        self.client = Client.launch(self.server, clock="client")
        try:
            self.document = self.client.create(self.content)
            self._first = self.document.hash()["hash"]
            self.view = self.document.open_view(800, 600, scene="svg")
        except BaseException:
            self.client.close()
            raise
        self._time = 0.0

    def check(self, document: Document) -> None:
        """What must hold after each step; nothing, unless a subclass says so."""

    @rule(data=st.data())
    def perform(self, data: st.DataObject) -> None:
        """Performs a stream of input."""
        self._time = play(self.view, data.draw(gestures(self.view), label="gestures"), self._time) + 1000

    @precondition(lambda self: self._position() > 0)
    @rule()
    def undo(self) -> None:
        """Undoes a step."""
        self.document.history.undo()

    @precondition(lambda self: self._position() < len(self.document.history.list()["labels"]))
    @rule()
    def redo(self) -> None:
        """Redoes a step."""
        self.document.history.redo()

    @invariant()
    def _holds(self) -> None:
        content = cast(Dict[str, Any], self.document.read())
        assert cast(Dict[str, Any], self.document.replica.read()) == content, "the replica is not the document"
        self.check(self.document)

    def _position(self) -> int:
        return self.document.history.list()["position"]

    def teardown(self) -> None:
        """Undoes everything, compares, and ends the server."""
        try:
            self.view.close()
            steps = self._position()
            if steps:
                self.document.history.undo(steps=steps)
            assert self.document.hash()["hash"] == self._first, "undoing everything does not give back the content"
        finally:
            self.client.close()


@pytest.fixture
def nodewire(tmp_path: Path) -> Iterator[Client]:
    """A client of a server with its own clock, whose files are those of ``tmp_path``; ended after the test."""
    with Client.launch(root=tmp_path, clock="client") as client:
        yield client


def _point(x: float, y: float) -> Dict[str, float]:
    return {"x": x, "y": y}


def _targets(view: View) -> List[Dict[str, float]]:
    """The middles of the nodes that a view shows, and what is at their right borders, on the screen."""
    scene = view.scene_items
    viewport = scene.state.get("viewport") or {"x": 0, "y": 0, "zoom": 1}
    found = []
    for item in scene.nodes.values():
        for across in (item["width"] / 2, item["width"]):
            x, y = item["x"] + across, item["y"] + item["height"] / 2
            found.append(_point(x * viewport["zoom"] + viewport["x"], y * viewport["zoom"] + viewport["y"]))
    return found


def _press(
    start: Mapping[str, float], moves: Sequence[Mapping[str, float]], kind: str, end: str, modifiers: List[str]
) -> List[Step]:
    common = {"id": 1, "kind": kind, "modifiers": modifiers}
    last = moves[-1] if moves else start
    phases = [("down", start), *(("move", place) for place in moves), (end, last)]
    return [("input/pointer", {**common, "phase": phase, "at": dict(place)}) for phase, place in phases]


def _key(key: str, modifiers: List[str]) -> List[Step]:
    return [("input/key", {"phase": phase, "key": key, "modifiers": modifiers}) for phase in ("down", "up")]


def _turn(at: Mapping[str, float], by: Mapping[str, float], modifiers: List[str]) -> List[Step]:
    return [("input/wheel", {"at": dict(at), "by": dict(by), "modifiers": modifiers})]


def _timed(parts: Sequence[Sequence[Step]]) -> List[Step]:
    """The steps in turn, a picture of the screen apart."""
    steps = [step for part in parts for step in part]
    return [(method, {**params, "time": 16.0 * count}) for count, (method, params) in enumerate(steps, 1)]
