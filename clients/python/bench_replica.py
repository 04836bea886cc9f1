"""Times a document that a Python client keeps in step, against the same client on a floor that answers as many bytes.

    python3 clients/python/bench_replica.py .build/release/nodewire [--quick]

Prints the nanoseconds of an edit on the server and of a request on the floor: medians of batches taken in turns.
"""

import json
import statistics
import sys
import time
from pathlib import Path
from typing import Callable, List

sys.path.insert(0, str(Path(__file__).resolve().parent / "src"))

from nodewire_client import Client, Connection  # noqa: E402

NODES = 1000


def main(server: str, quick: bool) -> None:
    batches, count = (5, 500) if quick else (11, 2000)
    content = {
        "nodes": [{"id": f"n{index}", "position": {"x": index * 200, "y": 0}, "data": {}} for index in range(NODES)],
        "edges": [],
    }
    with Client.launch(server) as client:
        document = client.create(content)
        replica = document.replica
        sizes: List[int] = []
        off = client.on("document/changed", lambda params: sizes.append(len(json.dumps(params, separators=(",", ":")))))
        answer = document.node.move(ids=["n1"], by={"x": 1, "y": 1})
        off()
        notice = sizes[0] + len('Content-Length: 200\r\n\r\n{"jsonrpc":"2.0","method":"document/changed","params":}')
        reply = len(json.dumps(answer)) + len('Content-Length: 50\r\n\r\n{"jsonrpc":"2.0","id":10000,"result":}')
        floor = Connection.launch([str(Path(server).with_name("nodewire-bench")), "floor", "-i", "-r", str(reply), "-p", str(notice)])
        floor.on("floor", lambda params: None)

        def edit(turn: int) -> None:
            document.node.move(ids=[f"n{turn * 7 % NODES}"], by={"x": 20, "y": -10})

        def request(turn: int) -> None:
            floor.request("node/move", {"document": "d1", "ids": [f"n{turn * 7 % NODES}"], "by": {"x": 20, "y": -10}})

        ours: List[float] = []
        theirs: List[float] = []
        for batch in range(batches + 1):
            for times, call in ((ours, edit), (theirs, request)):
                spent = timed(call, count)
                if batch:
                    times.append(spent)
        if replica.revision != (batches + 1) * count + 1:
            sys.exit("the replica has missed changes")
        floor.close()
        document.close(discard=True)
    print(statistics.median(ours), statistics.median(theirs))


def timed(call: Callable[[int], None], count: int) -> float:
    start = time.perf_counter_ns()
    for turn in range(count):
        call(turn)
    return (time.perf_counter_ns() - start) / count


if __name__ == "__main__":
    main(sys.argv[1], "--quick" in sys.argv[2:])
