"""Many windows on one server process: each window has its own requests and views, and all of them the same documents.

A hub reads what the server says on one thread and hands it on: replies to the window that asked, frames to the window of the
view, what is about a document to the windows that have it open. What a window has not read waits in a queue of its own, up to
a bound; a window beyond it is closed, and no other one waits for it.
"""

from __future__ import annotations

import json
import os
import re
import threading
from collections import deque
from pathlib import Path
from typing import Any, Deque, Dict, List, NamedTuple, Optional, Set

from web_socket import WebSocket

from nodewire import HeaderFraming, Process
from nodewire.errors import FramingError

# What may wait for a window that does not read; the server sends no more than two frames ahead of one that acknowledges.
WAITING_BYTES = 16 << 20
# So the server begins replies and notifications.
REPLY = re.compile(r'\{"jsonrpc":"2\.0","id":(\d+),')
NOTICE = re.compile(r'\{"jsonrpc":"2\.0","method":"([^"\\]+)"(?:,"params":\{"(view|document)":("(?:[^"\\]|\\.)*"))?')
ASKED = re.compile(r'\{"jsonrpc":"2\.0","id":(\d+),"method":')
OPENING = {"document/open", "document/create", "document/import"}


class Asked(NamedTuple):
    """A request that waits for its reply; without a window it is the hub's own."""

    window: Optional["SharedWindow"]
    id: Any
    method: str
    params: Dict[str, Any]


class Hub:
    """One server process and the windows that share it."""

    def __init__(self, command: List[str], root: Path) -> None:
        self._process = Process([*command, "serve", "--share", "--root", str(root)], cwd=root)
        self._lock = threading.Lock()
        self._asked: Dict[int, Asked] = {}
        self._count = 0
        self._windows: List[SharedWindow] = []
        self._owners: Dict[str, SharedWindow] = {}
        # Views that are being opened.
        self._opening: Dict[str, SharedWindow] = {}
        self._views = 0
        # What the first window was told of the server, and who waits for it.
        self._initialized: Optional[Dict[str, Any]] = None
        self._waiting: List[Asked] = []
        self._is_beginning = False
        self._input: Deque[bytes] = deque()
        self._has_input = threading.Semaphore(0)
        self.is_over = False
        for work in (self._listen, self._write):
            threading.Thread(target=work, daemon=True).start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def join(self, window: "SharedWindow") -> None:
        with self._lock:
            self._windows.append(window)

    def leave(self, window: "SharedWindow") -> None:
        """Closes the views of a window that has gone, and its documents where no other window has them."""
        with self._lock:
            if window not in self._windows:
                return
            self._windows.remove(window)
            for view in [view for view, owner in self._owners.items() if owner is window]:
                del self._owners[view]
                self._ask("view/close", {"view": view})
            for document in window.documents:
                # One with unsaved changes stays open, for the next window.
                self._ask("document/close", {"document": document})

    def end(self) -> None:
        with self._lock:
            windows, self.is_over = list(self._windows), True
        for window in windows:
            window.end()
        self._has_input.release()
        self._process.end(timeout=1.0)

    # From the windows

    def receive(self, window: "SharedWindow", text: str) -> None:
        """Hands a window's message to the server, under an id of the hub's."""
        try:
            message = json.loads(text)
        except ValueError:
            message = None
        with self._lock:
            if not isinstance(message, dict):
                window.put('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"a window sends one message a frame"}}')
                return
            method = message.get("method")
            if method in ("initialize", "initialized", "shutdown", "exit"):
                self._take_lifecycle(window, message)
            elif method is None or "id" not in message:
                self._send(text)
            else:
                params = message.get("params")
                asked = Asked(window, message["id"], str(method), params if isinstance(params, dict) else {})
                if method == "view/open":
                    self._own(asked)
                message["id"] = self._number(asked)
                self._send(json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    def _take_lifecycle(self, window: "SharedWindow", message: Dict[str, Any]) -> None:
        """Every window begins and ends its own conversation; the server has one with the hub."""
        method, asked = message["method"], Asked(window, message.get("id"), message["method"], {})
        if method == "initialize" and "id" in message:
            if self._initialized is not None:
                self._answer(asked, self._initialized)
                return
            self._waiting.append(asked)
            if not self._is_beginning:
                self._is_beginning = True
                self._ask("initialize", message.get("params") or {})
        elif method == "shutdown" and "id" in message:
            self._answer(asked, {"result": None})
        elif method == "exit":
            threading.Thread(target=window.finish, args=(1000, "the conversation is over"), daemon=True).start()

    def _own(self, asked: Asked) -> None:
        """Notes whose a view will be: its first frame comes before the reply."""
        self._views += 1
        name = str(asked.params.setdefault("view", f"view-{self._views}"))
        if name not in self._owners and asked.window:
            self._owners[name] = asked.window
            self._opening[name] = asked.window

    def _number(self, asked: Asked) -> int:
        self._count += 1
        self._asked[self._count] = asked
        return self._count

    def _ask(self, method: str, params: Dict[str, Any]) -> None:
        number = self._number(Asked(None, None, method, params))
        self._send(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}))

    def _send(self, text: str) -> None:
        self._input.append(HeaderFraming.frame(text.encode("utf-8", "surrogatepass")))
        self._has_input.release()

    def _write(self) -> None:
        """Writes what windows sent: the server may be slow to read, and nobody waits for it."""
        try:
            while True:
                self._has_input.acquire()
                if self.is_over:
                    return
                rest = memoryview(self._input.popleft())
                while rest:
                    rest = rest[self._process.stdin.write(rest) :]
        except (OSError, ValueError):
            pass

    # From the server

    def _listen(self) -> None:
        framing = HeaderFraming()
        output = self._process.stdout.fileno()
        try:
            while True:
                data = os.read(output, 1 << 18)
                if not data:
                    break
                framing.feed(data)
                text = framing.next()
                while text is not None:
                    with self._lock:
                        self._hand_on(text)
                    text = framing.next()
        except (OSError, ValueError, FramingError):
            pass
        with self._lock:
            windows, self.is_over = list(self._windows), True
        for window in windows:
            window.finish(1011, "the server has ended")
        self._has_input.release()

    def _hand_on(self, text: str) -> None:
        reply = REPLY.match(text)
        if reply and not ASKED.match(text):
            asked = self._asked.pop(int(reply[1]), None)
            if asked:
                self._reply(asked, text, reply.end(1))
            return
        notice = NOTICE.match(text)
        for window in self._concerned(notice):
            window.put(text)

    def _concerned(self, notice: "Optional[re.Match[str]]") -> List["SharedWindow"]:
        """The windows that a notification is for; what names neither a view nor a document is for all."""
        if notice is None or notice[2] is None:
            return self._windows
        name = json.loads(notice[3])
        if notice[2] == "view":
            owner = self._owners.get(name)
            return [owner] if owner else []
        return [window for window in self._windows if name in window.documents]

    def _reply(self, asked: Asked, text: str, end: int) -> None:
        if asked.method in OPENING or asked.method in ("view/open", "view/close", "document/close", "initialize"):
            self._note(asked, json.loads(text))
        if asked.window:
            asked.window.put(f'{{"jsonrpc":"2.0","id":{json.dumps(asked.id)}{text[end:]}')

    def _note(self, asked: Asked, message: Dict[str, Any]) -> None:
        """Notes whose views and documents there are."""
        window, result = asked.window, message.get("result")
        if asked.method == "initialize":
            self._initialized = {key: message[key] for key in ("result", "error") if key in message}
            self._send('{"jsonrpc":"2.0","method":"initialized"}')
            for waiting in self._waiting:
                self._answer(waiting, self._initialized)
            self._waiting = []
        elif asked.method == "view/open" and window:
            self._note_view(str(asked.params["view"]), window, "error" not in message)
        elif "error" in message or window is None:
            return
        elif asked.method == "view/close":
            self._owners.pop(str(asked.params.get("view")), None)
        elif asked.method == "document/close":
            window.documents.discard(str(asked.params.get("document")))
        elif window in self._windows:
            window.documents.add(result["document"])
        else:
            self._ask("document/close", {"document": result["document"]})

    def _note_view(self, name: str, window: "SharedWindow", is_open: bool) -> None:
        # A name that another window's view has is refused, and stays its own.
        if self._opening.pop(name, None) is window and not is_open:
            self._owners.pop(name, None)
        if is_open and window not in self._windows:
            self._ask("view/close", {"view": name})

    @staticmethod
    def _answer(asked: Asked, answer: Dict[str, Any]) -> None:
        if asked.window:
            asked.window.put(json.dumps({"jsonrpc": "2.0", "id": asked.id, **answer}))


