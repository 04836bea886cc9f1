"""The connection of an event loop: it waits, reads and writes by callbacks of the loop."""

from __future__ import annotations

import asyncio
import inspect
import logging
import os
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any, Awaitable, Callable, Iterable, List, Optional, Sequence, Set

from .._conversation import Params
from ..errors import NodewireError
from .._peer import CHUNK, Call, Peer, Then, closed, ended
from .._pending import DEFAULT, Timeout
from .._process import Process, ProcessOptions
from .._transport import Place, Socket, Transport
from ._listening import Listening
from ._notifications import Notifications
from ._pending import Pending, results

if TYPE_CHECKING:
    from typing_extensions import Unpack

log = logging.getLogger("nodewire")


class Connection(Listening, Peer):
    """Requests and notifications over two byte streams, in the event loop in which it was made.

    The loop reads whenever the server has sent something, so notifications arrive while no task waits for a reply.
    Handlers run in the order of arrival, before the task that awaits a later reply goes on. A handler may be a
    coroutine function: it then runs as a task of its own, and may send requests and wait for them.
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
        """``reader`` and ``writer`` are pipes or sockets, their descriptors, or streams that threads then copy."""
        self._loop = asyncio.get_running_loop()
        super().__init__(reader, writer, framing, timeout, transport)
        self._streams: Set[Notifications[Any]] = set()
        self._unwritten = bytearray()
        self._writers: List[asyncio.Future[None]] = []
        self._tasks: Set[asyncio.Future[Any]] = set()
        self._end: Optional[asyncio.Task[None]] = None
        self._left = False
        self._loop.add_reader(self._in, self._readable)

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
    async def connect(cls, place: Place, *, framing: str = "headers", timeout: Optional[float] = 60.0) -> "Connection":
        """Connects to a server that listens at a place: the path of a socket, or ``127.0.0.1:PORT``."""
        link = await asyncio.get_running_loop().run_in_executor(None, Socket, place, timeout)
        return cls(link.stdout, link.stdin, framing=framing, timeout=timeout, transport=link)

    # Sending

    async def request(self, method: str, params: Params = None, timeout: Timeout = DEFAULT) -> Any:
        """Sends a request, waits for its reply and returns the result, or raises a ``ServerError``."""
        return await self.send(method, params).result(timeout)

    def send(self, method: str, params: Params = None, then: Optional[Then] = None) -> Pending:
        """Sends a request without waiting. ``then`` is called when the reply comes, before what follows it is read."""
        pending = Pending(self, method, then)
        self._post(pending, params)
        return pending

    async def request_many(
        self, calls: Iterable[Call], timeout: Timeout = DEFAULT, return_errors: bool = False
    ) -> List[Any]:
        """Sends all calls before it waits, and returns their results in order.

        The first error is raised once all answers are in, unless ``return_errors`` puts them among the results.
        """
        calls = list(calls)
        pendings = [Pending(self, method) for method, _ in calls]
        for chunk in self._chunks(self._bodies(pendings, calls)):
            self._write(chunk)
        return await results(pendings, timeout, return_errors)

    async def batch(self, calls: Iterable[Call], timeout: Timeout = DEFAULT, return_errors: bool = False) -> List[Any]:
        """Sends all calls as one JSON-RPC batch: one message is sent and one received."""
        calls = list(calls)
        if not calls:
            return []
        pendings = [Pending(self, method) for method, _ in calls]
        self._write(self._conversation.batch(self._bodies(pendings, calls)))
        return await results(pendings, timeout, return_errors)

    async def drain(self, unwritten: int = CHUNK) -> None:
        """Waits until at most this many bytes are unwritten. Call it if you send much without waiting for replies."""
        while len(self._unwritten) > unwritten and not self.closed:
            waiter = self._loop.create_future()
            self._writers.append(waiter)
            try:
                await waiter
            finally:
                self._writers.remove(waiter)

    # Receiving

    def _listened(self) -> "Connection":
        return self

    async def wait_for(self, pending: Pending, timeout: Timeout = DEFAULT) -> None:
        """Waits until the reply has arrived; cancels the request after the timeout, or if the task is cancelled."""
        seconds = self._seconds(timeout)
        waiter = self._loop.create_future()
        timer = None if seconds is None else self._loop.call_later(seconds, self._expire, pending, seconds)
        pending._waiters.append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if pending._waiters == [waiter]:
                pending.cancel()
            raise
        finally:
            pending._waiters.remove(waiter)
            if timer is not None:
                timer.cancel()

    def _expire(self, pending: Pending, seconds: float) -> None:
        pending.cancel()
        pending.expire(seconds)

    def _readable(self) -> None:
        self._feed()
        while self._take_in():
            pass

    def _heard(self, method: str, outcome: Any) -> None:
        if inspect.isawaitable(outcome):
            self._start(outcome, partial(self._finished, method))

    def _finished(self, method: str, task: "asyncio.Future[Any]") -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log.error("a handler of %s failed", method, exc_info=error)

    def _answered(self, method: str, ident: Any, result: Any) -> None:
        if inspect.isawaitable(result):
            self._start(result, partial(self._decided, method, ident))
        else:
            super()._answered(method, ident, result)

    def _decided(self, method: str, ident: Any, task: "asyncio.Future[Any]") -> None:
        if self.closed:
            return
        error = asyncio.CancelledError() if task.cancelled() else task.exception()
        if error is not None:
            self._refuse(method, ident, error)
        else:
            super()._answered(method, ident, task.result())

    def _start(self, work: Awaitable[Any], then: Callable[["asyncio.Future[Any]"], None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(then)

    # Writing

    def _write(self, data: bytes) -> None:
        failure = self._conversation.failure
        if failure is not None:
            raise failure
        if not self._unwritten:
            data = data[self._written(data) :]
            if not data:
                return
            self._loop.add_writer(self._out, self._writable)
        self._unwritten += data

    def _written(self, data: "bytes | bytearray") -> int:
        """The number of bytes that the system has taken. Bytes for an ended server count as taken."""
        if self._end is not None:
            return len(data)
        try:
            return os.write(self._out, data)
        except BlockingIOError:
            return 0
        except OSError as error:
            self._gone(error)
            return len(data)

    def _writable(self) -> None:
        del self._unwritten[: self._written(self._unwritten)]
        if not self._unwritten:
            self._loop.remove_writer(self._out)
        self._wake_writers()

    def _wake_writers(self) -> None:
        for waiter in self._writers:
            if not waiter.done():
                waiter.set_result(None)

    # Ending

    def _raise_unless_left(self) -> None:
        """Raises the reason for the end of the conversation, unless this side has ended it."""
        failure = self._conversation.failure
        if failure is not None and not self._left:
            raise failure

    def _gone(self, error: Optional[OSError]) -> None:
        """Stops reading. Waiting tasks get the reason as soon as the exit code is known, within a second."""
        self._loop.remove_reader(self._in)
        if self._end is None:
            self._end = self._loop.create_task(self._report(error))

    async def _report(self, error: Optional[OSError]) -> None:
        if error is not None:
            self._take_in_rest()
        code, tries = None, 100
        while self.process is not None and code is None and tries:
            code, tries = self.process.exit_code(), tries - 1
            if code is None:
                await asyncio.sleep(0.01)
        self._fail(ended(error, code))

    def _take_in_rest(self) -> None:
        """Takes in what the server wrote before it stopped reading, as far as a pipe holds that much."""
        for _ in range(16):
            try:
                data = os.read(self._in, CHUNK)
            except OSError:
                return
            if not data:
                return
            self._conversation.feed(data)
            while self._take_in():
                pass

    def _fail(self, failure: NodewireError) -> None:
        if self.closed:
            return
        super()._fail(failure)
        self._loop.remove_reader(self._in)
        self._loop.remove_writer(self._out)
        self._unwritten.clear()
        self._wake_writers()
        for stream in list(self._streams):
            stream.wake()

    async def close(self, timeout: float = 5.0) -> Optional[int]:
        """Writes what is not written yet and closes both streams.

        A process is waited for, then terminated, then killed. Returns its exit code.
        """
        try:
            await asyncio.wait_for(self.drain(0), timeout)
        except asyncio.TimeoutError:
            log.warning("the server has not read all of its input")
        self._left = True
        self._fail(closed())
        tasks = [task for task in (*self._tasks, self._end) if task not in (None, asyncio.current_task())]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with closing(self._transport.ending(timeout)) as pauses:
            for pause in pauses:
                await asyncio.sleep(pause)
        return self._transport.exit_code()

    async def __aenter__(self) -> "Connection":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
