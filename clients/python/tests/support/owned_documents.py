"""Conversations about documents that have equal names and equal files, and what they may change.

A conversation is drawn from a seed. A model follows what the servers say: which document a name meant when its request was
performed, what each document and each file holds, and which document has the journal of a file. Every change that is
announced has to come from a request that named its document; every file that changes has to be named; and what a killed
server has acknowledged has to be found by the next one.
"""

import json
import shutil
import socket
import subprocess
import time
from pathlib import Path
from random import Random

from owned_model import Model
from owned_parts import (
    BOUND, IMPORTED, NEW, OTHER, OUT, OWN, STRUCTURAL, Deviation, File, Host, brief, matches, normal, parsed, write_files)
from server_process import ENVIRONMENT, line, notification, request

#: Names of documents: few, so that they come again and again.
NAMES = ("d", "e", "f", "g")


class Conversation(Model):
    """What is said, and what the next server finds when the servers were killed."""

    def __init__(self, server, folder, seed, steps=40, exports_over_open=False):
        self.server, self.folder, self.seed, self.steps = server, Path(folder), seed, steps
        self.exports_over_open = exports_over_open
        self.draw, self.hosts, self.documents, self.count = Random(seed), [], [], 0
        self.files, self.hashes, self.log, self.made = {}, {}, [], 0
        self.tally = {}

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

    def settle(self, is_all=True):
        """Hears what was sent so far; with `is_all` also what is answered late."""
        for host in self.hosts:
            for link in host.links:
                while not link.is_over and any(is_all or not one.is_late for one in link.pending.values()):
                    while is_all and link.questions:
                        self.answer(link, link.questions.pop())
                    self.hear(link, link.next())

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


def converse(server, folder, seed, **options):
    """Performs one conversation; returns what was done, by method and error."""
    return Conversation(server, folder, seed, **options).run()
