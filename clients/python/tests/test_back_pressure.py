"""A client that never reads, reads slowly, or goes: memory stays bounded, nothing is locked, nothing is lost."""

import fcntl
import json
import os
import re
import sys
import time

import pytest

from server_process import END, Feeder, lines, memory, messages, notification, processor_seconds, request, said, start

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")

BOUND = 64 << 20
LABEL = "x" * 900
NODES = [{"id": f"n{number}", "position": {"x": 0, "y": 0}} for number in range(20)]
OPENING = [
    request("begin", "initialize", clock="server"),
    request("made", "document/create", document="d", content={"nodes": NODES}),
    request("view", "view/open", document="d", view="v", width=800, height=600),
]


def edits(count, start=0):
    """Each of them causes a change of about a kilobyte."""
    for number in range(start, start + count):
        yield notification("node/update", document="d", id=f"n{number % 20}", patch={"label": f"{number}{LABEL}"})


def settled(process):
    """What the server has in memory once it takes no more processor time."""
    before = -1.0
    while (spent := processor_seconds(process)) != before:
        before = spent
        time.sleep(0.3)
    return memory(process)


def test_a_client_that_never_reads_costs_bounded_memory_and_then_gets_every_reply(server):
    """More than 30 MB of replies are asked for, with changes between them; none is read until the server waits."""
    process = start(server)
    process.stdin.write(lines(OPENING))
    before = settled(process)
    described = [request(number, "rpc.discover") for number in range(1, 81)]
    stream = lines([*edits(3000), *described, request("hash", "document/hash", document="d"), *END])
    feeder = Feeder(process, stream)
    assert settled(process) - before < BOUND
    heard = process.stdout.read()
    feeder.join(60)
    replies = re.findall(rb'^{"jsonrpc":"2.0","id":(.+?),"result"', heard, re.MULTILINE)
    assert [json.loads(one) for one in replies] == ["begin", "made", "view", *range(1, 81), "hash", "end"]
    assert process.wait(60) == 0


def follow(text):
    """The document as a client knows it that applies each change, and reads again where it has to."""
    labels, is_lost = {}, False
    for message in messages(text):
        if message.get("method") == "document/reset":
            is_lost = True
        elif message.get("method") == "document/changed" and not is_lost:
            for name, change in message["params"].get("nodes", {}).items():
                labels[name] = change["set"]["label"]
    return labels, is_lost


def test_after_a_reset_a_client_that_reads_again_has_the_same_hash(server):
    """Changes beyond the limit become one reset; what is read then has the hash of the same edits made elsewhere."""
    process = start(server)
    process.stdin.write(lines(OPENING))
    feeder = Feeder(process, lines(edits(6000)))
    feeder.join(60)
    settled(process)
    assert not feeder.is_alive(), "edits without replies are performed though nobody reads"
    assert memory(process) < BOUND + (64 << 20)
    asked = [request("read", "document/read", document="d"), request("hash", "document/hash", document="d"), *END]
    feeder = Feeder(process, lines(asked))
    text = process.stdout.read()
    assert process.wait(60) == 0
    labels, is_lost = follow(text)
    assert is_lost
    replies = {message["id"]: message["result"] for message in messages(text) if "method" not in message}
    content = {"nodes": replies["read"]["nodes"], "edges": replies["read"]["edges"]}
    assert [node["label"] for node in content["nodes"]] == [f"{number}{LABEL}" for number in range(5980, 6000)]
    again = [OPENING[0], request(1, "document/create", document="c", content=content)]
    twin = messages(said(server, lines([*again, request(2, "document/hash", document="c"), *END])))
    assert twin[2]["result"]["hash"] == replies["hash"]["hash"]


def test_a_client_that_reads_a_byte_at_a_time_is_no_work_and_gets_everything(server):
    """A pipe of a page is read byte by byte, with pauses; the rest at once."""
    process = start(server)
    fcntl.fcntl(process.stdout.fileno(), 1031, 4096)  # F_SETPIPE_SZ
    feeder = Feeder(process, lines([*OPENING, *edits(500), request("last", "document/read", document="d")]))
    settled(process)
    before = processor_seconds(process)
    text = bytearray()
    for _ in range(100):
        text += os.read(process.stdout.fileno(), 1)
        time.sleep(0.01)
    assert processor_seconds(process) - before < 0.5
    # The end is sent only now: after it, a client that reads nothing for two seconds is taken for gone.
    Feeder(process, lines(END))
    text += process.stdout.read()
    assert process.wait(60) == 0
    feeder.join(60)
    said = messages(bytes(text))
    assert sum(message.get("method") == "document/changed" for message in said) == 500
    assert [m["id"] for m in said if "method" not in m][-2:] == ["last", "end"]


def test_a_client_may_write_thousands_of_requests_before_it_reads(server):
    """No deadlock of both sides that write and do not read."""
    process = start(server)
    asked = [OPENING[0], *(request(number, "document/list") for number in range(8000)), *END]
    process.stdin.write(lines(asked))
    assert [message["id"] for message in messages(process.stdout.read())] == ["begin", *range(8000), "end"]
    assert process.wait(60) == 0


def test_a_client_that_goes_in_the_middle_leaves_what_it_saved(server, tmp_path):
    file = tmp_path / "a.json"
    process = start(server, "--root", str(tmp_path))
    saved = [request("save", "document/save", document="d", path="a.json")]
    described = [request(number, "rpc.discover") for number in range(100)]
    feeder = Feeder(process, lines([*OPENING, *edits(20), *saved, *edits(5000, 20), *described]))
    deadline = time.monotonic() + 60
    while not file.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    process.stdout.close()
    assert process.wait(60) is not None
    feeder.join(60)
    process.stdin.close()
    assert [node["label"] for node in json.loads(file.read_text())["nodes"]] == [f"{n}{LABEL}" for n in range(20)]
    assert [name for name in os.listdir(tmp_path) if "nodewire-" in name] == []
