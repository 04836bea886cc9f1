"""Lays out documents of extreme shapes by the server, and cancels layouts at many points of their work.

    python3 clients/python/tests/long/large_layouts.py [--size 1000000] [--seconds 600] [--server PATH]

A star, parallel edges, a deep tree, nodes in one place, nodes without a size and of immense ones: each is laid out by each
algorithm, or refused with an error that says why. Then a layout is cancelled at every tenth of its work: the reply must say
so, the next one must work, and nothing may have moved. Ends with code 1 if something else comes of it.
"""

import argparse
import json
import sys
import time
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS.parent / "src")]

from nodewire_client import Client  # noqa: E402
from nodewire_client.errors import NodewireError, RequestCancelled  # noqa: E402

ALGORITHMS = ("tree", "grid", "pack", "radial", "layered", "force", "removeOverlaps")
SETTINGS = {"allowDuplicateEdges": True, "allowCycles": True, "allowSelfLoops": True}


def content(count, ends=(), **members):
    edges = [{"id": f"e{index}", "source": f"n{a}", "target": f"n{b}"} for index, (a, b) in enumerate(ends)]
    return {"nodewire": 1, "settings": SETTINGS, "nodes": [{"id": f"n{i}", **members} for i in range(count)], "edges": edges}


def shapes(size):
    """Documents by name, of about so many elements; those that cost more are smaller."""
    few = max(10, size // 100)
    yield "parallel", content(3, ((0, 1) for _ in range(size)))
    yield "loops", content(3, ((0, 0) for _ in range(size // 10)))
    yield "star", content(size, ((0, index) for index in range(1, size)))
    yield "deep", content(size // 10, ((index - 1, index) for index in range(1, size // 10)))
    yield "one place", content(few, position={"x": 7, "y": 7})
    yield "no size", content(few, ((index // 2, index) for index in range(1, few)), width=0, height=0)
    yield "immense", content(few, ((index // 2, index) for index in range(1, few)), width=1e300, height=1e300)


def laid_out(client, path, algorithm):
    """What came of it, in a word or two; None if it is as it must be."""
    document = client.open(path=path, durability="none")
    begun = time.monotonic()
    try:
        figures = document.layout(algorithm=algorithm)["figures"]
        outcome = f"{figures.get('crossings', 'uncounted')} crossings"
    except NodewireError as error:
        outcome = f"{error.code} {error}"
        if error.code not in (1107, 1900):
            return outcome, f"unexpected: {outcome}"
    finally:
        document.close(discard=True)
    return f"{time.monotonic() - begun:8.2f} s  {outcome}", None


def cancelled(client, size):
    """Problems of layouts that are cancelled at every tenth of their work."""
    document = client.open(text=json.dumps(content(size, ((index // 2, index) for index in range(1, size)))))
    seen = []
    client.on("$/progress", lambda params: seen.append(params["value"].get("percentage", 100)))
    for percentage in range(0, 100, 10):
        before, seen[:] = document.hash(), []
        work = client.send("document/layout", {"document": document.id, "algorithm": "layered", "progressToken": 1})
        while not work.done and (not seen or seen[-1] < percentage):
            client.call("document/list", {})
        work.cancel()
        asked = time.monotonic()
        try:
            work.result()
            print(f"  at {percentage:2} %: it had ended")
            document.history.undo()
            continue
        except RequestCancelled:
            pass
        if document.hash() != before:
            yield f"the document changed though the layout was cancelled at {percentage} %"
        document.node.update(id="n1", patch={"label": str(percentage)})
        client.call("document/export", {"document": document.id, "format": "svg", "path": "after.svg"})
        print(f"  at {percentage:2} %: the next job was done after {time.monotonic() - asked:.2f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=600, help="that one layout may take")
    parser.add_argument("--server", help="the server, if it is not the one that is built here")
    parser.add_argument("--root", default="/tmp", help="a folder that may be written to")
    chosen = parser.parse_args()
    server = chosen.server or str(TESTS.parents[2] / ".build" / "debug" / "nodewire")
    problems, file = [], Path(chosen.root, "large.json")
    with Client.launch([server], root=chosen.root, timeout=chosen.seconds) as client:
        for name, document in shapes(chosen.size):
            # Longer than a message may be.
            file.write_text(json.dumps(document))
            for algorithm in ALGORITHMS:
                outcome, problem = laid_out(client, file.name, algorithm)
                print(f"{name:10} {algorithm:15} {outcome}", flush=True)
                problems += [f"{name}, {algorithm}: {problem}"] if problem else []
        problems += cancelled(client, chosen.size // 50)
    file.unlink()
    print("\n".join(problems) or "as it must be")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
