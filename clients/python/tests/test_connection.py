"""What only the blocking connection does: threads, and handlers that wait. The rest is in test_both_connections.py."""

import threading
import time

import pytest

from nodewire_client import Connection, errors


@pytest.fixture(params=["headers", "lines"])
def connection(request, fake):
    with Connection.launch(fake, framing=request.param, timeout=20) as connection:
        connection.request("initialize", {})
        yield connection


def test_a_handler_may_send_requests(connection):
    answers = []
    connection.on("test/flooded", lambda params: answers.append(connection.request("test/echo", params)["number"]))
    connection.request("test/flood", {"count": 5})
    assert sorted(answers) == list(range(5))


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


def test_a_waiting_thread_can_time_out_while_another_reads(connection):
    slow = threading.Thread(target=connection.request, args=("test/sleep", {"seconds": 0.6}))
    slow.start()
    time.sleep(0.1)
    with pytest.raises(errors.RequestTimeout):
        connection.request("test/echo", {}, timeout=0.1)
    slow.join(10)
    assert not slow.is_alive()
    assert connection.request("test/echo", {"a": 1}) == {"a": 1}


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


def test_poll_says_how_many_messages_there_were(connection):
    heard = []
    connection.on("test/flooded", heard.append)
    connection.notify("test/flood", {"count": 4})
    handled = 0
    while handled < 4:
        handled += connection.poll(10)
    assert (handled, len(heard)) == (4, 4)
    assert connection.poll(0) == 0
