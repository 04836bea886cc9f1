"""Edges that the connection rules refuse, where documents are opened and merged."""

import json
import subprocess

import pytest
from state_files import journal_of

from nodewire_client import Client, errors

KEPT = {"id": "xy", "source": "x", "target": "y"}
TEXT = json.dumps({"nodewire": 1, "nodes": [{"id": "x"}, {"id": "y"}], "edges": [KEPT, {**KEPT, "id": "again"}]})


@pytest.fixture
def file(tmp_path):
    (tmp_path / "a.json").write_text(TEXT)
    return tmp_path / "a.json"


@pytest.fixture
def client(server, file):
    with Client.launch([server], root=file.parent, timeout=60) as client:
        yield client


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_refused_opening_leaves_nothing_behind(client, file):
    with pytest.raises(errors.ConnectionRefused) as caught:
        client.open("a.json", rules="refuse")
    assert set(caught.value.edges) == {"xy", "again"}
    assert names(file.parent) == ["a.json"]
    assert client.document.list()["documents"] == []
    assert len(client.open("a.json").read()["edges"]) == 2


def test_what_an_opening_leaves_out_is_a_loss_that_undo_brings_back(client, file):
    document = client.open("a.json", rules="skip")
    assert [(loss["id"], loss["code"]) for loss in document.opened["losses"]] == [("again", "connection.duplicate")]
    assert document.read()["edges"] == [KEPT]
    assert client.document.list()["documents"][0]["dirty"]
    with pytest.raises(errors.ServerError):
        document.save()
    document.history.undo()
    assert len(document.read()["edges"]) == 2
    document.history.redo()
    document.save(accept_losses=True)
    assert json.loads(file.read_text())["edges"] == [KEPT]


def test_what_was_left_out_is_in_the_journal(server, client, file):
    client.open("a.json", rules="skip", durability="process")
    client.connection.close(0)
    with Client.launch([server], root=file.parent, timeout=60) as other:
        opened = other.open("a.json", recover="apply")
        assert opened.opened["recovered"]["changes"] == 1
        assert opened.read()["edges"] == [KEPT]
        opened.history.undo()
        assert len(opened.read()["edges"]) == 2
        opened.close(discard=True)


@pytest.mark.parametrize("recover", ["report", "discard", "apply"])
def test_a_refused_opening_leaves_a_journal_as_it_was(server, client, file, recover):
    client.open("a.json", durability="process").edit(
        edits=[{"method": "node/update", "params": {"id": "x", "patch": {"label": "X"}}}]
    )
    client.connection.close(0)
    journal = journal_of(file)
    before = journal.read_bytes()
    with Client.launch([server], root=file.parent, timeout=60) as other:
        with pytest.raises(errors.ConnectionRefused):
            other.open("a.json", recover=recover, rules="refuse")
        assert journal.read_bytes() == before
        with pytest.raises(errors.Unrecovered):
            other.open("a.json", recover="report", rules="skip")
        assert journal.read_bytes() == before
        other.open("a.json", recover="apply", rules="skip").close(discard=True)


def run(server, *arguments):
    return subprocess.run([server, *map(str, arguments)], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("command", ["export", "layout"])
def test_commands_say_what_becomes_of_them(server, file, command):
    kept = run(server, command, file, "--format", "nodewire")
    assert len(json.loads(kept.stdout)["edges"]) == 2
    skipped = run(server, command, file, "--rules", "skip")
    assert len(json.loads(skipped.stdout)["edges"]) == 1
    assert 'lost: edge "again": edge "xy" joins the same handles' in skipped.stderr
    refused = run(server, command, file, "--rules", "refuse")
    assert refused.returncode != 0 and refused.stdout == ""
    assert "joins the same handles" in refused.stderr
    wrong = run(server, command, file, "--rules", "maybe")
    assert wrong.returncode != 0 and "skip" in wrong.stderr
    assert names(file.parent) == ["a.json"]


def test_a_merge_of_files_leaves_them_out(server, tmp_path):
    base, ours, theirs = (tmp_path / name for name in ("base", "ours", "theirs"))
    content = json.loads(TEXT)
    for path, edges in ((base, []), (ours, [KEPT]), (theirs, [{**KEPT, "id": "again"}])):
        path.write_text(json.dumps({**content, "edges": edges}))
    before = ours.read_bytes()
    refused = run(server, "merge", base, ours, theirs, "--rules", "refuse")
    assert refused.returncode == 129 and ours.read_bytes() == before
    skipped = run(server, "merge", base, ours, theirs, "--rules", "skip")
    assert skipped.returncode == 1
    assert skipped.stderr == 'nodewire: edge "again" is left out: edge "xy" joins the same handles\n'
    assert [edge["id"] for edge in json.loads(ours.read_text())["edges"]] == ["xy"]


def test_commands_ask_the_rules_about_what_waits_only_when_it_is_taken_in(server, client, file):
    client.open("a.json", durability="process").edit(
        edits=[{"method": "node/insert", "params": {"node": {"id": "z"}}}]
    )
    client.connection.close(0)
    left = run(server, "convert", file, "--rules", "skip")
    assert len(json.loads(left.stdout)["nodes"]) == 2 and len(json.loads(left.stdout)["edges"]) == 1
    assert "--recover takes in" in left.stderr
    taken = run(server, "convert", file, "--rules", "skip", "--recover")
    assert len(json.loads(taken.stdout)["nodes"]) == 3 and len(json.loads(taken.stdout)["edges"]) == 1
