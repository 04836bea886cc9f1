"""Messages read one at a time as they came, for tools that judge every one of them."""

from __future__ import annotations

import os
import select
import time
from typing import Iterator, Optional

from nodewire_client import Framing
from nodewire_client.errors import ConnectionClosed, RequestTimeout


class MessageReader:
    """The messages of one stream, in order."""

    def __init__(self, descriptor: int, framing: Framing, timeout: float) -> None:
        self._descriptor = descriptor
        self._framing = framing
        self._timeout = timeout

    def read(self) -> str:
        """The next message. Raises ``ConnectionClosed`` at the end, ``RequestTimeout`` when none comes in time."""
        text = self._read()
        if text is None:
            raise ConnectionClosed("the server has ended")
        return text

    def rest(self) -> Iterator[str]:
        """The messages until the end of the stream."""
        while True:
            text = self._read()
            if text is None:
                return
            yield text

    def _read(self) -> Optional[str]:
        deadline = time.monotonic() + self._timeout
        poll = select.poll()
        poll.register(self._descriptor, select.POLLIN)
        while True:
            text = self._framing.next()
            if text is not None:
                return text
            if not poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
                raise RequestTimeout(f"the server said nothing for {self._timeout} s")
            data = os.read(self._descriptor, 65_536)
            if not data:
                return None
            self._framing.feed(data)
