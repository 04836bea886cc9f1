"""A save whose system calls fail, or that is killed at one of them."""

import json
import os
import shutil
import subprocess

import pytest

from nodewire_client import Client, Connection, errors
from state_files import names, state_of

STRACE = shutil.which("strace")
TEXT = json.dumps({"nodewire": 1, "nodes": [{"id": "a", "position": {"x": 0, "y": 0}}], "edges": []})
CALLS = "write,fsync,flock,fchown,fchmod,renameat"

pytestmark = pytest.mark.skipif(
    STRACE is None or subprocess.run([STRACE, "-o", os.devnull, "true"], stderr=subprocess.DEVNULL).returncode != 0,
    reason="strace makes calls fail",
)


@pytest.fixture
def file(tmp_path):
    file = tmp_path / "a.json"
    file.write_text(TEXT)
    return file


def launch(server, file, fault):
    """A server in which a call fails, and its client."""
    command = [STRACE, "-f", "-qq", "-o", os.devnull, "-e", f"trace={CALLS}", "-e", f"inject={fault}"]
    process = subprocess.Popen(
        [*command, server, "--root", str(file.parent)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    )
    return process, Connection(process.stdout, process.stdin, timeout=60)


def place(file):
    """Where the node is in the file; fails if that is not whole."""
    return json.loads(file.read_text())["nodes"][0]["position"]["x"]


# The fifth write is that of the file: three answers and the lock come before.
FAULTS = {
    "write:error=ENOSPC:when=5": 0,
    "fchmod:error=EPERM:when=1": 0,
    "fsync:error=EIO:when=1": 0,
    "renameat:error=EACCES:when=1": 0,
    # The new file has its place, and only the folder may be lost with the power.
    "fsync:error=EIO:when=2": 1,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_call_that_fails_is_a_refusal(server, file, fault):
    process, connection = launch(server, file, fault)
    client = Client(connection)
    document = client.open("a.json")
    document.node.move(ids=["a"], to={"x": 1, "y": 0})
    with pytest.raises(errors.PathError):
        document.save()
    assert (place(file), names(file.parent)) == (FAULTS[fault], ["a.json"])
    document.node.move(ids=["a"], to={"x": 2, "y": 0})
    document.save()
    assert (place(file), names(file.parent)) == (2, ["a.json"])
    client.close()
    process.wait(60)


@pytest.mark.parametrize("fault", ["fsync:error=EINTR:when=1", "flock:error=ENOLCK", "fchown:error=EPERM", "write:error=ENOSPC:when=2"])
def test_a_call_that_is_interrupted_or_not_there_is_none(server, file, fault):
    process, connection = launch(server, file, fault)
    client = Client(connection)
    document = client.open("a.json")
    document.node.move(ids=["a"], to={"x": 1, "y": 0})
    document.save()
    assert (place(file), names(file.parent)) == (1, ["a.json"])
    client.close()
    process.wait(60)


@pytest.mark.parametrize("call", CALLS.split(","))
def test_a_kill_at_any_call_leaves_the_old_file_or_the_new_one(server, file, call):
    killed = 0
    for count in range(1, 12):
        file.write_text(TEXT)
        shutil.rmtree(state_of(file), ignore_errors=True)
        process, connection = launch(server, file, f"{call}:signal=KILL:when={count}")
        is_saved = False
        try:
            client = Client(connection)
            document = client.open("a.json")
            document.node.move(ids=["a"], to={"x": 1, "y": 0})
            document.save()
            is_saved = True
            document.save()
            client.close()
        except errors.NodewireError:
            killed += 1
        connection.close()
        is_over = process.wait(60) == 0
        assert place(file) == 1 or not is_saved
        with Client.launch([server, "--root", str(file.parent)]) as client:
            client.open("a.json")
        assert names(file.parent) == ["a.json"]
        if is_over:
            break
    assert killed > 0
