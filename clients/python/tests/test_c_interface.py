"""The interface for C: driven from ctypes, by the sample, which a C compiler reads with all warnings, and from its archive."""

import ctypes
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import threading
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
HEADER = ROOT / "clients" / "c" / "nodewire.h"
SAMPLE = ROOT / "clients" / "c" / "sample.c"
TIMES = Path(__file__).with_name("support") / "hit_times.c"
DONE, NO_HANDLE, BAD_ARGUMENT, BAD_OPTIONS, NO_FOLDER, ENDED = 0, -1, -2, -3, -4, -5
FLAGS = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]


@pytest.fixture(scope="module")
def path(server):
    found = sorted(Path(server).resolve().parent.glob("libNodewireC.*"))
    found = [path for path in found if path.suffix in (".so", ".dylib")]
    if not found:
        pytest.skip("no dynamic library is built beside the server")
    return found[0]


@pytest.fixture(scope="module")
def library(path):
    library = ctypes.CDLL(str(path))
    size = ctypes.c_size_t
    library.nodewire_open.argtypes = [ctypes.c_char_p, size]
    library.nodewire_send.argtypes = [ctypes.c_int32, ctypes.c_char_p, size]
    library.nodewire_receive.argtypes = [ctypes.c_int32, ctypes.POINTER(size)]
    library.nodewire_receive.restype = ctypes.c_char_p
    library.nodewire_advance.argtypes = [ctypes.c_int32, ctypes.c_double]
    library.nodewire_deadline.restype = ctypes.c_double
    return library


