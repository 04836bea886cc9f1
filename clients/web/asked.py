"""What windows and the bridge itself have asked the server for, and how they are answered."""

from __future__ import annotations

import json
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional

from envelope import string
from web_socket import text_frame
from window import Window


class Asked(NamedTuple):
    """A message that waits for its reply, with id and parameters as they were written; without a window it is the bridge's own."""

    window: Optional[Window]
    # None for a notification: only its failure is handed on.
    id: Optional[str]
    method: str
    params: Dict[str, Optional[str]]

    @property
    def document(self) -> Optional[str]:
        return string(self.params.get("document"))

    @property
    def view(self) -> Optional[str]:
        return string(self.params.get("view"))


class Requests:
    """The messages that wait for a reply, by the numbers under which the server knows them."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self.send = send
        self._asked: Dict[int, Asked] = {}
        self._count = 0

    def __getitem__(self, number: int) -> Asked:
        return self._asked[number]

    def __iter__(self) -> Iterator[Asked]:
        return iter(self._asked.values())

    def get(self, number: int) -> Optional[Asked]:
        return self._asked.get(number)

    def of(self, window: Window) -> List[Asked]:
        return [self._asked[number] for number in window.asked]

    def note(self, asked: Asked) -> int:
        """The number under which a message is sent."""
        self._count += 1
        self._asked[self._count] = asked
        if asked.window:
            asked.window.asked.add(self._count)
        return self._count

    def take(self, number: str) -> Optional[Asked]:
        """What was asked under a number, which is answered now."""
        asked = self._asked.pop(int(number), None) if number.isdigit() else None
        if asked and asked.window:
            asked.window.asked.discard(int(number))
        return asked

    def ask(self, method: str, params: Dict[str, Any]) -> None:
        """Asks for the bridge itself."""
        number = self.note(Asked(None, None, method, {name: json.dumps(value) for name, value in params.items()}))
        self.send(written({"id": number, "method": method, "params": params}))


def answer(asked: Asked, kind: str, text: str) -> None:
    """Answers a window: to a message without an id only that it has failed."""
    if asked.window is None:
        return
    if asked.id is not None:
        asked.window.put(text_frame(f'{{"jsonrpc":"2.0","id":{asked.id},"{kind}":{text}}}'))
    elif kind == "error":
        view = "" if asked.view is None else f'"view":{asked.params["view"]},'
        params = f'{{{view}"method":{json.dumps(asked.method)},"error":{text}}}'
        asked.window.put(text_frame(f'{{"jsonrpc":"2.0","method":"server/failed","params":{params}}}'))


def written(message: Dict[str, Any]) -> str:
    return json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":"))
