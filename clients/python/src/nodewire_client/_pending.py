"""Requests under way, and how long to wait for them."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Callable, List, Mapping, Optional, Union

from .errors import NodewireError, RequestTimeout, error_from

if TYPE_CHECKING:
    from ._connection import Connection

log = logging.getLogger("nodewire")


class Default:
    """The type of ``DEFAULT``."""

    def __repr__(self) -> str:
        return "DEFAULT"


DEFAULT = Default()
Timeout = Union[float, None, Default]
"""Seconds; None waits forever; ``DEFAULT`` is the timeout of the connection."""


class Request:
    """A request that is or will be sent, and its reply once that has arrived.

    ``then`` is called with the request when its reply arrives, before any later message is handled.
    """

    __slots__ = ("method", "id", "done", "_then", "_reply")

    def __init__(self, method: str, then: Optional[Callable[[Any], None]] = None) -> None:
        self.method = method
        self.id = 0
        self.done = False
        self._then = then
        self._reply: Union[Mapping[str, Any], NodewireError, None] = None

    def complete(self, reply: Union[Mapping[str, Any], NodewireError]) -> None:
        """Stores the reply, or the reason why there is none. Only the first counts: a reply may come too late."""
        if self.done:
            return
        self._reply = reply
        if self._then is not None:
            try:
                self._then(self)
            except Exception:
                log.exception("what follows %s failed", self.method)
        self.done = True

    def value(self) -> Any:
        """The result of a reply that has arrived. Raises its error."""
        reply = self._reply
        if isinstance(reply, NodewireError):
            raise reply
        assert reply is not None
        error = reply.get("error")
        if error is not None:
            raise error_from(error, self.method)
        return reply.get("result")

    def release(self) -> None:
        """Releases a handled result: it is None from now on."""
        self._reply = {"result": None}

    def expire(self, seconds: Optional[float]) -> None:
        """Stores that the reply did not come in time."""
        self.complete(RequestTimeout(f"{self.method} was not answered within {seconds} s and has been cancelled"))


class Pending(Request):
    """A request whose reply may not have arrived yet."""

    __slots__ = ("_connection",)

    def __init__(self, connection: "Connection", method: str, then: Optional[Callable[[Any], None]] = None) -> None:
        super().__init__(method, then)
        self._connection = connection

    def result(self, timeout: Timeout = DEFAULT) -> Any:
        """Waits for the reply and returns its result, or raises its error."""
        if not self.done:
            self._connection.wait_for(self, timeout)
        return self.value()

    def cancel(self) -> None:
        """Cancels the request on the server; it still gets a reply, mostly ``RequestCancelled``."""
        if not self.done:
            self._connection.notify("$/cancelRequest", {"id": self.id})

    def complete(self, reply: Union[Mapping[str, Any], NodewireError]) -> None:
        super().complete(reply)
        self._connection.wake(self)


class Results:
    """The results of several requests in order, as they come in."""

    def __init__(self, timeout: Timeout) -> None:
        self.timeout = timeout
        self._found: List[Any] = []
        self._first: Optional[NodewireError] = None

    def add(self, result: Any) -> None:
        self._found.append(result)

    def add_error(self, error: NodewireError) -> None:
        """Adds an error. After a request without a timely answer, the others are not awaited."""
        if isinstance(error, RequestTimeout):
            self.timeout = 0.0
        self._first = self._first or error
        self._found.append(error)

    def all(self, return_errors: bool) -> List[Any]:
        """All results. The first error is raised, unless errors are returned among the results."""
        if self._first is not None and not return_errors:
            raise self._first
        return self._found


def results(pendings: List[Pending], timeout: Timeout, return_errors: bool) -> List[Any]:
    """Waits for all replies; the first error is raised after that, unless errors are returned."""
    found = Results(timeout)
    for pending in pendings:
        try:
            found.add(pending.result(found.timeout))
        except NodewireError as error:
            found.add_error(error)
    return found.all(return_errors)
