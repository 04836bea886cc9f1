"""A JSON-RPC conversation without input and output: bytes in, messages out; calls in, bytes out."""

from __future__ import annotations

import logging
from itertools import count
from typing import Any, Dict, List, Mapping, Optional, Sequence

from .errors import FramingError, LimitExceeded, NodewireError, ServerError
from ._framing import Framing, HeaderFraming, LineFraming
from ._near import warn_of_near_members
from ._messages import decoded, error_body, notification_body, request_body, result_body
from ._pending import Request

log = logging.getLogger("nodewire")

Params = Optional[Mapping[str, Any]]
Message = Dict[str, Any]

METHOD_NOT_FOUND = -32601
INTERNAL_ERROR = -32603


class Conversation:
    """One side of a conversation: it frames, numbers requests, and finds the request that a reply belongs to.

    It reads and writes nothing itself. Both connections feed it what they read and write the bytes that it returns.
    """

    def __init__(self, framing: str = "headers") -> None:
        self._framing: Framing = LineFraming() if framing == "lines" else HeaderFraming()
        self._ids = count(1)
        self._waiting: Dict[Any, Request] = {}
        self.frame = self._framing.frame
        self.feed = self._framing.feed
        self.failure: Optional[NodewireError] = None
        self.longest: Optional[int] = None
        """The most bytes of a message. A server answers a longer one without its id, so it is not sent."""

    # What is said

    def request(self, request: Request, params: Params) -> bytes:
        """Numbers a request and waits for its reply; returns its body, to be framed."""
        request.id = next(self._ids)
        body = request_body(request.id, request.method, params)
        if self.longest is not None and len(body) > self.longest:
            message = f"a message has at most {self.longest} bytes, this one {len(body)}"
            raise LimitExceeded(1900, message, {"reason": "limits", "limit": "messageBytes"}, request.method)
        warn_of_near_members(request.method, params)
        self._waiting[request.id] = request
        return body

    def withdraw(self, request: Request) -> None:
        """Forgets a request that was not sent after all."""
        self._waiting.pop(request.id, None)

    @property
    def waiting(self) -> int:
        """How many requests have no reply yet."""
        return len(self._waiting)

    def batch(self, bodies: Sequence[bytes]) -> bytes:
        """Several requests as one message."""
        return self.frame(b"[" + b",".join(bodies) + b"]")

    def notification(self, method: str, params: Params) -> bytes:
        return self.frame(notification_body(method, params))

    def result(self, ident: Any, result: Any) -> bytes:
        """The reply to a request of the server; an error if the result is no JSON."""
        try:
            return self.frame(result_body(ident, result))
        except (TypeError, ValueError, RecursionError) as error:
            return self.error(ident, INTERNAL_ERROR, f"the client's result is not JSON: {error}")

    def refusal(self, ident: Any, error: BaseException) -> bytes:
        """The reply to a request of the server whose handler raised ``error``: a ``ServerError`` is sent as it is."""
        if not isinstance(error, ServerError):
            return self.error(ident, INTERNAL_ERROR, f"the client failed: {type(error).__name__}")
        try:
            return self.error(ident, error.code, error.server_message, error.data)
        except (TypeError, ValueError, RecursionError):
            return self.error(ident, error.code, error.server_message)

    def error(self, ident: Any, code: int, message: str, data: Optional[Mapping[str, Any]] = None) -> bytes:
        return self.frame(error_body(ident, code, message, data))

    # What is heard

    @property
    def wanted(self) -> int:
        """How many more bytes the message at hand needs, 0 if that is not known."""
        return self._framing.wanted

    def receive(self) -> Optional[List[Message]]:
        """Takes the next whole message out of what was fed; None if there is none.

        A reply completes its request. Notifications and requests of the server are returned, in their order.
        Raises ``FramingError`` where there is no message: nothing that follows can be understood.
        """
        text = self._framing.next()
        if text is None:
            return None
        try:
            message = decoded(text)
        except (ValueError, RecursionError) as error:
            raise FramingError(f"the server sent a message that is not JSON: {error}") from None
        heard: List[Message] = []
        for one in message if type(message) is list else (message,):
            if type(one) is not dict:
                raise FramingError(f"the server sent a message that is no object: {text[:80]}")
            if type(one.get("method")) is str:
                heard.append(one)
            else:
                self._complete(one)
        return heard

    def _complete(self, reply: Message) -> None:
        ident = reply.get("id")
        request = self._waiting.pop(ident, None) if type(ident) is int else None
        if request is None:
            log.warning("an answer to no request: %s", reply)
        else:
            request.complete(reply)

    # The end

    def fail(self, failure: NodewireError) -> None:
        """Ends the conversation: every waiting request raises the reason. Only the first reason counts."""
        self.failure = self.failure or failure
        waiting, self._waiting = self._waiting, {}
        for request in waiting.values():
            request.complete(self.failure)
