"""What the blocking and the asyncio client keep of a session, a document and a view; neither waits here."""

from __future__ import annotations

import inspect
import os
import warnings
from typing import TYPE_CHECKING, Any, Awaitable, Callable, Dict, List, Mapping, Optional, Set, Tuple, Union

from .errors import NodewireError, ReplicaError
from ._conversation import Params
from ._listening import Handler, Listening, Off
from ._peer import Peer
from ._process import Command, find_server
from .replica import Replica
from ._scene import Scene
from ._shared_text import SharedText
from .generated import (
    ClientAcceptDrop,
    ClientCanConnect,
    ClientVerdict,
    DocumentChanged,
    DocumentEntry,
    DocumentHistory,
    DocumentReset,
    DocumentSummary,
    HistoryListResult,
    InitializeResult,
    ViewEvent,
)

if TYPE_CHECKING:
    from ._options import InitializeOptions

VERSION = "1.0.0"

Root = Optional[Union[str, "os.PathLike[str]"]]

#: What a client says of what it was asked: whether it allows it, the reason why not, or the whole answer.
Verdict = Union[bool, str, ClientVerdict]
Decision = Union[Verdict, Awaitable[Verdict]]


def answer_of(verdict: Verdict) -> ClientVerdict:
    if isinstance(verdict, str):
        return {"allowed": False, "reason": verdict}
    return {**verdict} if isinstance(verdict, Mapping) else {"allowed": bool(verdict)}


async def later_answer_of(verdict: Awaitable[Verdict]) -> ClientVerdict:
    return answer_of(await verdict)


def unsaved(entry: DocumentEntry, history: HistoryListResult) -> str:
    """How many edits of a file are not saved, by how far its history is from what is in the file."""
    saved, position = history.get("saved"), history["position"]
    count = max(position if saved is None else abs(position - saved), 1)
    least = "at least " if saved is None else ""
    return f"{entry['path']} has {least}{count} unsaved edit{'s' * (count > 1)}"


def warn(text: str, stacklevel: int) -> None:
    """Warns of unsaved edits where the block ends, so many calls up."""
    warnings.warn(f"{text}: save it, or close it with discard=True", ResourceWarning, stacklevel + 1)


class Session(Listening):
    """What the server has said about itself, its documents and their views."""

    connection: Peer

    def _begin(self, connection: Peer) -> None:
        self._documents: Dict[str, List[DocumentState]] = {}
        self._views: Dict[str, ViewState] = {}
        self._edited: Set[str] = set()
        connection.on("document/changed", self._changed)
        connection.on("document/reset", self._reset)
        connection.on("document/history", self._history_changed)
        connection.on("view/frame", self._frame)
        connection.on("view/event", self._event)

    def _introduction(self, initialize: "InitializeOptions") -> Params:
        """The parameters of ``initialize``; without a word on ``durability`` no edit outlives the server unsaved."""
        return {
            "protocolVersion": 2,
            "processId": os.getpid(),
            "clientInfo": {"name": "nodewire-python", "version": VERSION},
            "durability": "none",
            **initialize,
        }

    def _welcome(self, answer: InitializeResult) -> None:
        """Takes the answer to ``initialize``."""
        self.protocol_version: str = answer.get("protocolVersion", "")
        self.server_info: Dict[str, Any] = answer.get("serverInfo", {})
        self.capabilities: Dict[str, Any] = answer.get("capabilities", {})
        self.limits: Dict[str, Any] = answer.get("settings", {})
        self.connection._conversation.longest = self.limits.get("limits", {}).get("messageBytes")
        self.connection.notify("initialized", {})

    def _hear(self, method: str, handler: Handler) -> Off:
        return self.connection._hear(method, handler)

    def _answer_by(self, method: str, handler: Handler) -> Off:
        return self.connection._answer_by(method, handler)

    def on_can_connect(self, decide: Callable[[ClientCanConnect], Decision]) -> Off:
        """Lets ``decide`` say whether an edge may be made or moved, by the parameters of ``client/canConnect``.

        It returns True, False or the reason why not. The client is only asked if it was opened with
        ``capabilities={"canConnect": True}``.
        """
        return self._on_question("client/canConnect", decide)

    def on_accept_drop(self, decide: Callable[[ClientAcceptDrop], Decision]) -> Off:
        """The same for what may be dropped: ``client/acceptDrop``, with ``capabilities={"acceptDrop": True}``."""
        return self._on_question("client/acceptDrop", decide)

    def _on_question(self, method: str, decide: Callable[[Any], Decision]) -> Off:
        def answer(params: Dict[str, Any]) -> Any:
            verdict = decide(params)
            return later_answer_of(verdict) if inspect.isawaitable(verdict) else answer_of(verdict)

        return self._answer_by(method, answer)

    def _changed(self, params: DocumentChanged) -> None:
        ident = params["document"]
        self._edited.add(ident)
        for document in self._documents.get(ident, ()):
            document._take(params)

    def _reset(self, params: DocumentReset) -> None:
        self._edited.add(params["document"])
        for document in self._documents.get(params["document"], ()):
            document._renew()

    def _history_changed(self, params: DocumentHistory) -> None:
        for document in self._documents.get(params["document"], ()):
            document._take_history(params["history"])

    def _frame(self, params: Mapping[str, Any]) -> None:
        view = self._views.get(params["view"])
        if view is not None:
            view._show(params)

    def _event(self, params: ViewEvent) -> None:
        view = self._views.get(params["view"])
        if view is not None and view.on_event is not None:
            view.on_event(params)

    def _unsaved(self, entries: List[DocumentEntry]) -> List[DocumentEntry]:
        """The files among them with edits of this session that are not saved. Each is found once."""
        files = [entry for entry in entries if entry["dirty"] and "path" in entry]
        edited = [entry for entry in files if entry["document"] in self._edited]
        self._edited.difference_update(entry["document"] for entry in edited)
        return edited


