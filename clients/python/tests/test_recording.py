"""Conversations are recorded, performed again, and shortened."""

import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from nodewire_client import Client

EXAMPLES = Path(__file__).parents[3] / "clients" / "examples"
RECORDINGS = sorted((EXAMPLES / "recordings").glob("*.jsonl"))


def request(number, method, **params):
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    return json.dumps(message, separators=(",", ":")).encode()


def conversation(clock="client"):
    """A drag in a document of three nodes, and its undo."""
    nodes = [{"id": name, "position": {"x": 300 * place, "y": 100}} for place, name in enumerate("abc")]
    calls = [
        ("initialize", {"clock": clock}),
        ("document/create", {"document": "d", "content": {"nodes": nodes}}),
        ("view/open", {"document": "d", "view": "v", "width": 800, "height": 600, "scene": "svg"}),
    ]
    for time_, phase, x in ((0, "down", 350), (10, "move", 370), (20, "move", 400), (30, "up", 400)):
        at = {"x": x, "y": 120}
        calls.append(("input/pointer", {"view": "v", "phase": phase, "id": 1, "at": at, "time": time_}))
    calls.append(("history/undo", {"document": "d"}))
    return [request(number, method, **params) for number, (method, params) in enumerate(calls, 1)]


def speak(server, file, data, *arguments):
    """Has a recorded server perform all of the input."""
    command = [server, "--record", str(file), *arguments]
    return subprocess.run(command, input=data, stdout=subprocess.PIPE, timeout=60).stdout


def run(server, *arguments):
    return subprocess.run(
        [server, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120
    )


def lines(file):
    return [json.loads(line) for line in file.read_text().splitlines()]


def as_lines(bodies):
    return b"".join(body + b"\n" for body in bodies)


def with_headers(bodies):
    return b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(body), body) for body in bodies)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "a.jsonl"


@pytest.mark.parametrize("clock", ["client", "server"])
@pytest.mark.parametrize("framed", [as_lines, with_headers])
def test_what_is_recorded_gives_the_same_again(server, file, framed, clock):
    bodies = conversation(clock)
    said = speak(server, file, framed(bodies))
    recorded = lines(file)
    assert (recorded[0]["recording"], recorded[0]["clock"]) == (1, clock)
    assert recorded[0]["framing"] == ("lines" if framed is as_lines else "headers")
    assert [line["message"] for line in recorded if "message" in line] == [json.loads(body) for body in bodies]
    assert sum(line.get("bytes", 0) for line in recorded) == len(said)
    answer = run(server, "replay", file)
    assert answer.returncode == 0, answer.stdout
    assert f"{len(bodies)} messages" in answer.stdout


def test_bodies_that_are_no_messages_are_kept(server, file):
    bodies = [
        *conversation()[:2],
        b"{\xff}",
        b"{broken",
        b"",
        b' {"jsonrpc":"2.0","id":1,\r\n"method":"document/list"} ',
        b"[" * 600 + b"]" * 600,
        b'"\\ud800"',
        request(9, "document/list"),
    ]
    said = speak(server, file, with_headers(bodies) + b"Content-Length: x\r\n\r\n")
    assert said.count(b"jsonrpc") == 10
    recorded = lines(file)
    assert {"hex": "7bff7d"} in recorded and {"text": "{broken"} in recorded and {"text": ""} in recorded
    assert {"framingFailed": "malformedLength"} in recorded
    answer = run(server, "replay", file)
    assert answer.returncode == 0, answer.stdout


def test_files_that_were_read_are_part_of_the_recording(server, tmp_path, file):
    folder = tmp_path / "served"
    folder.mkdir()
    shutil.copy(EXAMPLES / "support-bot.json", folder)
    bodies = [
        conversation()[0],
        request(2, "document/open", path="support-bot.json"),
        request(3, "document/open", path="nowhere.json"),
        request(4, "node/move", document="d1", ids=["greet"], by={"x": 20, "y": 0}),
        request(5, "document/save", document="d1", path="new.json"),
        request(6, "document/save", document="d1", path="no/folder.json"),
        request(7, "document/export", document="d1", format="svg", path="picture.svg"),
    ]
    speak(server, file, as_lines(bodies), "--root", str(folder))
    assert (folder / "new.json").is_file()
    shutil.rmtree(folder)
    answer = run(server, "replay", file)
    assert answer.returncode == 0, answer.stdout
    assert not folder.exists() and sorted(os.listdir(tmp_path)) == ["a.jsonl"]


