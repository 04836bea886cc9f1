"""Many clients of one server, each by a pipe of its own that `nodewire connect` joins to the server's socket."""

import json
import os
import resource
import select
import socket
import stat
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from server_process import memory

from nodewire_client import Client, ServerError

NODE = {"id": "a", "position": {"x": 0, "y": 0}}
BOUND = 20.0


def until(condition):
    """Waits until a condition holds, and returns what it gives."""
    end = time.monotonic() + BOUND
    while not (found := condition()):
        assert time.monotonic() < end, "nothing came of it"
        time.sleep(0.005)
    return found


def listens(place):
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(str(place)) == 0


@pytest.fixture
def path(server, tmp_path):
    """The socket of a server."""
    place = tmp_path / "s"
    process = subprocess.Popen([server, "serve", "--socket", str(place), "--root", str(tmp_path)])
    until(lambda: listens(place))
    yield place
    process.terminate()
    assert process.wait(BOUND) == 0
    assert not place.exists()


@contextmanager
def listening(server, *options, **variables):
    """A server at a port, with what it prints of it."""
    command = [server, "serve", "--listen", "127.0.0.1:0", *options]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen(command, env={**os.environ, **variables}, **pipes)
    try:
        yield process, json.loads(process.stdout.readline())
    finally:
        process.terminate()
        assert process.wait(BOUND) == 0
        process.stdout.close()
        process.stderr.close()


@pytest.fixture
def join(server, path):
    """Makes clients of the server, as many as are asked for."""
    clients = []

    def make(**options):
        clients.append(Client.launch([server, "connect", str(path)], timeout=BOUND, **options))
        return clients[-1]

    yield make
    for client in clients:
        client.close()


class Raw:
    """A client that sends what it is given, line by line."""

    def __init__(self, place):
        host, _, port = str(place).rpartition(":")
        self.socket = socket.socket(socket.AF_INET if host else socket.AF_UNIX)
        self.socket.settimeout(BOUND)
        self.socket.connect((host, int(port)) if host else str(place))
        self.lines = self.socket.makefile("rb")
        self.is_framed = False

    def send(self, method, ident=None, **params):
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        body = json.dumps(message if ident is None else {**message, "id": ident}).encode()
        self.socket.sendall(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) if self.is_framed else body + b"\n")

    def next(self):
        line = self.lines.readline()
        if not self.is_framed:
            return json.loads(line)
        assert self.lines.readline() == b"\r\n"
        return json.loads(self.lines.read(int(line.partition(b": ")[2])))

    def ask(self, method, ident=1, **params):
        """The messages up to the reply, and what that holds."""
        self.send(method, ident, **params)
        before = []
        while "method" in (message := self.next()):
            before.append(message)
        assert message["id"] == ident
        return before, message.get("result", message.get("error"))

    def close(self):
        self.lines.close()
        self.socket.close()


@pytest.fixture
def raw(path):
    clients = []

    def make():
        clients.append(Raw(path))
        clients[-1].ask("initialize")
        return clients[-1]

    yield make
    for client in clients:
        client.close()


def test_an_edit_of_one_is_in_the_frames_of_the_other(raw):
    ada, bob = raw(), raw()
    ada.ask("document/create", document="d", content={"nodes": [NODE]})
    assert bob.ask("document/open", document="d", text="{}")[1]["nodes"] == 1
    _, view = bob.ask("view/open", document="d", width=100, height=100, scene="svg")
    _, own = ada.ask("view/open", document="d", width=100, height=100)
    assert view["view"] != own["view"]
    before, _ = ada.ask("node/move", document="d", ids=["a"], by={"x": 20, "y": 0})
    assert [message["method"] for message in before if message["method"] != "view/frame"] == ["document/changed"]
    assert {message["params"]["view"] for message in before if message["method"] == "view/frame"} <= {own["view"]}
    messages = [bob.next(), bob.next()]
    assert [message["method"] for message in messages] == ["document/changed", "view/frame"]
    assert messages[1]["params"]["view"] == view["view"]


def test_each_uses_what_it_has_open_alone(raw):
    ada, bob = raw(), raw()
    ada.ask("document/create", document="d", content={"nodes": [NODE]})
    _, view = ada.ask("view/open", document="d", width=100, height=100)
    assert bob.ask("document/read", document="d")[1]["code"] == 1000
    assert bob.ask("view/read", view=view["view"])[1]["code"] == 1001
    assert bob.ask("document/list")[1]["documents"] == []
    bob.ask("document/open", document="d", text="{}")
    assert bob.ask("view/read", view=view["view"])[1]["code"] == 1001
    ada.ask("node/move", document="d", ids=["a"], by={"x": 20, "y": 0})
    assert bob.ask("document/close", document="d")[1] is None
    assert bob.ask("document/read", document="d")[1]["code"] == 1000
    assert ada.ask("document/close", document="d")[1]["code"] == 1003


