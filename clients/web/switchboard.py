"""Who hears what, where windows share a server: replies go to the window that asked, frames to the window of the view, what is
about a document to the windows that have it open. Nothing here reads or writes.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional

from web_socket import text_frame
from window import Window

# So the server begins replies, its own requests, and notifications.
REPLY = re.compile(r'\{"jsonrpc":"2\.0","id":(\d+),"(result|error)":')
QUESTION = re.compile(r'\{"jsonrpc":"2\.0","id":"s\d+","method":')
NOTICE = re.compile(r'\{"jsonrpc":"2\.0","method":"([^"\\]+)"(?:,"params":\{"(view|document)":("(?:[^"\\]|\\.)*"))?')
OPENING = ("document/open", "document/create", "document/import")
# What of a document is sent only to those who ask for it.
WATCHED = {"document/evaluated": "values", "document/diagnostics": "diagnostics"}
LIFECYCLE = ("initialize", "initialized", "shutdown", "exit")
# Requests whose replies say what a window has from then on.
NOTED = (
    *("initialize", "view/open", "view/close", "document/close", "document/watch"),
    *("history/begin", "history/end", "history/cancel"),
    *OPENING,
)


class Asked(NamedTuple):
    """A request that waits for its reply; without a window it is the bridge's own."""

    window: Optional[Window]
    id: Any
    method: str
    params: Dict[str, Any]

    @property
    def key(self) -> str:
        return json.dumps(self.id)


