"""Warnings about misspelled members of elements: the document keeps them as unknown members."""

from __future__ import annotations

import sys
import warnings
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any, Callable, Dict, FrozenSet, Iterable, List, Mapping, Optional, Tuple

_PACKAGE = str(Path(__file__).parent)

Element = Tuple[bool, Any]


def warn_of_near_members(method: str, params: Optional[Mapping[str, Any]]) -> None:
    """Warns if a sent element has a member that is almost a known one, such as ``lable``."""
    find = _FOUND.get(method)
    if find is None or params is None:
        return
    for is_edge, element in find(params):
        unknown = [] if type(element) is not dict else [name for name in element if name not in _known()[is_edge]]
        for name in unknown:
            meant = get_close_matches(str(name), _known()[is_edge], 1, 0.8)
            if meant and not str(name).startswith("/"):
                text = f"{method}: {name!r} is not known and is only kept; did you mean {meant[0]!r}?"
                warnings.warn(text, UserWarning, outside())


@lru_cache(maxsize=1)
def _known() -> Tuple[FrozenSet[str], FrozenSet[str]]:
    """The known members of nodes and edges."""
    from . import generated

    return frozenset(generated.Node.__annotations__), frozenset(generated.Edge.__annotations__)


def outside() -> int:
    """The number of stack levels up to the caller of the package."""
    depth, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        depth, frame = depth + 1, frame.f_back
    return depth


def _content(params: Any) -> Iterable[Element]:
    for is_edge, name in ((False, "nodes"), (True, "edges")):
        elements = params.get(name) if isinstance(params, dict) else None
        if isinstance(elements, (list, tuple)):
            yield from ((is_edge, one) for one in elements)


def _edits(params: Mapping[str, Any]) -> Iterable[Element]:
    edits: List[Any] = list(params.get("edits") or ())
    for edit in edits:
        find = _FOUND.get(edit.get("method")) if isinstance(edit, dict) else None
        if find is not None and isinstance(edit.get("params"), dict):
            yield from find(edit["params"])


_FOUND: Dict[Any, Callable[[Any], Iterable[Element]]] = {
    "node/insert": lambda params: [(False, params.get("node"))],
    "node/insertChild": lambda params: [(False, params.get("node")), (True, params.get("edge"))],
    "node/update": lambda params: [(False, params.get("patch")), (False, params.get("set"))],
    "edge/connect": lambda params: [(True, params.get("edge"))],
    "edge/update": lambda params: [(True, params.get("patch")), (True, params.get("set"))],
    "document/create": lambda params: _content(params.get("content")),
    "document/edit": _edits,
}
