"""The client of an event loop: a server, its documents and their views as Python objects."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Awaitable, Callable, Coroutine, Dict, Generator, List, Mapping, Optional, Sequence, cast, overload

from .._conversation import Params
from ..errors import NodewireError, ServerError, Unsaved
from .._peer import Call
from .._pending import DEFAULT, Timeout
from ..generated import DocumentEntry, DocumentSummary
from .._picture import Target, command, drawn, kept, kind_of, path_text, unplaced_in, warn_of_unplaced
from .._process import Command, Errors
from ..replica import Replica
from ._references import Batch, EdgeReferences, NodeReferences
from .._shared_text import SharedText
from .._transport import Place
from .._session import DocumentState, Root, Session, ViewState, one_of, server_command, unsaved, warn
from ._connection import Connection
from .generated import DocumentNouns, Nouns, ViewNouns
from ._listening import Listening
from ._pending import Pending

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._options import DocumentCreateOptions, DocumentOpenOptions, InitializeOptions, ViewOpenOptions


class Client(Listening, Session, Nouns):
    """A session with a server, as ``nodewire_client.Client``, with coroutines for all calls that wait.

    async with Client.launch() as client:
        document = await client.open("support-bot.json")
        await document.node.move(ids=["greet"], by={"x": 20, "y": 0})
        await document.history.undo()

    ``Client(socket=…)`` joins a server that listens there; it is to be awaited, too, or entered with ``async with``.
    """

    connection: Connection

    @overload
    def __init__(self, connection: Connection) -> None: ...
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
        """Makes a session that ``await`` initializes; see also ``begin`` and ``launch``."""
        one_of(connection, socket)
        self._joining: Optional[Callable[[], Awaitable[None]]] = None
        if connection is not None:
            self._over(connection)
            return
        assert socket is not None
        place = socket

        async def join() -> None:
            connection = await Connection.connect(place, framing=framing, timeout=timeout)
            self._over(connection)
            try:
                self._welcome(await connection.request("initialize", self._introduction(initialize)))
            except BaseException:
                await connection.close(1.0)
                raise

        self._joining = join

    def _over(self, connection: Connection) -> None:
        super().__init__(connection)
        self.connection = connection
        self._begin(connection)

    async def _joined(self) -> "Client":
        joining, self._joining = self._joining, None
        if joining is not None:
            await joining()
        return self

    def __await__(self) -> Generator[Any, None, "Client"]:
        return self._joined().__await__()

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if "connection" in self.__dict__:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            raise AttributeError("the client is not connected yet: await Client(socket=…), or enter it with async with")

    def _listened(self) -> Connection:
        return self.connection

    @classmethod
    async def begin(cls, connection: Connection, **initialize: "Unpack[InitializeOptions]") -> "Client":
        """Initializes a session; ``initialize`` holds the parameters of that request, such as ``clock``."""
        client = cls(connection)
        client._welcome(await connection.request("initialize", client._introduction(initialize)))
        return client

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
    ) -> "Launch":
        """Starts a server and initializes a session; ``root`` is the folder whose files it may read and write.

        ``state`` is a folder for journals and locks, which else lie beside the files.

        Await it and close the client at the end, or enter it with ``async with``.
        """

        async def launched() -> Client:
            command = server_command(server, root, state)
            connection = Connection.launch(command, framing=framing, timeout=timeout, env=env, stderr=stderr)
            try:
                return await cls.begin(connection, **initialize)
            except BaseException:
                await connection.close(1.0)
                raise

        return Launch(launched())

    async def open(
        self, path: Target = None, *, text: Optional[str] = None, **options: "Unpack[DocumentOpenOptions]"
    ) -> "Document":
        """Opens a file below the server's root, or a text."""
        return Document(self, await self.document.open(path=path_text(path), text=text, **options))

    async def create(
        self, content: Optional[Mapping[str, Any]] = None, **options: "Unpack[DocumentCreateOptions]"
    ) -> "Document":
        """Creates a document."""
        return Document(self, await self.document.create(content=content, **options))

    async def call(self, method: str, params: Params = None, timeout: Timeout = DEFAULT) -> Any:
        """Calls any method by its name on the wire."""
        return await self.connection.request(method, params, timeout)

    def send(self, method: str, params: Params = None) -> Pending:
        """Sends a call without waiting. It may be awaited later; ``.cancel()`` cancels it."""
        return self.connection.send(method, params)

    async def call_many(
        self, calls: Sequence[Call], timeout: Timeout = DEFAULT, return_errors: bool = False
    ) -> List[Any]:
        """Sends all calls before it waits for the first reply."""
        return await self.connection.request_many(calls, timeout, return_errors)

    async def discover(self) -> Dict[str, Any]:
        """The OpenRPC document of the server."""
        return cast(Dict[str, Any], await self.call("rpc.discover"))

    async def close(self, timeout: float = 5.0) -> Optional[int]:
        """Shuts the session down. A launched server ends, its unsaved edits are lost, and its exit code is returned."""
        try:
            if not self.connection.closed:
                await self.connection.request("shutdown", None, timeout)
                self.connection.notify("exit")
        except NodewireError:
            pass
        finally:
            code = await self.connection.close(timeout)
        return code

    async def _left(self) -> List[str]:
        """The number of unsaved edits of each file."""
        try:
            return await self._said_of(await self._listed()) if self._edited and not self.connection.closed else []
        except NodewireError:
            return []

    async def _listed(self) -> List[DocumentEntry]:
        return (await self.document.list(timeout=5.0))["documents"]

    async def _said_of(self, entries: List[DocumentEntry]) -> List[str]:
        """The number of unsaved edits of each of these documents that has a file."""
        edited = self._unsaved(entries)
        return [unsaved(entry, await self.history.list(document=entry["document"], timeout=5.0)) for entry in edited]

    async def __aenter__(self) -> "Client":
        return await self

    async def __aexit__(self, kind: Optional[type] = None, *_: object) -> None:
        """Closes the client. A ``ResourceWarning`` names the files with unsaved edits."""
        await self._leave(kind)

    async def _leave(self, kind: Optional[type]) -> None:
        try:
            for text in await self._left() if kind is None else ():
                warn(text, 3)
        finally:
            await self.close()


