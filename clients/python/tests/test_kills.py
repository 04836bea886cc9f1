"""A killed server loses nothing that it acknowledged; `long/kill_server.py` does the same ten thousand times."""

from random import Random

import pytest

from crash_programs import BEGIN, OPEN, STRACE, Program, Reference, Victim, answered, begin, check, killed_at
from file_faults import dynamic_server, needs_shim, shim
from file_sweeps import power, sweep

#: What writes, renames, removes, locks and opens; of the calls of each kind the server is killed at every so many-th.
CALLS = {"write": 2, "pwrite64": 2, "fsync": 1, "renameat": 1, "unlinkat": 1, "flock": 2, "openat": 29}


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "served"
    folder.mkdir()
    return folder


def test_a_kill_at_a_random_moment_loses_no_acknowledged_edit(server, folder):
    """Some moments; the program of many is `long/kill_server.py`. How much of a program was performed, is known from what was answered."""
    draw, span = Random(5), 0.3
    for number in range(40):
        if number % 20 == 0:
            reference = Reference(server, folder, Program(f"short.{number}", 60))
        victim = Victim(server, folder, reference.program, draw.choice((1, 3, 10, 60)))
        count = victim.kill(draw.uniform(0.2, 1) * span)
        span *= 0.9 if count == 60 else 1.05
        check(server, folder, reference, count)


def looked(tally):
    def look(what, *arguments):
        tally.append(what)
        return what(*arguments)

    return look


@pytest.mark.skipif(STRACE is None, reason="strace kills at system calls")
@pytest.mark.parametrize("call, step", [*CALLS.items()])
def test_a_kill_at_a_system_call_loses_no_acknowledged_edit(server, folder, call, step):
    """At some calls of each kind, in the very program that is shipped."""
    reference, killed = Reference(server, folder, Program("short.calls", 30)), 0
    asked = [BEGIN, OPEN, *reference.program.requests]
    for number in range(1, 1000, step):
        begin(folder)
        heard = killed_at(call, number, [server, "--root", str(folder)], asked)
        if heard is None:
            break
        killed += 1
        check(server, folder, reference, answered(heard, reference.program))
    assert killed > 2


@needs_shim
def test_a_kill_at_a_file_operation_loses_no_acknowledged_edit(dynamic_server, folder, shim):
    """Every 27th operation, and within the recovery after it."""
    reference, tally = Reference(dynamic_server, folder, Program("short.sweep", 12)), []
    sweep(dynamic_server, folder, shim, reference, looked(tally), step=27, into=1)
    assert len(tally) > 2


@needs_shim
def test_a_loss_of_power_loses_no_acknowledged_edit(dynamic_server, folder, shim):
    """At some of the operations, in all the ways that a disk may lose what was not synced."""
    reference, tally = Reference(dynamic_server, folder, Program("short.power", 12)), []
    power(dynamic_server, folder, shim, reference, looked(tally), step=7)
    assert len(tally) > 12


@needs_shim
def test_a_loss_of_power_loses_nothing_that_was_saved(dynamic_server, folder, shim):
    """Without a journal that is on the disk."""
    reference, tally = Reference(dynamic_server, folder, Program("saved.7", 12)), []
    assert any(one["method"] == "document/save" for one in reference.program.requests)
    power(dynamic_server, folder, shim, reference, looked(tally), step=7, durability="process")
    assert len(tally) > 12
