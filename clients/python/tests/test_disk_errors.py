"""A disk that does not keep what it took, and files that cannot be read."""

import errno
import shutil

import pytest
from nodewire_client.errors import Journal, NodewireError
from journal_files import Served, changes
from state_files import every, journal_of, leave_lock, state_of
from file_faults import Run, TEXT, dynamic_server as server, environment, faults, needs_shim, records, request, shim

pytestmark = needs_shim

EDITS = (1, 2, 3)


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "served"
    folder.mkdir()
    return folder


def perform(server, folder, shim, messages, begun=None, **fault):
    """Messages that are written at once, to a server of a new folder; returns its run and whether a fault came about."""
    shutil.rmtree(folder)
    for name, text in (begun or {"a.json": TEXT}).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    log = folder.parent / "log"
    return run(server, folder, messages, environment(shim, folder, log=log, **fault)), faults(log) > 0


def run(server, folder, messages, environment=None):
    ends = [request("end", "shutdown"), {"jsonrpc": "2.0", "method": "exit"}]
    return Run([server, "--root", str(folder)], [*messages, *ends], environment)


def begin(durability):
    return [
        request("begin", "initialize", clock="client", interactive=True, durability=durability),
        request("open", "document/open", path="a.json", document="d"),
    ]


def move(number):
    return request(number, "node/move", document="d", ids=["a"], to={"x": number, "y": 0})


READ = request("read", "document/read", document="d")


def place(run):
    return run.replies["read"]["result"]["nodes"][0]["position"]["x"]


@pytest.mark.parametrize("only", ["fsync", "fsync,rename", "fsync,write,rename"])
@pytest.mark.parametrize("last", [0, 10**9])
def test_what_the_disk_does_not_take_is_refused_and_taken_back(server, folder, shim, only, last):
    """Once and for good; what was acknowledged is there, and is found again."""
    kept = []
    for first in range(1, 50):
        messages = [*begin("power"), *map(move, EDITS), READ, request("list", "history/list", document="d")]
        done, happened = perform(
            server, folder, shim, messages, how=errno.EIO, only=only, first=first, last=max(first, last)
        )
        if not happened:
            break
        assert done.code == 0
        if done.replies["open"].get("result", {"journal": False}).get("journal") is False:
            continue
        moved = [number for number in EDITS if done.is_done(number)]
        assert all(done.replies[number]["error"]["code"] == 1303 for number in EDITS if number not in moved)
        again = run(server, folder, [*begin("process"), READ])
        assert place(again) == max(moved, default=0)
        kept.append(len(moved))
    assert kept and (len(EDITS) in kept or last)
    assert 0 in kept or not last


@pytest.mark.parametrize(
    "durability, only",
    [
        ("power", "fsync"),
        ("power", "fsync,truncate"),
        ("power", "fsync,truncate,rename"),
        ("power", "fsync,truncate,rename,link,unlink,fchmod,fchown"),
        ("process", "write"),
        ("process", "write,truncate"),
    ],
)
@pytest.mark.parametrize("name", ["/journal", ""])
@pytest.mark.parametrize("last", [0, 10**9])
def test_what_was_refused_is_not_found_after_a_crash(server, folder, shim, durability, only, name, last):
    """Where the disk refuses only the journal under its name, a new one gets that, and is not to be relied on; where it takes
    nothing back, what was refused is overwritten."""
    refused = 0
    for first in range(1, 30):
        (folder / "a.json").write_text(TEXT)
        shutil.rmtree(state_of(folder / "a.json"), ignore_errors=True)
        log = folder.parent / "log"
        fault = {"how": errno.EIO, "only": only, "name": name, "first": first, "last": max(first, last)}
        served = Served(server, folder / "a.json", env=environment(shim, folder, log=log, **fault))
        try:
            opened, moved = served.open(durability=durability), 0
        except NodewireError:
            served.kill()
            continue
        for number in EDITS:
            try:
                served.move(number)
                moved = number
            except Journal:
                refused += 1
        assert served.place() == moved
        served.kill()
        if faults(log) == 0:
            break
        if opened.get("journal") is not False:
            assert place(run(server, folder, [*begin("process"), READ])) == moved
    assert refused > 0 or last == 0


def test_changes_that_came_at_once_wait_for_the_disk_once(server, folder, shim):
    log = folder.parent / "log"
    (folder / "a.json").write_text(TEXT)
    run(server, folder, [*begin("power"), *map(move, EDITS)], environment(shim, folder, log=log))
    done = [record.operation for record in records(log) if record.path.endswith("/journal")]
    assert done.count("write") == len(EDITS) and done.count("fsync") == 1


def test_a_save_that_cannot_read_the_old_file_says_so(server, folder, shim):
    refused = 0
    for first in range(1, 50):
        messages = [*begin("none"), move(1), request("save", "document/save", document="d")]
        done, happened = perform(server, folder, shim, messages, how=errno.EIO, only="read", first=first)
        if not happened:
            break
        assert done.code == 0
        if done.is_done("save") or not done.is_done("open"):
            continue
        refused += 1
        assert done.replies["save"]["error"]["data"]["reason"] == "path"
        assert (folder / "a.json").read_text() == TEXT
    assert refused > 0


def test_a_journal_that_cannot_be_read_is_left_and_said(server, folder, shim):
    perform(server, folder, shim, [*begin("process"), move(1)])
    begun = {name: (folder / name).read_text() for name in every(folder) if not name.endswith("/lock")}
    reports = 0
    for first in range(1, 50):
        messages = [
            *begin("process"), move(2), READ, request("save", "document/save", document="d"),
            request("accept", "document/save", document="d", acceptLosses=True),
        ]
        done, happened = perform(server, folder, shim, messages, begun, how=errno.EIO, only="read", first=first)
        if not happened:
            break
        opened = done.replies["open"].get("result", {})
        if [loss["code"] for loss in opened.get("losses", [])] != ["journal"]:
            continue
        reports += 1
        assert opened["journal"] is False and place(done) == 2
        assert done.replies["save"]["error"]["data"]["reason"] == "losses" and done.is_done("accept")
        left = [(folder / name).read_text() for name in every(folder) if "/journal" in name]
        # It is there as it was, or leads to the same document from the file as it is now.
        assert begun[".a.json.nodewire/journal"] in left or any('{"x":1,"y":0}' in text for text in left)
    assert reports > 0


def test_without_a_lock_a_journal_is_only_read(server, folder, shim):
    perform(server, folder, shim, [*begin("process"), move(1)])
    journal = journal_of(folder / "a.json")
    text = journal.read_text()
    leave_lock(folder / "a.json", b"something else")
    done = run(server, folder, [*begin("process"), READ, move(2)])
    opened = done.replies["open"]["result"]
    assert changes(opened) == 1 and opened["journal"] is False
    assert place(done) == 1 and journal.read_text() == text
