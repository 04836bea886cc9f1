"""The instructions of a message of the server, counted as for the gate of the hot paths."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[3]))

import bench_gate  # noqa: E402
from bench_gate import CHANGED, FRAME, pointer, points  # noqa: E402, F401


def counted(server, calls, hears):
    """Skips where no instructions can be counted; those of a debug build can."""
    try:
        bench_gate.check_server(server)
    except bench_gate.Unable as reason:
        if "no release build" not in str(reason):
            pytest.skip(str(reason))
    return bench_gate.counted(bench_gate.Row(calls, hears), server)
