"""The client: a server, its documents and their views as Python objects."""

from __future__ import annotations

import os
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union, cast

from ._connection import Connection, Params
from .errors import NodewireError, ReplicaError
from .generated import (
    DocumentMethods,
    EdgeMethods,
    ElementMethods,
    GestureMethods,
    GroupMethods,
    HistoryMethods,
    ItemMethods,
    NodeMethods,
    Nouns,
    SettingsMethods,
    TypesMethods,
    ViewMethods,
)
from ._pending import DEFAULT, Pending, Timeout
from ._process import Command, find_server
from .replica import Replica
from ._scene import Scene

VERSION = "1.0.0"


class Client(Nouns):
    """A session with a server.

    Every method of the protocol is a function of its noun: ``client.edge.connect(document=…, edge=…)``; what is None
    is not sent. ``open`` and ``create`` give ``Document`` objects, which fill in ``document`` themselves.

        with Client.launch() as client:
            document = client.open("support-bot.json")
            document.node.move(ids=["greet"], by={"x": 20, "y": 0})
            document.history.undo()
    """

    def __init__(self, connection: Connection, **initialize: Any) -> None:
        """Initializes the session; ``initialize`` are its parameters, such as ``clock``."""
        super().__init__(connection)
        self.connection = connection
        self._documents: Dict[str, List[Document]] = {}
        self._views: Dict[str, View] = {}
        for method, take in (
            ("document/changed", self._changed),
            ("document/reset", self._reset),
            ("view/frame", self._frame),
            ("view/event", self._event),
        ):
            connection.on(method, take)
        params = {"processId": os.getpid(), "clientInfo": {"name": "nodewire-python", "version": VERSION}, **initialize}
        answer = connection.request("initialize", params)
        self.protocol_version: str = answer.get("protocolVersion", "")
        self.server_info: Dict[str, Any] = answer.get("serverInfo", {})
        self.capabilities: Dict[str, Any] = answer.get("capabilities", {})
        self.limits: Dict[str, Any] = answer.get("settings", {})
        connection.notify("initialized", {})

    @classmethod
    def launch(
        cls,
        server: Optional[Command] = None,
        *,
        root: Optional[Union[str, "os.PathLike[str]"]] = None,
        framing: str = "headers",
        timeout: Optional[float] = 60.0,
        env: Optional[Mapping[str, str]] = None,
        stderr: Any = None,
        **initialize: Any,
    ) -> "Client":
        """Starts a server and initializes a session; ``root`` is the folder whose files it may read and write."""
        command = find_server(server)
        if root is not None:
            command += ["--root", os.fspath(root)]
        connection = Connection.launch(command, framing=framing, timeout=timeout, env=env, stderr=stderr)
        try:
            return cls(connection, **initialize)
        except BaseException:
            connection.close(1.0)
            raise

    def open(self, path: Optional[str] = None, *, text: Optional[str] = None, **options: Any) -> "Document":
        """Opens a file below the server's root, or a text."""
        return Document(self, self.document.open(path=path, text=text, **options))

    def create(self, content: Optional[Mapping[str, Any]] = None, **options: Any) -> "Document":
        """Creates a document."""
        return Document(self, self.document.create(content=cast(Any, content), **options))

    def call(self, method: str, params: Params = None, timeout: Timeout = DEFAULT) -> Any:
        """Any method by its name on the wire."""
        return self.connection.request(method, params, timeout)

    def send(self, method: str, params: Params = None) -> Pending:
        """The same without waiting: ``.result()`` waits, ``.cancel()`` cancels it."""
        return self.connection.send(method, params)

    def call_many(
        self, calls: Sequence[Tuple[str, Params]], timeout: Timeout = DEFAULT, return_errors: bool = False
    ) -> List[Any]:
        """Sends all calls before it waits for the first reply."""
        return self.connection.request_many(calls, timeout, return_errors)

    def on(self, method: str, handler: Callable[[Dict[str, Any]], None]) -> Callable[[], None]:
        """Calls ``handler`` with every notification ``method``; returns what ends that."""
        return self.connection.on(method, handler)

    def poll(self, timeout: Optional[float] = 0.0) -> int:
        """Handles notifications that no request caused; see ``Connection.poll``."""
        return self.connection.poll(timeout)

    def discover(self) -> Dict[str, Any]:
        """The OpenRPC document of the server."""
        return cast(Dict[str, Any], self.call("rpc.discover"))

    def close(self, timeout: float = 5.0) -> Optional[int]:
        """Shuts the session down and ends the server; returns its exit code. Unsaved edits are lost."""
        try:
            if not self.connection.closed:
                self.connection.request("shutdown", None, timeout)
                self.connection.notify("exit")
        except NodewireError:
            pass
        return self.connection.close(timeout)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _changed(self, params: Dict[str, Any]) -> None:
        for document in self._documents.get(params["document"], ()):
            document._take(params)

    def _reset(self, params: Dict[str, Any]) -> None:
        for document in self._documents.get(params["document"], ()):
            document._reload()

    def _frame(self, params: Dict[str, Any]) -> None:
        view = self._views.get(params["view"])
        if view is not None:
            view.scene_items.apply(params)

    def _event(self, params: Dict[str, Any]) -> None:
        view = self._views.get(params["view"])
        if view is not None and view.on_event is not None:
            view.on_event(params)


