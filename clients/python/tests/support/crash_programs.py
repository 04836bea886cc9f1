"""Programs of edits for a server that is killed: what may be found afterwards, and whether it is found.

A program is performed once by a server that lives. Its document has a hash, and its history labels, after each request.
A server that was killed while it performed the same program, and is started again, must be at one of these places: not
before the last request that it had answered.
"""

import json
import os
import shutil
import signal
import subprocess
import threading
import time
from random import Random

from state_files import every, journal_of, lock_of
from server_process import ENVIRONMENT, lines, messages, request

FILE = "a.json"
VIEWS = ("v", "w")
CONTENT = {
    "nodewire": 1,
    "nodes": [{"id": f"s{number}", "position": {"x": 200 * number, "y": 0}} for number in range(4)],
    "edges": [{"id": "es", "source": "s0", "target": "s1"}],
}
BEGIN = request("begin", "initialize", clock="client", interactive=True, keepHistory=True)
OPEN = request("open", "document/open", path=FILE, document="d")
LOOK = (("hash", "document/hash"), ("list", "history/list"))


class Lost(AssertionError):
    """An acknowledged edit is lost, or a file is damaged."""


class Program:
    """Requests drawn from a seed, those of two views; saves and undos are among them."""

    def __init__(self, seed, count):
        self._draw = Random(seed)
        self.seed = seed
        self._nodes = [node["id"] for node in CONTENT["nodes"]]
        self.requests = [
            request(number, "view/open", document="d", view=view, width=100, height=100)
            for number, view in enumerate(VIEWS)
        ]
        self.requests += [self._owned(self._request(number)) for number in range(len(VIEWS), count)]

    def _owned(self, one):
        """A request of a view, or of none."""
        view = self._draw.choice((None, *VIEWS))
        if view and one["method"] != "document/save":
            one["params"]["view"] = view
        return one

    def _request(self, number):
        draw, place = self._draw, {"x": number, "y": self._draw.randrange(1000)}
        kind = draw.choices(range(9), [6, 6, 4, 4, 2, 4, 3, 2, 2])[0]
        if kind == 0:
            return request(number, "node/move", document="d", ids=[draw.choice(self._nodes)], to=place)
        if kind == 1:
            self._nodes.append(f"n{number}")
            return request(number, "node/insert", document="d", node={"id": f"n{number}", "position": place})
        if kind == 2:
            ends = {"source": draw.choice(self._nodes), "target": draw.choice(self._nodes)}
            return request(number, "edge/connect", document="d", edge=ends)
        if kind == 3:
            patch = {"label": f"ü {number}" + "x" * draw.choice((0, 10, 3000))}
            return request(number, "node/update", document="d", id=draw.choice(self._nodes), patch=patch)
        if kind == 4:
            return request(number, "element/remove", document="d", nodes=[draw.choice(self._nodes)])
        if kind == 5:
            return request(number, "history/undo", document="d", steps=draw.choice((1, 1, 2, 5)))
        if kind == 6:
            return request(number, "history/redo", document="d")
        if kind == 7:
            return request(number, "document/save", document="d")
        edits = [
            {"method": "node/move", "params": {"ids": [draw.choice(self._nodes)], "by": {"x": 1, "y": 1}}}
            for _ in range(3)
        ]
        return request(number, "document/edit", document="d", label=f"Batch {number}", edits=edits)


class Reference:
    """What the program leads to, where nobody ends the server."""

    def __init__(self, server, folder, program, opening=OPEN):
        self.program = program
        begin(folder)
        asked = [BEGIN, opening, *Reference.look("start")]
        for one in program.requests:
            asked += [one, *Reference.look(one["id"])]
        heard = talk([server, "--root", str(folder)], asked, folder)
        if heard.get("open", {}).get("error"):
            raise AssertionError(heard["open"])
        #: The places before the first request, and after each.
        self.places = [place(heard, number) for number in ("start", *range(len(program.requests)))]

    @staticmethod
    def look(number):
        return [request(f"{name} {number}", method, document="d") for name, method in LOOK]

    def judge(self, found, answered):
        """Fails unless a place is one that the program led to, after so many answers or later."""
        for number, known in enumerate(self.places):
            if known == found and number >= answered:
                return number
        earlier = [number for number, known in enumerate(self.places) if known == found]
        raise Lost(
            f"seed {self.program.seed}: {answered} requests were answered; found is the place of {earlier}: {found}"
        )


