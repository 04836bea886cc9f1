"""The one introduction of all windows to their server."""

from __future__ import annotations

from typing import List, Optional

from asked import Asked, Requests, answer, written
from envelope import find, value
from protocol import Protocol
from window import Window

# What the first window says of itself when it begins; all else of that would hold for the others, too.
INTRODUCTION = ("clientInfo", "interactive", "capabilities")


class Introduction:
    """What the server said to the first window, and who waits for it."""

    def __init__(self, requests: Requests, protocol: Protocol) -> None:
        self._requests = requests
        self._protocol = protocol
        self._answered: Optional[str] = None
        self._beginners: List[Asked] = []

    def begin(self, asked: Asked, window: Window) -> None:
        """The first window introduces all of them; each is asked only what it says it answers."""
        capabilities = asked.params.get("capabilities") or ""
        if capabilities.startswith("{"):
            for name in self._protocol.requests:
                found = find(capabilities, 0, verb(name))
                if found and value(capabilities, found[1]) == "true":
                    window.capabilities.add(verb(name))
        if self._answered is not None:
            return answer(asked, "result", self._answered)
        self._beginners.append(asked)
        if len(self._beginners) == 1:
            self._introduce()

    def _introduce(self) -> None:
        params = self._beginners[0].params
        members = ",".join(f'"{name}":{params[name]}' for name in INTRODUCTION if params.get(name) is not None)
        number = self._requests.note(Asked(None, None, "initialize", {}))
        self._requests.send(f'{{"jsonrpc":"2.0","id":{number},"method":"initialize","params":{{{members}}}}}')

    def accepted(self, result: str) -> None:
        """The server knows the windows: all that wait are told."""
        self._answered = result
        self._requests.send(written({"method": "initialized"}))
        for beginner in self._beginners:
            answer(beginner, "result", result)
        self._beginners = []

    def refused(self, error: str) -> None:
        """The next window tries."""
        answer(self._beginners.pop(0), "error", error)
        if self._beginners:
            self._introduce()


def verb(method: str) -> str:
    return method.rpartition("/")[2]
