"""What the blocking and the asyncio client keep of a session, a document and a view; neither waits here."""

from __future__ import annotations

import inspect
import os
from typing import Any, Awaitable, Callable, Dict, List, Mapping, Optional, Union

from .errors import NodewireError, ReplicaError
from ._conversation import Params
from ._peer import Handler, Off, Peer
from ._process import Command, find_server
from .replica import Replica
from ._scene import Scene

VERSION = "1.0.0"

Root = Optional[Union[str, "os.PathLike[str]"]]

#: What a client says of what it was asked: whether it allows it, the reason why not, or the whole answer.
Verdict = Union[bool, str, Mapping[str, Any]]
Decide = Callable[[Dict[str, Any]], Union[Verdict, Awaitable[Verdict]]]


def answer_of(verdict: Verdict) -> Dict[str, Any]:
    if isinstance(verdict, str):
        return {"allowed": False, "reason": verdict}
    return dict(verdict) if isinstance(verdict, Mapping) else {"allowed": bool(verdict)}


async def later_answer_of(verdict: Awaitable[Verdict]) -> Dict[str, Any]:
    return answer_of(await verdict)


class Session:
    """What the server has said about itself, its documents and their views."""

    connection: Peer

    def _begin(self, connection: Peer) -> None:
        self._documents: Dict[str, List[DocumentState]] = {}
        self._views: Dict[str, ViewState] = {}
        for method, take in (
            ("document/changed", self._changed),
            ("document/reset", self._reset),
            ("view/frame", self._frame),
            ("view/event", self._event),
        ):
            connection.on(method, take)

    def _introduction(self, initialize: Mapping[str, Any]) -> Params:
        """The parameters of ``initialize``; without a word on ``durability`` no edit outlives the server unsaved."""
        return {
            "processId": os.getpid(),
            "clientInfo": {"name": "nodewire-python", "version": VERSION},
            "durability": "none",
            **initialize,
        }

    def _welcome(self, answer: Mapping[str, Any]) -> None:
        """Takes the answer to ``initialize``."""
        self.protocol_version: str = answer.get("protocolVersion", "")
        self.server_info: Dict[str, Any] = answer.get("serverInfo", {})
        self.capabilities: Dict[str, Any] = answer.get("capabilities", {})
        self.limits: Dict[str, Any] = answer.get("settings", {})
        self.connection.notify("initialized", {})

    def on(self, method: str, handler: Handler) -> Off:
        """Calls ``handler`` with every notification ``method``; returns what ends that."""
        return self.connection.on(method, handler)

    def on_request(self, method: str, handler: Handler) -> Off:
        """Answers every request ``method`` of the server; see ``Connection.on_request``."""
        return self.connection.on_request(method, handler)

    def on_can_connect(self, decide: Decide) -> Off:
        """Lets ``decide`` say whether an edge may be made or moved, by the parameters of ``client/canConnect``.

        It returns True, False or the reason why not. The client is only asked if it was opened with
        ``capabilities={"canConnect": True}``.
        """
        return self._on_question("client/canConnect", decide)

    def on_accept_drop(self, decide: Decide) -> Off:
        """The same for what may be dropped: ``client/acceptDrop``, with ``capabilities={"acceptDrop": True}``."""
        return self._on_question("client/acceptDrop", decide)

    def _on_question(self, method: str, decide: Decide) -> Off:
        def answer(params: Dict[str, Any]) -> Any:
            verdict = decide(params)
            return later_answer_of(verdict) if inspect.isawaitable(verdict) else answer_of(verdict)

        return self.on_request(method, answer)

    def _changed(self, params: Dict[str, Any]) -> None:
        for document in self._documents.get(params["document"], ()):
            document._take(params)

    def _reset(self, params: Dict[str, Any]) -> None:
        for document in self._documents.get(params["document"], ()):
            document._renew()

    def _frame(self, params: Dict[str, Any]) -> None:
        view = self._views.get(params["view"])
        if view is not None:
            view.scene_items.apply(params)

    def _event(self, params: Dict[str, Any]) -> None:
        view = self._views.get(params["view"])
        if view is not None and view.on_event is not None:
            view.on_event(params)


class DocumentState:
    """A document's replica, and who listens to its changes."""

    id: str
    client: Any

    def _register(self, client: Any, opened: Mapping[str, Any]) -> None:
        self.client = client
        self.opened = opened
        self.on_changed: Optional[Callable[[Dict[str, Any]], None]] = None
        self._replica: Optional[Replica] = None
        self._reading: Any = None
        client._documents.setdefault(self.id, []).append(self)

    def _forget(self) -> None:
        self.client._documents.pop(self.id, None)

    def _read(self) -> Any:
        """A request for the content, the one under way if there is one.

        Its reply includes the changes that were sent before it; it is loaded before those that follow are applied.
        """
        if self._reading is None or self._reading.done:
            self._reading = self.client.connection.send("document/read", {"document": self.id}, self._load)
        return self._reading

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

    def _loaded(self) -> Replica:
        if self._replica is None:
            raise ReplicaError(f"the content of {self.id!r} could not be read")
        return self._replica

    def _take(self, params: Dict[str, Any]) -> None:
        if self._replica is not None and (self._reading is None or self._reading.done):
            try:
                self._replica.apply(params)
            except ReplicaError:
                self._renew()
        if self.on_changed is not None:
            self.on_changed(params)

    def _renew(self) -> None:
        """Reads the content again after changes were missed."""
        if self._replica is not None:
            self._read()


class ViewState:
    """What a view shows, and who listens to its events."""

    id: str

    def _register(self, client: Any, early: List[Dict[str, Any]]) -> None:
        """``early`` are the frames that came before the view had a name."""
        self.on_event: Optional[Callable[[Dict[str, Any]], None]] = None
        self.scene_items = Scene()
        for frame in early:
            if frame["view"] == self.id:
                self.scene_items.apply(frame)
        client._views[self.id] = self


def server_command(server: Optional[Command], root: Root) -> List[str]:
    """The command that starts a server; ``root`` is the folder whose files it may read and write."""
    command = find_server(server)
    return command if root is None else [*command, "--root", os.fspath(root)]
