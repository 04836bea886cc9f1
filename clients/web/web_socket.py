"""The server's side of a WebSocket (RFC 6455) over a connected socket: text messages, bounded, nothing negotiated."""

from __future__ import annotations

import base64
import binascii
import hashlib
import select
import socket
import struct
import threading
import time
from email.message import Message
from typing import Optional, Tuple

MESSAGE_LIMIT = 64 << 20
PING_AFTER = 20.0
SILENCE_LIMIT = 180.0

_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_CONTINUATION, _TEXT, _BINARY, _CLOSE, _PING, _PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
_CHUNK = 1 << 18


class WebSocketError(Exception):
    """What the other side did against the protocol; ``code`` is the status to close with."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


def accept_key(headers: "Message[str, str]") -> Optional[str]:
    """The answer to a handshake's key, or None where the request is no handshake of version 13."""
    key = headers.get("Sec-WebSocket-Key", "").strip()
    try:
        is_key = len(base64.b64decode(key, validate=True)) == 16
    except (binascii.Error, ValueError):
        is_key = False
    upgrades = headers.get("Upgrade", "").strip().lower() == "websocket"
    connects = "upgrade" in [token.strip().lower() for token in headers.get("Connection", "").split(",")]
    if not (is_key and upgrades and connects and headers.get("Sec-WebSocket-Version", "").strip() == "13"):
        return None
    return base64.b64encode(hashlib.sha1(key.encode("ascii") + _GUID).digest()).decode("ascii")


class WebSocket:
    """Text messages both ways after the handshake. One thread receives; any may send or close.

    ``received`` is what came behind the handshake and was read with it.
    """

    def __init__(self, connection: socket.socket, received: bytes = b"", limit: int = MESSAGE_LIMIT) -> None:
        connection.settimeout(None)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket = connection
        self._limit = limit
        self._buffer = bytearray(received)
        self._output = threading.Lock()
        self._is_closing = False

    def receive(self) -> Optional[str]:
        """The next message; None once the other side has closed or gone. Pings are answered on the way.

        What breaks the protocol or the bound closes the connection with the status that says so.
        """
        try:
            return self._message()
        except WebSocketError as error:
            self.close(error.code, str(error))
            self._drain()
        except OSError:
            pass
        return None

    def send(self, text: str) -> None:
        self._send(_TEXT, text.encode("utf-8"))

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Says goodbye once; nothing is sent after it."""
        with self._output:
            if self._is_closing:
                return
            self._is_closing = True
            try:
                self._socket.settimeout(2.0)
                self._socket.sendall(_frame(_CLOSE, struct.pack("!H", code) + reason.encode("utf-8")[:120]))
            except OSError:
                pass

    def _drain(self) -> None:
        """Reads away what is under way: a socket closed before that would take the goodbye with it."""
        deadline = time.monotonic() + 1.0
        try:
            self._socket.shutdown(socket.SHUT_WR)
            self._socket.settimeout(0.2)
            while time.monotonic() < deadline and self._socket.recv(_CHUNK):
                pass
        except OSError:
            pass

    def abort(self) -> None:
        """Ends the connection at once; whoever waits for it is woken."""
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def _message(self) -> Optional[str]:
        parts = bytearray()
        is_open = False
        while True:
            final, opcode, payload = self._next_frame(self._limit - len(parts))
            if opcode == _CLOSE:
                self.close(_close_status(payload))
                return None
            if opcode == _PING:
                self._send(_PONG, payload)
            elif opcode == _BINARY:
                raise WebSocketError(1003, "messages are text")
            elif opcode in (_TEXT, _CONTINUATION):
                if is_open != (opcode == _CONTINUATION):
                    raise WebSocketError(1002, "a fragment out of turn")
                is_open = True
                parts += payload
                if final:
                    return _decoded(parts)

    def _next_frame(self, limit: int) -> Tuple[bool, int, bytes]:
        first, second = self._take(2)
        opcode, length = first & 0x0F, second & 0x7F
        if first & 0x70:
            raise WebSocketError(1002, "no extension was agreed upon")
        if opcode not in (_CONTINUATION, _TEXT, _BINARY, _CLOSE, _PING, _PONG):
            raise WebSocketError(1002, "an unknown kind of frame")
        if not second & 0x80:
            raise WebSocketError(1002, "a frame without a mask")
        if opcode >= _CLOSE and (length > 125 or not first & 0x80):
            raise WebSocketError(1002, "a control frame that is long or in fragments")
        if length == 126:
            (length,) = struct.unpack("!H", self._take(2))
        elif length == 127:
            (length,) = struct.unpack("!Q", self._take(8))
        if opcode < _CLOSE and length > limit:
            raise WebSocketError(1009, f"a message of more than {self._limit} bytes")
        mask = self._take(4)
        return bool(first & 0x80), opcode, _unmasked(self._take(length), mask)

    def _take(self, count: int) -> bytes:
        while len(self._buffer) < count:
            self._await_input()
            data = self._socket.recv(_CHUNK)
            if not data:
                raise ConnectionResetError
            self._buffer += data
        taken = bytes(self._buffer[:count])
        del self._buffer[:count]
        return taken

    def _await_input(self) -> None:
        """Waits for bytes, asking for a sign of life now and then."""
        waited = 0.0
        while not select.select([self._socket], [], [], PING_AFTER)[0]:
            waited += PING_AFTER
            if waited >= SILENCE_LIMIT:
                raise ConnectionResetError
            self._send(_PING, b"")

    def _send(self, opcode: int, payload: bytes) -> None:
        with self._output:
            if not self._is_closing:
                self._socket.sendall(_frame(opcode, payload))


def _frame(opcode: int, payload: bytes) -> bytes:
    length = len(payload)
    if length < 126:
        header = struct.pack("!BB", 0x80 | opcode, length)
    elif length < 1 << 16:
        header = struct.pack("!BBH", 0x80 | opcode, 126, length)
    else:
        header = struct.pack("!BBQ", 0x80 | opcode, 127, length)
    return header + payload


def _unmasked(payload: bytes, mask: bytes) -> bytes:
    # One exclusive or of two long integers: a loop over the bytes would take seconds for a large file.
    count = len(payload)
    key = (mask * (count // 4 + 1))[:count]
    return (int.from_bytes(payload, "little") ^ int.from_bytes(key, "little")).to_bytes(count, "little")


def _decoded(data: bytearray) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise WebSocketError(1007, "a message that is not UTF-8") from None


def _close_status(payload: bytes) -> int:
    """The status to answer a close with: the other side's, if it is one that may be sent."""
    if not payload:
        return 1000
    if len(payload) < 2:
        return 1002
    (code,) = struct.unpack("!H", payload[:2])
    return code if 1000 <= code <= 1003 or 1007 <= code <= 1014 or 3000 <= code <= 4999 else 1002
