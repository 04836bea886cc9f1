"""The blocking connection: any number of threads wait, read and write over two descriptors."""

from __future__ import annotations

import os
import select
import threading
import time
from typing import TYPE_CHECKING, Any, Iterable, List, Optional, Sequence, Tuple

from ._conversation import Params
from .errors import ConnectionClosed, NodewireError, RequestTimeout
from ._peer import Call, Peer, Then, closed, ended
from ._pending import DEFAULT, Pending, Timeout, results
from ._process import Process, ProcessOptions
from ._transport import Place, Socket, Transport

if TYPE_CHECKING:
    from typing_extensions import Unpack

_READABLE = select.POLLIN | select.POLLHUP | select.POLLERR


class Connection(Peer):
    """Requests and notifications over two byte streams, from any number of threads.

    There is no reader thread: a thread that waits for a reply reads, and passes on what belongs to others. Handlers run
    in the thread that reads, in the order of arrival, before the reply that follows is returned; they may send requests
    themselves. While no thread waits, nothing is read: call ``poll`` now and then, or when ``fileno()`` is readable, to
    receive notifications and requests that no request causes.

    Writing never blocks on a server that waits for its output to be read: its output is read meanwhile.
    """

    def __init__(
        self,
        reader: Any,
        writer: Any,
        *,
        framing: str = "headers",
        timeout: Optional[float] = 60.0,
        transport: Optional[Transport] = None,
    ) -> None:
        """``reader`` and ``writer`` are binary streams or file descriptors; descriptors are made non-blocking."""
        super().__init__(reader, writer, framing, timeout, transport)
        self._output = threading.Lock()
        self._turn = threading.Lock()
        self._reader: Optional[int] = None
        self._depth = 0
        self._followers: List[Tuple[Optional[Pending], threading.Event]] = []
        self._poll_in = select.poll()
        self._poll_in.register(self._in, select.POLLIN)
        self._poll_out = select.poll()
        self._poll_out.register(self._out, select.POLLOUT)
        self._poll_both = select.poll()
        self._poll_both.register(self._in, select.POLLIN)
        self._poll_both.register(self._out, select.POLLOUT if self._in != self._out else select.POLLIN | select.POLLOUT)

    @classmethod
    def launch(
        cls,
        command: Sequence[str],
        *,
        framing: str = "headers",
        timeout: Optional[float] = 60.0,
        **options: "Unpack[ProcessOptions]",
    ) -> "Connection":
        """Starts a server process; ``options`` are those of ``Process`` (``cwd``, ``env``, ``stderr``)."""
        process = Process(command, **options)
        return cls(process.stdout, process.stdin, framing=framing, timeout=timeout, transport=process)

    @classmethod
    def connect(cls, place: Place, *, framing: str = "headers", timeout: Optional[float] = 60.0) -> "Connection":
        """Connects to a server that listens at a place: the path of a socket, or ``127.0.0.1:PORT``."""
        link = Socket(place, timeout)
        return cls(link.stdout, link.stdin, framing=framing, timeout=timeout, transport=link)

    # Sending

    def request(self, method: str, params: Params = None, timeout: Timeout = DEFAULT) -> Any:
        """Sends a request, waits for its reply and returns the result, or raises a ``ServerError``."""
        return self.send(method, params).result(timeout)

    def send(self, method: str, params: Params = None, then: Optional[Then] = None) -> Pending:
        """Sends a request without waiting. ``then`` is called when the reply comes, before what follows it is read."""
        pending = Pending(self, method, then)
        self._post(pending, params)
        return pending

    def request_many(self, calls: Iterable[Call], timeout: Timeout = DEFAULT, return_errors: bool = False) -> List[Any]:
        """Sends all calls before it waits, and returns their results in order.

        The first error is raised once all answers are in, unless ``return_errors`` puts them among the results.
        """
        calls = list(calls)
        pendings = [Pending(self, method) for method, _ in calls]
        for chunk in self._chunks(self._bodies(pendings, calls)):
            self._write(chunk)
        return results(pendings, timeout, return_errors)

    def batch(self, calls: Iterable[Call], timeout: Timeout = DEFAULT, return_errors: bool = False) -> List[Any]:
        """Sends all calls as one JSON-RPC batch: one message is sent and one received."""
        calls = list(calls)
        if not calls:
            return []
        pendings = [Pending(self, method) for method, _ in calls]
        self._write(self._conversation.batch(self._bodies(pendings, calls)))
        return results(pendings, timeout, return_errors)

    # Receiving

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
        """Reads, or lets another thread read, until the reply has arrived; after the timeout, cancels the request."""
        seconds = self._seconds(timeout)
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
            pending.expire(seconds)
            if not self.closed:
                self.notify("$/cancelRequest", {"id": pending.id})

    def wake(self, pending: Pending) -> None:
        """Wakes the thread that waits for a reply while another one reads."""
        if self._followers:
            with self._turn:
                for waiting, event in self._followers:
                    if waiting is pending:
                        event.set()

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
            # First in the list, then a look: whoever stores the reply does both the other way round.
            self._followers.append(entry)
            if pending.done or self._reader is None:
                self._followers.remove(entry)
                return True
        woken = event.wait(_left(deadline))
        with self._turn:
            self._followers.remove(entry)
            if self._reader is None and self._followers:
                self._followers[0][1].set()
        return woken or pending.done

    def _take(self, seconds: Optional[float]) -> bool:
        """Waits for bytes and puts them into the buffer; false on timeout. A failed connection never waits."""
        self._raise_failure()
        if not self._poll_in.poll(None if seconds is None else seconds * 1000):
            return False
        self._feed()
        return True

    def _fail(self, failure: NodewireError) -> None:
        super()._fail(failure)
        with self._turn:
            for _, event in self._followers:
                event.set()

    def _raise_failure(self) -> None:
        failure = self._conversation.failure
        if failure is not None:
            raise failure

    # Writing

    def _write(self, data: bytes) -> None:
        if not self._output.acquire(False):
            self._queue_up()
        try:
            self._raise_failure()
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
            if self._reader == threading.get_ident() and not self.closed and self._poll_in.poll(0):
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
                self._raise_failure()
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
        failure = ended(error, code)
        self._fail(failure)
        return failure

    # Ending

    def close(self, timeout: float = 5.0) -> Optional[int]:
        """Closes both streams; a process is waited for, then terminated, then killed. Returns its exit code."""
        self._fail(closed())
        return self._transport.end(timeout)

    def __enter__(self) -> "Connection":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _left(deadline: Optional[float]) -> Optional[float]:
    return None if deadline is None else max(0.0, deadline - time.monotonic())
