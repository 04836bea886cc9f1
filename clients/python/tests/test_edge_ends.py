"""The ends of an edge are one, wherever edges are compared, merged and taken back."""

import json
import random
import subprocess
from itertools import permutations

import pytest

from nodewire_client import Client, errors

NODES = [{"id": name, "position": {"x": 100 * place, "y": 0}} for place, name in enumerate("abcd")]


@pytest.fixture
def client(server):
    with Client.launch([server], timeout=60, clock="client") as client:
        yield client


def text(**ends):
    edges = [{"id": "e", "source": "a", "target": "b", **ends}]
    return json.dumps({"nodewire": 1, "nodes": NODES, "edges": edges})


def test_files_whose_edges_were_moved_at_another_end_each_are_in_conflict(server, tmp_path):
    files = {"base": text(), "ours": text(source="c", sourceHandle="source"), "theirs": text(target="c")}
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    done = subprocess.run([server, "merge", "base", "ours", "theirs"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1
    assert 'edge "e" was connected otherwise on both sides; ours is taken' in done.stderr
    merged = json.loads((tmp_path / "ours").read_text())
    assert merged["edges"] == [{"id": "e", "source": "c", "sourceHandle": "source", "target": "b"}]
    note = merged["conflicts"]["edges/e/@ends"]
    assert (note["ours"], note["theirs"]) == (
        {"source": "c", "sourceHandle": "source", "target": "b"}, {"source": "a", "target": "c"},
    )  # fmt: skip
    assert subprocess.run([server, "check", "--quiet", "ours"], cwd=tmp_path).returncode == 1


def test_an_end_that_differs_is_named_whole(server, client, tmp_path):
    client.call("document/open", {"document": "d", "text": text(sourceHandle="source")})
    other = {"text": text(source="c", sourceHandle="source")}
    edits = client.call("document/diff", {"document": "d", "with": other})["edits"]
    assert edits[0]["params"]["change"]["edges"]["e"] == {"set": {"source": "c", "sourceHandle": "source"}}
    client.call("view/open", {"document": "d", "view": "v", "width": 9, "height": 9, "compare": {"with": other}})
    found = client.call("view/differences", {"view": "v"})["differences"]
    assert found[0]["changes"] == ["/source", "/sourceHandle"]
    (tmp_path / "a").write_text(text(sourceHandle="source"))
    (tmp_path / "b").write_text(other["text"])
    done = subprocess.run([server, "diff", "a", "b"], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout == 'edge "e" is changed: source "c"; sourceHandle "source"\n'


def test_notes_want_a_base(client):
    client.call("document/open", {"document": "d", "text": text()})
    for other in ({"text": text()}, {"changes": {}}):
        with pytest.raises(errors.InvalidParams) as caught:
            client.call("document/merge", {"document": "d", "with": other, "conflicts": "note"})
        assert caught.value.path == "/base" and "add `base`" in str(caught.value)


@pytest.mark.parametrize("seed", range(12))
def test_replicas_that_hear_of_each_other_in_any_order_hold_edges_that_one_of_them_has_made(client, seed):
    choose = random.Random(seed)
    names = "xyz"
    made = {tuple(sorted(json.loads(text())["edges"][0].items()))}
    for name in names:
        client.call("document/open", {"document": name, "replica": name, "nonce": "n", "text": text()})
    for _ in range(12):
        name = choose.choice(names)
        moved = {end: choose.choice("abcd") for end in choose.choice([("source",), ("target",), ("source", "target")])}
        try:
            client.call("edge/reconnect", {"document": name, "id": "e", **moved})
            made.add(tuple(sorted(client.call("document/read", {"document": name})["edges"][0].items())))
        except errors.ConnectionRefused:
            continue
        if choose.random() < 0.3:
            client.call("history/undo", {"document": name})
        if choose.random() < 0.3:
            heard = changes(client, choose.choice(names))
            client.call("document/merge", {"document": name, "with": {"changes": heard}})
    sent = {name: changes(client, name) for name in names}
    found = set()
    for number, order in enumerate(permutations(names)):
        copy = f"{seed}-{number}"
        client.call("document/open", {"document": copy, "replica": "w", "nonce": f"w{number}", "text": text()})
        for name in order:
            client.call("document/merge", {"document": copy, "with": {"changes": sent[name]}})
        found.add(tuple(sorted(client.call("document/read", {"document": copy})["edges"][0].items())))
    assert len(found) == 1 and found <= made, f"seed {seed}"


def changes(client, document):
    return client.call("document/changesSince", {"document": document})["changes"]
