"""Requests under way in an event loop."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Generator, List, Mapping, Optional, Union

from ..errors import NodewireError
from .._peer import Then
from .._pending import DEFAULT, Request, Results, Timeout

if TYPE_CHECKING:
    from ._connection import Connection


class Pending(Request):
    """A request whose reply may not have arrived yet; it may be awaited, by several tasks and more than once.

    When the last task that awaits it is cancelled, so is the request.
    """

    __slots__ = ("_cancelled", "_connection", "_waiters")

    def __init__(self, connection: "Connection", method: str, then: Optional[Then] = None) -> None:
        super().__init__(method, then)
        self._cancelled = False
        self._connection = connection
        self._waiters: List[asyncio.Future[None]] = []

    def __await__(self) -> Generator[Any, None, Any]:
        return self.result().__await__()

    async def result(self, timeout: Timeout = DEFAULT) -> Any:
        """Waits for the reply and returns its result, or raises its error."""
        if not self.done:
            await self._connection.wait_for(self, timeout)
        return self.value()

    def cancel(self) -> None:
        """Cancels the request on the server; it still gets a reply, mostly ``RequestCancelled``."""
        if not (self.done or self._cancelled or self._connection.closed):
            self._cancelled = True
            self._connection.notify("$/cancelRequest", {"id": self.id})

    def complete(self, reply: Union[Mapping[str, Any], NodewireError]) -> None:
        super().complete(reply)
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)


async def results(pendings: List[Pending], timeout: Timeout, return_errors: bool) -> List[Any]:
    """Waits for all replies; the first error is raised after that, unless errors are returned.

    If the waiting task is cancelled, so are all unanswered requests.
    """
    found = Results(timeout)
    try:
        for pending in pendings:
            try:
                found.add(await pending.result(found.timeout))
            except NodewireError as error:
                found.add_error(error)
    except asyncio.CancelledError:
        for pending in pendings:
            pending.cancel()
        raise
    return found.all(return_errors)
