"""The page of the web client as one text, and a page's part of the conversation of a client."""

from __future__ import annotations

import base64
import json
import os
import posixpath
import re
from itertools import count
from pathlib import Path
from typing import Any, Callable, Dict, Mapping, Optional, Set

from ._conversation import INTERNAL_ERROR
from ._session import DocumentState
from .errors import NodewireError, ServerError
from .generated import EDITS, SCOPES

WEB = Path(__file__).resolve().parent / "web"
"""The page and what hosts it."""
INVALID_REQUEST = -32600

OWN = ("initialized", "exit")
"""The notifications that a page does not hand on: the conversation is the client's."""
COMMANDS = {"undo": "history/undo", "redo": "history/redo", "save": "document/save"}
"""What the page lets the program around it do."""

MODULES = {".js": "text/javascript", ".json": "application/json"}
"""What scripts import, by the ending of its name."""
IMPORT = re.compile(r'^((?:import|export)\b[^;"]*")(\.[^"]+)(")', re.MULTILINE)

FIRST = """
globalThis.acquireVsCodeApi = () => ({ postMessage: (nodewire) => parent.postMessage({ nodewire }, "*") });
// Cells have one address, and so they would have one memory of what they show.
Object.defineProperty(globalThis, "sessionStorage", { value: null });
addEventListener("DOMContentLoaded", () => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => document.body.classList.toggle("vscode-dark", dark.matches);
  dark.addEventListener("change", follow);
  follow();
});
"""
LAST = """
for (const name of Object.keys(nodewireHost.commands)) {
  if (!COMMANDS.includes(name)) delete nodewireHost.commands[name];
}
"""


def page_text(opening: Mapping[str, Any]) -> str:
    """The HTML of the page with everything that it loads. The names of its modules are relative to the page's folder."""
    page, webview = WEB / "page", WEB / "webview"
    if not (page / "index.html").is_file():
        raise FileNotFoundError("the page is not in this package: install the wheel of clients/release.py, or use the checkout")
    html = (page / "index.html").read_text("utf-8")
    modules = [Path(folder, name) for folder, _, names in os.walk(page, followlinks=True) for name in names]
    files = {f"page/{path.relative_to(page).as_posix()}": path for path in sorted(modules) if path.suffix in MODULES}
    imports = {name: _address(MODULES[path.suffix], _by_name(name, path.read_text("utf-8"))) for name, path in files.items()}
    icon = _address("image/svg+xml", (page / "icon.svg").read_text("utf-8"))
    host = (webview / "host.js").read_text("utf-8")
    last = LAST.replace("COMMANDS", json.dumps(list(COMMANDS)))
    head = [
        f'<script type="application/json" id="opening">{_embedded(opening)}</script>',
        f"<script>{FIRST}</script><script>{host}</script><script>{last}</script>",
        f'<script type="importmap">{_embedded({"imports": imports})}</script>',
    ]
    html = re.sub(
        r'<link rel="stylesheet" href="([^"]+)">',
        lambda found: f"<style>{(page / found[1]).read_text('utf-8')}</style>",
        html,
    )
    html = html.replace("</head>", f"<style>{(webview / 'host.css').read_text('utf-8')}</style>\n</head>")
    html = html.replace('<script type="module" src="main.js"></script>', '<script type="module">import "page/main.js";</script>')
    html = html.replace('"icon.svg"', f'"{icon}"')
    before, charset, after = html.partition('<meta charset="utf-8">')
    return "\n".join([before + charset, *head, after])


def _by_name(name: str, text: str) -> str:
    """A module that imports others by their names: a module without a place has no neighbours."""
    folder = posixpath.dirname(name)
    return IMPORT.sub(lambda found: f"{found[1]}{posixpath.normpath(posixpath.join(folder, found[2]))}{found[3]}", text)


def _address(kind: str, text: str) -> str:
    return f"data:{kind};base64,{base64.b64encode(text.encode()).decode()}"


def _embedded(value: Any) -> str:
    """JSON that ends no element of HTML."""
    return json.dumps(value).replace("<", "\\u003c")


_counted = count(1)


