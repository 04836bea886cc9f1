"""A conversation with one server over two byte streams: ids, replies, notifications, timeouts."""

from __future__ import annotations

import logging
import os
import select
import threading
import time
from itertools import count
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple

from .errors import ConnectionClosed, FramingError, NodewireError, RequestTimeout
from ._framing import Framing, HeaderFraming, LineFraming
from ._messages import decoded, encoded, notification_body, request_body
from ._pending import DEFAULT, Default, Pending, Timeout, results
from ._process import Process, bridged

log = logging.getLogger("nodewire")

Params = Optional[Mapping[str, Any]]
Call = Tuple[str, Params]
Handler = Callable[[Dict[str, Any]], None]

_READABLE = select.POLLIN | select.POLLHUP | select.POLLERR
_CHUNK = 1 << 18


class Connection:
    """Requests and notifications over two byte streams, from any number of threads.

    There is no reader thread: a thread that waits for a reply reads, and passes on what belongs to others. Handlers of
    notifications run in the thread that reads, in the order of arrival, before the reply that follows is returned;
    they may send requests themselves. While no thread waits, nothing is read: call ``poll`` now and then, or when
    ``fileno()`` is readable, to receive notifications that no request causes.

    Writing never blocks on a server that waits for its output to be read: its output is read meanwhile.
    """

    def __init__(
        self,
        reader: Any,
        writer: Any,
        *,
        framing: str = "headers",
        timeout: Optional[float] = 60.0,
        process: Optional[Process] = None,
    ) -> None:
        """``reader`` and ``writer`` are binary streams or file descriptors; descriptors are made non-blocking."""
        self._keep = (reader, writer)
        self._in, self._out = bridged(reader, writer)
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)
        self._framing: Framing = LineFraming() if framing == "lines" else HeaderFraming()
        self._frame = self._framing.frame
        self.timeout = timeout
        self.process = process
        self._ids = count(1)
        self._pending: Dict[Any, Pending] = {}
        self._handlers: Dict[str, Tuple[Handler, ...]] = {}
        self._output = threading.Lock()
        self._turn = threading.Lock()
        self._reader: Optional[int] = None
        self._depth = 0
        self._followers: List[Tuple[Optional[Pending], threading.Event]] = []
        self._failure: Optional[NodewireError] = None
        self._poll_in = select.poll()
        self._poll_in.register(self._in, select.POLLIN)
        self._poll_out = select.poll()
        self._poll_out.register(self._out, select.POLLOUT)
        self._poll_both = select.poll()
        self._poll_both.register(self._in, select.POLLIN)
        self._poll_both.register(self._out, select.POLLOUT if self._in != self._out else select.POLLIN | select.POLLOUT)

    @classmethod
    def launch(
        cls, command: Sequence[str], *, framing: str = "headers", timeout: Optional[float] = 60.0, **options: Any
    ) -> "Connection":
        """Starts a server process; ``options`` are those of ``Process`` (``cwd``, ``env``, ``stderr``)."""
        process = Process(command, **options)
        return cls(process.stdout, process.stdin, framing=framing, timeout=timeout, process=process)

    # Sending

    def request(self, method: str, params: Params = None, timeout: Timeout = DEFAULT) -> Any:
        """Sends a request, waits for its reply and returns the result, or raises a ``ServerError``."""
        return self.send(method, params).result(timeout)

    def send(self, method: str, params: Params = None) -> Pending:
        """Sends a request without waiting."""
        pending, body = self._prepare(method, params)
        self._write(self._frame(body))
        return pending

    def request_many(self, calls: Iterable[Call], timeout: Timeout = DEFAULT, return_errors: bool = False) -> List[Any]:
        """Sends all calls before it waits, and returns their results in order.

        The first error is raised once all answers are in, unless ``return_errors`` puts them among the results.
        """
        prepared = [self._prepare(method, params) for method, params in calls]
        chunk: List[bytes] = []
        size = 0
        for _, body in prepared:
            chunk.append(self._frame(body))
            size += len(chunk[-1])
            if size > _CHUNK:
                self._write(b"".join(chunk))
                chunk, size = [], 0
        self._write(b"".join(chunk))
        return results([pending for pending, _ in prepared], timeout, return_errors)

    def batch(self, calls: Iterable[Call], timeout: Timeout = DEFAULT, return_errors: bool = False) -> List[Any]:
        """The same as one JSON-RPC batch: one message is sent and one received."""
        prepared = [self._prepare(method, params) for method, params in calls]
        if not prepared:
            return []
        self._write(self._frame(b"[" + b",".join([body for _, body in prepared]) + b"]"))
        return results([pending for pending, _ in prepared], timeout, return_errors)

    def notify(self, method: str, params: Params = None) -> None:
        """Sends a notification, which has no reply; a failure is sent as ``server/failed``."""
        self._write(self._frame(notification_body(method, params)))

    def on(self, method: str, handler: Handler) -> Callable[[], None]:
        """Calls ``handler`` with the parameters of every notification ``method``; returns what ends that."""
        with self._turn:
            self._handlers[method] = self._handlers.get(method, ()) + (handler,)

        def off() -> None:
            with self._turn:
                rest = list(self._handlers.get(method, ()))
                if handler in rest:
                    rest.remove(handler)
                self._handlers[method] = tuple(rest)

        return off

    def _prepare(self, method: str, params: Params) -> Tuple[Pending, bytes]:
        ident = next(self._ids)
        body = request_body(ident, method, params)
        pending = self._pending[ident] = Pending(self, method, ident)
        return pending, body

    # Receiving

    def fileno(self) -> int:
        """The descriptor that becomes readable when the server has sent something."""
        return self._in

    def poll(self, timeout: Optional[float] = 0.0) -> int:
        """Handles what has arrived, waiting up to ``timeout`` seconds for a first message; returns how many there were.

        Raises ``ConnectionClosed`` when the server has gone.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        if not self._lead():
            time.sleep(min(timeout or 0.01, 0.01))
            return 0
        try:
            handled = 0
            while True:
                if self._take_in():
                    handled += 1
                elif not self._take(0 if handled else _left(deadline)):
                    return handled
        finally:
            self._leave()

    def wait_for(self, pending: Pending, timeout: Timeout = DEFAULT) -> None:
        """Reads, or lets another thread read, until the reply has arrived; else completes it with ``RequestTimeout``."""
        seconds = self.timeout if isinstance(timeout, Default) else timeout
        deadline = None if seconds is None else time.monotonic() + seconds
        while not pending.done:
            if self._lead():
                try:
                    if self._read_until(pending, deadline):
                        return
                finally:
                    self._leave()
            elif self._follow(pending, deadline):
                continue
            self._pending.pop(pending.id, None)
            pending.complete(
                RequestTimeout(f"{pending.method} was not answered within {seconds} s and has been cancelled")
            )
            if self._failure is None:
                self.notify("$/cancelRequest", {"id": pending.id})

    def _read_until(self, pending: Pending, deadline: Optional[float]) -> bool:
        """Reads as the leader until the reply has arrived and the buffer has no whole message; false on timeout."""
        while True:
            while self._take_in():
                pass
            if pending.done:
                return True
            if not self._take(_left(deadline)):
                return pending.done

    def _lead(self) -> bool:
        """Takes the reader's turn if it is free. A handler that waits within the reader's thread leads already."""
        me = threading.get_ident()
        with self._turn:
            if self._reader is None:
                self._reader = me
            elif self._reader == me:
                self._depth += 1
            else:
                return False
            return True

    def _leave(self) -> None:
        with self._turn:
            if self._depth:
                self._depth -= 1
                return
            self._reader = None
            if self._followers:
                self._followers[0][1].set()

    def _follow(self, pending: Pending, deadline: Optional[float]) -> bool:
        """Waits until the reply has arrived or the reader's turn is free; false on timeout."""
        event = threading.Event()
        entry = (pending, event)
        with self._turn:
            if pending.done or self._reader is None:
                return True
            self._followers.append(entry)
        woken = event.wait(_left(deadline))
        with self._turn:
            self._followers.remove(entry)
            if self._reader is None and self._followers:
                self._followers[0][1].set()
        return woken or pending.done

    def _take(self, seconds: Optional[float]) -> bool:
        """Waits for bytes and puts them into the buffer; false on timeout. A failed connection never waits."""
        if self._failure is not None:
            raise self._failure
        if not self._poll_in.poll(None if seconds is None else seconds * 1000):
            return False
        self._feed()
        return True

    def _feed(self) -> None:
        wanted = self._framing.wanted
        try:
            data = os.read(self._in, 65_536 if wanted < 65_536 else min(wanted, 1 << 24))
        except BlockingIOError:
            return
        except OSError as error:
            data = b""
            log.debug("reading failed: %s", error)
        if data:
            self._framing.feed(data)
        else:
            self._gone(None)

    def _fail(self, failure: NodewireError) -> None:
        """Ends the conversation: every waiting request raises the reason."""
        self._failure = self._failure or failure
        waiting, self._pending = self._pending, {}
        for pending in waiting.values():
            pending.complete(self._failure)
        with self._turn:
            for _, event in self._followers:
                event.set()

    def _take_in(self) -> bool:
        """Handles the next whole message in the buffer; false if there is none."""
        try:
            text = self._framing.next()
            if text is None:
                return False
            message = decoded(text)
        except FramingError as error:
            self._fail(error)
            return False
        except ValueError as error:
            self._fail(FramingError(f"the server sent a message that is not JSON: {error}"))
            return True
        for one in message if type(message) is list else (message,):
            self._handle(one)
        return True

    def _handle(self, message: Any) -> None:
        method = message.get("method")
        if method is None:
            pending = self._pending.pop(message.get("id"), None)
            if pending is None:
                log.warning("an answer to no request: %s", message)
                return
            pending.complete(message)
            if self._followers:
                with self._turn:
                    for waiting, event in self._followers:
                        if waiting is pending:
                            event.set()
        elif "id" in message:
            error = {"code": -32601, "message": f"the client has no method {method}"}
            self._write(self._frame(encoded({"jsonrpc": "2.0", "id": message["id"], "error": error}).encode()))
        else:
            params = message.get("params") or {}
            for handler in self._handlers.get(method, ()):
                try:
                    handler(params)
                except Exception:
                    log.exception("a handler of %s failed", method)

    # Writing

    def _write(self, data: bytes) -> None:
        if not self._output.acquire(False):
            self._queue_up()
        try:
            if self._failure is not None:
                raise self._failure
            try:
                written = os.write(self._out, data)
            except BlockingIOError:
                written = 0
            if written < len(data):
                try:
                    self._write_rest(memoryview(data)[written:])
                except KeyboardInterrupt:
                    self._fail(ConnectionClosed("a message was cut short by an interrupt"))
                    raise
        except NodewireError:
            raise
        except OSError as error:
            raise self._gone(error) from None
        finally:
            self._output.release()

    def _queue_up(self) -> None:
        """Waits for another thread's writing to end. A reader continues to read, since that writer may need it."""
        while not self._output.acquire(timeout=0.01):
            if self._reader == threading.get_ident() and self._failure is None and self._poll_in.poll(0):
                self._feed()

    def _write_rest(self, rest: memoryview) -> None:
        seconds = self.timeout
        deadline = None if seconds is None else time.monotonic() + seconds
        while rest:
            if self._lead():
                try:
                    ready = dict(self._poll_both.poll(1000))
                    if ready.get(self._in, 0) & _READABLE:
                        self._feed()
                finally:
                    self._leave()
                if self._failure is not None:
                    raise self._failure
            else:
                self._poll_out.poll(10)
            try:
                sent = os.write(self._out, rest)
            except BlockingIOError:
                sent = 0
            rest = rest[sent:]
            if sent and seconds is not None:
                deadline = time.monotonic() + seconds
            elif deadline is not None and time.monotonic() > deadline:
                failure = RequestTimeout(f"the server has not read its input for {seconds} s")
                self._fail(failure)
                raise failure

    def _gone(self, error: Optional[OSError]) -> ConnectionClosed:
        code = self.process.exit_code(1.0) if self.process else None
        how = f" ({error})" if error else ""
        failure = ConnectionClosed(f"the server has ended{how if code is None else f' (exit code {code})'}", code)
        self._fail(failure)
        return failure

    # Ending

    @property
    def closed(self) -> bool:
        return self._failure is not None

    def close(self, timeout: float = 5.0) -> Optional[int]:
        """Closes both streams; a process is waited for, then terminated, then killed. Returns its exit code."""
        if self._failure is None:
            self._fail(ConnectionClosed("the connection has been closed"))
        if self.process is not None:
            return self.process.end(timeout)
        for stream in self._keep:
            if hasattr(stream, "close"):
                stream.close()
        return None

    def __enter__(self) -> "Connection":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _left(deadline: Optional[float]) -> Optional[float]:
    return None if deadline is None else max(0.0, deadline - time.monotonic())
