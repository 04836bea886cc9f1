"""Windows of the page and clients of other kinds edit one document of one server: all copies stay equal to it."""

import json
import os
import random
import signal
import socket

import pytest
from conftest import Peer, sharing
from waiting import wait_until
from test_sharing import Window

from nodewire_client import Client, ServerError
from nodewire_client.replica import Replica

SEEDS = (1, 2)
STEPS = 60


class Line:
    """A client's own socket to the server, which takes the place of a window's: a message is a line."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(20)
        self.socket.connect(path)
        self.stream = self.socket.makefile("rb")

    def upgrade(self):
        return (101,)

    def send(self, payload):
        self.socket.sendall(payload + b"\n")

    def receive(self):
        return 1, self.stream.readline()

    def close(self):
        self.stream.close()
        self.socket.close()


class Copying(Window):
    """A window, or another client that has a peer, with a copy of the document and the presence of the others."""

    replica = None

    def __init__(self, peer, view):
        self.presence_of = {}
        super().__init__(peer, view)
        self.replica = Replica(self.document, self.ask("document/read", document=self.document))

    def until(self, is_wanted):
        def follow(message):
            params = message.get("params", {})
            if self.replica and message.get("method") == "document/changed" and params["document"] == self.document:
                assert self.replica.apply(params)
            if message.get("method") == "view/frame":
                self.presence_of.update(params.get("presence", {}))
            return is_wanted(message)

        return super().until(follow)

    def close(self):
        self.peer.close()


class Program:
    """A client for Python behind `nodewire connect`."""

    def __init__(self, server, path, view):
        self.client = Client.launch([server, "connect", path], timeout=20)
        self.opened = self.client.open("bot.json")
        self.replica, self.document, self.view = self.opened.replica, self.opened.id, view
        self.shown = self.opened.open_view(800, 600, view=view, scene="svg", presence=True)

    @property
    def presence_of(self):
        return self.shown.scene_items.state.get("presence", {})

    def ask(self, method, **params):
        try:
            return self.client.call(method, params)
        except ServerError as error:
            return error.code

    def edit(self, method, **params):
        return self.ask(method, document=self.document, view=self.view, **params)

    def close(self):
        self.client.close()


@pytest.fixture
def bridge(server, tmp_path):
    with sharing(server, tmp_path) as bridge:
        yield bridge


@pytest.fixture
def clients(server, bridge):
    """Three windows, a client for Python and one that writes lines; the windows come first."""
    path = str(bridge.opening.root / "socket")
    assert bridge.pids is not None and bridge.url
    found = [Copying(Peer(bridge), view) for view in ("one", "two", "three")]
    found += [Program(server, path, "python"), Copying(Line(path), "raw")]
    yield found
    for client in found:
        client.close()


def edit_at_random(clients, draw, steps=STEPS):
    """Edits of clients by turns, undo and redo among them; some are refused. Returns how many were not."""
    done = 0
    for number in range(steps):
        client = draw.choice(clients)
        node, other = (draw.choice([*client.replica.nodes, "none"]) for _ in range(2))
        method, params = draw.choice(
            [
                ("node/move", {"ids": [node], "by": {"x": draw.randrange(-90, 90), "y": draw.randrange(-90, 90)}}),
                ("node/insert", {"node": {"type": "message", "position": {"x": number * 10, "y": 0}}}),
                ("node/update", {"id": node, "set": {"label": f"{client.view} {number}"}}),
                ("edge/connect", {"edge": {"source": node, "target": other}}),
                ("element/remove", {"nodes": [node]} if number % 4 == 0 else {"nodes": []}),
                ("history/undo", {}),
                ("history/redo", {}),
            ]
        )
        done += isinstance(client.edit(method, **params), dict)
    return done


def check_copies(clients):
    """Every copy is a document with the hash of the server's."""
    hashes = set()
    for client in clients:
        # All that was announced before this answer is in the copy.
        hashes.add(client.ask("document/hash", document=client.document)["hash"])
        content = {key: value for key, value in client.replica.read().items() if key not in ("revision", "content")}
        copy = client.ask("document/create", content={**(client.replica.content or {}), **content})["document"]
        hashes.add(client.ask("document/hash", document=copy)["hash"])
        assert client.ask("document/close", document=copy, discard=True) is None
    (found,) = hashes
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_edits_of_each_are_seen_by_all_and_each_takes_back_its_own(clients, seed):
    before = check_copies(clients)
    assert edit_at_random(clients, random.Random(seed)) > STEPS / 2
    assert check_copies(clients) != before
    for client in clients:
        label = client.edit("node/update", id="a", set={"label": client.view})
        assert isinstance(label, dict)
    first, *others = clients
    assert first.edit("history/undo")["steps"] == 1
    check_copies(clients)
    assert {client.replica.nodes["a"]["label"] for client in clients} == {others[-1].view}
    for client in clients:
        while client.edit("history/undo")["steps"]:
            pass
    assert check_copies(clients) == before


def test_each_sees_where_the_others_are(clients):
    for client in clients:
        client.ask("view/presence", view=client.view, name=f"Name of {client.view}")
        client.ask("view/select", view=client.view, nodes=["a"])
    names = {client.view: f"Name of {client.view}" for client in clients}
    for client in clients:
        others = {view: name for view, name in names.items() if view != client.view}

        def sees_them():
            client.ask("document/list")
            seen = {view: state for view, state in client.presence_of.items() if state["selection"]["nodes"] == ["a"]}
            return {view: state.get("name") for view, state in seen.items()} == others

        wait_until(sees_them)


def test_a_slow_window_and_a_killed_client_harm_no_other_and_one_file_has_all(clients, bridge, server, tmp_path):
    draw = random.Random(3)
    edit_at_random(clients, draw, 20)
    one, two, slow, program, raw = clients
    keep = "n-kept"
    assert isinstance(program.edit("node/insert", node={"id": keep, "position": {"x": 0, "y": 900}}), dict)
    slow.peer.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    text = "x" * 1_000_000
    for number in range(30):
        assert isinstance(raw.edit("node/update", id=keep, set={"text": f"{number}{text}"}), dict)
        for other in (one, two, program):
            other.ask("document/list")
    raw.edit("node/update", id=keep, set={"text": "short"})
    slow.peer.socket.close()
    rest = [one, two, program, raw]
    edit_at_random(rest, draw, 20)
    check_copies(rest)

    assert isinstance(program.edit("node/update", id=keep, set={"label": "by one that was killed"}), dict)
    os.kill(program.client.connection.process.pid, signal.SIGKILL)
    for other in (one, two, raw):
        assert other.presence("python", lambda state: state is None) is None
    rest = [one, two, raw]
    for other in rest:
        assert isinstance(other.edit("node/insert", node={"id": f"of {other.view}"}), dict)
    found = check_copies(rest)

    raw.ask("document/save", document=raw.document)
    for other in (one, two):
        assert other.until(lambda message: message.get("method") == "document/saved")["params"]["document"] == other.document
    (listed,) = one.ask("document/list")["documents"]
    assert not listed["dirty"]
    saved = {node["id"]: node for node in json.loads((tmp_path / "bot.json").read_text())["nodes"]}
    assert saved[keep]["label"] == "by one that was killed" and saved[keep]["text"] == "short"
    assert list(saved) == list(one.replica.nodes) and {"of one", "of two", "of raw"} < set(saved)
    with Client.launch(server, root=tmp_path) as fresh:
        assert fresh.open("bot.json").hash()["hash"] == found
