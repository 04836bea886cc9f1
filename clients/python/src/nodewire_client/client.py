"""The client: a server, its documents and their views as Python objects."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Sequence, cast, overload

from ._connection import Connection
from ._conversation import Params
from .errors import NodewireError, ServerError, Unsaved
from .generated import DocumentEntry, DocumentNouns, DocumentSummary, Nouns, ViewNouns
from ._peer import Call
from ._pending import DEFAULT, Pending, Timeout
from ._picture import Target, command, drawn, kept, kind_of, path_text, unplaced_in, warn_of_unplaced
from ._process import Command, Errors
from ._references import Batch, EdgeReferences, NodeReferences
from .replica import Replica
from ._shared_text import SharedText
from ._transport import Place
from ._session import VERSION, DocumentState, Root, Session, ViewState, one_of, server_command, unsaved, warn

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import DocumentCreateOptions, DocumentOpenOptions, InitializeOptions, ViewOpenOptions

__all__ = ["Client", "Document", "VERSION", "View"]


class Client(Session, Nouns):
    """A session with a server.

    Every method of the protocol is a function of its noun: ``client.edge.connect(document=…, edge=…)``; what is None
    is not sent. ``open`` and ``create`` give ``Document`` objects, which fill in ``document`` themselves.

        with Client.launch() as client:
            document = client.open("support-bot.json")
            document.node.move(ids=["greet"], by={"x": 20, "y": 0})
            document.history.undo()

    ``Client(socket="/run/user/1000/nodewire")`` joins a server that listens there, and ``Client(socket="127.0.0.1:40123",
    token="…")`` one at a port of this machine: documents are shared with its other clients.
    """

    connection: Connection

    @overload
    def __init__(self, connection: Connection, **initialize: "Unpack[InitializeOptions]") -> None: ...
    @overload
    def __init__(
        self,
        *,
        socket: Place,
        framing: str = "headers",
        timeout: Optional[float] = 60.0,
        **initialize: "Unpack[InitializeOptions]",
    ) -> None: ...
    def __init__(
        self,
        connection: Optional[Connection] = None,
        *,
        socket: Optional[Place] = None,
        framing: str = "headers",
        timeout: Optional[float] = 60.0,
        **initialize: "Unpack[InitializeOptions]",
    ) -> None:
        """Initializes the session; ``initialize`` holds the parameters of that request, such as ``clock``."""
        one_of(connection, socket)
        if socket is not None:
            connection = Connection.connect(socket, framing=framing, timeout=timeout)
        assert connection is not None
        super().__init__(connection)
        self.connection = connection
        self._begin(connection)
        try:
            self._welcome(connection.request("initialize", self._introduction(initialize)))
        except BaseException:
            if socket is not None:
                connection.close(1.0)
            raise

    @classmethod
    def launch(
        cls,
        server: Optional[Command] = None,
        *,
        root: Root = None,
        state: Root = None,
        framing: str = "headers",
        timeout: Optional[float] = 60.0,
        env: Optional[Mapping[str, str]] = None,
        stderr: Errors = None,
        **initialize: "Unpack[InitializeOptions]",
    ) -> "Client":
        """Starts a server and initializes a session; ``root`` is the folder whose files it may read and write.

        ``state`` is a folder for journals and locks, which else lie beside the files."""
        command = server_command(server, root, state)
        connection = Connection.launch(command, framing=framing, timeout=timeout, env=env, stderr=stderr)
        try:
            return cls(connection, **initialize)
        except BaseException:
            connection.close(1.0)
            raise

    def open(
        self, path: Target = None, *, text: Optional[str] = None, **options: "Unpack[DocumentOpenOptions]"
    ) -> "Document":
        """Opens a file below the server's root, or a text."""
        return Document(self, self.document.open(path=path_text(path), text=text, **options))

    def create(
        self, content: Optional[Mapping[str, Any]] = None, **options: "Unpack[DocumentCreateOptions]"
    ) -> "Document":
        """Creates a document."""
        return Document(self, self.document.create(content=content, **options))

    def call(self, method: str, params: Params = None, timeout: Timeout = DEFAULT) -> Any:
        """Calls any method by its name on the wire."""
        return self.connection.request(method, params, timeout)

    def send(self, method: str, params: Params = None) -> Pending:
        """Sends a call without waiting: ``.result()`` waits for it, ``.cancel()`` cancels it."""
        return self.connection.send(method, params)

    def call_many(self, calls: Sequence[Call], timeout: Timeout = DEFAULT, return_errors: bool = False) -> List[Any]:
        """Sends all calls before it waits for the first reply."""
        return self.connection.request_many(calls, timeout, return_errors)

    def poll(self, timeout: Optional[float] = 0.0) -> int:
        """Handles notifications and requests that the server has sent by itself; see ``Connection.poll``."""
        return self.connection.poll(timeout)

    def discover(self) -> Dict[str, Any]:
        """The OpenRPC document of the server."""
        return cast(Dict[str, Any], self.call("rpc.discover"))

    def close(self, timeout: float = 5.0) -> Optional[int]:
        """Shuts the session down. A launched server ends, its unsaved edits are lost, and its exit code is returned."""
        try:
            if not self.connection.closed:
                self.connection.request("shutdown", None, timeout)
                self.connection.notify("exit")
        except NodewireError:
            pass
        return self.connection.close(timeout)

    def _left(self) -> List[str]:
        """The number of unsaved edits of each file."""
        try:
            return self._said_of(self._listed()) if self._edited and not self.connection.closed else []
        except NodewireError:
            return []

    def _listed(self) -> List[DocumentEntry]:
        return self.document.list(timeout=5.0)["documents"]

    def _said_of(self, entries: List[DocumentEntry]) -> List[str]:
        """The number of unsaved edits of each of these documents that has a file."""
        edited = self._unsaved(entries)
        return [unsaved(entry, self.history.list(document=entry["document"], timeout=5.0)) for entry in edited]

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, kind: Optional[type] = None, *_: object) -> None:
        """Closes the client. A ``ResourceWarning`` names the files with unsaved edits."""
        try:
            for text in self._left() if kind is None else ():
                warn(text, 2)
        finally:
            self.close()


