"""Windows that share one server: what each sees of the others, and what undo takes back."""

import json
import socket
import threading

import pytest
from conftest import sharing
from waiting import alive, wait_until


@pytest.fixture
def bridge(server, tmp_path):
    with sharing(server, tmp_path) as bridge:
        yield bridge


class Window:
    """A plain window that has opened the file in a view of its own."""

    def __init__(self, peer, view, path="bot.json", capabilities=None, **options):
        self.peer, self.view, self.count = peer, view, 0
        assert peer.upgrade()[0] == 101
        self.ask("initialize", capabilities=capabilities or {})
        self.document = self.ask("document/open", path=path)["document"]
        options = {"width": 800, "height": 600, "scene": "svg", "presence": True, **options}
        self.ask("view/open", document=self.document, view=view, **options)

    def send(self, method, **params):
        self.count += 1
        self.write(id=self.count, method=method, params=params)

    def write(self, **message):
        self.peer.send(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def until(self, is_wanted):
        """The next message that is wanted; what comes before it is read over."""
        while True:
            opcode, payload = self.peer.receive()
            assert opcode == 1
            message = json.loads(payload)
            if is_wanted(message):
                return message

    def ask(self, method, **params):
        self.send(method, **params)
        return self.answer()

    def answer(self):
        message = self.until(lambda message: message.get("id") == self.count)
        return message["error"]["code"] if "error" in message else message["result"]

    def heard(self):
        """What has come so far, but replies."""
        messages = []
        self.send("document/list")
        self.until(lambda message: message.get("id") == self.count or messages.append(message))
        return messages

    def methods(self):
        return [message["method"] for message in self.heard()]

    def edit(self, method, **params):
        return self.ask(method, document=self.document, view=self.view, **params)

    def frame(self, is_wanted):
        """The next frame that is wanted; it is about the window's own view."""
        message = self.until(lambda message: message.get("method") == "view/frame" and is_wanted(message["params"]))
        assert message["params"]["view"] == self.view
        return message["params"]

    def presence(self, view, is_wanted=lambda state: True):
        frame = self.frame(lambda frame: view in frame.get("presence", {}) and is_wanted(frame["presence"][view]))
        return frame["presence"][view]


class Recorder:
    """Takes the place of a socket and keeps what is sent."""

    def __init__(self, sent):
        self.sendall = sent.append


@pytest.fixture
def window(connect):
    return lambda view, **options: Window(connect(), view, **options)


def test_windows_share_one_server_and_its_documents(bridge, window):
    one, two = window("v"), window("w")
    assert len(bridge.pids) == 1
    assert one.document == two.document
    assert one.edit("node/move", ids=["a"], by={"x": 30, "y": 0})["revision"] == 1
    frame = two.frame(lambda frame: "a" in frame.get("update", {}).get("nodes", {}))
    assert frame["revision"] == 1


def test_every_window_learns_that_a_document_can_be_edited(window, bridge):
    lock = bridge.opening.root / ".bot.json.nodewire" / "lock"
    lock.parent.mkdir()
    lock.write_text('{"lock":"nodewire","process":4711,"host":"elsewhere"}\n')
    one, two = window("v"), window("w")
    assert one.edit("node/move", ids=["a"], by={"x": 1, "y": 0}) == 1301
    lock.unlink()
    assert "readOnly" not in one.ask("document/refresh", document=one.document)
    said = two.until(lambda message: message.get("method") == "document/editable")
    assert said["params"] == {"document": two.document}
    assert two.edit("node/move", ids=["a"], by={"x": 1, "y": 0})["revision"] == 1
    assert "document/editable" not in two.methods()


def test_each_window_has_its_own_requests_views_and_undo(window):
    one, two = window("v"), window("w")
    assert one.count == two.count
    assert two.ask("view/open", document=two.document, width=1, height=1, view="v") == 1002
    assert isinstance(one.ask("view/read", view="v"), dict)
    one.edit("node/update", id="a", set={"label": "one"})
    two.edit("node/update", id="b", set={"label": "two"})
    assert one.edit("history/undo")["label"] == "Update"
    assert one.edit("history/undo")["steps"] == 0
    nodes = {node["id"]: node for node in two.ask("document/read", document=two.document)["nodes"]}
    assert nodes["a"].get("label") != "one" and nodes["b"]["label"] == "two"


def test_windows_see_pointers_selections_and_names(window):
    one, two = window("v"), window("w")
    two.ask("view/presence", view="w", name="Ada", color="#e91e63")
    assert one.presence("w", lambda state: "name" in state) == {
        "name": "Ada",
        "color": "#e91e63",
        "selection": {"nodes": [], "edges": []},
    }
    two.ask("view/select", view="w", nodes=["a"])
    assert one.presence("w")["selection"]["nodes"] == ["a"]
    two.ask("input/pointer", view="w", id=1, kind="mouse", phase="move", at={"x": 10, "y": 20})
    assert set(one.presence("w")["pointer"]) == {"x", "y"}
    two.ask("gesture/begin", view="w", kind="drag", nodes=["a"], at={"x": 0, "y": 0})
    two.ask("gesture/update", view="w", at={"x": 300, "y": 200})
    drag = one.presence("w", lambda state: "drag" in state)["drag"]
    assert drag["nodes"] == ["a"] and set(drag["by"]) == {"x", "y"}
    two.ask("gesture/end", view="w")
    assert "drag" not in one.presence("w")


def test_a_window_that_closes_takes_its_views_along(window, bridge):
    one, two = window("v"), window("w")
    two.peer.close()
    assert one.presence("w", lambda state: state is None) is None
    assert isinstance(one.edit("node/move", ids=["a"], by={"x": 1, "y": 0}), dict)
    three = window("w")
    assert three.document == one.document


def test_a_document_with_changes_waits_for_the_next_window(window, bridge):
    one = window("v")
    one.edit("node/update", id="a", set={"label": "kept"})
    one.peer.close()
    two = window("w")
    nodes = {node["id"]: node for node in two.ask("document/read", document=two.document)["nodes"]}
    assert nodes["a"]["label"] == "kept"


def test_a_window_that_does_not_read_holds_up_no_other(window, bridge):
    lazy = window("lazy", scene="svg")
    one = window("v", scene="none", presence=False)
    text = "x" * 1_000_000
    # It reads nothing from now on; all the others wait for is their own answers.
    for number in range(60):
        one.edit("node/update", id="a", set={"text": f"{number}{text}"})
    assert isinstance(one.ask("view/read", view="v"), dict)
    # Of what it has not read, the rest is one message: that it is to read the document again.
    reset = lazy.until(lambda message: message.get("method") == "document/reset")
    assert reset["params"]["document"] == lazy.document


def test_every_window_ends_with_the_server(window, bridge):
    import os
    import signal

    one, two = window("v"), window("w")
    (pid,) = bridge.pids
    os.kill(pid, signal.SIGKILL)
    assert one.peer.ended() and two.peer.ended()
    # Another one takes its place, at the same address.
    assert isinstance(window("v").ask("document/list"), dict)
    assert bridge.pids != [pid]


# What two windows would confuse


@pytest.mark.parametrize("path", ["./bot.json", "link.json", "folder/bot.json"])
def test_a_file_is_one_document_however_it_is_spelled(window, bridge, path):
    (bridge.opening.root / "folder").symlink_to(".")
    (bridge.opening.root / "link.json").symlink_to("bot.json")
    assert window("v").document == window("w", path=path).document


def test_the_same_progress_token_is_another_one_in_another_window(window):
    one, two = window("v"), window("w")
    for each in (one, two):
        each.heard()
    for each in (one, two):
        each.send("document/export", document=each.document, format="svg", progressToken="mine")
    for each, other in ((one, two), (two, one)):
        begin, end = [each.until(lambda message: message.get("method") == "$/progress")["params"] for _ in range(2)]
        assert (begin["token"], end["token"]) == ("mine", "mine")
        assert (begin["value"]["kind"], end["value"]["kind"]) == ("begin", "end")
        assert "result" in each.until(lambda message: message.get("id") == each.count)
        assert "$/progress" not in each.methods()


ASKED = {"canConnect": True}
EDGE = {"source": "a", "sourceHandle": "next", "target": "c", "targetHandle": "in"}


def asked(window):
    """A connection that waits for the window's answer: the id of the question."""
    window.send("edge/connect", document=window.document, view=window.view, edge=EDGE)
    return window.until(lambda message: message.get("method") == "client/canConnect")["id"]


def test_a_window_is_asked_about_its_own_edits_and_answers_alone(window):
    one, two = window("v", capabilities=ASKED), window("w")
    question = asked(one)
    assert "client/canConnect" not in two.methods()
    two.write(id=question, result={"allowed": False})
    two.heard()
    one.write(id=question, result={"allowed": True})
    assert "id" in one.answer()


def test_no_window_cancels_the_requests_of_another(window):
    one, two = window("v", capabilities=ASKED), window("w")
    asked(one)
    one.write(method="$/cancelRequest", params={"id": one.count})
    assert one.answer() == -32800
    question = asked(one)
    for number in range(100):
        two.write(method="$/cancelRequest", params={"id": number})
    two.heard()
    one.write(id=question, result={"allowed": True})
    assert "id" in one.answer()


def test_each_window_hears_what_it_watches(window):
    one, two, three = window("v"), window("w"), window("x")
    for each in (one, two):
        each.send("document/watch", document=each.document, diagnostics=True)
        # All of them come before the reply.
        each.until(lambda message: message.get("method") == "document/diagnostics")
        assert each.answer() is None
    one.ask("document/watch", document=one.document, diagnostics=False)
    two.heard()
    three.edit("node/update", id="a", patch={"type": "nothing"})
    change = two.until(lambda message: message.get("method") == "document/diagnostics")["params"]
    assert [found["elements"]["nodes"] for found in change["set"].values()] == [["a"]]
    assert "document/diagnostics" not in one.methods() and "document/diagnostics" not in three.methods()


def test_no_window_closes_what_another_has_opened(window):
    one, two = window("v"), window("w")
    other = one.ask("document/create", content={})["document"]
    assert two.ask("document/close", document=other, discard=True) == 1000
    assert two.ask("view/close", view="v") == 1001
    assert isinstance(one.ask("view/read", view="v"), dict)
    # Each closes a document as often as it has opened it.
    assert two.ask("document/close", document=two.document) is None
    assert two.ask("document/close", document=two.document) == 1000
    assert isinstance(one.edit("node/move", ids=["a"], by={"x": 1, "y": 0}), dict)


def test_what_a_window_does_wrong_is_not_sent_to_others(window):
    one, two = window("v"), window("w")
    one.write(method="view/presence", params={"view": "v", "name": 5})
    assert one.until(lambda message: message.get("method") == "server/failed")["params"]["view"] == "v"
    assert "server/failed" not in two.methods()


@pytest.mark.parametrize("message", [{"method": "exit", "id": 99}, {"method": "exit"}, {"method": "shutdown"}])
def test_no_window_ends_the_server(window, message):
    one, two = window("v"), window("w")
    one.write(**message)
    assert isinstance(two.ask("document/list"), dict)
    assert isinstance(window("x").ask("document/list"), dict)


# Windows that go


def test_the_group_of_a_window_that_goes_is_ended(window):
    one, two = window("v"), window("w")
    for _ in range(2):
        one.edit("history/begin", label="Tidy")
    one.edit("node/move", ids=["a"], by={"x": 5, "y": 0})
    one.peer.close()
    assert two.presence("v", lambda state: state is None) is None
    assert two.ask("history/undo", document=two.document)["steps"] == 1


def test_the_gesture_of_a_window_that_goes_leaves_nothing(window):
    one, two = window("v"), window("w")
    pointer = {"view": "v", "id": 1, "kind": "mouse", "buttons": 1}
    one.ask("input/pointer", **pointer, phase="down", at={"x": 450, "y": 180})
    assert one.ask("input/pointer", **pointer, phase="move", at={"x": 490, "y": 200})["gesture"] == "drag"
    one.peer.close()
    assert two.presence("v", lambda state: state is None) is None
    (document,) = two.ask("document/list")["documents"]
    assert document["revision"] == 0 and not document["dirty"]


def test_what_a_window_that_goes_was_asked_counts_as_not_answered(window):
    one, two = window("v", capabilities=ASKED), window("w")
    asked(one)
    one.peer.close()
    assert two.presence("v", lambda state: state is None) is None
    assert [edge["id"] for edge in two.ask("document/read", document=two.document)["edges"]] == ["b-end"]


def test_a_window_that_floods_starves_no_other(window, monkeypatch):
    one, flood = window("v", scene="none", presence=False), window("w", scene="none", presence=False)
    sent = []
    monkeypatch.setattr(flood.peer, "socket", Recorder(sent))
    move = {"view": "w", "id": 1, "kind": "mouse", "phase": "move", "at": {"x": 1, "y": 1}}
    for number in range(1000, 1200):
        flood.write(method="input/pointer", params=move)
        flood.write(id=number, method="view/read", params={"view": "w"})
    is_over = threading.Event()

    def send():
        while not is_over.is_set():
            flood.peer.socket.sendall(b"".join(sent))

    def read():
        while flood.peer.socket.recv(1 << 18):
            pass

    monkeypatch.undo()
    threads = [threading.Thread(target=work, daemon=True) for work in (send, read)]
    for thread in threads:
        thread.start()
    for number in range(30):
        assert isinstance(one.edit("node/move", ids=["a"], by={"x": 1, "y": 0}), dict)
    is_over.set()
    threads[0].join(10)
    flood.peer.socket.shutdown(socket.SHUT_RDWR)
    threads[1].join(10)


def test_a_message_that_is_none_is_answered(window):
    one = window("v")
    one.peer.send(b"[1, 2")
    assert one.until(lambda message: "error" in message)["error"]["code"] == -32700
    assert isinstance(one.ask("document/list"), dict)


def test_each_window_has_a_conversation_of_its_own(window):
    one, two = window("v"), window("w")
    assert one.ask("shutdown") is None
    one.send("exit")
    assert isinstance(two.ask("document/list"), dict)
