"""Kills servers, and looks whether the next one finds everything that was acknowledged.

    python3 clients/python/tests/long/kill_server.py [--points N] [--seed N] [--server PATH] [random] [sweep] [power]
                                                      [saved]

`random` kills at random moments while a program of edits is performed. `sweep` kills before and in the middle of each
file operation of a program, and then at each of the first operations of the recovery. `power` records what a server
writes, and builds from it the folders that a loss of power may leave; `saved` does so without a journal that is on the
disk, and looks for what was saved. Nothing is printed but figures and what was lost, with its seed; ends with 1 if
anything was.
"""

import argparse
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from random import Random

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parents[2]
sys.path[:0] = [str(TESTS / "support"), str(TESTS.parent / "src")]

from crash_programs import Lost, Program, Reference, Victim, check  # noqa: E402
from file_faults import compiled  # noqa: E402
from file_sweeps import power, sweep  # noqa: E402


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="*", default=["random", "sweep", "power", "saved"])
    parser.add_argument("--points", type=int, default=10_000, help="kills at random moments (10000)")
    parser.add_argument("--programs", type=int, default=3, help="of the sweeps (3)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--server", default=str(ROOT / ".build/release/nodewire"))
    return parser.parse_args()


class Tally:
    """What was looked at and what was lost."""

    def __init__(self, name):
        self.name, self.points, self.lost, self.start = name, 0, 0, time.monotonic()

    def look(self, what, *arguments):
        self.points += 1
        if self.points % 1000 == 0:
            print(f"{self.name}: {self.points} points so far, {self.lost} lost", flush=True)
        try:
            return what(*arguments)
        except Lost as error:
            self.lost += 1
            print(f"LOST {self.name}, {error}", flush=True)

    def report(self):
        print(f"{self.name}: {self.points} points, {self.lost} lost, {time.monotonic() - self.start:.0f} s", flush=True)
        return self.lost == 0


def at_random(chosen, folder):
    """Programs of 60 requests; the moments are drawn from the time that the last ones took."""
    tally, draw, reference = Tally("random"), Random(chosen.seed), None
    reached = [0, 0, 0]
    for number in range(chosen.points):
        if number % 50 == 0:
            reference = Reference(chosen.server, folder, Program(f"{chosen.seed}.{number}", 60))
            span = 0.5
        victim = Victim(chosen.server, folder, reference.program, draw.choice((1, 3, 10, 60)))
        count = victim.kill(draw.uniform(0.2, 1) * span)
        # Towards the time that a whole program takes, whatever else the machine does.
        span *= 0.9 if count == 60 else 1.05
        reached[(count > 0) + (count == 60)] += 1
        tally.look(check, chosen.server, folder, reference, count)
    print(f"killed before, within and after the program: {reached}")
    return tally.report()


def main():
    chosen = options()
    is_clean = True
    with tempfile.TemporaryDirectory() as name:
        folder, shim = Path(name) / "served", compiled(Path(name))
        folder.mkdir()
        if "random" in chosen.what:
            is_clean = at_random(chosen, folder) and is_clean
        for kind, run in (("sweep", sweep), ("power", power), ("saved", partial(power, durability="process"))):
            if kind not in chosen.what:
                continue
            tally = Tally(kind)
            for number in range(chosen.programs):
                reference = Reference(chosen.server, folder, Program(f"{chosen.seed}.{kind}.{number}", 24))
                run(chosen.server, folder, shim, reference, tally.look)
            is_clean = tally.report() and is_clean
    sys.exit(0 if is_clean else 1)


if __name__ == "__main__":
    main()