class Document(DocumentState, DocumentNouns):
    """An open document: the methods with ``document`` filled in, and on request a replica of its content.

    The end of a ``with`` block closes it. If it has edits of a file that are not saved, a ``ResourceWarning`` says how
    many, and it stays open, so that they can still be saved.
    """

    client: Client

    def __init__(self, client: Client, opened: DocumentSummary) -> None:
        self.id = opened["document"]
        self.client = client
        super().__init__(client.connection, {"document": self.id})
        self._register(opened)

    @property
    def replica(self) -> Replica:
        """The content, read once and then kept up to date; as new as the last reply or ``client.poll()``."""
        if self._replica is None:
            self._read().result()
        return self._loaded()

    def _content(self) -> Replica:
        return self.replica

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> Dict[str, str]:
        """The current picture of the document, for a notebook."""
        return {"image/svg+xml": self.picture(format="svg").decode(), "text/plain": repr(self)}

    def picture(
        self,
        path: Target = None,
        *,
        format: Optional[str] = None,
        theme: Optional[str] = None,
        scale: Optional[float] = None,
        server: Optional[Command] = None,
    ) -> bytes:
        """The document as it is now as a picture: ``svg``, ``png`` or ``pdf``, by the ending of ``path``, into which it is
        written, else as ``format`` says, else ``png``.

        Pixels (``scale`` for each point) and pages are made by ``nodewire render``, which needs Chromium or Chrome."""
        kind = kind_of(path, format)
        if kind == "svg":
            exported = self.export(format="svg", options={"theme": theme} if theme else None)
            warn_of_unplaced(sum(unplaced_in(loss["message"]) for loss in exported["losses"]))
            return kept(exported["text"].encode(), path)
        text = self.export(format="nodewire")["text"].encode()
        done = subprocess.run(command(kind, theme, scale, server), input=text, capture_output=True)
        return kept(drawn(done.returncode, (done.stdout, done.stderr)), path)

    @property
    def nodes(self) -> NodeReferences:
        """The nodes, for reading and for edits: ``document.nodes["a"].move(40, 0)``."""
        return NodeReferences(self)

    @property
    def edges(self) -> EdgeReferences:
        """The edges, for reading and for edits."""
        return EdgeReferences(self)

    def batch(self, label: str) -> Batch:
        """A ``with`` block whose edits are one undo step; an exception takes them all back."""
        return Batch(self, label)

    def close(
        self, *, discard: Optional[bool] = None, document: Optional[str] = None, timeout: Timeout = DEFAULT
    ) -> Any:
        """Closes the document; refuses unsaved changes unless ``discard``."""
        result = super().close(discard=discard, document=document, timeout=timeout)
        self._forget()
        return result

    def open_view(self, width: float, height: float, **options: "Unpack[ViewOpenOptions]") -> "View":
        """Opens a view onto this document; ``options`` are those of ``view/open``."""
        return View(self, width, height, **options)

    def __enter__(self) -> "Document":
        return self

    def __exit__(self, kind: Optional[type] = None, *_: object) -> None:
        if not self._is_open:
            return
        try:
            self.close()
        except Unsaved:
            own = [entry for entry in self.client._listed() if entry["document"] == self.id]
            if not any("path" in entry for entry in own):
                self.close(discard=True)
            elif kind is None:
                for text in self.client._said_of(own):
                    warn(text, 2)

    def _renew(self) -> None:
        super()._renew()
        if self._replica is not None:
            self._reading.result()


class View(ViewState, ViewNouns):
    """An open view: the methods with ``view`` filled in, and what it shows, kept up to date by its frames."""

    def __init__(self, document: Document, width: float, height: float, **options: "Unpack[ViewOpenOptions]") -> None:
        client = document.client
        self.document = document
        early: List[Dict[str, Any]] = []
        off = client._hear("view/frame", early.append)
        try:
            opened = client.view.open(document=document.id, width=width, height=height, **options)
        finally:
            off()
        self.id = opened["view"]
        super().__init__(client.connection, {"view": self.id})
        self._register(client, early)

    def share_text(self, node: str, path: str) -> SharedText:
        """Opens a text that others may write at the same time; its place in the data is a JSON Pointer."""
        self._text = SharedText(node, path)
        _, opening = self._opened_text()
        self.document.client.call("view/edit", opening)
        return self._text

    def send_text(self) -> None:
        """Sends what was written in the shared text. After an error that is given up, and the text opened again."""
        while True:
            pending = self._send_typed()
            if pending is None:
                return
            try:
                pending.result()
            except ServerError:
                self.document.client.call("view/edit", self._opened_text()[1])
                raise

    def close(self, *, view: Optional[str] = None, timeout: Timeout = DEFAULT) -> Any:
        """Closes the view."""
        result = super().close(view=view, timeout=timeout)
        self.document.client._views.pop(self.id, None)
        return result
