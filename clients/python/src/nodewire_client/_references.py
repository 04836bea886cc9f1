"""Nodes and edges as objects: what they are is read from the replica, what is done to them are edits of the document.

The asyncio client has the same objects; there, edits are awaited, and the replica is read before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Iterator, List, Mapping, Optional, TypeVar, cast

from ._geometry import Position

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .client import Document
    from .generated import (
        EdgeConnectResult,
        EdgeUpdateResult,
        ElementRemoveResult,
        EdgePatch,
        FrozenEdge,
        FrozenNode,
        NewEdge,
        NodeMoveResult,
        NodePatch,
        NodeUpdateResult,
    )

__all__ = ["Batch", "EdgeReference", "EdgeReferences", "NodeReference", "NodeReferences"]


class Reference:
    """An element of a document by its id; it need not be there any more."""

    __slots__ = ("_document", "_id")

    def __init__(self, document: "Document", ident: str) -> None:
        self._document = document
        self._id = ident

    if not TYPE_CHECKING:

        def __setattr__(self, name, value):
            if not name.startswith("_"):
                raise AttributeError(f"{name} cannot be set: it is changed by an edit, such as update({name}=…)")
            object.__setattr__(self, name, value)

    @property
    def id(self) -> str:
        return self._id

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id!r} of {self._document.id!r}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reference) and type(other) is type(self) and other._key == self._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> Any:
        return self.id, id(self._document)


class NodeReference(Reference):
    """A node of a document."""

    __slots__ = ()

    @property
    def content(self) -> "FrozenNode":
        """Its members, as the replica has them. Raises ``KeyError`` if it is not there."""
        return self._document._content().nodes[self.id]

    @property
    def position(self) -> Position:
        """Where its top-left corner is, in the node that contains it if there is one: ``x, y = node.position``.

        Raises ``KeyError`` if it has no place yet.
        """
        position = self.content["position"]
        return Position(position["x"], position["y"])

    @property
    def edges(self) -> "List[EdgeReference]":
        """The edges that begin or end at it, in the order of the document; looks at all edges."""
        edges = self._document._content().edges
        return [
            EdgeReference(self._document, ident) for ident in edges if self.id in (edges[ident]["source"], edges[ident]["target"])
        ]

    def move(self, x: float, y: float) -> "NodeMoveResult":
        """Moves it, with what it contains, by so much."""
        return self._document.node.move(ids=[self.id], by={"x": x, "y": y})

    def move_to(self, x: float, y: float) -> "NodeMoveResult":
        """Moves its top-left corner to a point of the canvas."""
        return self._document.node.move(ids=[self.id], to={"x": x, "y": y})

    def update(self, **patch: "Unpack[NodePatch]") -> "NodeUpdateResult":
        """Changes members of it (RFC 7396)."""
        return self._document.node.update(id=self.id, patch=patch)

    def connect(self, target: "NodeReference", **members: Any) -> "EdgeConnectResult":
        """Makes an edge to another node; ``members`` are others of the edge, such as ``label``. The rules may refuse it."""
        edge = cast("NewEdge", {"source": self.id, "target": target.id, **members})
        return self._document.edge.connect(edge=edge)

    def remove(self) -> "ElementRemoveResult":
        """Removes it with its edges and what it contains."""
        return self._document.element.remove(nodes=[self.id])


class EdgeReference(Reference):
    """An edge of a document."""

    __slots__ = ()

    @property
    def content(self) -> "FrozenEdge":
        """Its members, as the replica has them. Raises ``KeyError`` if it is not there."""
        return self._document._content().edges[self.id]

    @property
    def source(self) -> NodeReference:
        return NodeReference(self._document, self.content["source"])

    @property
    def target(self) -> NodeReference:
        return NodeReference(self._document, self.content["target"])

    def update(self, **patch: "Unpack[EdgePatch]") -> "EdgeUpdateResult":
        """Changes members of it (RFC 7396)."""
        return self._document.edge.update(id=self.id, patch=patch)

    def remove(self) -> "ElementRemoveResult":
        """Removes it."""
        return self._document.element.remove(edges=[self.id])


One = TypeVar("One", bound=Reference)


class References(Generic[One]):
    """The nodes or the edges of a document, in its order."""

    __slots__ = ("_document",)

    def __init__(self, document: "Document") -> None:
        self._document = document

    _insert = ""
    """The edit that makes one."""

    if not TYPE_CHECKING:

        def __setitem__(self, ident, value):
            raise TypeError(f"an element cannot be set: call document.{self._insert}, or update(…) of the one that is there")

        def __delitem__(self, ident):
            raise TypeError("an element cannot be deleted so: call remove() of it")

    def _elements(self) -> Mapping[str, Any]:
        raise NotImplementedError

    def _made(self, ident: str) -> One:
        raise NotImplementedError

    def __getitem__(self, ident: str) -> One:
        """Raises ``KeyError`` if it is not there."""
        if ident not in self._elements():
            raise KeyError(ident)
        return self._made(ident)

    def get(self, ident: str) -> Optional[One]:
        return self._made(ident) if ident in self._elements() else None

    def __iter__(self) -> Iterator[One]:
        """What is there now: it may be edited meanwhile."""
        return iter([self._made(ident) for ident in self._elements()])

    def __len__(self) -> int:
        return len(self._elements())

    def __contains__(self, one: object) -> bool:
        return (one.id if isinstance(one, Reference) else one) in self._elements()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._document.id!r}>"


class NodeReferences(References[NodeReference]):
    """The nodes of a document: ``document.nodes["a"].move(40, 0)``, ``for node in document.nodes``."""

    __slots__ = ()
    _insert = "node.insert(node=…)"

    def _elements(self) -> Mapping[str, Any]:
        return self._document._content().nodes

    def _made(self, ident: str) -> NodeReference:
        return NodeReference(self._document, ident)


class EdgeReferences(References[EdgeReference]):
    """The edges of a document."""

    __slots__ = ()
    _insert = "edge.connect(edge=…)"

    def _elements(self) -> Mapping[str, Any]:
        return self._document._content().edges

    def _made(self, ident: str) -> EdgeReference:
        return EdgeReference(self._document, ident)


class Batch:
    """Edits that are one undo step: those of a ``with`` block. An exception in it takes them all back.

    It is a group of the history, so each edit is performed, and has its result, when it is called.
    """

    def __init__(self, document: "Document", label: str) -> None:
        self._document = document
        self._label = label

    def _begin(self) -> Any:
        return self._document.history.begin(label=self._label)

    def _end(self, kind: Optional[type]) -> Any:
        return self._document.history.end() if kind is None else self._document.history.cancel()

    def __enter__(self) -> "Document":
        self._begin()
        return self._document

    def __exit__(self, kind: Optional[type] = None, *_: object) -> None:
        self._end(kind)

    async def __aenter__(self) -> "Document":
        await self._begin()
        return self._document

    async def __aexit__(self, kind: Optional[type] = None, *_: object) -> None:
        await self._end(kind)
