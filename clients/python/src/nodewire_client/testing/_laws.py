"""The laws of the protocol, checked over what a client sent and received."""

from __future__ import annotations

from typing import Any, Collection, Dict, List, Mapping, Optional, Set, Tuple, Union

from .._scene import Scene
from ..errors import ReplicaError
from ..replica import Replica

#: Errors that say what was wrong with a message itself; only a request whose id is a number or begins with ``bad`` may
#: get one.
_MALFORMED = (-32700, -32600, -32601, -32602)
#: The reason of an error that any method may raise.
_TOO_LONG = "limits.reply"
_WALKS = ("history/undo", "history/redo")


class Broken(Exception):
    """A law does not hold."""


class Laws:
    """Listens to one session with the client's clock, in which every request has an id of its own.

    Everywhere: a request has one reply; no reply is an internal error; changes applied to what was read give what is
    read; frames applied give the scene; without a change in between, and after a redo of all that was undone, the hash of
    a document is the same, whoever undid it. Where the id of a request asks for it: ``same:KEY:N`` has the result of the
    first one of this key, ``hold:KEY:N`` the same selection, ``idle:N`` no gesture in the view it reads, ``tap:N``
    reported a tap before, ``done:N`` is not refused. A client of this package numbers its requests.
    With ``errors``, the codes that each method declares, no method raises another one.
    """

    def __init__(self, errors: Optional[Mapping[str, Collection[int]]] = None) -> None:
        self._errors = errors
        self._waiting: Dict[Union[str, int], Tuple[str, Mapping[str, Any]]] = {}
        self._replicas: Dict[str, Replica] = {}
        self._scenes: Dict[str, Scene] = {}
        #: Of each document the hashes by what has been undone since its last change.
        self._hashes: Dict[str, Dict[Tuple[str, ...], str]] = {}
        #: Who undid each step that is undone since then, in turn; "redo" stands for one that was undone before it.
        self._undone: Dict[str, List[str]] = {}
        #: Documents in which views undo their steps selectively: there, an undo need not take what a redo brought.
        self._shared: Set[str] = set()
        #: The document that an undo or redo changed; its reply, if there is one, has the number of steps.
        self._walking: Optional[str] = None
        self._first: Dict[str, Any] = {}
        self._events: List[str] = []
        self.replies = 0

    @property
    def unanswered(self) -> Set[Union[str, int]]:
        return set(self._waiting)

    def sent(self, message: Mapping[str, Any]) -> None:
        if "id" in message:
            if message["id"] in self._waiting:
                raise ValueError(f"two requests have the id {message['id']}")
            self._waiting[message["id"]] = (message["method"], message.get("params") or {})

    def received(self, message: Mapping[str, Any]) -> None:
        """Takes the next message of the server. Raises ``Broken``."""
        if "method" in message:
            self._note(message["method"], message["params"])
            return
        ident = message.get("id")
        if not isinstance(ident, (str, int)) or ident not in self._waiting:
            raise Broken(f"a reply to no request: {message}")
        request = self._waiting.pop(ident)
        self.replies += 1
        events, self._events = self._events, []
        if "error" in message:
            self._refused(ident, request[0], message["error"])
        else:
            self._answered(str(ident), *request, message["result"], events)

    # Notifications

    def _note(self, method: str, params: Mapping[str, Any]) -> None:
        if method == "document/changed":
            self._changed(params)
        elif method == "view/frame":
            if params["view"] in self._scenes:
                self._scenes[params["view"]].apply(params)
        elif method == "view/event":
            self._events.append(params["event"])
        elif method == "document/reset":
            raise Broken("a reset under the client's clock")
        elif method == "server/failed":
            if params["error"]["code"] in (-32603, *_MALFORMED):
                raise Broken(f"a notification got {params}")
            self._expect_declared(params["method"], params["error"])

    def _stand(self) -> None:
        """Undo or redo without a reply, by keys in a view: the number of steps is unknown."""
        if self._walking is not None:
            self._shared.add(self._walking)
            self._forget(self._walking)
            self._walking = None

    def _forget(self, document: str) -> None:
        self._hashes.pop(document, None)
        self._undone.pop(document, None)

    def _changed(self, params: Mapping[str, Any]) -> None:
        document = params["document"]
        self._stand()
        if params["cause"] in _WALKS:
            self._walking = document
        else:
            # Steps of another view may stay undone under those that follow.
            if self._undone.get(document):
                self._shared.add(document)
            self._forget(document)
        replica = self._replicas.get(document)
        if replica is None:
            return
        try:
            if not replica.apply(params):
                raise Broken(f"revision {params['revision']} was sent again")
        except ReplicaError as error:
            raise Broken(str(error)) from None

    # Replies

    def _refused(self, ident: Union[str, int], method: str, error: Mapping[str, Any]) -> None:
        code = error["code"]
        name = ident if isinstance(ident, str) else "bad"
        if code == -32603 or (code in _MALFORMED and not name.startswith("bad")):
            raise Broken(f"{ident} got {error}")
        if name.startswith("done"):
            raise Broken(f"{ident} was refused: {error}")
        self._expect_declared(method, error)

    def _expect_declared(self, method: str, error: Mapping[str, Any]) -> None:
        if self._errors is None or error["code"] < 0 or error.get("data", {}).get("reason") == _TOO_LONG:
            return
        if error["code"] not in self._errors.get(method, ()):
            raise Broken(f"{method} does not declare {error}")

    def _answered(
        self, ident: str, method: str, params: Mapping[str, Any], result: Any, events: List[str]
    ) -> None:
        kind, _, key = ident.partition(":")
        if kind == "same":
            self._expect_same(key.rpartition(":")[0], result)
        elif kind == "hold":
            self._expect_same(key.rpartition(":")[0], result["selection"])
        elif kind == "idle" and "gesture" in result:
            raise Broken(f"a gesture is left though no pointer is down: {result}")
        elif kind == "tap" and "tap" not in events:
            raise Broken(f"a tap was not recognised ({ident})")
        document = str(params.get("document"))
        if method in _WALKS and result["steps"] > 0:
            self._walking = None
        self._stand()
        if method == "document/read" and len(params) == 1:
            self._read(document, result)
        elif method == "document/hash":
            self._hashed(document, result["hash"])
        elif method in _WALKS:
            if "view" in params and result["steps"] > 0:
                self._shared.add(document)
            for _ in range(result["steps"]):
                self._walked(document, method, "view " + params["view"] if "view" in params else "all")
        elif method == "view/scene":
            self._seen(params["view"], result)
        elif method == "view/open":
            self._scenes.pop(result["view"], None)
        elif method == "document/close":
            for kept in (self._replicas, self._hashes, self._undone):
                kept.pop(document, None)

    def _walked(self, document: str, method: str, who: str) -> None:
        """One step was undone, or the last one that was undone and is theirs was performed again."""
        undone = self._undone.setdefault(document, [])
        last = undone[-1] if undone else None
        is_shared = document in self._shared
        if method == "history/undo":
            if last == "redo" and not is_shared:
                undone.pop()
            else:
                undone.append(who)
        elif last not in (None, "redo") and who in ("all", last):
            undone.pop()
        elif is_shared:
            self._forget(document)
        else:
            undone.append("redo")

    def _expect_same(self, key: str, value: Any) -> None:
        first = self._first.setdefault(key, value)
        if first != value:
            raise Broken(f"{key} was {first} and is {value}")

    def _read(self, document: str, content: Mapping[str, Any]) -> None:
        replica = self._replicas.get(document)
        if replica is None:
            self._replicas[document] = Replica(document, content)
            return
        copy = replica.read()
        if copy != content:
            raise Broken(f"the replica of {document} differs: {_difference(copy, content)}")

    def _hashed(self, document: str, value: str) -> None:
        undone = tuple(self._undone.get(document, ()))
        known = self._hashes.setdefault(document, {}).setdefault(undone, value)
        if known != value:
            raise Broken(f"the hash of {document} without {list(undone)} was {known} and is {value}")

    def _seen(self, view: str, result: Mapping[str, Any]) -> None:
        scene = Scene()
        scene.load(result)
        sent = self._scenes.setdefault(view, scene)
        for name in ("nodes", "edges", "state", "selected"):
            ours, theirs = getattr(sent, name), getattr(scene, name)
            if ours != theirs:
                raise Broken(f"the {name} of {view} differ: {_difference(ours, theirs)}")


def _difference(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> str:
    """The first member that differs, in short."""
    for name in [*ours, *theirs]:
        mine, other = ours.get(name), theirs.get(name)
        if mine != other:
            if isinstance(mine, list) and isinstance(other, list):
                pairs = [pair for pair in zip(mine, other) if pair[0] != pair[1]]
                mine, other = pairs[0] if pairs else (len(mine), len(other))
            return f"{name}: sent {_short(mine)}, is {_short(other)}"
    return "in nothing"


def _short(value: Any, limit: int = 300) -> Optional[str]:
    text = repr(value)
    return text if len(text) <= limit else text[:limit] + "…"
