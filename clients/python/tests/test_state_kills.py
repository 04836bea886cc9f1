"""Kills between the steps by which journals, locks and their folders are made, moved and removed: nothing is lost by any, and
nothing is left that hinders whoever opens the file next."""

import json
import os
import random
import shutil
import subprocess

import pytest

from file_faults import Run, TEXT, dynamic_server as server, environment, faults, needs_shim, request, shim
from journal_files import Served, changes
from state_files import every, journal_of, lock_of, state_of

#: What changes files and folders, or what is locked.
CHANGING = "write,flock,rename,unlink,truncate,mkdir,rmdir,fsync"
BEGIN = request("begin", "initialize", clock="client", interactive=True)
END = [request("end", "shutdown"), {"jsonrpc": "2.0", "method": "exit"}]


def opened(number):
    return request(number, "document/open", path="a.json", document="d")


def moved(x):
    return request(x, "node/move", document="d", ids=["a"], to={"x": x, "y": 0})


def named(number, method):
    return request(number, method, document="d")


MESSAGES = [
    BEGIN, opened("open"), moved(4), named("save 1", "document/save"), moved(5), named("save 2", "document/save"),
    named("close 1", "document/close"), opened("again"), moved(6), named("undo", "history/undo"), moved(7),
    named("save 3", "document/save"), named("close 2", "document/close"), *END,
]  # fmt: skip
#: What undo leads to is the place before the move 6.
PLACES = (3, 4, 5, 6, 5, 7)


