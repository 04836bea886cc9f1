"""No call on a document costs more than it must when the document doubles: what it does, it does not do for each pair.

Every method that takes a document or a view is called on documents of many shapes, of a size and of twice that size
(`support/growing_calls.py`, `support/growing_shapes.py`). The processor time of the server may grow by 2.5: a little
more than twice, since sorting and caches take their part. The undo of a call is measured, too.
"""

import sys

import pytest

from growing_calls import HEAVY, ROWS
from growing_server import GrowingServer
from growing_shapes import SHAPES, Plain

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")

GROWTH = 2.5
#: What costs less than to open so many nodes may grow as it likes: it is as much noise as work.
FLOOR = 300
#: How often a call is measured that seems to grow too much; the least costs count.
AGAIN = 10
#: The size of documents for fast servers and for those that were built for debugging, and the part of it for layouts.
FAST, SLOW, HEAVY_PART = 800, 200, 0.25

ALL = {shape.__name__ for shape in SHAPES}
REST = "it goes on until the nodes come to rest, in more rounds the more there are"
PAIRS = "the rule against a second edge between two handles walks the edges of the node that has fewer"
MOVED = "the views behind it move up, and each that shows the others looks at all of them once"
CROSSINGS = "it turns the circle until its edges cross less, and counts the crossings for each turn"
PASSED = "each edge of the hub passes many of its neighbors: it is led around each, and each crossing is counted"
SPREAD = "the handles stretch the node, so that the more there are the more others lie in the way of its edges"
COUNTED = "its instructions double, as callgrind counts them; its time grows more, with the memory it gives back"
AROUND = "the places of parallel edges lie around one another: up to some thousands the index divides them more often"
PLACED = "each of the others in the same place is in the way, and a free place is sought around all of them"
LED_AGAIN = "parallel edges that bar each other's way are led again, each around all of the others that are near"
STRETCHED = ("force", "grid", "pack", "timeline", "removeOverlaps")
COPIES = (
    "document/duplicate", "document/paste", "document/paste text", "document/import added", "document/import replaced",
    "view/command duplicate",
)
LAYOUTS = (
    "layered", "tree", "radial", "force", "circle", "grid", "pack", "stack", "timeline", "place", "removeOverlaps",
)
FEW = ("", " of few")
#: Calls that may grow more, by their titles: the shapes for which they may, and the reason.
EXCEPTIONS = [
    ("document/layout force", ALL, REST),
    ("view/close", {"Views"}, MOVED),
    *((f"document/layout place{few}", {"OnePoint"}, PLACED) for few in FEW),
    ("node/insertChild", {"Star"}, PASSED),
    *((f"document/layout circle{few}", ALL, CROSSINGS) for few in FEW),
    *((f"document/layout {name}{few}", {"Star"}, PASSED) for name in LAYOUTS for few in FEW),
    *((f"document/layout {name}{few}", {"Handles"}, SPREAD) for name in STRETCHED for few in FEW),
    *((title, {"Handles"}, PAIRS) for title in COPIES),
    ("edge/reverse all", {"Handles"}, PAIRS),
    *((f"document/open{how}", {"Parallel"}, AROUND) for how in ("", " replica")),
    *((f"document/layout radial{few}", {"Parallel"}, LED_AGAIN) for few in FEW),
    *((f"{title} undone", {"OnePoint", "Star"}, COUNTED) for title in COPIES),
]


def takes_document(method):
    names = {param["name"] for param in method["params"]}
    return method["name"].split("/")[0] not in ("server", "keys") and bool(names & {"document", "view"})


def test_every_method_that_takes_a_document_has_a_row(description):
    methods = {method["name"]: method for method in description.methods.values()}
    assert {name for name, method in methods.items() if takes_document(method)} <= set(ROWS) <= set(methods)


@pytest.fixture(scope="module")
def pace(server, tmp_path_factory):
    """The seconds in which a server opens a node."""
    with GrowingServer(server, Plain(2), tmp_path_factory.mktemp("probe")) as probe:
        shape, name = Plain(1000), {"document": "x"}
        costs = []
        for _ in range(3):
            costs.append(probe.cost("document/open", {**name, "text": shape.json})[0])
            probe.perform("document/close", name)
        return min(costs) / shape.size


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_twice_the_document_costs_twice(server, pace, shape, tmp_path):
    size = FAST if pace < 1e-5 else SLOW
    wrong = grown(server, shape, size, set(ROWS), FLOOR * pace, tmp_path / "first")
    # What is no noise grows so again from there, whatever else the machine does meanwhile.
    for name in ("again", "once more"):
        methods, titles = ({one[place] for one in wrong} for place in (0, 1))
        wrong = grown(server, shape, 2 * size, methods, FLOOR * pace, tmp_path / name, titles)
    assert not wrong, "\n".join(wrong.values())


def grown(server, shape, size, methods, floor, folder, titles=None):
    """Lines for the calls, of these titles or all, that cost too much in the larger document, by methods and titles."""
    lines = {}
    for part, group in ((1, methods - HEAVY), (HEAVY_PART, methods & HEAVY)):
        if not group:
            continue
        with Pair(server, shape, int(size * part), folder / str(part)) as pair:
            for method in ROWS:
                if method in group:
                    lines.update(((method, title), line) for title, line in pair.grown(method, floor, titles))
    return lines


def may_grow(title, shape):
    return any(title == name and shape in shapes for name, shapes, _ in EXCEPTIONS)


class Pair:
    """Two servers with documents of one shape, of which one is twice as large."""

    def __init__(self, server, shape, size, folder):
        folders = [folder / "once", folder / "twice"]
        for one in folders:
            one.mkdir(parents=True)
        self._shapes = [shape(size), shape(2 * size)]
        self._servers = [GrowingServer(server, *both) for both in zip(self._shapes, folders)]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for server in self._servers:
            server.__exit__()

    def grown(self, method, floor, wanted):
        """The title and a line for each call of a method that costs too much in the larger document."""
        name = type(self._shapes[0]).__name__
        calls = list(zip(*(list(ROWS[method](shape)) for shape in self._shapes)))
        for once, twice in calls:
            titles = [" ".join(filter(None, (method, once.title, kind))) for kind in ("", "undone")]
            asked = [
                index for index in (0, 1) if (not wanted or titles[index] in wanted) and not may_grow(titles[index], name)
            ]
            costs = [[1e9, 1e9], [1e9, 1e9]]
            wrong = asked
            for _ in range(AGAIN if asked else 0):
                for place, call in enumerate((once, twice)):
                    measured = self._servers[place].measure(method, call)
                    costs[place] = list(map(min, costs[place], measured))
                wrong = [index for index in asked if costs[1][index] > GROWTH * max(costs[0][index], floor)]
                if not wrong:
                    break
            for index in wrong:
                small, large = costs[0][index], costs[1][index]
                line = f"{titles[index]}: {small * 1e3:.2f} ms, {large * 1e3:.2f} ms, {large / small:.2f} times"
                yield titles[index], line
        if any("view" in params for call, _ in calls for params in (call.params, *(one[1] for one in (*call.before, *call.after)))):
            for server in self._servers:
                server.renew()