class Document(DocumentMethods):
    """An open document: the methods with ``document`` filled in, and on request a replica of its content."""

    def __init__(self, client: Client, opened: Mapping[str, Any]) -> None:
        self.id: str = opened["document"]
        scope = {"document": self.id}
        super().__init__(client.connection, scope)
        self.client = client
        self.opened = opened
        self.node = NodeMethods(client.connection, scope)
        self.edge = EdgeMethods(client.connection, scope)
        self.element = ElementMethods(client.connection, scope)
        self.group = GroupMethods(client.connection, scope)
        self.history = HistoryMethods(client.connection, scope)
        self.item = ItemMethods(client.connection, scope)
        self.settings = SettingsMethods(client.connection, scope)
        self.types = TypesMethods(client.connection, scope)
        self.on_changed: Optional[Callable[[Dict[str, Any]], None]] = None
        self._replica: Optional[Replica] = None
        self._reading = False
        client._documents.setdefault(self.id, []).append(self)

    @property
    def replica(self) -> Replica:
        """The content, read once and then kept up to date; as new as the last reply or ``client.poll()``."""
        if self._replica is None:
            self._replica = Replica(self.id, cast(Mapping[str, Any], self.read()))
        return self._replica

    def close(
        self, *, discard: Optional[bool] = None, document: Optional[str] = None, timeout: Timeout = DEFAULT
    ) -> Any:
        """Closes the document; refuses unsaved changes unless ``discard``."""
        result = super().close(discard=discard, document=document, timeout=timeout)
        self.client._documents.pop(self.id, None)
        return result

    def open_view(self, width: float, height: float, **options: Any) -> "View":
        """Opens a view onto this document; ``options`` are those of ``view/open``."""
        return View(self, width, height, options)

    def _take(self, params: Dict[str, Any]) -> None:
        if self._replica is not None and not self._reading:
            try:
                self._replica.apply(params)
            except ReplicaError:
                self._reload()
        if self.on_changed is not None:
            self.on_changed(params)

    def _reload(self) -> None:
        """Reads the content again. It includes the changes that were sent before the reply."""
        if self._replica is None or self._reading:
            return
        self._reading = True
        try:
            self._replica.load(cast(Mapping[str, Any], self.read()))
        finally:
            self._reading = False


class View(ViewMethods):
    """An open view: the methods with ``view`` filled in, and what it shows, kept up to date by its frames."""

    def __init__(self, document: Document, width: float, height: float, options: Mapping[str, Any]) -> None:
        client = document.client
        self.document = document
        self.on_event: Optional[Callable[[Dict[str, Any]], None]] = None
        self.scene_items = Scene()
        early: List[Dict[str, Any]] = []
        off = client.on("view/frame", early.append)
        try:
            opened = client.view.open(document=document.id, width=width, height=height, **options)
        finally:
            off()
        self.id = opened["view"]
        super().__init__(client.connection, {"view": self.id})
        self.gesture = GestureMethods(client.connection, {"view": self.id})
        for frame in early:
            if frame["view"] == self.id:
                self.scene_items.apply(frame)
        client._views[self.id] = self

    def close(self, *, view: Optional[str] = None, timeout: Timeout = DEFAULT) -> Any:
        """Closes the view."""
        result = super().close(view=view, timeout=timeout)
        self.document.client._views.pop(self.id, None)
        return result
