"""Documents as graphs of NetworkX, and graphs as the content of documents. Needs ``networkx``, which the client itself does not."""

from __future__ import annotations

import copy
from importlib import import_module
from typing import TYPE_CHECKING, Any, Dict, List, Mapping

if TYPE_CHECKING:
    from ._session import DocumentState

__all__ = ["content_of", "graph_of"]


def graph_of(document: "DocumentState") -> Any:
    """A ``MultiDiGraph`` of a document as its replica is now.

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


def content_of(graph: Any) -> Dict[str, List[Dict[str, Any]]]:
    """What ``client.create`` makes a document of, from any graph of NetworkX.

    Ids are the nodes as text; attributes become members, ``pos`` the position. Edges keep keys that are text as their ids, and
    those of an undirected graph lead as they are listed. Raises ``ValueError`` if two nodes have the same text.
    """
    names = {node: str(node) for node in graph.nodes}
    if len(set(names.values())) < len(names):
        raise ValueError("two nodes of the graph have the same text")
    nodes = [{**_placed(attributes), "id": names[node]} for node, attributes in graph.nodes(data=True)]
    edges = []
    for source, target, *rest in graph.edges(keys=True, data=True) if graph.is_multigraph() else graph.edges(data=True):
        ident = {"id": rest[0]} if isinstance(rest[0], str) else {}
        edges.append({**rest[-1], **ident, "source": names[source], "target": names[target]})
    return {"nodes": nodes, "edges": edges}


def _but(members: Mapping[str, Any], *names: str) -> Dict[str, Any]:
    return {name: value for name, value in members.items() if name not in names}


def _placed(attributes: Mapping[str, Any]) -> Dict[str, Any]:
    place = attributes.get("pos")
    if place is None or "position" in attributes:
        return dict(attributes)
    x, y = place
    return {**_but(attributes, "pos"), "position": {"x": float(x), "y": float(y)}}
