"""Journals and locks of version 1, which lie beside the file: they are found, and the journal moves where journals lie now."""

import json
import os

import pytest

from journal_files import changes, file, journal, left, serve
from nodewire_client.errors import ReadOnly
from served_folder import TEXT
from state_files import every, journal_of, leave_journal, lock_of, state_of


@pytest.fixture
def former(file, left):
    """A journal with three unsaved changes, as version 1 leaves it; the lock beside it is of a process that is gone."""
    former = file.with_name("a.json.journal")
    journal_of(file).rename(former)
    lock_of(file).rename(file.with_name("a.json.lock"))
    state_of(file).rmdir()
    return former


def test_its_changes_are_recovered_and_it_moves_with_the_next_one(serve, file, former, left):
    served = serve()
    assert changes(served.open()) == 3 and served.place() == 3
    assert every(file.parent) == [".a.json.nodewire/lock", "a.json", "a.json.journal"]
    assert former.read_bytes() == left
    served.move(4)
    assert every(file.parent) == [".a.json.nodewire/journal", ".a.json.nodewire/lock", "a.json"]
    assert journal_of(file).read_bytes().startswith(left)
    served.kill()
    again = serve()
    assert changes(again.open()) == 4 and again.history() == (["Move"] * 4, 4)


def test_they_wait_for_who_is_no_person(serve, file, former, left):
    served = serve(interactive=False)
    assert served.open()["recovered"]["waiting"] is True
    served.call("document/close", document="d")
    assert every(file.parent) == ["a.json", "a.json.journal"] and former.read_bytes() == left
    served.open()
    served.call("document/recover", document="d", take=False)
    served.call("document/close", document="d")
    assert every(file.parent) == ["a.json"]


@pytest.mark.parametrize("end", ["save", "discard", "recover"])
def test_where_nothing_is_left_in_it_it_is_removed(serve, file, former, end):
    served = serve()
    served.open(**({"recover": "discard"} if end == "recover" else {}))
    if end == "save":
        served.call("document/save", document="d")
    served.call("document/close", document="d", discard=end == "discard")
    assert every(file.parent) == ["a.json"]
    assert served.open()["losses"] == [] and served.place() == (3 if end == "save" else 0)


def test_a_history_without_changes_goes_on_and_goes_with_a_clean_end(serve, file):
    served = serve(keeps=True)
    served.open()
    served.move(1)
    served.call("document/save", document="d")
    served.call("document/close", document="d")
    served.kill()
    former = file.with_name("a.json.journal")
    journal_of(file).rename(former)
    state_of(file).rmdir()
    again = serve()
    assert changes(again.open()) == 0 and again.history() == (["Move"], 1)
    again.call("document/close", document="d")
    assert every(file.parent) == ["a.json"]


def test_one_that_does_not_lead_on_is_set_aside_where_journals_lie(serve, file, former, left):
    file.write_text(TEXT.replace('"x": 0', '"x": 70'))
    opened = serve().open()
    assert opened["setAside"] == ".a.json.nodewire/journal.1" and not former.exists()
    assert (file.parent / opened["setAside"]).read_bytes() == left


def test_what_is_where_journals_lie_goes_before_it(serve, file, former, left):
    """An older server has edited the file meanwhile: of two journals none is lost."""
    lines = left.splitlines(keepends=True)
    leave_journal(file, b"".join(lines[:-1]))
    served = serve()
    assert changes(served.open()) == 2 and served.place() == 2
    served.move(9)
    assert former.read_bytes() == left
    served.call("document/save", document="d")
    served.call("document/close", document="d")
    assert serve().open("again")["setAside"] == ".a.json.nodewire/journal.1"
    assert journal_of(file).with_name("journal.1").read_bytes() == left


def test_a_move_to_another_disk_that_did_not_end_leaves_one(serve, file, former, left):
    leave_journal(file, left)
    served = serve()
    assert changes(served.open()) == 3
    assert not former.exists() and journal_of(file).read_bytes() == left


def test_the_lock_of_an_older_server_that_runs_is_respected(serve, file):
    """It is held open and locked, as by version 1."""
    first, second = serve(), serve()
    first.open()
    first.move(1)
    lock, journal = file.with_name("a.json.lock"), file.with_name("a.json.journal")
    lock_of(file).rename(lock)
    journal_of(file).rename(journal)
    state_of(file).rmdir()
    opened = second.open()
    assert opened["lockedBy"] == {"process": first.process.pid, "host": os.uname().nodename}
    with pytest.raises(ReadOnly):
        second.move(2)
    assert every(file.parent) == ["a.json", "a.json.journal", "a.json.lock"]
    first.kill()
    refreshed = second.call("document/refresh", document="d")
    assert "readOnly" not in refreshed and second.place() == 1
    second.move(3)
    assert every(file.parent) == [".a.json.nodewire/journal", ".a.json.nodewire/lock", "a.json"]


def test_it_is_taken_from_an_older_server_with_its_journal(serve, file):
    first, second = serve(), serve()
    first.open()
    first.move(1)
    lock_of(file).rename(file.with_name("a.json.lock"))
    journal_of(file).rename(file.with_name("a.json.journal"))
    state_of(file).rmdir()
    second.open()
    taken = second.call("document/refresh", document="d", takeLock=True)
    assert "readOnly" not in taken and changes(taken) == 1 and second.place() == 1
    second.move(7)
    second.kill()
    again = serve()
    assert changes(again.open()) >= 1 and again.place() == 7


@pytest.mark.parametrize("text", ["yarn lockfile v1\n", "{}"])
def test_a_file_of_the_name_of_its_lock_is_no_obstacle(serve, file, text):
    other = file.with_name("a.json.lock")
    other.write_text(text)
    served = serve()
    assert "journal" not in served.open()
    served.move(1)
    served.call("document/save", document="d")
    served.call("document/close", document="d")
    assert every(file.parent) == ["a.json", "a.json.lock"] and other.read_text() == text


@pytest.mark.parametrize("text", [json.dumps({"nodes": []}), "Dear diary,\n", "Dear diary"])
def test_what_is_no_journal_is_set_aside(serve, file, text):
    file.with_name("a.json.journal").write_text(text)
    served = serve()
    opened = served.open()
    assert opened["setAside"] == ".a.json.nodewire/journal.1"
    served.call("document/close", document="d")
    assert every(file.parent) == [".a.json.nodewire/journal.1", "a.json"]
    assert (file.parent / opened["setAside"]).read_text() == text
