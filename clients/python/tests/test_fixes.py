"""Every fix that document/check offers is performed, and mends what it is for."""

import json
from random import Random

import pytest

from nodewire_client import Client

DOCUMENTS = 60
WRONG = [3, "odd", True, [], {"x": "y"}, [{"id": "in", "type": "target"}, {"id": "x"}], -1]
NODE_MEMBERS = ["handles", "zIndex", "hidden", "label", "sourcePosition", "draggable", "type", "acceptsChildren"]
EDGE_MEMBERS = ["zIndex", "hidden", "pathOptions", "waypoints", "labelPosition", "labelOffset", "selectable"]
SETTINGS = ["allowCycles", "allowSelfLoops", "allowDuplicates", "snapGrid", "minZoom", "nobodyKnowsIt"]
NODES = ["a", "b", "c", "d", "g"]
TYPES = {
    "box": {"accepts": ["odd"], "role": "start"},
    "sum": {
        "computed": "x + y",
        "handles": [
            {"id": "x", "type": "target", "default": 0, "required": True},
            {"id": "y", "type": "target", "default": 1, "limit": 1},
            {"id": "o", "type": "source"},
        ],
    },
}


def broken_document(seed):
    """A document as somebody may have written it by hand."""
    random = Random(seed)
    strict = {name: False for name in ("allowCycles", "allowSelfLoops", "allowDuplicates")}
    settings = {**strict, **{name: random.choice(WRONG) for name in random.sample(SETTINGS, random.randint(0, 2))}}
    types = {"odd": random.choice([3, {"handles": [{"id": "in", "type": "target"}, {"type": "none"}]}, {}])}
    types.update({name: entry for name, entry in TYPES.items() if random.random() < 0.6})
    nodes = []
    for ident in NODES:
        node = {"id": ident, "position": {"x": random.randint(0, 60), "y": random.randint(0, 60)}}
        if random.random() < 0.7:
            node["type"] = random.choice(["odd", "sum", "sum", "nobody"])
        if ident == "g":
            node["type"] = "box"
        elif random.random() < 0.4:
            node["parentId"] = "g"
        if random.random() < 0.4:
            node["handles"] = [{"id": "in", "type": "target", "limit": 1}, {"id": "out", "type": "source"}]
        for name in random.sample(NODE_MEMBERS, random.randint(0, 2)):
            node[name] = random.choice(WRONG)
        nodes.append({**node, **({"locked": True} if random.random() < 0.3 else {})})
    edges = []
    for number in range(random.randint(0, 8)):
        edge = {"id": f"e{number}", "source": random.choice(NODES), "target": random.choice(NODES)}
        if random.random() < 0.5:
            edge["targetHandle"] = random.choice(["in", "none", "x", "y", "y"])
        for name in random.sample(EDGE_MEMBERS, random.randint(0, 1)):
            edge[name] = random.choice(WRONG)
        edges.append({**edge, **({"locked": True} if random.random() < 0.3 else {})})
    if seed % 3 == 0:
        types["sum"] = TYPES["sum"]
        nodes.append({"id": "loop", "type": "sum", "position": {"x": 300, "y": 0}})
        edges.append({"id": "round", "source": "loop", "target": "loop", "targetHandle": "y"})
    return {"nodes": nodes, "edges": edges, "types": types, "settings": settings}


@pytest.fixture(scope="module")
def session(server):
    with Client.launch(server, timeout=30) as client:
        yield client


def check(session):
    return session.call("document/check", {"document": "d"})["diagnostics"]


def test_every_fix_is_performed_and_mends_what_it_is_for(session):
    performed, codes = 0, set()
    for seed in range(DOCUMENTS):
        session.call("document/open", {"document": "d", "text": json.dumps(broken_document(seed))})
        found = check(session)
        for diagnostic in found:
            for fix in diagnostic["fixes"]:
                session.call("document/edit", {"document": "d", "edits": fix["edits"]})
                left = [one["key"] for one in check(session)]
                assert diagnostic["key"] not in left, f"seed {seed}: {fix} leaves {diagnostic}"
                session.call("history/undo", {"document": "d"})
                assert check(session) == found, f"seed {seed}: {fix} is not taken back"
                performed += 1
                codes.add(diagnostic["code"])
        session.call("document/close", {"document": "d", "discard": True})
    assert performed > 600
    expected = {"invalidValue", "overlap", "typeMissing", "notAccepted", "cycle"}
    expected |= {"connection." + rule for rule in ("cycle", "duplicate", "limit", "noSuchHandle", "self")}
    assert expected <= codes


def test_nothing_is_offered_that_a_lock_refuses(session):
    at, locked = {"position": {"x": 0, "y": 0}}, {"locked": True}
    nodes = [
        {"id": "a", **at, **locked},
        {"id": "b", "zIndex": "high", **at, **locked},
        {"id": "g", "type": "box", "position": {"x": 0, "y": 500}},
        {"id": "c", "type": "nobody", "parentId": "g", **at, **locked},
    ]
    edges = [{"id": "e", "source": "a", "target": "a", "locked": True}]
    content = {"nodes": nodes, "edges": edges, "types": {"box": {"accepts": []}}, "settings": {"allowSelfLoops": False}}
    session.call("document/open", {"document": "d", "text": json.dumps(content)})
    found = check(session)
    session.call("document/close", {"document": "d", "discard": True})
    assert [(one["code"], [fix["title"] for fix in one["fixes"]]) for one in found] == [
        ("invalidValue", []),
        ("overlap", []),
        ("typeMissing", ['Add the type "nobody"']),
        ("notAccepted", []),
        ("connection.self", []),
    ]
