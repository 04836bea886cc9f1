"""Who hears what, where windows share a server: replies go to the window that asked, frames to the window of the view, what is
about a document to the windows that have it open. openrpc.json says what a message is about. Nothing here reads or writes.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from typing import Any, Callable, Dict, Iterable, List, Optional

from asked import Asked, Requests, answer, written
from envelope import Envelope, EnvelopeError, Pauses, find, read, string, value
from introduction import INTRODUCTION, Introduction
from protocol import Message, Protocol
from questions import Questions
from watches import Watches
from web_socket import text_frame
from window import Window

LIFECYCLE = ("initialize", "initialized", "shutdown", "exit")
TOKEN = re.compile(r'"|-?[0-9]{1,15}\Z')
NO_DOCUMENT, NO_VIEW, NO_GROUP = 1000, 1001, 1205


class Switchboard:
    """The windows of one server, and what each of them has asked for and opened. ``send`` takes a message to the server."""

    def __init__(self, send: Callable[[str], None], protocol: Protocol) -> None:
        self.windows: List[Window] = []
        self._requests = Requests(send)
        self._protocol = protocol
        self._read = frozenset({"document", "view", "id", "progressToken", *protocol.watched, *INTRODUCTION})
        self._introduction = Introduction(self._requests, protocol)
        self._watches = Watches(self.windows, self._requests, protocol)
        self._questions = Questions(self._requests)
        # Each view's window; its first frame comes before the reply that it is open.
        self._owners: Dict[str, Window] = {}
        self._views = 0
        # Who began the groups of edits that are open in a document, the innermost last.
        self._groups: Dict[str, List[Window]] = {}

    # From the windows

    def receive(self, window: Window, text: str) -> Pauses:
        """Hands a window's message to the server, with pauses while a long one is read."""
        try:
            self._take(window, (yield from read(text, self._read, self._protocol.limits["depth"])))
        except EnvelopeError as error:
            window.put(text_frame(written({"id": None, "error": {"code": error.code, "message": str(error)}})))

    def _take(self, window: Window, message: Envelope) -> None:
        ident, method = message.member("id"), string(message.member("method"))
        if ident is not None and ident[0] in "{[tf":
            raise EnvelopeError(-32600, "an id is a string, a number or null")
        if method is None and "method" in message.members:
            raise EnvelopeError(-32600, "a method is a string")
        if method is None:
            return self._questions.take_answer(window, string(ident), message.text)
        asked = Asked(window, ident, method, {name: message.param(name) for name in message.params})
        if method in LIFECYCLE:
            self._take_lifecycle(asked, window)
        elif method == "$/cancelRequest":
            self._cancel(asked, window)
        elif method == "$/setTrace":
            # The server would trace the messages of all windows.
            answer(asked, "result", "null")
        else:
            self._forward(asked, window, message)

    def leave(self, window: Window) -> None:
        """Gives up all that a window has which has gone: its requests, answers, groups, views and documents.

        A document with unsaved changes stays open, for the next window.
        """
        if window not in self.windows:
            return
        self.windows.remove(window)
        for number in window.asked:
            self._requests.send(written({"method": "$/cancelRequest", "params": {"id": number}}))
        self._questions.leave(window)
        for document in list(self._groups):
            self._end_groups(document, window)
        for view in list(window.views):
            self._requests.ask("view/close", {"view": view})
        self._owners = {view: owner for view, owner in self._owners.items() if owner is not window}
        closing = Counter(asked.document for asked in self._requests.of(window) if asked.method == "document/close")
        for document, count in window.documents.items():
            self._watches.stop(window, document)
            for _ in range(count - closing[document]):
                self._requests.ask("document/close", {"document": document})

    def _forward(self, asked: Asked, window: Window, message: Envelope) -> None:
        """Sends a message under a number of its own: also one without an id, unless its failure would name a view of this window."""
        described = self._protocol.methods.get(asked.method, Message())
        refusal = self._refusal(asked, window, described)
        if refusal:
            return answer(asked, "error", json.dumps({"code": refusal, "message": "this window has none of that name"}))
        changes: Dict[str, str] = {}
        if asked.method == "view/open":
            changes = self._open_view(asked, window)
        elif asked.method == "document/watch":
            changes = self._watches.change(asked, window)
        head = ""
        if asked.id is not None or described.scope != "view" or asked.view is None:
            number = self._requests.note(asked._replace(params={**asked.params, **changes}))
            head = f'"id":{number},'
            if TOKEN.match(asked.params.get("progressToken") or ""):
                changes["progressToken"] = str(number)
        params = message.with_params(changes)
        tail = "" if params is None else f',"params":{params}'
        self._requests.send(f'{{"jsonrpc":"2.0",{head}"method":{message.member("method")}{tail}}}')

    def _refusal(self, asked: Asked, window: Window, described: Message) -> Optional[int]:
        """The code of the error where a message is about what the window does not have."""
        document, view = asked.document, asked.view
        is_new_document = described.opens and not described.is_edit
        if document is not None and "document" in described.names and not is_new_document:
            if document not in window.documents and not any(document == one.document for one in self._opening(window)):
                return NO_DOCUMENT
        if view is not None and "view" in described.names and asked.method != "view/open":
            if self._owners.get(view) is not window:
                return NO_VIEW
        if asked.method in ("history/end", "history/cancel"):
            return None if document is None or self._leads(window, document) else NO_GROUP
        return None

    def _opening(self, window: Window) -> Iterable[Asked]:
        """Requests of a window that may open a document."""
        return (asked for asked in self._requests.of(window) if self._protocol.methods.get(asked.method, Message()).opens)

    def _leads(self, window: Window, document: str) -> bool:
        """Whether the innermost group of edits is the window's own, or may be as soon as it is open."""
        if any(asked.method == "history/begin" and asked.document == document for asked in self._requests.of(window)):
            return True
        return self._groups.get(document, [None])[-1:] == [window]

    def _open_view(self, asked: Asked, window: Window) -> Dict[str, str]:
        if asked.params.get("view") is not None:
            if asked.view is not None:
                self._owners.setdefault(asked.view, window)
            return {}
        name = None
        while name is None or name in self._owners:
            self._views += 1
            name = f"view-{self._views}"
        self._owners[name] = window
        return {"view": json.dumps(name)}

    def _cancel(self, asked: Asked, window: Window) -> None:
        """Every window cancels its own requests."""
        wanted = asked.params.get("id")
        meant = [number for number in window.asked if wanted and _is_same(self._requests[number].id, wanted)]
        if meant:
            self._requests.send(written({"method": asked.method, "params": {"id": max(meant)}}))
        answer(asked, "result", "null")

    def _take_lifecycle(self, asked: Asked, window: Window) -> None:
        """Every window begins and ends a conversation of its own; the server has one."""
        if asked.method == "exit":
            window.say_goodbye(1000, "the conversation is over")
        elif asked.method == "initialize":
            self._introduction.begin(asked, window)
        else:
            answer(asked, "result", "null")

    # From the server

    def hand_on(self, text: str) -> None:
        """Hands a message of the server to whom it is for."""
        found = find(text, 0, "method", "result", "error")
        if found is None:
            return
        if found[0] != "method":
            return self._reply(text, *found)
        method = json.loads(value(text, found[1]))
        if method in self._protocol.requests:
            self._hand_question(json.loads(text), text)
        elif method == "$/progress":
            self._hand_progress(json.loads(text))
        else:
            frame = text_frame(text)
            for window in self._concerned(method, text):
                window.put(frame)

    def _concerned(self, method: str, text: str) -> Iterable[Window]:
        """The windows that a notification is for; what names neither a view nor a document is for all."""
        described = self._protocol.notifications.get(method, Message())
        params = find(text, 0, "params")
        found = find(text, params[1], described.scope) if params and described.scope else None
        if found is None:
            return self.windows
        name = json.loads(value(text, found[1]))
        if described.scope == "view":
            owner = self._owners.get(name)
            return [owner] if owner else []
        if described.watched:
            return [window for window in self.windows if (name, described.watched) in window.watches]
        return [window for window in self.windows if name in window.documents]

    def _reply(self, text: str, kind: str, start: int) -> None:
        ident = find(text, 0, "id")
        number = value(text, ident[1]) if ident else ""
        asked = self._requests.take(number)
        if asked is None or ident is None:
            return print("the server has answered what nobody asked:", text[:200], file=sys.stderr, flush=True)
        if kind == "result":
            self._note(asked, text, start)
        else:
            self._note_refusal(asked, text, start)
        if asked.window in self.windows:
            if asked.id is not None:
                asked.window.put(text_frame(f"{text[: ident[1]]}{asked.id}{text[ident[1] + len(number) :]}"))
            elif kind == "error":
                answer(asked, kind, value(text, start))

    def _note(self, asked: Asked, text: str, start: int) -> None:
        """Notes what a window has from now on; what is opened for one that has gone is closed again."""
        window, document, view = asked.window, asked.document, asked.view
        if asked.method == "initialize":
            self._introduction.accepted(value(text, start))
        elif window is None:
            return
        elif self._protocol.methods.get(asked.method, Message()).opens:
            found = find(text, start, "document")
            if found and not (document and asked.method == "document/import"):
                self._note_opened(window, json.loads(value(text, found[1])))
        elif asked.method == "view/open" and view is not None:
            window.views.add(view)
            self._owners[view] = window
            if window not in self.windows:
                self._requests.ask("view/close", {"view": view})
        elif asked.method == "view/close" and view is not None:
            window.views.discard(view)
            self._owners.pop(view, None)
        elif document is not None:
            self._note_in_document(asked.method, window, document)

    def _note_opened(self, window: Window, document: str) -> None:
        if window in self.windows:
            window.documents[document] += 1
        else:
            self._requests.ask("document/close", {"document": document})

    def _note_in_document(self, method: str, window: Window, document: str) -> None:
        if method == "history/begin":
            self._groups.setdefault(document, []).append(window)
            if window not in self.windows:
                self._end_groups(document, window)
        elif method in ("history/end", "history/cancel"):
            if self._groups.get(document):
                self._groups[document].pop()
        elif method == "document/close":
            window.documents[document] -= 1
            if window.documents[document] <= 0:
                del window.documents[document]
                self._watches.stop(window, document)
            if not any(document in other.documents for other in self.windows):
                self._groups.pop(document, None)

    def _note_refusal(self, asked: Asked, text: str, start: int) -> None:
        window, view = asked.window, asked.view
        if asked.method == "initialize":
            self._introduction.refused(value(text, start))
        elif window is None:
            return
        elif asked.method == "view/open":
            # A name that another window's view has stays its own.
            if view is not None and view not in window.views and self._owners.get(view) is window:
                del self._owners[view]
        elif asked.method == "document/watch":
            self._watches.forget(window, asked.document or "")

    # Groups, progress and questions

    def _end_groups(self, document: str, window: Window) -> None:
        """Ends the groups of a window that has gone; what it did in them stays."""
        others = [owner for owner in self._groups.get(document, []) if owner is not window]
        for _ in range(len(self._groups.get(document, [])) - len(others)):
            self._requests.ask("history/end", {"document": document})
        self._groups[document] = others

    def _hand_progress(self, message: Dict[str, Any]) -> None:
        """Two windows may use the same token: the server knows the numbers of their requests."""
        asked = self._requests.get(message["params"]["token"])
        if asked and asked.window:
            message["params"]["token"] = json.loads(asked.params["progressToken"] or "null")
            asked.window.put(text_frame(json.dumps(message)))

    def _hand_question(self, message: Dict[str, Any], text: str) -> None:
        """The window of the view answers; where no view is named, one that has asked something of the document."""
        params = message["params"]
        if "view" in params:
            window = self._owners.get(params["view"])
        else:
            asking = [asked.window for asked in self._requests if asked.document == params["document"]]
            window = next((window for window in asking if window in self.windows), None)
        self._questions.hand(message, text, window)


def _is_same(ident: Optional[str], other: str) -> bool:
    """Whether two ids are the same, however they are spelled."""
    return ident == other or (string(ident) is not None and string(ident) == string(other))
