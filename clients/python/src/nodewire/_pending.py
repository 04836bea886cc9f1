"""Requests under way, and how long to wait for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Mapping, Optional, Union

from .errors import NodewireError, error_from

if TYPE_CHECKING:
    from ._connection import Connection


class Default:
    """The type of ``DEFAULT``."""

    def __repr__(self) -> str:
        return "DEFAULT"


DEFAULT = Default()
Timeout = Union[float, None, Default]
"""Seconds; None waits forever; ``DEFAULT`` is the timeout of the connection."""


class Pending:
    """A request whose reply may not have arrived yet."""

    __slots__ = ("method", "id", "done", "_connection", "_reply")

    def __init__(self, connection: "Connection", method: str, ident: int) -> None:
        self.method = method
        self.id = ident
        self.done = False
        self._connection = connection
        self._reply: Union[Mapping[str, Any], NodewireError, None] = None

    def result(self, timeout: Timeout = DEFAULT) -> Any:
        """Waits for the reply and returns its result, or raises its error."""
        if not self.done:
            self._connection.wait_for(self, timeout)
        reply = self._reply
        if isinstance(reply, NodewireError):
            raise reply
        assert reply is not None
        error = reply.get("error")
        if error is not None:
            raise error_from(error, self.method)
        return reply.get("result")

    def cancel(self) -> None:
        """Cancels the request on the server; it still gets a reply, mostly ``RequestCancelled``."""
        if not self.done:
            self._connection.notify("$/cancelRequest", {"id": self.id})

    def complete(self, reply: Union[Mapping[str, Any], NodewireError]) -> None:
        """Stores the reply, or the reason why there is none."""
        self._reply = reply
        self.done = True


def results(pendings: List[Pending], timeout: Timeout, return_errors: bool) -> List[Any]:
    """The results in order. The first error is raised after all have arrived, unless errors are returned among them."""
    found: List[Any] = []
    first: Optional[NodewireError] = None
    for pending in pendings:
        try:
            found.append(pending.result(timeout))
        except NodewireError as error:
            first = first or error
            found.append(error)
    if first is not None and not return_errors:
        raise first
    return found
