#!/usr/bin/env python3
"""Shows a document in the browser: a page that paints, a server that edits, and this bridge between them.

    python3 clients/web/serve.py [FILE] [--alone] [--port N] [--server PATH] [--state DIR] [--no-browser]
    nodewire-py serve [FILE] …, where the client for Python is installed

All windows have one server process, which reads and writes files below FILE's folder: whoever opens the same file edits the
same document, and sees the others' edits, pointers and selections. With --alone each window has a process and a document of its
own. A FILE that is not there is begun, and written when it is saved. Without FILE it opens a copy of the example, which is
nowhere on disk until it is saved below the working folder. Needs Python 3.9 and, in a checkout without a server, Swift.
"""

from __future__ import annotations

import argparse
import hmac
import json
import os
import secrets
import subprocess
import sys
import threading
import webbrowser
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

HERE = Path(__file__).resolve().parent
EXAMPLE = (HERE / "support-bot.json").resolve()
CLIENTS = HERE.parent
sys.path.insert(0, str(HERE))
if (CLIENTS / "build.py").exists():
    # A checkout, whose server is made when it is missing.
    sys.path.insert(1, str(CLIENTS))
    from build import server as find_server
else:
    from nodewire_client import find_server

import folder  # noqa: E402
from hub import Hub  # noqa: E402
from protocol import edits  # noqa: E402
from web_socket import accept_key  # noqa: E402
from window import Window  # noqa: E402

from nodewire_client.errors import NodewireError  # noqa: E402

# The name of the example's copy is another one, so that saving it in the example's own folder does not replace it.
COPY = "my-support-bot.json"
# What a file holds that is begun.
NEW = '{"nodewire": 1, "nodes": [], "edges": []}'
WINDOWS = 16
SHARED_WINDOWS = 64
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "connect-src 'self' {sockets}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Opening(NamedTuple):
    """What a window opens first, and the folder its server keeps to."""

    root: Path
    # The name of a file in the folder, which may not be there yet; None for a copy of the example.
    file: Optional[str] = None

    @classmethod
    def of(cls, file: Optional[Path]) -> "Opening":
        if file is None:
            return cls(Path.cwd())
        path = file.resolve()
        if not path.parent.is_dir() or path.is_dir():
            raise OSError(f"{path} can be no file")
        return cls(path.parent, path.name)

    @property
    def is_new(self) -> bool:
        return self.file is not None and not (self.root / self.file).exists()

    @property
    def document(self) -> Dict[str, str]:
        """As the page is told; ``document`` is what a text is called by all windows that share."""
        if self.file is None:
            return {"name": COPY, "text": EXAMPLE.read_text(encoding="utf-8"), "document": COPY}
        if self.is_new:
            return {"name": self.file, "path": self.file, "text": NEW, "document": self.file}
        return {"name": self.file, "path": self.file}


def served() -> Dict[str, Path]:
    """The files of the page by their addresses in it, with those of the TypeScript client below ``client``."""
    page = HERE / "page"
    files = [*page.iterdir(), *(page / "client").iterdir()]
    return {file.relative_to(page).as_posix(): file for file in files if file.suffix in TYPES}


