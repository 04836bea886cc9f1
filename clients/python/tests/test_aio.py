"""What only the asyncio client does: tasks that wait at the same time, and their cancellation."""

import asyncio
import gc
import json
import os
import socket
import sys
import warnings

import pytest

from nodewire import aio, errors
from nodewire._conversation import Conversation


def run(work):
    """Runs a coroutine function to its end; nothing may be left over, and no task that failed unheard."""

    async def watched():
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context["message"]))
        await asyncio.wait_for(work(), 60)
        gc.collect()
        await asyncio.sleep(0)
        return [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]

    complaints = []
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        left = asyncio.run(watched())
    assert (left, complaints) == ([], [])


class Peer:
    """The other end of a connection in the same loop, which says what a test asks it to."""

    def __init__(self, timeout=20):
        ours, self.socket = socket.socketpair()
        self.socket.setblocking(False)
        self.connection = aio.Connection(ours, ours, timeout=timeout)
        self.conversation = Conversation()

    async def heard(self, count):
        """The next messages of the connection."""
        messages = []
        while len(messages) < count:
            found = self.conversation.receive()
            if found is None:
                self.conversation.feed(await asyncio.get_running_loop().sock_recv(self.socket, 65_536))
            else:
                messages += found
        assert len(messages) == count
        return messages

    async def say(self, *messages):
        data = b"".join(self.conversation.frame(json.dumps(message).encode()) for message in messages)
        await asyncio.get_running_loop().sock_sendall(self.socket, data)

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        await self.connection.close()
        self.socket.close()


def start(awaitable):
    async def wait():
        return await awaitable

    return asyncio.ensure_future(wait())


def test_replies_find_their_tasks_in_any_order():
    async def work():
        async with Peer() as peer:
            tasks = [start(peer.connection.request("test/echo", {"number": number})) for number in range(300)]
            asked = await peer.heard(300)
            await peer.say(*({"id": one["id"], "result": one["params"]["number"]} for one in reversed(asked)))
            assert await asyncio.gather(*tasks) == list(range(300))

    run(work)


def test_many_tasks_get_their_own_answers(fake):
    async def work():
        async with aio.Client.launch(fake) as client:
            heard = []
            client.on("test/flooded", heard.append)

            async def one(name):
                for number in range(20):
                    params = {"name": name, "number": number}
                    assert await client.call("test/echo", params) == params
                await client.call("test/flood", {"count": 3})

            await asyncio.gather(*map(one, range(40)))
            assert len(heard) == 120

    run(work)


def test_a_cancelled_task_cancels_its_request():
    async def work():
        async with Peer() as peer:
            task = start(peer.connection.request("document/export"))
            (asked,) = await peer.heard(1)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            (cancelled,) = await peer.heard(1)
            assert (cancelled["method"], cancelled["params"]) == ("$/cancelRequest", {"id": asked["id"]})
            await peer.say({"id": asked["id"], "error": {"code": -32800, "message": "cancelled"}})
            follower = start(peer.connection.request("test/echo"))
            (asked,) = await peer.heard(1)
            await peer.say({"id": asked["id"], "result": "there"})
            assert await follower == "there"
            assert not peer.connection._conversation.waiting

    run(work)


def test_a_cancelled_pipeline_cancels_what_is_not_answered():
    async def work():
        async with Peer() as peer:
            task = start(peer.connection.request_many([("test/echo", None)] * 3))
            first, second, third = [one["id"] for one in await peer.heard(3)]
            await peer.say({"id": second, "result": 1})
            await asyncio.sleep(0.05)
            task.cancel()
            await asyncio.wait([task])
            assert {one["params"]["id"] for one in await peer.heard(2)} == {first, third}

    run(work)


def test_a_request_is_cancelled_when_nobody_waits_for_it_any_more():
    async def work():
        async with Peer() as peer:
            pending = peer.connection.send("document/export")
            tasks = [start(pending) for _ in range(3)]
            (asked,) = await peer.heard(1)
            for task in tasks[:2]:
                task.cancel()
            await asyncio.wait(tasks[:2])
            await peer.say({"id": asked["id"], "result": "drawn"})
            assert (await tasks[2], await pending, await pending.result(0)) == ("drawn", "drawn", "drawn")
            assert peer.conversation.receive() is None

    run(work)


def test_a_task_that_is_cancelled_after_its_reply_came_cancels_nothing():
    async def work():
        async with Peer() as peer:
            task = start(peer.connection.request("test/echo"))
            (asked,) = await peer.heard(1)
            peer.connection._conversation.feed(peer.conversation.result(asked["id"], 1))
            peer.connection._take_in()
            task.cancel()
            await asyncio.wait([task])
            peer.connection.notify("after")
            assert [one["method"] for one in await peer.heard(1)] == ["after"]

    run(work)


def test_a_deadline_cancels_the_request():
    async def work():
        async with Peer(timeout=0.05) as peer:
            with pytest.raises(errors.RequestTimeout, match="document/export"):
                await peer.connection.request("document/export")
            with pytest.raises(errors.RequestTimeout):
                await peer.connection.request("document/export", timeout=0.01)
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(peer.connection.request("document/export", timeout=None), 0.02)
            methods = [one["method"] for one in await peer.heard(6)]
            assert methods == ["document/export", "$/cancelRequest"] * 3

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


