"""Notifications as they come."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any, AsyncIterator, Deque, TypeVar

if TYPE_CHECKING:
    from ._connection import Connection

Params = TypeVar("Params")


class Notifications(AsyncIterator[Params]):
    """The parameters of every notification of one method since it was made, in order.

        with client.notifications("view/frame") as frames:
            async for frame in frames:
                ...

    Unread ones are kept until ``close`` or the end of the block. The iteration ends when this side
    closes the connection, and raises the reason when the server has gone.
    """

    def __init__(self, connection: "Connection", method: str) -> None:
        self._connection = connection
        self._queue: Deque[Params] = deque()
        self._closed = False
        self._news = asyncio.Event()
        self._off = connection._hear(method, self._put)
        connection._streams.add(self)

    def _put(self, params: Any) -> None:
        self._queue.append(params)
        self._news.set()

    def wake(self) -> None:
        """Wakes the waiting task, since the connection has ended."""
        self._news.set()

    def __aiter__(self) -> "Notifications[Params]":
        return self

    async def __anext__(self) -> Params:
        while not self._queue:
            if self._closed:
                raise StopAsyncIteration
            if self._connection.closed:
                self.close()
                self._connection._raise_unless_left()
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()
        return self._queue.popleft()

    def close(self) -> None:
        """Ends the iteration; unread notifications are dropped."""
        self._closed = True
        self._queue.clear()
        self._off()
        self._connection._streams.discard(self)
        self._news.set()

    def __enter__(self) -> "Notifications[Params]":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
