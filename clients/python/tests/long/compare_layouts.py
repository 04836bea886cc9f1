"""Lays out graphs by the server and by other programs that are installed, and compares the drawings.

    python3 clients/python/tests/long/compare_layouts.py [--quick] [--seed N] [--graphs tree,dialog] [--peers dot]

The graphs are made from a seed; with NODEWIRE_CORPUS the files in that folder are laid out too. Lines of `layered` are
those of `edges: waypoints`, as they are drawn, and those of peers as they print them; all others go straight from middle
to middle. Bends of curves are counted in right angles by which they turn. Nothing here fails: the tables are to be read.
"""

import argparse
import os
import sys
import time
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "support"), str(TESTS.parent / "src")]

from nodewire_client import Client  # noqa: E402
from nodewire_client.errors import NodewireError  # noqa: E402

from drawing_figures import changed_sides, moved  # noqa: E402
from layout_graphs import MAKERS, graph  # noqa: E402
from layout_peers import Task, peers  # noqa: E402
from served_drawings import drawing_of, opened  # noqa: E402

COLUMNS = ("crossings", "through", "overlaps", "bends", "length", "area", "seconds")
#: What the server is asked, and with which kind of peers it is compared.
SERVER = {"layered": "layered", "tree": "tree", "radial": "tree", "force": "force"}


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1, help="of the graphs that are made (1)")
    parser.add_argument("--quick", action="store_true", help="only graphs of 30 nodes, and files of up to 100")
    parser.add_argument("--graphs", default="", help="names of makers or parts of names of files, with commas")
    parser.add_argument("--peers", default="", help="parts of names of peers, with commas; `none` for none")
    parser.add_argument("--server", help="the server, if it is not the one that is built here")
    return parser.parse_args()


def wanted(name, names):
    return not names or any(part in name for part in names.split(","))


# Graphs


def made(chosen):
    """Graphs from the seed, by name."""
    for name in MAKERS:
        for count in (30,) if chosen.quick else (30, 100, 300):
            if wanted(name, chosen.graphs):
                yield f"{name} {count}", graph(name, count, chosen.seed)


def from_files(client, folder, chosen):
    """The graphs of files that the server can read and that are not too large, without places."""
    for path in sorted(Path(folder).glob("*/*")):
        name = str(path.relative_to(folder))
        if not path.is_file() or not wanted(name, chosen.graphs):
            continue
        try:
            document = client.open(path=name)
            content = document.read()
            client.document.close(document=document.id)
        except NodewireError as error:
            print(f"{name} is left out: {error}")
            continue
        if len(content["nodes"]) > (100 if chosen.quick else 1000):
            print(f"{name} is left out: {len(content['nodes'])} nodes")
        elif content["nodes"]:
            yield name, plain(content)


def plain(content):
    """Sizes, groups and ends of a document, and nothing else."""
    nodes, ids = [], {node["id"] for node in content["nodes"]}
    for node in content["nodes"]:
        kept = {"id": node["id"], "width": node.get("width", 150), "height": node.get("height", 60)}
        if node.get("type") == "group":
            kept["type"] = "group"
        if "parentId" in node:
            kept["parentId"] = node["parentId"]
        nodes.append(kept)
    edges = [edge for edge in content["edges"] if {edge.get("source"), edge.get("target")} <= ids]
    settings = {"allowCycles": True, "allowSelfLoops": True, "allowDuplicateEdges": True}
    kept = [{"id": edge["id"], "source": edge["source"], "target": edge["target"]} for edge in edges]
    return {"nodewire": 1, "nodes": nodes, "edges": kept, "settings": settings}


