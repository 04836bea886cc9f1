"""The server's side of a WebSocket (RFC 6455): text messages, bounded, nothing negotiated."""

from __future__ import annotations

import base64
import binascii
import hashlib
import struct
from email.message import Message
from typing import Optional, Tuple, Union

MESSAGE_LIMIT = 64 << 20
TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA

_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_CONTINUATION, _BINARY = 0x0, 0x2


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


class Framing:
    """Cuts what a browser sends after the handshake into whole messages and control frames, without any input or output.

    Control frames may come between the parts of a message. What breaks the protocol or the bound is a ``WebSocketError``.
    """

    def __init__(self, limit: int = MESSAGE_LIMIT) -> None:
        self._limit = limit
        self._buffer = bytearray()
        self._parts = bytearray()
        self._is_open = False

    def feed(self, data: bytes) -> None:
        self._buffer += data

    def next(self) -> Optional[Tuple[int, str]]:
        """A message as ``(TEXT, text)``, or a control frame as its opcode and payload; None until more is fed."""
        while True:
            frame = self._next_frame()
            if frame is None:
                return None
            final, opcode, payload = frame
            if opcode >= CLOSE:
                return opcode, payload.decode("latin-1")
            if opcode == _BINARY:
                raise WebSocketError(1003, "messages are text")
            if self._is_open != (opcode == _CONTINUATION):
                raise WebSocketError(1002, "a fragment out of turn")
            self._is_open = not final
            if final and not self._parts:
                return TEXT, _decoded(payload)
            self._parts += payload
            if final:
                parts, self._parts = self._parts, bytearray()
                return TEXT, _decoded(parts)

    def _next_frame(self) -> Optional[Tuple[bool, int, bytes]]:
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        opcode, length = buffer[0] & 0x0F, buffer[1] & 0x7F
        _check(buffer[0], buffer[1])
        start = {126: 4, 127: 10}.get(length, 2)
        if len(buffer) < start:
            return None
        if start > 2:
            length = int.from_bytes(buffer[2:start], "big")
        if opcode < CLOSE and length > self._limit - len(self._parts):
            raise WebSocketError(1009, f"a message of more than {self._limit} bytes")
        end = start + 4 + length
        if len(buffer) < end:
            return None
        payload = _unmasked(bytes(buffer[start + 4 : end]), bytes(buffer[start : start + 4]))
        final = bool(buffer[0] & 0x80)
        del buffer[:end]
        return final, opcode, payload


def _check(first: int, second: int) -> None:
    """Refuses a frame by what stands in its first two bytes."""
    opcode = first & 0x0F
    if first & 0x70:
        raise WebSocketError(1002, "no extension was agreed upon")
    if opcode not in (_CONTINUATION, TEXT, _BINARY, CLOSE, PING, PONG):
        raise WebSocketError(1002, "an unknown kind of frame")
    if not second & 0x80:
        raise WebSocketError(1002, "a frame without a mask")
    if opcode >= CLOSE and (second & 0x7F > 125 or not first & 0x80):
        raise WebSocketError(1002, "a control frame that is long or in fragments")


def text_frame(text: str) -> bytes:
    return _frame(TEXT, text.encode("utf-8"))


def control_frame(opcode: int, payload: str = "") -> bytes:
    """A ping, or a pong with the payload of the ping that it answers."""
    return _frame(opcode, payload.encode("latin-1"))


def close_frame(code: int, reason: str = "") -> bytes:
    return _frame(CLOSE, struct.pack("!H", code) + reason.encode("utf-8")[:120])


def close_status(payload: str) -> int:
    """The status to answer a close with: the other side's, if it is one that may be sent."""
    if not payload:
        return 1000
    if len(payload) < 2:
        return 1002
    (code,) = struct.unpack("!H", payload[:2].encode("latin-1"))
    return code if 1000 <= code <= 1003 or 1007 <= code <= 1014 or 3000 <= code <= 4999 else 1002


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


def _decoded(data: Union[bytes, bytearray]) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise WebSocketError(1007, "a message that is not UTF-8") from None
