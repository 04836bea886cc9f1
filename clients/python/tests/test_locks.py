"""The lock beside a file: who edits it, and what becomes of it."""

import json
import os
import subprocess
import sys

import pytest

from nodewire_client.errors import ChangedOnDisk, PathError, ReadOnly, ServerError

from served_folder import TEXT, child, folder, launch, positions, put
from state_files import every, journal_of, leave_lock, lock_of, state_of


A, B = ".a.json.nodewire/lock", ".b.json.nodewire/lock"


def owner(folder):
    return json.loads((folder / A).read_text())


def is_editable(document):
    put(document, 3)
    document.save()
    return True


def test_after_a_clean_end_only_the_document_is_there(server, launch, folder):
    client = launch()
    document = client.open("a.json")
    assert every(folder) == [A, "a.json"]
    document.save(path="b.json")
    assert every(folder) == [B, "a.json", "b.json"]
    document.close()
    assert every(folder) == ["a.json", "b.json"]
    client.open("a.json")
    client.close()
    assert every(folder) == ["a.json", "b.json"]
    # A client that goes away, and a signal.
    for end in (lambda process: process.stdin.close(), lambda process: process.terminate()):
        process, client = child([server, "--root", str(folder)])
        client.open("a.json")
        assert A in every(folder)
        end(process)
        process.wait(20)
        assert every(folder) == ["a.json", "b.json"]
    with pytest.raises(PathError):
        launch().open("missing.json")
    assert every(folder) == ["a.json", "b.json"]


@pytest.mark.parametrize(
    "wrong",
    [{"text": "{}"}, {"format": "pdf"}, {"replica": "no name"}, {"document": "open already"}, {"document": ""}, {"durability": "ever"}],
)
def test_an_opening_that_is_refused_for_its_parameters_touches_nothing(launch, folder, wrong):
    client = launch()
    client.call("document/create", {"document": "open already"})
    os.utime(folder, (1, 1))
    with pytest.raises(ServerError):
        client.call("document/open", {"path": "a.json", **wrong})
    assert folder.stat().st_mtime == 1


def test_the_second_server_reads_along(launch, folder):
    first, second = launch(), launch()
    editing, reading = first.open("a.json"), second.call("document/open", {"path": "a.json", "document": "r"})
    assert reading["readOnly"] and reading["lockedBy"] == {"process": owner(folder)["process"], "host": os.uname().nodename}
    assert second.call("document/list")["documents"][0]["readOnly"]
    with pytest.raises(ReadOnly) as caught:
        second.call("node/move", {"document": "r", "ids": ["a"], "to": {"x": 1, "y": 1}})
    assert (caught.value.code, caught.value.reason) == (1301, "readOnly")
    for method, params in (("history/undo", {}), ("document/apply", {"change": {}}), ("document/save", {}), ("document/save", {"overwrite": True, "path": "./a.json"})):
        with pytest.raises(ReadOnly):
            second.call(method, {"document": "r", **params})
    put(editing, 7)
    editing.save()
    seen = second.call("document/refresh", {"document": "r"})
    assert (seen["changed"], seen["readOnly"]) == ({"nodes": ["a"]}, True)
    assert second.call("document/read", {"document": "r"})["nodes"][0]["position"]["x"] == 7
    # It may be saved elsewhere, where it can be edited.
    second.call("document/save", {"document": "r", "path": "copy.json"})
    second.call("node/move", {"document": "r", "ids": ["a"], "to": {"x": 8, "y": 1}})
    assert every(folder) == [A, ".copy.json.nodewire/lock", "a.json", "copy.json"]
    assert positions(folder / "a.json") == [7]


def test_who_waits_takes_over_when_the_other_has_closed(launch, folder):
    first, second = launch(), launch()
    editing = first.open("a.json")
    second.call("document/open", {"path": "a.json", "document": "r"})
    editing.close()
    assert "readOnly" not in second.call("document/refresh", {"document": "r"})
    second.call("node/move", {"document": "r", "ids": ["a"], "to": {"x": 1, "y": 1}})
    assert every(folder) == [A, "a.json"]


