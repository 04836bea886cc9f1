"""A document is a key, not a name, and a journal belongs to a file: what happens to one never reaches another."""

import json
import os
import shutil
import signal
import subprocess
import time

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


def leave(server, folder, path):
    """Leaves a change in the journal of a file, which another server has not saved."""
    with Client.launch(server, root=folder, timeout=60, durability="process") as client:
        client.call("document/open", {"path": path, "document": "left"})
        insert(client, "left", "left")
        kill(client)


def test_nothing_is_saved_over_a_file_whose_journal_waits(client, server, folder):
    leave(server, folder, "a.json")
    client.call("document/open", {"path": "a.json", "document": "waiting", "recover": "report"})
    client.call("document/open", {"path": "a.json", "document": "second"})
    client.call("document/open", {"path": "b.json", "document": "other"})
    insert(client, "second", "of-second")
    for params in ({"document": "second"}, {"document": "other", "path": "a.json", "overwrite": True}):
        with pytest.raises(ServerError) as caught:
            client.call("document/save", params)
        assert caught.value.code == 1304
    assert client.call("document/recover", {"document": "waiting", "take": True}) == {"revision": 1}
    kill(client)
    assert found(server, folder, "a.json") == ["a", "left"]


def test_a_journal_that_waits_is_left_to_who_opens_the_file(client, server, folder):
    leave(server, folder, "a.json")
    client.call("document/open", {"path": "a.json", "document": "waiting", "recover": "report"})
    for name in ("second", "third"):
        client.call("document/open", {"path": "a.json", "document": name})
        insert(client, name, f"of-{name}")
    for name in ("waiting", "second"):
        client.call("document/close", {"document": name, "discard": True})
    assert client.call("document/list", {})["documents"][0]["journal"] is False
    kill(client)
    assert found(server, folder, "a.json") == ["a", "left"]


def test_a_journal_that_is_taken_up_leads_on_from_the_file_as_it_is(client, server, folder):
    """The first has read what was there before others put another file in its place."""
    client.call("document/open", {"path": "a.json", "document": "first"})
    insert(client, "first", "of-first")
    os.replace(folder / "b.json", folder / "a.json")
    client.call("document/open", {"path": "a.json", "document": "second"})
    client.call("document/close", {"document": "first", "discard": True})
    assert "journal" not in client.call("document/list", {})["documents"][0]
    insert(client, "second", "of-second")
    kill(client)
    assert found(server, folder, "a.json") == ["b", "of-second"]


@pytest.mark.parametrize("is_edited", [False, True])
def test_a_document_without_edits_takes_nothing_back_that_another_has_saved(client, server, folder, is_edited):
    client.call("document/open", {"path": "a.json", "document": "first"})
    client.call("document/open", {"path": "a.json", "document": "second"})
    insert(client, "second", "saved")
    client.call("document/save", {"document": "second"})
    assert client.call("document/list", {})["documents"][0]["dirty"] is False
    if is_edited:
        insert(client, "first", "mine")
    kill(client)
    assert found(server, folder, "a.json") == (["a", "mine"] if is_edited else ["a", "saved"])


def test_the_journal_of_a_file_that_came_into_its_folder_is_left_alone(client, server, folder):
    """A folder is renamed while a file in it is open, and another one has its name."""
    for name in ("f", "g"):
        (folder / name).mkdir()
        shutil.copy(folder / "a.json", folder / name)
    client.call("document/open", {"path": "f/a.json", "document": "first"})
    insert(client, "first", "early")
    (folder / "f").rename(folder / "h")
    (folder / "g").rename(folder / "f")
    client.call("document/open", {"path": "f/a.json", "document": "second"})
    insert(client, "second", "of-second")
    news = []
    client.on("document/journal", news.append)
    insert(client, "first", "late")
    assert news == [{"document": "first", "kept": False}]
    kill(client)
    assert found(server, folder, "f/a.json") == ["a", "of-second"]


def test_names_that_unicode_takes_for_the_same_have_journals_of_their_own(client, server, folder):
    names = ("\u00e9.json", "e\u0301.json")
    for name in names:
        shutil.copy(folder / "a.json", folder / name)
    if len(list(folder.glob("*.json"))) == 3:
        pytest.skip("the file system takes them for the same, too")
    for number, name in enumerate(names):
        assert "journal" not in client.call("document/open", {"path": name, "document": str(number)})
        insert(client, str(number), f"of-{number}")
    kill(client)
    assert [found(server, folder, name) for name in names] == [["a", "of-0"], ["a", "of-1"]]


