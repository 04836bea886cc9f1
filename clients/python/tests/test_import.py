"""Texts and files that are imported, seen by a client."""

import json
import random

import pytest

from nodewire_client import Client
from nodewire_client.errors import ServerError


@pytest.fixture
def client(server, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Client.launch(server, timeout=120) as client:
        yield client


def grid(count, seed):
    """Nodes side by side, each tenth a group of the next nine, in an order drawn by chance, and edges in a row."""
    places = list(range(count))
    random.Random(seed).shuffle(places)
    nodes = []
    for place in places:
        node = {"id": f"n{place}", "position": {"x": place % 100 * 10 + seed, "y": place // 100}, "label": f"{place}"}
        nodes.append(node if place % 10 == 0 else {**node, "parentId": f"n{place - place % 10}"})
    edges = [{"id": f"e{place}", "source": f"n{place}", "target": f"n{place + 1}"} for place in range(count - 1)]
    return {"nodewire": 1, "nodes": nodes, "edges": edges}


@pytest.mark.parametrize("count", [1, 10, 600])
def test_what_replaces_has_the_hash_of_its_text_and_undo_that_of_before(client, count):
    old, new = json.dumps(grid(count, 1)), json.dumps(grid(2 * count, 2))
    document = client.open(text=old)
    before, after = document.hash()["hash"], client.open(text=new).hash()["hash"]
    result = document.import_(text=new, replace=True)
    assert (len(result["nodes"]), len(result["edges"]), result["losses"]) == (2 * count, 2 * count - 1, [])
    assert document.hash()["hash"] == after
    assert document.import_(text=new, replace=True)["revision"] == result["revision"]
    document.history.undo()
    assert document.hash()["hash"] == before
    document.history.redo()
    assert document.hash()["hash"] == after
    document.import_(text=old, replace=True)
    assert document.hash()["hash"] == before


def test_added_elements_have_ids_of_their_own(client):
    text = json.dumps(grid(1000, 1))
    document = client.open(text=text)
    ids = [document.import_(text=text)["nodes"] for _ in range(3)]
    assert len(set().union(*ids)) == 3000 and not set().union(*ids) & {f"n{place}" for place in range(1000)}


def test_ids_that_are_too_long_are_lost(client):
    long = "x" * 4097
    content = {"nodes": [{"id": long}, {"id": "a"}], "edges": [{"id": long, "source": "a", "target": "a"}]}
    result = client.call("document/import", {"text": json.dumps(content), "lossy": True})
    assert result["nodes"] == ["a"] and result["edges"] == []
    assert [(loss["kind"], loss["code"]) for loss in result["losses"]] == [("node", "invalidValue"), ("edge", "invalidValue")]


def test_a_file_with_too_many_lines_is_refused_and_makes_no_document(client, tmp_path):
    tmp_path.joinpath("lines.txt").write_text("line\n" * 1_000_000, encoding="utf-8")
    with pytest.raises(ServerError) as refused:
        client.call("document/import", {"path": "lines.txt"})
    assert refused.value.code == 1900
    assert client.call("document/list", {})["documents"] == []
