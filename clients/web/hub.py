"""One server process and the windows on it: a loop on one thread carries all messages, both ways.

It never waits for a window or for the server. Windows have their turns: a little is read of each, nothing while the server has
yet to read what waits for it, and nothing of a window with many unanswered requests. What a window has not read waits, up to a
bound; one beyond it is cut off.
"""

from __future__ import annotations

import os
import selectors
import socket
import threading
import time
import traceback
from collections import deque
from functools import partial
from pathlib import Path
from typing import Callable, Deque, Dict, List

from envelope import Pauses
from protocol import Protocol
from switchboard import Switchboard
from window import Window

from nodewire_client import HeaderFraming, Process
from nodewire_client.errors import FramingError

# While more than this waits for the server, windows are not read.
INPUT_BYTES = 16_384
# Nor is a window with so many unanswered requests.
REQUESTS = 100
# What is read of the server's output at a time.
OUTPUT_BYTES = 1 << 18
# A window that was not heard of for so many seconds is asked for a sign of life; without one it is cut off.
PING_AFTER = 20.0
SILENCE_LIMIT = 180.0

READ, WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE


class Hub:
    """A server process with its windows. It is over when the process ends, or when it is ended."""

    def __init__(self, command: List[str], root: Path, protocol: Protocol) -> None:
        self._process = Process(command, cwd=root)
        self._board = Switchboard(self._send, protocol)
        self._framing = HeaderFraming()
        self._input = bytearray()
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
        for stream in (self._process.stdin, self._process.stdout, self._woken, self._waker):
            os.set_blocking(stream.fileno(), False)
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

    # The loop

    def _run(self) -> None:
        for stream, hearer in ((self._woken, self._wake), (self._process.stdout, self._listen)):
            self._hearers[stream.fileno()] = hearer
            self._watch(stream.fileno(), READ)
        # That it can be written again is all there is to hear; each turn writes.
        self._hearers[self._process.stdin.fileno()] = lambda events: None
        try:
            while not self.is_over or self._windows:
                for key, events in self._selector.select(self._pause()):
                    key.data(events)
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
            self._process.end(timeout=1.0)

    def _pause(self) -> float:
        if any(window.work for window in self._windows):
            return 0.0
        ends = [window.leaves for window in self._windows if window.leaves is not None]
        return max(0.0, min([self._next_ping, *ends]) - time.monotonic())

    def _finish_turn(self) -> None:
        self._flush_input()
        now = time.monotonic()
        if now >= self._next_ping:
            self._next_ping = now + PING_AFTER
            self._look_for_silence(now)
        for window in list(self._windows):
            self._work(window)
            self._serve(window, now)
        self._flush_input()

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
            self._selector.modify(number, events, self._hearers[number])
        else:
            self._selector.register(number, events, self._hearers[number])

    # The windows

    def _admit(self, window: Window) -> None:
        self._windows.append(window)
        self._hearers[window.socket.fileno()] = partial(self._hear, window)
        if self.is_over:
            return window.say_goodbye(1011, "the server has ended")
        self._board.windows.append(window)
        window.work = self._messages(window)

    def _hear(self, window: Window, events: int) -> None:
        if events & READ:
            try:
                window.receive()
            except OSError:
                return self._release(window)
            window.work = window.work or self._messages(window)

    def _messages(self, window: Window) -> Pauses:
        for text in window.messages():
            yield from self._board.receive(window, text)

    def _work(self, window: Window) -> None:
        """Goes on with what a window has sent, up to the next pause. A mistake of the bridge ends this window only."""
        try:
            if window.work and next(window.work, self) is self:
                window.work = None
        except Exception:
            traceback.print_exc()
            window.work = None
            window.say_goodbye(1011, "the bridge has failed")

    def _serve(self, window: Window, now: float) -> None:
        """Writes to a window what waits for it, and sees what is wanted of it next."""
        if window.is_full:
            window.reset()
            return self._release(window)
        if window.leaves is not None:
            window.work = None
            self._board.leave(window)
            if now >= window.leaves:
                return self._release(window)
        try:
            window.flush()
        except OSError:
            return self._release(window)
        has_room = len(self._input) < INPUT_BYTES and len(window.asked) < REQUESTS and not window.work
        is_heard = window.leaves is not None or has_room
        events = (READ if is_heard else 0) | (WRITE if window.is_waiting else 0)
        self._watch(window.socket.fileno(), events)

    def _look_for_silence(self, now: float) -> None:
        for window in list(self._windows):
            silence = now - window.heard
            if silence >= SILENCE_LIMIT:
                self._release(window)
            elif silence >= PING_AFTER:
                window.ping()

    def _release(self, window: Window) -> None:
        if window in self._windows:
            self._windows.remove(window)
            window.work = None
            self._board.leave(window)
            self._watch(window.socket.fileno(), 0)
            del self._hearers[window.socket.fileno()]
            window.over.set()

    # The server

    def _send(self, text: str) -> None:
        self._input += HeaderFraming.frame(text.encode("utf-8"))

    def _flush_input(self) -> None:
        if self.is_over:
            return
        try:
            while self._input:
                count = self._process.stdin.write(self._input)
                if count is None:
                    break
                del self._input[:count]
        except OSError:
            # What it still said is read; then its output ends.
            self._input.clear()
        self._watch(self._process.stdin.fileno(), WRITE if self._input else 0)

    def _listen(self, events: int) -> None:
        try:
            data = os.read(self._process.stdout.fileno(), OUTPUT_BYTES)
            if not data:
                return self._end(1011, "the server has ended")
            self._framing.feed(data)
            text = self._framing.next()
            while text is not None:
                self._board.hand_on(text)
                text = self._framing.next()
        except (BlockingIOError, InterruptedError):
            pass
        except (OSError, FramingError):
            self._end(1011, "the server has ended")

    def _end(self, code: int, reason: str) -> None:
        self.is_over = True
        self._input.clear()
        for stream in (self._process.stdin, self._process.stdout):
            self._watch(stream.fileno(), 0)
        for window in self._windows:
            window.say_goodbye(code, reason)