class Bridge(ThreadingHTTPServer):
    """The page and its sockets, for this machine only.

    The address printed holds a token that opens one window: it is exchanged for the session's secret, which is part of
    every path from then on, so that neither another page nor another program learns a way in.
    """

    daemon_threads = True
    block_on_close = False

    def __init__(self, command: List[str], opening: Opening, port: int = 0, alone: bool = False) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.command = command
        self.opening = opening
        self.edits = edits()
        self.port = self.server_address[1]
        self.hosts = {f"127.0.0.1:{self.port}", f"localhost:{self.port}"}
        self.sockets = " ".join(f"ws://{host}" for host in sorted(self.hosts))
        self.secret = secrets.token_urlsafe(32)
        self.files = served()
        self._token = secrets.token_urlsafe(32)
        self._lock = threading.Lock()
        # One of each window that is open.
        self._running: List[Hub] = []
        self._room = threading.BoundedSemaphore(WINDOWS if alone else SHARED_WINDOWS)
        self._shares = not alone
        self._hub: Optional[Hub] = None
        self._opened = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/?token={self._token}"

    @property
    def pids(self) -> List[int]:
        """The server processes of the windows that are open."""
        with self._lock:
            return [hub.pid for hub in self._running]

    @property
    def document(self) -> Dict[str, Any]:
        """What the next window opens. One that shares gets its number."""
        if not self._shares:
            return self.opening.document
        with self._lock:
            self._opened += 1
            return {**self.opening.document, "window": self._opened}

    def hub(self) -> Hub:
        """The server of the next window: one of its own, or the one that all share."""
        root = self.opening.root
        if not self._shares:
            return Hub(self.command, root)
        with self._lock:
            if self._hub is None or self._hub.is_over:
                self._hub = Hub(self.command, root)
            return self._hub

    def redeem(self, token: str) -> bool:
        """Whether this is the token, which is another one from now on."""
        with self._lock:
            if not hmac.compare_digest(token.encode(), self._token.encode()):
                return False
            self._token = secrets.token_urlsafe(32)
        print("for another window:", self.url, flush=True)
        return True

    def show(self, window: Window, hub: Hub) -> None:
        """Runs a window until it ends."""
        with self._lock:
            self._running.append(hub)
        hub.join(window)
        window.over.wait()
        with self._lock:
            self._running.remove(hub)

    def release(self, hub: Hub) -> None:
        """Ends the server of a window that has ended, unless others share it."""
        if hub is not self._hub:
            hub.end()

    def has_room(self) -> bool:
        """Takes the place of one window, if there is one; ``leave`` gives it back."""
        return self._room.acquire(blocking=False)

    def leave(self) -> None:
        self._room.release()

    def end(self) -> None:
        """Ends every window with its server process."""
        with self._lock:
            hubs = {*self._running, *([self._hub] if self._hub else [])}
        for hub in hubs:
            hub.end()
        self.server_close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    """One connection of a browser. Nothing is answered before host, origin and token have been looked at."""

    protocol_version = "HTTP/1.1"
    server_version = "Nodewire"
    sys_version = ""
    timeout = 30
    # Many small files: a system call for each byte, or a wait for each acknowledgement, would be most of the time.
    disable_nagle_algorithm = True
    server: Bridge

    def do_GET(self) -> None:
        if not self._comes_from_here():
            return self._refuse(HTTPStatus.FORBIDDEN, "this page answers only to itself")
        path, _, query = self.path.partition("?")
        if path == "/favicon.ico":
            return self._send_file(self.server.files["icon.svg"])
        if path == "/" and query.startswith("token="):
            return self._enter(query[len("token=") :])
        secret, _, name = path[1:].partition("/")
        if not hmac.compare_digest(secret.encode("utf-8", "replace"), self.server.secret.encode()):
            return self._refuse(HTTPStatus.FORBIDDEN, "open the address that the bridge prints")
        if name == "socket":
            return self._connect()
        if name == "opening.json":
            text = json.dumps({**self.server.document, "edits": self.server.edits}).encode("utf-8")
            return self._answer(HTTPStatus.OK, "application/json", text)
        if name == "folder.json":
            text = json.dumps(folder.listed(self.server.opening.root)).encode("utf-8")
            return self._answer(HTTPStatus.OK, "application/json", text)
        file = self.server.files.get(name or "index.html")
        if file is None:
            return self._refuse(HTTPStatus.NOT_FOUND, "there is no such file")
        self._send_file(file)

    def _send_file(self, file: Path) -> None:
        self._answer(HTTPStatus.OK, TYPES[file.suffix], file.read_bytes())

    def _comes_from_here(self) -> bool:
        """Whether the request names this machine as its host, and comes from no other page."""
        hosts = self.headers.get_all("Host") or []
        if len(hosts) != 1 or hosts[0] not in self.server.hosts:
            return False
        return all(origin == f"http://{hosts[0]}" for origin in self.headers.get_all("Origin") or [])

    def _enter(self, token: str) -> None:
        if not self.server.redeem(token):
            return self._refuse(HTTPStatus.FORBIDDEN, "this address was used already; the bridge has printed another")
        self._answer(HTTPStatus.SEE_OTHER, "text/plain; charset=utf-8", b"", ("Location", f"/{self.server.secret}/"))

    def _connect(self) -> None:
        key = accept_key(self.headers)
        if key is None or not self.headers.get("Origin"):
            return self._refuse(HTTPStatus.BAD_REQUEST, "a WebSocket was expected")
        if not self.server.has_room():
            return self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "too many windows are open")
        try:
            self._run(key)
        finally:
            self.server.leave()

    def _run(self, key: str) -> None:
        self.close_connection = True
        try:
            hub = self.server.hub()
        except NodewireError as error:
            return self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR, str(error))
        try:
            self.send_response(HTTPStatus.SWITCHING_PROTOCOLS)
            self.send_header("Upgrade", "websocket")
            self.send_header("Connection", "Upgrade")
            self.send_header("Sec-WebSocket-Accept", key)
            self.end_headers()
            self.server.show(Window(self.connection, self._received_behind()), hub)
        finally:
            self.server.release(hub)

    def _received_behind(self) -> bytes:
        """What came behind the request and waits in the buffer of the connection."""
        self.connection.settimeout(0)
        return bytes(self.rfile.peek())

    def _refuse(self, status: HTTPStatus, why: str) -> None:
        self.close_connection = True
        self._answer(status, "text/plain; charset=utf-8", f"{why}\n".encode(), ("Connection", "close"))

    def _answer(self, status: HTTPStatus, kind: str, body: bytes, *more: Tuple[str, str]) -> None:
        self.send_response(status)
        for name, value in (
            ("Content-Type", kind),
            ("Content-Length", str(len(body))),
            ("Cache-Control", "no-store"),
            ("Content-Security-Policy", POLICY.format(sockets=self.server.sockets)),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Referrer-Policy", "no-referrer"),
            ("X-Content-Type-Options", "nosniff"),
            *more,
        ):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Requests hold the secret in their path and are not written down."""


def runnable(named: Optional[str], state: Optional[Path]) -> List[str]:
    """The command that starts a server, from whatever folder. Raises ``OSError`` if it does not run."""
    (program,) = find_server(named)
    said = subprocess.run([os.path.abspath(program), "--version"], capture_output=True, text=True, timeout=60)
    if not said.stdout.startswith("nodewire "):
        raise OSError(f"{program} is no nodewire server")
    return [os.path.abspath(program), *(["--state", os.path.abspath(state)] if state else [])]


def main(words: Optional[List[str]] = None, name: Optional[str] = None) -> int:
    parser = argparse.ArgumentParser(name, description="Shows a document in the browser.")
    parser.add_argument("file", nargs="?", type=Path, help="what to open or to begin; a copy of the example if left out")
    parser.add_argument("--alone", action="store_true", help="give each window a server and a document of its own")
    # What is the default may be asked for.
    parser.add_argument("--share", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=0, help="where the page is served; any free port if left out")
    parser.add_argument("--server", help="the server's binary")
    parser.add_argument("--state", type=Path, help="where journals and locks are kept; beside the files if left out")
    parser.add_argument("--no-browser", action="store_true", help="print the address, open nothing")
    options = parser.parse_args(words)
    try:
        opening = Opening.of(options.file)
        command = runnable(options.server, options.state)
    except (NodewireError, OSError) as error:
        parser.error(str(error))
    bridge = Bridge(command, opening, options.port, options.alone)
    try:
        print("open", bridge.url, flush=True)
        if opening.is_new:
            print(f"{opening.root / opening.file} is new; saving writes it", flush=True)
        if options.file is None:
            print(f"this is a copy of the example; saving asks for a name below {opening.root}", flush=True)
        if not options.no_browser:
            webbrowser.open(bridge.url)
        bridge.serve_forever()
    except KeyboardInterrupt:
        print()
    finally:
        bridge.end()
    return 0


if __name__ == "__main__":
    sys.exit(main())
