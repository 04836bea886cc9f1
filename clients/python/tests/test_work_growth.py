"""What a message costs follows from what it touches: with twice as much around it, it takes no more than twice as long."""

import json
import os
import sys
from random import Random

import pytest

from server_process import line, request, start

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")

#: The most times as long that something takes for twice as much: twice, and some for caches and noise.
MOST = 2.5


class Served:
    """A server that tells what its answers cost."""

    def __init__(self, server, folder):
        self._process = start(server, "--root", str(folder))
        self._heard = open(self._process.stdout.fileno(), "rb", buffering=1 << 16, closefd=False)
        self.ask("initialize", clock="client")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        for pipe in (self._heard, self._process.stdin, self._process.stdout):
            pipe.close()

    def ask(self, method, **params):
        self._process.stdin.write(line(request(1, method, **params)))
        for heard in self._heard:
            if b'"id":1' in heard:
                answer = json.loads(heard)
                assert "error" not in answer, answer
                return answer["result"]
        raise AssertionError("the server has ended")

    def _processor_time(self):
        tasks = f"/proc/{self._process.pid}/task"
        return sum(int(open(f"{tasks}/{task}/schedstat").read().split()[0]) for task in os.listdir(tasks))

    def cost(self, method, **params):
        """The processor time of an answer."""
        before = self._processor_time()
        self.ask(method, **params)
        return self._processor_time() - before

    def move(self, count, **params):
        """Moves so many nodes, each in a step of its own."""
        for number in range(count):
            self.ask("node/move", document="d", ids=[f"n{number}"], by={"x": 1, "y": 0}, **params)


@pytest.fixture
def growth(server, tmp_path):
    """How many times as long something takes at the second of two sizes; the least of some runs counts.

    Where that is too much, it is measured again from the second size on: what is no noise grows so again."""

    def growth(costs, first, factor=2, runs=3):
        def least(count):
            with Served(server, tmp_path) as served:
                return min(costs(served, count, run) for run in range(runs))

        small, large = least(first), least(factor * first)
        if large < MOST * small:
            return large / small
        return min(large / small, least(factor * factor * first) / large)

    return growth


def grid(count, edges=0):
    """Nodes in rows, and edges between some that lie near each other."""
    random = Random(count)
    columns = int(count**0.5) + 1
    nodes = [
        {"id": f"n{number}", "position": {"x": number % columns * 200, "y": number // columns * 120}}
        | {"width": 100, "height": 50}
        for number in range(count)
    ]
    made = []
    for number in range(edges):
        source = random.randrange(count)
        target = (source + random.choice((1, 2, 3, columns, columns + 1, 2 * columns))) % count
        made.append({"id": f"e{number}", "source": f"n{source}", "target": f"n{target}"})
    return {"nodewire": 1, "nodes": nodes, "edges": made}


def create(served, **content):
    served.ask("document/create", document="d", content=content)


@pytest.mark.parametrize("options", [{}, {"makeRoom": True}, {"edges": "keep"}], ids=json.dumps)
def test_a_layout_of_some_nodes(growth, options):
    def costs(served, count, run):
        if run == 0:
            create(served, **grid(count, edges=count * 3 // 2))
        columns = int(count**0.5) + 1
        middle = columns // 2 * (columns + 1)
        ids = [f"n{middle + place % 4 + place // 4 * columns}" for place in range(16)]
        cost = served.cost("document/layout", document="d", algorithm="grid", ids=ids, options=options)
        served.ask("history/undo", document="d")
        return cost

    assert growth(costs, 12_000, runs=2) < MOST


@pytest.mark.parametrize("direction", ["undo", "redo"])
def test_a_walk_of_many_steps(growth, direction):
    def costs(served, count, run):
        if run == 0:
            create(served, **grid(count))
            served.move(count)
        walks = {way: served.cost(f"history/{way}", document="d", steps=count) for way in ("undo", "redo")}
        return walks[direction]

    assert growth(costs, 2_000) < MOST


def split(served, count):
    """Two views move nodes in turn, and one takes back what lies below a step of the other: so steps are split."""
    create(served, **grid(count))
    for view in ("a", "b"):
        served.ask("view/open", document="d", view=view, width=100, height=100)
    served.move(count // 2, view="a")
    served.move(count // 2, view="b")
    served.ask("history/undo", document="d", view="a")


def test_an_edit_after_a_step_below_others_was_undone(growth):
    def costs(served, count, run):
        if run == 0:
            split(served, count)
        return sum(served.cost("node/move", document="d", ids=["n0"], by={"x": 1, "y": 0}, view="b") for _ in range(50))

    # It costs what it touches, however many steps there are.
    assert growth(costs, 500, factor=8) < MOST


@pytest.mark.parametrize("direction", ["undo", "redo"])
def test_a_walk_of_many_steps_below_others(growth, direction):
    def costs(served, count, run):
        if run == 0:
            split(served, count)
        walks = {
            way: served.cost(f"history/{way}", document="d", view="a", steps=count // 3) for way in ("undo", "redo")
        }
        return walks[direction]

    assert growth(costs, 2_000) < MOST


def test_an_edit_after_all_saved_steps_were_undone(growth, tmp_path):
    def costs(served, count, run):
        if run > 0:
            served.ask("document/close", document="d", discard=True)
        create(served, **grid(count))
        served.move(count)
        served.ask("document/save", document="d", path=f"{count}-{run}.json")
        served.ask("history/undo", document="d", steps=count)
        return served.cost("node/move", document="d", ids=["n0"], by={"x": 1, "y": 0})

    assert growth(costs, 3_000) < MOST


@pytest.mark.parametrize("member", ["required", "limit"])
def test_a_check_of_a_node_with_many_handles(growth, member):
    def costs(served, count, run):
        if run == 0:
            wanted = {"required": True} if member == "required" else {"limit": 1}
            handles = [{"id": f"h{number}", "kind": "target"} | wanted for number in range(count)]
            nodes = grid(count)["nodes"]
            nodes[0]["handles"] = handles + [{"id": "all", "kind": "target"}]
            edges = [
                {"id": f"e{number}", "source": f"n{number}", "target": "n0", "targetHandle": "all"}
                for number in range(1, count)
            ]
            create(served, nodewire=1, nodes=nodes, edges=edges)
        return served.cost("document/check", document="d")

    assert growth(costs, 300) < MOST
