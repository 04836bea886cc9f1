"""Receives notifications and answers requests of the server.

The types of their parameters are in _listening.pyi, which clients/generate.py writes.
"""

from __future__ import annotations

from typing import Any, Callable, Dict

Handler = Callable[[Dict[str, Any]], Any]
Off = Callable[[], None]


class Listening:
    """A connection or a session with handlers by the names of methods."""

    def on(self, method: str, handler: Handler) -> Off:
        """Calls ``handler`` with the parameters of every notification ``method``. Returns a function that ends this."""
        return self._hear(method, handler)

    def on_request(self, method: str, handler: Handler) -> Off:
        """Answers every request ``method`` of the server with the result of ``handler``. Returns a function that ends this.

        A ``ServerError`` that it raises is sent as it is, anything else as an internal error. A request without a
        handler is answered with method not found. A method has one handler: a second one raises ``ValueError``.
        """
        return self._answer_by(method, handler)

    def _hear(self, method: str, handler: Handler) -> Off:
        raise NotImplementedError

    def _answer_by(self, method: str, handler: Handler) -> Off:
        raise NotImplementedError
