"""Points, sizes and rectangles as tuples: ``(x, y)``, ``(width, height)`` and ``(x, y, width, height)``."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, List, Mapping, NamedTuple, Optional, Tuple, TypeVar

One = TypeVar("One")


class Position(NamedTuple):
    """A point of the canvas."""

    x: float
    y: float


def as_point(value: Any) -> Any:
    """A point as it is sent."""
    return _members(value, "point", ("x", "y"))


def as_size(value: Any) -> Any:
    """A size as it is sent."""
    return _members(value, "size", ("width", "height"))


def as_rect(value: Any) -> Any:
    """A rectangle as it is sent."""
    return _members(value, "rectangle", ("x", "y", "width", "height"))


def listed(kind: Callable[[Any], One], values: Optional[Iterable[Any]]) -> Optional[List[One]]:
    """Some of them."""
    return None if values is None else [kind(one) for one in values]


def keyed(kind: Callable[[Any], One], values: Optional[Mapping[str, Any]]) -> Optional[Dict[str, One]]:
    """Some of them by their names."""
    return None if values is None else {name: kind(one) for name, one in values.items()}


def _members(value: Any, what: str, names: Tuple[str, ...]) -> Any:
    if not isinstance(value, tuple):
        return value
    if len(value) != len(names):
        raise TypeError(f"a {what} is ({', '.join(names)}), which {value!r} is not")
    return dict(zip(names, value))
