"""The parts of conversations about documents: the servers, their clients, and what is known of requests, documents and files."""

import json
import queue
import signal
import socket
import subprocess
import threading
import time

from server_process import ENVIRONMENT, line, request

BOUND = 120
OWN = ("a.json", "b.json", "r.json")
OTHER = "m.mmd"
NEW = ("s.json", "t.json")
#: Files that are exported to; with `exports_over_open` also those of documents.
OUT = ("out.json", "out.svg", "out.mmd")
IMPORTED = ("i.json", "j.json")
#: More than `64 * jobElements` bytes, so that it is read by a job.
PADDING = " " * 650_000
#: Requests that may be answered after later ones.
LATE = {
    "document/import", "document/layout", "document/export", "document/hash", "document/check", "document/copy",
    "document/diff", "edge/connect",
}
#: Requests that may pass the journal of a file from one document to another.
STRUCTURAL = {"document/open", "document/close", "document/save", "document/refresh", "document/recover"}


class Deviation(AssertionError):
    """A document or file changed that was not named, or what was acknowledged is lost."""


def normal(content):
    """What a document holds, for comparisons."""
    found = {"nodes": list(content.get("nodes") or ()), "edges": list(content.get("edges") or ())}
    # React Flow has `data` in each node.
    found["nodes"] = [{k: v for k, v in node.items() if (k, v) != ("data", {})} for node in found["nodes"]]
    for member in ("settings", "types"):
        if content.get(member):
            found[member] = content[member]
    return json.loads(json.dumps(found))


def unbent(content):
    """What a file of React Flow holds of a document of another format, once that is accepted."""
    edges = [{name: value for name, value in edge.items() if name != "waypoints"} for edge in content["edges"]]
    return {**content, "edges": edges}


def write_files(folder, draw):
    """A folder with files of three formats; one has so many edges that to lay it out, and to draw it, are jobs."""
    def content(name, nodes, edges, **more):
        places = [{"id": f"{name}{i}", "position": {"x": 200 * i, "y": 0}, "data": {"n": i}} for i in range(nodes)]
        ends = [
            {"id": f"{name}e{i}", "source": f"{name}{i % nodes}", "target": f"{name}{(i * 7 + 1) % nodes}", **more}
            for i in range(edges)
        ]
        return {"nodes": places, "edges": ends}

    dense = draw.choice(("a", "b"))
    for name in "ab":
        many = {"nodes": 12, "edges": 130, "type": "orthogonal"} if name == dense else {"nodes": 4, "edges": 2}
        (folder / f"{name}.json").write_text(json.dumps({"nodewire": 1, **content(name, **many)}))
    (folder / "r.json").write_text(json.dumps(content("r", 3, 2)))
    (folder / OTHER).write_text("flowchart LR\n  ma[One] --> mb[Two]\n  mb --> mc[Three]\n")
    for name in IMPORTED:
        text = json.dumps({"nodewire": 1, **content(name[0], 3, 1)})
        (folder / name).write_text(text[:-1] + PADDING + "}")


class Request:
    """A request that was sent, and what is known of it until it is answered."""

    def __init__(self, number, method, params):
        self.number, self.method, self.params = number, method, params
        self.is_resolved, self.document, self.changes = False, None, 0
        #: What the document held since the request came in.
        self.seen = []

    @property
    def is_late(self):
        return self.method in LATE

    def __repr__(self):
        return f"{self.number} {self.method} {self.params}"


class Document:
    """One document, whatever its name is."""

    def __init__(self, number, host, name, file, is_durable):
        self.number, self.host, self.name, self.file = number, host, name, file
        self.is_durable, self.users, self.journal, self.is_read_only, self.waits = is_durable, 1, False, False, False
        self.may_go = self.is_recovered = False
        #: What it held when it was opened or saved last; None where that is not known.
        self.saved = None

    def __repr__(self):
        return f"document {self.number} ({self.name!r} of {self.file}, journal {self.journal})"


class File:
    """What is known of a file."""

    def __init__(self, path):
        self.bytes = path.read_bytes() if path.exists() else None
        #: What it may hold: the last that was saved; None where that is not compared.
        self.contents = [parsed(path)]
        #: What its journal leads to; None where that is the file.
        self.left = None
        #: Whether that is still so after a document without the journal was saved.
        self.may_be_over = False
        self.is_named = False
        #: An export that was cancelled may have come too late, or come later.
        self.is_open = False


