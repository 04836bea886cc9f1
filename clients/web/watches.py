"""What of which documents the windows watch. The server watches for all of them at once."""

from __future__ import annotations

from typing import Dict, List, Tuple

from asked import Asked, Requests
from protocol import Protocol
from window import Window


class Watches:
    """What each window watches is noted in it; here is asked what is left of it for the server."""

    def __init__(self, windows: List[Window], requests: Requests, protocol: Protocol) -> None:
        self._windows = windows
        self._requests = requests
        self._protocol = protocol

    def change(self, asked: Asked, window: Window) -> Dict[str, str]:
        """The parameters with which a request goes on: the server watches on what another window wants.

        What it sends first comes before its reply.
        """
        changes = {}
        for part in self._protocol.watched:
            entry = (asked.document or "", part)
            if asked.params.get(part) == "true":
                window.watches.add(entry)
            elif asked.params.get(part) == "false":
                window.watches.discard(entry)
                if self._is_watched(entry):
                    changes[part] = "null"
        return changes

    def stop(self, window: Window, document: str) -> None:
        for entry in [entry for entry in window.watches if entry[0] == document]:
            window.watches.discard(entry)
            if not self._is_watched(entry):
                self._requests.ask("document/watch", {"document": document, entry[1]: False})

    def forget(self, window: Window, document: str) -> None:
        """The server has refused to watch."""
        window.watches = {entry for entry in window.watches if entry[0] != document}

    def _is_watched(self, entry: Tuple[str, str]) -> bool:
        return any(entry in window.watches for window in self._windows)
