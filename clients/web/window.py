"""One page's socket: what came of its messages, and what waits until it reads. Nothing here blocks."""

from __future__ import annotations

import select
import socket
import struct
import threading
import time
from typing import Optional

from web_socket import CLOSE, PING, PONG, TEXT, Framing, WebSocketError, close_frame, close_status, control_frame, text_frame

from nodewire_client import HeaderFraming
from nodewire_client.errors import FramingError

# While more than this waits for a window, the server is not read for it.
WAITING_BYTES = 1 << 20
# While more than this waits for the server, the window is not read.
INPUT_BYTES = 16_384
# So much is read of a window before the others have their turn, and of the server for it.
TURN_BYTES = 8192
OUTPUT_BYTES = 1 << 18
# How long the end of the server may come after that of its connections, in seconds.
GRACE = 0.2
# How long a window has to hear a goodbye, in seconds.
PATIENCE = 1.0


class Window:
    """A page, and its connection to the server.

    ``over`` is set once nothing is read from its socket or written to it any more.
    """

    def __init__(self, connection: socket.socket, received: bytes = b"") -> None:
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket = connection
        self.over = threading.Event()
        # When it was last heard of.
        self.heard = time.monotonic()
        # Until when it may hear the goodbye that was said to it.
        self.leaves: Optional[float] = None
        # The connection to the server, and when it counts as ended by that alone: the server may end itself, which is heard soon.
        self.server = socket.socket(socket.AF_UNIX)
        self.cut_off: Optional[float] = None
        self._messages = HeaderFraming()
        self._input = bytearray()
        self._framing = Framing()
        self._framing.feed(received)
        self._waiting = bytearray()
        self._is_shut = False

    @property
    def is_waiting(self) -> bool:
        return bool(self._waiting)

    @property
    def has_much_waiting(self) -> bool:
        return len(self._waiting) > WAITING_BYTES

    def is_hung_up(self) -> bool:
        """Whether the server has ended the conversation, also behind what was not read of it."""
        poll = select.poll()
        poll.register(self.server, 0)
        return bool(poll.poll(0))

    @property
    def has_to_pass_on(self) -> bool:
        return bool(self._input)

    @property
    def has_much_to_pass_on(self) -> bool:
        return len(self._input) > INPUT_BYTES

    def connect(self, path: str) -> None:
        """Begins a conversation; raises ``OSError`` if there is no server."""
        self.server.connect(path)
        self.server.setblocking(False)

    def put(self, frame: bytes) -> None:
        """Lets a frame wait for the page."""
        if self.leaves is None:
            self._waiting += frame

    def flush(self) -> None:
        """Writes what waits, as much as the page and the server take; raises ``OSError`` if the page is gone."""
        self._flush_input()
        try:
            while self._waiting:
                del self._waiting[: self.socket.send(self._waiting)]
        except (BlockingIOError, InterruptedError):
            return
        if self.leaves is not None and not self._is_shut:
            self._is_shut = True
            self.socket.shutdown(socket.SHUT_WR)

    def receive(self) -> None:
        """Reads what the page has sent; raises ``OSError`` if it is gone."""
        try:
            data = self.socket.recv(TURN_BYTES)
        except (BlockingIOError, InterruptedError):
            return
        if not data:
            raise ConnectionResetError
        self.heard = time.monotonic()
        if self.leaves is None:
            self._framing.feed(data)
            self.pass_on()

    def _flush_input(self) -> None:
        try:
            while self._input and self.leaves is None:
                del self._input[: self.server.send(self._input)]
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            # What the server still said is read; then its output ends.
            self._input.clear()

    def listen(self) -> None:
        """Reads what the server has sent."""
        try:
            data = self.server.recv(OUTPUT_BYTES)
            self._messages.feed(data)
            text = self._messages.next()
            while text is not None:
                self.put(text_frame(text))
                text = self._messages.next()
            if not data:
                self.cut_off = time.monotonic() + GRACE
        except (BlockingIOError, InterruptedError):
            return
        except (OSError, FramingError):
            self.cut_off = time.monotonic() + GRACE

    def pass_on(self) -> None:
        """Hands the messages that have come to the server. Pings are answered; a goodbye, and what breaks the protocol, begin the end."""
        try:
            while self.leaves is None:
                found = self._framing.next()
                if found is None:
                    return
                kind, payload = found
                if kind == TEXT:
                    self._input += HeaderFraming.frame(payload.encode("utf-8"))
                elif kind == PING:
                    self.put(control_frame(PONG, payload))
                elif kind == CLOSE:
                    self.say_goodbye(close_status(payload))
        except WebSocketError as error:
            self.say_goodbye(error.code, str(error))

    def ping(self) -> None:
        self.put(control_frame(PING))

    def say_goodbye(self, code: int, reason: str = "") -> None:
        """The last frame that is sent."""
        if self.leaves is None:
            self.put(close_frame(code, reason))
            self.leaves = time.monotonic() + PATIENCE

    def reset(self) -> None:
        """What waits in the system for a page that does not read goes with the connection."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
