"""The limits that a client may lower for its conversation."""

import json
from random import Random

import pytest

from nodewire_client import Connection
from nodewire_client.errors import LimitExceeded, ServerError

from openrpc_checks import SPECIFICATION
from served_folder import TEXT, folder, launch

TABLE = {row["name"]: row for row in json.loads((SPECIFICATION / "openrpc.json").read_text())["x-limits"]}


def node(ident):
    return {"id": ident, "position": {"x": 0, "y": 0}}


def limited(caught, name):
    return caught.value.code == 1900 and caught.value.data == {**caught.value.data, "reason": "limits", "limit": name}


def test_those_in_force_are_returned(launch):
    wanted = {name: row["least"] for name, row in TABLE.items() if "least" in row}
    assert len(wanted) >= 12
    found = launch(limits=wanted).limits["limits"]
    assert found == {name: wanted.get(name, row["value"]) for name, row in TABLE.items()}


@pytest.mark.parametrize(
    "limits, code, path",
    [
        ({"ideas": 1}, -32602, "/limits/ideas"),
        ({"depth": 5}, -32602, "/limits/depth"),
        ({"views": "1"}, -32602, "/limits/views"),
        ({"views": 0}, 1107, "/limits/views"),
        ({"views": -1}, 1107, "/limits/views"),
        ({"views": 1001}, 1107, "/limits/views"),
        ({"messageBytes": 65_535}, 1107, "/limits/messageBytes"),
        ([], -32602, "/limits"),
    ],
)
def test_what_is_unknown_or_out_of_range_is_refused(launch, limits, code, path):
    with pytest.raises(ServerError) as caught:
        launch(limits=limits)
    assert (caught.value.code, caught.value.data["path"]) == (code, path)


def test_documents_views_and_edits(launch):
    client = launch(limits={"documents": 1, "views": 1, "batchEdits": 2, "nodes": 3, "edges": 1})
    document = client.create({"nodes": [node("a"), node("b")]})
    with pytest.raises(LimitExceeded) as caught:
        client.create({})
    assert limited(caught, "documents")
    view = {"document": document.id, "width": 10, "height": 10}
    client.call("view/open", view)
    with pytest.raises(LimitExceeded) as caught:
        client.call("view/open", view)
    assert limited(caught, "views")
    one = {"method": "node/insert", "params": {"node": {"position": {"x": 0, "y": 0}}}}
    with pytest.raises(LimitExceeded) as caught:
        client.call("document/edit", {"document": document.id, "edits": [one] * 3})
    assert limited(caught, "batchEdits")
    with pytest.raises(LimitExceeded) as caught:
        client.call("document/edit", {"document": document.id, "edits": [one] * 2})
    assert limited(caught, "nodes")
    document.node.insert(node=node("c"))
    document.edge.connect(edge={"source": "a", "target": "b"})
    with pytest.raises(LimitExceeded) as caught:
        document.edge.connect(edge={"source": "a", "target": "c"})
    assert limited(caught, "edges")
    document.element.remove(nodes=["c"])
    assert document.history.undo()["steps"] == 1


def test_files_and_messages(launch, folder):
    (folder / "long.json").write_text(TEXT + " " * 1000)
    (folder / "many.json").write_text(json.dumps({"nodes": [node("a"), node("b")], "edges": []}))
    client = launch(limits={"fileBytes": 500, "nodes": 1, "messageBytes": 65_536})
    client.open("a.json").close()
    with pytest.raises(LimitExceeded):
        client.open("long.json")
    with pytest.raises(LimitExceeded) as caught:
        client.open("many.json")
    assert limited(caught, "nodes")
    with pytest.raises(LimitExceeded) as caught:
        client.create({"nodes": [node("a"), node("b")]})
    assert limited(caught, "nodes")
    # A message that is longer is not sent: the server would read past it, and answer no request.
    with pytest.raises(LimitExceeded, match="at most 65536 bytes") as caught:
        client.create({"nodes": [], "more": "x" * 70_000})
    assert limited(caught, "messageBytes")
    document = client.create({"nodes": [], "more": "x" * 65_000})
    assert len(client.call("document/read", {"document": document.id})["content"]["more"]) == 65_000
    client.call("document/apply", {"document": document.id, "change": {"content": {"set": {"again": "y" * 1000}}}})
    with pytest.raises(LimitExceeded) as caught:
        client.call("document/read", {"document": document.id})
    assert caught.value.reason == "limits.reply"


def test_a_longer_message_is_read_past(server):
    with Connection.launch([server]) as connection:
        connection.request("initialize", {"clock": "client", "limits": {"messageBytes": 65_536}})
        # Its id is not known, so no request is answered.
        connection.send("document/create", {"content": {"more": "x" * 70_000}})
        assert connection.request("document/list") == {"documents": []}


def test_history(launch):
    client = launch(limits={"historySteps": 3})
    document = client.create({"nodes": [node("a")]})
    for step in range(9):
        document.node.move(ids=["a"], to={"x": step + 1, "y": 0})
    assert document.history.undo(steps=9)["steps"] == 3
    client = launch(limits={"historyBytes": 1})
    document = client.create({"nodes": [node("a")]})
    for step in range(9):
        document.node.move(ids=["a"], to={"x": step + 1, "y": 0})
    assert document.history.undo(steps=9)["steps"] == 1


def test_a_job_that_takes_too_long_is_given_up(launch, folder):
    """Drawing the nodes in layers takes much longer than a second."""
    random = Random(1)
    many = [{"id": f"n{i}", "position": {"x": i % 300 * 200, "y": i // 300 * 100}, "label": "x" * 40} for i in range(40_000)]
    ends = [(random.randrange(40_000), random.randrange(40_000)) for _ in range(160_000)]
    edges = [{"id": f"e{i}", "source": f"n{a}", "target": f"n{b}"} for i, (a, b) in enumerate(ends) if a != b]
    (folder / "big.json").write_text(json.dumps({"nodes": many, "edges": edges}))
    client = launch(limits={"jobSeconds": 1, "jobs": 2})
    client.open("big.json", document="d")
    params = {"document": "d", "format": "svg", "path": "out.svg", "options": {"embed": True}}
    slow = {"document": "d", "algorithm": "layered"}
    pending = client.send("document/layout", slow)
    client.send("document/export", params)
    with pytest.raises(LimitExceeded) as caught:
        client.call("document/export", params)
    assert limited(caught, "jobs")
    with pytest.raises(LimitExceeded) as caught:
        pending.result()
    assert limited(caught, "jobSeconds")