def test_one_conversation_ends_without_the_others(join, path):
    ada, bob = join(), join()
    ada.create({"nodes": [NODE]}, document="d").node.move(ids=["a"], by={"x": 1, "y": 0})
    ada.close()
    document = bob.open(document="d", text="{}")
    assert document.node.move(ids=["a"], by={"x": 1, "y": 0})["revision"] == 2


def test_ids_and_tokens_of_two_may_be_the_same(raw):
    ada, bob = raw(), raw()
    ada.send("document/create", 7, document="a")
    bob.send("document/create", 7, document="b")
    assert ada.next()["result"]["document"] == "a"
    assert bob.next()["result"]["document"] == "b"


def test_the_clock_is_the_servers(path):
    client = Raw(path)
    assert client.ask("initialize", clock="client")[1]["code"] == -32602
    client.close()


def test_who_goes_takes_along_what_it_has(raw):
    ada, bob = raw(), raw()
    bob.ask("document/create", document="d", content={"nodes": [NODE]})
    bob.ask("view/open", document="d", width=100, height=100, presence=True)
    ada.ask("document/open", document="d", text="{}")
    _, view = ada.ask("view/open", document="d", width=100, height=100)
    ada.ask("gesture/begin", view=view["view"], gesture={"kind": "drag", "node": "a"})
    ada.ask("history/begin", document="d", label="all")
    assert bob.ask("history/end", document="d")[1]["code"] == 1205
    ada.close()

    def gone():
        messages, _ = bob.ask("document/hash", document="d")
        return any((message["params"].get("presence") or {}).get(view["view"], 0) is None for message in messages)

    until(gone)
    assert bob.ask("history/end", document="d")[1]["code"] == 1205


def test_what_is_watched_is_sent_to_who_watches(raw):
    ada, bob = raw(), raw()
    ada.ask("document/create", document="d", content={"nodes": [NODE]})
    bob.ask("document/open", document="d", text="{}")
    before, _ = ada.ask("document/watch", document="d", diagnostics=True)
    assert [message["method"] for message in before] == ["document/diagnostics"]
    assert bob.ask("document/hash", document="d")[0] == []
    bob.ask("document/watch", document="d", diagnostics=True)
    ada.ask("document/watch", document="d", diagnostics=False)
    broken = {"id": "e", "source": "a", "target": "a"}
    ada.ask("edge/connect", document="d", edge=broken)
    assert all(message["method"] != "document/diagnostics" for message in ada.ask("document/hash", document="d")[0])


def test_a_client_that_does_not_read_changes_gets_a_reset(raw):
    ada, bob = raw(), raw()
    ada.ask("document/create", document="d", content={"nodes": [NODE]})
    bob.ask("document/open", document="d", text="{}")
    label = "x" * (1 << 20)
    for number in range(20):
        ada.ask("node/update", document="d", id="a", set={"data": {"text": f"{number}{label}"}})
    time.sleep(1.2)
    ada.ask("node/move", document="d", ids=["a"], by={"x": 1, "y": 0})
    before, found = bob.ask("document/hash", document="d")
    assert found == ada.ask("document/hash", document="d")[1]
    heard = [message["method"] for message in before]
    assert "document/reset" in heard and len(heard) < 15
    revision = 0
    for message in before:
        if message["method"] == "document/changed":
            assert message["params"]["from"] == revision
        revision = message["params"]["revision"]
    assert revision == found["revision"]