class Conversation:
    def __init__(self, library, clock="client", **options):
        self.library = library
        text = json.dumps(options).encode()
        self.handle = library.nodewire_open(text, len(text))
        assert self.handle > 0
        self.count = 0
        self.request("initialize", clock=clock)

    def request(self, method, **params):
        """The messages that a request causes, its reply the last."""
        self.count += 1
        body = json.dumps({"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}).encode()
        assert self.library.nodewire_send(self.handle, body, len(body)) == DONE
        messages = self.received()
        assert messages[-1]["id"] == self.count
        return messages

    def received(self):
        messages, length = [], ctypes.c_size_t()
        while (text := self.library.nodewire_receive(self.handle, ctypes.byref(length))) is not None:
            assert len(text) == length.value
            messages.append(json.loads(text))
        assert length.value == 0
        return messages


def test_a_conversation_opens_drags_refuses_undoes_and_saves(library, tmp_path):
    file = tmp_path / "graph.json"
    file.write_text('{"nodes":[{"id":"a","position":{"x":0,"y":0}}],"edges":[]}')
    conversation = Conversation(library, root=str(tmp_path))
    conversation.request("document/open", path="graph.json", document="d")
    conversation.request("view/open", document="d", view="v", width=800, height=600, scene="svg")
    for phase, x, time in (("down", 10, 0), ("move", 60, 16), ("up", 60, 32)):
        messages = conversation.request("input/pointer", view="v", id=1, phase=phase, at={"x": x, "y": 10}, time=time)
    assert any(one.get("method") == "view/frame" for one in messages)
    conversation.request("document/save", document="d")
    assert json.loads(file.read_text())["nodes"][0]["position"] == {"x": 50, "y": 0}
    refused = conversation.request("edge/connect", document="d", edge={"source": "a", "target": "nothing"})
    assert refused[-1]["error"]["data"]["reason"] == "connection.noSuchNode"
    conversation.request("history/undo", document="d")
    conversation.request("document/save", document="d")
    assert json.loads(file.read_text())["nodes"][0]["position"] == {"x": 0, "y": 0}
    outside = conversation.request("document/open", path="../outside.json")
    assert outside[-1]["error"]["data"]["reason"] == "path"
    conversation.request("shutdown")
    assert library.nodewire_close(conversation.handle) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["graph.json"]


def test_bad_handles_and_null_are_answered(library, tmp_path):
    length = ctypes.c_size_t(7)
    for handle in (0, -1, 2**31 - 1, -(2**31)):
        assert library.nodewire_send(handle, b"{}", 2) == NO_HANDLE
        assert library.nodewire_receive(handle, ctypes.byref(length)) is None and length.value == 0
        assert library.nodewire_receive(handle, None) is None
        assert library.nodewire_advance(handle, 1) == NO_HANDLE
        assert library.nodewire_deadline(handle) == float("inf")
        assert library.nodewire_close(handle) == NO_HANDLE
    for options in (b"", b"[]", b"{", b'{"root":1}', b'{"folder":"."}', b"\xff"):
        assert library.nodewire_open(options, len(options)) == BAD_OPTIONS
    for folder in (tmp_path / "none", HEADER, f"{tmp_path}\0x"):
        options = json.dumps({"root": str(folder)}).encode()
        assert library.nodewire_open(options, len(options)) == NO_FOLDER
    handle = library.nodewire_open(None, 0)
    assert library.nodewire_send(handle, None, 5) == BAD_ARGUMENT
    assert library.nodewire_send(handle, b"{}", 2**64 - 1) == BAD_ARGUMENT
    for time in (float("nan"), float("inf")):
        assert library.nodewire_advance(handle, time) == BAD_ARGUMENT
    for body in (b"", b"{", b"\0", b"\xff\xfe", b"[]"):
        assert library.nodewire_send(handle, body, len(body)) == DONE
        assert b'"error"' in library.nodewire_receive(handle, None)
    exits = b'{"jsonrpc":"2.0","method":"exit"}'
    assert library.nodewire_send(handle, exits, len(exits)) == DONE
    assert library.nodewire_send(handle, b"{}", 2) == ENDED
    assert library.nodewire_close(handle) == 1
    assert library.nodewire_close(handle) == NO_HANDLE


def test_time_passes_with_the_servers_clock(library):
    conversation = Conversation(library, clock="server")
    assert library.nodewire_advance(conversation.handle, 1000) == DONE
    conversation.request("document/create", document="d")
    conversation.request("view/open", document="d", view="v", width=100, height=100)
    conversation.request("view/zoom", view="v", to=2, animate={"duration": 100})
    deadline = library.nodewire_deadline(conversation.handle)
    assert 1000 < deadline < 1100
    assert library.nodewire_advance(conversation.handle, deadline) == DONE
    assert [one["method"] for one in conversation.received()] == ["view/frame"]
    assert library.nodewire_advance(conversation.handle, 0) == DONE
    library.nodewire_close(conversation.handle)


def test_a_message_beyond_the_limit_is_refused(library):
    conversation = Conversation(library)
    body = b'{"jsonrpc":"2.0","id":9,"method":"document/list","params":{"a":"' + b"x" * (65 << 20) + b'"}}'
    assert library.nodewire_send(conversation.handle, body, len(body)) == DONE
    (refused,) = conversation.received()
    assert refused["id"] is None and refused["error"]["code"] == -32600 and refused["error"]["data"]["reason"] == "limits"
    assert "documents" in conversation.request("document/list")[-1]["result"]
    assert library.nodewire_close(conversation.handle) == 1


def test_a_send_that_waits_while_another_thread_closes_finds_no_handle(library):
    for _ in range(20):
        conversation = Conversation(library)
        # The first message takes a while; the others wait for it, and one of them for the end.
        nodes = [{"id": f"n{number}"} for number in range(2000)]
        body = json.dumps({"jsonrpc": "2.0", "method": "document/create", "params": {"content": {"nodes": nodes}}}).encode()
        ask = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "document/list"}).encode()
        found = []

        def send(conversation=conversation, found=found):
            status = library.nodewire_send(conversation.handle, body, len(body))
            while status == DONE:
                status = library.nodewire_send(conversation.handle, ask, len(ask))
            found.append(status)

        threads = [threading.Thread(target=send) for _ in range(3)]
        for thread in threads:
            thread.start()
        library.nodewire_close(conversation.handle)
        for thread in threads:
            thread.join()
        assert found == [NO_HANDLE] * 3


