"""The canvas of an open document in a cell of a notebook. Needs ``anywidget``, which the client itself does not."""

from __future__ import annotations

import asyncio
from importlib import import_module
from pathlib import Path
from typing import Any, Dict, Mapping, Optional

from ._connection import Connection
from ._page import Page, page_text
from ._session import DocumentState
from .errors import NodewireError

__all__ = ["Canvas"]

SCRIPT = Path(__file__).with_name("_notebook.js")


class Canvas:
    """Shows the page on an open document in a cell, over the same conversation.

    A move in the cell is a move in the document, and the reverse. Closing the document or its client ends
    the page, too. Raises ``ImportError`` without anywidget. The event loop of the notebook reads what the server sends, so
    one has to run.
    """

    def __init__(self, document: DocumentState, height: int = 480) -> None:
        """``height`` is in screen points."""
        try:
            anywidget = import_module("anywidget")
        except ImportError:
            raise ImportError("a canvas in a notebook needs anywidget: pip install 'nodewire-client[notebook]'") from None
        self.document = document
        self.height = height
        self._pages: Dict[str, Page] = {}
        self._loop: Optional[asyncio.AbstractEventLoop] = self._listen()
        self.widget = type("NodewireCanvas", (anywidget.AnyWidget,), {"_esm": SCRIPT.read_text("utf-8")})()
        self.widget.on_msg(self._hear)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The widget, and the current picture of the document for readers without a kernel."""
        shown = self.widget._repr_mimebundle_(**options)
        picture = getattr(self.document, "_repr_mimebundle_", None)
        if picture is None or not isinstance(self.document.client.connection, Connection):
            return shown
        try:
            drawn = picture()
        except NodewireError:
            return shown
        if isinstance(shown, tuple):
            return ({**drawn, **shown[0]}, *shown[1:])
        return {**drawn, **(shown or {})}

    def close(self) -> None:
        """Ends the pages; the document stays open."""
        self._end("the canvas was closed")
        self.widget.close()

    def _hear(self, _: object, content: Mapping[str, Any], __: object = None) -> None:
        name = content.get("page")
        if not isinstance(name, str):
            return
        if content.get("shown") is True:
            page = self._pages[name] = Page(self.document, lambda message: self.widget.send({**message, "page": name}))
            self.widget.send({"page": name, "html": page_text(page.opening()), "height": self.height})
            return
        page_or_none = self._pages.get(name)
        if page_or_none is None:
            return
        try:
            if content.get("shown") is False:
                self._pages.pop(name).leave()
            else:
                page_or_none.receive(content)
        except NodewireError as error:
            if self.document.client.connection.closed:
                self._end(str(error))

    def _listen(self) -> Optional[asyncio.AbstractEventLoop]:
        """Lets the event loop read for a blocking client, which reads only while a call waits."""
        connection = self.document.client.connection
        if not isinstance(connection, Connection):
            return None
        loop = asyncio.get_running_loop()
        loop.add_reader(connection.fileno(), self._poll, connection)
        return loop

    def _poll(self, connection: Connection) -> None:
        try:
            connection.poll()
        except NodewireError as error:
            self._end(str(error))

    def _end(self, why: str) -> None:
        loop, self._loop = self._loop, None
        if loop is not None:
            loop.remove_reader(self.document.client.connection.fileno())
        pages, self._pages = self._pages, {}
        for name, page in pages.items():
            page.leave()
            self.widget.send({"page": name, "ended": why})
