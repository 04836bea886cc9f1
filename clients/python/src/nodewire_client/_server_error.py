"""What this package raises, and what all errors of the server have in common."""

from __future__ import annotations

from typing import Any, List, Mapping, Optional


class NodewireError(Exception):
    """Anything this package raises on purpose."""


class ServerNotFound(NodewireError):
    """No server binary was found in any of the usual places."""


class ConnectionClosed(NodewireError):
    """The server's output ended, or its input was closed, while an answer was awaited."""

    def __init__(self, message: str, exit_code: Optional[int] = None) -> None:
        super().__init__(message)
        self.exit_code = exit_code


class RequestTimeout(NodewireError, TimeoutError):
    """An answer did not come in time; the request has been cancelled."""


class FramingError(NodewireError):
    """The server's output was not a message where a message was due."""


class ReplicaError(NodewireError):
    """A change did not fit the replica it was applied to."""


class ServerError(NodewireError):
    """A request that the server refused.

    ``code`` is the number, ``reason`` the name, ``nodes`` and ``edges`` the elements concerned, ``path`` the JSON
    Pointer into the parameters, ``data`` everything the server sent, typed by the class of the error, ``advice`` what
    the caller can do.
    """

    advice = ""

    def __init__(self, code: int, message: str, data: Any = None, method: Optional[str] = None) -> None:
        self.code = code
        self.data: Mapping[str, Any] = dict(data) if isinstance(data, Mapping) else {}
        self.reason: Optional[str] = self.data.get("reason")
        self.nodes: List[str] = list(self.data.get("nodes") or [])
        self.edges: List[str] = list(self.data.get("edges") or [])
        path = self.data.get("path")
        self.path: Optional[str] = path if isinstance(path, str) else None
        self.method = method
        self.server_message = message
        super().__init__(self._describe())

    def _describe(self) -> str:
        text = f"{self.method}: {self.server_message}" if self.method else self.server_message
        details = [f"{self.code} {self.reason}" if self.reason else str(self.code)]
        if self.path:
            details.append(f"at {self.path}")
        if self.nodes:
            details.append("nodes " + _listed(self.nodes))
        if self.edges:
            details.append("edges " + _listed(self.edges))
        text += f" ({'; '.join(details)})"
        return f"{text}. {self.advice}" if self.advice else text


def _listed(ids: List[str]) -> str:
    shown = ", ".join(str(one) for one in ids[:8])
    return shown if len(ids) <= 8 else f"{shown} and {len(ids) - 8} more"


class RuleError(ServerError):
    """An error that names a rule.

    ``rule`` is which rule, ``cycle`` the nodes along the edges from the proposed target to the proposed source.
    """

    @property
    def rule(self) -> Optional[str]:
        return self.reason.rpartition(".")[2] if self.reason else None

    @property
    def cycle(self) -> List[str]:
        if self.rule != "cycle":
            return []
        path = self.data.get("path")
        return list(path) if isinstance(path, list) else self.nodes
