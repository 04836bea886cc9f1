"""Changes that a process left unsaved: who opens the file takes them, hears of them or drops them; none go by accident."""

import errno
import json
import os
import shutil
from random import Random

import pytest

from crash_programs import FILE, OPEN, STRACE, Lost, Program, Reference, Victim, begin, killed_at, recovered, talk
from file_faults import dynamic_server, environment, needs_shim, shim
from journal_files import Served, changes, file, journal, left, serve
from nodewire_client.errors import Journal, NothingThere, Unrecovered
from served_folder import TEXT
from state_files import journal_of, leave_lock, state_of
from server_process import request

SILENT = request("begin", "initialize", clock="client")


# Readers


@pytest.mark.parametrize("durability", ["none", "process", "power"])
def test_a_script_that_edits_and_dies_between_two_that_read(serve, file, journal, durability):
    with serve(interactive=False).client as reader:
        assert reader.open("a.json", durability=durability).read()["nodes"][0]["position"]["x"] == 0
    script = serve(interactive=False)
    script.open()
    for x in range(1, 4):
        script.move(x)
    script.kill()
    left = journal.read_bytes()
    reader = serve(interactive=False)
    opened = reader.open(durability=durability)
    since = opened["recovered"].pop("since")
    assert opened["recovered"] == {"changes": 3, "waiting": True}
    assert abs(since - os.stat(journal).st_mtime * 1000) <= 1
    assert reader.place() == 0 and reader.history() == ([], 0)
    listed = reader.call("document/list")["documents"][0]
    assert listed["recovered"]["changes"] == 3 and listed["dirty"] is False
    reader.call("document/close", document="d", discard=True)
    reader.client.close()
    assert file.read_text() == TEXT and journal.read_bytes() == left


def test_a_page_takes_what_was_left(serve, left):
    page = serve()
    opened = page.open()
    assert changes(opened) == 3 and "waiting" not in opened["recovered"]
    assert page.place() == 3
    page.move(4)


REFUSED = [
    ("node/move", {"ids": ["a"], "by": {"x": 1, "y": 0}}),
    ("node/insert", {"node": {"id": "b", "transient": True}}),
    ("document/edit", {"edits": [{"method": "node/insert", "params": {"node": {"id": "b"}}}]}),
    ("document/import", {"text": "graph LR\n a --> b", "format": "mermaid"}),
    ("document/layout", {"algorithm": "layered"}),
    ("document/compact", {}),
    ("document/refresh", {}),
    ("document/save", {}),
    ("document/save", {"path": "b.json"}),
    ("document/save", {"overwrite": True, "acceptLosses": True}),
    ("document/export", {"format": "nodewire", "path": "a.json"}),
    ("settings/update", {"patch": {"snapToGrid": True}}),
    ("types/update", {"patch": {"t": {}}}),
    ("history/undo", {}),
    ("history/redo", {}),
    ("history/begin", {"label": "Group"}),
]


def test_nothing_is_changed_before_it_is_decided(serve, file, journal, left):
    script = serve(interactive=False)
    script.open(replica="r")
    script.call("view/open", document="d", view="v", width=100, height=100)
    gesture = {"view": "v", "kind": "drag", "node": "a", "at": {"x": 0, "y": 0}}
    for method, params in [*[(method, {"document": "d", **params}) for method, params in REFUSED], ("gesture/begin", gesture)]:
        with pytest.raises(Unrecovered) as refused:
            script.call(method, **params)
        assert refused.value.code == 1304, method
    assert script.place() == 0 and journal.read_bytes() == left and file.read_text() == TEXT
    assert not file.with_name("b.json").exists()
    # What only asks is answered.
    script.call("document/export", document="d", format="nodewire", path="copy.json")
    assert json.loads(file.with_name("copy.json").read_text())["nodes"][0]["position"]["x"] == 0


# Decisions


def test_what_is_taken_is_as_if_it_had_been_applied(serve, file, journal, left):
    served, heard, frames = serve(interactive=False), [], []
    served.client.on("document/changed", heard.append)
    served.client.on("view/frame", frames.append)
    served.open()
    served.call("view/open", document="d", view="v", width=100, height=100, scene="svg")
    assert served.call("document/recover", document="d", take=True) == {"revision": 1}
    (change,) = heard
    assert (change["cause"], change["from"], change["revision"]) == ("document/recover", 0, 1)
    assert change["nodes"] == {"a": {"set": {"position": {"x": 3, "y": 0}}}}
    assert change["history"]["dirty"] and change["history"]["undoLabel"] == "Move"
    assert [frame["revision"] for frame in frames] == [0, 1]
    assert served.place() == 3 and served.history() == (["Move"] * 3, 3)
    with pytest.raises(NothingThere):
        served.call("document/recover", document="d", take=True)
    served.move(4)
    served.kill()
    again = serve()
    assert changes(again.open()) == 4 and again.place() == 4
    assert again.history() == (["Move"] * 4, 4)


