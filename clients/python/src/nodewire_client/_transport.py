"""The transports of a conversation: two byte streams, and how they end."""

from __future__ import annotations

import os
import re
import socket
import time
from typing import Any, Generator, Optional, Tuple, Union

from .errors import ServerNotFound

Place = Union[str, "os.PathLike[str]"]
"""Where a server listens: the path of its socket, or ``127.0.0.1:PORT``."""

PORT = re.compile(r"([^/:]+):([0-9]{1,5})")


class Transport:
    """Two byte streams, and how they end. A process and a socket are transports."""

    stdin: Any
    stdout: Any

    def exit_code(self, timeout: Optional[float] = 0.0) -> Optional[int]:
        """The exit code of the server if it is a process of this one and has ended."""
        return None

    def end(self, timeout: float = 5.0) -> Optional[int]:
        """Closes the input of the server and waits; its output is read and dropped meanwhile. Returns the exit code."""
        for pause in self.ending(timeout):
            time.sleep(pause)
        return self.exit_code(None)

    def ending(self, timeout: float = 5.0) -> Generator[float, None, None]:
        """Ends without waiting: yields the seconds to wait before each step. If the generator is closed, it closes at once."""
        raise NotImplementedError

    def _drain(self) -> bool:
        """Reads and drops the output of the server. Returns true at its end."""
        try:
            while not self.stdout.closed and os.read(self.stdout.fileno(), 1 << 20):
                pass
        except BlockingIOError:
            return False
        except OSError:
            pass
        return True


class Streams(Transport):
    """Streams that were made elsewhere."""

    def __init__(self, reader: Any, writer: Any) -> None:
        self.stdout, self.stdin = reader, writer

    def ending(self, timeout: float = 5.0) -> Generator[float, None, None]:
        for stream in (self.stdout, self.stdin):
            if hasattr(stream, "close"):
                stream.close()
        yield from ()


class Socket(Transport):
    """A connection to a server that listens at a place."""

    def __init__(self, place: Place, timeout: Optional[float] = None) -> None:
        try:
            self._socket = connected(place, timeout)
        except (OSError, OverflowError) as error:
            raise ServerNotFound(f"no server listens at {os.fspath(place)}: {error}") from None
        # The descriptor without its class: what reads and writes it is the same as for a pipe.
        self.stdin = self.stdout = self._socket.makefile("rwb", buffering=0)

    def ending(self, timeout: float = 5.0) -> Generator[float, None, None]:
        """Ends what is sent, and waits until the server has answered all of it and has gone."""
        try:
            if not self.stdout.closed:
                self._socket.setblocking(False)
                self._socket.shutdown(socket.SHUT_WR)
            deadline = time.monotonic() + timeout
            while not self._drain() and time.monotonic() < deadline:
                yield 0.01
        except OSError:
            # The server has gone before.
            pass
        finally:
            self.stdout.close()
            self._socket.close()


def connected(place: Place, timeout: Optional[float]) -> socket.socket:
    """A socket that is connected to a server."""
    family, address = endpoint(place)
    deadline = None if timeout is None else time.monotonic() + timeout
    while True:
        link = socket.socket(family)
        link.settimeout(timeout)
        try:
            link.connect(address)
            if family == socket.AF_INET:
                link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return link
        except BlockingIOError:
            # More clients come than the server has taken yet.
            link.close()
            if deadline is not None and time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        except BaseException:
            link.close()
            raise


def endpoint(place: Place) -> Tuple[int, Any]:
    """The family and the address of a place. A text with a slash is a path."""
    port = PORT.fullmatch(place) if isinstance(place, str) else None
    if port is None:
        return socket.AF_UNIX, os.fspath(place)
    return socket.AF_INET, (port[1], int(port[2]))
