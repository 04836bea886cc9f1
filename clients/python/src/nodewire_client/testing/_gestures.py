"""Streams of input in a view, drawn by Hypothesis, and how they are performed."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Sequence, Tuple

from hypothesis import strategies as st

from ..client import View

Step = Tuple[str, Dict[str, Any]]
"""A method of input and its parameters but for the view; ``time`` is in milliseconds since the stream began."""

KEYS = (
    "Delete", "Backspace", "Escape", "ArrowLeft", "ArrowUp", "ArrowDown", "ArrowRight", "a", "c", "d", "e", "v", "x", "y", "z",
    "Enter", "Tab", "Shift", " ", "PageUp", "PageDown", "+", "-", "0",
)  # fmt: skip
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
