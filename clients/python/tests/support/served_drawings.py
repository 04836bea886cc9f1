"""Drawings as the server makes and returns them."""

import json

from drawing_figures import Drawing, read_path, straight_lines


def opened(client, content):
    """A document of this content; the text decides everything, also without positions."""
    return client.open(text=json.dumps(content))


def drawing_of(document, straight=False):
    """The frames of all nodes on the canvas, and the lines of edges: as drawn, or straight from middle to middle."""
    content = document.read()
    own = {node["id"]: frame(node) for node in content["nodes"]}
    parents = {node["id"]: node["parentId"] for node in content["nodes"] if "parentId" in node}
    frames = {}
    for node in own:
        chain, at = [node], parents.get(node)
        while at is not None:
            chain.append(at)
            at = parents.get(at)
        corner = [sum(own[each][axis] for each in chain) for axis in (0, 1)]
        frames[node] = (*corner, *own[node][2:])
    ends = {edge["id"]: (edge["source"], edge["target"]) for edge in content["edges"]}
    if straight:
        lines = straight_lines(frames, ends)
    else:
        geometry = document.edge.geometry(ids=list(ends))["edges"] if ends else {}
        lines = {edge: read_path(geometry[edge]["path"]) for edge in ends if edge in geometry}
    return Drawing(frames, lines, ends, parents)


def frame(node):
    place = node.get("position", {"x": 0, "y": 0})
    return place["x"], place["y"], node.get("width", 150), node.get("height", 60)
