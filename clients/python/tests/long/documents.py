"""Holds many conversations about documents of equal names and files, and looks whether only what was named has changed.

    python3 clients/python/tests/long/documents.py [--seeds A B] [--parallel N] [--server PATH] [--exports-over-open]

Nothing is printed but figures and what deviates, with its seed; ends with 1 if anything does.
`--seeds 7 8` performs the conversation 7 again.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parents[2]
sys.path[:0] = [str(TESTS / "support"), str(TESTS.parent / "src")]

from owned_documents import Deviation, converse  # noqa: E402


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", nargs=2, type=int, default=(1, 5001), metavar=("A", "B"), help="A to B - 1 (1 5001)")
    parser.add_argument("--parallel", type=int, default=2, help="conversations at a time (2)")
    parser.add_argument("--server", default=str(ROOT / ".build/release/nodewire"))
    parser.add_argument("--exports-over-open", action="store_true", help="export over the files of documents, too")
    return parser.parse_args()


def hold(chosen, seed):
    """What was done in a conversation, and what deviates."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            return converse(chosen.server, folder, seed, exports_over_open=chosen.exports_over_open), None
        except Deviation as error:
            return {}, str(error)


def main():
    chosen, done, deviations, start = options(), Counter(), 0, time.monotonic()
    seeds = range(*chosen.seeds)
    with ProcessPoolExecutor(chosen.parallel) as pool:
        for number, (tally, deviation) in enumerate(pool.map(partial(hold, chosen), seeds), 1):
            done.update(tally)
            if deviation:
                deviations += 1
                print(f"DEVIATION {deviation}", flush=True)
            if number % 500 == 0:
                print(f"{number} conversations so far, {deviations} deviate", flush=True)
    for name, count in sorted(done.items()):
        print(f"{count:8} {name}")
    print(f"{len(seeds)} conversations, {deviations} deviate, {time.monotonic() - start:.0f} s")
    sys.exit(0 if deviations == 0 else 1)


if __name__ == "__main__":
    main()
