"""Replicas that come together, asked of the real server."""

import json
from itertools import permutations
from random import Random

import pytest
from merged_files import client, content, hash_of, write
from nodewire_client import Client, errors


@pytest.mark.parametrize("seed", range(5))
def test_every_order_gives_one_result(client, seed):
    random = Random(seed)
    text = json.dumps(content())
    for name in "xyz":
        client.call("document/open", {"document": name, "replica": name, "text": text})
        for _ in range(8):
            node = random.choice("abc")
            method, params = random.choice(
                (
                    ("node/update", {"id": node, "patch": {"label": f"{name}{random.random()}"}}),
                    ("node/update", {"id": node, "patch": {"data": {random.choice("kl"): random.random()}}}),
                    ("element/remove", {"nodes": [node]}),
                    ("node/reorder", {"ids": [node], "to": "front"}),
                    ("edge/connect", {"edge": {"source": node, "target": random.choice("abc")}}),
                    ("node/reparent", {"ids": [node], "parentId": random.choice("abc")}),
                    ("node/insert", {"node": {}}),
                    ("history/undo", {}),
                )
            )
            try:
                client.call(method, {"document": name, **params})
            except errors.NodewireError:
                pass
    changes_of = {name: client.call("document/changesSince", {"document": name})["changes"] for name in "xyz"}
    results = set()
    for number, order in enumerate(permutations("xyz")):
        whole = f"whole{number}"
        client.call("document/open", {"document": whole, "replica": "w", "text": text})
        for name in order:
            client.call("document/merge", {"document": whole, "with": {"changes": changes_of[name]}})
        seen = client.call("document/changesSince", {"document": whole})
        results.add((hash_of(client, whole), json.dumps(seen, sort_keys=True)))
    assert len(results) == 1
    for name in "xyz":
        for other in "xyz":
            client.call("document/merge", {"document": name, "with": {"changes": changes_of[other]}})
        assert hash_of(client, name) == next(iter(results))[0]


def test_what_waits_for_a_node_is_shown_when_the_group_that_brings_it_ends(client):
    client.call("document/open", {"document": "d", "replica": "r", "text": json.dumps(content())})
    stamp = [0, 9, "s"]
    edge = {"source": [stamp, "a"], "target": [stamp, "z"], "@stands": [stamp, True], "@place": [stamp, 0]}
    client.call("document/merge", {"document": "d", "with": {"changes": {"edges": {"e": edge}}}})

    def edges():
        return [edge["id"] for edge in client.call("document/read", {"document": "d"})["edges"]]

    changes = []
    client.on("document/changed", changes.append)
    client.call("history/begin", {"document": "d", "label": "many"})
    client.call("node/insert", {"document": "d", "node": {"id": "z"}})
    client.call("node/update", {"document": "d", "id": "z", "patch": {"label": "Z"}})
    client.call("history/end", {"document": "d"})
    assert edges() == ["e"] and "e" in changes[-1]["edges"]
    shown = hash_of(client, "d")
    # An undo takes away nothing that another replica wrote, nor the node that it needs.
    client.call("history/undo", {"document": "d"})
    assert edges() == ["e"]
    client.call("history/redo", {"document": "d"})
    assert hash_of(client, "d") == shown


def open_two(client):
    for name in "xy":
        client.call("document/open", {"document": name, "replica": name, "text": json.dumps(content())})


def hear(client, name, other):
    changes = client.call("document/changesSince", {"document": other})["changes"]
    client.call("document/merge", {"document": name, "with": {"changes": changes}})


def test_redo_of_a_removal_takes_away_what_another_replica_has_labelled(client):
    open_two(client)
    client.call("element/remove", {"document": "x", "nodes": ["a"]})
    client.call("node/update", {"document": "y", "id": "a", "patch": {"label": "y"}})
    hear(client, "x", "y")
    removed = hash_of(client, "x")
    client.call("history/undo", {"document": "x"})
    assert client.call("document/read", {"document": "x"})["nodes"][0] == {"id": "a", "label": "y"}
    client.call("history/redo", {"document": "x"})
    assert hash_of(client, "x") == removed
    hear(client, "y", "x")
    assert hash_of(client, "y") == removed


def test_undo_leaves_what_another_replica_wrote_later_with_the_same_value(client):
    open_two(client)
    for name in "xy":
        client.call("node/update", {"document": name, "id": "a", "patch": {"label": "same"}})
    hear(client, "x", "y")
    both = hash_of(client, "x")
    assert client.call("history/undo", {"document": "x"})["steps"] == 1
    assert hash_of(client, "x") == both
    assert client.call("history/redo", {"document": "x"})["steps"] == 1
    hear(client, "y", "x")
    assert hash_of(client, "x") == hash_of(client, "y") == both


