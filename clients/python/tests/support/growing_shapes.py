"""Documents of any size in the shapes that make servers slow: each has what the calls of ``growing_calls.py`` name."""

import json
from functools import cached_property

WIDTH, HEIGHT = 100, 50
#: How far apart nodes in a grid lie, and how many are in a row of it.
STEP, ROW = 160, 40
#: Where the middle of the node at work is shown.
SHOWN = {"x": 400, "y": 300}


TIES = ("s1", "start", "say"), ("s2", "say", "yes"), ("s3", "say", "no"), ("tree", "g1", "g2")


def node(ident, index, **more):
    place = {"x": STEP * (index % ROW), "y": STEP * (index // ROW)}
    return {"id": ident, "position": place, "width": WIDTH, "height": HEIGHT, **more}


def edge(ident, source, target, **more):
    return {"id": ident, "source": source, "target": target, **more}


def kit():
    """What every shape has aside, for the methods that need a certain kind of element."""
    aside = {"x": -4000, "y": -4000}
    return [
        {"id": "g", "type": "group", "position": aside, "width": 400, "height": 300},
        node("g1", 0, parentId="g"),
        node("g2", 1, parentId="g"),
        node("t", -2, data={"text": "ab", "list": [1, 2, 3]}),
        node("start", -3, type="start"),
        node("say", -4, type="message", data={"text": "Hello"}),
        node("yes", -5, type="message"),
        node("no", -6, type="message"),
    ], [edge(*ends) for ends in TIES]


class Shape:
    """A document of a size; ``size`` counts what grows."""

    #: The nodes of it at full size, for those that cannot have as many.
    share = 1.0
    #: The node and the edge at work, and two nodes that no edge joins.
    node, edge, pair = "n0", "e0", ("t", "g1")
    #: Two handles of the node, of which one may be the other, and their type.
    handles = {"handle": "target", "with": "target", "type": "target"}
    #: The group at work, and the text.
    group, text = "g", "t"

    def __init__(self, size):
        self.size = max(2, int(size * self.share))
        nodes, edges = kit()
        self.ids, self.edges = [], []
        more = self.fill(nodes, edges) or {}
        self.content = {"nodewire": 1, "nodes": nodes, "edges": edges, **more}
        self.ids = [one["id"] for one in nodes if one["id"][0] == "n"]
        self.edges = [one["id"] for one in edges if one["id"][0] == "e"]

    def fill(self, nodes, edges):
        """Adds the elements, and returns further members of the document."""
        raise NotImplementedError

    def prepare(self):
        """The requests after which the document has its shape."""
        return []

    @cached_property
    def json(self):
        return json.dumps(self.content)

    @cached_property
    def changed(self):
        """The same with every node at another place and under another label, and an edge less."""
        nodes = [{**one, "position": shifted(one["position"]), "label": "new"} for one in self.content["nodes"]]
        return json.dumps({**self.content, "nodes": nodes, "edges": self.content["edges"][:-1]})

    @cached_property
    def fragment(self):
        return {"nodes": self.content["nodes"], "edges": self.content["edges"]}

    @property
    def viewport(self):
        place = self.placed(self.node)
        return {"x": SHOWN["x"] - place["x"] - WIDTH / 2, "y": SHOWN["y"] - place["y"] - HEIGHT / 2, "zoom": 1}

    def placed(self, ident):
        """The place of a node on the canvas."""
        at, nodes = {"x": 0, "y": 0}, {one["id"]: one for one in self.content["nodes"]}
        while ident:
            one = nodes[ident]
            at = {axis: at[axis] + one["position"][axis] for axis in at}
            ident = one.get("parentId")
        return at


def shifted(place):
    return {"x": place["x"] + 7, "y": place["y"]}


class Plain(Shape):
    """A grid of nodes, each joined with the next two."""

    def fill(self, nodes, edges):
        nodes += (node(f"n{index}", index) for index in range(self.size))
        edges += (edge(f"e{index}", f"n{index}", f"n{index + 1}") for index in range(self.size - 1))
        edges += (edge(f"e-{index}", f"n{index}", f"n{index + 2}") for index in range(0, self.size - 2, 2))


class Star(Shape):
    """One node that all others are joined with."""

    def fill(self, nodes, edges):
        nodes += (node(f"n{index}", index) for index in range(self.size))
        edges += (edge(f"e{index - 1}", "n0", f"n{index}") for index in range(1, self.size))


class Parallel(Shape):
    """Two nodes that all edges join."""

    def fill(self, nodes, edges):
        nodes += [node("n0", 0), node("n1", 2)]
        edges += (edge(f"e{index}", "n0", "n1") for index in range(self.size))
        return {"settings": {"allowDuplicates": True}}


class OnePoint(Shape):
    """All nodes at one place, joined in a row."""

    def fill(self, nodes, edges):
        nodes += (node(f"n{index}", 0) for index in range(self.size))
        edges += (edge(f"e{index}", f"n{index}", f"n{index + 1}") for index in range(self.size - 1))


class OneGroup(Shape):
    """One group that holds all other nodes."""

    group = "n0"

    def fill(self, nodes, edges):
        nodes.append({**node("n0", 0, type="group"), "width": STEP * ROW, "height": STEP * (self.size // ROW + 2)})
        nodes += (node(f"n{index}", index, parentId="n0") for index in range(1, self.size))
        edges += (edge(f"e{index - 1}", f"n{index}", f"n{index + 1}") for index in range(1, self.size - 1))


class Nested(Shape):
    """Towers of groups within groups, deep ones, and the more of these the larger."""

    DEPTH = 32
    group = "n0"

    def fill(self, nodes, edges):
        for index in range(self.size):
            tower, depth = divmod(index, self.DEPTH)
            parent = {"parentId": f"n{index - 1}"} if depth else {}
            place = {"x": 2, "y": 2} if depth else {"x": 700 * tower, "y": 0}
            side = 2 + 4 * (self.DEPTH - depth)
            nodes.append(
                {"id": f"n{index}", "type": "group", "position": place, "width": side, "height": side, **parent}
            )
        last = self.DEPTH - 1
        towers = range(self.size // self.DEPTH - 1)
        edges += (edge(f"e{one}", f"n{one * self.DEPTH + last}", f"n{(one + 1) * self.DEPTH + last}") for one in towers)


class Chain(Shape):
    """Nodes in one row that compute: each takes what the one before it has."""

    handles = {"handle": "in", "with": "in", "type": "target"}

    def fill(self, nodes, edges):
        for index in range(self.size):
            place = {"position": {"x": STEP * index, "y": 0}}
            nodes.append({**node(f"n{index}", 0, type="sum" if index else "one"), **place})
        ends = {"sourceHandle": "out", "targetHandle": "in"}
        edges += (edge(f"e{index}", f"n{index}", f"n{index + 1}", **ends) for index in range(self.size - 1))
        handles = [{"id": "in", "type": "target"}, {"id": "out", "type": "source"}]
        types = {"one": {"computed": "1", "handles": handles}, "sum": {"computed": "in + 1", "handles": handles}}
        return {"types": types, "settings": {"allowCycles": False}}


class Types(Shape):
    """A type for each node and for each edge."""

    def fill(self, nodes, edges):
        kinds = range(self.size)
        nodes += (node(f"n{index}", index, type=f"kind{index}") for index in kinds)
        edges += (edge(f"e{index}", f"n{index}", f"n{index + 1}", type=f"kind{index}") for index in kinds[:-1])
        types = {f"kind{index}": {"label": "a kind", "color": "#aabbcc", "width": 120} for index in kinds}
        return {"types": types, "edgeTypes": {f"kind{index}": {"color": "#aabbcc"} for index in kinds}}


class Handles(Shape):
    """One node with handles on both sides, and an edge at each of them."""

    handles = {"handle": "h0", "with": "h2", "type": "source"}

    def fill(self, nodes, edges):
        kinds = ("source", "right"), ("target", "left")
        handles = [
            {"id": f"h{index}", "type": kind, "side": side, "offset": (index // 2 + 1) / (self.size // 2 + 1)}
            for index in range(self.size)
            for kind, side in [kinds[index % 2]]
        ]
        nodes += [node("n0", 0, handles=handles), node("n1", 2), node("n2", 3)]
        edges += (
            edge(f"e{index // 2}", "n0", "n1", sourceHandle=f"h{index}") for index in range(0, self.size, 2)
        )


class Views(Shape):
    """Views of one small document; every other of them shows nothing of it."""

    share = 0.25

    def fill(self, nodes, edges):
        nodes += (node(f"n{index}", index) for index in range(100))
        edges += (edge(f"e{index}", f"n{index}", f"n{index + 1}") for index in range(99))

    def prepare(self):
        for index in range(self.size):
            place = self.viewport if index % 2 else {"x": 1e6, "y": 0, "zoom": 1}
            size = {"width": 800, "height": 600, "viewport": place, "presence": True}
            yield "view/open", {"document": "d", "view": f"w{index}", "scene": "svg", **size}


class Steps(Shape):
    """Many steps of a small document that can be undone."""

    def fill(self, nodes, edges):
        nodes += (node(f"n{index}", index) for index in range(100))
        edges += (edge(f"e{index}", f"n{index}", f"n{index + 1}") for index in range(99))

    def prepare(self):
        for index in range(self.size):
            ident = f"n{index % 100}"
            yield "node/move", {"document": "d", "ids": [ident], "by": {"x": 1 - index // 100 % 2 * 2, "y": 0}}


class Texts(Shape):
    """One long text with many lines, and a list as long."""

    node = "t"

    def fill(self, nodes, edges):
        for one in nodes:
            if one["id"] == "t":
                one["data"] = {"text": "long as it is\n" * 10 * self.size, "list": list(range(self.size))}
        nodes += (node(f"n{index}", index) for index in range(2))
        edges.append(edge("e0", "n0", "n1"))


class Others(Shape):
    """Other documents, which are open."""

    share = 0.1

    def fill(self, nodes, edges):
        nodes += (node(f"n{index}", index) for index in range(100))
        edges += (edge(f"e{index}", f"n{index}", f"n{index + 1}") for index in range(99))

    def prepare(self):
        return (("document/create", {"document": f"other{index}"}) for index in range(self.size))


SHAPES = [
    Plain, Star, Parallel, OnePoint, OneGroup, Nested, Chain, Types, Handles, Views, Steps, Texts, Others,
]  # fmt: skip