def with_leaf(content):
    """The same with one leaf more, at a node in the middle of the list."""
    inner = [node["id"] for node in content["nodes"] if node.get("type") != "group"]
    leaf = {"id": "a new leaf", "width": 150, "height": 60}
    edge = {"id": "to a new leaf", "source": inner[len(inner) // 2], "target": leaf["id"]}
    return {**content, "nodes": [*content["nodes"], leaf], "edges": [*content["edges"], edge]}


# Drawings


def by_server(client, content, algorithm):
    """The drawing of the server, the time it took, and the drawing with one leaf more, laid out again."""
    document = opened(client, content)
    asked = {"edges": "waypoints"} if algorithm == "layered" else {}
    straight = algorithm != "layered"
    start = time.perf_counter()
    document.layout(algorithm=algorithm, options=asked)
    seconds = time.perf_counter() - start
    drawing = drawing_of(document, straight)
    grown = with_leaf(content)
    document.node.insert(node={**grown["nodes"][-1], "position": {"x": 0, "y": 0}})
    document.edge.connect(edge=grown["edges"][-1])
    document.layout(algorithm=algorithm, options={**asked, "stable": True})
    again = drawing_of(document, straight=True)
    client.document.close(document=document.id, discard=True)
    return drawing, seconds, again


def by_peer(peer, content):
    drawing, seconds = peer.lay_out(Task(content))
    again, _ = peer.lay_out(Task(with_leaf(content)))
    return drawing, seconds, again


def judged(content, drawing, seconds, again):
    """The figures of a drawing, and what one leaf more has moved: a share, and pairs that changed sides."""
    figures = {**drawing.figures(), "seconds": seconds}
    inner = [node["id"] for node in content["nodes"] if node.get("type") != "group"]
    before = {node: drawing.frames[node] for node in inner}
    figures["moved"] = len(moved(before, again.frames)) / max(len(inner), 1)
    figures["sides"] = changed_sides(before, again.frames)
    return figures


def compare(client, content, found):
    """Rows (program, kind, figures) of one graph; a program that fails is named."""
    task, rows = Task(content), []
    ways = {algorithm: kind for algorithm, kind in SERVER.items() if kind != "tree" or task.is_tree}
    for algorithm, kind in ways.items():
        rows.append((algorithm, kind, judged(content, *by_server(client, content, algorithm))))
    for peer in found:
        if peer.takes(task):
            try:
                rows.append((peer.name, peer.kind, judged(content, *by_peer(peer, content))))
            except Exception as error:  # What a peer may raise has no end.
                print(f"  {peer.name} failed: {str(error)[:100]}")
    return rows


# Tables


def cells(figures):
    """One row of figures as texts."""
    texts = [f"{figures[name]:.0f}" if name != "seconds" else f"{figures[name]:.3f}" for name in COLUMNS]
    return [*texts, f"{100 * figures['moved']:.0f} %", f"{figures['sides']:.0f}"]


def table(title, rows):
    heads = [title, *COLUMNS, "moved", "sides"]
    lines = [heads, *([name, *cells(figures)] for name, _, figures in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    for line in lines:
        print("  ".join([line[0].ljust(widths[0]), *(text.rjust(width) for text, width in zip(line[1:], widths[1:]))]))
    print()


def sums(results):
    """Each peer beside the server, over the graphs that both have laid out; the last row is peer to server."""
    names = sorted({(kind, name) for rows in results.values() for name, kind, _ in rows if name not in SERVER})
    for kind, name in names:
        server = kind if kind in SERVER else "tree"
        pairs = []
        for rows in results.values():
            by_name = {each: figures for each, _, figures in rows}
            if name in by_name and server in by_name:
                pairs.append((by_name[server], by_name[name]))
        added = [added_up(each) for each in zip(*pairs)]
        table(f"sums of {len(pairs)} graphs", [(server, kind, added[0]), (name, kind, added[1])])
        ratios = [f"{key} {added[1][key] / added[0][key]:.2f}" for key in COLUMNS if added[0][key]]
        print(f"{name} to {server}: {', '.join(ratios)}\n")


def added_up(many):
    added = {key: sum(figures[key] for figures in many) for key in many[0]}
    added["moved"] /= len(many)
    return added


def main():
    chosen = options()
    found = [peer for peer in peers() if wanted(peer.name, chosen.peers)]
    for peer in found:
        if peer.missing:
            print(f"{peer.name} was not found: {peer.missing}")
    found = [peer for peer in found if not peer.missing]
    corpus = os.environ.get("NODEWIRE_CORPUS")
    with Client.launch(chosen.server, root=corpus, timeout=600) as client:
        graphs = list(made(chosen))
        if corpus:
            graphs += from_files(client, corpus, chosen)
        else:
            print("NODEWIRE_CORPUS is not set: no files are laid out")
        print()
        results = {}
        for name, content in graphs:
            results[name] = compare(client, content, found)
            table(f"{name}: {len(content['nodes'])} nodes, {len(content['edges'])} edges", results[name])
    sums(results)


if __name__ == "__main__":
    main()
