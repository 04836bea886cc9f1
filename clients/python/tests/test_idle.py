"""A server that waits for nothing takes no processor time, whosever clock it is."""

import json
import os
import subprocess
import sys
import time

import pytest

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")

# While a node is held, a long press and nothing else waits for time.
OPENING = [
    ("document/create", {"document": "d", "content": {"nodes": [{"id": "a", "position": {"x": 100, "y": 100}}]}}),
    ("view/open", {"document": "d", "view": "v", "width": 800, "height": 600}),
]
HELD = [("down", 120, 130), ("move", 160, 130)]


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("clock", ["client", "server"])
def test_a_held_pointer_costs_nothing(server, clock):
    process = subprocess.Popen([server], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    calls = [("initialize", {"clock": clock}), *OPENING]
    calls += [
        ("input/pointer", {"view": "v", "phase": phase, "id": 1, "at": {"x": x, "y": y}, "time": turn})
        for turn, (phase, x, y) in enumerate(HELD)
    ]
    try:
        for number, (method, params) in enumerate(calls):
            message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            process.stdin.write(json.dumps(message).encode() + b"\n")
            process.stdin.flush()
            while json.loads(process.stdout.readline()).get("id") != number:
                pass
        # A long press of the server's clock comes and goes.
        time.sleep(0.8)
        before = processor_seconds(process.pid)
        time.sleep(1)
        assert processor_seconds(process.pid) - before < 0.1
    finally:
        process.kill()
        process.communicate()
