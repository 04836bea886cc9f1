"""What the server asks, and which window answers."""

from __future__ import annotations

from typing import Any, Dict, Optional

from asked import Requests, written
from introduction import verb
from web_socket import text_frame
from window import Window


class Questions:
    """Whom the server asks, by the ids of its requests."""

    def __init__(self, requests: Requests) -> None:
        self._requests = requests
        self._asked: Dict[str, Window] = {}

    def hand(self, message: Dict[str, Any], text: str, window: Optional[Window]) -> None:
        """Hands a question to a window. What that has never said it would answer, it allows."""
        question = message["id"]
        if window is None:
            return self._give_up(question)
        if verb(message["method"]) not in window.capabilities:
            return self._requests.send(written({"id": question, "result": {"allowed": True}}))
        self._asked[question] = window
        window.put(text_frame(text))

    def take_answer(self, window: Window, question: Optional[str], text: str) -> None:
        """Only who was asked can answer."""
        if question is not None and self._asked.get(question) is window:
            del self._asked[question]
            self._requests.send(text)

    def leave(self, window: Window) -> None:
        for question in [question for question, asked in self._asked.items() if asked is window]:
            self._give_up(question)

    def _give_up(self, question: str) -> None:
        """Lets a question count as not answered."""
        self._asked.pop(question, None)
        self._requests.send(written({"id": question, "error": {"code": -32601, "message": "the window is gone"}}))
