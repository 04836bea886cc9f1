"""Conversations of both connections with the fake server: order, floods, timeouts, ends, what the server asks."""

import os
import sys
import threading
import time
from types import SimpleNamespace

import pytest

from nodewire_client import errors
from socket_server import listening


#: For what depends on how bytes go and come; all else is tried by headers alone.
BY_EACH = pytest.mark.parametrize("connection", ["headers", "lines", "socket", "port"], indirect=True)


@pytest.fixture
def connection(request, kit, fake, tmp_path):
    """A connection to a process by either framing, or to a server that listens."""
    way = getattr(request, "param", "headers")
    if way in ("headers", "lines"):
        with kit.Connection.launch(fake, framing=way, timeout=20) as connection:
            connection.request("initialize", {})
            yield connection
        return
    with listening(fake, tmp_path / "s" if way == "socket" else None) as place:
        with kit.Connection.connect(place, timeout=20) as connection:
            connection.request("initialize", {})
            yield connection


@BY_EACH
def test_an_answer_is_the_result(connection):
    assert connection.request("test/echo", {"text": "\u00e9\U0001f600\u2028"}) == {"text": "\u00e9\U0001f600\u2028"}


def test_a_refusal_is_raised(connection):
    with pytest.raises(errors.MethodNotFound):
        connection.request("test/nothing")


@BY_EACH
def test_requests_are_pipelined_in_order(connection):
    calls = [("test/echo", {"number": number}) for number in range(8000)]
    assert [one["number"] for one in connection.request_many(calls)] == list(range(8000))


@BY_EACH
def test_a_pipeline_larger_than_every_pipe_does_not_deadlock(connection):
    calls = [("test/echo", {"padding": "x" * 100_000}) for _ in range(100)]
    assert len(connection.request_many(calls)) == 100


@BY_EACH
def test_a_batch_is_answered_in_order(connection):
    results = connection.batch(
        [("test/echo", {"a": 1}), ("test/nothing", {}), ("test/echo", {"b": 2})], return_errors=True
    )
    assert results[0] == {"a": 1} and results[2] == {"b": 2}
    assert isinstance(results[1], errors.MethodNotFound)
    assert connection.batch([]) == []


def test_the_first_error_of_many_is_raised_after_all_answers(connection):
    with pytest.raises(errors.MethodNotFound):
        connection.request_many([("test/nothing", {}), ("test/echo", {})])
    assert not connection._conversation.waiting


@BY_EACH
def test_notifications_come_before_the_answer_that_follows_them(connection):
    heard = []
    off = connection.on("test/flooded", lambda params: heard.append(params["number"]))
    connection.request("test/flood", {"count": 1000, "size": 200})
    assert heard == list(range(1000))
    off()
    connection.request("test/flood", {"count": 3})
    assert len(heard) == 1000


@BY_EACH
def test_a_flood_while_writing_does_not_deadlock(connection):
    heard = []
    connection.on("test/flooded", lambda params: heard.append(1))
    connection.request_many(
        [("test/flood", {"count": 50, "size": 20_000}), *[("test/echo", {"p": "x" * 10_000})] * 300] * 2
    )
    assert len(heard) == 100


def test_a_failing_handler_harms_nobody(connection, caplog):
    heard = []
    connection.on("test/flooded", lambda params: 1 / 0)
    connection.on("test/flooded", heard.append)
    connection.request("test/flood", {"count": 2})
    assert len(heard) == 2
    assert "ZeroDivisionError" in caplog.text


def test_a_failed_notification_is_announced(connection):
    failures = []
    connection.on("server/failed", failures.append)
    connection.notify("test/nothing")
    connection.request("test/echo", {})
    assert failures[0]["method"] == "test/nothing"


def until(connection, condition, seconds=10):
    """Lets the connection hear what no request causes until a condition holds."""
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        connection.poll(0.02)
    assert condition()


@BY_EACH
def test_it_hears_what_nobody_waits_for(connection):
    heard = []
    connection.on("test/flooded", heard.append)
    connection.notify("test/flood", {"count": 4})
    until(connection, lambda: len(heard) == 4)


@BY_EACH
def test_a_late_answer_is_a_timeout_and_the_next_request_works(connection):
    with pytest.raises(errors.RequestTimeout):
        connection.request("test/sleep", {"seconds": 0.4}, timeout=0.05)
    assert connection.request("test/echo", {"a": 1}) == {"a": 1}


def test_a_pending_request_can_be_cancelled(connection):
    pending = connection.send("test/echo", {"a": 1})
    pending.cancel()
    assert pending.result() == {"a": 1}
    pending.cancel()


@BY_EACH
def test_the_end_of_the_server_is_reported_with_its_exit_code(connection):
    with pytest.raises(errors.ConnectionClosed) as caught:
        connection.request("test/exit", {"code": 7})
    assert caught.value.exit_code == (7 if connection.process else None)
    with pytest.raises(errors.ConnectionClosed):
        connection.request("test/echo", {})


def test_garbage_is_a_framing_error(kit, fake):
    with kit.Connection.launch(fake, timeout=20) as connection:
        connection.request("initialize", {})
        with pytest.raises(errors.FramingError):
            connection.request("test/garbage")