def test_nothing_is_saved_over_a_file_that_another_process_has_taken(client, server, folder):
    """The second has no journal by which it would find that."""
    for name in ("first", "second"):
        client.call("document/open", {"path": "a.json", "document": name})
    insert(client, "second", "of-second")
    with Client.launch(server, root=folder, timeout=60, durability="process", interactive=True) as other:
        other.call("document/open", {"path": "a.json", "document": "other"})
        other.call("document/refresh", {"document": "other", "takeLock": True})
        insert(other, "other", "of-other")
        with pytest.raises(ServerError) as caught:
            client.call("document/save", {"document": "second"})
        assert caught.value.code == 1301
        kill(other)
    kill(client)
    assert found(server, folder, "a.json") == ["a", "of-other"]


def test_a_name_with_the_path_of_another_file_joins_nothing(server, folder, tmp_path_factory):
    place = tmp_path_factory.mktemp("s") / "s"
    with subprocess.Popen([server, "serve", "--socket", place, "--root", folder]) as process:
        try:
            end = time.monotonic() + 60
            while not place.exists() and time.monotonic() < end:
                time.sleep(0.01)
            with Client(socket=str(place), timeout=60) as ada, Client(socket=str(place), timeout=60) as bob:
                ada.call("document/open", {"path": "a.json", "document": "d"})
                with pytest.raises(ServerError) as caught:
                    bob.call("document/open", {"path": "b.json", "document": "d"})
                assert caught.value.code == 1002
                assert bob.call("document/open", {"path": "./a.json", "document": "d"})["document"] == "d"
        finally:
            process.terminate()


def test_three_documents_of_a_file_pass_its_journal_on(client, server, folder):
    for name in ("x", "y", "z"):
        client.call("document/open", {"path": "a.json", "document": name})
        insert(client, name, f"of-{name}")
    for name in ("x", "y"):
        client.call("document/close", {"document": name, "discard": True})
    kill(client)
    assert found(server, folder, "a.json") == ["a", "of-z"]


def test_a_journal_that_is_taken_over_holds_what_its_file_has_lost(server, tmp_path):
    (tmp_path / "m.mmd").write_text("flowchart LR\n  ma --> mb\n")
    nodes = [{"id": f"a{i}", "position": {"x": 137 * i, "y": 11}} for i in range(3)]
    (tmp_path / "a.json").write_text(json.dumps({"nodes": nodes, "edges": []}))
    with Client.launch(server, root=tmp_path, timeout=60, durability="process") as client:
        client.call("document/open", {"path": "m.mmd", "document": "first"})
        client.call("document/open", {"path": "a.json", "document": "second"})
        saved = []
        client.on("document/saved", saved.append)
        client.call("document/save", {"document": "second", "path": "m.mmd", "overwrite": True, "acceptLosses": True})
        assert saved[-1]["journal"] is False
        client.call("document/close", {"document": "first"})
        client.call("node/move", {"document": "second", "ids": ["a2"], "to": {"x": 5, "y": 6}})
        held = client.call("document/read", {"document": "second"})["nodes"]
        kill(client)
    with Client.launch(server, root=tmp_path, timeout=60) as client:
        client.call("document/open", {"path": "m.mmd", "document": "found", "recover": "apply"})
        assert client.call("document/read", {"document": "found"})["nodes"] == held


@pytest.mark.parametrize("times", (1, 2))
@pytest.mark.parametrize("format", ("nodewire", "svg", "text"))
def test_edits_are_found_whose_file_was_written_over_before_the_first(server, folder, format, times):
    with Client.launch(server, root=folder, timeout=60, durability="process") as client:
        client.call("document/open", {"path": "a.json", "document": "a"})
        client.call("document/open", {"path": "b.json", "document": "b"})
        for _ in range(times):
            client.call("document/export", {"document": "b", "format": format, "path": "a.json", "overwrite": True})
            insert(client, "b", f"b{_}")
        insert(client, "a", "new")
        kill(client)
    assert found(server, folder, "a.json") == ["a", "new"]


def test_edits_are_found_whose_file_a_command_has_written_over_before_the_first(server, folder):
    with Client.launch(server, root=folder, timeout=60, durability="process") as client:
        client.call("document/open", {"path": "a.json", "document": "a"})
        for source in ("b.json", "a.json"):
            done = subprocess.run(
                [server, "convert", source, "-o", "a.json", "--overwrite"], cwd=folder, capture_output=True, timeout=60)
            assert done.returncode == 0, done.stderr
        insert(client, "a", "new")
        kill(client)
    assert found(server, folder, "a.json") == ["a", "new"]
    assert not (folder / ".a.json.nodewire" / "base").exists()