def test_handles_are_used_by_threads_at_the_same_time(library):
    def work(results):
        conversation = Conversation(library)
        conversation.request("document/create", document="d")
        for number in range(200):
            node = {"id": f"n{number}", "position": {"x": number, "y": 0}}
            conversation.request("node/insert", document="d", node=node)
        read = conversation.request("document/read", document="d")[-1]["result"]
        results.append(len(read["nodes"]))
        library.nodewire_close(conversation.handle)

    results = []
    threads = [threading.Thread(target=work, args=[results]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [200] * 4


@pytest.fixture(scope="module")
def archive(path, tmp_path_factory):
    """A folder in which nothing but the archive is."""
    if shutil.which("swiftc") is None:
        pytest.skip("there is no swiftc: the library in the archive was not linked")
    folder = tmp_path_factory.mktemp("archive")
    release = [sys.executable, ROOT / "clients" / "release.py", "--only", "c", "--library", path, "--out", folder]
    done = subprocess.run([*map(str, release)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return folder


def in_archive(archive, script):
    """What a shell writes that runs a part of the page in the archive's folder."""
    variables = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")}
    done = subprocess.run(["sh", "-ec", script], cwd=archive, env=variables, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0 and done.stderr == "", done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout.splitlines()


def page(*left_out):
    """The commands of the page without the lines that begin with a word."""
    (text,) = re.findall(r"^```sh\n(.*?)^```", (HEADER.parent / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    return "\n".join(line for line in text.splitlines() if not line.startswith(left_out))


def test_the_page_is_done_in_c_with_the_archive_alone(archive, server):
    if not shutil.which("cc") or not shutil.which("pkg-config"):
        pytest.skip("there is no C compiler, or no pkg-config")
    said = in_archive(archive, page("rustc") + "\npkg-config --modversion nodewire")
    assert said[0].startswith('frame: {"a":{"x":50,"y":30') and "refused: connection.self" in said
    assert [said[-1]] == re.findall('VERSION "(.*)"', HEADER.read_text())
    assert f"nodewire {said[-1]}" in subprocess.check_output([server, "--version"], text=True)


def test_the_page_is_done_in_rust_with_the_archive_alone(archive):
    if not shutil.which("rustc"):
        pytest.skip("there is no rustc: the sample in Rust was not tried")
    said = [json.loads(line) for line in in_archive(archive, page("cc"))]
    assert said[0]["result"]["serverInfo"]["name"] == "nodewire"
    assert [one["error"]["data"]["reason"] for one in said if "error" in one] == ["connection.self"]
    zooms = [one["params"]["viewport"]["zoom"] for one in said if "viewport" in one.get("params", {})]
    assert len(zooms) > 3 and zooms == sorted(zooms) and zooms[-1] == 2
    (graph,) = archive.glob("libnodewire-*/graph.json")
    assert json.loads(graph.read_text())["nodes"][0]["position"] == {"x": 50, "y": 0}


def test_the_library_of_the_archive_shows_six_functions_and_needs_no_swift(archive):
    if not shutil.which("readelf"):
        pytest.skip("there is no readelf, or the library is no ELF file")
    (path,) = archive.glob("*.tar.gz")
    library = archive / "libnodewire.so"
    with tarfile.open(path) as packed:
        (member,) = [member for member in packed if member.name.endswith("lib/libnodewire.so")]
        library.write_bytes(packed.extractfile(member).read())

    def read(what):
        return subprocess.check_output(["readelf", "--wide", what, str(library)], text=True)

    symbols = [line.split() for line in read("--dyn-syms").splitlines()]
    shown = {words[7] for words in symbols if len(words) == 8 and words[4] in ("GLOBAL", "WEAK") and words[6].isdigit()}
    assert shown == set(re.findall(r"\b(nodewire_\w+)\(", HEADER.read_text()))
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", read("--dynamic"))
    system = {"libc", "libm", "libstdc++", "ld-linux-x86-64", "ld-linux-aarch64", "libpthread", "libdl"}
    assert {name.split(".")[0] for name in needed} <= system


def compiled(source, path, folder):
    compiler = shutil.which("clang") or shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    program = folder / source.stem
    link = [f"-I{HEADER.parent}", str(path), f"-Wl,-rpath,{path.parent}"]
    done = subprocess.run([compiler, *FLAGS, str(source), "-o", str(program), *link], capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    return program


def test_the_sample_in_c(path, tmp_path):
    assert len(SAMPLE.read_text().splitlines()) < 60
    file = tmp_path / "graph.json"
    file.write_text('{"nodes":[{"id":"a","position":{"x":0,"y":0}}],"edges":[]}')
    done = subprocess.run([compiled(SAMPLE, path, tmp_path), tmp_path, "graph.json"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    said = done.stdout.splitlines()
    assert said[0].startswith('frame: {"a":{"x":50,"y":30') and said[-1].startswith('frame: {"a":{"x":5,')
    assert any(line.startswith("refused: ") for line in said)
    assert json.loads(file.read_text())["nodes"][0]["position"] == {"x": 5, "y": 0}


def test_the_library_has_the_functions_of_the_header(library):
    names = set(re.findall(r"\b(nodewire_\w+)\(", HEADER.read_text()))
    assert len(names) == 6
    for name in names:
        assert getattr(library, name)


def test_a_hit_test_is_quicker_than_its_round_trip(path, server, tmp_path):
    """Unoptimized builds spend their time elsewhere. `nodewire bench` measures it, too."""
    program = compiled(TIMES, path, tmp_path)
    embedded, piped = map(float, subprocess.check_output([program, server], text=True).split())
    print(f"a hit-test in process {embedded:.0f} ns, through pipes {piped:.0f} ns: {embedded / piped:.2f}")
    assert 0 < embedded <= piped * 3