def test_jobs_come_back_where_they_did(server, tmp_path, file):
    nodes = [{"id": f"n{index}", "position": {"x": index % 100 * 200, "y": index}} for index in range(11_000)]
    with Client.launch([server, "--record", str(file), "--root", str(tmp_path)]) as client:
        document = client.create({"nodes": nodes})
        exports = [
            client.send("document/export", {"document": document.id, "format": "svg", "path": name})
            for name in ("one.svg", "two.svg", "three.svg")
        ]
        document.node.move(ids=["n1"], by={"x": 5, "y": 5})
        exports[1].cancel()
        for export in exports:
            try:
                export.result()
            except Exception:
                pass
        document.node.move(ids=["n1"], by={"x": 5, "y": 5})
    events = [line["event"] for line in lines(file) if "event" in line]
    assert events.count("jobBegan") >= 2 and events.count("jobEnded") >= 2
    (tmp_path / "one.svg").unlink()
    answer = run(server, "replay", file)
    assert answer.returncode == 0, answer.stdout[:2000]
    assert not (tmp_path / "one.svg").exists()


def test_reports_of_a_job_come_back_where_they_did(server, file):
    nodes = [{"id": f"n{index}"} for index in range(2000)]
    edges = [{"id": f"e{index}", "source": f"n{index // 2}", "target": f"n{index}"} for index in range(1, 2000)]
    with Client.launch([server, "--record", str(file)]) as client:
        document, seen = client.create({"nodes": nodes, "edges": edges}), []
        client.on("$/progress", lambda params: seen.append(params["value"].get("percentage")))
        work = client.send("document/layout", {"document": document.id, "algorithm": "layered", "progressToken": 1})
        while not work.done:
            document.node.update(id="n5", patch={"label": "changed"})
        work.result()
        other = client.send("document/layout", {"document": document.id, "algorithm": "tree", "progressToken": 2})
        other.cancel()
    reached = [line["jobReached"] for line in lines(file) if "jobReached" in line]
    assert seen[0] == 0 and seen[1:].index(None) <= len(reached)
    answer = run(server, "replay", file)
    assert answer.returncode == 0, answer.stdout[:2000]


