"""`nodewire load`: messages by a schedule that waits for no answer, and bounds for their latencies."""

import json
import subprocess
import sys

import pytest

STALLING = """
import json, sys, time
for number, line in enumerate(iter(sys.stdin.readline, "")):
    length = int(line.split(":")[1])
    sys.stdin.readline()
    request = json.loads(sys.stdin.read(length))
    if number == 40:
        time.sleep(0.5)
    answer = json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": {}})
    print(f"Content-Length: {len(answer)}\\r\\n\\r\\n{answer}", end="", flush=True)
"""


@pytest.fixture
def run(server, tmp_path):
    def run(*words, code=0):
        command = [server, "load", *map(str, words)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=tmp_path)
        assert done.returncode == code, done.stderr + done.stdout
        return done

    return run


@pytest.mark.parametrize("kind", ["hover", "drag", "pan"])
def test_a_made_stream_is_answered_without_errors(run, kind):
    words = ["--generate", kind, "--nodes", 50, "--rate", 300, "--duration", 0.5, "--threshold", "errors<1"]
    found = json.loads(run(*words, "--json").stdout)
    assert (found["sent"], found["latencies"], found["errors"], found["unanswered"]) == (150, 150, 0, 0)
    times = list(found["milliseconds"].values())
    assert list(found["milliseconds"]) == ["p50", "p90", "p99", "p99.9", "max"] and times == sorted(times)
    assert found["thresholds"] == [{"threshold": "errors<1", "kept": True}]


def test_a_missed_threshold_is_the_exit_code(run):
    words = ["--generate", "hover", "--rate", 100, "--duration", 0.2]
    text = run(*words, "--threshold", "p99<1ns", "--threshold", "max<100s", code=1).stdout
    assert "p99<1ns: missed: " in text and "max<100s: kept: " in text
    assert run(*words, "--threshold", "p99.9>=1ns", "--threshold", "rate>1", "--quiet").stdout == ""


def test_a_server_that_stops_is_charged_for_all_that_waits(run, tmp_path):
    """A closed loop would find one slow answer among two hundred."""
    (tmp_path / "stalling.py").write_text(STALLING)
    server = f"exec '{sys.executable}' stalling.py"
    found = json.loads(run("--generate", "pan", "--rate", 200, "--duration", 1, "--server", server, "--json").stdout)
    assert found["latencies"] == 200 and found["milliseconds"]["max"] > 400
    # A hundred messages were due while it slept, the first of which waited longest.
    assert found["milliseconds"]["p90"] > 250


def test_a_recording_is_sent_once(run, server, tmp_path):
    bodies = [{"jsonrpc": "2.0", "id": n, "method": method, "params": params} for n, (method, params) in enumerate(
        [("initialize", {}), ("document/create", {"document": "d"}), ("document/read", {"document": "none"})]
    )]
    lines = "".join(json.dumps(body) + "\n" for body in bodies)
    subprocess.run([server, "--record", "a.jsonl"], input=lines, text=True, capture_output=True, cwd=tmp_path)
    found = json.loads(run("a.jsonl", "--rate", 100, "--json").stdout)
    assert (found["sent"], found["latencies"], found["errors"]) == (2, 2, 1)


@pytest.mark.parametrize(
    "words, message",
    [
        (["--generate", "pan", "--threshold", "p99"], "needs a figure and a bound"),
        (["--generate", "pan", "--rate", "none"], "--rate needs a number"),
        (["--generate", "pan", "--server", "exit 3"], "does not open the conversation"),
        (["--generate", "pan", "a.jsonl"], "do not go together"),
        ([], "needs a recording"),
    ],
)
def test_what_cannot_be_sent_is_refused(run, words, message):
    assert message in run(*words, code=2).stderr