def parsed(path):
    if path.suffix != ".json" or not path.exists():
        return None
    return normal(json.loads(path.read_bytes()))


class Link:
    """One client's conversation, message by message."""

    def __init__(self, host, reader, writer):
        self.host, self.writer = host, writer
        self.heard, self.names, self.copies, self.pending, self.count = queue.Queue(), {}, {}, {}, 0
        self.is_over, self.uses, self.questions = False, {}, []
        self._thread = threading.Thread(target=self._read, args=(reader,), daemon=True)
        self._thread.start()

    def _read(self, reader):
        try:
            for text in reader:
                if text.endswith(b"\n"):
                    self.heard.put(json.loads(text))
        except OSError:
            pass
        self.heard.put(None)

    def send(self, method, **params):
        self.count += 1
        one = Request(self.count, method, params)
        self.pending[self.count] = one
        if self.host.place is not None:
            # Where many clients speak, names change between rounds only.
            self.resolve(one)
        self.write(request(self.count, method, **params))
        self.arrive()
        return one

    def write(self, message):
        try:
            self.writer.write(line(message))
            self.writer.flush()
        except (OSError, ValueError):
            self.is_over = True

    def next(self, bound=BOUND):
        """The next message; None at the end."""
        try:
            return self.heard.get(timeout=bound)
        except queue.Empty:
            raise Deviation(f"no answer: {list(self.pending.values())}") from None

    def arrive(self):
        """Requests that are performed by now, or next, mean the documents that have their names now."""
        for one in self.pending.values():
            if not one.is_resolved:
                self.resolve(one)
            if not one.is_late:
                return

    def resolve(self, one):
        one.is_resolved, one.document = True, self.names.get(one.params.get("document"))
        one.seen = [self.content(one.document)] if one.is_late else []

    def content(self, document):
        replica = self.copies.get(document)
        return normal(replica.read()) if replica else None

    def performed(self):
        """The requests that what comes now may be of: the next one, and those before it that are answered late."""
        for one in self.pending.values():
            yield one
            if not one.is_late:
                return


class Host:
    """A server, with a client or with many."""

    def __init__(self, server, folder, place, arguments=()):
        self.names, self.links, self.initialize = {}, [], {}
        command = [server, "--root", str(folder), *arguments]
        if place is None:
            self.place = None
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
            return
        self.place = str(place)
        self.process = subprocess.Popen(
            [server, "serve", "--socket", self.place, "--root", str(folder), *arguments], env=ENVIRONMENT,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def join(self, **initialize):
        if self.place is None:
            link = Link(self, self.process.stdout, self.process.stdin)
        else:
            channel = socket.socket(socket.AF_UNIX)
            end = time.monotonic() + BOUND
            while channel.connect_ex(self.place) != 0:
                if time.monotonic() > end or self.process.poll() is not None:
                    raise Deviation("the server does not listen")
                time.sleep(0.005)
            link = Link(self, channel.makefile("rb"), channel.makefile("wb"))
            link.channel = channel
        self.links.append(link)
        link.initialize = initialize
        link.send("initialize", **initialize)
        return link

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def end(self):
        """Closes the pipes of a server that is over."""
        if self.place is None:
            for stream in (self.process.stdin, self.process.stdout):
                try:
                    stream.close()
                except OSError:
                    pass
        for link in self.links:
            if self.place is not None:
                link.channel.close()


def matches(wanted, found, is_any_order):
    """Whether a content is the wanted one; what clients insert at the same time comes in any order."""
    if wanted is None or wanted == found:
        return True
    by_id = [{**one, "nodes": sorted(one["nodes"], key=lambda node: node["id"])} for one in (wanted, found)]
    return is_any_order and by_id[0] == by_id[1]


def brief(content):
    if content is None:
        return None
    return [
        [node["id"], (node.get("position") or {}).get("x"), (node.get("data") or {}).get("m")] for node in content["nodes"]
    ], len(content["edges"])


def difference(one, other):
    """The first elements that differ."""
    pairs = [(a, b) for kind in ("nodes", "edges") for a, b in zip(one[kind], other[kind]) if a != b]
    return pairs[:2], one.get("settings"), other.get("settings")