class DocumentState:
    """A document's replica, and who listens to its changes."""

    id: str
    client: Session

    if not TYPE_CHECKING:

        def __setattr__(self, name, value):
            if name in ("nodes", "edges", "replica"):
                raise AttributeError(f"{name} cannot be set: call edits of the document, such as document.node.insert(node=…)")
            object.__setattr__(self, name, value)

    def _register(self, opened: DocumentSummary) -> None:
        self.opened = opened
        self.on_changed: Optional[Callable[[DocumentChanged], object]] = None
        self._replica: Optional[Replica] = None
        self._reading: Any = None
        self._history: Mapping[str, Any] = {}
        self.client._documents.setdefault(self.id, []).append(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id!r}>"

    def _content(self) -> Replica:
        """The replica, which must have been read where that would have to be awaited."""
        return self._loaded()

    @property
    def _is_open(self) -> bool:
        return self in self.client._documents.get(self.id, ()) and not self.client.connection.closed

    def _forget(self) -> None:
        self.client._documents.pop(self.id, None)
        self.client._edited.discard(self.id)

    def _read(self) -> Any:
        """A request for the content, the one under way if there is one.

        Its reply includes the changes that were sent before it; it is loaded before those that follow are applied.
        """
        if self._reading is None or self._reading.done:
            self.client.connection.send("history/list", {"document": self.id}, self._load_history)
            self._reading = self.client.connection.send("document/read", {"document": self.id}, self._load)
        return self._reading

    def _load_history(self, reply: Any) -> None:
        try:
            listed = reply.value()
        except NodewireError:
            # The content cannot be read either, and the error says why.
            return
        labels, position = listed["labels"], listed["position"]
        history: Dict[str, Any] = {"canUndo": position > 0, "canRedo": position < len(labels)}
        if position > 0:
            history["undoLabel"] = labels[position - 1]
        if position < len(labels):
            history["redoLabel"] = labels[position]
        self._history = {**history, "dirty": listed.get("saved") != position}
        reply.release()

    def _load(self, reply: Any) -> None:
        try:
            content = reply.value()
        except NodewireError:
            # Whoever asks for the replica next asks the server, which says why.
            self._replica = None
            return
        if self._replica is None:
            self._replica = Replica(self.id, content)
        else:
            self._replica.load(content)
        self._replica.load_history(self._history)
        reply.release()

    def _take_history(self, history: Mapping[str, Any]) -> None:
        # Where the content is being read, so is the history.
        if self._replica is not None and (self._reading is None or self._reading.done):
            self._replica.load_history(history)

    def _loaded(self) -> Replica:
        if self._replica is None:
            raise ReplicaError(f"the content of {self.id!r} could not be read")
        return self._replica

    def _take(self, params: DocumentChanged) -> None:
        if self._replica is not None and (self._reading is None or self._reading.done):
            try:
                self._replica.apply(params)
            except ReplicaError:
                self._renew()
        else:
            self._history = params.get("history", self._history)
        if self.on_changed is not None:
            self.on_changed(params)

    def _renew(self) -> None:
        """Reads the content again after changes were missed."""
        if self._replica is not None:
            self._read()


class ViewState:
    """What a view shows, and who listens to its events."""

    id: str
    document: Any

    def _register(self, client: Session, early: List[Dict[str, Any]]) -> None:
        """``early`` are the frames that came before the view had a name."""
        self.on_event: Optional[Callable[[ViewEvent], object]] = None
        self.scene_items = Scene()
        self._text: Optional[SharedText] = None
        self._editing: Optional[Mapping[str, Any]] = None
        for frame in early:
            if frame["view"] == self.id:
                self._show(frame)
        client._views[self.id] = self

    def _show(self, frame: Mapping[str, Any]) -> None:
        self.scene_items.apply(frame)
        self._editing = frame.get("editing", self._editing)
        text, place = self._text, self._editing
        if "typed" in frame and text and place and (place["node"], place.get("path")) == (text.node, text.path):
            text.hear(frame["typed"])

    def _opened_text(self) -> Tuple[SharedText, Dict[str, Any]]:
        """The text that is shared, and the parameters that open it."""
        if self._text is None:
            raise ValueError("no text is shared: call share_text first")
        start, end = self._text.selection
        place = {"view": self.id, "node": self._text.node, "path": self._text.path}
        return self._text, {**place, "selection": {"start": start, "end": end}}

    def _send_typed(self) -> Any:
        """The request for what was written next; None if nothing was.

        Its reply is taken in when it comes, before the frames that follow it.
        """
        text, _ = self._opened_text()
        request = text.request()
        if request is None:
            return None

        def answer(reply: Any) -> None:
            try:
                text.answer(reply.value())
            except NodewireError:
                text.refuse()

        params = {"document": self.document.id, "view": self.id, **request}
        return self.document.client.connection.send("text/replace", params, answer)


def one_of(connection: object, socket: object) -> None:
    """Refuses a client with two connections, and one with none."""
    if (connection is None) is (socket is None):
        raise TypeError("a client needs a connection or a socket; Client.launch() starts a server")


def server_command(server: Optional[Command], root: Root, state: Root = None) -> List[str]:
    """The command that starts a server; ``root`` is the folder whose files it may read and write, ``state`` that in which it
    keeps journals and locks."""
    folders = [("--root", root), ("--state", state)]
    given = [part for name, folder in folders if folder is not None for part in (name, os.fspath(folder))]
    return [*find_server(server), *given]
