"""No message costs more instructions than `clients/bench_gate.json` says; and the gate sees it where one does."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

CLIENTS = Path(__file__).resolve().parents[2]
sys.path.append(str(CLIENTS))

import bench_gate  # noqa: E402


def gate(server, *options, **environment):
    command = [sys.executable, str(CLIENTS / "bench_gate.py"), "--server", str(server), *options]
    return subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=600)


def test_messages_cost_what_the_table_says(server):
    done = gate(server)
    if done.stderr.startswith("not counted: "):
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stderr


RENEW = "renew the table by --write, so that it stays so"
TABLE = {"rows": {"drag": {"instructions": 1000}, "move": {"instructions": 2000}}}


@pytest.mark.parametrize("drag", [950, 1000, 1050])
def test_what_lies_in_the_room_passes(drag):
    assert bench_gate.differences({"drag": drag, "move": 2000}, TABLE) == []


@pytest.mark.parametrize(
    "drag, said",
    [
        (1100, "drag: 10.0 % more: 1,100 instructions, in the table 1,000"),
        (900, "drag: 10.0 % fewer: 900 instructions, in the table 1,000; " + RENEW),
    ],
)
def test_a_row_beyond_the_room_is_named_with_both_figures(drag, said):
    assert bench_gate.differences({"drag": drag, "move": 2000}, TABLE) == [said]


def test_a_row_that_the_table_does_not_have_is_named():
    lines = bench_gate.differences({"hover": 5}, TABLE)
    assert lines == ["hover: 5 instructions, and the table has no such row: --write writes it"]


def test_a_row_that_nothing_counts_is_named():
    table = {"rows": {"gone": {"instructions": 5}}}
    assert bench_gate.differences({}, table) == ["gone: is in the table, but nothing counts it: --write takes it out"]


def test_the_table_is_as_it_would_be_written():
    table = bench_gate.read_table()
    figures = {name: row["instructions"] for name, row in table["rows"].items()}
    assert set(figures) == {row.name for row in bench_gate.ROWS}
    assert json.loads(bench_gate.written(figures, table)) == {**table, "machine": bench_gate.platform.machine()}
    assert bench_gate.TABLE.read_text("utf-8") == json.dumps(table, indent=2) + "\n"


def test_rows_that_are_not_counted_stay_as_they_were():
    written = json.loads(bench_gate.written({"drag": 7}, TABLE))
    assert {name: row["instructions"] for name, row in written["rows"].items()} == {"drag": 7, "move": 2000}


@pytest.mark.parametrize("kinds, has_symbols", [([0, 1, 3], False), ([0, 1, 2, 3], True), ([], False)])
def test_a_build_with_symbols_is_told_from_a_stripped_one(tmp_path, kinds, has_symbols):
    """An executable here is a header, which says where sections are listed, and their list: a name and a kind of each."""
    header = bytearray(64)
    header[:5] = b"\x7fELF\x02"
    header[40], header[58], header[60] = 64, 64, len(kinds)
    sections = b"".join(bytes([9, 0, 0, 0, kind]).ljust(64, b"\0") for kind in kinds)
    program = tmp_path / "program"
    program.write_bytes(header + sections)
    assert bench_gate.has_symbols(str(program)) == has_symbols


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="nothing is counted elsewhere")
def test_what_cannot_be_counted_is_said_with_the_reason(tmp_path):
    program = tmp_path / "program"
    missing = gate(program)
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    without_valgrind = gate(program, PATH=str(tmp_path))
    for done, reason in ((missing, "there is no "), (without_valgrind, "valgrind is not installed")):
        assert done.returncode == 2 and done.stderr.startswith(f"not counted: {reason}"), done.stderr


def test_a_row_that_is_unknown_is_refused(tmp_path):
    done = gate(tmp_path, "--rows", "drag,none")
    assert done.returncode == 2 and "no such row: none" in done.stderr