def test_a_server_that_does_not_read_is_a_timeout(kit):
    silent = [sys.executable, "-c", "import time; time.sleep(30)"]
    connection = kit.Connection.launch(silent, timeout=0.3)
    with pytest.raises(errors.RequestTimeout):
        connection.request_many([("test/echo", {"p": "x" * 100_000})] * 20)
    assert connection.close(0.1) == -15


def test_a_missing_server_is_said_so(kit):
    with pytest.raises(errors.ServerNotFound):
        kit.Connection.launch(["/nowhere/nodewire"])


def test_values_that_json_cannot_hold_are_refused_before_sending(connection):
    for value in (float("nan"), object()):
        with pytest.raises((ValueError, TypeError)):
            connection.request("test/echo", {"value": value})
    assert not connection._conversation.waiting


def test_any_two_streams_will_do(kit):
    """Streams without a descriptor, of which one is read by a thread and the other written by one."""
    answer = b'{"jsonrpc":"2.0","id":1,"result":"there"}'
    asked, over = threading.Event(), threading.Event()
    waits, answers = iter((asked, over)), iter((b"Content-Length: %d\r\n\r\n%b" % (len(answer), answer), b""))
    reader = SimpleNamespace(read=lambda _: next(waits).wait(10) and next(answers))
    writer = SimpleNamespace(write=lambda _: asked.set(), flush=lambda: None, close=over.set)
    connection = kit.Connection(reader, writer, timeout=5)
    assert connection.request("test/echo") == "there"
    connection.close()
    over.set()


def test_descriptors_will_do(kit, fake):
    ours, theirs = os.pipe(), os.pipe()
    pid = os.posix_spawn(
        fake[0],
        fake,
        os.environ,
        file_actions=[
            (os.POSIX_SPAWN_DUP2, ours[0], 0),
            (os.POSIX_SPAWN_DUP2, theirs[1], 1),
            (os.POSIX_SPAWN_CLOSE, ours[1]),
            (os.POSIX_SPAWN_CLOSE, theirs[0]),
        ],
    )
    os.close(ours[0])
    os.close(theirs[1])
    connection = kit.Connection(theirs[0], ours[1], timeout=10)
    assert "serverInfo" in connection.request("initialize", {})
    os.close(ours[1])
    os.waitpid(pid, 0)
    os.close(theirs[0])


ASKED = "client/canConnect"


@pytest.fixture
def ask(connection):
    """Lets the server ask, and returns what it was answered."""

    def asked(method=ASKED, params=None):
        answers = []
        off = connection.on("test/answered", answers.append)
        connection.request("test/ask", {"id": "s1", "method": method, "params": params})
        until(connection, lambda: answers)
        off()
        assert answers[0].pop("id") == "s1"
        return answers[0]

    return asked


@BY_EACH
def test_a_request_of_the_server_is_answered_by_its_handler(connection, ask):
    off = connection.on_request(ASKED, lambda params: {"allowed": params["edge"]["source"] != "a"})
    assert ask(params={"edge": {"source": "a"}}) == {"result": {"allowed": False}}
    assert ask(params={"edge": {"source": "b"}}) == {"result": {"allowed": True}}
    off()
    assert ask()["error"]["code"] == -32601


def test_a_request_that_nobody_handles_is_method_not_found(ask):
    assert ask("client/unheardOf") == {
        "error": {"code": -32601, "message": "the client has no method client/unheardOf"}
    }


def test_a_request_without_parameters_has_none(connection, ask):
    connection.on_request(ASKED, lambda params: params)
    assert ask() == {"result": {}}


def test_a_handler_may_answer_nothing(connection, ask):
    connection.on_request(ASKED, lambda params: None)
    assert ask() == {"result": None}


def test_a_refusal_of_a_handler_is_sent_as_it_is(connection, ask):
    def refuse(params):
        raise errors.ServerError(1110, "not today", {"reason": "connection.rejectedByClient"})

    connection.on_request(ASKED, refuse)
    assert ask() == {"error": {"code": 1110, "message": "not today", "data": {"reason": "connection.rejectedByClient"}}}


def test_a_handler_that_fails_is_an_internal_error(connection, ask, caplog):
    connection.on_request(ASKED, lambda params: 1 / 0)
    assert ask() == {"error": {"code": -32603, "message": "the client failed: ZeroDivisionError"}}
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize("result", [float("nan"), object(), {"a": {1, 2}}])
def test_a_result_that_json_cannot_hold_is_an_internal_error(connection, ask, result):
    connection.on_request(ASKED, lambda params: result)
    assert ask()["error"]["code"] == -32603


def test_a_refusal_that_json_cannot_hold_goes_without_its_data(connection, ask):
    def refuse(params):
        raise errors.ServerError(1110, "not today", {"why": object()})

    connection.on_request(ASKED, refuse)
    assert ask() == {"error": {"code": 1110, "message": "not today"}}


def test_a_method_has_one_handler(connection, ask):
    off = connection.on_request(ASKED, lambda params: 1)
    with pytest.raises(ValueError):
        connection.on_request(ASKED, lambda params: 2)
    off()
    off_again = connection.on_request(ASKED, lambda params: 3)
    off()
    assert ask() == {"result": 3}
    off_again()


def test_one_bad_call_of_many_is_refused_and_nothing_is_sent(connection):
    with pytest.raises(TypeError):
        connection.request_many([("test/echo", {}), ("test/echo", {"value": object()})])
    assert not connection._conversation.waiting
    assert connection.request("test/echo", {"a": 1}) == {"a": 1}