def test_a_client_that_does_not_read_its_replies_is_cut_off(raw):
    ada, bob = raw(), raw()
    ada.ask("document/create", document="d", content={"nodes": [{**NODE, "label": "x" * (20 << 20)}]})
    bob.ask("document/open", document="d", text="{}")
    bob.send("document/read", 2, document="d")
    closed = select.poll()
    closed.register(bob.socket, 0)
    until(lambda: ada.ask("node/move", document="d", ids=["a"], by={"x": 1, "y": 0}) and closed.poll(0))
    while bob.socket.recv(1 << 20):
        pass
    assert ada.ask("document/hash", document="d")[1]["hash"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_many_that_do_not_read_cost_what_one_costs(server, tmp_path):
    """Half of them have messages with headers. Each reads again in the end, and knows the document."""
    place = tmp_path / "s"
    process = subprocess.Popen([server, "serve", "--socket", str(place)])
    try:
        until(lambda: listens(place))
        writer, *others = clients = [Raw(place) for _ in range(80)]
        for number, client in enumerate(clients):
            client.is_framed = number % 2 == 1
            client.ask("initialize")
        writer.ask("document/create", document="d", content={"nodes": [NODE]})
        for other in others:
            other.ask("document/open", document="d", text="{}")
        before = memory(process)
        for number in range(400):
            writer.ask("node/update", document="d", id="a", patch={"label": f"{number}" + "x" * 20_000})
        # Copies for each of them were 640 MB.
        assert memory(process) - before < 150 << 20
        found = writer.ask("document/hash", document="d")[1]
        for other in others:
            heard, own = other.ask("document/hash", document="d")
            assert own == found and any(message["method"] == "document/reset" for message in heard)
        for client in clients:
            client.close()
    finally:
        process.terminate()
        assert process.wait(BOUND) == 0


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_what_waits_for_all_has_a_bound(server, tmp_path):
    """Replies that each client may let wait: too many do, those who read get theirs, and others are answered."""
    place = tmp_path / "s"
    process = subprocess.Popen([server, "serve", "--socket", str(place)])
    try:
        until(lambda: listens(place))
        writer = Raw(place)
        writer.ask("initialize")
        writer.ask("document/create", document="d", content={"nodes": [{**NODE, "label": "x" * 10_000_000}]})
        clients = [Raw(place) for _ in range(40)]
        for client in clients:
            client.ask("initialize")
            client.ask("document/open", document="d", text="{}")
        before = memory(process)
        for client in clients:
            client.send("document/read", 3, document="d")
        most = 0
        for _ in range(40):
            writer.ask("document/list")
            most = max(most, memory(process))
            time.sleep(0.05)
        assert most - before < (256 + 96) << 20
        read = sum(1 for client in clients if client.lines.readline().endswith(b"}\n"))
        assert 20 <= read < 40
        for client in (writer, *clients):
            client.close()
    finally:
        process.terminate()
        assert process.wait(BOUND) == 0


def test_garbage_and_half_messages_are_their_senders_alone(raw, path):
    ada = raw()
    garbage, half = Raw(path), Raw(path)
    garbage.socket.sendall(os.urandom(100_000))
    half.socket.sendall(b'{"jsonrpc":"2.0","id":1,"method":"initi')
    assert ada.ask("document/create", document="d")[1]["document"] == "d"
    garbage.close()
    half.close()
    assert ada.ask("document/hash", document="d")[1]["hash"]


def test_twenty_clients_see_one_document(raw):
    clients = [raw() for _ in range(20)]
    clients[0].ask("document/create", document="d", content={"nodes": [NODE]})
    for client in clients[1:]:
        client.ask("document/open", document="d", text="{}")
    for client in clients:
        client.ask("node/move", document="d", ids=["a"], by={"x": 1, "y": 0})
    assert len({client.ask("document/hash", document="d")[1]["hash"] for client in clients}) == 1


def test_only_its_user_may_join_and_only_one_server_listens(server, path):
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    other = subprocess.run([server, "serve", "--socket", str(path)], capture_output=True, text=True, timeout=BOUND)
    assert other.returncode == 2 and "another server listens" in other.stderr


def test_a_socket_at_which_nobody_listens_is_replaced(server, tmp_path):
    place = tmp_path / "s"
    command = [server, "serve", "--socket", str(place)]
    first = subprocess.Popen(command)
    until(lambda: listens(place))
    first.kill()
    first.wait(BOUND)
    assert place.exists()
    second = subprocess.Popen(command)
    try:
        with until(lambda: subprocess.run([server, "connect", str(place)], input="", text=True).returncode == 0) and Client.launch(
            [server, "connect", str(place)], timeout=BOUND
        ) as client:
            assert client.document.list()["documents"] == []
    finally:
        second.terminate()
        assert second.wait(BOUND) == 0


def test_what_is_unsaved_waits_for_the_next(raw):
    ada = raw()
    ada.ask("document/create", document="d", content={"nodes": [NODE]})
    ada.ask("node/move", document="d", ids=["a"], by={"x": 5, "y": 0})
    ada.close()
    bob = raw()
    (left,) = until(lambda: bob.ask("document/list", waiting=True)[1]["documents"])
    assert (left["document"], left["dirty"], left["waiting"]) == ("d", True, True)
    assert bob.ask("document/list")[1]["documents"] == []
    assert "code" not in bob.ask("document/open", document="d", text="{}")[1]
    (left,) = bob.ask("document/list", waiting=True)[1]["documents"]
    assert "waiting" not in left
    _, content = bob.ask("document/read", document="d")
    assert content["nodes"][0]["position"]["x"] == 5


def test_no_server_is_an_error(server, tmp_path):
    ended = subprocess.run([server, "connect", str(tmp_path / "none")], capture_output=True, text=True, timeout=BOUND)
    assert ended.returncode == 2 and "no server listens" in ended.stderr


def test_a_port_serves_who_knows_the_token(server):
    with listening(server) as (_, place):
        assert len(place["token"]) == 32
        ada = Raw(place["address"])
        _, greeting = ada.ask("initialize", token=place["token"])
        assert greeting["serverInfo"]["name"] == "nodewire"
        assert ada.ask("document/create", document="d", content={"nodes": [NODE]})[1]["nodes"] == 1
        command = [server, "connect", place["address"]]
        with Client.launch(command, timeout=BOUND, token=place["token"]) as bob:
            bob.document.open(document="d", text="{}")
            ada.ask("node/move", document="d", ids=["a"], by={"x": 5, "y": 0})
            assert bob.document.read(document="d")["nodes"][0]["position"]["x"] == 5
        ada.close()


def test_who_does_not_know_the_token_is_cut_off(server):
    with listening(server, NODEWIRE_TOKEN="a word of its own") as (_, place):
        assert "token" not in place
        for token in ({}, {"token": "another"}):
            eve = Raw(place["address"])
            assert eve.ask("rpc.discover")[1]["code"] == -32002
            assert eve.ask("initialize", **token)[1]["code"] == -32600
            assert eve.lines.read() == b""
            eve.close()
        eve = Raw(place["address"])
        # A long message is refused before its bytes are read.
        eve.socket.sendall(b"Content-Length: 70000\r\n\r\n")
        assert b"Content-Length" in eve.lines.readline()
        assert b"limits" in eve.lines.read(200)
        eve.close()
        bob = Raw(place["address"])
        assert "serverInfo" in bob.ask("initialize", token="a word of its own")[1]
        bob.close()
        # Who says nothing has gone after a while.
        silent = Raw(place["address"])
        assert silent.lines.read() == b""
        silent.close()


def test_a_token_is_compared_by_its_bytes(server):
    token = "SeCret-Of-Mine-Ω\u00c5"
    others = (token.lower(), token.upper(), token[:-1], token + "x", "SeCret-Of-Mine-Ω\u0041\u030a", "TeCret" + token[6:], token[::-1])
    with listening(server, NODEWIRE_TOKEN=token) as (_, place):
        for other in others:
            eve = Raw(place["address"])
            assert eve.ask("initialize", token=other)[1]["code"] == -32600, other
            eve.close()
        ada = Raw(place["address"])
        assert "serverInfo" in ada.ask("initialize", token=token)[1]
        ada.close()


@pytest.mark.parametrize("token", ["a", "fifteen letters"])
def test_a_token_that_is_soon_guessed_is_refused_at_the_start(server, token):
    command = [server, "serve", "--listen", "127.0.0.1:0"]
    environment = {**os.environ, "NODEWIRE_TOKEN": token}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=BOUND)
    assert ended.returncode == 2 and "NODEWIRE_TOKEN" in ended.stderr and "16" in ended.stderr and not ended.stdout