def test_what_is_dropped_is_gone_and_what_was_saved_is_not(serve, file, journal):
    first = serve()
    first.open()
    first.move(1)
    first.call("document/save", document="d")
    first.move(2)
    first.kill()
    saved = file.read_bytes()
    second = serve(interactive=False)
    assert changes(second.open()) == 1
    assert second.call("document/recover", document="d", take=False) == {"revision": 0}
    assert second.place() == 1 and second.history() == (["Move"], 1)
    assert file.read_bytes() == saved
    second.move(7)
    second.kill()
    third = serve()
    assert changes(third.open()) == 1 and third.place() == 7
    assert third.history() == (["Move", "Move"], 2)


@pytest.mark.parametrize("durability", ["none", "process"])
def test_who_discards_opens_the_file_as_it_is(serve, file, journal, left, durability):
    served = serve(interactive=False)
    opened = served.open(recover="discard", durability=durability)
    assert "recovered" not in opened and "journal" not in opened
    assert served.place() == 0 and not journal.exists() and file.read_text() == TEXT
    served.move(5)
    assert journal.exists() == (durability == "process")


@pytest.mark.parametrize("take", [True, False])
def test_without_durability_what_others_left_is_kept_until_it_is_saved(serve, file, journal, left, take):
    served = serve(interactive=False)
    served.open(durability="none")
    served.call("document/recover", document="d", take=take)
    assert served.place() == (3 if take else 0) and journal.exists() == take
    served.move(9)
    served.kill()
    again = serve(interactive=False)
    assert changes(again.open()) == (4 if take else 0)


def test_changes_that_are_not_known_one_by_one_are_taken_too(serve, file, journal):
    """Those of a document whose file was changed by others meanwhile: the journal holds all of it."""
    first = serve()
    first.open()
    first.move(5)
    content = json.loads(TEXT)
    content["nodes"].append({"id": "b", "position": {"x": 70, "y": 0}})
    file.write_text(json.dumps(content))
    first.call("document/refresh", document="d")
    first.call("node/insert", document="d", node={"id": "c", "position": {"x": 9, "y": 9}})
    first.kill()
    second = serve(interactive=False)
    assert changes(second.open()) > 0 and second.place() == 0
    assert second.call("document/read", document="d")["nodes"][1]["id"] == "b"
    second.call("document/recover", document="d", take=True)
    assert second.place() == 5
    assert {node["id"] for node in second.call("document/read", document="d")["nodes"]} == {"a", "b", "c"}
    second.kill()
    third = serve()
    third.open()
    assert third.place() == 5 and len(third.call("document/read", document="d")["nodes"]) == 3


def test_a_replica_takes_what_was_left_and_goes_on_under_its_name(serve, file, journal):
    first = serve()
    first.open(replica="r", nonce="1")
    first.move(5)
    first.kill()
    second = serve(interactive=False)
    second.open(replica="s", nonce="2")
    second.call("document/recover", document="d", take=True)
    second.move(6)
    seen = second.call("document/changesSince", document="d")
    assert "r_1" in json.dumps(seen) and "s_2" in json.dumps(seen)


def test_who_could_only_read_hears_what_the_owner_left(serve, file, journal):
    owner, reader = serve(), serve(interactive=False)
    owner.open()
    owner.move(3)
    assert reader.open()["readOnly"]
    owner.kill()
    refreshed = reader.call("document/refresh", document="d")
    assert refreshed["recovered"]["changes"] == 1 and refreshed["recovered"]["waiting"] is True
    assert reader.place() == 0
    with pytest.raises(Unrecovered):
        reader.move(4)
    reader.call("document/recover", document="d", take=True)
    assert reader.place() == 3
    reader.kill()
    again = serve()
    assert changes(again.open()) >= 1 and again.place() == 3


def test_without_a_lock_what_is_dropped_stays_in_the_journal(serve, file, journal, left):
    leave_lock(file, b"something else")
    served = serve(interactive=False)
    assert served.open()["journal"] is False
    assert served.call("document/recover", document="d", take=False) == {"revision": 0, "journal": False}
    served.move(8)
    assert journal.read_bytes() == left


def test_a_journal_that_cannot_be_removed_waits(serve, file, journal, left):
    inner = file.parent / "inner"
    inner.mkdir()
    for one in (file, state_of(file)):
        one.rename(inner / one.name)
    served = serve(interactive=False)
    served.open(path="inner/a.json")
    inner.rename(file.parent / "away")
    for _ in range(2):
        with pytest.raises(Journal):
            served.call("document/recover", document="d", take=False)
        with pytest.raises(Unrecovered):
            served.move(1)
    (file.parent / "away").rename(inner)
    assert journal_of(inner / "a.json").read_bytes() == left
    served.call("document/recover", document="d", take=False)
    served.move(1)


# Kills


