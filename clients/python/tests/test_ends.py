"""A server ends when its client is gone; limits are ten times what the specification says."""

import json
import os
import signal
import socket
import subprocess
import threading
import time

import pytest

SLACK = 10


def message(number, method, **params):
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n"


def child(server, stdin=subprocess.PIPE, stdout=subprocess.PIPE):
    return subprocess.Popen([server], stdin=stdin, stdout=stdout, bufsize=0)


def ends(process, seconds):
    try:
        return process.wait(seconds * SLACK) is not None
    except subprocess.TimeoutExpired:
        return False
    finally:
        process.kill()
        process.wait()


def test_an_idle_server_whose_output_was_closed_ends(server):
    process = child(server)
    process.stdin.write(message(1, "initialize"))
    assert process.stdout.readline()
    process.stdout.close()
    assert ends(process, 5)
    process.stdin.close()


def test_an_idle_server_whose_output_was_closed_before_a_word_ends(server):
    process = child(server)
    process.stdout.close()
    assert ends(process, 5)
    process.stdin.close()


def test_an_idle_server_whose_output_is_a_closed_socket_ends(server):
    ours, theirs = socket.socketpair()
    process = child(server, stdout=theirs)
    theirs.close()
    process.stdin.write(message(1, "initialize"))
    assert ours.recv(1000)
    ours.close()
    assert ends(process, 5)
    process.stdin.close()


def test_the_end_of_the_process_that_is_named_ends_it_though_its_input_stays_open(server):
    client = subprocess.Popen(["cat"], stdin=subprocess.PIPE)
    process = child(server)
    process.stdin.write(message(1, "initialize", processId=client.pid))
    assert process.stdout.readline()
    assert process.poll() is None
    client.kill()
    client.communicate()
    assert ends(process, 10)
    process.stdin.close()
    process.stdout.close()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_an_idle_server(server, number):
    process = child(server)
    process.stdin.write(message(1, "initialize"))
    assert process.stdout.readline()
    process.send_signal(number)
    assert ends(process, 3)
    process.stdin.close()
    process.stdout.close()


def fill(write):
    """Writes requests with long answers until no more is taken: the output is full as well then."""
    asked = message(1, "initialize") + b"".join(message(2, "rpc.discover") for _ in range(1000))
    for _ in range(3):
        try:
            while True:
                asked = asked[write(asked) :] or message(2, "rpc.discover") * 1000
        except BlockingIOError:
            # The server performs what it has taken in; then it stops reading, or takes more.
            time.sleep(1)


def test_a_closed_input_with_output_that_nobody_reads_ends(server):
    process = child(server)
    os.set_blocking(process.stdin.fileno(), False)
    fill(lambda data: os.write(process.stdin.fileno(), data))
    assert process.poll() is None
    process.stdin.close()
    assert ends(process, 5)
    process.stdout.close()


def test_half_a_socket_with_output_that_nobody_reads_ends(server):
    ours, theirs = socket.socketpair()
    process = child(server, stdin=theirs, stdout=theirs)
    theirs.close()
    ours.setblocking(False)
    fill(ours.send)
    assert process.poll() is None
    ours.shutdown(socket.SHUT_WR)
    assert ends(process, 5)
    ours.close()


def test_a_client_that_reads_late_gets_every_answer(server):
    process = child(server)
    requests = message(1, "initialize") + b"".join(message(number, "rpc.discover") for number in range(2, 62))
    # More than the output holds, so that the server stops reading before it has come to the end of the input.
    feeder = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=process.stdin)
    process.stdin.close()
    out = bytearray()
    reader = threading.Thread(target=lambda: out.extend(process.stdout.read()))
    reader.start()
    feeder.communicate(requests)
    reader.join(60)
    assert out.count(b"\n") == 61
    assert ends(process, 5)
