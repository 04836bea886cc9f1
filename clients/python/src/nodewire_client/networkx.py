"""Documents as graphs of NetworkX, and graphs as the content of documents. Needs ``networkx``, which the client itself does not."""

from __future__ import annotations

import copy
from importlib import import_module
from itertools import combinations
from math import inf, sqrt
from typing import TYPE_CHECKING, Any, Callable, Dict, Hashable, List, Mapping, Optional, Tuple

if TYPE_CHECKING:
    from ._session import DocumentState

__all__ = ["content_of", "graph_of"]

ROOM = 200.0
"""What a node has on average where places are scaled, in points along each axis."""

WIDTH, HEIGHT = 170.0, 80.0
"""The size of a node that states none, with some space."""

MOST_COMPARED = 1000
"""Beyond so many nodes not every two of them are compared."""


def graph_of(document: "DocumentState") -> Any:
    """Makes a ``MultiDiGraph`` of the current content of a document.

    Its nodes are the ids, its edges have theirs as keys; the other members are attributes, copied. An asyncio document's
    replica must have been read. Raises ``ImportError`` without NetworkX.
    """
    graph: Any = import_module("networkx").MultiDiGraph()
    content = document._content()
    for ident, node in content.nodes.items():
        graph.add_node(ident, **copy.deepcopy(_but(node, "id")))
    for ident, edge in content.edges.items():
        graph.add_edge(edge["source"], edge["target"], key=ident, **copy.deepcopy(_but(edge, "id", "source", "target")))
    return graph


def content_of(
    graph: Any,
    data: bool = True,
    scale: Optional[float] = None,
    pos: Optional[Mapping[Hashable, Any]] = None,
    default: Optional[Callable[[Any], Any]] = None,
) -> Dict[str, List[Dict[str, Any]]]:
    """Makes content for ``client.create`` from any graph of NetworkX.

    Ids are the nodes as text. Edges keep keys that are text as their ids, and those of an undirected graph lead as they are
    listed. Raises ``ValueError`` if two nodes have the same text.

    - data: whether attributes are the ``data`` of nodes and edges, where schemas, ``find`` and colors see them; ``label`` is
      the label, too. False makes them members, as ``graph_of`` has them.
    - scale: by what places are multiplied; left out, those of NetworkX's own layouts (all within a few units) are spread so
      that nodes do not lie on each other.
    - pos: the places, as a layout of NetworkX returns them; else the attribute ``pos``. Without one, ``document.layout()``
      gives nodes places.
    - default: makes JSON of what is none, such as ``str``.
    """
    names = {node: str(node) for node in graph.nodes}
    if len(set(names.values())) < len(names):
        raise ValueError("two nodes of the graph have the same text")
    places = _places(graph, pos, scale)
    nodes = []
    for node, attributes in graph.nodes(data=True):
        place = {"position": places[node]} if node in places else {}
        rest = _but(attributes, "pos") if place else dict(attributes)
        nodes.append({**_members(rest, data, default), **place, "id": names[node]})
    edges = []
    for source, target, *rest in graph.edges(keys=True, data=True) if graph.is_multigraph() else graph.edges(data=True):
        ident = {"id": rest[0]} if isinstance(rest[0], str) else {}
        edges.append({**_members(rest[-1], data, default), **ident, "source": names[source], "target": names[target]})
    return {"nodes": nodes, "edges": edges}


def _but(members: Mapping[str, Any], *names: str) -> Dict[str, Any]:
    return {name: value for name, value in members.items() if name not in names}


def _members(attributes: Mapping[str, Any], in_data: bool, default: Optional[Callable[[Any], Any]]) -> Dict[str, Any]:
    members = {str(name): _json(value, default) for name, value in attributes.items()}
    if not in_data:
        return members
    label = {"label": members.pop("label")} if isinstance(members.get("label"), str) else {}
    return {**label, **({"data": members} if members else {})}


def _json(value: Any, default: Optional[Callable[[Any], Any]]) -> Any:
    if default is None or value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Mapping):
        return {str(name): _json(member, default) for name, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [_json(member, default) for member in value]
    return value.tolist() if hasattr(value, "dtype") and hasattr(value, "tolist") else default(value)


def _places(graph: Any, pos: Optional[Mapping[Hashable, Any]], scale: Optional[float]) -> Dict[Hashable, Dict[str, float]]:
    """The positions of the nodes that have one."""
    if pos is None:
        pos = {node: place for node, place in graph.nodes(data="pos") if place is not None}
        pos = {node: place for node, place in pos.items() if "position" not in graph.nodes[node]}
    found = {node: (float(place[0]), float(place[1])) for node, place in pos.items() if node in graph}
    factor = _spread(list(found.values())) if scale is None else scale
    return {node: {"x": x * factor, "y": y * factor} for node, (x, y) in found.items()}


def _spread(places: List[Tuple[float, float]]) -> float:
    """The factor by which positions within a few units spread, so that most default-sized nodes do not overlap; else 1."""
    if len(places) < 2:
        return 1.0
    extent = max(max(axis) - min(axis) for axis in zip(*places))
    if extent == 0 or extent > 20:
        return 1.0
    room: float = ROOM * max(sqrt(len(places)), 2.0) / extent
    if len(places) > MOST_COMPARED:
        return 2 * room
    apart = max(
        min(WIDTH / abs(x - u) if x != u else inf, HEIGHT / abs(y - v) if y != v else inf)
        for (x, y), (u, v) in combinations(places, 2)
    )
    return max(room, min(apart, 8 * room))
