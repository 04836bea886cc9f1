"""Servers whose file operations fail, are cut short, or are recorded (`file_faults.c`)."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

SOURCE = Path(__file__).with_name("file_faults.c")
DYNAMIC = Path(__file__).resolve().parents[4] / ".build" / "quick" / "debug" / "nodewire"
COMPILER = shutil.which("cc") or shutil.which("clang")

needs_shim = pytest.mark.skipif(
    COMPILER is None or not sys.platform.startswith("linux"),
    reason="a compiler for C makes what is preloaded, on Linux",
)

TEXT = json.dumps({"nodewire": 1, "nodes": [{"id": "a", "position": {"x": 0, "y": 0}}], "edges": []})


@pytest.fixture(scope="session")
def shim(tmp_path_factory):
    """The library that is preloaded."""
    return compiled(tmp_path_factory.mktemp("faults"))


@pytest.fixture(scope="session")
def dynamic_server(server):
    """The server, or the debug build where that is linked statically: nothing is preloaded into such a program."""
    if b"ld-linux" in Path(server).read_bytes()[:4096]:
        return server
    if not DYNAMIC.is_file():
        pytest.skip(f"nothing is preloaded into a static server, and there is no debug build: {DYNAMIC}")
    return str(DYNAMIC)


def compiled(folder):
    library = folder / "faults.so"
    subprocess.run([COMPILER, "-shared", "-fPIC", "-O1", "-o", library, SOURCE, "-lpthread"], check=True)
    return library


def environment(shim, folder, how=None, first=0, last=None, only="", name="", log=None):
    """The environment of a server to whose operations below a folder something happens."""
    chosen = {"LD_PRELOAD": shim, "NODEWIRE_FAULT_ROOT": os.path.realpath(folder), "NODEWIRE_FAULT_ONLY": only}
    chosen |= {"NODEWIRE_FAULT_FIRST": first, "NODEWIRE_FAULT_LAST": first if last is None else last}
    chosen["NODEWIRE_FAULT_NAME"] = name
    if how is not None:
        chosen["NODEWIRE_FAULT_HOW"] = how
    if log is not None:
        chosen["NODEWIRE_FAULT_LOG"] = log
    return {**os.environ, "SWIFT_BACKTRACE": "enable=no", **{name: str(value) for name, value in chosen.items()}}


def request(number, method, **params):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def lines(messages):
    return b"".join(json.dumps(message).encode() + b"\n" for message in messages)


class Run:
    """What became of messages that were written at once: replies by id, and the end of the process."""

    def __init__(self, command, messages, environment):
        done = subprocess.run(command, input=lines(messages), capture_output=True, env=environment, timeout=120)
        self.code = done.returncode
        self.replies = {}
        for line in done.stdout.splitlines(keepends=True):
            if line.endswith(b"\n"):
                message = json.loads(line)
                if "method" not in message:
                    assert message["id"] not in self.replies, "a request is answered once"
                    self.replies[message["id"]] = message

    def is_done(self, number):
        return "result" in self.replies.get(number, {})


class Record(NamedTuple):
    """One operation that was done, in the order in which they were."""

    operation: str
    #: The number of the file.
    file: int
    offset: int
    count: int
    path: str
    to: str
    data: bytes


def records(log):
    """What a server did below its folder, and how many bytes it gave out meanwhile."""
    text, at = log.read_bytes() if log.exists() else b"", 0
    while at < len(text):
        end = text.index(b"\n", at)
        operation, file, offset, count, path, to = os.fsdecode(text[at:end]).split("\t")
        at = end + 1
        data = text[at : at + int(count)] if operation == "write" else b""
        at += len(data)
        yield Record(operation, int(file), int(offset), int(count), path, to, data)


def faults(log):
    """How many operations something happened to; the record is emptied."""
    count = sum(record.operation == "fault" for record in records(log))
    log.write_bytes(b"")
    return count
