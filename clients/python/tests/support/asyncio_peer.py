"""Runs coroutines to their end, and is the other end of their connection."""

import asyncio
import gc
import json
import socket
import warnings

from nodewire_client import aio
from nodewire_client._conversation import Conversation


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
