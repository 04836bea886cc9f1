"""Clients that join a server which listens at a socket or a port, instead of starting one."""

import asyncio
import gc
import os
import socket
import subprocess
import sys
import threading
import time

import pytest

from nodewire_client import Client, Connection, aio, errors
from socket_server import listening

CONTENT = '{"nodes": [{"id": "a", "position": {"x": 0, "y": 0}}, {"id": "b", "position": {"x": 200, "y": 0}}]}'
BOUND = 20.0


def listens(place):
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(str(place)) == 0


@pytest.fixture
def served(server, tmp_path):
    """The socket of a real server, whose files lie in the folder beside it."""
    place = tmp_path / "s"
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "a.json").write_text(CONTENT)
    process = subprocess.Popen([server, "serve", "--socket", str(place), "--root", str(folder)])
    end = time.monotonic() + BOUND
    while not listens(place):
        assert time.monotonic() < end and process.poll() is None
        time.sleep(0.01)
    yield place
    process.terminate()
    assert process.wait(BOUND) == 0


def test_an_edit_of_one_is_in_the_replica_of_the_other(kit, served, tmp_path):
    with kit.Client(socket=served, timeout=BOUND) as ada, Client(socket=str(served), timeout=BOUND) as bob:
        document, same = ada.open("a.json"), bob.open("a.json")
        assert same.replica.nodes["a"]["position"]["x"] == 0
        document.node.move(ids=["a"], by={"x": 40, "y": 0})
        end = time.monotonic() + BOUND
        while same.replica.nodes["a"]["position"]["x"] != 40:
            assert time.monotonic() < end
            bob.poll(0.1)
        same.history.undo()
        assert document.read()["nodes"][0]["position"]["x"] == 0
        document.node.move(ids=["b"], by={"x": 1, "y": 0})
        document.save()
        assert "201" in (tmp_path / "files" / "a.json").read_text()
        assert ada.connection.process is None


def test_the_end_of_a_client_is_not_that_of_the_server(kit, served):
    first = kit.Client(socket=served, timeout=BOUND)
    first.create(document="d")
    assert first.close() is None and first.close() is None
    with kit.Client(socket=served, timeout=BOUND) as second:
        assert second.server_info["name"] == "nodewire"


def test_what_was_sent_last_is_read_before_the_end(kit, served):
    """Also where the server's messages were not all read."""
    with Client(socket=served, timeout=BOUND) as watcher:
        document = watcher.create({"nodes": [{"id": "a", "position": {"x": 0, "y": 0}}]}, document="d")
        client = kit.Client(socket=served, timeout=BOUND)
        client.open(text="{}", document="d")
        for _ in range(200):
            client.send("node/move", {"document": "d", "ids": ["a"], "by": {"x": 1, "y": 0}})
        client.connection.close()
        assert document.read()["nodes"][0]["position"]["x"] == 200


def test_no_descriptor_is_left(kit, served):
    gc.collect()
    before = set(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else None
    for _ in range(3):
        kit.Client(socket=served, timeout=BOUND).close()
        with pytest.raises(errors.InvalidParams):
            kit.Client(socket=served, timeout=BOUND, clock="client")
    gc.collect()
    if before is not None:
        assert len(os.listdir("/proc/self/fd")) == len(before)


def test_a_port_is_reached_with_its_token(kit, server):
    command = [server, "serve", "--listen", "127.0.0.1:0"]
    environment = {**os.environ, "NODEWIRE_TOKEN": "a word of its own"}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        place = process.stdout.readline().split('"')[3]
        with kit.Client(socket=place, token="a word of its own", timeout=BOUND) as client:
            assert client.server_info["name"] == "nodewire"
        for options in ({"token": "another"}, {}):
            with pytest.raises(errors.InvalidRequest):
                kit.Client(socket=place, timeout=BOUND, **options)
    finally:
        process.terminate()
        assert process.wait(BOUND) == 0
        process.stdout.close()


def test_a_place_without_a_server_is_said_so(kit, tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    for place in (tmp_path / "none", str(tmp_path / "none"), "none", f"127.0.0.1:{port}", "127.0.0.1:99999", "x" * 300):
        with pytest.raises(errors.ServerNotFound, match="no server listens at"):
            kit.Client(socket=place, timeout=BOUND)


def test_a_client_has_one_connection(kit, fake):
    with pytest.raises(TypeError, match="a connection or a socket"):
        kit.Client()
    with kit.Connection.launch(fake) as connection, pytest.raises(TypeError, match="a connection or a socket"):
        kit.Client(getattr(connection, "_thing", connection), socket="s")


def test_a_server_that_does_not_answer_is_a_timeout(kit, tmp_path):
    silent = [sys.executable, "-c", "import sys; sys.stdin.read()"]
    with listening(silent, tmp_path / "s") as place:
        with pytest.raises(errors.RequestTimeout):
            kit.Client(socket=place, timeout=0.2)


def test_a_server_that_does_not_end_is_left(kit, tmp_path):
    stubborn = [sys.executable, "-c", "import sys, time; sys.stdin.read(); time.sleep(3)"]
    with listening(stubborn, tmp_path / "s") as place:
        connection = kit.Connection.connect(place)
        begin = time.monotonic()
        assert connection.close(0.1) is None
        assert time.monotonic() - begin < 3


def test_more_clients_than_a_server_has_taken_yet_wait(tmp_path):
    place = tmp_path / "s"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(place))
        listener.listen(0)
        taken = []

        def take():
            time.sleep(0.3)
            taken.extend(listener.accept()[0] for _ in range(4))

        taking = threading.Thread(target=take)
        taking.start()
        connections = [Connection.connect(place, timeout=BOUND) for _ in range(4)]
        taking.join(BOUND)
        assert len(taken) == 4
        for one in taken:
            one.close()
        for connection in connections:
            connection.close()


def test_a_client_of_a_loop_is_awaited_first(fake, tmp_path):
    async def work(place):
        client = aio.Client(socket=place)
        with pytest.raises(AttributeError, match="await"):
            client.document  # noqa: B018
        assert await client is client and await client is client
        with pytest.raises(AttributeError, match="no attribute 'documents'"):
            client.documents  # noqa: B018
        assert await client.close() is None
        async with aio.Client(socket=place) as entered:
            assert entered.server_info["name"] == "fake"

    with listening(fake, tmp_path / "s") as place:
        asyncio.run(work(place))
