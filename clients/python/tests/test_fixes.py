"""Every fix that document/check offers is performed, and mends what it is for."""

import json
from random import Random

import pytest

from nodewire import Client

DOCUMENTS = 60
WRONG = [3, "odd", True, [], {"x": "y"}, [{"id": "in", "type": "target"}, {"id": "x"}], -1]
NODE_MEMBERS = ["handles", "zIndex", "hidden", "label", "sourcePosition", "draggable", "type", "acceptsChildren"]
EDGE_MEMBERS = ["zIndex", "hidden", "pathOptions", "waypoints", "labelPosition", "labelOffset", "selectable"]
SETTINGS = ["allowCycles", "allowSelfLoops", "allowDuplicates", "snapGrid", "minZoom", "nobodyKnowsIt"]
NODES = ["a", "b", "c", "d"]


def broken_document(seed):
    """A document as somebody may have written it by hand."""
    random = Random(seed)
    strict = {name: False for name in ("allowCycles", "allowSelfLoops", "allowDuplicates")}
    settings = {**strict, **{name: random.choice(WRONG) for name in random.sample(SETTINGS, random.randint(0, 2))}}
    types = {"odd": random.choice([3, {"handles": [{"id": "in", "type": "target"}, {"type": "none"}]}, {}])}
    nodes = []
    for ident in NODES:
        node = {"id": ident, "position": {"x": 0, "y": 0}}
        if random.random() < 0.4:
            node["type"] = "odd"
        if random.random() < 0.4:
            node["handles"] = [{"id": "in", "type": "target", "limit": 1}, {"id": "out", "type": "source"}]
        for name in random.sample(NODE_MEMBERS, random.randint(0, 2)):
            node[name] = random.choice(WRONG)
        nodes.append({**node, **({"locked": True} if random.random() < 0.3 else {})})
    edges = []
    for number in range(random.randint(0, 8)):
        edge = {"id": f"e{number}", "source": random.choice(NODES), "target": random.choice(NODES)}
        if random.random() < 0.5:
            edge["targetHandle"] = random.choice(["in", "none"])
        for name in random.sample(EDGE_MEMBERS, random.randint(0, 1)):
            edge[name] = random.choice(WRONG)
        edges.append({**edge, **({"locked": True} if random.random() < 0.3 else {})})
    return {"nodes": nodes, "edges": edges, "types": types, "settings": settings}


@pytest.fixture(scope="module")
def session(server):
    with Client.launch(server, timeout=30) as client:
        yield client


def check(session):
    return session.call("document/check", {"document": "d"})["diagnostics"]


def about(diagnostic):
    return json.dumps([diagnostic["code"], diagnostic["elements"], diagnostic["message"]])


def summary(diagnostic):
    """A diagnostic but for the other edges, which are listed as they came."""
    return {**diagnostic, "elements": None}


def test_every_fix_is_performed_and_mends_what_it_is_for(session):
    performed = 0
    for seed in range(DOCUMENTS):
        session.call("document/open", {"document": "d", "text": json.dumps(broken_document(seed))})
        found = check(session)
        for diagnostic in found:
            for fix in diagnostic["fixes"]:
                session.call("document/edit", {"document": "d", "edits": fix})
                left = [about(one) for one in check(session)]
                assert about(diagnostic) not in left, f"seed {seed}: {fix} leaves {diagnostic}"
                session.call("history/undo", {"document": "d"})
                back = [summary(one) for one in check(session)]
                assert back == [summary(one) for one in found], f"seed {seed}: {fix} is not taken back"
                performed += 1
        session.call("document/close", {"document": "d", "discard": True})
    assert performed > 300


def test_nothing_is_offered_that_a_lock_refuses(session):
    at = {"position": {"x": 0, "y": 0}}
    nodes = [{"id": "a", **at}, {"id": "b", "zIndex": "high", "locked": True, **at}]
    edges = [{"id": "e", "source": "a", "target": "a", "locked": True}]
    content = {"nodes": nodes, "edges": edges, "settings": {"allowSelfLoops": False}}
    session.call("document/open", {"document": "d", "text": json.dumps(content)})
    found = check(session)
    session.call("document/close", {"document": "d", "discard": True})
    assert [(one["code"], one["fixes"]) for one in found] == [("invalidValue", []), ("connection.self", [])]
