"""Conversations about documents that have equal names and equal files, and what they may change.

A conversation is drawn from a seed. A model follows what the servers say: which document a name meant when its request was
performed, what each document and each file holds, and which document has the journal of a file. Every change that is
announced has to come from a request that named its document; every file that changes has to be named; and what a killed
server has acknowledged has to be found by the next one.
"""

import copy
import json
import os
import queue
import shutil
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path
from random import Random

from nodewire_client.errors import ReplicaError
from nodewire_client.replica import Replica

from server_process import ENVIRONMENT, line, notification, request

BOUND = 120
#: Names of documents: few, so that they come again and again.
NAMES = ("d", "e", "f", "g")
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
CANCELLED, NO_DOCUMENT = -32800, 1000


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


class Conversation:
    """What is said, and the model of what that means."""

    def __init__(self, server, folder, seed, steps=40, exports_over_open=False):
        self.server, self.folder, self.seed, self.steps = server, Path(folder), seed, steps
        self.exports_over_open = exports_over_open
        self.draw, self.hosts, self.documents, self.count = Random(seed), [], [], 0
        self.files, self.hashes, self.log, self.made = {}, {}, [], 0
        self.tally = {}

    # What is said

    def run(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        (self.folder / "files").mkdir(parents=True)
        self.root = self.folder / "files"
        write_files(self.root, self.draw)
        self.files = {name: File(self.root / name) for name in (*OWN, OTHER, *NEW, *OUT, *IMPORTED)}
        lives = 1 + (self.draw.random() < 0.35) + (self.draw.random() < 0.1)
        try:
            for life in range(lives):
                self.live(is_killed=life < lives - 1 or self.draw.random() < 0.1)
        except Deviation as error:
            tail = "\n  ".join(self.log[-60:])
            raise Deviation(f"seed {self.seed}: {error}\n  {tail}") from None
        finally:
            for host in self.hosts:
                if host.process.poll() is None:
                    host.kill()
                host.end()
        return self.tally

    def live(self, is_killed):
        draw = self.draw
        self.hosts, self.documents = [], []
        self.has_many = draw.random() < 0.4
        self.clock = "server" if self.has_many or draw.random() < 0.7 else "client"
        arguments = ()
        place = self.folder / f"s{self.count}" if self.has_many else None
        self.hosts.append(Host(self.server, self.root, place, arguments))
        self.keeps, self.time = draw.random() < 0.3, 0
        self.autosave = {"after": 30, "every": 100} if draw.random() < 0.15 else None
        for _ in range(draw.randint(2, 3) if self.has_many else 1):
            self.join(self.hosts[0])
        if draw.random() < 0.2:
            self.hosts.append(Host(self.server, self.root, None, arguments))
            self.join(self.hosts[1])
        self.settle()
        for host in self.hosts:
            for _ in range(draw.randint(1, 3)):
                self.open(host.links[0])
                self.settle()
        for _ in range(self.steps // 4):
            self.round()
            if draw.random() < 0.3:
                self.check(is_full=draw.random() < 0.3)
        if is_killed:
            self.end_by_kill()
        else:
            self.end_cleanly()

    def join(self, host):
        more = {}
        if self.draw.random() < 0.3:
            more["capabilities"] = {"canConnect": True}
        if self.autosave:
            more["autosave"] = self.autosave
        return host.join(
            clock=self.clock, durability=self.draw.choice(("process", "process", "process", "power", "none")),
            interactive=self.draw.random() < 0.5, keepHistory=self.keeps, **more)

    def round(self):
        """Requests of all clients at once; opens and closes of many clients one at a time, so that it is known what a name means."""
        draw = self.draw
        links = [link for host in self.hosts for link in host.links if not link.is_over]
        if self.has_many and draw.random() < 0.35:
            self.say(draw.choice(links), self.structural)
            self.settle()
            return
        for link in links:
            for _ in range(draw.randint(1, 4)):
                many = self.has_many and link.host is self.hosts[0]
                say = self.structural if not many and draw.random() < 0.35 else self.edit
                self.say(link, say)
        if draw.random() < 0.8:
            self.settle(is_all=draw.random() < 0.2)

    def say(self, link, kind):
        kind(link)
        if self.clock == "client" and self.draw.random() < 0.3:
            self.time += self.draw.choice((1, 20, 200, 1000))
            link.send("input/tick", time=self.time)

    def ask(self, link, method, **params):
        self.log.append(f"{self.hosts.index(link.host)}.{link.host.links.index(link)} {method} {params}")
        return link.send(method, **params)

    def name(self, link):
        known = list(link.names)
        return self.draw.choice(known) if known and self.draw.random() < 0.9 else self.draw.choice(NAMES)

    def structural(self, link):
        draw, name = self.draw, self.name(link)
        kind = draw.choices(
            ("open", "close", "save", "refresh", "recover", "leave", "view"), (10, 4, 6, 2, 2, 1, 2))[0]
        if kind == "open" or not link.names:
            self.open(link)
        elif kind == "close":
            self.ask(link, "document/close", document=name, discard=draw.random() < 0.7)
        elif kind == "save":
            params = {"document": name}
            if draw.random() < 0.35:
                params["path"] = draw.choice((*OWN, *NEW, OTHER))
            if draw.random() < 0.5:
                params["overwrite"] = True
            if draw.random() < 0.5:
                params["acceptLosses"] = True
            self.ask(link, "document/save", **params)
        elif kind == "refresh":
            self.ask(link, "document/refresh", document=name)
        elif kind == "recover":
            self.ask(link, "document/recover", document=name, take=draw.random() < 0.6)
        elif kind == "leave" and self.has_many and len(link.host.links) > 1 and link.host is self.hosts[0]:
            self.leave(link)
        elif kind == "view":
            self.view(link, name)

    def open(self, link):
        draw = self.draw
        params = {"path": draw.choice((*OWN, *OWN[:1] * 3, OTHER, *NEW))}
        if draw.random() < 0.9:
            params["document"] = draw.choice(NAMES)
        if draw.random() < 0.5:
            params["recover"] = draw.choice(("apply", "apply", "report", "discard"))
        if draw.random() < 0.2:
            params["durability"] = draw.choice(("none", "process", "power"))
        if draw.random() < 0.07:
            params["readOnly"] = True
        self.ask(link, "document/open", **params)
        if "document" in params and link.host.place is None:
            self.ask(link, "document/read", document=params["document"])

    def view(self, link, name):
        params = {"document": name, "view": self.draw.choice("vw"), "width": 100, "height": 100}
        if self.draw.random() < 0.5:
            params["compare"] = {"with": {"document": self.name(link)}}
        self.ask(link, self.draw.choice(("view/open", "view/open", "view/close")), **params) \
            if self.draw.random() < 0.7 else self.ask(link, "view/close", view=params["view"])

    def edit(self, link):
        draw, name = self.draw, self.name(link)
        document = link.names.get(name)
        replica = link.copies.get(document)
        nodes = list(replica.nodes) if replica else []
        node = draw.choice(nodes) if nodes else "nothing"
        self.made += 1
        place = {"x": self.made, "y": draw.randrange(1000)}
        kind = draw.choices(
            ("insert", "move", "update", "remove", "connect", "undo", "redo", "group", "batch", "import", "layout",
             "export", "ask", "cancel"),
            (8, 6, 4, 2, 3, 4, 2, 3, 2, 2, 2, 2, 3, 1))[0]
        of_view = {"view": draw.choice("vw")} if draw.random() < 0.15 else {}
        if kind == "insert":
            self.ask(link, "node/insert", document=name, node={"id": f"k{self.made}", "position": place}, **of_view)
        elif kind == "move":
            self.ask(link, "node/move", document=name, ids=[node], to=place, **of_view)
        elif kind == "update":
            self.ask(link, "node/update", document=name, id=node, patch={"data": {"m": self.made}}, **of_view)
        elif kind == "remove":
            self.ask(link, "element/remove", document=name, nodes=[node])
        elif kind == "connect":
            other = draw.choice(nodes) if nodes else "nothing"
            self.ask(link, "edge/connect", document=name, edge={"source": node, "target": other})
        elif kind in ("undo", "redo"):
            self.ask(link, f"history/{kind}", document=name, **of_view)
        elif kind == "group":
            what = draw.choice(("begin", "end", "cancel"))
            self.ask(link, f"history/{what}", document=name, **({"label": "G"} if what == "begin" else {}))
        elif kind == "batch":
            edits = [{"method": "node/move", "params": {"ids": [node], "by": {"x": 1, "y": 1}}} for _ in range(2)]
            self.ask(link, "document/edit", document=name, edits=edits)
        elif kind == "import":
            self.ask(link, "document/import", document=name, path=draw.choice(IMPORTED), replace=draw.random() < 0.5)
        elif kind == "layout":
            self.ask(link, "document/layout", document=name, algorithm=draw.choice(("layered", "force", "grid")))
        elif kind == "export":
            path = draw.choice((*OUT, *OWN) if self.exports_over_open else OUT)
            formats = {".json": "nodewire", ".svg": "svg", ".mmd": "mermaid"}
            self.ask(link, "document/export", document=name, format=formats[Path(path).suffix], path=path)
        elif kind == "ask":
            what = draw.choice(("hash", "hash", "check", "copy"))
            self.ask(link, f"document/{what}", document=name, **({"nodes": [node]} if what == "copy" else {}))
        elif link.count > 1:
            link.write(notification("$/cancelRequest", id=draw.randint(max(1, link.count - 6), link.count)))

    # What is heard

    def settle(self, is_all=True):
        """Hears what was sent so far; with `is_all` also what is answered late."""
        for host in self.hosts:
            for link in host.links:
                while not link.is_over and any(is_all or not one.is_late for one in link.pending.values()):
                    while is_all and link.questions:
                        self.answer(link, link.questions.pop())
                    self.hear(link, link.next())

    def hear(self, link, message):
        if message is None:
            raise Deviation(f"the server ended with {link.host.process.poll()}: {list(link.pending.values())}")
        if "method" in message and "id" in message:
            link.questions.append(message["id"])
            if self.draw.random() < 0.5:
                self.answer(link, link.questions.pop())
        elif "method" in message:
            self.note(link, message["method"], message["params"])
        elif message["id"] not in link.pending:
            raise Deviation(f"answered twice, or not asked: {message}")
        else:
            one = link.pending[message["id"]]
            if not one.is_late:
                early = [other for other in link.pending.values() if other.number < one.number and not other.is_late]
                if early:
                    raise Deviation(f"{one} was answered before {early}")
            link.arrive()
            del link.pending[message["id"]]
            self.answered(link, one, message)
            link.arrive()

    def answer(self, link, question):
        link.write({"jsonrpc": "2.0", "id": question, "result": {"allowed": self.draw.random() < 0.7}})

    def note(self, link, method, params):
        link.arrive()
        name = params.get("document")
        document = link.names.get(name)
        if method in ("document/changed", "document/saved", "document/journal", "document/reset", "document/editable") \
                and document is None:
            raise Deviation(f"{method} of {name!r}, which is not open: {params}")
        if method == "document/changed":
            self.changed(link, document, params)
        elif method == "document/reset":
            link.copies[document] = None
        elif method == "document/saved":
            self.saved(link, document, params)
        elif method == "document/journal":
            if params.get("journal"):
                document.journal, self.files[document.file].left = True, None
                self.tally["passed on"] = self.tally.get("passed on", 0) + 1
            elif "lockedBy" in params:
                document.journal, document.is_read_only = False, True
        elif method == "document/editable":
            document.is_read_only = False
            document.journal = document.is_durable and "journal" not in params

    def changed(self, link, document, params):
        cause = params["cause"]
        if self.has_many and link.host is self.hosts[0]:
            # What other clients asked may have been answered to them already.
            named = any(document is one.document and one.method == cause for one in self.recent(link.host))
        else:
            named = [one for one in link.performed() if one.document is document and one.method == cause]
            if len(named) == 1:
                named[0].changes += 1
        if not named:
            raise Deviation(f"{document} has changed by {cause}, but it was not named: {params}; {list(link.performed())}")
        replica = link.copies.get(document)
        if replica is None:
            return
        try:
            replica.apply(params)
        except ReplicaError as error:
            raise Deviation(f"{document}: {error}") from None
        content = None
        for other in link.pending.values():
            if other.document is document and other.is_late:
                content = content or link.content(document)
                other.seen.append(content)

    def recent(self, host):
        for link in host.links:
            yield from link.pending.values()
        yield from host.answered if hasattr(host, "answered") else ()

    def saved(self, link, document, params):
        path, is_auto = params["path"], params.get("auto")
        if is_auto:
            if not self.autosave:
                raise Deviation(f"{document} was saved by itself")
            named = path == document.file
        else:
            asked = self.recent(link.host) if self.has_many and link.host is self.hosts[0] else link.performed()
            named = any(
                one.method == "document/save" and one.document is document
                and one.params.get("path", document.file) == path for one in asked)
        if not named:
            raise Deviation(f"{document} was saved to {path!r}, which was not named")
        file = self.files[path]
        file.is_named = True
        document.saved = link.content(document)
        if is_auto:
            document.journal = document.is_durable and "journal" not in params
        if path.endswith(".json"):
            file.contents.append(document.saved)
        self.tally["saved"] = self.tally.get("saved", 0) + 1

    def answered(self, link, one, message):
        error, result = message.get("error"), message.get("result")
        method, document = one.method, one.document
        if not hasattr(link.host, "answered"):
            link.host.answered = []
        link.host.answered = [*link.host.answered[-60:], one]
        key = f"{method} {error['code']}" if error else method
        self.tally[key] = self.tally.get(key, 0) + 1
        self.log.append(f"    -> {one.number} {method} {json.dumps(error or result)[:160]}")
        if error:
            if one.changes:
                raise Deviation(f"{one} was refused, and has changed {document}: {error}")
            if method == "document/export" and error["code"] == CANCELLED:
                self.files[one.params["path"]].is_open = True
            if method == "initialize":
                raise Deviation(f"{one}: {error}")
            if document is not None and error["code"] == NO_DOCUMENT and "compare" not in one.params:
                raise Deviation(f"{one} was refused, but {document} is open: {error}")
            return
        names_document = "document" in one.params and method not in ("document/open",)
        if names_document and document is None:
            raise Deviation(f"{one} was performed, but no such document is open: {result}")
        if method == "document/open":
            self.opened(link, one, result)
        elif method == "document/read":
            self.was_read(link, document, result)
        elif method == "document/close":
            self.closed(link, document)
        elif method == "document/save":
            self.was_saved(document, result)
        elif method == "document/export":
            self.files[one.params["path"]].is_named = True
        elif method == "document/hash":
            self.was_hashed(one, result)
        elif method == "document/recover":
            file = self.files[document.file]
            document.waits, document.is_durable = False, document.is_durable or one.params["take"]
            document.journal = document.is_durable and "journal" not in result and not document.is_read_only
            if one.params["take"]:
                content = link.content(document)
                if file.left is not None and content is not None and content != file.left:
                    raise Deviation(f"{document} took {brief(content)}, not {brief(file.left)}")
            # Of a document that is read-only they stay in the journal.
            if "journal" not in result and not document.is_read_only:
                file.left = None
        elif method == "document/refresh":
            # What the file holds now may be what another server has saved.
            recovered = result.get("recovered")
            if recovered:
                document.is_durable = document.is_durable or not recovered.get("waiting")
                document.waits = bool(recovered.get("waiting"))
                document.journal = document.is_durable and not document.waits
                if not document.waits:
                    self.files[document.file].left = None
            document.is_read_only = bool(result.get("readOnly"))

    def opened(self, link, one, result):
        name, host = result["document"], link.host
        document = host.names.get(name)
        if document is not None:
            if not (self.has_many and host is self.hosts[0]):
                raise Deviation(f"{one} opened a document whose name is taken")
            if document.file != one.params["path"]:
                raise Deviation(f"{one} joined {document}, which is another file's")
            document.users += 1
            link.names[name] = document
            link.copies.setdefault(document, None)
            link.uses[document] = link.uses.get(document, 0) + 1
            self.ask(link, "document/read", document=name)
            return
        self.count += 1
        file = self.files[one.params["path"]]
        durability = one.params.get("durability", link.initialize["durability"])
        document = Document(self.count, host, name, one.params["path"], durability != "none")
        recovered = result.get("recovered")
        document.is_read_only = bool(result.get("readOnly"))
        document.waits, document.is_recovered = bool(recovered and recovered.get("waiting")), bool(recovered)
        choice = one.params.get("recover", "apply" if link.initialize["interactive"] else "report")
        if recovered and choice == "apply" and not document.is_read_only:
            document.is_durable = True
        document.journal = (
            document.is_durable and "journal" not in result and not document.is_read_only and not document.waits)
        #: What it has to hold.
        document.expected = file.contents[-1:] if len(self.hosts) == 1 and not self.autosave else []
        if recovered and file.left is not None and choice == "apply":
            document.expected = [file.left]
        is_first = not any(other.file == document.file for other in self.documents)
        if file.left is not None and not file.may_be_over and is_first and not recovered and choice != "discard" \
                and "lockedBy" not in result:
            raise Deviation(f"{one} finds nothing of what was acknowledged: {result}")
        is_kept = any(
            other.file == document.file and (other.journal or other.waits and not other.is_read_only)
            for other in self.documents)
        is_dropped = choice == "discard" and not is_kept and not document.is_read_only
        if is_dropped or recovered and document.journal and choice != "report":
            file.left = None
        host.names[name] = link.names[name] = document
        link.uses[document] = 1
        self.documents.append(document)
        link.copies[document] = None
        if "document" not in one.params or host.place is not None:
            self.ask(link, "document/read", document=name)

    def was_read(self, link, document, result):
        content = normal(result)
        replica = link.copies.get(document)
        if replica is not None and (replica.revision != result["revision"] or link.content(document) != content):
            raise Deviation(f"{document} is not what was announced: {result['revision']}, {replica.revision}")
        link.copies[document] = Replica(document.name, copy.deepcopy(result))
        expected = getattr(document, "expected", [])
        if result["revision"] == 0 and expected and expected[0] is not None and content != expected[0]:
            raise Deviation(f"{document} was opened as {brief(content)}, not as {brief(expected[0])}; {difference(content, expected[0])}")
        if result["revision"] == 0 and not document.is_recovered:
            document.saved = content
        document.expected = []

    def closed(self, link, document):
        document.users -= 1
        link.uses[document] -= 1
        if document.users == 0:
            waiting = [
                one for other in document.host.links for one in other.pending.values()
                if one.document is document and self.has_arrived(one, document.host)]
            if waiting:
                raise Deviation(f"{document} was closed, but its requests are not answered: {waiting}")
            self.forget(document)
        elif link.uses[document] == 0:
            del link.names[document.name], link.copies[document], link.uses[document]

    def has_arrived(self, one, host):
        for link in host.links:
            if one.number in link.pending and link.pending[one.number] is one:
                return all(early.is_late for early in link.pending.values() if early.number < one.number)
        return False

    def forget(self, document):
        self.documents.remove(document)
        del document.host.names[document.name]
        for link in document.host.links:
            if link.names.get(document.name) is document:
                del link.names[document.name]
            link.copies.pop(document, None)
            link.uses.pop(document, None)

    def was_saved(self, document, result):
        path = result["path"]
        self.files[path].is_named = True
        if path != document.file or document.journal or not document.waits:
            document.file, document.is_read_only = path, False
        if document.journal or "journal" not in result:
            pass
        document.journal = document.is_durable and "journal" not in result
        if document.journal:
            self.files[path].left = None
        elif not any(other.journal and other.file == path for other in self.documents):
            self.files[path].may_be_over = True

    def was_hashed(self, one, result):
        if not one.seen or any(content is None for content in one.seen):
            return
        found = self.hashes.setdefault(result["hash"], one.seen)
        if not any(content in found for content in one.seen):
            raise Deviation(f"{one} has the hash of another document")
        self.hashes[result["hash"]] = [content for content in found if content in one.seen]

    def leave(self, link):
        """A client goes away; what only it had open and is saved is closed, the rest waits."""
        host = link.host
        self.settle()
        self.log.append(f"{host.links.index(link)} leaves")
        link.channel.shutdown(socket.SHUT_WR)
        while (message := link.next()) is not None:
            if "method" in message and "id" not in message:
                self.note(link, message["method"], message["params"])
        link.is_over = True
        link.channel.close()
        contents = {document: link.content(document) for document in link.copies} if self.autosave else {}
        for document in set(link.names.values()):
            document.users -= link.uses[document]
            document.may_go = document.users <= 0
            if document.may_go and self.autosave:
                # It is saved then, which is announced to nobody.
                file = self.files[document.file]
                file.is_named = True
                file.contents.append(contents.get(document))
        link.names, link.copies, link.uses = {}, {}, {}
        host.links.remove(link)
        other = host.links[0]
        listed = self.call(other, "document/list", waiting=True)["documents"]
        known = {entry["document"]: entry for entry in listed}
        for document in [one for one in self.documents if one.host is host and one.may_go]:
            if document.name not in known:
                self.forget(document)
            else:
                document.may_go, document.users = False, 0
                # Nobody is told that it takes over the journal of one that is closed.
                document.journal = document.is_durable and "journal" not in known[document.name]
        self.join(host)
        self.settle()

    def call(self, link, method, **params):
        one = self.ask(link, method, **params)
        found = []
        answered = self.answered

        def kept(where, which, message):
            if which is one:
                found.append(message)
            answered(where, which, message)

        self.answered = kept
        try:
            while one.number in link.pending:
                self.hear(link, link.next())
        finally:
            self.answered = answered
        if "error" in found[0]:
            raise Deviation(f"{one}: {found[0]}")
        return found[0]["result"]

    # What is checked

    def check(self, is_full):
        """Only what was named has changed: revisions, journals and files; with `is_full` all that documents hold."""
        self.settle()
        for host in self.hosts:
            for link in host.links:
                for entry in self.call(link, "document/list")["documents"]:
                    self.compare(link, entry)
                if is_full:
                    for name in list(link.names):
                        self.call(link, "document/read", document=name)
        self.compare_files()
        for path in self.files:
            holders = [one for one in self.documents if one.file == path and one.journal]
            if len(holders) > 1:
                raise Deviation(f"{holders} all have the journal of {path}")

    def compare(self, link, entry):
        document = link.names.get(entry["document"])
        if document is None:
            raise Deviation(f"{entry} is listed, but not open")
        replica = link.copies.get(document)
        if replica is not None and replica.revision != entry["revision"]:
            raise Deviation(f"{document} has the revision {entry['revision']}, but {replica.revision} was announced")
        if entry["path"] != document.file:
            raise Deviation(f"{document} has the file {entry['path']}")
        if bool(entry.get("readOnly")) != document.is_read_only:
            raise Deviation(f"{document}: read-only? {entry}")
        if not document.is_read_only and not document.waits:
            if document.is_durable and ("journal" not in entry) != document.journal:
                raise Deviation(f"{document}: has it a journal? {entry}")

    def compare_files(self):
        for path, file in self.files.items():
            problem = self.wrong(path, file)
            for _ in range(20 if problem and self.autosave else 0):
                # It may have been saved between what was heard and now.
                for host in self.hosts:
                    for link in host.links:
                        self.call(link, "document/list")
                problem = self.wrong(path, file)
                if problem is None:
                    break
            if problem:
                raise Deviation(problem)
            file.is_named = False
        left = [entry.name for entry in self.root.iterdir() if entry.name not in self.files and entry.name[0] != "."]
        if left:
            raise Deviation(f"files that nobody named: {left}")

    def wrong(self, path, file):
        """What is wrong with a file; nothing where it holds what it may."""
        at = self.root / path
        found = at.read_bytes() if at.exists() else None
        if found != file.bytes and not file.is_named and not file.is_open:
            return f"{path} has changed, and was not named"
        if path.endswith(".json") and found is not None and path not in OUT and not self.exports_over_open:
            content = normal(json.loads(found))
            is_ordered = not (self.has_many or len(self.hosts) > 1 or self.autosave)
            allowed = file.contents[-1:] if is_ordered else file.contents
            if not any(one is None or one == content for one in allowed):
                return f"{path} holds {brief(content)}, not {[brief(one) for one in allowed]}"
            file.contents = [content]
        file.bytes = found
        return None

    # Ends

    def end_cleanly(self):
        self.settle()
        self.check(is_full=True)
        if self.draw.random() < 0.5:
            for host in self.hosts:
                for link in host.links:
                    for name in list(link.names):
                        document = link.names.get(name)
                        while document is not None and link.names.get(name) is document:
                            self.call(link, "document/close", document=name, discard=True)
        for host in self.hosts:
            host.process.terminate()
        for host in self.hosts:
            if host.process.wait(30) not in (0, 1):
                raise Deviation(f"the server ended with {host.process.returncode}")
        self.drain()
        self.compare_after_end()

    def drain(self):
        """Hears what the servers still wrote."""
        for host in self.hosts:
            for link in host.links:
                while (message := link.next(30)) is not None:
                    self.hear(link, message)

    def compare_after_end(self):
        for path, file in self.files.items():
            at = self.root / path
            found = at.read_bytes() if at.exists() else None
            if found != file.bytes and not file.is_named and not file.is_open and not self.autosave:
                raise Deviation(f"{path} has changed at the end, and was not named")

    def end_by_kill(self):
        """Kills all servers, some with edits under way, and looks what the next one finds."""
        draw = self.draw
        if draw.random() < 0.7:
            self.settle(is_all=draw.random() < 0.5)
            if draw.random() < 0.5:
                self.check(is_full=False)
        for host in self.hosts:
            for link in host.links:
                for _ in range(draw.randint(0, 6)):
                    self.burst(link)
        time.sleep(draw.choice((0, 0, 0.002, 0.01, 0.05)))
        for host in self.hosts:
            host.kill()
        self.log.append("killed")
        self.drain()
        for host in self.hosts:
            for link in host.links:
                for one in link.pending.values():
                    if one.method == "document/export" and "path" in one.params:
                        self.files[one.params["path"]].is_open = True
        self.tally["killed"] = self.tally.get("killed", 0) + 1
        self.find()
        for host in self.hosts:
            host.end()

    def burst(self, link):
        """Something of which it is known what it leads to."""
        draw, name = self.draw, self.name(link)
        replica = link.copies.get(link.names.get(name))
        node = draw.choice(list(replica.nodes)) if replica and len(replica.nodes) else "nothing"
        self.made += 1
        place = {"x": self.made, "y": 7}
        kind = draw.choices(("insert", "move", "close", "save"), (6, 4, 1, 1))[0]
        if kind == "insert":
            self.ask(link, "node/insert", document=name, node={"id": f"k{self.made}", "position": place})
        elif kind == "move":
            self.ask(link, "node/move", document=name, ids=[node], to=place)
        elif self.has_many:
            return
        elif kind == "close":
            self.ask(link, "document/close", document=name, discard=True)
        else:
            self.ask(link, "document/save", document=name, overwrite=True)

    def find(self):
        """Opens a copy of each file, and compares what is found with what was acknowledged."""
        twin = self.folder / "twin"
        shutil.rmtree(twin, ignore_errors=True)
        shutil.copytree(self.root, twin)
        files = [path for path in (*OWN, OTHER, *NEW) if (twin / path).exists()]
        asked = [request("begin", "initialize", clock="client", interactive=True, durability="process")]
        for path in files:
            asked.append(request(f"open {path}", "document/open", path=path, document=path, recover="apply"))
            asked.append(request(f"read {path}", "document/read", document=path))
        done = subprocess.run(
            [self.server, "--root", str(twin)], input=b"".join(map(line, asked)), capture_output=True, env=ENVIRONMENT,
            timeout=BOUND)
        heard = {one["id"]: one for one in map(json.loads, done.stdout.splitlines()) if "id" in one}
        for path in files:
            opened, read = heard.get(f"open {path}", {}), heard.get(f"read {path}", {})
            if "result" not in read:
                raise Deviation(f"{path} is not opened after a kill: {opened} {done.stderr[-300:]}")
            self.judge(path, opened["result"], normal(read["result"]))

    def judge(self, path, opened, found):
        file = self.files[path]
        wanted, is_sure = self.wanted(path)
        at = self.root / path
        on_disk = parsed(at)
        self.tally["found"] = self.tally.get("found", 0) + 1
        if wanted and not any(matches(one, found, self.has_many) for one in wanted):
            raise Deviation(
                f"{path}: found is {brief(found)}, not one of {[brief(one) for one in wanted]}; {opened}; sure: {is_sure}; "
                f"{[one for one in self.documents if one.file == path]}")
        file.left, file.may_be_over = (found if opened.get("recovered") else None), False
        file.contents, file.bytes, file.is_named = [on_disk], at.read_bytes(), False

    def wanted(self, path):
        """What a file may be found as; nothing where that is not known."""
        file = self.files[path]
        documents = [one for one in self.documents if one.file == path]
        pending = [(link, one) for host in self.hosts for link in host.links for one in link.pending.values()]
        moves = [
            one for link, one in pending
            if one.method in STRUCTURAL and (
                one.document in documents or link.names.get(one.params.get("document")) in documents
                or one.params.get("path") == path)]
        holders = [one for one in documents if one.journal]
        if not moves and not self.autosave:
            if holders:
                states = self.states(holders[0])
                # Nothing of it is unsaved: it does not lead on from what another document has saved there.
                if holders[0].saved in states:
                    if path == OTHER:
                        return [], False
                    states = states + [one for one in file.contents if one is not None]
                return states, True
            if path == OTHER:
                return [], False
            if file.left is None:
                return file.contents[-1:], True
            return [file.left, *(file.contents[-1:] if file.may_be_over else ())], True
        return [], False

    def states(self, document):
        """What a document may hold: what was announced, and what requests that are under way may have made of it."""
        links = [link for link in document.host.links if link.copies.get(document)]
        if not links:
            return []
        newest = max(links, key=lambda link: link.copies[document].revision)
        states = [newest.content(document)]
        for link in document.host.links:
            for one in link.pending.values():
                if one.document is not document and link.names.get(one.params.get("document")) is not document:
                    continue
                outcome = predicted(one)
                if outcome is None:
                    return []
                states += [after for state in states if (after := outcome(state)) is not None]
        return states


def predicted(one):
    """What a request makes of a content; None where that is not known."""
    if one.method in ("document/hash", "document/check", "document/copy", "document/read", "document/export"):
        return lambda state: None
    if one.method == "node/insert":
        node = one.params["node"]
        return lambda state: {**state, "nodes": [*state["nodes"], node]}
    if one.method == "node/move" and "to" in one.params:
        (moved,), to = one.params["ids"], one.params["to"]

        def move(state):
            return {**state, "nodes": [
                {**node, "position": {**node.get("position", {}), **to}} if node["id"] == moved else node
                for node in state["nodes"]]}

        return move
    return None


def matches(wanted, found, is_any_order):
    """Whether a content is the wanted one; what clients insert at the same time comes in any order."""
    if wanted is None or wanted == found:
        return True
    by_id = [{**one, "nodes": sorted(one["nodes"], key=lambda node: node["id"])} for one in (wanted, found)]
    return is_any_order and by_id[0] == by_id[1]


def difference(one, other):
    """The first elements that differ."""
    pairs = [(a, b) for kind in ("nodes", "edges") for a, b in zip(one[kind], other[kind]) if a != b]
    return pairs[:2], one.get("settings"), other.get("settings")


def brief(content):
    if content is None:
        return None
    return [
        [node["id"], (node.get("position") or {}).get("x"), (node.get("data") or {}).get("m")] for node in content["nodes"]
    ], len(content["edges"])


def converse(server, folder, seed, **options):
    """Performs one conversation; returns what was done, by method and error."""
    return Conversation(server, folder, seed, **options).run()