class Place:
    """A folder with a file, and servers of it that keep journals and locks in one way."""

    def __init__(self, server, tmp_path, kind):
        self.server, self.kind = server, kind
        self.root = tmp_path / "root"
        self.folder, self.state = self.root / "served", self.root / "state"
        self.file = self.folder / "a.json"
        self.begin()
        if kind == "former":
            self._leave_former(tmp_path)
            self.begin()

    @property
    def arguments(self):
        return ["--root", str(self.folder), *(["--state", str(self.state)] if self.kind == "state" else [])]

    def begin(self):
        shutil.rmtree(self.root, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.file.write_text(TEXT.replace('"x": 0', '"x": 3'))
        if self.kind == "former" and hasattr(self, "journal"):
            self.file.with_name("a.json.journal").write_bytes(self.journal)
            self.file.with_name("a.json.lock").write_bytes(self.lock)
            self.file.write_bytes(self.text)

    def _leave_former(self, tmp_path):
        """As version 1 leaves them: a change from 0 to 3 that is not saved, and the lock of a process that is gone."""
        self.file.write_text(TEXT)
        served = Served(self.server, self.file)
        served.open()
        served.move(3)
        served.kill()
        self.text, self.journal, self.lock = (one.read_bytes() for one in (self.file, journal_of(self.file), lock_of(self.file)))

    def run(self, messages, chosen=None):
        return Run([self.server, *self.arguments], messages, chosen)

    def judge(self, run):
        """Whoever opens the file next finds what was answered, can edit it, and leaves nothing but the file."""
        done = [0] + [1 + place for place, number in enumerate((4, 5, 6, "undo", 7)) if run.is_done(number)]
        # What came at once may have been performed, and not answered.
        allowed = PLACES[done[-1] :]
        next_run = self.run(
            [BEGIN, opened("open"), named("read", "document/read"), moved(9), named("save", "document/save"),
             named("close", "document/close"), *END]
        )  # fmt: skip
        summary = next_run.replies["open"]["result"]
        assert not {"readOnly", "setAside", "journal"} & set(summary) and summary["losses"] == [], summary
        assert next_run.replies["read"]["result"]["nodes"][0]["position"]["x"] in allowed, (done, allowed)
        assert next_run.is_done("save") and next_run.is_done("close")
        assert json.loads(self.file.read_text())["nodes"][0]["position"]["x"] == 9
        assert every(self.root) == ["served/a.json", *(["state/"] if self.kind == "state" else [])]


@pytest.fixture(params=["beside", "state", "former"])
def place(request, server, tmp_path):
    return Place(server, tmp_path, request.param)


STEP = int(os.environ.get("NODEWIRE_KILL_STEP", "7"))


@needs_shim
@pytest.mark.parametrize("durability", ["process", "power"])
@pytest.mark.parametrize("how", ["kill", "half"])
def test_a_kill_at_any_step_hinders_nobody(place, shim, tmp_path, how, durability):
    log, killed = tmp_path / "log", 0
    messages = [request("begin", "initialize", clock="client", interactive=True, durability=durability), *MESSAGES[1:]]
    only = CHANGING if how == "kill" else "write"
    for first in range(1, 10_000, STEP if how == "kill" else 2):
        place.begin()
        run = place.run(messages, environment(shim, place.root, how=how, first=first, only=only, log=log))
        if faults(log) == 0:
            assert run.code == 0
            break
        killed += 1
        place.judge(run)
    assert killed > 5


@needs_shim
def test_an_error_at_any_step_hinders_nobody(place, shim, tmp_path):
    log, failed = tmp_path / "log", 0
    for first in range(1, 10_000, STEP):
        place.begin()
        run = place.run(MESSAGES, environment(shim, place.root, how=5, first=first, only="mkdir,rmdir,rename,unlink,flock", log=log))
        if faults(log) == 0:
            break
        failed += 1
        assert run.code == 0
        # Without a lock the journal is only read; what was saved then makes it worthless, and it is set aside.
        if "journal" not in run.replies["open"].get("result", {"journal": False}):
            place.judge(run)
    assert failed > 0


def test_a_kill_at_any_moment_hinders_nobody(place):
    """Of many short conversations with clean ends, each is killed somewhere."""
    draw = random.Random(11)
    for _ in range(30):
        place.begin()
        process = subprocess.Popen([place.server, *place.arguments], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        process.stdin.write(b"".join(json.dumps(one).encode() + b"\n" for one in MESSAGES))
        process.stdin.flush()
        try:
            process.wait(draw.uniform(0.005, 0.05))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdin.close()
        after = place.run([BEGIN, opened("open"), moved(9), named("save", "document/save"), named("close", "document/close"), *END])
        assert after.is_done("close") and "readOnly" not in after.replies["open"]["result"]
        assert "setAside" not in after.replies["open"]["result"]
        assert every(place.root) == ["served/a.json", *(["state/"] if place.kind == "state" else [])]


# What others put where journals lie


@pytest.mark.parametrize("what", ["file", "link", "broken link", "pipe"])
def test_what_is_no_folder_stays_and_is_said(server, tmp_path, what):
    file, elsewhere = tmp_path / "a.json", tmp_path / "elsewhere"
    file.write_text(TEXT)
    elsewhere.mkdir()
    hidden = state_of(file)
    if what == "file":
        hidden.write_text("mine")
    elif what == "pipe":
        os.mkfifo(hidden)
    else:
        hidden.symlink_to("elsewhere" if what == "link" else "nowhere")
    before = every(tmp_path), hidden.lstat().st_ino
    served = Served(server, file)
    assert served.open()["journal"] is False
    served.move(1)
    served.call("document/save", document="d")
    served.call("document/close", document="d")
    served.kill()
    assert (every(tmp_path), hidden.lstat().st_ino) == before and list(elsewhere.iterdir()) == []


def test_files_of_others_in_the_folder_stay(server, tmp_path):
    file = tmp_path / "a.json"
    file.write_text(TEXT)
    state_of(file).mkdir()
    for name in ("notes", "journal.7", ".journal.nodewire-x", "path"):
        (state_of(file) / name).write_text(name)
    (state_of(file) / "inner").mkdir()
    before = every(tmp_path)
    served = Served(server, file)
    assert "journal" not in served.open()
    served.move(1)
    served.call("document/save", document="d")
    served.call("document/close", document="d")
    assert every(tmp_path) == before
    served.open()
    served.move(2)
    served.call("document/close", document="d", discard=True)
    served.kill()
    assert every(tmp_path) == before and changes(Served(server, file).open()) == 0


@pytest.mark.parametrize("name", ["journal", "lock"])
@pytest.mark.parametrize("what", ["text", "link", "folder"])
def test_what_has_the_name_of_a_journal_or_lock_is_not_lost(server, tmp_path, name, what):
    file, other = tmp_path / "a.json", tmp_path / "other"
    file.write_text(TEXT)
    other.write_text("of somebody else\n")
    state_of(file).mkdir()
    at = state_of(file) / name
    if what == "text":
        at.write_text("of somebody else\n")
    elif what == "link":
        at.symlink_to(other)
    else:
        at.mkdir()
    served = Served(server, file)
    served.open()
    served.move(1)
    served.call("document/save", document="d", acceptLosses=True)
    served.call("document/close", document="d")
    served.kill()
    kept = [entry for entry in state_of(file).iterdir() if entry.name.startswith(name)]
    assert len(kept) == 1 and other.read_text() == "of somebody else\n"
    assert kept[0].is_dir() if what == "folder" else kept[0].read_text() == "of somebody else\n"


def test_two_servers_that_open_and_close_at_once_leave_nothing(server, tmp_path):
    """Each makes and removes the folder under the other; never do both edit, and what was saved is there."""
    file = tmp_path / "a.json"
    file.write_text(TEXT)
    servers = [Served(server, file) for _ in range(3)]
    edited = 0
    for number in range(60):
        waiting = [one.client.send("document/open", {"path": "a.json", "document": "d"}) for one in servers]
        results = [one.result() for one in waiting]
        editors = [one for one, result in zip(servers, results) if "readOnly" not in result]
        assert len(editors) <= 1 and all(result.get("journal") is not False for result in results)
        for one in editors:
            one.move(number)
            one.call("document/save", document="d", overwrite=True)
            edited += 1
        closing = [one.client.send("document/close", {"document": "d"}) for one in servers]
        for one in closing:
            one.result()
    assert edited > 30 and every(tmp_path) == ["a.json"]
    for one in servers:
        one.kill()