def reported(server, folder):
    """What opening says that only reports, and the hash of the document; twice, since to look changes nothing."""
    found = []
    for _ in range(2):
        heard = talk([server, "--root", str(folder)], [SILENT, OPEN, *Reference.look("now")], folder)
        if "result" not in heard.get("open", {}):
            raise Lost(f"the file is not opened: {heard.get('open')}")
        found.append((heard["open"]["result"].get("recovered"), heard["hash now"]["result"]["hash"]))
    assert found[0] == found[1]
    return found[0]


def decided(server, folder, take):
    """The place after a decision: the hash and the history."""
    decision = request("decide", "document/recover", document="d", take=take)
    heard = talk([server, "--root", str(folder)], [SILENT, OPEN, decision, *Reference.look("now")], folder)
    listed = heard["list now"]["result"]
    return heard["hash now"]["result"]["hash"], listed["labels"], listed.get("position", listed.get("index"))


def hash_of_file(server, folder):
    copy = folder.parent / "copy"
    copy.mkdir(exist_ok=True)
    shutil.copy(folder / FILE, copy / FILE)
    heard = talk([server, "--root", str(copy)], [SILENT, OPEN, *Reference.look("now")], copy)
    return heard["hash now"]["result"]["hash"]


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "served"
    folder.mkdir()
    return folder


def copied(folder, name):
    other = folder.parent / name
    shutil.rmtree(other, ignore_errors=True)
    shutil.copytree(folder, other)
    return other


def test_whatever_is_decided_after_a_kill_leads_to_one_of_two_places(server, folder):
    """Reporting shows the file; taking leads to where the killed server was; dropping leads back to the file for good."""
    draw, span, waited = Random(9), 0.3, 0
    for number in range(5):
        if number % 3 == 0:
            reference = Reference(server, folder, Program(f"recover.{number}", 60))
        victim = Victim(server, folder, reference.program, draw.choice((1, 3, 10, 60)))
        count = victim.kill(draw.uniform(0.2, 1) * span)
        span *= 0.9 if count == 60 else 1.05
        before = (folder / FILE).read_bytes()
        of_file = hash_of_file(server, folder)
        applied, summary = recovered(server, copied(folder, "applied"))
        reference.judge(applied, count)
        waiting, shown = reported(server, folder)
        assert (waiting or {}).get("changes", 0) == changes(summary)
        assert shown == of_file and (folder / FILE).read_bytes() == before
        if not waiting:
            continue
        waited += 1
        taken = decided(server, copied(folder, "taken"), True)
        # Where the journal holds the whole document, what is taken is one step.
        assert taken == applied or (taken[0], taken[1]) == (applied[0], ["Recover"])
        assert recovered(server, folder.parent / "taken")[0] == taken
        dropped = copied(folder, "dropped")
        assert decided(server, dropped, False)[0] == of_file
        assert reported(server, dropped) == (None, of_file)
        assert (dropped / FILE).read_bytes() == before
    assert waited > 1


@pytest.mark.skipif(STRACE is None, reason="strace kills at system calls")
@pytest.mark.parametrize("choice", ["take", "drop", "discard"])
def test_a_kill_while_it_is_decided_loses_nothing_else(server, folder, choice):
    begin(folder)
    program = Program("recover.kill", 30)
    Victim(server, folder, program, 60).kill(0.6)
    of_file, before = hash_of_file(server, folder), (folder / FILE).read_bytes()
    applied, summary = recovered(server, copied(folder, "applied"))
    assert changes(summary) > 0
    if choice in ("take", "drop"):
        asked = [SILENT, OPEN, request("decide", "document/recover", document="d", take=choice == "take")]
    else:
        asked = [SILENT, request("open", "document/open", path=FILE, document="d", recover=choice)]
    allowed = {applied[0]} if choice == "take" else {applied[0], of_file}
    killed = 0
    for call, step in (("write", 1), ("pwrite64", 1), ("renameat", 1), ("unlinkat", 1), ("flock", 1), ("openat", 11)):
        for number in range(1, 1000, step):
            at = copied(folder, "at")
            heard = killed_at(call, number, [server, "--root", str(at)], asked)
            if heard is None:
                break
            killed += 1
            assert (at / FILE).read_bytes() == before
            assert recovered(server, at)[0][0] in allowed, (call, number, heard)
    assert killed > 10


@needs_shim
def test_a_journal_that_the_disk_does_not_give_up_is_not_discarded(dynamic_server, file, journal, left, shim):
    fault = {"how": errno.EIO, "only": "unlink", "name": "/journal", "first": 1, "last": 10**9}
    served = Served(dynamic_server, file, interactive=False, env=environment(shim, file.parent, **fault))
    with pytest.raises(Journal):
        served.open(recover="discard")
    assert served.call("document/list")["documents"] == [] and journal.read_bytes() == left
    assert changes(served.open(recover="report")) == 3
    served.kill()
