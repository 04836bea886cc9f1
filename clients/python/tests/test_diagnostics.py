"""What is reported of a document's problems is what a fresh look finds, whatever is edited."""

from random import Random

import pytest

from nodewire_client import Connection, NodewireError
from nodewire_dev import draws

LIMIT = 10_000
TYPES = {
    "t": {
        "computed": "i + 1",
        "role": "start",
        "accepts": ["t"],
        "handles": [{"id": "i", "type": "target", "required": True, "limit": 1}, {"id": "o", "type": "source"}],
    },
    "u": {"schema": {"required": ["text"]}},
}


class Listener:
    """A document that is watched, with what the notifications said of its diagnostics."""

    def __init__(self, connection, content):
        self.connection, self.known, self.heard = connection, {}, []
        connection.on("document/diagnostics", self.reported)
        self("document/create", content=content)
        self("document/watch", diagnostics=True)

    def __call__(self, method, **params):
        return self.connection.request(method, {"document": "d", **params})

    def reported(self, params):
        self.heard.append(params)
        for key in params["unset"]:
            del self.known[key]
        for key, diagnostic in params["set"].items():
            assert diagnostic["key"] == key and self.known.get(key) != diagnostic
            self.known[key] = diagnostic

    def asked(self):
        found, page = [], {}
        while not found or "next" in page:
            page = self("document/check", **({"after": page["next"]} if "next" in page else {}))
            found += page["diagnostics"]
            if not page["diagnostics"]:
                break
        assert len({one["key"] for one in found}) == len(found)
        return {one["key"]: one for one in found}


@pytest.fixture
def connection(server):
    with Connection.launch([server], timeout=60) as connection:
        connection.request("initialize", {"clock": "client"})
        yield connection


@pytest.mark.parametrize("seed", range(6))
def test_what_is_reported_is_what_is_found(connection, seed):
    random = Random(seed)
    names = [*draws.NODES, "x1", "x2"]
    nodes = [{"id": name, "type": random.choice(["t", "u", "v"]), "position": draws.place(random)} for name in names]
    listener = Listener(connection, {"nodes": nodes, "edges": [], "types": TYPES if seed % 2 else {}})
    assert listener.known == listener.asked()
    performed = 0
    for _ in range(150):
        method, params = draws.edit(random)
        if random.random() < 0.2:
            method, params = random.choice(("history/undo", "history/redo")), {}
        try:
            listener(method, **params)
            performed += 1
        except NodewireError:
            pass
        assert listener.known == listener.asked()
    assert performed > 40


def test_there_is_a_bound_and_it_is_said(connection):
    count = LIMIT + 2
    listener = Listener(connection, {"nodes": [{"id": f"n{number}"} for number in range(count)], "edges": []})
    notice = listener.known.pop("notChecked/limit")
    assert notice["severity"] == "information" and str(LIMIT) in notice["message"]
    assert list(listener.known) == list(listener.asked())[:LIMIT]
    # Whatever goes, those behind take its place.
    listener.known["notChecked/limit"] = notice
    listener("element/remove", nodes=["n0"])
    assert "notChecked/limit" in listener.known and f"unplaced/nodes/n{count - 2}" in listener.known
    listener("element/remove", nodes=["n1"])
    assert listener.known == listener.asked() and len(listener.known) == LIMIT
    listener("history/undo")
    assert "notChecked/limit" in listener.known and f"unplaced/nodes/n{count - 1}" not in listener.known


def test_nothing_is_reported_where_nothing_changed(connection):
    listener = Listener(connection, {"nodes": [{"id": "a", "position": {"x": 0, "y": 0}}], "edges": []})
    assert listener.heard == [{"document": "d", "revision": 0, "set": {}, "unset": []}]
    listener("node/move", ids=["a"], by={"x": 10, "y": 0})
    assert len(listener.heard) == 1
