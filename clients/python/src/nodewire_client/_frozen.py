"""JSON values that are read-only: the elements of a replica."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, Dict, List, NoReturn

if TYPE_CHECKING:
    from typing_extensions import ReadOnly as ReadOnly
else:

    class ReadOnly:
        """Marks a member that type checkers treat as read-only; at run time it is the type itself."""

        def __class_getitem__(cls, kind):
            return kind


REFUSAL = (
    "a replica cannot be written: use the edits of its document, such as document.node.update, or write to what "
    "replica.nodes.copy(id) gives"
)


def refuse(*_: object, **__: object) -> NoReturn:
    raise TypeError(REFUSAL)


class FrozenObject(Dict[str, Any]):
    """A read-only object with read-only values. ``copy.deepcopy`` gives a plain dictionary."""

    __slots__ = ()

    __setitem__ = __delitem__ = __ior__ = update = setdefault = pop = popitem = clear = refuse

    def __copy__(self) -> Dict[str, Any]:
        return dict(self)

    def __deepcopy__(self, memo: Dict[int, Any]) -> Dict[str, Any]:
        return {name: copy.deepcopy(value, memo) for name, value in self.items()}

    def __reduce__(self) -> Any:
        return dict, (list(self.items()),)


class FrozenArray(List[Any]):
    """A read-only array with read-only values. ``copy.deepcopy`` gives a plain list."""

    __slots__ = ()

    __setitem__ = __delitem__ = __iadd__ = __imul__ = refuse
    append = extend = insert = pop = remove = clear = sort = reverse = refuse

    def __copy__(self) -> List[Any]:
        return list(self)

    def __deepcopy__(self, memo: Dict[int, Any]) -> List[Any]:
        return [copy.deepcopy(value, memo) for value in self]

    def __reduce__(self) -> Any:
        return list, (list(self),)


def frozen(value: Any) -> Any:
    """A read-only copy of a value; the cost is its size."""
    kind = type(value)
    if kind is dict:
        members = FrozenObject(value)
        for name, one in value.items():
            kind = type(one)
            if kind is dict or kind is list:
                write(members, name, frozen(one))
        return members
    return FrozenArray(map(frozen, value)) if kind is list else value


write = dict.__setitem__
"""Writes a member, also of what refuses it."""