@pytest.mark.parametrize("by_other", [False, True])
def test_what_is_not_saved_stays_where_a_lock_comes_back(launch, folder, by_other):
    first, second = launch(durability="process"), launch(interactive=True)
    document = first.open("a.json")
    put(document, 3)
    second.call("document/open", {"path": "a.json", "document": "r"})
    second.call("document/refresh", {"document": "r", "takeLock": True})
    with pytest.raises(ReadOnly):
        put(document, 4)
    if by_other:
        second.call("node/insert", {"document": "r", "node": {"id": "b", "position": {"x": 9, "y": 0}}})
        second.call("document/save", {"document": "r"})
    second.call("document/close", {"document": "r", "discard": True})
    document.refresh()
    assert [node["position"]["x"] for node in document.read()["nodes"]] == [3, 9][:1 + by_other]
    document.save()
    assert positions(folder / "a.json") == [3, 9][:1 + by_other]


def test_who_cannot_read_what_it_would_take_over_keeps_nobody_away(launch, folder):
    first, second = launch(), launch()
    editing = first.open("a.json")
    second.call("document/open", {"path": "a.json", "document": "r"})
    editing.close()
    (folder / "a.json").write_text("{")
    for taken in ({}, {"takeLock": True}):
        with pytest.raises(ServerError) as caught:
            second.call("document/refresh", {"document": "r", **taken})
        assert caught.value.code == 1300 or caught.value.data["reason"] == "format"
        with pytest.raises(ReadOnly):
            second.call("node/move", {"document": "r", "ids": ["a"], "to": {"x": 1, "y": 1}})
        assert every(folder) == ["a.json"]
    (folder / "a.json").write_text(TEXT)
    assert first.open("a.json").close() is None
    assert "readOnly" not in second.call("document/refresh", {"document": "r"})
    second.call("node/move", {"document": "r", "ids": ["a"], "to": {"x": 1, "y": 1}})
    assert every(folder) == [A, "a.json"]


def test_a_file_that_another_edits_is_not_written_over(launch, folder):
    (folder / "b.json").write_text(TEXT)
    first, second = launch(), launch(durability="process")
    editing = first.open("a.json")
    second.call("document/open", {"path": "b.json", "document": "b"})
    over = {"document": "b", "path": "a.json", "overwrite": True}
    with pytest.raises(PathError) as refused:
        second.call("document/save", {**over, "overwrite": False})
    assert refused.value.data["reason"] == "open"
    editing.close()
    second.call("document/save", over)
    second.call("node/move", {"document": "b", "ids": ["a"], "to": {"x": 5, "y": 1}})
    assert every(folder) == [".a.json.nodewire/journal", A, "a.json", "b.json"]


def test_a_file_that_is_gone_is_still_edited(launch, folder):
    (folder / "b.json").write_text(TEXT)
    first, second = launch(), launch()
    editing, other = first.open("a.json"), second.open("b.json")
    (folder / "a.json").unlink()
    with pytest.raises(PathError):
        other.save(path="a.json")
    assert is_editable(editing) and is_editable(other)


def test_a_save_that_fails_leaves_no_lock(launch, folder):
    document = launch().open("a.json")
    (folder / "b.json").write_text(TEXT + " ")
    with pytest.raises(ChangedOnDisk):
        document.save(path="b.json")
    assert every(folder) == [A, "a.json", "b.json"]
    document.save(path="b.json", overwrite=True)
    assert every(folder) == [B, "a.json", "b.json"]


def test_two_documents_of_one_server_share_the_lock(launch, folder):
    client = launch()
    one, two = client.open("a.json"), client.open("./a.json")
    put(one, 1)
    put(two, 2)
    one.close(discard=True)
    assert A in every(folder)
    assert is_editable(two)
    two.close()
    assert every(folder) == ["a.json"]


def test_a_killed_owner_is_taken_over(server, launch, folder):
    process, client = child([server, "--root", str(folder)])
    client.open("a.json")
    process.kill()
    process.wait()
    assert A in every(folder)
    client = launch()
    assert is_editable(client.open("a.json"))
    client.close()
    assert every(folder) == ["a.json"]


@pytest.fixture
def other():
    """A process that runs, as an owner may."""
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    yield process.pid
    process.communicate(b"\n")


