"""The part that both connections share: everything except waiting, reading and writing."""

from __future__ import annotations

import logging
import os
import threading
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple

from ._conversation import METHOD_NOT_FOUND, Conversation, Message, Params
from .errors import ConnectionClosed, FramingError, NodewireError
from ._listening import Handler, Listening, Off
from ._pending import Default, Request, Timeout
from ._process import Process, bridged
from ._transport import Streams, Transport

log = logging.getLogger("nodewire")

Call = Tuple[str, Params]
Then = Callable[[Any], None]

CHUNK = 1 << 18


class Peer(Listening):
    """A conversation over two descriptors, with handlers for messages that the server sends by itself."""

    def __init__(
        self, reader: Any, writer: Any, framing: str, timeout: Optional[float], transport: Optional[Transport]
    ) -> None:
        self.timeout = timeout
        self._transport = transport or Streams(reader, writer)
        self.process = transport if isinstance(transport, Process) else None
        self._in, self._out = bridged(reader, writer)
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)
        self._conversation = Conversation(framing)
        self._listeners: Dict[str, Tuple[Handler, ...]] = {}
        self._answerers: Dict[str, Handler] = {}
        self._tables = threading.Lock()

    @property
    def closed(self) -> bool:
        return self._conversation.failure is not None

    # Handlers

    def _hear(self, method: str, handler: Handler) -> Off:
        with self._tables:
            self._listeners[method] = self._listeners.get(method, ()) + (handler,)

        def off() -> None:
            with self._tables:
                rest = list(self._listeners.get(method, ()))
                if handler in rest:
                    rest.remove(handler)
                self._listeners[method] = tuple(rest)

        return off

    def _answer_by(self, method: str, handler: Handler) -> Off:
        with self._tables:
            if method in self._answerers:
                raise ValueError(f"{method} has a handler already")
            self._answerers[method] = handler

        def off() -> None:
            with self._tables:
                if self._answerers.get(method) is handler:
                    del self._answerers[method]

        return off

    # Sending

    def send(self, method: str, params: Params = None, then: Optional[Then] = None) -> Request:
        """Sends a request without waiting. ``then`` is called when the reply comes, before what follows it is read."""
        raise NotImplementedError

    def notify(self, method: str, params: Params = None) -> None:
        """Sends a notification, which has no reply; a failure is sent as ``server/failed``."""
        self._write(self._conversation.notification(method, params))

    def _post(self, request: Request, params: Params) -> None:
        """Sends a request."""
        conversation = self._conversation
        self._write(conversation.frame(conversation.request(request, params)))

    def _bodies(self, requests: Sequence[Request], calls: Sequence[Call]) -> List[bytes]:
        """The bodies of several requests, or, if one cannot be written as JSON, of none."""
        try:
            return [self._conversation.request(request, params) for request, (_, params) in zip(requests, calls)]
        except BaseException:
            for request in requests:
                self._conversation.withdraw(request)
            raise

    def _chunks(self, bodies: Iterable[bytes]) -> Iterator[bytes]:
        """Framed messages, many in one piece."""
        chunk: List[bytes] = []
        size = 0
        for body in bodies:
            chunk.append(self._conversation.frame(body))
            size += len(chunk[-1])
            if size > CHUNK:
                yield b"".join(chunk)
                chunk, size = [], 0
        yield b"".join(chunk)

    def _seconds(self, timeout: Timeout) -> Optional[float]:
        return self.timeout if isinstance(timeout, Default) else timeout

    # Receiving

    def fileno(self) -> int:
        """The descriptor that becomes readable when the server has sent something."""
        return self._in

    def _feed(self) -> None:
        """Reads once, without waiting."""
        wanted = self._conversation.wanted
        try:
            data = os.read(self._in, 65_536 if wanted < 65_536 else min(wanted, 1 << 24))
        except BlockingIOError:
            return
        except OSError as error:
            data = b""
            log.debug("reading failed: %s", error)
        if data:
            self._conversation.feed(data)
        else:
            self._gone(None)

    def _take_in(self) -> bool:
        """Handles the next whole message in the buffer; false if there is none."""
        try:
            messages = self._conversation.receive()
        except FramingError as error:
            self._fail(error)
            return False
        if messages is None:
            return False
        for message in messages:
            if "id" in message:
                self._answer(message)
            else:
                self._notify(message)
        return True

    def _notify(self, message: Message) -> None:
        method, params = message["method"], message.get("params") or {}
        for handler in self._listeners.get(method, ()):
            try:
                self._heard(method, handler(params))
            except Exception:
                log.exception("a handler of %s failed", method)

    def _answer(self, message: Message) -> None:
        method, ident, conversation = message["method"], message["id"], self._conversation
        handler = self._answerers.get(method)
        if handler is None:
            self._write(conversation.error(ident, METHOD_NOT_FOUND, f"the client has no method {method}"))
            return
        try:
            result = handler(message.get("params") or {})
        except Exception as error:
            self._refuse(method, ident, error)
        else:
            self._answered(method, ident, result)

    def _refuse(self, method: str, ident: Any, error: BaseException) -> None:
        if not isinstance(error, NodewireError):
            log.error("the handler of %s failed", method, exc_info=error)
        self._write(self._conversation.refusal(ident, error))

    # What a transport does

    def _write(self, data: bytes) -> None:
        raise NotImplementedError

    def _gone(self, error: Optional[OSError]) -> Any:
        """The server's output has ended, or its input is closed."""
        raise NotImplementedError

    def _fail(self, failure: NodewireError) -> None:
        """Ends the conversation: every waiting request raises the reason."""
        self._conversation.fail(failure)

    def _heard(self, method: str, outcome: Any) -> None:
        """A handler of a notification has returned."""

    def _answered(self, method: str, ident: Any, result: Any) -> None:
        """A handler of a request has returned its result."""
        self._write(self._conversation.result(ident, result))


def ended(error: Optional[OSError], code: Optional[int]) -> ConnectionClosed:
    """The error that waiting requests raise if the server ends."""
    how = f" ({error})" if error else ""
    return ConnectionClosed(f"the server has ended{how if code is None else f' (exit code {code})'}", code)


def closed() -> ConnectionClosed:
    """The error that waiting requests raise if this side closes the connection."""
    return ConnectionClosed("the connection has been closed")
