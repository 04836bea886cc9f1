"""A document is a key, not a name, and a journal belongs to a file: what happens to one never reaches another."""

import json
import os
import shutil
import signal

import pytest

from nodewire_client import Client
from nodewire_client.errors import ServerError

NODES = 60_000
MANY = 4_000


@pytest.fixture
def folder(tmp_path):
    for name in ("a", "b"):
        (tmp_path / f"{name}.json").write_text(json.dumps({"nodes": [{"id": name}], "edges": []}))
    return tmp_path


@pytest.fixture
def client(server, folder):
    with Client.launch(server, root=folder, timeout=120, durability="process") as client:
        yield client


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    path = tmp_path_factory.mktemp("large") / "large.json"
    nodes = [{"id": f"n{i}", "position": {"x": i % 300 * 200, "y": i // 300 * 100}} for i in range(NODES)]
    path.write_text(json.dumps({"nodes": nodes, "edges": []}))
    return path


def refused(pending, code):
    with pytest.raises(ServerError) as caught:
        pending.result()
    assert caught.value.code == code
    return caught.value


def ids(client, document):
    return [node["id"] for node in client.call("document/read", {"document": document})["nodes"]]


def insert(client, document, identifier):
    client.call("node/insert", {"document": document, "node": {"id": identifier}})



def kill(client):
    process = client.connection.process
    os.kill(process.pid, signal.SIGKILL)
    assert process.exit_code(30) == -signal.SIGKILL


def found(server, folder, path):
    """The nodes of a file and of its journal."""
    with Client.launch(server, root=folder, timeout=60) as client:
        client.call("document/open", {"path": path, "document": "found", "recover": "apply"})
        nodes = ids(client, "found")
        client.call("document/close", {"document": "found", "discard": True})
    return nodes


# Names


def test_an_import_ends_with_its_document_and_never_reaches_another_of_its_name(client, folder, large):
    shutil.copy(large, folder)
    client.call("document/open", {"path": "a.json", "document": "d"})
    late = client.send("document/import", {"document": "d", "path": "large.json", "replace": True})
    client.call("document/close", {"document": "d"})
    client.call("document/open", {"path": "b.json", "document": "d"})
    assert "was closed" in str(refused(late, -32800))
    assert ids(client, "d") == ["b"]
    assert client.call("document/list", {})["documents"][0]["dirty"] is False


def test_a_layout_ends_with_its_document(client):
    nodes = [{"id": f"n{i}"} for i in range(MANY)]
    edges = [{"id": f"e{i}", "source": f"n{i // 2}", "target": f"n{i}"} for i in range(1, MANY)]
    client.create({"nodes": nodes, "edges": edges}, document="d")
    late = client.send("document/layout", {"document": "d", "algorithm": "force"})
    client.call("document/close", {"document": "d", "discard": True})
    refused(late, -32800)
    client.create({"nodes": nodes, "edges": edges}, document="d")
    assert client.call("document/list", {})["documents"][0]["revision"] == 0


def test_a_document_that_another_client_still_has_goes_on(client, folder):
    """With one client, a document that is open under two names is two documents."""
    client.call("document/open", {"path": "a.json", "document": "x"})
    client.call("document/open", {"path": "a.json", "document": "y"})
    insert(client, "x", "of-x")
    assert ids(client, "y") == ["a"]
    client.call("document/close", {"document": "x", "discard": True})
    insert(client, "y", "of-y")
    assert ids(client, "y") == ["a", "of-y"]


# Answers that are certain


@pytest.fixture
def laid_out(client):
    """A layout that takes long is under way."""
    nodes = [{"id": f"n{i}", "position": {"x": i, "y": 0}} for i in range(MANY)]
    edges = [{"id": f"e{i}", "source": f"n{i // 2}", "target": f"n{i}"} for i in range(1, MANY)]
    client.create({"nodes": nodes, "edges": edges}, document="d")
    ended = []
    client.on("$/progress", lambda params: ended.append(params["value"]["kind"]))
    pending = client.send("document/layout", {"document": "d", "algorithm": "force", "progressToken": 1})
    return pending, ended


def test_an_edit_of_what_is_laid_out_ends_the_layout_at_once(client, laid_out):
    pending, ended = laid_out
    client.call("node/move", {"document": "d", "ids": ["n7"], "by": {"x": 1, "y": 0}})
    # The reply comes with that of the edit, not after the work.
    client.call("document/list", {})
    assert pending.done
    assert "changed meanwhile" in str(refused(pending, -32801))


@pytest.mark.parametrize(
    "edit",
    [
        ("node/insert", {"node": {"id": "other"}}),
        ("node/update", {"id": "n7", "patch": {"note": "nothing that a layout reads"}}),
        ("edge/update", {"id": "e7", "patch": {"note": 1}}),
    ],
)
def test_other_edits_leave_the_layout_alone(client, laid_out, edit):
    pending, _ = laid_out
    method, params = edit
    client.call(method, {"document": "d", **params})
    if method == "edge/update":
        refused(pending, -32801)
    else:
        assert pending.result()["revision"] == 2


# Journals belong to files


def test_the_next_document_of_a_file_takes_up_its_journal(client, server, folder):
    news = []
    client.on("document/journal", news.append)
    client.call("document/open", {"path": "a.json", "document": "first"})
    assert client.call("document/open", {"path": "a.json", "document": "second"})["journal"] is False
    insert(client, "second", "early")
    listed = {entry["document"]: entry for entry in client.call("document/list", {})["documents"]}
    assert "journal" not in listed["first"] and listed["second"]["journal"] is False
    client.call("document/close", {"document": "first"})
    assert news == [{"document": "second", "journal": True}]
    assert "journal" not in client.call("document/list", {})["documents"][0]
    insert(client, "second", "late")
    kill(client)
    assert found(server, folder, "a.json") == ["a", "early", "late"]


def test_a_journal_leads_on_from_what_another_document_has_saved(client, server, folder):
    client.call("document/open", {"path": "a.json", "document": "first"})
    client.call("document/open", {"path": "a.json", "document": "second"})
    insert(client, "second", "early")
    insert(client, "first", "saved")
    client.call("document/save", {"document": "first"})
    client.call("document/close", {"document": "first"})
    insert(client, "second", "late")
    kill(client)
    assert found(server, folder, "a.json") == ["a", "early", "late"]
    assert [node["id"] for node in json.loads((folder / "a.json").read_text())["nodes"]] == ["a", "saved"]


def test_the_journal_stays_true_where_another_document_saves(client, server, folder):
    client.call("document/open", {"path": "a.json", "document": "first"})
    client.call("document/open", {"path": "a.json", "document": "second"})
    insert(client, "first", "mine")
    insert(client, "second", "saved")
    client.call("document/save", {"document": "second", "overwrite": True})
    insert(client, "first", "later")
    kill(client)
    assert found(server, folder, "a.json") == ["a", "mine", "later"]


def test_a_save_to_another_path_leaves_the_journal_to_others(client, server, folder):
    client.call("document/open", {"path": "a.json", "document": "first"})
    client.call("document/open", {"path": "a.json", "document": "second"})
    insert(client, "second", "early")
    client.call("document/save", {"document": "first", "path": "c.json"})
    insert(client, "second", "late")
    insert(client, "first", "other")
    kill(client)
    assert found(server, folder, "a.json") == ["a", "early", "late"]
    assert found(server, folder, "c.json") == ["a", "other"]


def test_three_documents_of_a_file_pass_its_journal_on(client, server, folder):
    for name in ("x", "y", "z"):
        client.call("document/open", {"path": "a.json", "document": name})
        insert(client, name, f"of-{name}")
    for name in ("x", "y"):
        client.call("document/close", {"document": name, "discard": True})
    kill(client)
    assert found(server, folder, "a.json") == ["a", "of-z"]
