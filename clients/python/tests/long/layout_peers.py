"""Other programs that lay out graphs, where they are installed: each gives a drawing of the same nodes and edges.

They are given sizes, ends and, where they take them, groups; no handles. Distances are those of the server.
"""

import importlib
import json
import math
import os
import shutil
import subprocess
import time
from pathlib import Path

from drawing_figures import Drawing, Line, along, straight_lines

NODE_SPACING, LAYER_SPACING = 50, 80
SCRIPT = Path(__file__).with_name("lay_out.js")
#: Into how many lines a piece of a spline is cut.
PIECES = 8
SECONDS = 300


class Task:
    """A graph as peers take it: sizes of nodes that are no groups, groups, edges between nodes, who lies in whom."""

    def __init__(self, content):
        self.groups = [node["id"] for node in content["nodes"] if node.get("type") == "group"]
        plain = [node for node in content["nodes"] if node.get("type") != "group"]
        self.sizes = {node["id"]: (node["width"], node["height"]) for node in plain}
        self.parents = {node["id"]: node["parentId"] for node in content["nodes"] if "parentId" in node}
        ends = {edge["id"]: (edge["source"], edge["target"]) for edge in content["edges"]}
        self.ends = {edge: pair for edge, pair in ends.items() if all(node in self.sizes for node in pair)}
        #: Whether no edge ends at a group: no peer is asked to draw these.
        self.has_all_edges = len(self.ends) == len(ends)

    @property
    def is_whole(self):
        """Whether it is all of the graph for those who know no groups."""
        return not self.groups and not self.parents

    @property
    def is_tree(self):
        targets = [target for _, target in self.ends.values()]
        if len(set(targets)) < len(targets) or len(targets) != len(self.sizes) - 1:
            return False
        parents = {target: source for source, target in self.ends.values()}
        for node in self.sizes:
            steps = 0
            while node in parents and steps <= len(parents):
                node, steps = parents[node], steps + 1
            if steps > len(parents):
                return False
        return True

    def straight(self, middles):
        """A drawing of straight lines, from middles of nodes."""
        frames = {
            node: (middles[node][0] - width / 2, middles[node][1] - height / 2, width, height)
            for node, (width, height) in self.sizes.items()
        }
        return Drawing(frames, straight_lines(frames, self.ends), self.ends)

    def scaled(self, middles):
        """The same for those who know no sizes: as large as makes the mean edge a diagonal and the distance long."""
        wanted = sum(math.hypot(*size) for size in self.sizes.values()) / max(len(self.sizes), 1) + NODE_SPACING
        lengths = [math.dist(middles[a], middles[b]) for a, b in self.ends.values() if a != b]
        scale = wanted * len(lengths) / sum(lengths) if sum(lengths) else wanted
        return self.straight({node: (x * scale, y * scale) for node, (x, y) in middles.items()})


class Peer:
    """A program that lays out: with what it is compared, whether it knows groups, and why it is missing."""

    def __init__(self, name, kind, lay_out, missing, groups=False):
        self.name, self.kind, self.lay_out, self.missing, self.groups = name, kind, lay_out, missing, groups

    def takes(self, task):
        return task.has_all_edges and (self.groups or task.is_whole) and (self.kind != "tree" or task.is_tree)


# Graphviz


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def dot_text(task, names, clusters):
    """The graph in DOT; its nodes and groups are named by their numbers, as any text may be an id."""
    head = f"nodesep={NODE_SPACING / 72:.4f}; ranksep={LAYER_SPACING / 72:.4f}; overlap=prism; splines=true; start=1;"
    lines = ["digraph {", head, 'node [shape=box, fixedsize=true, label=""]; edge [dir=none];']

    def inside(group):
        for child, parent in task.parents.items():
            if parent == group and child in task.sizes:
                lines.append(names[child] + ";")
        for child in task.groups:
            if task.parents.get(child) == group:
                lines.append(f"subgraph cluster_{names[child]} {{ margin=24;")
                inside(child)
                lines.append("}")

    for node, (width, height) in task.sizes.items():
        lines.append(f"{names[node]} [width={width / 72:.5f}, height={height / 72:.5f}];")
    if clusters:
        inside(None)
    lines += [f"{names[a]} -> {names[b]} [id={quoted(edge)}];" for edge, (a, b) in task.ends.items()]
    return "\n".join([*lines, "}"])


def graphviz(program, clusters):
    def lay_out(task):
        names = {node: f"n{index}" for index, node in enumerate([*task.sizes, *task.groups])}
        start = time.perf_counter()
        done = subprocess.run(
            [program, "-Tjson0"], input=dot_text(task, names, clusters), capture_output=True, text=True, timeout=SECONDS
        )
        seconds = time.perf_counter() - start
        if done.returncode or not done.stdout:
            raise RuntimeError((done.stderr.strip().splitlines() or ["no answer"])[0])
        return drawn_by_graphviz(task, names, json.loads(done.stdout)), seconds

    return lay_out


def drawn_by_graphviz(task, names, drawing):
    ids = {name: node for node, name in names.items()}
    frames, parents = {}, {}
    for item in drawing.get("objects", []):
        if "pos" in item:
            x, y = (float(number) for number in item["pos"].split(","))
            node = ids[item["name"]]
            width, height = task.sizes[node]
            frames[node] = (x - width / 2, -y - height / 2, width, height)
        elif "bb" in item:
            left, low, right, high = (float(number) for number in item["bb"].split(","))
            frames[ids[item["name"][len("cluster_") :]]] = (left, -high, right - left, high - low)
    parents = {node: group for node, group in task.parents.items() if group in frames}
    lines = {item["id"]: spline(item["pos"]) for item in drawing.get("edges", []) if "pos" in item}
    return Drawing(frames, lines, task.ends, parents)