class Page:
    """A page that shows an open document, over the conversation that has it open."""

    def __init__(self, document: DocumentState, post: Callable[[Dict[str, Any]], object]) -> None:
        """``post`` is called with each message for the page."""
        self._document = document
        self._connection = document.client.connection
        self._post_message = post
        # The beginning of the names of its views: two pages name theirs alike.
        self._prefix = f"cell{next(_counted)}-"
        self._views: Set[str] = set()
        follow = {"view": self._follow_view, "document": self._follow_document}
        self._offs = [self._connection._hear(method, self._follower(method, follow[scope])) for method, scope in SCOPES.items()]

    def opening(self) -> Dict[str, Any]:
        """The document that the page opens."""
        return {"name": self._document.id, "edits": EDITS}

    def receive(self, message: Mapping[str, Any]) -> None:
        """Takes a message of the page."""
        command = message.get("command")
        if command in COMMANDS:
            view = max(self._views, default=None) if command != "save" else None
            params = {"document": self._document.id, **({} if view is None else {"view": view})}
            self._connection.send(COMMANDS[command], params)
            return
        try:
            said = json.loads(message["text"])
            method, params = said["method"], said.get("params") or {}
        except (KeyError, TypeError, ValueError):
            return
        self._hand_on(said.get("id"), method, params)

    def leave(self) -> None:
        """Closes its views, and receives nothing more."""
        self._close_views()
        for off in self._offs:
            off()

    def _close_views(self) -> None:
        views, self._views = self._views, set()
        for view in sorted(views):
            if not self._connection.closed:
                self._connection.send("view/close", {"view": view})

    def _hand_on(self, ident: Any, method: str, params: Dict[str, Any]) -> None:
        named = {**params, "view": self._prefix + params["view"]} if isinstance(params.get("view"), str) else params
        if ident is None:
            if method not in OWN:
                self._connection.notify(method, named)
            return
        if method == "document/create" or (method == "document/open" and "text" in params):
            error = {"code": INVALID_REQUEST, "message": "a cell shows one document; open others from Python"}
            self._post({"id": ident, "error": error})
            return
        if method in ("initialize", "document/open", "document/close", "shutdown"):
            self._post({"id": ident, "result": self._own(method)})
            return
        if method == "view/close":
            self._views.discard(named["view"])

        def answer(reply: Any) -> None:
            try:
                result = reply.value()
            except ServerError as error:
                data = {} if error.data is None else {"data": error.data}
                self._post({"id": ident, "error": {"code": error.code, "message": error.server_message, **data}})
                return
            except NodewireError as error:
                self._post({"id": ident, "error": {"code": INTERNAL_ERROR, "message": str(error)}})
                return
            if method == "view/open":
                self._views.add(named["view"])
            if isinstance(result, dict) and "view" in result:
                result = {**result, "view": params["view"]}
            self._post({"id": ident, "result": result})

        self._connection.send(method, named, answer)

    def _own(self, method: str) -> Optional[Dict[str, Any]]:
        """The answer to a request of the page that the server does not get: conversation and document are already open."""
        client, opened = self._document.client, self._document.opened
        if method == "initialize":
            self._close_views()
            return {
                "protocolVersion": client.protocol_version,
                "serverInfo": client.server_info,
                "capabilities": client.capabilities,
                "settings": client.limits,
            }
        if method != "document/open":
            return None
        replica = self._document._replica
        counts = {} if replica is None else {"nodes": len(replica.nodes), "edges": len(replica.edges)}
        return {**opened, **counts, "losses": []}

    def _follower(self, method: str, follow: Callable[[str, Mapping[str, Any]], None]) -> Callable[[Mapping[str, Any]], None]:
        return lambda params: follow(method, params)

    def _follow_view(self, method: str, params: Mapping[str, Any]) -> None:
        view = params.get("view")
        if isinstance(view, str) and view.startswith(self._prefix):
            self._post({"method": method, "params": {**params, "view": view[len(self._prefix) :]}})

    def _follow_document(self, method: str, params: Mapping[str, Any]) -> None:
        if params.get("document") == self._document.id:
            self._post({"method": method, "params": params})

    def _post(self, message: Dict[str, Any]) -> None:
        self._post_message({"text": json.dumps({"jsonrpc": "2.0", **message})})
