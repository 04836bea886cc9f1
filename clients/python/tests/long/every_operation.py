"""Lets each file operation of a server fail with each error, once and for good, be interrupted, or be done by half.

    python3 clients/python/tests/long/every_operation.py [--server PATH]

It is the scenario of ``test_every_operation.py``, which goes through fewer of them. Ends with 1 if a server died, reported
something false, or left a file that is not whole.
"""

import argparse
import errno
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "support"), str(TESTS.parent / "src")]

from file_faults import compiled  # noqa: E402
from test_every_operation import each, judge  # noqa: E402

FAULTS = [
    *((name, False) for name in ("ENOSPC", "EIO", "EACCES", "EMFILE", "EROFS")),
    *((name, True) for name in ("ENOSPC", "EROFS")),
    ("EINTR", False),
    ("short", False),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--server", default=str(TESTS.parents[2] / ".build/release/nodewire"))
    server = parser.parse_args().server
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder, shim = Path(name) / "served", compiled(Path(name))
        folder.mkdir()
        for fault, is_for_good in FAULTS:
            how = getattr(errno, fault, fault)
            count = 0
            for run in each(server, folder, shim, how=how, is_for_good=is_for_good):
                count += 1
                try:
                    judge(run, folder)
                except AssertionError as error:
                    wrong += 1
                    print(f"WRONG {fault}{' for good' if is_for_good else ''} at {count}: {error}", flush=True)
            print(f"{fault}{' for good' if is_for_good else ''}: {count} operations", flush=True)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
