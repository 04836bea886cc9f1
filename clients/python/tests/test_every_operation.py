"""Each file operation of a server fails once, fails for good, is interrupted, or is done by half.

A wide run, with every error at every operation, is ``long/every_operation.py``.
"""

import errno
import json
import shutil

import pytest

from file_faults import Run, TEXT, dynamic_server as server, environment, faults, needs_shim, request, shim

pytestmark = needs_shim

#: All but opening, of which there are many: left-overs are looked for by their names.
CHANGING = "write,fsync,flock,fchmod,fchown,rename,link,unlink,truncate,mkdir,rmdir,read"
SAVES = (2, 4, 6)
EDITS = (1, 3, 5)


def scenario():
    """Three edits, each of them saved; what is saved last is what was done last."""
    yield request("open", "document/open", path="a.json", document="d")
    for number in range(1, 7):
        if number in EDITS:
            yield request(number, "node/move", document="d", ids=["a"], to={"x": number, "y": 0})
        else:
            yield request(number, "document/save", document="d")
    yield request("read", "document/read", document="d")
    yield request("end", "shutdown")
    yield {"jsonrpc": "2.0", "method": "exit"}


MESSAGES = [request("begin", "initialize", clock="client"), *scenario()]


def perform(server, folder, shim, **fault):
    """The scenario over a new file; returns its run and whether anything happened to it."""
    shutil.rmtree(folder)
    folder.mkdir()
    file, log = folder / "a.json", folder.parent / "log"
    file.write_text(TEXT)
    run = Run([server, "--root", str(folder)], MESSAGES, environment(shim, folder, log=log, **fault))
    return run, faults(log) > 0


def place(file):
    return json.loads(file.read_text())["nodes"][0]["position"]["x"]


def judge(run, folder):
    """The server lived and answered; the file is whole, and has at least what was said to be saved."""
    assert run.code == 0 and len(run.replies) == 10
    if not run.is_done("open"):
        assert place(folder / "a.json") == 0
        return
    done = [0, *(number for number in EDITS if run.is_done(number))]
    assert run.replies["read"]["result"]["nodes"][0]["position"]["x"] == done[-1]
    saved = [max(edit for edit in done if edit < save) for save in SAVES if run.is_done(save)]
    assert max(saved, default=0) <= place(folder / "a.json") <= done[-1]
    assert saved[-1:] == [place(folder / "a.json")] or not run.is_done(SAVES[-1])


def each(server, folder, shim, step=1, is_for_good=False, **fault):
    """The runs in which something happens to the first operation, the second, … (and to all later ones)."""
    for count in range(1, 2000, step):
        last = 10**9 if is_for_good else count
        run, happened = perform(server, folder, shim, first=count, last=last, **fault)
        if not happened:
            return
        yield run


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "served"
    folder.mkdir()
    return folder


def judged(folder, runs):
    count = 0
    for run in runs:
        judge(run, folder)
        count += 1
    return count


@pytest.mark.parametrize(("error", "step"), [("ENOSPC", 1), ("EIO", 3)])
def test_an_operation_that_fails_once(server, folder, shim, error, step):
    assert judged(folder, each(server, folder, shim, step, how=getattr(errno, error), only=CHANGING)) * step > 20


def test_all_operations_fail_from_one_on(server, folder, shim):
    assert judged(folder, each(server, folder, shim, 3, True, how=errno.EROFS, only=CHANGING)) > 6


def test_files_that_cannot_be_opened(server, folder, shim):
    assert judged(folder, each(server, folder, shim, 23, how=errno.EMFILE, only="open")) > 5


@pytest.mark.parametrize(("how", "only"), [(errno.EINTR, CHANGING), ("short", "write")])
def test_an_interruption_and_a_short_write_are_no_failure(server, folder, shim, how, only):
    runs = 0
    for run in each(server, folder, shim, how=how, only=only):
        judge(run, folder)
        assert all("result" in reply for reply in run.replies.values())
        runs += 1
    assert runs > 0