@pytest.mark.parametrize(
    "changes, is_held",
    [
        ({"started": "1"}, False),
        ({"started": ""}, True),
        ({"started": "", "boot": "another"}, False),
        ({"started": "", "space": "another"}, False),
        ({"started": "1", "boot": "another", "host": "elsewhere"}, True),
        ({"process": 2**22 + 5, "started": ""}, False),
        ({"process": -1}, False),
        ({"process": 2**40}, False),
    ],
)
def test_who_counts_as_alive(launch, folder, other, changes, is_held):
    """The number of a process that runs says little: when it was started, and on which computer, counts too."""
    client = launch()
    document = client.open("a.json")
    lock = owner(folder)
    document.close()
    leave_lock(folder / "a.json", json.dumps({**lock, "process": other, **changes}).encode())
    opened = launch().call("document/open", {"path": "a.json"})
    assert opened.get("readOnly", False) == is_held


@pytest.mark.parametrize("text", ["", '{"lock":"nodewire","proc', '{"lo', "\0" * 9])
def test_a_torn_lock_is_taken_over(launch, folder, text):
    leave_lock(folder / "a.json", text.encode())
    client = launch()
    assert is_editable(client.open("a.json"))
    client.close()
    assert every(folder) == ["a.json"]


@pytest.mark.parametrize("text", [b"yarn lockfile v1\n", b"{}", b'{"lock": 1}', b"[" * 5000, b"\xff" * 9999])
def test_what_is_no_lock_stays_and_hurts_nothing(launch, folder, text):
    leave_lock(folder / "a.json", text)
    client = launch()
    assert is_editable(client.open("a.json"))
    client.close()
    assert lock_of(folder / "a.json").read_bytes() == text


def test_nothing_else_of_that_name_is_followed_or_waited_for(launch, folder, tmp_path):
    outside = tmp_path / "outside"
    outside.write_text("")
    lock = lock_of(folder / "a.json")
    lock.parent.mkdir()
    for make in (lambda: lock.symlink_to(outside), lambda: os.mkfifo(lock), lock.mkdir):
        make()
        client = launch()
        assert is_editable(client.open("a.json"))
        client.close()
        assert lock.is_symlink() or lock.exists()
        lock.rmdir() if lock.is_dir() else lock.unlink()
    assert outside.read_text() == ""


def test_a_name_too_long_for_a_lock_is_opened(launch, folder):
    name = "n" * 250 + ".json"
    (folder / name).write_text(TEXT)
    assert is_editable(launch().open(name))


def test_the_lock_of_a_linked_file_is_beside_its_target(launch, folder):
    (folder / "inner").mkdir()
    (folder / "inner" / "real.json").write_text(TEXT)
    (folder / "link.json").symlink_to("inner/real.json")
    first, second = launch(), launch()
    first.open("link.json")
    assert every(folder / "inner") == [".real.json.nodewire/lock", "real.json"]
    assert second.call("document/open", {"path": "inner/real.json"})["readOnly"]


def test_locks_and_autosaves_are_part_of_a_recording(server, launch, folder, tmp_path):
    owner, recording = launch(), tmp_path / "r.jsonl"
    owner.open("a.json")
    client = launch("--record", str(recording), autosave={"after": 20})
    client.call("document/open", {"path": "a.json", "document": "r"})
    with pytest.raises(ReadOnly):
        client.call("node/move", {"document": "r", "ids": ["a"], "to": {"x": 1, "y": 1}})
    client.call("document/save", {"document": "r", "path": "b.json"})
    for x in (1, 2):
        client.call("node/move", {"document": "r", "ids": ["a"], "to": {"x": x, "y": 1}})
        client.poll(1)
    client.call("node/move", {"document": "r", "ids": ["a"], "to": {"x": 9, "y": 1}})
    client.close()
    assert positions(folder / "b.json") == [9]
    lines = [json.loads(line) for line in recording.read_text().splitlines()]
    assert [line.get("host") for line in lines if "locked" in line][:1] == [os.uname().nodename]
    owner.close()
    for name in every(folder):
        (folder / name).unlink()
    answer = subprocess.run([server, "replay", str(recording)], stdout=subprocess.PIPE, text=True, timeout=60)
    assert answer.returncode == 0, answer.stdout
