"""How the asyncio client ends, and what it does when the server does."""

import asyncio
import os
import sys
import time

import pytest
from asyncio_peer import run, start

from nodewire_client import aio, errors


def test_replies_from_before_the_end_are_returned_where_writing_finds_the_end(fake):
    async def work():
        connection = aio.Connection.launch(fake, timeout=20)
        await connection.request("initialize", {})
        echoes = [connection.send("test/echo", {"a": number}) for number in range(5)]
        connection.send("test/exit", {"code": 3})
        limit = time.monotonic() + 20
        while connection.process.exit_code() is None and time.monotonic() < limit:
            time.sleep(0.01)
        late = connection.send("test/echo")
        assert [await echo.result() for echo in echoes] == [{"a": number} for number in range(5)]
        with pytest.raises(errors.ConnectionClosed):
            await late.result()
        await connection.close()

    run(work)


def test_every_task_hears_of_the_end_of_the_server(fake):
    async def work():
        connection = aio.Connection.launch(fake, timeout=20)
        await connection.request("initialize", {})

        async def iterate():
            async for _ in connection.notifications("test/flooded"):
                pass

        tasks = [start(connection.request("test/echo", {"a": number})) for number in range(5)]
        tasks += [start(connection.request("test/exit", {"code": 3})), start(iterate())]
        tasks += [start(connection.request("test/echo")) for _ in range(5)]
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        assert outcomes[:5] == [{"a": number} for number in range(5)]
        assert [(type(one), one.exit_code) for one in outcomes[5:]] == [(errors.ConnectionClosed, 3)] * 7
        with pytest.raises(errors.ConnectionClosed):
            await connection.request("test/echo")
        await connection.drain(0)
        assert connection.closed and await connection.close() == 3

    run(work)


def test_a_server_that_was_killed_is_reported_with_its_signal(fake):
    async def work():
        async with aio.Connection.launch(fake, timeout=20) as connection:
            task = start(connection.request("initialize", {}))
            await task
            task = start(connection.request("test/sleep", {"seconds": 30}))
            await asyncio.sleep(0.05)
            os.kill(connection.process.pid, 9)
            with pytest.raises(errors.ConnectionClosed) as caught:
                await task
            assert caught.value.exit_code == -9

    run(work)


def test_a_server_that_has_closed_its_input_is_the_end():
    async def work():
        async with aio.Connection.launch([sys.executable, "-c", "import os; os.close(0); input()"]) as connection:
            with pytest.raises(errors.ConnectionClosed):
                while True:
                    await connection.request("test/echo", {"p": "x" * 300_000})

    run(work)


def test_closing_ends_everything_that_waits(fake):
    async def work():
        connection = aio.Connection.launch(fake, timeout=20)
        await connection.request("initialize", {})
        connection.on("test/flooded", lambda params: asyncio.sleep(30))
        await connection.request("test/flood", {"count": 2})

        async def iterate():
            return [params async for params in connection.notifications("test/flooded")]

        iterating, waiting = start(iterate()), start(connection.request("test/sleep", {"seconds": 0.3}))
        await asyncio.sleep(0.05)
        before = set(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else None
        assert await connection.close() == 1
        assert await iterating == []
        with pytest.raises(errors.ConnectionClosed, match="has been closed"):
            await waiting
        assert await connection.close() == 1
        if before is not None:
            assert len(set(os.listdir("/proc/self/fd"))) == len(before) - 2

    run(work)


def test_a_session_ends_as_a_session_should(fake):
    async def work():
        client = await aio.Client.launch(fake)
        assert client.server_info["name"] == "fake"
        assert await client.close() == 0
        assert await client.close() == 0

    run(work)


def test_a_close_that_is_cancelled_leaves_no_process():
    async def work():
        connection = aio.Connection.launch([sys.executable, "-c", "import time; time.sleep(30)"])
        task = start(connection.close(20))
        await asyncio.sleep(0.1)
        task.cancel()
        await asyncio.wait([task])
        assert connection.process.exit_code(5) == -9

    run(work)


def test_a_launch_that_fails_leaves_no_process(fake):
    async def work():
        with pytest.raises(errors.ServerNotFound):
            await aio.Client.launch("/nowhere/nodewire")
        with pytest.raises(errors.ConnectionClosed):
            async with aio.Client.launch([sys.executable, "-c", ""]):
                raise AssertionError
        with pytest.raises(errors.RequestTimeout):
            await aio.Client.launch([sys.executable, "-c", "import time; time.sleep(30)"], timeout=0.1)

    run(work)
