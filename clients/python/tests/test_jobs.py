"""Long work of the real server: what goes on beside it, and how it ends."""

import json
import os
import select
import signal
import socket
import subprocess
import threading
import time

import pytest

from nodewire_client import Client
from nodewire_client.errors import ServerError

NODES = 100_000
LONG = {"document": "d", "format": "svg", "path": "out.svg", "options": {"embed": True}}
PLAIN = {"document": "d", "format": "nodewire", "path": "out.json"}
AT_ONCE, ENDED = 10, 30
"""In seconds: limits of liveness, ten times what is usual."""
QUESTIONS = {
    "document/check": {"document": "d"},
    "document/hash": {"document": "d"},
    "document/copy": {"document": "d", "nodes": [f"n{i}" for i in range(NODES)]},
    "document/import": {"path": "big.json"},
}


@pytest.fixture(scope="module")
def content(tmp_path_factory):
    """A folder with a document whose export takes long."""
    folder = tmp_path_factory.mktemp("jobs")
    nodes = [{"id": f"n{i}", "position": {"x": i % 300 * 200, "y": i // 300 * 100}} for i in range(NODES)]
    (folder / "big.json").write_text(json.dumps({"nodes": nodes, "edges": []}))
    return folder


@pytest.fixture
def big(server, content):
    with Client.launch(server, root=content, timeout=120) as client:
        client.open("big.json", document="d")
        yield client


class Raw:
    """The server with its bare streams, framed in lines."""

    def __init__(self, server, folder, document="big.json"):
        self.process = subprocess.Popen([server], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.rest = b""
        self.limits = self.request("initialize", {})["result"]["settings"]["limits"]
        if document:
            self.request("document/open", {"path": document, "document": "d"})

    def send(self, method, params, ident=None):
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if ident is not None:
            message["id"] = ident
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def messages(self, seconds=60):
        """What the server says, until it has ended."""
        deadline = time.monotonic() + seconds
        while select.select([self.process.stdout], [], [], max(deadline - time.monotonic(), 0))[0]:
            data = os.read(self.process.stdout.fileno(), 1 << 20)
            if not data:
                return
            *lines, self.rest = (self.rest + data).split(b"\n")
            for line in lines:
                yield json.loads(line)
        raise AssertionError(f"the server is silent and has not ended within {seconds} s")

    def request(self, method, params):
        self.send(method, params, method)
        return next(message for message in self.messages() if message.get("id") == method)

    def begin(self):
        """Has the server begin to export."""
        self.send("document/export", {**PLAIN, "progressToken": 1}, 7)
        assert next(self.messages())["params"] == {"token": 1, "value": {"kind": "begin", "title": "Export"}}

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


@pytest.fixture
def raw(server, content):
    raw = Raw(server, content)
    yield raw
    raw.close()


def leftovers(folder):
    return [name for name in os.listdir(folder) if ".nodewire-" in name]


def test_edits_go_on_while_a_large_document_is_exported(big, content):
    received = []
    big.on("$/progress", lambda params: received.append(params["value"]["kind"]))
    export = big.send("document/export", {**PLAIN, "progressToken": "p"})
    edits = 0
    while not export.done and edits < 100_000:
        big.call("node/move", {"document": "d", "ids": ["n5"], "by": {"x": 1, "y": 0}})
        edits += 1
    assert export.result()["bytes"] == (content / "out.json").stat().st_size
    assert edits > 5
    assert received == ["begin", "end"]
    text = (content / "out.json").read_text()
    assert '{"id":"n5","position":{"x":1000,"y":0}}' in text, "the document as it was"


def test_a_job_that_is_cancelled_is_answered_at_once_and_leaves_no_file(big, content):
    (content / "out.svg").unlink(missing_ok=True)
    running = big.send("document/export", LONG)
    waiting = big.send("document/export", {**LONG, "path": "other.svg"})
    for pending in (waiting, running):
        start = time.monotonic()
        pending.cancel()
        with pytest.raises(ServerError) as caught:
            pending.result()
        assert caught.value.code == -32800
        assert time.monotonic() - start < AT_ONCE
    last = big.call("document/export", {"document": "d", "format": "nodewire", "path": "last.json"})
    assert last["bytes"] > NODES
    assert not (content / "out.svg").exists() and not (content / "other.svg").exists()
    assert leftovers(content) == []


@pytest.mark.parametrize("method", QUESTIONS)
def test_another_document_is_answered_while_a_large_one_is_looked_at(big, method):
    small = {"nodes": [{"id": "a", "position": {"x": 0, "y": 0}}]}
    big.call("document/create", {"document": "small", "content": small})
    asked = big.send(method, QUESTIONS[method])
    big.call("node/move", {"document": "small", "ids": ["a"], "by": {"x": 1, "y": 0}})
    assert not asked.done
    asked.result()


@pytest.mark.parametrize("method", QUESTIONS)
def test_what_a_job_answers_is_what_is_answered_at_once(server, content, method):
    answers = []
    for options in ({}, {"clock": "client"}):
        with Client.launch(server, root=content, timeout=120, **options) as client:
            client.open("big.json", document="d")
            answers.append(client.call(method, QUESTIONS[method]))
            if method == "document/import":
                answers[-1] = {**answers[-1], "read": client.call("document/read", {"document": answers[-1]["document"]})}
    assert answers[0] == answers[1]


def test_a_cancelled_import_leaves_no_document(big):
    importing = big.send("document/import", QUESTIONS["document/import"])
    importing.cancel()
    with pytest.raises(ServerError) as caught:
        importing.result()
    assert caught.value.code == -32800
    assert [open["document"] for open in big.call("document/list", {})["documents"]] == ["d"]


@pytest.mark.parametrize("replace", [False, True])
def test_a_large_text_is_read_beside_edits_of_the_document_that_it_comes_into(server, content, replace):
    with Client.launch(server, root=content, timeout=120) as client:
        document = client.create(document="d")
        # The job before it is still under way, so this one has not begun to be performed.
        first = client.send("document/import", {"path": "big.json"})
        second = client.send("document/import", {"document": "d", "path": "big.json", "replace": replace})
        document.node.insert(node={"id": "other"})
        first.result()
        if replace:
            with pytest.raises(ServerError) as caught:
                second.result()
            assert caught.value.code == -32801
            assert [node["id"] for node in document.read()["nodes"]] == ["other"]
        else:
            assert len(second.result()["nodes"]) == NODES
            assert len(document.read()["nodes"]) == NODES + 1
            document.history.undo()
            assert [node["id"] for node in document.read()["nodes"]] == ["other"]


ALL_NODES = [f"n{i}" for i in range(NODES)]
CONDITIONS = {"any": [{"label": {"contains": f"x{index}"}} for index in range(100)]}


#: Requests that read or add much, with what is to be said of a document that was changed meanwhile; nothing for those that go on.
LATER = {
    "document/find": ({"where": CONDITIONS}, None),
    "document/restore": ({"with": {"path": "big.json"}}, -32801),
    "document/merge": ({"with": {"path": "big.json"}, "base": {"path": "big.json"}}, -32801),
    "document/duplicate": ({"nodes": ALL_NODES}, None),
    "document/paste": ({"fragment": {"nodes": [{"id": f"p{index}"} for index in range(20_000)]}}, None),
}


@pytest.mark.parametrize("method", LATER)
@pytest.mark.parametrize("changes", [True, False])
def test_searches_restores_merges_and_copies_let_other_messages_be_performed(big, method, changes):
    params, code = LATER[method]
    # The job before it is still under way, so this one has not begun to be performed.
    first = big.send("document/hash", {"document": "d"})
    later = big.send(method, {"document": "d", **params})
    if changes:
        big.call("node/move", {"document": "d", "ids": ["n5"], "by": {"x": 7, "y": 0}})
    else:
        big.call("node/edges", {"document": "d", "id": "n5"})
    # A refusal comes as soon as it is certain.
    assert later.done == (changes and code is not None), "it was answered after the message behind it"
    first.result()
    if code and changes:
        with pytest.raises(ServerError) as caught:
            later.result()
        assert caught.value.code == code
        return
    result = later.result()
    if method in ("document/duplicate", "document/paste"):
        count = len(result["nodes"])
        page = big.call("document/read", {"document": "d"})
        assert len(page["nodes"]) == NODES + count
        moved = 7 if changes else 0
        assert page["nodes"][5]["position"]["x"] == 1000 + moved
        if method == "document/duplicate":
            assert page["nodes"][NODES + 5]["position"]["x"] == 1020 + moved, "copies are of what is there then"


def test_what_was_prepared_is_announced_as_what_is_done_at_once(server, tmp_path):
    """With the client's clock, and with the server's in a job: the same messages."""
    said = []
    nodes = [{"id": name, "position": {"x": 0, "y": 0}} for name in ALL_NODES[:30_000]]
    (tmp_path / "large.json").write_text(json.dumps({"nodes": nodes, "edges": []}))
    for clock in ("client", "server"):
        with Client.launch(server, root=tmp_path, timeout=120, clock=clock) as client:
            changes = []
            client.on("document/changed", changes.append)
            document = client.open("large.json", document="d")
            document.node.move(ids=ALL_NODES[:10], by={"x": 5, "y": 5})
            client.call("document/duplicate", {"document": "d", "nodes": ALL_NODES[:20_000]})
            client.call("document/restore", {"document": "d", "with": {"path": "large.json"}})
            client.call("document/import", {"document": "d", "text": '{"nodes":[{"id":"n1"}],"edges":[]}', "replace": True})
            client.call("history/undo", {"document": "d", "steps": 3})
            said.append((changes, client.call("document/hash", {"document": "d"})))
    assert len(said[0][0]) == 5 and said[0] == said[1]


MOVE = {"document": "d", "ids": ALL_NODES, "by": {"x": 5, "y": 5}}
WALK = {"document": "d"}


@pytest.mark.parametrize("method", ["history/undo", "history/redo"])
def test_a_walk_through_a_large_step_lets_other_messages_be_answered(big, method):
    """As does its end: the scene of a view that is open comes with it."""
    big.call("document/create", {"document": "e", "content": {"nodes": [{"id": "a"}]}})
    big.call("view/open", {"document": "d", "view": "v", "width": 100, "height": 100, "scene": "svg"})
    big.call("node/move", MOVE)
    if method == "history/redo":
        big.call("history/undo", WALK)
    first = big.send("document/export", PLAIN)
    later = big.send(method, WALK)
    assert big.call("document/hash", {"document": "e"})
    assert not later.done, "what is short is answered first"
    first.result()
    assert later.result()["steps"] == 1
    x = 5 if method == "history/redo" else 0
    assert big.call("document/read", {"document": "d", "limit": 1})["nodes"][0]["position"]["x"] == x


def test_a_walk_is_refused_once_another_step_was_recorded_and_goes_on_after_another_walk(big):
    big.call("node/move", MOVE)
    big.call("node/move", MOVE)
    walks = [big.send("history/undo", WALK) for _ in range(2)]
    assert [walk.result()["steps"] for walk in walks] == [1, 1]
    assert big.call("history/redo", {"document": "d", "steps": 2})["steps"] == 2
    first = big.send("document/export", PLAIN)
    late = big.send("history/undo", WALK)
    big.call("node/move", {"document": "d", "ids": ["n5"], "by": {"x": 7, "y": 0}})
    first.result()
    with pytest.raises(ServerError) as caught:
        late.result()
    assert caught.value.code == -32801
    assert big.call("history/undo", WALK)["steps"] == 1, "the small step is the last one"
    cancelled = big.send("history/undo", WALK)
    cancelled.cancel()
    with pytest.raises(ServerError) as caught:
        cancelled.result()
    assert caught.value.code == -32800


def test_walks_and_scenes_that_were_prepared_are_those_that_are_made_at_once(server, content):
    said = []
    for clock in ("client", "server"):
        with Client.launch(server, root=content, timeout=120, clock=clock) as client:
            changes, hits = [], []
            client.on("document/changed", changes.append)
            edges = [{"id": f"e{i}", "source": f"n{i}", "target": f"n{i * 7 % 12000}"} for i in range(12000)]
            nodes = [{"id": f"n{i}", "position": {"x": i % 90 * 200, "y": i // 90 * 100}} for i in range(12000)]
            client.call("document/create", {"document": "d", "content": {"nodes": nodes, "edges": edges}})
            client.call("view/open", {"document": "d", "view": "v", "width": 900, "height": 700, "scene": "svg"})
            for method, params in [
                ("node/move", {"ids": [f"n{i}" for i in range(12000)], "by": {"x": 7, "y": 9}}),
                ("history/undo", {}), ("history/redo", {}), ("history/undo", {"view": "v"}),
                ("document/duplicate", {"nodes": [f"n{i}" for i in range(11000)], "by": {"x": 30, "y": 40}}),
                ("history/undo", {}), ("history/redo", {"steps": 2}),
            ]:
                client.call(method, {"document": "d", **params})
                for x in range(0, 900, 50):
                    hits.append(client.call("view/hitTest", {"view": "v", "at": {"x": x, "y": x / 2}}))
            said.append((changes, hits, client.call("document/hash", {"document": "d"})))
    assert len(said[0][0]) == 7 and said[0] == said[1]


def test_a_selection_by_many_conditions_is_refused_after_a_change(big):
    big.call("view/open", {"document": "d", "view": "v", "width": 100, "height": 100})
    where = {"any": [{"type": f"x{index}"} for index in range(100)] + [{"kind": "node"}]}
    assert big.call("view/select", {"view": "v", "where": where})["nodes"] == NODES
    for method in ("view/select", "view/emphasize"):
        first = big.send("document/hash", {"document": "d"})
        later = big.send(method, {"view": "v", "where": where})
        big.call("node/move", {"document": "d", "ids": ["n5"], "by": {"x": 7, "y": 0}})
        first.result()
        with pytest.raises(ServerError) as caught:
            later.result()
        assert caught.value.code == -32801


def test_what_waits_for_a_document_that_is_closed_is_cancelled(big, content):
    export = big.send("document/export", PLAIN)
    big.call("document/close", {"document": "d", "discard": True})
    with pytest.raises(ServerError) as caught:
        export.result()
    assert caught.value.code == -32800 and '"d" was closed' in str(caught.value)


@pytest.mark.parametrize("end", ["eof", "sigterm"])
def test_the_end_of_the_conversation_answers_what_is_worked_on(raw, content, end):
    raw.begin()
    raw.send("document/export", PLAIN, 8)
    raw.send("document/list", {}, 9)
    start = time.monotonic()
    if end == "eof":
        raw.process.stdin.close()
    else:
        assert next(raw.messages())["id"] == 9
        raw.process.send_signal(signal.SIGTERM)
    received = list(raw.messages(10))
    assert raw.process.wait(10) in (0, 1)
    assert time.monotonic() - start < ENDED
    replies = {message["id"]: message for message in received if "id" in message}
    assert set(replies) == ({7, 8, 9} if end == "eof" else {7, 8})
    for ident in (7, 8):
        assert "result" in replies[ident] or replies[ident]["error"]["code"] == -32800
    assert leftovers(content) == []


@pytest.mark.parametrize("algorithm", ["force", "layered"])
def test_a_client_that_dies_takes_along_what_is_worked_on_for_it_and_the_lock(raw, content, algorithm):
    lock = content / ".big.json.nodewire" / "lock"
    assert lock.exists()
    raw.send("document/layout", {"document": "d", "algorithm": algorithm, "progressToken": 1}, 7)
    assert next(raw.messages())["params"]["value"]["kind"] == "begin"
    raw.process.stdin.close()
    raw.process.stdout.close()
    raw.process.wait(ENDED)
    assert not lock.exists()


def test_a_client_of_a_socket_that_dies_leaves_nothing_worked_on(server, content, tmp_path):
    place = tmp_path / "s"
    process = subprocess.Popen([server, "serve", "--socket", str(place), "--root", str(content)])
    try:
        while not place.exists():
            time.sleep(0.01)
        other = Client.launch([server, "connect", str(place)], timeout=ENDED)
        other.open("big.json", document="d")
        asked = {"document": "d", "algorithm": "force", "progressToken": 1}
        with socket.socket(socket.AF_UNIX) as dying:
            dying.connect(str(place))
            for ident, (method, params) in enumerate(
                [("initialize", {}), ("document/open", {"document": "d", "text": "{}"}), ("document/layout", asked)]
            ):
                message = {"jsonrpc": "2.0", "id": ident, "method": method, "params": params}
                dying.sendall(json.dumps(message).encode() + b"\n")
            heard = b""
            while b'"begin"' not in heard:
                heard += dying.recv(1 << 20)
        # One thing is worked on at a time: what others ask for is next, as soon as nobody waits for the layout.
        assert "bytes" in other.call("document/export", PLAIN)
        other.close()
    finally:
        process.terminate()
        assert process.wait(ENDED) == 0


def test_a_signal_ends_a_server_that_is_in_the_middle_of_something_long(server, content):
    raw = Raw(server, content, document=None)
    try:
        raw.request("document/create", {"document": "d"})
        edits = [{"method": "node/insert", "params": {"node": {"id": f"n{i}"}}} for i in range(300_000)]
        raw.send("document/edit", {"document": "d", "edits": edits}, 7)
        raw.send("document/list", {}, 8)
        start = time.monotonic()
        raw.process.send_signal(signal.SIGTERM)
        reader = threading.Thread(target=lambda: list(raw.messages(10)))
        reader.start()
        assert raw.process.wait(10) in (0, 1)
        assert time.monotonic() - start < ENDED
        reader.join()
    finally:
        raw.close()


def test_a_client_that_does_not_read_gets_a_reset(server, tmp_path):
    raw = Raw(server, tmp_path, document=None)
    try:
        raw.request("document/create", {"document": "d", "content": {"nodes": [{"id": "a"}]}})
        label = "x" * (raw.limits["waitingChangeBytes"] // 4)
        for number in range(12):
            raw.send("node/update", {"document": "d", "id": "a", "patch": {"label": f"{number}{label}"}})
        raw.send("document/read", {"document": "d"}, "read")
        received = []
        for message in raw.messages():
            received.append(message)
            if message.get("id") == "read":
                break
        methods = [message.get("method") for message in received]
        resets = methods.count("document/reset")
        assert 1 <= resets < 3
        assert methods.count("document/changed") < 12
        assert [m["params"]["revision"] for m in received if m.get("method") == "document/reset"][-1] == 12
        assert received[-1]["result"]["nodes"][0]["label"].startswith("11x")
    finally:
        raw.close()


def test_frames_for_a_client_that_does_not_read_become_few(server, tmp_path):
    raw = Raw(server, tmp_path, document=None)
    try:
        nodes = [{"id": f"n{i}", "position": {"x": i % 40 * 20, "y": i // 40 * 20}} for i in range(1200)]
        raw.request("document/create", {"document": "d", "content": {"nodes": nodes}})
        raw.request("view/open", {"document": "d", "view": "v", "width": 800, "height": 600, "scene": "svg"})
        drag = {"view": "v", "kind": "drag", "nodes": [node["id"] for node in nodes], "at": {"x": 0, "y": 0}}
        raw.request("gesture/begin", drag)
        for step in range(2000):
            raw.send("gesture/update", {"view": "v", "at": {"x": step, "y": 0}})
        time.sleep(0.5)
        raw.send("document/list", {}, "last")
        frames = []
        for message in raw.messages():
            if message.get("id") == "last":
                break
            frames.append(message["params"])
        assert 1 <= len(frames) < 500
        assert [frame["frame"] for frame in frames] == sorted({frame["frame"] for frame in frames})
        assert frames[-1]["gesture"]["by"]["x"] == 1999
    finally:
        raw.close()
