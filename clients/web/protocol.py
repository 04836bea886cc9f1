"""What openrpc.json says of messages, as far as it takes to route them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, FrozenSet, List, NamedTuple, Optional

DESCRIPTION = Path(__file__).resolve().parents[2] / "protocol-spec" / "openrpc.json"


class Message(NamedTuple):
    """A method, a notification or a request of the server."""

    # The parameter that says what it is about, `view` or `document`; None where it is about the conversation.
    scope: Optional[str] = None
    names: FrozenSet[str] = frozenset()
    is_edit: bool = False
    # What of a document it is about that is sent only where it is watched.
    watched: Optional[str] = None

    @property
    def opens(self) -> bool:
        """Whether a document of its result is open from then on for who has asked: one that need not be there before."""
        return "document" in self.names and self.scope is None


class Protocol:
    """The messages by their names, and the limits."""

    def __init__(self, description: Dict[str, Any]) -> None:
        self.methods = _messages(description["methods"])
        self.notifications = _messages(description["x-notifications"])
        self.requests = _messages(description["x-requests"])
        self.limits = {limit["name"]: limit["value"] for limit in description["x-limits"]}
        self.watched = {message.watched for message in self.notifications.values() if message.watched}

    @classmethod
    def described(cls) -> "Protocol":
        return cls(json.loads(DESCRIPTION.read_text(encoding="utf-8")))

    @property
    def edits(self) -> List[str]:
        return [name for name, message in self.methods.items() if message.is_edit]


def _messages(described: List[Dict[str, Any]]) -> Dict[str, Message]:
    return {
        one["name"]: Message(
            one.get("x-scope"),
            frozenset(param["name"] for param in one["params"]),
            one.get("x-edit", False),
            one.get("x-watch"),
        )
        for one in described
    }
