"""One server process and the windows on it: a loop on one thread carries all messages, both ways.

Each window has a connection of its own to the socket of the server, which keeps the windows apart. The loop never waits for a
window or for the server: what one has not read waits, up to a bound, and nothing more is read of the other end meanwhile.
"""

from __future__ import annotations

import os
import selectors
import socket
import subprocess
import tempfile
import threading
import time
from collections import deque
from functools import partial
from pathlib import Path
from typing import Callable, Deque, Dict, List

from window import Window

from nodewire_client.errors import NodewireError

# How long a server has to begin, in seconds.
START = 30.0
# How often it is looked whether the server has cut off a window for which it is not read, in seconds.
SLOW_PAUSE = 0.5
# A window that was not heard of for so many seconds is asked for a sign of life; without one it is cut off.
PING_AFTER = 20.0
SILENCE_LIMIT = 180.0

READ, WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE


class Hub:
    """A server process with its windows. It is over when the process ends, or when it is ended."""

    def __init__(self, command: List[str], root: Path) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="nodewire")
        # Where other programs may connect, too.
        self.path = os.path.join(self._folder.name, "socket")
        # The server ends with its standard input: with this process, however that ends.
        words = [*command, "serve", "--root", str(root), "--socket", self.path, "--follow-input"]
        try:
            self._process = subprocess.Popen(words, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            self._folder.cleanup()
            raise NodewireError(f"the server cannot be started: {error}") from error
        self._windows: List[Window] = []
        self._selector = selectors.DefaultSelector()
        # What is waited for of each descriptor, and who hears of it.
        self._watched: Dict[int, int] = {}
        self._hearers: Dict[int, Callable[[int], None]] = {}
        self._calls: Deque[Callable[[], None]] = deque()
        self._calling = threading.Lock()
        self._is_gone = False
        self._woken, self._waker = socket.socketpair()
        self._next_ping = time.monotonic() + PING_AFTER
        self.is_over = False
        for stream in (self._woken, self._waker):
            stream.setblocking(False)
        self._await_server()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def join(self, window: Window) -> None:
        """Lets a window take part, until it is ``over``."""
        if not self._call(partial(self._admit, window)):
            window.over.set()

    def end(self) -> None:
        """Ends all windows and the process."""
        self._call(partial(self._end, 1001, "the bridge has ended"))
        self._thread.join()

    def _await_server(self) -> None:
        limit = time.monotonic() + START
        while not self._listens():
            if self._has_ended() or time.monotonic() > limit:
                self._end_process()
                raise NodewireError(f"the server {self._process.args[0]} does not listen")
            time.sleep(0.002)

    def _has_ended(self) -> bool:
        return self._process.poll() is not None

    def _listens(self) -> bool:
        with socket.socket(socket.AF_UNIX) as probe:
            return probe.connect_ex(self.path) == 0

    def _end_process(self) -> None:
        self._process.stdin.close()
        try:
            self._process.wait(3.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
        self._folder.cleanup()

    # The loop

    def _run(self) -> None:
        for stream, hearer in ((self._woken, self._wake), (self._process.stdout, self._hear_the_end)):
            self._hearers[stream.fileno()] = hearer
            self._watch(stream.fileno(), READ)
        try:
            while not self.is_over or self._windows:
                for key, events in self._selector.select(self._pause()):
                    # One that was heard before may have gone with its window.
                    self._hearers.get(key.fd, lambda events: None)(events)
                self._finish_turn()
        finally:
            self.is_over = True
            with self._calling:
                self._is_gone = True
            while self._calls:
                self._calls.popleft()()
            for window in list(self._windows):
                self._release(window)
            for resource in (self._selector, self._woken, self._waker):
                resource.close()
            self._end_process()

    def _pause(self) -> float:
        ends = [end for window in self._windows for end in (window.leaves, window.cut_off) if end is not None]
        pause = min([self._next_ping, *ends]) - time.monotonic()
        is_slow = any(window.has_much_waiting for window in self._windows)
        return max(0.0, min(pause, SLOW_PAUSE) if is_slow else pause)

    def _finish_turn(self) -> None:
        now = time.monotonic()
        if now >= self._next_ping:
            self._next_ping = now + PING_AFTER
            self._look_for_silence(now)
        for window in list(self._windows):
            self._serve(window, now)

    def _call(self, work: Callable[[], None]) -> bool:
        """Lets the loop do something, from another thread; False if it is over."""
        with self._calling:
            if self._is_gone:
                return False
            self._calls.append(work)
            try:
                self._waker.send(b"!")
            except BlockingIOError:
                pass  # It is about to wake.
            return True

    def _wake(self, events: int) -> None:
        self._woken.recv(4096)
        while self._calls:
            self._calls.popleft()()

    def _watch(self, number: int, events: int) -> None:
        known = self._watched.get(number, 0)
        if events == known:
            return
        self._watched[number] = events
        if not events:
            self._selector.unregister(number)
        elif known:
            self._selector.modify(number, events)
        else:
            self._selector.register(number, events)

    # The windows

    def _admit(self, window: Window) -> None:
        self._windows.append(window)
        self._hearers[window.socket.fileno()] = partial(self._hear, window, window.receive)
        if self.is_over:
            return window.say_goodbye(1011, "the server has ended")
        try:
            window.connect(self.path)
        except OSError:
            return window.say_goodbye(1011, "the server has ended")
        self._hearers[window.server.fileno()] = partial(self._hear, window, window.listen)
        window.pass_on()

    def _hear(self, window: Window, read: Callable[[], None], events: int) -> None:
        if events & READ:
            try:
                read()
            except OSError:
                self._release(window)

    def _serve(self, window: Window, now: float) -> None:
        """Writes what waits to a window and for it, and sees what is wanted of both next."""
        if window.leaves is not None and now >= window.leaves:
            return self._release(window)
        if window.has_much_waiting and window.is_hung_up():
            window.cut_off = window.cut_off or now
        if window.cut_off is not None and window.leaves is None:
            if window.is_waiting and not self._has_ended():
                # The server has cut it off, because it did not read.
                window.reset()
                return self._release(window)
            if now >= window.cut_off:
                window.say_goodbye(1000, "the conversation is over")
        try:
            window.flush()
        except OSError:
            return self._release(window)
        is_heard = window.leaves is not None or not window.has_much_to_pass_on
        self._watch(window.socket.fileno(), (READ if is_heard else 0) | (WRITE if window.is_waiting else 0))
        if window.server.fileno() in self._hearers:
            listens = window.leaves is None and not window.has_much_waiting and window.cut_off is None
            passes = window.leaves is None and window.has_to_pass_on
            self._watch(window.server.fileno(), (READ if listens else 0) | (WRITE if passes else 0))
            if window.leaves is not None:
                self._disconnect(window)

    def _look_for_silence(self, now: float) -> None:
        for window in list(self._windows):
            silence = now - window.heard
            if silence >= SILENCE_LIMIT:
                self._release(window)
            elif silence >= PING_AFTER:
                window.ping()

    def _disconnect(self, window: Window) -> None:
        """Ends the conversation of a window, which takes along what it has in the server."""
        if self._hearers.pop(window.server.fileno(), None):
            self._watch(window.server.fileno(), 0)
        window.server.close()

    def _release(self, window: Window) -> None:
        if window in self._windows:
            self._windows.remove(window)
            self._disconnect(window)
            self._watch(window.socket.fileno(), 0)
            del self._hearers[window.socket.fileno()]
            window.over.set()

    # The server

    def _hear_the_end(self, events: int) -> None:
        if not os.read(self._process.stdout.fileno(), 4096):
            self._end(1011, "the server has ended")

    def _end(self, code: int, reason: str) -> None:
        if self.is_over:
            return
        self.is_over = True
        self._watch(self._process.stdout.fileno(), 0)
        for window in self._windows:
            window.say_goodbye(code, reason)
