"""The process: hostile bytes, strange streams, and what it costs over thousands of requests."""

import fcntl
import json
import os
import random
import resource
import socket
import subprocess
import sys
import time

import pytest

from oversized_messages import SPARE, cost, hostile
from server_process import (
    END,
    ENVIRONMENT,
    bodies,
    descriptors,
    framed,
    line,
    lines,
    memory,
    messages,
    processor_seconds,
    request,
    said,
    start,
)

BEGIN = request("begin", "initialize", clock="client")
IDS = [
    0,
    -1,
    2**53 + 1,
    2**63,
    -(2**63),
    "",
    " ",
    "\x00",
    "é",
    "e\u0301",
    "😀",
    "\\",
    '"',
    "\n",
    "x" * 5000,
    "null",
    "1",
    None,
    1.5,
]


BROKEN = [
    b"Content-Length: 12abc",
    b"Content-Length: +8",
    b"Content-Length: -8",
    b"Content-Length: 0x8",
    b"Content-Length: 8.0",
    b"Content-Length: 8, 8",
    b"Content-Length:",
    b"Content-Length: \xd9\xa8",
    b"Content-Length 8",
    b": 8",
    b"garbage",
    b"X: 8",
    b"Content-Length: 8\r\nContent-Length: 9",
    b"Content-Length: 8\x00",
    b"Content-\x00Length: 8",
    b"Content-Length: 2147483648",
    b"Content-Length: 4294967296",
    b"Content-Length: 9223372036854775807",
    b"Content-Length: 99999999999999999999999999",
    b"Content-Length: 8\r\n X: folded",
    b"Content-Length: 8\r\nContent-Type: a; charset=latin1",
    b"\x00\x01\x02",
    b"\xef\xbb\xbfContent-Length: 8",
]


def test_each_broken_header_gets_one_error_and_the_next_message_is_heard(server):
    for header in BROKEN:
        last = framed(json.dumps(request(7, "rpc.nothing")).encode())
        heard = bodies(said(server, framed(line(BEGIN)) + header + b'\r\n\r\n{"id":0}' + last, code=1))
        errors = [message["error"]["code"] for message in heard if message["id"] is None]
        assert len(errors) == 1 and errors[0] in (-32700, -32600), header
        # Where a length is found behind what is broken, its body is a message of its own.
        assert [message["id"] for message in heard if message["id"] != 0] == ["begin", None, 7], header


def test_mutated_headers_end_with_an_exit_code_and_no_signal(server):
    draw, good = random.Random(3), framed(line(BEGIN)) + framed(line(request(1, "document/list")))
    for _ in range(60):
        stream = bytearray(good)
        for _ in range(draw.randint(1, 4)):
            place = draw.randrange(len(stream))
            stream[place : place + draw.randint(0, 2)] = draw.choice([b"", b"\r", b"\n", b"\x00", b"9", b":", b"\xff"])
        done = subprocess.run([server], input=bytes(stream), capture_output=True, env=ENVIRONMENT, timeout=60)
        assert done.returncode == 1, bytes(stream)
        bodies(done.stdout) if done.stdout.startswith(b"C") else messages(done.stdout)


def test_a_header_without_end_is_not_kept(server):
    process = start(server)
    for _ in range(96):
        process.stdin.write(b"X: " + b"y" * ((1 << 20) - 3))
    held = memory(process)
    process.stdin.close()
    assert held < 128 << 20
    assert len(bodies(process.stdout.read())) >= 1 and process.wait(60) == 1


@pytest.mark.parametrize("style", [line, lambda message: framed(json.dumps(message).encode())])
def test_ids_come_back_as_they_were(server, style):
    stream = b"".join(map(style, [BEGIN, *(request(one, "document/list") for one in IDS), *END]))
    text = said(server, stream)
    heard = messages(text) if text.startswith(b"{") else bodies(text)
    assert [message["id"] for message in heard[1:-1]] == IDS


def test_everything_written_at_once_is_answered_before_the_end(server):
    stream = lines([BEGIN, *(request(number, "document/list") for number in range(299)), *END])
    assert len(messages(said(server, stream))) == 301


HOSTILE = hostile(1)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize("name", HOSTILE)
def test_no_input_kills_it_or_takes_ten_times_its_size(server, name):
    # What the allocator keeps differs from run to run.
    runs = [cost(server, HOSTILE[name]) for _ in range(3)]
    assert all(len(replies) == 1 for replies, _, _ in runs)
    assert min(taken for _, taken, _ in runs) <= 10 * len(HOSTILE[name]) + SPARE


