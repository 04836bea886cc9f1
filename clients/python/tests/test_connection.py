"""Conversations with the fake server: order, threads, floods, timeouts, ends."""

import io
import os
import sys
import threading
import time

import pytest

from nodewire import Connection, errors


@pytest.fixture(params=["headers", "lines"])
def connection(request, fake):
    with Connection.launch(fake, framing=request.param, timeout=20) as connection:
        connection.request("initialize", {})
        yield connection


def test_an_answer_is_the_result(connection):
    assert connection.request("test/echo", {"text": "\u00e9\U0001f600\u2028"}) == {"text": "\u00e9\U0001f600\u2028"}


def test_a_refusal_is_raised(connection):
    with pytest.raises(errors.MethodNotFound):
        connection.request("test/nothing")


def test_requests_are_pipelined_in_order(connection):
    calls = [("test/echo", {"number": number}) for number in range(8000)]
    assert [one["number"] for one in connection.request_many(calls)] == list(range(8000))


def test_a_pipeline_larger_than_every_pipe_does_not_deadlock(connection):
    calls = [("test/echo", {"padding": "x" * 100_000}) for _ in range(100)]
    assert len(connection.request_many(calls)) == 100


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
    assert not connection._pending


def test_notifications_come_before_the_answer_that_follows_them(connection):
    heard = []
    off = connection.on("test/flooded", lambda params: heard.append(params["number"]))
    connection.request("test/flood", {"count": 1000, "size": 200})
    assert heard == list(range(1000))
    off()
    connection.request("test/flood", {"count": 3})
    assert len(heard) == 1000


def test_a_flood_while_writing_does_not_deadlock(connection):
    heard = []
    connection.on("test/flooded", lambda params: heard.append(1))
    connection.request_many(
        [("test/flood", {"count": 50, "size": 20_000}), *[("test/echo", {"p": "x" * 10_000})] * 300] * 2
    )
    assert len(heard) == 100


def test_a_handler_may_send_requests(connection):
    answers = []
    connection.on("test/flooded", lambda params: answers.append(connection.request("test/echo", params)["number"]))
    connection.request("test/flood", {"count": 5})
    assert sorted(answers) == list(range(5))


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


def test_poll_hears_what_nobody_waits_for(connection):
    heard = []
    connection.on("test/flooded", heard.append)
    connection.notify("test/flood", {"count": 4})
    deadline = time.monotonic() + 10
    while len(heard) < 4 and time.monotonic() < deadline:
        connection.poll(0.2)
    assert len(heard) == 4
    assert connection.poll(0) == 0


def test_many_threads_get_their_own_answers(connection):
    wrong, heard = [], []
    connection.on("test/flooded", heard.append)

    def work(name):
        for number in range(150):
            if number % 50 == 0:
                connection.request("test/flood", {"count": 10})
            answer = connection.request("test/echo", {"name": name, "number": number})
            if answer != {"name": name, "number": number}:
                wrong.append(answer)

    threads = [threading.Thread(target=work, args=(name,)) for name in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    assert (wrong, len(heard)) == ([], 8 * 3 * 10)


def test_threads_that_write_much_while_a_handler_writes_do_not_deadlock(connection):
    connection.on("test/flooded", lambda params: connection.notify("test/echo", {"p": "x" * 200_000}))
    threads = [
        threading.Thread(
            target=connection.request_many,
            args=([("test/flood", {"count": 5}), ("test/echo", {"p": "x" * 100_000})] * 10,),
        )
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)


def test_a_late_answer_is_a_timeout_and_the_next_request_works(connection):
    with pytest.raises(errors.RequestTimeout):
        connection.request("test/sleep", {"seconds": 0.4}, timeout=0.05)
    assert connection.request("test/echo", {"a": 1}) == {"a": 1}


def test_a_waiting_thread_can_time_out_while_another_reads(connection):
    slow = threading.Thread(target=connection.request, args=("test/sleep", {"seconds": 0.6}))
    slow.start()
    time.sleep(0.1)
    with pytest.raises(errors.RequestTimeout):
        connection.request("test/echo", {}, timeout=0.1)
    slow.join(10)
    assert not slow.is_alive()
    assert connection.request("test/echo", {"a": 1}) == {"a": 1}


def test_a_pending_request_can_be_cancelled(connection):
    pending = connection.send("test/echo", {"a": 1})
    pending.cancel()
    assert pending.result() == {"a": 1}
    pending.cancel()


def test_the_end_of_the_server_is_reported_with_its_exit_code(connection):
    with pytest.raises(errors.ConnectionClosed) as caught:
        connection.request("test/exit", {"code": 7})
    assert caught.value.exit_code == 7
    with pytest.raises(errors.ConnectionClosed):
        connection.request("test/echo", {})


def test_every_waiting_thread_hears_of_the_end(connection):
    ends = []

    def wait():
        try:
            connection.request("test/sleep", {"seconds": 0.3})
            connection.request("test/exit", {"code": 3})
        except errors.ConnectionClosed as error:
            ends.append(error.exit_code)

    threads = [threading.Thread(target=wait) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert ends == [3] * 4


def test_garbage_is_a_framing_error(fake):
    with Connection.launch(fake, timeout=20) as connection:
        connection.request("initialize", {})
        with pytest.raises(errors.FramingError):
            connection.request("test/garbage")


def test_a_server_that_does_not_read_is_a_timeout():
    silent = [sys.executable, "-c", "import time; time.sleep(30)"]
    connection = Connection.launch(silent, timeout=0.3)
    with pytest.raises(errors.RequestTimeout):
        connection.request_many([("test/echo", {"p": "x" * 100_000})] * 20)
    assert connection.close(0.1) == -15


def test_a_missing_server_is_said_so():
    with pytest.raises(errors.ServerNotFound):
        Connection.launch(["/nowhere/nodewire"])


def test_values_that_json_cannot_hold_are_refused_before_sending(connection):
    for value in (float("nan"), object()):
        with pytest.raises((ValueError, TypeError)):
            connection.request("test/echo", {"value": value})
    assert not connection._pending


def test_any_two_streams_will_do():
    answer = b'{"jsonrpc":"2.0","id":1,"result":"there"}'
    sent = io.BytesIO()
    sent.close = lambda: None
    connection = Connection(io.BytesIO(b"Content-Length: %d\r\n\r\n%b" % (len(answer), answer)), sent, timeout=5)
    assert connection.request("test/echo") == "there"
    connection.close()


def test_descriptors_will_do(fake):
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
    connection = Connection(theirs[0], ours[1], timeout=10)
    assert "serverInfo" in connection.request("initialize", {})
    os.close(ours[1])
    os.waitpid(pid, 0)
    os.close(theirs[0])
