"""Graphs whose edges have labels, and what the labels cover in a picture: each other, nodes, lines of other edges."""

import re
from random import Random

from drawing_figures import read_path

WORDS = ("yes", "no", "heartbeat missed", "items", "has many", "timeout after 30 s", "1", "n", "accepted", "retry", "on error", "calls")
LONG = "a label that says in many words what happens here, and why; "
NUMBER = r'"(-?[\d.]+)"'
BOX = re.compile(rf'<g><title>([^<]*)</title><rect[^>]* x={NUMBER} y={NUMBER} width={NUMBER} height={NUMBER}')


def machine(random, count, extra=1.2, loops=0.1):
    """States with transitions ahead, back and to themselves."""
    pairs = [(random.randrange(at), at) for at in range(1, count)]
    pairs += [tuple(random.sample(range(count), 2)) for _ in range(int(extra * count))]
    return pairs + [(at, at) for at in range(count) if random.random() < loops]


def relations(random, count):
    """Tables or classes: each refers to one or two that are near, some of them twice."""
    pairs = [(at, max(0, at - random.choice((1, 1, 2, 3, 5)))) for at in range(1, count)]
    return pairs + [random.choice(pairs) for _ in range(count // 5)]


def pipeline(random, count):
    """Steps of which few lead back."""
    pairs = [(at - 1 - (random.random() < 0.4 and at > 1), at) for at in range(1, count)]
    return pairs + [(at, at - 2) for at in range(4, count, 5)]


GRAPHS = {
    "machine 8": (machine, 8), "machine 14": (machine, 14), "machine 20": (machine, 20), "machine 30": (machine, 30),
    "relations 12": (relations, 12), "relations 25": (relations, 25), "relations 30": (relations, 30), "relations 60": (relations, 60),
    "pipeline 12": (pipeline, 12), "pipeline 30": (pipeline, 30), "loops 6": (lambda _, count: [(0, 0)] * count + [(0, 1), (1, 2), (2, 0)], 6),
    "long 10": (machine, 10), "wide 20": (machine, 20), "pipeline 20": (pipeline, 20),
}


def labelled(name, **settings):
    """A document of one of these graphs; nodes have different sizes, and all edges have labels."""
    make, count = GRAPHS[name]
    random = Random(name)
    pairs = make(random, count)
    nodes = [{"id": f"n{at}", "data": {"label": f"n{at}"}, "width": random.choice((80, 120, 150, 220)), "height": random.choice((40, 60, 110))} for at in range(max(max(pair) for pair in pairs) + 1)]
    edges = [
        {"id": f"e{at}", "source": f"n{a}", "target": f"n{b}", "label": LONG if name.startswith("long") and at % 2 else random.choice(WORDS)}
        for at, (a, b) in enumerate(pairs)
    ]
    allowed = {"allowCycles": True, "allowSelfLoops": True, "allowDuplicates": True}
    return {"nodewire": 1, "nodes": nodes, "edges": edges, "settings": {**allowed, **settings}}


def boxes(picture):
    """The boxes of all labels in a picture, in the order of the edges: (text, left, top, right, bottom)."""
    found = []
    for text, *numbers in BOX.findall(picture):
        x, y, width, height = map(float, numbers)
        found.append((text, x, y, x + width, y + height))
    return found


def shared(one, other):
    """How far two rectangles overlap, along the axis where that is less."""
    return min(min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1]))


def enters(points, box, by=1):
    """Whether a line comes into a rectangle by more than this."""
    left, top, right, bottom = box[0] + by, box[1] + by, box[2] - by, box[3] - by
    for (x, y), (u, v) in zip(points, points[1:]):
        low, high = 0.0, 1.0
        for start, way, least, most in ((x, u - x, left, right), (y, v - y, top, bottom)):
            if not way:
                if not least < start < most:
                    low = 2.0
                continue
            ends = sorted(((least - start) / way, (most - start) / way))
            low, high = max(low, ends[0]), min(high, ends[1])
        if low < high:
            return True
    return False


def conflicts(document):
    """Pairs of labels on each other, labels on nodes, and labels on lines of other edges, as they are drawn."""
    content = document.read()
    edges = [edge["id"] for edge in content["edges"] if edge.get("label", "").strip()]
    geometry = document.edge.geometry(ids=edges)["edges"]
    lines = {edge: read_path(geometry[edge]["path"]).points for edge in edges}
    labels = dict(zip(edges, (box[1:] for box in boxes(document.export(format="svg")["text"]))))
    frames = {
        node["id"]: (node["position"]["x"], node["position"]["y"], node["position"]["x"] + node["width"], node["position"]["y"] + node["height"])
        for node in content["nodes"]
    }
    pairs = [(one, other) for at, one in enumerate(edges) for other in edges[:at] if shared(labels[one], labels[other]) > 1]
    covered = [(edge, node) for edge in edges for node in frames if shared(labels[edge], frames[node]) > 3]
    ends = {edge["id"]: (edge["source"], edge["target"]) for edge in content["edges"]}

    def struck(one, other):
        """What lies under the nodes at both ends is not seen."""
        return enters(lines[other], labels[one]) and all(shared(labels[one], frames[end]) <= 1 for end in ends[other])

    return pairs, covered, [(one, other) for one in edges for other in edges if one != other and struck(one, other)]