def spline(text):
    """The line of a position of Graphviz, which is made of cubic pieces."""
    whole = []
    for part in text.split(";"):
        words = [word for word in part.split() if word[0] not in "se"]
        controls = [(float(x), -float(y)) for x, y in (word.split(",") for word in words)]
        whole += controls[:1]
        for index in range(0, len(controls) - 3, 3):
            piece = controls[index : index + 4]
            if Line(piece).bends:
                whole += [along(piece, step / PIECES) for step in range(1, PIECES + 1)]
            else:
                whole.append(piece[-1])
    line = Line(whole)
    # Most of its turns are those of smooth curves.
    return Line(whole, sum_of_turns(line.points))


def sum_of_turns(points):
    """How far a line turns in all, in right angles: what a curve has for bends."""
    total = 0.0
    for a, b, c in zip(points, points[1:], points[2:]):
        one, two = (b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1])
        total += abs(math.atan2(one[0] * two[1] - one[1] * two[0], one[0] * two[0] + one[1] * two[1]))
    return total / (math.pi / 2)


# Modules of Python


def igraph(algorithm):
    def lay_out(task):
        module = importlib.import_module("igraph")
        ids = list(task.sizes)
        index = {node: number for number, node in enumerate(ids)}
        graph = module.Graph(len(ids), [(index[a], index[b]) for a, b in task.ends.values()], directed=True)
        across = max((width for width, _ in task.sizes.values()), default=0) + NODE_SPACING
        down = max((height for _, height in task.sizes.values()), default=0) + LAYER_SPACING
        start = time.perf_counter()
        if algorithm == "sugiyama":
            coordinates = graph.layout_sugiyama(hgap=across, vgap=down).coords[: len(ids)]
        elif algorithm == "reingold_tilford":
            coordinates = [(x * across, y * down) for x, y in graph.layout_reingold_tilford(mode="out").coords]
        else:
            grid = [(number % 100, number // 100) for number in range(len(ids))]
            coordinates = graph.layout_fruchterman_reingold(seed=grid).coords
        seconds = time.perf_counter() - start
        middles = dict(zip(ids, coordinates))
        return (task.scaled if algorithm == "fruchterman_reingold" else task.straight)(middles), seconds

    return lay_out


def networkx(algorithm):
    def lay_out(task):
        module = importlib.import_module("networkx")
        graph = module.DiGraph()
        graph.add_nodes_from(task.sizes)
        graph.add_edges_from(task.ends.values())
        start = time.perf_counter()
        if algorithm == "spring":
            places = module.spring_layout(graph, seed=1)
        else:
            places = module.kamada_kawai_layout(graph.to_undirected())
        seconds = time.perf_counter() - start
        return task.scaled({node: tuple(map(float, place)) for node, place in places.items()}), seconds

    return lay_out


# Packages of Node.js


def javascript(package):
    def lay_out(task):
        request = {
            "package": package,
            "nodes": [[node, *size] for node, size in task.sizes.items()],
            "edges": [[edge, *ends] for edge, ends in task.ends.items()],
            "nodeSpacing": NODE_SPACING,
            "layerSpacing": LAYER_SPACING,
        }
        command = ["node", "--stack-size=4000", str(SCRIPT)]
        done = subprocess.run(command, input=json.dumps(request), capture_output=True, text=True, timeout=SECONDS)
        if done.returncode:
            said = [line for line in done.stderr.splitlines() if "Error" in line]
            raise RuntimeError((said or ["no answer"])[0])
        answer = json.loads(done.stdout)
        drawing = task.straight({node: tuple(place) for node, place in answer["places"].items()})
        for edge, points in answer["lines"].items():
            drawing.lines[edge] = Line([tuple(point) for point in points])
        return drawing, answer["seconds"]

    return lay_out


def is_module(name):
    try:
        importlib.import_module(name)
    except ImportError:
        return False
    return True


def has_package(name):
    if not shutil.which("node"):
        return False
    command = ["node", "-e", f"require.resolve({json.dumps(name)})"]
    return subprocess.run(command, capture_output=True, env=os.environ).returncode == 0


def peers():
    """All peers, those that are missing with what was looked for."""
    found = []
    for program, kind in (("dot", "layered"), ("neato", "force"), ("sfdp", "force")):
        missing = None if shutil.which(program) else f"no {program} on the path"
        found.append(Peer(program, kind, graphviz(program, program == "dot"), missing, groups=program == "dot"))
    for name, make, algorithms in (
        ("igraph", igraph, {"sugiyama": "layered", "fruchterman_reingold": "force", "reingold_tilford": "tree"}),
        ("networkx", networkx, {"spring": "force", "kamada_kawai": "force"}),
    ):
        missing = None if is_module(name) else f"no module {name}"
        found += [Peer(f"{name}-{each}", kind, make(each), missing) for each, kind in algorithms.items()]
    for package, kind in (("dagre", "layered"), ("elkjs", "layered"), ("d3-hierarchy", "tree")):
        missing = None if has_package(package) else f"no package {package} for node"
        found.append(Peer(package, kind, javascript(package), missing))
    return found
