"""What a server has in memory while it edits a document for a long time."""

import json

from server_process import Feeder, line, lines, memory, request, start

FILE = "a.json"
#: The requests that are written before their replies are read.
CHUNK = 1000
SPARE = 16 << 20


class Grown:
    """A server that edits a file of so many nodes; the document and its views stay as large as they are."""

    def __init__(self, server, folder, nodes=1000, **options):
        made = [{"id": f"n{number}", "position": {"x": 200 * number, "y": 0}} for number in range(nodes)]
        ends = ((f"n{number}", f"n{number + 1}") for number in range(nodes - 1))
        edges = [{"id": f"e-{source}", "source": source, "target": target} for source, target in ends]
        (folder / FILE).write_text(json.dumps({"nodewire": 1, "nodes": made, "edges": edges}), encoding="utf-8")
        self.nodes, self.edits, self.time = nodes, 0, 0
        self._process = start(server, "--root", str(folder))
        self._heard = open(self._process.stdout.fileno(), "rb", buffering=1 << 16, closefd=False)
        begin = request("begin", "initialize", clock="client", **options)
        self._perform([begin, request("open", "document/open", path=FILE, document="d")])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        for pipe in (self._heard, self._process.stdin, self._process.stdout):
            pipe.close()

    @property
    def memory(self):
        return memory(self._process)

    def _perform(self, requests):
        """Writes requests, and reads until all are answered. None is refused."""
        feeder = Feeder(self._process, lines(requests) + line(request("done", "document/list")))
        for heard in self._heard:
            if b'"error":' in heard:
                raise AssertionError(heard[:1000])
            if b'"id":"done"' in heard:
                break
        else:
            raise AssertionError("the server has ended")
        feeder.join()

    def open_views(self, count):
        for number in range(count):
            self._perform([request(1, "view/open", document="d", view=f"v{number}", width=800, height=600)])

    def edit(self, count, draws=lambda number: [edit(number)]):
        """Performs so many requests that `draws` gives for the numbers from 0 on."""
        waiting = []
        for number in range(self.edits, self.edits + count):
            waiting += draws(number)
            if len(waiting) >= CHUNK:
                self._perform(waiting)
                waiting = []
        self._perform(waiting)
        self.edits += count

    def wait(self, seconds, step=1.0):
        """Lets the time of the client pass, with a tick each `step`."""
        end = self.time + seconds
        while self.time < end:
            ticks = []
            while self.time < end and len(ticks) < CHUNK:
                self.time += step
                ticks.append(request(1, "input/tick", time=self.time * 1000))
            self._perform(ticks)


def edit(number):
    """One of eight edits, after which the document is as large as before them."""
    node, kind = f"n{number // 8 % 50}", number % 8
    if kind < 3:
        return request(number, "node/move", document="d", ids=[node], to={"x": number % 997, "y": kind})
    if kind == 3:
        return request(number, "node/update", document="d", id=node, patch={"label": f"label {number}"})
    if kind == 4:
        return request(number, "node/insert", document="d", node={"id": f"t{number}", "position": {"x": 0, "y": 99}})
    if kind == 5:
        return request(number, "element/remove", document="d", nodes=[f"t{number - 1}"])
    if kind == 6:
        ends = {"id": f"x{number}", "source": node, "target": "n60"}
        return request(number, "edge/connect", document="d", edge=ends)
    return request(number, "element/remove", document="d", edges=[f"x{number - 1}"])


def edit_and_undo(number):
    """An edit; after each eighth all eight are taken back and taken again. Now and then the file is saved."""
    asked = [edit(number)]
    if number % 8 == 7:
        asked.append(request("undo", "history/undo", document="d", steps=8))
        asked.append(request("redo", "history/redo", document="d", steps=8))
        asked.append(request("undo", "history/undo", document="d", steps=number // 8 % 2 * 8))
        asked.append(request("redo", "history/redo", document="d", steps=8))
    if number % 20_000 == 19_999:
        asked.append(request("save", "document/save", document="d"))
    return asked
