"""Looks whether the memory of a server stays flat over a million edits, and over a day in which nothing happens.

    python3 clients/python/tests/long/memory.py [--edits N] [--hours N] [--server PATH] [edits] [undo] [idle]

`edits` edits a file with its journal. `undo` has undo, redo and saves among the edits, and an open view. `idle` lets a
day of the client's clock pass over three open views, with ten ticks a second. The first quarter of each is to fill what
is kept on purpose: history, journal, caches. Ends with 1 if one needs more than 16 MiB beyond that at any time.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "support"), str(TESTS.parent / "src")]

from memory_growth import SPARE, Grown, edit, edit_and_undo  # noqa: E402

PARTS = 40
MIB = 1 << 20


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="*", default=["edits", "undo", "idle"])
    parser.add_argument("--edits", type=int, default=1_000_000, help="after the first quarter (1000000)")
    parser.add_argument("--hours", type=float, default=24, help="after the first quarter (24)")
    parser.add_argument("--server", default=str(TESTS.parents[2] / ".build/release/nodewire"))
    return parser.parse_args()


def look(name, grown, work):
    """Does the work of each part; returns whether the memory stayed where the first quarter had brought it."""
    begun, seen = time.monotonic(), []
    for part in range(PARTS + PARTS // 4):
        work()
        if part >= PARTS // 4 - 1:
            seen.append(grown.memory)
    first, most, last = (size / MIB for size in (seen[0], max(seen), seen[-1]))
    seconds = time.monotonic() - begun
    print(f"{name}: {first:.1f} MiB, then at most {most:.1f}, at the end {last:.1f}; {seconds:.0f} s", flush=True)
    return max(seen) - seen[0] < SPARE


def main():
    chosen = options()
    edits = chosen.edits // PARTS
    works = {
        "edits": (0, lambda grown: grown.edit(edits, lambda number: [edit(number)])),
        "undo": (1, lambda grown: grown.edit(edits, edit_and_undo)),
        "idle": (3, lambda grown: grown.wait(chosen.hours * 3600 / PARTS, step=0.1)),
    }
    is_flat = True
    for name in chosen.what:
        views, work = works[name]
        with tempfile.TemporaryDirectory() as folder, Grown(chosen.server, Path(folder)) as grown:
            grown.open_views(views)
            is_flat = look(name, grown, lambda work=work, grown=grown: work(grown)) and is_flat
    sys.exit(0 if is_flat else 1)


if __name__ == "__main__":
    main()