class SharedWindow:
    """One page's socket on a hub."""

    def __init__(self, socket: WebSocket, hub: Hub) -> None:
        self._socket = socket
        self._hub = hub
        self.documents: Set[str] = set()
        self._waiting: Deque[str] = deque()
        self._bytes = 0
        self._change = threading.Condition()
        self._is_over = False
        hub.join(self)

    @property
    def pid(self) -> int:
        return self._hub.pid

    def run(self) -> None:
        """Carries messages both ways until one side ends."""
        threading.Thread(target=self._tell, daemon=True).start()
        try:
            while True:
                text = self._socket.receive()
                if text is None:
                    return
                self._hub.receive(self, text)
        finally:
            self.end()

    def put(self, text: str) -> None:
        """Lets a message wait for the page; never blocks. A window that leaves too much unread is closed."""
        with self._change:
            if self._is_over:
                return
            self._waiting.append(text)
            self._bytes += len(text)
            is_full = self._bytes > WAITING_BYTES and len(self._waiting) > 1
            if is_full:
                self._waiting.clear()
                self._is_over = True
            self._change.notify()
        if is_full:
            # To say goodbye may take a while to one that does not read.
            threading.Thread(target=self.finish, args=(1008, "this window does not read"), daemon=True).start()

    def finish(self, code: int, reason: str) -> None:
        """Closes the socket; what runs the window then ends it."""
        with self._change:
            is_stuck = code == 1008 or bool(self._waiting)
            self._is_over = True
            self._waiting.clear()
            self._change.notify()
        # Whoever sends to a window that does not read is woken first; it hears no goodbye.
        if is_stuck:
            self._socket.abort()
        self._socket.close(code, reason)
        self._socket.abort()

    def end(self) -> None:
        self.finish(1001, "the bridge has ended")
        self._hub.leave(self)

    def _tell(self) -> None:
        try:
            while True:
                with self._change:
                    while not self._waiting and not self._is_over:
                        self._change.wait()
                    if self._is_over:
                        return
                    text = self._waiting.popleft()
                    self._bytes -= len(text)
                self._socket.send(text)
        except (OSError, ValueError):
            self.finish(1001, "the page is gone")