def test_a_document_as_deep_as_allowed_is_taken_and_a_deeper_one_refused(server):
    def made(levels):
        data = b"[" * levels + b"]" * levels
        return (
            b'{"jsonrpc":"2.0","id":1,"method":"document/create","params":{"content":{"nodes":[{"id":"a","data":%s}]}}}\n'
            % data
        )

    # Five are around the data.
    heard = messages(said(server, lines([BEGIN]) + made(123) + made(124) + lines(END)))
    assert "result" in heard[1] and heard[2]["error"]["code"] == -32600


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_thousands_of_requests_leave_nothing_behind(server):
    """Documents and views come and go; memory is compared after the first thousands."""
    process = start(server, stderr=subprocess.PIPE)

    def rounds(count):
        for _ in range(count):
            asked = [
                request(1, "document/create", document="d", content={"nodes": [{"id": "a"}]}),
                request(2, "view/open", document="d", view="v", width=400, height=300),
                *(request(3, "node/move", document="d", ids=["a"], by={"x": 1, "y": 0}) for _ in range(8)),
                request(4, "history/undo", document="d"),
                request(5, "nothing/there"),
                {"jsonrpc": "2.0", "method": "node/move", "params": {"document": "none"}},
                request("done", "document/close", document="d", discard=True),
            ]
            process.stdin.write(lines(asked))
            while b'"id":"done"' not in process.stdout.readline():
                pass

    process.stdout = os.fdopen(os.dup(process.stdout.fileno()), "rb", 1 << 16)
    process.stdin.write(line(BEGIN))
    rounds(100)
    before, files = memory(process), descriptors(process)
    rounds(500)
    assert memory(process) - before < 16 << 20 and descriptors(process) <= files + 2
    idle = processor_seconds(process)
    time.sleep(0.5)
    assert processor_seconds(process) - idle < 0.1
    process.stdin.write(lines(END))
    process.stdin.close()
    assert process.wait(60) == 0 and process.stderr.read() == b""


def test_standard_error_may_be_closed(server):
    text = said(
        server,
        lines([BEGIN, request(1, "nothing"), *END]),
        preexec_fn=lambda: os.close(2),
        capture_output=False,
        stdout=subprocess.PIPE,
    )
    assert len(messages(text)) == 3


ALL = lines([BEGIN, *(request(number, "rpc.discover") for number in range(3)), *END])


def test_regular_files_and_an_empty_environment_and_a_folder_that_is_gone(server, tmp_path):
    (tmp_path / "in").write_bytes(ALL)
    gone = tmp_path / "gone"
    gone.mkdir()
    with open(tmp_path / "in", "rb") as source, open(tmp_path / "out", "wb") as sink:
        process = subprocess.Popen(
            [server], stdin=source, stdout=sink, env={}, cwd=gone, preexec_fn=lambda: os.rmdir(gone)
        )
        assert process.wait(60) == 0
    assert len(messages((tmp_path / "out").read_bytes())) == 5


@pytest.mark.parametrize("is_blocking", [True, False])
def test_a_socket_pair(server, is_blocking):
    ours, theirs = socket.socketpair()
    theirs.setblocking(is_blocking)
    process = start(server, stdin=theirs, stdout=theirs)
    theirs.close()
    ours.sendall(ALL)
    text = bytearray()
    while part := ours.recv(1 << 20):
        text += part
    assert len(messages(bytes(text))) == 5 and process.wait(60) == 0
    ours.close()


@pytest.mark.skipif(not hasattr(fcntl, "F_SETPIPE_SZ"), reason="pipes of a page are a thing of Linux")
def test_pipes_of_a_page_that_do_not_block(server):
    out_read, out_write = os.pipe()
    os.set_blocking(out_write, False)
    in_read, in_write = os.pipe()
    fcntl.fcntl(in_read, fcntl.F_SETPIPE_SZ, 4096)
    fcntl.fcntl(out_read, fcntl.F_SETPIPE_SZ, 4096)
    os.set_blocking(in_read, False)
    process = start(server, stdin=in_read, stdout=out_write)
    os.close(in_read)
    os.close(out_write)
    with os.fdopen(in_write, "wb") as asked, os.fdopen(out_read, "rb") as heard:
        asked.write(ALL)
        asked.close()
        assert len(messages(heard.read())) == 5
    assert process.wait(60) == 0


def test_without_memory_it_ends_and_corrupts_nothing(server, tmp_path):
    """A limit on memory ends the process; what was saved is whole."""
    (tmp_path / "a.json").write_text(json.dumps({"nodewire": 1, "nodes": [{"id": "a"}], "edges": []}))

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))

    asked = [BEGIN, request(1, "document/open", path="a.json", document="d"), request(2, "document/save", document="d")]
    big = request(3, "node/update", document="d", id="a", patch={"label": "x" * (4 << 20)})
    command = [server, "--root", str(tmp_path)]
    subprocess.run(
        command,
        input=lines([*asked, *[big] * 40, *END]),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=ENVIRONMENT,
        preexec_fn=limit,
        timeout=120,
    )
    assert json.loads((tmp_path / "a.json").read_text())["nodes"][0]["id"] == "a"
