"""Journals and locks that are taken away under a server, and servers that cannot see each other's process."""

import os
import shutil
import subprocess
import time

import pytest

from nodewire_client.errors import Journal, ReadOnly

from journal_files import Served, changes, file, journal, serve
from served_folder import TEXT
from state_files import leave_lock, lock_of, state_of


def is_possible(*command):
    return shutil.which("unshare") and subprocess.run(["unshare", *command, "true"], capture_output=True).returncode == 0


needs_spaces = pytest.mark.skipif(
    not is_possible("--mount", "--pid", "--fork", "--mount-proc"), reason="the system gives no name spaces of its own (unshare)"
)


def clean(file):
    """As `git clean -d` does, and `git stash --include-untracked`."""
    shutil.rmtree(state_of(file), ignore_errors=True)


@pytest.mark.parametrize("durability", ["process", "power"])
@pytest.mark.parametrize("taken", ["journal", "lock", "journal lock", "all"])
def test_what_is_taken_away_is_there_again_before_the_next_edit_is_acknowledged(serve, file, journal, taken, durability):
    first = serve()
    first.open(durability=durability)
    first.move(1)
    if taken == "all":
        clean(file)
    else:
        for name in taken.split():
            (state_of(file) / name).unlink()
    first.move(2)
    assert first.taken_away() == [{"document": "d", "kept": True}]
    first.move(3)
    assert first.taken_away() == []
    assert serve().open("other")["readOnly"]
    first.kill()
    again = serve()
    assert changes(again.open()) == 3 and again.place() == 3
    assert again.history() == (["Move"] * 3, 3)


def test_edits_that_came_at_once_are_in_a_journal_that_has_its_name(serve, file, journal):
    """Whoever takes it away meanwhile: after each reply a server that is killed is found as it was."""
    for number in range(1, 40):
        served = serve()
        served.open()
        waiting = [served.client.send("node/move", {"document": "d", "ids": ["a"], "to": {"x": x, "y": number}}) for x in range(200)]
        waiting[number].result()
        clean(file)
        served.move(number, "d")
        served.kill()
        again = serve()
        again.open()
        assert again.place() == number
        again.call("document/close", document="d", discard=True)


def test_what_others_put_in_its_place_is_set_aside(serve, file, journal):
    first = serve()
    first.open()
    first.move(1)
    journal.unlink()
    journal.write_text("another journal\n")
    first.move(2)
    assert first.taken_away() == [{"document": "d", "kept": True, "setAside": ".a.json.nodewire/journal.1"}]
    assert journal.with_name("journal.1").read_text() == "another journal\n"
    first.kill()
    assert changes(serve().open()) == 2


def test_a_journal_that_cannot_be_written_again_refuses_edits(server, tmp_path):
    folder = tmp_path / "inner"
    folder.mkdir()
    (folder / "a.json").write_text(TEXT)
    served = Served(server, tmp_path / "inner")
    served.call("document/open", path="inner/a.json", document="d")
    served.move(1)
    shutil.rmtree(folder)
    for _ in range(2):
        with pytest.raises(Journal):
            served.move(2)
    assert served.place() == 1
    folder.mkdir()
    served.move(3)
    assert served.taken_away() == [{"document": "d", "kept": True}]
    served.kill()
    (folder / "a.json").write_text(TEXT)
    served = Served(server, tmp_path / "inner")
    assert changes(served.call("document/open", path="inner/a.json", document="d")) == 2
    served.kill()


def test_a_file_that_another_has_taken_over_is_read_only(serve, file, journal):
    first, second = serve(), serve()
    first.open()
    first.move(1)
    clean(file)
    assert "readOnly" not in second.open()
    second.move(7)
    for _ in range(2):
        with pytest.raises(ReadOnly):
            first.move(2)
    told = first.taken_away()
    assert [(one["kept"], one["lockedBy"]["process"]) for one in told] == [(False, second.process.pid)]
    assert first.call("document/list")["documents"][0]["readOnly"]
    assert first.place() == 1
    first.call("document/save", document="d", path="b.json")
    first.move(3)
    second.kill()
    again = serve()
    assert changes(again.open()) == 1 and again.place() == 7


def test_a_lock_that_a_user_takes_goes_with_the_journal(serve, file, journal):
    """The process that had it finds that at its next edit, and has lost nothing that it holds."""
    first, second = serve(), serve()
    first.open()
    first.move(1)
    assert second.open()["readOnly"]
    assert second.call("document/refresh", document="d")["readOnly"]
    taken = second.call("document/refresh", document="d", takeLock=True)
    assert "readOnly" not in taken and changes(taken) == 1
    assert second.place() == 1
    second.move(7)
    with pytest.raises(ReadOnly):
        first.move(2)
    assert [one["kept"] for one in first.taken_away()] == [False]
    assert first.place() == 1
    second.move(8)
    second.kill()
    assert not first.call("document/refresh", document="d").get("readOnly")
    assert first.place() == 8