class Switchboard:
    """The windows of one server, and what each of them has asked for and opened. ``send`` takes a message to the server."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self.windows: List[Window] = []
        self._send = send
        self._asked: Dict[int, Asked] = {}
        self._count = 0
        # Each view's window; its first frame comes before the reply that it is open.
        self._owners: Dict[str, Window] = {}
        self._views = 0
        # Who began the groups of edits that are open in a document, the innermost last.
        self._groups: Dict[str, List[Window]] = {}
        # Whom the server asks, by the ids of its requests.
        self._questions: Dict[str, Window] = {}
        # What the server said to the first window, and who waits for it.
        self._initialized: Optional[Any] = None
        self._beginners: List[Asked] = []

    # From the windows

    def receive(self, window: Window, text: str) -> None:
        """Hands a window's message to the server; a request goes under a number of its own."""
        try:
            message = json.loads(text, parse_constant=_refuse_constant)
            if isinstance(message, dict):
                self._take(window, message, text)
            else:
                self._refuse(window, None, -32600, "a window sends one message a frame, an object")
        except (ValueError, RecursionError):
            self._refuse(window, None, -32700, "this is no JSON")

    def _take(self, window: Window, message: Dict[str, Any], text: str) -> None:
        params = message.get("params")
        asked = Asked(window, message.get("id"), str(message.get("method")), params if isinstance(params, dict) else {})
        if "method" not in message:
            self._take_answer(asked, text)
        elif asked.method in LIFECYCLE:
            self._take_lifecycle(asked, "id" in message)
        elif "id" not in message:
            self._take_notification(asked, text)
        elif not self._has(asked):
            self._refuse(window, asked.id, 1001 if asked.method == "view/close" else 1000, "this window has none of that name")
        else:
            self._forward(asked, message)

    def leave(self, window: Window) -> None:
        """Gives up all that a window has which has gone: its requests, answers, groups, views and documents.

        A document with unsaved changes stays open, for the next window.
        """
        if window not in self.windows:
            return
        self.windows.remove(window)
        for number in window.asked.values():
            self._send(_written({"method": "$/cancelRequest", "params": {"id": number}}))
        for question in [question for question, asked in self._questions.items() if asked is window]:
            self._give_up(question)
        for document in list(self._groups):
            self._end_groups(document, window)
        for view in list(window.views):
            self._ask("view/close", {"view": view})
        self._owners = {view: owner for view, owner in self._owners.items() if owner is not window}
        pending = [self._asked[number] for number in window.asked.values()]
        closing = Counter(str(asked.params.get("document")) for asked in pending if asked.method == "document/close")
        for document, count in window.documents.items():
            self._stop_watching(window, document)
            for _ in range(count - closing[document]):
                self._ask("document/close", {"document": document})

    def _has(self, asked: Asked) -> bool:
        """Whether what a window closes is its own, or may be as soon as it is open."""
        window = asked.window
        if window and asked.method == "view/close":
            return self._owners.get(str(asked.params.get("view"))) is window
        if window and asked.method == "document/close" and asked.params.get("document") not in window.documents:
            return any(self._asked[number].method in OPENING for number in window.asked.values())
        return True

    def _forward(self, asked: Asked, message: Dict[str, Any]) -> None:
        number = self._number(asked)
        params = asked.params
        if asked.method == "view/open":
            self._views += 1
            params.setdefault("view", f"view-{self._views}")
            if asked.window:
                self._owners.setdefault(str(params["view"]), asked.window)
        elif asked.method == "document/watch":
            params = self._watch(asked)
        if isinstance(params.get("progressToken"), (str, int)):
            params = {**params, "progressToken": number}
        self._send(_written({**message, "id": number, **({"params": params} if params else {})}))

    def _take_notification(self, asked: Asked, text: str) -> None:
        """Every window cancels its own requests. What is to be noted is asked for."""
        if asked.method == "$/cancelRequest" and asked.window:
            number = asked.window.asked.get(json.dumps(asked.params.get("id")))
            if number is not None:
                self._send(_written({"method": asked.method, "params": {"id": number}}))
        elif asked.method in NOTED and asked.window:
            self._refuse(asked.window, None, -32600, f"{asked.method} needs an id")
        else:
            self._send(text)

    def _take_answer(self, asked: Asked, text: str) -> None:
        """Only who was asked can answer."""
        if isinstance(asked.id, str) and self._questions.get(asked.id) is asked.window:
            del self._questions[asked.id]
            self._send(text)

    def _take_lifecycle(self, asked: Asked, is_request: bool) -> None:
        """Every window begins and ends a conversation of its own; the server has one."""
        if asked.method == "exit" and asked.window:
            asked.window.say_goodbye(1000, "the conversation is over")
        elif is_request and asked.method == "initialize":
            self._begin(asked)
        elif is_request:
            self._answer(asked, {"result": None})

    def _begin(self, asked: Asked) -> None:
        """What the first window asks for holds for all."""
        if self._initialized is not None:
            return self._answer(asked, {"result": self._initialized})
        self._beginners.append(asked)
        if len(self._beginners) == 1:
            self._ask("initialize", asked.params)

    def _number(self, asked: Asked) -> int:
        self._count += 1
        self._asked[self._count] = asked
        if asked.window:
            asked.window.asked[asked.key] = self._count
        return self._count

    def _ask(self, method: str, params: Dict[str, Any]) -> None:
        """Asks for the bridge itself."""
        number = self._number(Asked(None, None, method, params))
        self._send(_written({"id": number, "method": method, "params": params}))

    # From the server

    def hand_on(self, text: str) -> None:
        """Hands a message of the server to whom it is for."""
        reply = REPLY.match(text)
        if reply:
            return self._reply(int(reply[1]), text, reply)
        if QUESTION.match(text):
            return self._hand_question(text)
        notice = NOTICE.match(text)
        if notice and notice[1] == "$/progress":
            return self._hand_progress(json.loads(text))
        frame = text_frame(text)
        for window in self._concerned(notice):
            window.put(frame)

    def _concerned(self, notice: "Optional[re.Match[str]]") -> Iterable[Window]:
        """The windows that a notification is for; what names neither a view nor a document is for all."""
        if notice is None or notice[2] is None:
            return self.windows
        name = json.loads(notice[3])
        if notice[2] == "view":
            owner = self._owners.get(name)
            return [owner] if owner else []
        part = WATCHED.get(notice[1])
        if part:
            return [window for window in self.windows if (name, part) in window.watches]
        return [window for window in self.windows if name in window.documents]

    def _reply(self, number: int, text: str, head: "re.Match[str]") -> None:
        asked = self._asked.pop(number, None)
        if asked is None:
            return
        window = asked.window
        if window and window.asked.get(asked.key) == number:
            del window.asked[asked.key]
        if head[2] == "result" and asked.method in NOTED:
            self._note(asked, json.loads(text)["result"])
        elif head[2] == "error":
            self._note_refusal(asked, text)
        if window in self.windows:
            window.put(text_frame(f'{{"jsonrpc":"2.0","id":{asked.key}{text[head.end(1):]}'))

    def _note(self, asked: Asked, result: Any) -> None:
        """Notes what a window has from now on; what is opened for one that has gone is closed again."""
        window, document = asked.window, str(asked.params.get("document"))
        is_here = window in self.windows
        if asked.method == "initialize":
            self._initialized = result
            self._send(_written({"method": "initialized"}))
            for beginner in self._beginners:
                self._answer(beginner, {"result": result})
            self._beginners = []
        elif asked.method in OPENING:
            if window and is_here:
                window.documents[result["document"]] += 1
            else:
                self._ask("document/close", {"document": result["document"]})
        elif asked.method == "view/open" and window:
            name = str(asked.params["view"])
            if is_here:
                window.views.add(name)
                self._owners[name] = window
            else:
                self._ask("view/close", {"view": name})
        elif asked.method == "history/begin" and window:
            self._groups.setdefault(document, []).append(window)
            if not is_here:
                self._end_groups(document, window)
        elif asked.method in ("history/end", "history/cancel"):
            if window and self._groups.get(document):
                self._groups[document].pop()
        elif window and asked.method in ("view/close", "document/close"):
            self._note_closed(asked, window)

    def _note_closed(self, asked: Asked, window: Window) -> None:
        if asked.method == "view/close":
            name = str(asked.params["view"])
            window.views.discard(name)
            self._owners.pop(name, None)
            return
        document = str(asked.params["document"])
        window.documents[document] -= 1
        if window.documents[document] <= 0:
            del window.documents[document]
            self._stop_watching(window, document)
        if not any(document in other.documents for other in self.windows):
            self._groups.pop(document, None)

    def _note_refusal(self, asked: Asked, text: str) -> None:
        if asked.method == "view/open" and asked.window:
            # A name that another window's view has stays its own.
            name = str(asked.params.get("view"))
            if name not in asked.window.views and self._owners.get(name) is asked.window:
                del self._owners[name]
        elif asked.method == "document/watch" and asked.window:
            document = str(asked.params.get("document"))
            asked.window.watches = {entry for entry in asked.window.watches if entry[0] != document}
        elif asked.method == "initialize":
            refused = self._beginners.pop(0)
            self._answer(refused, {"error": json.loads(text)["error"]})
            if self._beginners:
                self._ask("initialize", self._beginners[0].params)

    # What is watched

    def _watch(self, asked: Asked) -> Dict[str, Any]:
        """The server watches for all: it goes on with what another window wants. What it sends first comes before its reply."""
        params = dict(asked.params)
        for part in WATCHED.values():
            entry = (str(params.get("document")), part)
            if params.get(part) is True and asked.window:
                asked.window.watches.add(entry)
            elif params.get(part) is False and asked.window:
                asked.window.watches.discard(entry)
                if self._is_watched(entry):
                    del params[part]
        return params

    def _stop_watching(self, window: Window, document: str) -> None:
        for entry in [entry for entry in window.watches if entry[0] == document]:
            window.watches.discard(entry)
            if not self._is_watched(entry):
                self._ask("document/watch", {"document": document, entry[1]: False})

    def _is_watched(self, entry: Any) -> bool:
        return any(entry in window.watches for window in self.windows)

    # Groups, progress and questions

    def _end_groups(self, document: str, window: Window) -> None:
        """Ends the groups of a window that has gone; what it did in them stays."""
        others = [owner for owner in self._groups.get(document, []) if owner is not window]
        for _ in range(len(self._groups.get(document, [])) - len(others)):
            self._ask("history/end", {"document": document})
        self._groups[document] = others

    def _hand_progress(self, message: Dict[str, Any]) -> None:
        """Two windows may use the same token: the server knows the numbers of their requests."""
        asked = self._asked.get(message["params"]["token"])
        if asked and asked.window:
            message["params"]["token"] = asked.params["progressToken"]
            asked.window.put(text_frame(json.dumps(message)))

    def _hand_question(self, text: str) -> None:
        """The window of the view answers; where no view is named, one that has asked something of the document."""
        message = json.loads(text)
        params, window = message["params"], None
        if "view" in params:
            window = self._owners.get(params["view"])
        else:
            asking = [asked.window for asked in self._asked.values() if asked.params.get("document") == params["document"]]
            window = next((window for window in asking if window in self.windows), None)
        if window is None:
            return self._give_up(message["id"])
        self._questions[message["id"]] = window
        window.put(text_frame(text))

    def _give_up(self, question: str) -> None:
        """Lets a question count as not answered."""
        self._questions.pop(question, None)
        self._send(_written({"id": question, "error": {"code": -32601, "message": "the window is gone"}}))

    # Answers of the bridge itself

    @staticmethod
    def _answer(asked: Asked, answer: Dict[str, Any]) -> None:
        if asked.window:
            asked.window.put(text_frame(_written({"id": asked.id, **answer})))

    @staticmethod
    def _refuse(window: Window, ident: Any, code: int, message: str) -> None:
        window.put(text_frame(_written({"id": ident, "error": {"code": code, "message": message}})))


def _written(message: Dict[str, Any]) -> str:
    return json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":"))


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")
