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
    """A list of some of the elements."""
    return None if values is None else [kind(one) for one in values]


def keyed(kind: Callable[[Any], One], values: Optional[Mapping[str, Any]]) -> Optional[Dict[str, One]]:
    """Some of the elements, by their names."""
    return None if values is None else {name: kind(one) for name, one in values.items()}


#: Members that are points, sizes, rectangles and lists of points, wherever they stand.
_KINDS: Dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("position", "at", "by", "to", "from", "about", "pointer", "center", "offset", "labelOffset"), as_point),
    **dict.fromkeys(("defaultSize", "minSize", "maxSize", "collapsedSize", "size"), as_size),
    **dict.fromkeys(("rect", "within"), as_rect),
    **dict.fromkeys(("waypoints", "polygon", "points"), lambda values: [as_point(one) for one in values]),
}

#: Members whose values are the user's own.
_OWN = frozenset(("data", "defaultData", "schema", "foreign"))


def sent(value: Any) -> Any:
    """Parameters as they are sent: tuples become points, sizes and rectangles, also in elements.

    A value without tuples is returned unchanged.
    """
    kind = type(value)
    if kind is dict:
        changed = None
        for name, member in value.items():
            if type(member) not in _PLAIN and name not in _OWN:
                new = _KINDS[name](member) if isinstance(member, (tuple, list)) and name in _KINDS else sent(member)
                if new is not member:
                    changed = dict(value) if changed is None else changed
                    changed[name] = new
        return value if changed is None else changed
    if kind is list or kind is tuple:
        items = [one if type(one) in _PLAIN else sent(one) for one in value]
        return value if all(new is old for new, old in zip(items, value)) else items
    return value


_PLAIN = frozenset((str, int, float, bool, type(None)))


def _members(value: Any, what: str, names: Tuple[str, ...]) -> Any:
    if not isinstance(value, tuple):
        return value
    if len(value) != len(names):
        raise TypeError(f"a {what} is ({', '.join(names)}), which {value!r} is not")
    return dict(zip(names, value))