@pytest.mark.parametrize("processes", (1, 2))
@pytest.mark.parametrize("by_pages", (False, True))
def test_copies_of_one_replica_that_are_written_apart_lose_nothing(server, tmp_path, processes, by_pages):
    write(tmp_path / "x", content())
    write(tmp_path / "y", content())
    with Client.launch([server], root=tmp_path) as first, Client.launch([server], root=tmp_path) as second:
        sides = (("x", first), ("y", (first, second)[processes - 1]))
        for name, side in sides:
            side.call("document/open", {"document": name, "path": name, "replica": "r"})
            for number in range(3):
                side.call("node/insert", {"document": name, "node": {"label": f"{name}{number}"}})
            side.call("document/save", {"document": name})
        sent = [side.call("document/changesSince", {"document": name}) for name, side in sides]
        hashes = []
        for (name, side), own, other in zip(sides, sent, reversed(sent)):
            given = {"path": "xy"[name == "x"]}
            if by_pages:
                # What the other one has seen of this one, and what it has to say.
                other_name, other_side = sides[name == "x"]
                changes = other_side.call(
                    "document/changesSince", {"document": other_name, "stamps": own["stamps"]}
                )["changes"]
                given = {"changes": changes}
            side.call("document/merge", {"document": name, "with": given})
            labels = [node.get("label") for node in side.call("document/read", {"document": name})["nodes"]]
            assert sorted(label for label in labels if label) == ["x0", "x1", "x2", "y0", "y1", "y2"]
            hashes.append(hash_of(side, name))
        assert hashes[0] == hashes[1]


def test_with_the_clients_clock_the_client_says_what_sets_a_copy_apart(server, tmp_path):
    def run():
        with Client.launch([server], root=tmp_path, clock="client") as client:
            for name, nonce in (("x", "one"), ("y", "two"), ("z", None)):
                params = {"document": name, "replica": "r", "text": json.dumps(content())}
                client.call("document/open", {**params, **({"nonce": nonce} if nonce else {})})
                client.call("node/insert", {"document": name, "node": {"label": name}})
            for bad in ("", "a-b", "a" * 17):
                with pytest.raises(errors.InvalidValue):
                    client.call("document/open", {"replica": "r", "nonce": bad, "text": json.dumps(content())})
            with pytest.raises(errors.InvalidValue):
                client.call("document/open", {"nonce": "n", "text": json.dumps(content())})
            hear(client, "x", "y")
            return [client.call("document/read", {"document": name})["nodes"][3:] for name in "xyz"]

    first, second = run(), run()
    assert first == second
    assert [[node["id"] for node in nodes] for nodes in first] == [["n-r_one-1", "n-r_two-1"], ["n-r_two-1"], ["n-r-1"]]


def test_stamps_alone_are_to_be_saved(client, tmp_path):
    client.call("document/open", {"document": "d", "replica": "r", "text": json.dumps(content(a={"label": "A"}))})
    client.call("document/save", {"document": "d", "path": "d.json"})

    def is_dirty():
        return client.call("document/list")["documents"][0]["dirty"]

    saved = hash_of(client, "d")
    changes = {"nodes": {"a": {"label": [[0, 9, "s"], "A"]}}}
    assert not is_dirty()
    client.call("document/merge", {"document": "d", "with": {"changes": changes}})
    assert is_dirty() and hash_of(client, "d") == saved
    client.call("document/save", {"document": "d"})
    assert not is_dirty() and json.loads((tmp_path / "d.json").read_text())["stamps"]["nodes"]["a"]
    client.call("document/merge", {"document": "d", "with": {"changes": changes}})
    assert not is_dirty()


def test_a_session_without_a_replica_keeps_the_stamps_of_a_file(client, tmp_path):
    client.call("document/open", {"document": "d", "replica": "r", "text": json.dumps(content())})
    client.call("node/update", {"document": "d", "id": "a", "patch": {"label": "r"}})
    client.call("document/save", {"document": "d", "path": "d.json"})
    client.call("document/open", {"document": "plain", "path": "d.json"})
    client.call("node/update", {"document": "plain", "id": "b", "patch": {"label": "p"}})
    client.call("document/save", {"document": "plain"})
    assert list(json.loads((tmp_path / "d.json").read_text())["stamps"]["nodes"]) == ["a"]


def test_stamps_that_cannot_be_read_are_a_loss(client):
    text = json.dumps({**content(), "stamps": {"nodes": {"a": {"label": 5}}}})
    opened = client.call("document/open", {"text": text})
    assert [(loss["kind"], loss["id"]) for loss in opened["losses"]] == [("document", "stamps")]
