"""The two framings of the base protocol, without any input or output."""

from __future__ import annotations

from typing import Optional, Union

from .errors import FramingError


class HeaderFraming:
    """Messages behind ``Content-Length`` headers, as in the Language Server Protocol."""

    def __init__(self) -> None:
        # What was read in one piece is cut where it lies; only a message in several pieces is gathered.
        self._buffer: Union[bytes, bytearray] = b""
        self._start = 0
        self._needed = 0

    @staticmethod
    def frame(body: bytes) -> bytes:
        return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)

    @property
    def wanted(self) -> int:
        """How many more bytes the message at hand needs, 0 if that is not known."""
        return self._needed - len(self._buffer) + self._start if self._needed else 0

    def feed(self, data: bytes) -> None:
        buffer = self._buffer
        if not buffer:
            self._buffer = data
        elif type(buffer) is bytearray:
            buffer += data
        else:
            self._buffer = bytearray(buffer[self._start :])
            self._buffer += data
            self._start = 0

    def next(self) -> Optional[str]:
        """The next whole message, or None until more is fed. Each byte is read a constant number of times."""
        buffer = self._buffer
        if not buffer:
            return None
        start, size = self._start, len(buffer)
        available = size - start
        if available < self._needed:
            return None
        stop = buffer.find(b"\r\n\r\n", start, start + 65_536)
        if stop < 0:
            if available > 65_536:
                raise FramingError("the server sent a header without an end")
            return None
        body = stop + 4
        try:
            end = body + int(buffer[start + 16 : stop]) if buffer.startswith(b"Content-Length: ", start) else 0
        except ValueError:
            end = 0
        if end < body:
            end = body + _content_length(buffer[start:stop])
        if end > size:
            self._needed = end - start
            return None
        text = _decoded(buffer[body:end])
        self._needed = 0
        if end == size:
            self._buffer = b""
            self._start = 0
        elif end > 1 << 20 and type(buffer) is bytearray:
            del buffer[:end]
            self._start = 0
        else:
            self._start = end
        return text


class LineFraming:
    """One message a line, as in the Model Context Protocol."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._start = 0
        self._searched = 0

    @staticmethod
    def frame(body: bytes) -> bytes:
        return body + b"\n"

    @property
    def wanted(self) -> int:
        return 0

    def feed(self, data: bytes) -> None:
        self._buffer += data

    def next(self) -> Optional[str]:
        buffer = self._buffer
        while True:
            end = buffer.find(b"\n", max(self._start, self._searched))
            if end < 0:
                del buffer[: self._start]
                self._start = 0
                self._searched = len(buffer)
                return None
            line = buffer[self._start : end].strip()
            self._start = end + 1
            if line:
                return _decoded(line)


Framing = Union[HeaderFraming, LineFraming]


def _content_length(header: Union[bytes, bytearray]) -> int:
    for line in header.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length" and value.strip().isdigit():
            return int(value)
    raise FramingError(f"the server sent a header without Content-Length: {bytes(header[:80])!r}")


def _decoded(body: Union[bytes, bytearray]) -> str:
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise FramingError(f"the server sent a message that is not UTF-8: {error}") from None
