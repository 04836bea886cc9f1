"""What can go wrong: one class for each error name of the protocol, under ``NodewireError``."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Type


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
    Pointer into the parameters, ``data`` everything the server told.
    """

    advice = ""

    def __init__(self, code: int, message: str, data: Any = None, method: Optional[str] = None) -> None:
        self.code = code
        self.data: Dict[str, Any] = dict(data) if isinstance(data, Mapping) else {}
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


class ParseError(ServerError):
    advice = "The message was not JSON; send one JSON value per frame."


class InvalidRequest(ServerError):
    advice = (
        "The message is not a request that is allowed now; see whether the session is initialized or already shut down."
    )


class MethodNotFound(ServerError):
    advice = "The server has no such method; rpc.discover lists them all."


class InvalidParams(ServerError):
    advice = "Correct the parameter named by the path."


class InternalError(ServerError):
    advice = "This is a mistake of the server; nothing was changed."


class ServerNotInitialized(ServerError):
    advice = "Send initialize first."


class RequestFailed(ServerError):
    advice = "The request was well formed but could not be carried out."


class RequestCancelled(ServerError):
    advice = "The request was cancelled; nothing was changed."


class ContentModified(ServerError):
    advice = "The document changed meanwhile; read the new revision and try again."


class ServerCancelled(ServerError):
    advice = "The server gave the request up; try again."


class NoSuchDocument(ServerError):
    advice = "Open or create the document first; client.document.list() tells which are open."


class NoSuchView(ServerError):
    advice = "Open a view first; closing a document closes its views."


class AlreadyOpen(ServerError):
    advice = "Use the document that is open, or close it first."


class Unsaved(ServerError):
    advice = "Save the document, or close it with discard=True."


class NoSuchNode(ServerError):
    advice = "Name a node that is in the document."


class NoSuchEdge(ServerError):
    advice = "Name an edge that is in the document."


class NoSuchHandle(ServerError):
    advice = "Name a handle that the node or its type declares."


class DuplicateId(ServerError):
    advice = "Leave the id out to be given one, or choose another."


class ParentCycle(ServerError):
    advice = "A group cannot lie within itself; choose another parent."


class Locked(ServerError):
    advice = "Unlock the element first, by an update of locked alone."


class InvalidValue(ServerError):
    advice = "Give a value that is possible there."


class ConnectionRefused(ServerError):
    """An edge that the connection rules do not allow.

    ``rule`` is which rule, ``cycle`` the nodes along the edges from the proposed target to the proposed source.
    """

    advice = "Ask client.edge.targets() for the ends that are allowed."

    @property
    def rule(self) -> Optional[str]:
        return self.reason.rpartition(".")[2] if self.reason else None

    @property
    def cycle(self) -> List[str]:
        if self.rule != "cycle":
            return []
        path = self.data.get("path")
        return list(path) if isinstance(path, list) else self.nodes


class NothingThere(ServerError):
    advice = "There is nothing under that point or in that selection."


class GestureOpen(ServerError):
    advice = "End or cancel the open gesture of the view first."


class NoGesture(ServerError):
    advice = "Begin a gesture in the view first."


class GroupOpen(ServerError):
    advice = "End or cancel the open history group first."


class NoGroup(ServerError):
    advice = "Begin a history group first."


class SwitchedOff(ServerError):
    advice = "Switch on the setting that ``data`` names, or do without."


class PathError(ServerError):
    advice = "Name a file within the server's root that can be read or written."


class ChangedOnDisk(ServerError):
    advice = "Ask the user; save with overwrite=True to replace the file, or under another path to keep both."


class FormatError(ServerError):
    advice = "Name the format, or correct the file where the message says."


class LimitExceeded(ServerError):
    advice = "Ask for less at once (limit, after, within), or have it written to a path."


BY_CODE: Dict[int, Type[ServerError]] = {
    -32700: ParseError,
    -32600: InvalidRequest,
    -32601: MethodNotFound,
    -32602: InvalidParams,
    -32603: InternalError,
    -32002: ServerNotInitialized,
    -32803: RequestFailed,
    -32802: ServerCancelled,
    -32801: ContentModified,
    -32800: RequestCancelled,
    1000: NoSuchDocument,
    1001: NoSuchView,
    1002: AlreadyOpen,
    1003: Unsaved,
    1101: NoSuchNode,
    1102: NoSuchEdge,
    1103: NoSuchHandle,
    1104: DuplicateId,
    1105: ParentCycle,
    1106: Locked,
    1107: InvalidValue,
    1110: ConnectionRefused,
    1201: NothingThere,
    1202: GestureOpen,
    1203: NoGesture,
    1204: GroupOpen,
    1205: NoGroup,
    1206: SwitchedOff,
    1300: PathError,
    1302: ChangedOnDisk,
    1400: FormatError,
    1900: LimitExceeded,
}


def error_from(error: Mapping[str, Any], method: Optional[str] = None) -> ServerError:
    """The exception for the ``error`` member of a reply; a code without a class of its own is a ``ServerError``."""
    code = error.get("code", -32603)
    kind = BY_CODE.get(code, ServerError)
    return kind(code, str(error.get("message", "")), error.get("data"), method)
