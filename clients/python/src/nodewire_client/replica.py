"""A copy of a document's content, kept up to date by ``document/changed``."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, Dict, Generic, Iterable, Iterator, List, Mapping, Optional, TypeVar, cast

from ._frozen import REFUSAL, frozen, refuse, write
from .errors import ReplicaError

if TYPE_CHECKING:
    from .generated import Edge, FrozenContent, FrozenEdge, FrozenNode, HistoryState, Node

Element = TypeVar("Element")
Own = TypeVar("Own")
Change = Optional[Mapping[str, Any]]


class Elements(Mapping[str, Element], Generic[Element, Own]):
    """Nodes or edges by id, in the order of the document. They are read-only: writing to one raises a ``TypeError``.

    Looking up, appending, removing and moving one before another are O(1), whatever the size: the order is a doubly
    linked list over the ids, with None before the first and after the last.
    """

    __slots__ = ("_items", "_next", "_previous")

    def __init__(self, elements: Iterable[Any] = ()) -> None:
        # Those that were loaded refuse to be written as soon as they are looked up; the others always do.
        self._items: Dict[str, Any] = {cast(Any, element)["id"]: element for element in elements}
        ids: List[Optional[str]] = [None, *self._items, None]
        self._next: Dict[Optional[str], Optional[str]] = dict(zip(ids, ids[1:]))
        self._previous: Dict[Optional[str], Optional[str]] = dict(zip(ids[1:], ids))

    def __getitem__(self, ident: str) -> Element:
        element = self._items[ident]
        if type(element) is dict:
            element = self._items[ident] = frozen(element)
        return cast(Element, element)

    def copy(self, ident: str) -> Own:
        """A writable copy of an element; the document does not follow it. Raises ``KeyError`` if the element does not exist."""
        return cast(Own, copy.deepcopy(self[ident]))

    if not TYPE_CHECKING:
        __setitem__ = __delitem__ = update = setdefault = pop = popitem = clear = refuse

    def __contains__(self, ident: object) -> bool:
        return ident in self._items

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[str]:
        following = self._next
        ident = following[None]
        while ident is not None:
            yield ident
            ident = following[ident]

    def in_order(self) -> List[Element]:
        """The elements in the order of the document."""
        return [self[ident] for ident in self]

    def apply(self, ident: str, change: Change) -> None:
        """Inserts at the end, replaces in place, sets and unsets members, or removes. Raises ``ReplicaError``."""
        if change is None:
            self._remove(ident)
        elif "whole" in change:
            if ident not in self._items:
                self._link(ident, None)
            self._items[ident] = frozen(change["whole"])
        else:
            element = self._items.get(ident)
            if element is None:
                raise ReplicaError(f"a change to {ident!r}, which is not in the replica")
            patch(element, change)

    def place(self, ident: str, before: Optional[str]) -> None:
        """Moves an element directly before another, or to the end."""
        if ident not in self._items or (before is not None and before not in self._items):
            raise ReplicaError(f"an order of {ident!r} before {before!r}, which are not both in the replica")
        if before == ident:
            return
        self._unlink(ident)
        self._link(ident, before)

    def _remove(self, ident: str) -> None:
        if ident not in self._items:
            raise ReplicaError(f"a removal of {ident!r}, which is not in the replica")
        del self._items[ident]
        self._unlink(ident)

    def _link(self, ident: str, before: Optional[str]) -> None:
        after = self._previous[before]
        self._next[after] = self._previous[before] = ident
        self._previous[ident] = after
        self._next[ident] = before

    def _unlink(self, ident: str) -> None:
        before, after = self._previous.pop(ident), self._next.pop(ident)
        self._next[before] = after
        self._previous[after] = before


class Replica:
    """The content of one document at one revision.

    Applying a ``document/changed`` costs what changed. Elements change in place, and only with the document:
    they refuse to be written, and ``copy.deepcopy`` gives one that does not.
    """

    def __init__(self, document: str, content: Mapping[str, Any]) -> None:
        """``content`` is the result of ``document/read`` without a filter."""
        self._document = document
        self._history: Mapping[str, Any] = {}
        self.load(content)

    if not TYPE_CHECKING:

        def __setattr__(self, name, value):
            if not name.startswith("_"):
                raise AttributeError(REFUSAL)
            object.__setattr__(self, name, value)

        def __delattr__(self, name):
            raise AttributeError(REFUSAL)

    def load(self, content: Mapping[str, Any]) -> None:
        """Starts again from a new ``document/read``."""
        self._revision: int = content["revision"]
        self._nodes: Elements["FrozenNode", "Node"] = Elements(content.get("nodes") or ())
        self._edges: Elements["FrozenEdge", "Edge"] = Elements(content.get("edges") or ())
        self._settings: Optional[Dict[str, Any]] = frozen(content.get("settings"))
        self._types: Optional[Dict[str, Any]] = frozen(content.get("types"))
        self._content: Optional[Dict[str, Any]] = frozen(content.get("content"))

    @property
    def document(self) -> str:
        """The name of the document."""
        return self._document

    @property
    def revision(self) -> int:
        return self._revision

    @property
    def nodes(self) -> Elements["FrozenNode", "Node"]:
        """The nodes by id, in the order of the document."""
        return self._nodes

    @property
    def edges(self) -> Elements["FrozenEdge", "Edge"]:
        """The edges by id, in the order of the document."""
        return self._edges

    @property
    def settings(self) -> Optional[Mapping[str, Any]]:
        return self._settings

    @property
    def types(self) -> Optional[Mapping[str, Any]]:
        return self._types

    @property
    def content(self) -> Optional[Mapping[str, Any]]:
        """The other members of the document, beside nodes, edges, settings and types."""
        return self._content

    def load_history(self, history: Mapping[str, Any]) -> None:
        """Sets what undo and redo would do, from the ``history`` of a ``document/changed``."""
        self._history = history

    def apply(self, params: Mapping[str, Any]) -> bool:
        """Applies the parameters of one ``document/changed``. Returns false if the replica already had it.

        Raises ``ReplicaError`` if it does not fit; then load the replica again.
        """
        revision = params["revision"]
        if revision <= self.revision:
            return False
        if params.get("from", revision - 1) != self.revision:
            raise ReplicaError(f"a change from revision {params.get('from')} met a replica at {self.revision}")
        for ident, change in (params.get("nodes") or {}).items():
            self.nodes.apply(ident, change)
        for ident, change in (params.get("edges") or {}).items():
            self.edges.apply(ident, change)
        order = params.get("order")
        if order:
            self._reorder(order)
        for member in ("settings", "types", "content"):
            if member in params:
                setattr(self, f"_{member}", _changed(getattr(self, member), params[member]))
        self._history = params.get("history", self._history)
        self._revision = revision
        return True

    @property
    def history(self) -> "HistoryState":
        """The labels of the next undo and redo; empty until the first change if nothing was loaded."""
        return cast("HistoryState", frozen(self._history))

    def _reorder(self, order: Mapping[str, Any]) -> None:
        for elements, entries in ((self.nodes, order.get("nodes")), (self.edges, order.get("edges"))):
            for entry in reversed(entries or ()):
                elements.place(entry["id"], entry.get("before"))

    def read(self) -> "FrozenContent":
        """The result of ``document/read`` without a filter; its values are read-only."""
        content: Dict[str, Any] = {
            "revision": self.revision,
            "nodes": self.nodes.in_order(),
            "edges": self.edges.in_order(),
        }
        for member in ("settings", "types", "content"):
            value = getattr(self, member)
            if value is not None:
                content[member] = value
        return cast("FrozenContent", content)


def patch(target: Dict[str, Any], change: Mapping[str, Any]) -> None:
    """Sets and unsets top-level members, even of read-only elements; a null in ``set`` is stored."""
    values = change.get("set")
    if values:
        for name, value in values.items():
            write(target, name, frozen(value))
    unset = change.get("unset")
    if unset:
        for member in unset:
            dict.pop(target, member, None)


def _changed(value: Optional[Dict[str, Any]], change: Change) -> Optional[Dict[str, Any]]:
    if change is None:
        return None
    if "whole" in change:
        return cast(Dict[str, Any], frozen(change["whole"]))
    value = frozen({}) if value is None else value
    patch(value, change)
    return value