@pytest.mark.parametrize("descriptors", [400, 40])
def test_who_knows_the_token_is_not_kept_out_by_who_does_not(server, descriptors):
    """Strangers that are silent or send a byte now and then, also more than the process has descriptors for."""

    def few():
        resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

    command = [server, "serve", "--listen", "127.0.0.1:0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, preexec_fn=few)
    strangers = []
    try:
        place = json.loads(process.stdout.readline())
        first = Raw(place["address"])
        assert "serverInfo" in first.ask("initialize", token=place["token"])[1]
        begun = time.monotonic()
        for _ in range(3):
            for number in range(150):
                strangers.append(Raw(place["address"]))
                if number % 2:
                    strangers[-1].socket.sendall(b"C")
            known = Raw(place["address"])
            assert "serverInfo" in known.ask("initialize", token=place["token"])[1]
            assert "documents" in known.ask("document/list")[1]
            known.close()
        # Strangers who stay go after ten seconds; nobody has waited for that.
        assert time.monotonic() - begun < 8
        assert "documents" in first.ask("document/list")[1]
        first.close()
    finally:
        for stranger in strangers:
            stranger.close()
        process.terminate()
        assert process.wait(BOUND) == 0
        process.stdout.close()


def test_another_machine_is_not_served(server):
    for place in ("0.0.0.0:0", "127.0.0.1", "127.0.0.1:x", "localhost:0"):
        ended = subprocess.run([server, "serve", "--listen", place], capture_output=True, text=True, timeout=BOUND)
        assert ended.returncode == 2 and "127.0.0.1:PORT" in ended.stderr


def test_metrics_count_for_all_clients(raw):
    ada, bob = raw(), raw()
    ada.ask("document/create", document="d", content={"nodes": [NODE]})
    bob.ask("document/open", document="d", text="{}")
    before = ada.ask("server/metrics")[1]
    for _ in range(5):
        bob.ask("node/move", document="d", ids=["a"], by={"x": 1, "y": 0})
    assert bob.ask("node/move", document="d", ids=["b"], by={"x": 1, "y": 0})[1]["code"] == 1101
    after = ada.ask("server/metrics")[1]
    (moves,) = (row for row in after["methods"] if row["method"] == "node/move")
    assert (moves["count"], moves["failures"]) == (6, 1)
    assert 0 < moves["p50"] <= moves["p95"] <= moves["p99"] <= moves["longest"]
    assert after["clients"] == 2 and after["documents"] == 1 and after["uptime"] > before["uptime"]
    assert after["messages"] == before["messages"] + 7 and after["failures"] == before["failures"] + 1
    assert after["receivedBytes"] > before["receivedBytes"] and after["sentBytes"] > before["sentBytes"]
    # What a client was sent counts when it has gone, too.
    bob.close()
    until(lambda: ada.ask("server/metrics")[1]["clients"] == 1)
    assert ada.ask("server/metrics")[1]["sentBytes"] > after["sentBytes"]


def test_the_log_names_who_comes_and_goes(server):
    with listening(server, "--log", "info", NODEWIRE_TOKEN="a word of its own") as (process, place):
        ada = Raw(place["address"])
        ada.ask("initialize", token="a word of its own", log="info")
        bob = Raw(place["address"])
        bob.close()
        said = []
        while not said or "gone" not in said[-1]["params"]["message"]:
            said.append(ada.next())
        assert [(one["method"], one["params"]["level"]) for one in said] == [("server/log", "info")] * 2
        assert [one["params"]["message"] for one in said] == ["client 2 has come", "client 2 has gone"]
        # The document of a failed message is none of the words for this level.
        ada.ask("node/move", document="none", ids=[], by={"x": 1, "y": 0})
        ada.close()
        lines = [process.stderr.readline().decode() for _ in range(4)]
        assert [line.split(" info: ")[1].strip() for line in lines] == [
            "client 1 has come", "client 2 has come", "client 2 has gone", "client 1 has gone"
        ]
        assert all(line[10] == "T" and line[19] == "Z" for line in lines)


def test_of_servers_that_begin_together_one_listens(server, tmp_path):
    place = tmp_path / "s"
    for _ in range(5):
        command = [server, "serve", "--socket", str(place)]
        servers = [subprocess.Popen(command, stderr=subprocess.DEVNULL) for _ in range(3)]
        until(lambda: sum(one.poll() is None for one in servers) == 1 and listens(place))
        (left,) = (one for one in servers if one.poll() is None)
        # One that is killed leaves its socket to the next three.
        left.kill()
        left.wait(BOUND)


def test_a_server_that_ends_leaves_the_socket_of_another(server, tmp_path):
    place = tmp_path / "s"
    command = [server, "serve", "--socket", str(place)]
    first = subprocess.Popen(command)
    until(lambda: listens(place))
    place.unlink()
    second = subprocess.Popen(command)
    until(lambda: place.exists() and listens(place))
    first.terminate()
    assert first.wait(BOUND) == 0
    assert listens(place)
    second.terminate()
    assert second.wait(BOUND) == 0
    assert not place.exists()


def test_without_descriptors_clients_wait_and_cost_nothing(server, tmp_path):
    place = tmp_path / "s"
    limit = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (24, 24))
    process = subprocess.Popen([server, "serve", "--socket", str(place)], preexec_fn=limit)
    until(lambda: listens(place))
    clients = [Raw(place) for _ in range(30)]

    def used():
        return sum(map(int, Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]))

    time.sleep(0.5)
    before = used()
    time.sleep(2)
    # Of 200 ticks of the processor's clock.
    assert used() - before < 100
    for client in clients[:20]:
        client.close()
    assert "serverInfo" in clients[-1].ask("initialize")[1]
    for client in clients[20:]:
        client.close()
    process.terminate()
    assert process.wait(BOUND) == 0
