"""Merging two replicas of 100,000 nodes with 1,000 changes each, beside Yjs (`pycrdt`, where that is installed).

    python3 clients/python/tests/long/merge_peers.py .build/release/nodewire [--nodes 100000] [--changes 1000]

Shown are medians of three: of the server, `document/merge` of a file less `document/open` of it; of `nodewire merge`, the whole
run with three files to read and one to write; of Yjs, making the update and applying it, with both documents loaded.
Every time is that of the processor, so that other programs of the machine do not count.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "src"))

from nodewire_client import Client  # noqa: E402


def document(count):
    """A document of so many nodes with an edge from each to the next."""
    nodes = [
        {"id": f"n{i}", "position": {"x": i % 300 * 200, "y": i // 300 * 100}, "data": {"label": f"Node {i}"}}
        for i in range(count)
    ]
    edges = [{"id": f"e{i}", "source": f"n{i}", "target": f"n{i + 1}"} for i in range(count - 1)]
    return {"nodewire": 1, "nodes": nodes, "edges": edges}


def changes(name, count, total):
    """What a replica does: a fourth is inserted, a fourth removed, the others get a label."""
    step = max(total // count, 1)
    for number in range(count):
        node = f"n{number * step}"
        if number % 4 == 0:
            yield "insert", f"{name}-{number}"
        elif number % 4 == 1:
            yield "remove", node
        else:
            yield "label", node


def processor_time(pid):
    """The milliseconds of processor that all threads of a process have used."""
    return sum(int(file.read_text().split()[0]) for file in Path(f"/proc/{pid}/task").glob("*/schedstat")) / 1e6


def write_replicas(server, folder, count, number):
    with Client.launch([server], root=folder, timeout=600) as client:
        for name in "ab":
            client.call("document/open", {"document": name, "replica": name, "path": "base.json", "durability": "none"})
            for kind, node in changes(name, number, count):
                if kind == "insert":
                    client.call("node/insert", {"document": name, "node": {"id": node}})
                elif kind == "remove":
                    client.call("element/remove", {"document": name, "nodes": [node]})
                else:
                    client.call("node/update", {"document": name, "id": node, "patch": {"label": f"{name} {node}"}})
            client.call("document/save", {"document": name, "path": f"{name}.json"})
            client.call("document/close", {"document": name, "discard": True})


def of_server(server, folder):
    """Processor time of opening a file twice and of merging one: (open, merge beyond reading, peak in MB)."""
    with Client.launch([server], root=folder, timeout=600) as client:
        pid = client.connection.process.pid
        client.call("document/open", {"document": "a", "path": "a.json", "replica": "a", "durability": "none"})
        begun = processor_time(pid)
        client.call("document/open", {"document": "b", "path": "b.json", "durability": "none"})
        opened = processor_time(pid)
        client.call("document/merge", {"document": "a", "with": {"path": "b.json"}})
        merged = processor_time(pid)
        status = Path(f"/proc/{pid}/status").read_text()
        peak = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) / 1024
    return opened - begun, (merged - opened) - (opened - begun), peak


def of_command(server, folder):
    """Processor time and peak memory of `nodewire merge` of three files."""
    subprocess.run(["cp", str(folder / "a.json"), str(folder / "ours.json")], check=True)
    process = subprocess.Popen([server, "merge", "base.json", "ours.json", "b.json"], cwd=folder, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) in (0, 1), status
    return (usage.ru_utime + usage.ru_stime) * 1000, usage.ru_maxrss / 1024


def of_yjs(count, number):
    """Processor time of exchanging the changes of two documents of Yjs, both ways halved; None where it is not installed."""
    try:
        import pycrdt
    except ImportError:
        return None
    base = pycrdt.Doc()
    nodes = base.get("nodes", type=pycrdt.Map)
    with base.transaction():
        for node in document(count)["nodes"]:
            nodes[node["id"]] = pycrdt.Map({"x": node["position"]["x"], "y": node["position"]["y"], "label": node["id"]})
    state = base.get_update()
    docs = {}
    for name in "ab":
        docs[name] = pycrdt.Doc()
        docs[name].apply_update(state)
        nodes = docs[name].get("nodes", type=pycrdt.Map)
        for kind, node in changes(name, number, count):
            with docs[name].transaction():
                if kind == "insert":
                    nodes[node] = pycrdt.Map({})
                elif kind == "remove":
                    del nodes[node]
                else:
                    nodes[node]["label"] = f"{name} {node}"
    begun = resource.getrusage(resource.RUSAGE_SELF)
    docs["a"].apply_update(docs["b"].get_update(docs["a"].get_state()))
    ended = resource.getrusage(resource.RUSAGE_SELF)
    return (ended.ru_utime + ended.ru_stime - begun.ru_utime - begun.ru_stime) * 1000


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--changes", type=int, default=1000)
    options = parser.parse_args()
    server = str(Path(options.server).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "base.json").write_text(json.dumps(document(options.nodes)))
        write_replicas(server, folder, options.nodes, options.changes)
        rounds = [of_server(server, folder) for _ in range(3)]
        for place, text in enumerate(("document/open ms", "document/merge ms, beyond reading", "server's peak MB")):
            print(f"{text:36}{statistics.median(found[place] for found in rounds):10.1f}")
        runs = [of_command(server, folder) for _ in range(3)]
        print(f"{'nodewire merge ms, all of it':36}{statistics.median(run[0] for run in runs):10.1f}")
        print(f"{'nodewire merge peak MB':36}{max(run[1] for run in runs):10.1f}")
    yjs = of_yjs(options.nodes, options.changes)
    print(f"{'Yjs ms, both documents loaded':36}" + ("not installed" if yjs is None else f"{yjs:10.1f}"))


if __name__ == "__main__":
    main()
