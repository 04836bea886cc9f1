"""Sends messages that are very long or very deep: none ends the server, and each costs little.

    python3 clients/python/tests/long/hostile_sizes.py [--server PATH]

Both framings. Ends with 1 if one takes more memory than ten times its bytes, or more than 8 seconds (20, if it is as
long as a message may be).
"""

import argparse
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "support"), str(TESTS.parent / "src")]

from oversized_messages import SPARE, cost, hostile  # noqa: E402

LONG = 32 << 20


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--server", default=str(TESTS.parents[2] / ".build/release/nodewire"))
    server = parser.parse_args().server
    is_clean = True
    print(f"{'message':14}{'MiB':>8}{'peak MiB':>10}{'seconds':>9}")
    for name, body in hostile(8).items():
        for is_framed in (False, True):
            replies, taken, seconds = cost(server, body, is_framed)
            good = taken <= 10 * len(body) + SPARE and seconds < (20 if len(body) > LONG else 8) and len(replies) == 1
            row = f"{name:14}{len(body) / 2**20:8.1f}{taken / 2**20:10.1f}{seconds:9.2f}"
            print(row if good else row + "  TOO MUCH", flush=True)
            is_clean = is_clean and good
    sys.exit(0 if is_clean else 1)


if __name__ == "__main__":
    main()