def test_notifications_can_be_iterated_over(fake):
    async def work():
        async with aio.Client.launch(fake) as client:
            with client.notifications("test/flooded") as floods:
                client.connection.notify("test/flood", {"count": 3})
                numbers = []
                async for params in floods:
                    numbers.append(params["number"])
                    if len(numbers) == 3:
                        break
                assert numbers == [0, 1, 2]
                await client.call("test/flood", {"count": 2})
                assert [(await floods.__anext__())["number"] for _ in range(2)] == [0, 1]
            assert [one async for one in floods] == []
            assert not client.connection._streams

    run(work)


def test_a_handler_may_be_a_coroutine_function(fake, caplog):
    async def work():
        async with aio.Client.launch(fake) as client:
            answers = []

            async def handle(params):
                answers.append(await client.call("test/echo", params))
                raise KeyError("after all")

            client.on("test/flooded", handle)
            await client.call("test/flood", {"count": 3})
            while len(answers) < 3 or client.connection._tasks:
                await asyncio.sleep(0)
            assert [one["number"] for one in answers] == [0, 1, 2]

    run(work)
    assert caplog.text.count("KeyError: 'after all'") == 3


def test_a_question_may_be_answered_later():
    """Other messages are performed while the user makes up his mind."""

    async def work():
        async with Peer() as peer:
            decided = asyncio.Event()

            async def decide(params):
                await decided.wait()
                if params["edge"] == "bad":
                    raise errors.ServerError(1110, "no")
                return {"allowed": True}

            peer.connection.on_request("client/canConnect", decide)
            for ident, edge in ((1, "good"), ("x", "bad")):
                await peer.say({"id": ident, "method": "client/canConnect", "params": {"edge": edge}})
            await peer.say({"id": 2, "method": "client/unknown"})
            (first,) = [peer.conversation.receive() or await answer(peer)]
            assert (first["id"], first["error"]["code"]) == (2, -32601)
            decided.set()
            good, bad = await answer(peer), await answer(peer)
            assert good == {"jsonrpc": "2.0", "id": 1, "result": {"allowed": True}}
            assert bad == {"jsonrpc": "2.0", "id": "x", "error": {"code": 1110, "message": "no"}}

    run(work)


async def answer(peer):
    """The next answer of the connection, as it was written."""
    framing = peer.conversation._framing
    while (text := framing.next()) is None:
        framing.feed(await asyncio.get_running_loop().sock_recv(peer.socket, 65_536))
    return json.loads(text)


def test_a_question_that_is_open_at_the_end_is_not_answered():
    async def work():
        async with Peer() as peer:
            peer.connection.on_request("client/canConnect", lambda params: asyncio.sleep(30))
            await peer.say({"id": 1, "method": "client/canConnect"})
            while not peer.connection._tasks:
                await asyncio.sleep(0)
            await peer.connection.close()
            assert await asyncio.get_running_loop().sock_recv(peer.socket, 100) == b""

    run(work)


def test_a_sender_can_wait_until_what_it_sent_is_written():
    async def work():
        async with Peer() as peer:
            for _ in range(40):
                peer.connection.notify("input/pointer", {"p": "x" * 50_000})
            draining = start(peer.connection.drain(0))
            await asyncio.sleep(0.05)
            assert not draining.done()
            assert len(await peer.heard(40)) == 40
            await draining

    run(work)


def test_garbage_ends_the_conversation_for_all():
    async def work():
        async with Peer() as peer:
            tasks = [start(peer.connection.request("test/echo")) for _ in range(3)]
            await peer.heard(3)
            await asyncio.get_running_loop().sock_sendall(peer.socket, b"Segmentation fault\r\n\r\n")
            outcomes = await asyncio.gather(*tasks, return_exceptions=True)
            assert [type(one) for one in outcomes] == [errors.FramingError] * 3

    run(work)


def test_a_replica_is_in_step_while_others_edit(fake):
    """Whatever comes between the reading of the content and the task that asked for it."""

    async def work():
        async with aio.Client.launch(fake) as client:
            document = await client.create()
            replica, *_ = await asyncio.gather(document.replica(), *(document.node.insert(node={}) for _ in range(20)))
            assert list(replica.nodes) == [f"n{number}" for number in range(1, 21)]
            assert await document.replica() is replica
            reset = start(client.call("test/reset", {"document": document.id}))
            inserts = [start(document.node.insert(node={})) for _ in range(20)]
            await asyncio.gather(reset, *inserts)
            assert (await document.replica()).read() == await document.read()
            assert "unannounced" in replica.nodes and replica.read() == await document.read()

    run(work)


def test_a_replica_whose_document_is_gone_says_so(fake):
    async def work():
        async with aio.Client.launch(fake) as client:
            document = await client.create()
            await client.document.close(document=document.id)
            for _ in range(2):
                with pytest.raises(errors.NoSuchDocument):
                    await document.replica()

    run(work)