def test_the_frame_of_a_selection_goes_with_the_lock(serve, file, journal):
    """It goes in the frame that follows the word of the loss, and comes again with the lock."""
    first, second = serve(), serve()
    first.open()
    first.call("node/insert", document="d", node={"id": "more", "position": {"x": 300, "y": 0}})
    heard = []
    for method in ("document/journal", "document/editable", "view/frame"):
        first.client.on(method, lambda params, method=method: heard.append((method, params)))
    first.call("view/open", document="d", view="v", width=900, height=400, selectionFrame=True)
    first.call("view/select", view="v", nodes=["a", "more"])
    assert heard[-1][1]["selectionFrame"]["width"] > 300
    second.open()
    second.call("document/refresh", document="d", takeLock=True)
    heard.clear()
    with pytest.raises(ReadOnly):
        first.move(2)
    first.taken_away()
    assert [(method, params.get("selectionFrame", "absent")) for method, params in heard] == [
        ("document/journal", "absent"), ("view/frame", None)
    ]
    second.kill()
    first.call("document/refresh", document="d")
    assert heard[-1][1]["selectionFrame"]["width"] > 300


def test_a_lock_of_a_computer_that_is_gone_is_taken(serve, file, journal):
    leave_lock(file, b'{"lock":"nodewire","process":1,"host":"elsewhere","machine":"m","boot":"b","space":"s"}\n')
    served = serve()
    assert served.open()["lockedBy"] == {"process": 1, "host": "elsewhere"}
    assert served.call("document/refresh", document="d")["readOnly"]
    assert "readOnly" not in served.call("document/refresh", document="d", takeLock=True)
    served.move(3)
    assert serve().open()["lockedBy"]["process"] == served.process.pid


def test_what_is_no_lock_is_not_taken(serve, file, journal):
    first, second = serve(), serve()
    first.open()
    first.move(1)
    second.open()
    lock_of(file).unlink()
    lock_of(file).write_text("something else")
    second.call("document/refresh", document="d", takeLock=True)
    assert lock_of(file).read_text() == "something else"


def test_whoever_writes_the_journal_edits_the_file(serve, file, journal):
    first, second = serve(), serve()
    first.open()
    first.move(1)
    lock_of(file).unlink()
    opened = second.open()
    assert opened["readOnly"] and opened["lockedBy"] == {"process": 0, "host": ""}
    assert not lock_of(file).exists()
    first.move(2)
    assert lock_of(file).exists()
    first.kill()
    assert "readOnly" not in second.call("document/refresh", document="d")
    assert second.place() == 2


def elsewhere(server, file, *setup):
    """A server in name spaces of its own for processes and mounts."""
    script = " && ".join([*setup, 'exec "$0" "$@"'])
    spaces = ["--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
    return Served(server, file, within=["unshare", *spaces, "sh", "-c", script])


def edit_at_last(served):
    """Waits until a document can be edited; a server in another name space ends a moment after its killer."""
    deadline = time.monotonic() + 10
    while served.call("document/refresh", document="d").get("readOnly"):
        assert time.monotonic() < deadline
        time.sleep(0.01)


@needs_spaces
@pytest.mark.parametrize("is_other_computer", [False, True])
@pytest.mark.parametrize("is_owner_elsewhere", [False, True])
def test_a_server_that_lives_keeps_its_lock_though_its_process_is_not_seen(
    server, serve, file, journal, tmp_path, is_other_computer, is_owner_elsewhere
):
    """Also where the other seems to be a computer of the same name."""
    boot = tmp_path / "boot"
    boot.write_text("00000000-0000-4000-8000-000000000000\n")
    setup = [f'mount --bind "{boot}" /proc/sys/kernel/random/boot_id'] if is_other_computer else []
    there, here = elsewhere(server, file, *setup), serve()
    first, second = (there, here) if is_owner_elsewhere else (here, there)
    first.open()
    first.move(1)
    assert second.open()["readOnly"]
    with pytest.raises(ReadOnly):
        second.move(9)
    first.move(2)
    first.kill()
    edit_at_last(second)
    assert second.place() == 2
    second.move(3)
    second.kill()
    again = serve()
    again.open()
    edit_at_last(again)
    assert again.place() == 3


@needs_spaces
def test_a_computer_of_the_same_name_is_another_one(server, serve, file, tmp_path):
    """Where nobody holds the lock's file, as on a disk that is shared without such locks."""
    identity = tmp_path / "machine"
    identity.write_text("0123456789abcdef0123456789abcdef\n")
    if not os.path.exists("/etc/machine-id"):
        pytest.skip("this computer has no /etc/machine-id")
    there = elsewhere(server, file, f'mount --bind "{identity}" /etc/machine-id')
    there.open()
    text = lock_of(file).read_text()
    there.kill()
    boot = text.split('"boot":"')[1].split('"')[0]
    lock_of(file).write_text(text.replace(boot, "another"))
    assert serve().open()["readOnly"]