def place(heard, number):
    """The hash of the document and the labels of its history."""
    listed = heard[f"list {number}"]["result"]
    return heard[f"hash {number}"]["result"]["hash"], listed["labels"], listed.get("position", listed.get("index"))


def begin(folder):
    """An empty folder with the file."""
    shutil.rmtree(folder)
    folder.mkdir()
    (folder / FILE).write_text(json.dumps(CONTENT))


def talk(command, asked, folder, environment=ENVIRONMENT):
    """Replies by id; the server may end before all of them are there."""
    done = subprocess.run(command, input=lines(asked), capture_output=True, env=environment, timeout=120)
    return replies(done.stdout)


def replies(text):
    whole = text[: text.rfind(b"\n") + 1]
    return {message["id"]: message for message in messages(whole) if "method" not in message}


STRACE = shutil.which("strace")


def killed_at(call, number, command, asked):
    """Replies by id of a server that is killed at a system call, by its number among those of its kind; else nothing.

    A filter in the kernel (``--seccomp-bpf``) would be faster, but on some kernels nothing is injected with it.
    """
    tracing = [STRACE, "-f", "-qq", "-o", os.devnull, "-e", f"trace={call}"]
    tracing += ["-e", f"inject={call}:signal=KILL:when={number}", *command]
    done = subprocess.run(tracing, input=lines(asked), capture_output=True, timeout=120)
    # strace ends as what it has traced.
    return replies(done.stdout) if done.returncode == -signal.SIGKILL else None


def answered(heard, program):
    """How many requests were answered: they are in their order."""
    count = sum(one["id"] in heard for one in program.requests)
    assert all(one["id"] in heard for one in program.requests[:count]), "answers come in order"
    return count


def recovered(server, folder, opening=OPEN):
    """The place at which a new server opens the file, and what it says of it; twice, since to look changes nothing."""
    found = []
    for _ in range(2):
        heard = talk([server, "--root", str(folder)], [BEGIN, opening, *Reference.look("now")], folder)
        if "result" not in heard.get("open", {}) or "list now" not in heard:
            raise Lost(f"the file is not opened: {heard.get('open')}")
        # A journal of an older state of the file is set aside once.
        summary = {name: value for name, value in heard["open"]["result"].items() if name not in ("losses", "setAside")}
        found.append((place(heard, "now"), summary))
    if found[0] != found[1]:
        raise Lost(f"a second recovery differs: {found}")
    return found[0]


def whole(folder):
    """Fails unless the file is a document."""
    try:
        json.loads((folder / FILE).read_bytes())
    except ValueError as error:
        raise Lost(f"the file is torn: {error}") from None


def tidy(folder):
    """Fails if there is more in the folder than a document and what belongs to it."""
    journal, lock = journal_of(folder / FILE), lock_of(folder / FILE)
    known = {FILE, *(str(file.relative_to(folder)) for file in (journal, lock))}
    if not known.issuperset(every(folder)):
        raise Lost(f"left: {every(folder)}")


class Victim:
    """A server that is given a program in pieces, and is killed."""

    def __init__(self, server, folder, program, size):
        begin(folder)
        self.program = program
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            [server, "--root", str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=ENVIRONMENT,
            bufsize=0,
        )
        asked = [BEGIN, OPEN, *program.requests]
        pieces = [lines(asked[place : place + size]) for place in range(0, len(asked), size)]
        self._heard, self.last = b"", 0.0
        self._threads = [threading.Thread(target=self._write, args=(pieces,)), threading.Thread(target=self._hear)]
        for thread in self._threads:
            thread.start()

    def _write(self, pieces):
        try:
            for piece in pieces:
                self.process.stdin.write(piece)
                time.sleep(0.0005)
        except OSError:
            pass

    def _hear(self):
        while part := os.read(self.process.stdout.fileno(), 1 << 16):
            self._heard += part
            self.last = time.monotonic() - self.began

    def kill(self, seconds):
        """How many requests were answered when it was killed, so long after its start."""
        time.sleep(max(self.began + seconds - time.monotonic(), 0))
        self.process.kill()
        self.process.wait()
        for thread in self._threads:
            thread.join()
        self.process.stdin.close()
        self.process.stdout.close()
        return answered(replies(self._heard), self.program)


def check(server, folder, reference, count, opening=OPEN):
    """Fails unless everything that was answered is found again."""
    whole(folder)
    found, summary = recovered(server, folder, opening)
    number = reference.judge(found, count)
    tidy(folder)
    return number, summary
