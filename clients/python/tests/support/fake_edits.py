"""What the edits of the fake server do to plain content, and what they have changed."""

from __future__ import annotations


class Refused(Exception):
    def __init__(self, code, message, **data):
        super().__init__(message)
        self.error = {"code": code, "message": message, "data": data}


def rest(content):
    return {
        name: value
        for name, value in content.items()
        if name not in ("nodes", "edges", "settings", "types", "viewport")
    }


def difference(before, after):
    """The members of ``document/changed`` that lead from one content to the other."""
    changed, order = {}, {}
    for kind in ("nodes", "edges"):
        old = {element["id"]: element for element in before[kind]}
        new = {element["id"]: element for element in after[kind]}
        changes = {ident: None for ident in old if ident not in new}
        for ident, element in new.items():
            if ident not in old:
                changes[ident] = {"whole": element}
            elif element != old[ident]:
                changes[ident] = members(old[ident], element)
        if changes:
            changed[kind] = changes
        appended = [ident for ident in old if ident in new] + [ident for ident in new if ident not in old]
        wanted = list(new)
        while appended and appended[-1] == wanted[-1]:
            appended.pop()
            wanted.pop()
        if appended:
            ids = list(new)
            order[kind] = [
                {"id": ident, **({"before": ids[place + 1]} if place + 1 < len(ids) else {})}
                for place, ident in enumerate(wanted)
            ]
    if order:
        changed["order"] = order
    for name, old, new in (
        ("settings", before.get("settings"), after.get("settings")),
        ("content", rest(before), rest(after)),
    ):
        if old != new:
            changed[name] = None if new is None else {"whole": new} if old is None else members(old, new)
    return changed


def members(old, new):
    change = {
        "set": {name: value for name, value in new.items() if name not in old or old[name] != value},
        "unset": [name for name in old if name not in new],
    }
    return {name: value for name, value in change.items() if value}


def element(document, kind, ident):
    for one in document["content"][kind]:
        if one["id"] == ident:
            return one
    code, reason = (1101, "noSuchNode") if kind == "nodes" else (1102, "noSuchEdge")
    raise Refused(code, f"there is no {kind[:-1]} {ident}", reason=reason, **{kind: [ident]})


def insert(document, params):
    node = dict(params["node"])
    ids = {one["id"] for one in document["content"]["nodes"]}
    if node.get("id") in ids:
        raise Refused(1104, "the id is taken", reason="duplicateId", nodes=[node["id"]], path="/node/id")
    while "id" not in node or node["id"] in ids:
        document["counts"][0] += 1
        node["id"] = f"n{document['counts'][0]}"
    document["content"]["nodes"].append(node)
    return {"id": node["id"]}


def move(document, params):
    for ident in params["ids"]:
        node = element(document, "nodes", ident)
        place = node.get("position", {"x": 0, "y": 0})
        node["position"] = {"x": place["x"] + params["by"]["x"], "y": place["y"] + params["by"]["y"]}
    return {}


def update(document, params):
    node = element(document, "nodes", params["id"])
    for name, value in params["patch"].items():
        if value is None:
            node.pop(name, None)
        else:
            node[name] = value
    return {}


def reorder(document, params):
    nodes = document["content"]["nodes"]
    chosen = [node for node in nodes if node["id"] in params["ids"]]
    others = [node for node in nodes if node["id"] not in params["ids"]]
    nodes[:] = others + chosen if params["to"] == "front" else chosen + others
    return {}


def remove(document, params):
    nodes, edges = set(params.get("nodes") or ()), set(params.get("edges") or ())
    for ident in nodes:
        element(document, "nodes", ident)
    content = document["content"]
    content["nodes"] = [one for one in content["nodes"] if one["id"] not in nodes]
    kept = [
        one
        for one in content["edges"]
        if one["id"] not in edges and one["source"] not in nodes and one["target"] not in nodes
    ]
    counts = {"nodes": len(nodes), "edges": len(content["edges"]) - len(kept)}
    content["edges"] = kept
    return counts


def connect(document, params):
    edge = dict(params["edge"])
    content = document["content"]
    ids = {one["id"] for one in content["nodes"]}
    if edge["source"] not in ids or edge["target"] not in ids:
        raise Refused(
            1110,
            "there is no such node",
            reason="connection.noSuchNode",
            nodes=[end for end in (edge["source"], edge["target"]) if end not in ids],
        )
    if edge["source"] == edge["target"]:
        raise Refused(1110, "an edge from a node to itself", reason="connection.self", nodes=[edge["source"]])
    taken = {one["id"] for one in content["edges"]}
    while "id" not in edge or edge["id"] in taken:
        document["counts"][1] += 1
        edge["id"] = f"e{document['counts'][1]}"
    content["edges"].append(edge)
    return {"id": edge["id"]}


def settings(document, params):
    document["content"].setdefault("settings", {}).update(params["patch"])
    return {}


EDITS = {
    "node/insert": insert,
    "node/move": move,
    "node/update": update,
    "node/reorder": reorder,
    "element/remove": remove,
    "edge/connect": connect,
    "settings/update": settings,
}
