"""Trees and types of Swift, imported and edited by a client."""

import json

import pytest

from nodewire_client import Client, errors
from nodewire_client.errors import ServerError


@pytest.fixture
def client(server):
    with Client.launch(server, timeout=120) as client:
        yield client


def read(client, text, format="tree", **options):
    return client.call("document/import", {"format": format, "text": text, "options": options})


def places(document):
    return {node["id"]: (node["position"]["x"], node["position"]["y"]) for node in document.read()["nodes"]}


def tree(id, *children):
    return {"id": id, "value": len(id), "children": list(children)}


def test_the_next_version_of_a_tree_moves_what_stays(client):
    old = tree("r", tree("a", tree("b")), tree("c"))
    new = tree("r", tree("c", tree("b")), tree("new"), tree("a"))
    document = client.create(document="d")
    document.import_(text=json.dumps(old), format="tree")
    before = places(document)
    document.import_(text=json.dumps(new), format="tree", replace=True, animate=True)
    after = places(document)
    assert read(client, json.dumps(new))["nodes"] == list(after) == ["r", "c", "b", "new", "a"]
    assert [edge["id"] for edge in document.read()["edges"]] == ["r-c", "c-b", "r-new", "r-a"]
    assert after["a"] != before["a"] and after["r"] != before["r"]
    document.history.undo()
    assert places(document) == before


@pytest.mark.parametrize(
    "format, text, count",
    [
        ("tree", "[1," * 20_000 + "1" + "]" * 20_000, 20_001),
        ("tree", '{"children":[' * 20_000 + "]}" * 20_000, 20_000),
        ("tree", "[0" + ",1" * 20_000 + "]", 20_001),
        ("swiftType", "A<" * 20_000 + "B" + ">" * 20_000, 20_001),
        ("swiftType", "A<" + "B, " * 20_000 + "B>", 20_002),
        ("swiftType", "(" * 20_000 + "B" + ")" * 20_000, 1),
    ],
    ids=["nested lists", "nested objects", "a wide list", "nested types", "a wide type", "parentheses"],
)
def test_depth_and_width_have_no_limit_but_the_text_s(client, format, text, count):
    result = read(client, text, format)
    assert (len(result["nodes"]), len(result["edges"]), result["losses"]) == (count, count - 1, [])
    with pytest.raises(ServerError) as refused:
        read(client, text[: len(text) - 1], format)
    assert refused.value.code == 1400 and "column " in str(refused.value)


def test_children_are_inserted_one_by_one_and_undone(client):
    document = client.create(document="d")
    document.import_(text="[50, [17, 12, 23], [72, 54, 72]]", format="tree")
    before = places(document)
    child = {"document": "d", "parentId": "n2", "index": 1}
    steps = [client.call("node/insertChild", {**child, "node": {"label": str(number)}}) for number in range(5)]
    edges = [edge["target"] for edge in document.read()["edges"] if edge["source"] == "n2"]
    assert edges == ["n3", *[step["id"] for step in reversed(steps)], "n4"]
    now = places(document)
    assert [now[id][0] for id in edges] == sorted(now[id][0] for id in edges)
    assert len({now[id][1] for id in edges}) == 1
    for _ in steps:
        document.history.undo()
    assert places(document) == before


def test_pieces_of_a_type_are_read_or_refused_with_their_place(client):
    text = "VStack<TupleView<(A<B>, [C: (D) -> E?])>>"
    for count in range(len(text)):
        piece = text[:count]
        try:
            read(client, piece, "swiftType", layout=False)
            assert not set("<([") & set(piece)
        except ServerError as error:
            assert error.code == 1400 and (not piece or "line 1, column " in str(error))


MANY = json.dumps([0] + [[1, 2, 3]] * 1500)


def test_many_nodes_are_laid_out_by_a_job_beside_edits_of_others(client):
    seen = []
    client.on("$/progress", lambda params: seen.append(params["value"]["kind"]))
    document = client.create(document="d")
    pending = client.send("document/import", {"format": "tree", "text": MANY, "progressToken": 1})
    document.node.insert(node={"id": "other"})
    result = pending.result()
    assert (len(result["nodes"]), seen[0], seen[-1]) == (1 + 3 * 1500, "begin", "end")
    # A job that is over before anybody looks has nothing to report.
    assert set(seen[1:-1]) <= {"report"}
    laid = client.call("document/read", {"document": result["document"]})["nodes"]
    assert len({(node["position"]["x"], node["position"]["y"]) for node in laid}) == len(laid)
    client.call("history/undo", {"document": result["document"]})
    assert client.call("document/read", {"document": result["document"]})["nodes"] == []


def test_an_import_into_what_has_changed_meanwhile_is_refused(client):
    document = client.create(document="d")
    # The job before it is still under way, so this one has not begun to be performed.
    first = client.send("document/import", {"format": "tree", "text": MANY})
    second = client.send("document/import", {"document": "d", "format": "tree", "text": MANY})
    document.node.insert(node={"id": "other"})
    with pytest.raises(errors.ContentModified):
        second.result()
    assert [node["id"] for node in document.read()["nodes"]] == ["other"]
    first.result()


def test_an_import_of_many_nodes_is_cancelled(client):
    document = client.create(document="d")
    jobs = [client.send("document/import", {"document": "d", "format": "tree", "text": MANY}) for _ in range(3)]
    for job in jobs:
        job.cancel()
    for job in jobs[1:]:
        with pytest.raises(errors.RequestCancelled):
            job.result()
    assert document.import_(format="tree", text="[1, 2]")["losses"] == []