def test_a_client_that_reads_slowly_is_replayed_as_it_was(server, file):
    """What is sent depends on how much was read; moves of views then become one frame."""
    child = subprocess.Popen(
        [server, "--record", str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    )
    nodes = [{"id": f"n{index}", "position": {"x": index % 50 * 30, "y": index}} for index in range(600)]
    opening = [
        request(1, "initialize"),
        request(2, "document/create", document="d", content={"nodes": nodes}),
        request(3, "view/open", document="d", view="v", width=800, height=600, scene="svg"),
    ]
    notice = {"jsonrpc": "2.0", "method": "view/pan", "params": {"view": "v", "by": {"x": 40, "y": 0}}}
    edit = {"jsonrpc": "2.0", "method": "node/move", "params": {"document": "d", "ids": ["n5"], "by": {"x": 1, "y": 0}}}
    child.stdin.write(as_lines(opening))
    for turn in range(40):
        pans = [dict(notice, params={"view": "v", "by": {"x": 900 if turn % 2 else -900, "y": 0}})] * 4
        child.stdin.write(as_lines(json.dumps(message).encode() for message in [*pans, edit]))
        time.sleep(0.005)
    time.sleep(0.2)
    child.stdin.write(as_lines([request(9, "document/hash", document="d")]))
    child.stdin.close()
    assert b'"id":9' in child.stdout.read()
    child.wait(20)
    assert any(line.get("left", 0) > 0 for line in lines(file))
    answer = run(server, "replay", file)
    assert answer.returncode == 0, answer.stdout[:2000]


def test_the_first_message_that_differs_is_reported(server, file):
    speak(server, file, as_lines(conversation()))
    text = file.read_text()
    file.write_text(text.replace('"x":370', '"x":371'))
    answer = run(server, "replay", file)
    assert answer.returncode == 1
    assert answer.stdout.startswith("difference at message 5 (line ")
    assert '"x":371' in answer.stdout and "view/frame" in answer.stdout
    assert run(server, "replay", file, "--out", file.with_suffix(".new")).returncode == 0
    assert run(server, "replay", file.with_suffix(".new"), "--speed").returncode == 0


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (lambda text: "", "empty"),
        (lambda text: text[: len(text) // 2], "ends inside a line"),
        (lambda text: text[1:], ":1: this is no recording: unexpected byte"),
        (lambda text: text.replace('"recording":1', '"recording":7'), "version 7"),
        (lambda text: text.replace('"out"', '"tuo"', 1), ":3: nothing that a recording holds"),
        (lambda text: text + '{"event":"rain"}\n', "no event rain"),
        (lambda text: text + '{"out":"12"}\n', "16 digits"),
        (lambda text: text + '{"hex":"1"}\n', "pairs of digits"),
        (lambda text: text + '{"read":"a"}\n', "missing"),
        (lambda text: "[]\n", "no recording"),
    ],
)
def test_what_is_no_recording_is_refused(server, file, broken, message):
    speak(server, file, as_lines(conversation()))
    file.write_text(broken(file.read_text()))
    answer = run(server, "replay", file)
    assert answer.returncode == 2 and message in answer.stderr


def test_a_recording_survives_the_end_of_its_server(server, file):
    child = subprocess.Popen([server, "--record", str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    bodies = conversation()
    child.stdin.write(as_lines(bodies))
    for _ in range(200):
        time.sleep(0.1)
        if file.exists() and sum("out" in line for line in lines(file)) == len(bodies):
            break
    child.send_signal(signal.SIGKILL)
    child.wait(10)
    answer = run(server, "replay", file)
    assert answer.returncode == 0 and "stops before the end" in answer.stdout
    assert f"{len(bodies)} messages" in answer.stdout


def test_a_recording_replaces_no_file(server, file):
    file.write_text("mine")
    answer = run(server, "serve", "--record", file)
    assert answer.returncode == 2 and "exists" in answer.stderr
    assert file.read_text() == "mine"


def test_a_recording_that_fills_the_disk_does_not_stop_the_server(server, tmp_path):
    """A limit on the length of files simulates a full disk."""
    limited = f'ulimit -f 8; exec "{server}" --record "{tmp_path / "a.jsonl"}"'
    data = as_lines([conversation()[0], *[request(2, "rpc.discover")] * 20, request(3, "document/list"), b" " * 60_000])
    done = subprocess.run(
        ["sh", "-c", limited], input=data * 2, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60
    )
    assert b'"id":3' in done.stdout


SEARCH = """
import json, sys
bodies = [json.loads(line) for line in open(sys.argv[1])]
methods = [line["message"]["method"] for line in bodies if "message" in line]
phases = [line["message"]["params"].get("phase") for line in bodies if "message" in line]
sys.exit("down" in phases and "history/undo" in methods)
"""


def test_a_shorter_recording_is_found(server, tmp_path, file):
    script = tmp_path / "fails.py"
    script.write_text(SEARCH)
    bodies = conversation()
    extra = [request(100 + index, "document/list") for index in range(40)]
    speak(server, file, as_lines([*bodies[:3], *extra, *bodies[3:], *extra]))
    answer = run(server, "shrink", file, "--fails", f"python3 '{script}' {{}}")
    assert answer.returncode == 0, answer.stderr
    short = lines(file.with_name("a.jsonl.short"))
    assert [line["message"]["method"] for line in short[1:]] == ["initialize", "input/pointer", "history/undo"]
    assert run(server, "replay", file.with_name("a.jsonl.short")).returncode == 0
    assert run(server, "shrink", file, "--fails", "true").returncode == 1
    assert run(server, "shrink", file, "--fails", "no-such-command").returncode == 2
    few = run(server, "shrink", file, "--fails", f"python3 '{script}'", "--runs", "3", "--out", tmp_path / "few")
    assert few.returncode == 0 and "after 3 runs" in few.stdout


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda path: path.stem)
def test_the_recordings_of_the_project_give_the_same(server, recording):
    answer = run(server, "replay", recording)
    assert answer.returncode == 0, answer.stdout
