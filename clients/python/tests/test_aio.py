"""What only the asyncio client does: tasks that wait at the same time, and their cancellation."""

import asyncio
import json

import pytest
from asyncio_peer import Peer, run, start

from nodewire_client import aio, errors


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
