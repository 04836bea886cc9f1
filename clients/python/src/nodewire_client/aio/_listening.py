"""Receives notifications of the server in an event loop.

The types of their parameters are in _listening.pyi, which clients/generate.py writes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _listening
from ._notifications import Notifications

if TYPE_CHECKING:
    from ._connection import Connection


class Listening(_listening.Listening):
    """A connection or a session whose notifications may also be iterated over."""

    def notifications(self, method: str) -> Notifications[Any]:
        """The notifications of a method from now on, to be iterated over."""
        return Notifications(self._listened(), method)

    def _listened(self) -> "Connection":
        raise NotImplementedError
