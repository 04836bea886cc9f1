"""One page's socket: what came of its messages, and what waits until it reads. Nothing here blocks."""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections import Counter
from typing import Iterator, Optional, Set, Tuple

from web_socket import CLOSE, PING, PONG, TEXT, Framing, WebSocketError, close_frame, close_status, control_frame

# What may wait for a window that does not read; the server sends no more than two frames ahead of one that acknowledges.
WAITING_BYTES = 16 << 20
# So much is read of a window before the others have their turn.
TURN_BYTES = 8192
# How long a window has to hear a goodbye, in seconds.
PATIENCE = 1.0


class Window:
    """A page, with all that it has in the server.

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
        # Whether it left too much unread.
        self.is_full = False
        # How often it has opened which document and not closed it.
        self.documents: "Counter[str]" = Counter()
        self.views: Set[str] = set()
        # What of which document it watches.
        self.watches: Set[Tuple[str, str]] = set()
        # The numbers of its messages that wait for a reply.
        self.asked: Set[int] = set()
        # What it answers when the server asks.
        self.capabilities: Set[str] = set()
        # What it has sent, while that is read.
        self.work: Optional[Iterator[None]] = None
        self._framing = Framing()
        self._framing.feed(received)
        self._waiting = bytearray()
        self._is_shut = False

    @property
    def is_waiting(self) -> bool:
        return bool(self._waiting)

    def put(self, frame: bytes) -> None:
        """Lets a frame wait for the page. One that comes alone may be of any length."""
        if self.leaves is not None:
            return
        if self._waiting and len(self._waiting) + len(frame) > WAITING_BYTES:
            self.is_full = True
            self._waiting.clear()
        if not self.is_full:
            self._waiting += frame

    def flush(self) -> None:
        """Writes what waits, as much as the page takes; raises ``OSError`` if it is gone."""
        try:
            while self._waiting:
                del self._waiting[: self.socket.send(self._waiting)]
        except (BlockingIOError, InterruptedError):
            return
        if self.leaves is not None and not self._is_shut:
            self._is_shut = True
            self.socket.shutdown(socket.SHUT_WR)

    def receive(self) -> None:
        """Reads what the page has sent, for ``messages``; raises ``OSError`` if it is gone."""
        try:
            data = self.socket.recv(TURN_BYTES)
        except (BlockingIOError, InterruptedError):
            return
        if not data:
            raise ConnectionResetError
        self.heard = time.monotonic()
        if self.leaves is None:
            self._framing.feed(data)

    def messages(self) -> Iterator[str]:
        """The messages that have come. Pings are answered; a goodbye, and what breaks the protocol, begin the end."""
        try:
            while self.leaves is None:
                found = self._framing.next()
                if found is None:
                    return
                kind, payload = found
                if kind == TEXT:
                    yield payload
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