class Launch:
    """A client that is being launched. ``await`` returns the client, ``async with`` also closes it after the block."""

    def __init__(self, launching: Coroutine[Any, Any, Client]) -> None:
        self._launching = launching
        self._client: Optional[Client] = None

    def __await__(self) -> Generator[Any, None, Client]:
        return self._launching.__await__()

    async def __aenter__(self) -> Client:
        self._client = await self._launching
        return self._client

    async def __aexit__(self, kind: Optional[type] = None, *_: object) -> None:
        assert self._client is not None
        await self._client._leave(kind)


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

    async def replica(self) -> Replica:
        """The content, read once and then kept up to date: when an awaited edit has returned, the replica has it.

        After changes were missed it is read again, and this waits for that.
        """
        if self._replica is None or not self._reading.done:
            await self._read()
        return self._loaded()

    async def picture(
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
            exported = await self.export(format="svg", options={"theme": theme} if theme else None)
            warn_of_unplaced(sum(unplaced_in(loss["message"]) for loss in exported["losses"]))
            return kept(exported["text"].encode(), path)
        text = (await self.export(format="nodewire"))["text"].encode()
        pipe = asyncio.subprocess.PIPE
        words = command(kind, theme, scale, server)
        process = await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe, stderr=pipe)
        outcome = await process.communicate(text)
        return kept(drawn(process.returncode or 0, outcome), path)

    @property
    def nodes(self) -> NodeReferences:
        """The nodes. Read them after ``await document.replica()``; edit them by ``await document.nodes["a"].move(40, 0)``."""
        return NodeReferences(self)

    @property
    def edges(self) -> EdgeReferences:
        """The edges. Read them after ``await document.replica()``."""
        return EdgeReferences(self)

    def batch(self, label: str) -> Batch:
        """An ``async with`` block whose edits are one undo step; an exception takes them all back."""
        return Batch(self, label)

    async def close(
        self, *, discard: Optional[bool] = None, document: Optional[str] = None, timeout: Timeout = DEFAULT
    ) -> None:
        """Closes the document; refuses unsaved changes unless ``discard``."""
        await super().close(discard=discard, document=document, timeout=timeout)
        self._forget()

    async def __aenter__(self) -> "Document":
        return self

    async def __aexit__(self, kind: Optional[type] = None, *_: object) -> None:
        if not self._is_open:
            return
        try:
            await self.close()
        except Unsaved:
            own = [entry for entry in await self.client._listed() if entry["document"] == self.id]
            if not any("path" in entry for entry in own):
                await self.close(discard=True)
            elif kind is None:
                for text in await self.client._said_of(own):
                    warn(text, 2)

    async def open_view(self, width: float, height: float, **options: "Unpack[ViewOpenOptions]") -> "View":
        """Opens a view onto this document; ``options`` are those of ``view/open``."""
        early: List[Dict[str, Any]] = []
        off = self.client._hear("view/frame", early.append)
        try:
            opened = await self.client.view.open(document=self.id, width=width, height=height, **options)
            return View(self, opened["view"], early)
        finally:
            off()


class View(ViewState, ViewNouns):
    """An open view: the methods with ``view`` filled in, and what it shows, kept up to date by its frames."""

    def __init__(self, document: Document, view: str, early: List[Dict[str, Any]]) -> None:
        self.id = view
        super().__init__(document.client.connection, {"view": view})
        self.document = document
        self._register(document.client, early)

    async def share_text(self, node: str, path: str) -> SharedText:
        """Opens a text that others may write at the same time; its place in the data is a JSON Pointer."""
        self._text = SharedText(node, path)
        _, opening = self._opened_text()
        await self.document.client.call("view/edit", opening)
        return self._text

    async def send_text(self) -> None:
        """Sends what was written in the shared text. After an error that is given up, and the text opened again."""
        while True:
            pending = self._send_typed()
            if pending is None:
                return
            try:
                await pending.result()
            except ServerError:
                await self.document.client.call("view/edit", self._opened_text()[1])
                raise

    async def close(self, *, view: Optional[str] = None, timeout: Timeout = DEFAULT) -> None:
        """Closes the view."""
        await super().close(view=view, timeout=timeout)
        self.document.client._views.pop(self.id, None)
