"""Random sessions made of streams of input, for ``nodewire_dev.fuzz``."""

from __future__ import annotations

import json
import random
from typing import Any, Callable, Collection, Dict, Iterable, List, Optional, Tuple

from nodewire_client.testing import KEYS, MODIFIERS

from . import draws
from .draws import EDGES, HEIGHT, NODES, WIDTH, Params

Message = Dict[str, Any]

#: Streams of one program.
PROGRAM = 25
#: By a stream of the given number, what is too dear to be asked after each is asked.
READ_EVERY, SCENE_EVERY, WALK_EVERY = 8, 4, 12
#: How often a new view is opened: the places of nodes on the screen are known only until the view moves.
RENEW_EVERY = 3


class Program:
    """The messages of some streams on one document; they depend on what they are made with alone.

    ``extremes`` is the share of places and sizes that are as far out, as large or as small as numbers go.
    """

    def __init__(self, seed: str, number: int, methods: Collection[str], extremes: float = 0) -> None:
        self._random = random.Random(seed)
        self._far = random.Random(f"{seed} far")
        self._extremes = extremes
        self._methods = methods
        self._number = number
        self._count = 0
        #: Programs follow each other in one session, where time never goes back.
        self._now = number * 1_000_000.0
        self._document = f"d{number}"
        self._replica = f"r{number}"
        self._views = [f"v{number}.0"]
        #: The pointers that are down, by view and id, with their kinds and places.
        self._down: Dict[Tuple[str, int], Tuple[str, float, float]] = {}
        #: Whether gestures may be open while no pointer is down.
        self._lingers = False
        self._inserts = False
        #: Where nodes were put.
        self._places: List[Tuple[float, float]] = []
        #: What else was begun in which views, and may not have ended.
        self._begun: List[Tuple[str, str]] = []
        self.messages: List[Message] = []
        self._open()
        for stream in range(PROGRAM):
            self._stream(stream)
        self._ask("any", "document/close", document=self._replica, discard=True)
        self._ask("last", "document/close", document=self._document, discard=True)

    # Messages

    def _ask(self, kind: str, method: str, /, **params: Any) -> None:
        self._count += 1
        ident = f"{kind}:{self._number}-{self._count}"
        self._add({"jsonrpc": "2.0", "id": ident, "method": method, "params": params})

    def _say(self, method: str, /, **params: Any) -> None:
        """As a notification now and then: both ways are to be walked."""
        if self._random.random() < 0.5:
            self._add({"jsonrpc": "2.0", "method": method, "params": params})
        else:
            self._ask("any", method, **params)

    def _add(self, message: Message) -> None:
        if self._extremes > 0:
            message["params"] = draws.extreme(self._far, message["params"], self._extremes)
        self.messages.append(message)

    def _input(self, method: str, view: str, /, **params: Any) -> None:
        self._say(method, view=view, time=self._now, **params)

    def _chance(self, share: float) -> bool:
        return self._random.random() < share

    def _pass(self, longest: float = 40) -> None:
        self._now += self._random.choice((0, 1, 8, 16, self._random.randint(0, int(longest))))

    def _tick(self, milliseconds: float) -> None:
        self._now += milliseconds
        self._say("input/tick", time=self._now)

    # The document

    def _open(self) -> None:
        self._tick(0)
        nodes, edges = draws.nodes(self._random, self._places), draws.edges(self._random)
        settings = draws.settings(self._random)
        self._lingers = _may_linger(settings)
        self._inserts = settings.get("canvasLongPress") == "createNode"
        content = {"nodes": nodes, "edges": edges, "settings": settings, "types": draws.types(self._random)}
        self._ask("any" if self._extremes else "done", "document/create", document=self._document, content=content)
        # A replica that is merged: what is no undo step would break the laws of undo.
        text = json.dumps({"nodewire": 1, **content})
        self._ask("any", "document/open", document=self._replica, replica="r", text=text)
        self._ask("any", "document/read", document=self._document)
        self._open_view(self._views[0])

    def _open_view(self, view: str) -> None:
        scene = self._random.choice(("none", "none", "svg", "points"))
        viewport = {"x": self._random.choice((0, 0, -60)), "y": 0, "zoom": self._random.choice((1, 1, 1, 0.5, 2))}
        self._ask(
            "any", "view/open", document=self._document, view=view, width=WIDTH, height=HEIGHT, scene=scene,
            viewport=viewport, carried=self._random.choice(("placed", "offset")),
            selectionIds=self._random.random() < 0.5, presence=self._random.random() < 0.3,
        )  # fmt: skip
        self._ask("any", "view/scene", view=view)

    def _renew(self, view: str) -> None:
        self._say("view/close", view=view)
        self._open_view(view)

    # Streams

    def _stream(self, number: int) -> None:
        if number % RENEW_EVERY == RENEW_EVERY - 1:
            self._renew(self._views[0])
        view = self._random.choice(self._views)
        self._settle()
        if self._chance(0.2):
            self._cancelled(view)
        else:
            for _ in range(self._random.randint(1, 4)):
                step = self._random.choices(
                    (self._press, self._pinch, self._wheel, self._edit, self._gesture, self._wrong, self._look,
                     self._keys, self._drop, self._question, self._hold),
                    (10, 2, 2, 4, 3, 2, 3, 2, 1, 1, 1),
                )[0]  # fmt: skip
                step(self._random.choice(self._views))
            self._lift()
        self._settle()
        for each in self._views:
            self._ask("idle", "view/read", view=each)
        if self._chance(0.3):
            self._tap(view)
        if number % READ_EVERY == READ_EVERY - 1:
            self._ask("any", "document/read", document=self._document)
        if number % SCENE_EVERY == SCENE_EVERY - 1:
            self._ask("any", "view/scene", view=self._random.choice(self._views))
        if number % WALK_EVERY == WALK_EVERY - 1:
            self._walk()

    def _settle(self) -> None:
        """Ends what may go on without a pointer."""
        if self._lingers:
            for view in self._views:
                self._say("gesture/cancel", view=view)

    def _point(self) -> Tuple[float, float]:
        if self._chance(0.1):
            return self._random.choice(((-40.0, 200.0), (WIDTH + 5.0, 10.0), (0.0, 0.0), (320.5, HEIGHT - 1.0)))
        if self._chance(0.3):
            return float(self._random.randint(0, WIDTH)), float(self._random.randint(0, HEIGHT))
        x, y = self._random.choice(self._places)
        by_x, by_y = self._random.choice(((75, 30), (75, 60), (75, 0), (10, 10), (150, 60), (75, 65)))
        return x + by_x + self._random.randint(-3, 3), y + by_y + self._random.randint(-3, 3)

    def _pointer(self, view: str, phase: str, ident: int, kind: str, at: Tuple[float, float], **more: Any) -> None:
        self._pass()
        self._input(
            "input/pointer", view, phase=phase, id=ident, kind=kind, at={"x": at[0], "y": at[1]}, **more
        )
        if phase == "down":
            self._down[view, ident] = (kind, *at)
        elif phase == "move" and (view, ident) in self._down:
            self._down[view, ident] = (self._down[view, ident][0], *at)
        elif phase in ("up", "cancel"):
            self._down.pop((view, ident), None)

    def _move(self, view: str, ident: int, far: int = 120) -> None:
        kind, x, y = self._down[view, ident]
        x, y = x + self._random.randint(-far, far), y + self._random.randint(-far, far)
        if self._chance(0.15):
            x, y = self._point()
        more = {"modifiers": self._some_modifiers()} if self._chance(0.1) else {}
        self._pointer(view, "move", ident, kind, (x, y), **more)

    def _some_modifiers(self) -> List[str]:
        return [name for name in MODIFIERS if self._chance(0.3)]

    def _press(self, view: str) -> None:
        """One to three pointers that come down, move in turn, wait, and are lifted or not."""
        kind = self._random.choice(("mouse", "mouse", "touch", "touch", "pen"))
        idents = [self._random.randint(0, 3)]
        if kind == "touch":
            idents += [self._random.randint(0, 5) for _ in range(self._random.choice((0, 0, 1, 1, 2)))]
        for ident in idents:
            more: Params = {}
            if self._chance(0.15):
                more["button"] = self._random.choice((0, 1, 2))
            if self._chance(0.2):
                more["modifiers"] = self._some_modifiers()
            self._pointer(view, "down", ident, kind, self._point(), **more)
            if self._chance(0.5):
                self._move(view, ident)
        for _ in range(self._random.randint(0, 5)):
            pressed = [ident for place, ident in self._down if place == view]
            if self._chance(0.12):
                self._tick(self._random.choice((16, 50, 400, 600)))
            elif pressed:
                self._move(view, self._random.choice(pressed), self._random.choice((3, 40, 200)))
        for ident in idents:
            if (view, ident) in self._down and self._chance(0.8):
                kind, x, y = self._down[view, ident]
                self._pointer(view, "cancel" if self._chance(0.15) else "up", ident, kind, (x, y))
        if self._chance(0.3):
            self._tick(self._random.choice((8, 16, 100)))

    def _hold(self, view: str) -> None:
        """A press that becomes long, and where it opens something, a tap on what it offers."""
        for wait in (self._random.choice((300, 600)), 0):
            kind, (x, y) = self._random.choice(("mouse", "touch")), self._point()
            self._pointer(view, "down", 8, kind, (x, y))
            self._tick(wait)
            self._pointer(view, "up", 8, kind, (x, y))

    def _lift(self) -> None:
        """All pointers leave, and what was begun by name is given up."""
        for view, ident in list(self._down):
            kind, x, y = self._down[view, ident]
            self._pointer(view, self._random.choice(("up", "cancel")), ident, kind, (x, y))
        for method, view in self._begun:
            if method == "input/pinch":
                self._input(method, view, phase="cancel", at={"x": 0, "y": 0})
            elif method == "history/begin":
                self._say(self._random.choice(("history/end", "history/cancel")), document=self._document)
            else:
                self._say("gesture/cancel", view=view)
        self._begun = []

    def _cancelled(self, view: str) -> None:
        """A stream that is cancelled before any up leaves selection, viewport and content as they were."""
        self._tick(10_000)
        key = f"{self._number}-{self._count}"
        is_single = self._chance(0.7)
        watch = f"{'same' if is_single else 'hold'}:{key}"
        self._ask("any", "input/pointer", view=view, phase="leave", id=0, at={"x": 0, "y": 0}, time=self._now)
        self._ask(watch, "view/read", view=view, selection=True)
        self._ask(f"same:hash{key}", "document/hash", document=self._document)
        kind = self._random.choice(("mouse", "touch", "pen")) if is_single else "touch"
        for ident in range(1 if is_single else self._random.randint(2, 3)):
            more = {"modifiers": self._some_modifiers()} if self._chance(0.2) else {}
            self._pointer(view, "down", ident, kind, self._point(), **more)
            for _ in range(self._random.randint(0, 6)):
                self._move(view, self._random.randint(0, ident), self._random.choice((3, 60, 200)))
                if self._chance(0.1):
                    pause = self._random.choice((16, 100, 300))
                    # A press that becomes long on the canvas is meant to insert a node.
                    self._tick(min(pause, 16) if self._inserts else pause)
        for place, ident in self._random.sample(list(self._down), len(self._down)):
            self._pointer(place, "cancel", ident, kind, (0, 0))
        self._settle()
        self._tick(10_000)
        self._ask(watch, "view/read", view=view, selection=True)
        self._ask(f"same:hash{key}", "document/hash", document=self._document)

    def _tap(self, view: str) -> None:
        at = self._point()
        extremes, self._extremes = self._extremes, 0
        self._pointer(view, "down", 9, "mouse", at)
        self._pass(100)
        self._down.pop((view, 9))
        self._ask(
            "any" if self._lingers else "tap", "input/pointer", view=view, phase="up", id=9, kind="mouse",
            at={"x": at[0], "y": at[1]}, time=self._now,
        )  # fmt: skip
        self._extremes = extremes

    def _walk(self) -> None:
        """Back through the history and forth again, with the hash of each state."""
        for method in ("history/undo", "history/redo"):
            for _ in range(5):
                self._ask("any", method, document=self._document)
                self._ask("any", "document/hash", document=self._document)
        for method in ("history/undo", "history/redo"):
            self._ask("any", method, document=self._document, steps=10_000)
            self._ask("any", "document/hash", document=self._document)

    # Other input

    def _wheel(self, view: str) -> None:
        for _ in range(self._random.randint(1, 3)):
            x, y = self._point()
            self._pass()
            self._input(
                "input/wheel", view, at={"x": x, "y": y}, by={"x": self._random.randint(-50, 50), "y": 30},
                unit=self._random.choice(("point", "line", "page")), precise=self._chance(0.5),
                modifiers=self._some_modifiers(),
            )  # fmt: skip

    def _pinch(self, view: str) -> None:
        x, y = self._point()
        phases = ["begin", *["update"] * self._random.randint(0, 3), self._random.choice(("end", "cancel", "update"))]
        self._begun.append(("input/pinch", view))
        for phase in phases:
            self._pass()
            self._input(
                "input/pinch", view, phase=phase, at={"x": x, "y": y}, scale=self._random.choice((0.2, 0.9, 1, 1.5, 9)),
                by={"x": self._random.randint(-30, 30), "y": 4},
            )  # fmt: skip

    def _keys(self, view: str) -> None:
        if "input/key" not in self._methods:
            return
        for _ in range(self._random.randint(1, 3)):
            self._pass()
            key, modifiers = self._random.choice(KEYS), self._some_modifiers()
            if key == "c":
                self._begun.append(("gesture/cancel", view))
            for phase in self._random.choice((("down", "up"), ("down",), ("up",), ("down", "down", "up"))):
                self._input("input/key", view, phase=phase, key=key, modifiers=modifiers)

    def _drop(self, view: str) -> None:
        if "input/drop" not in self._methods:
            return
        for phase in self._random.choice((("over", "drop"), ("over", "over", "leave"), ("drop",), ("leave",))):
            self._pass()
            x, y = self._point()
            types = ["text/plain"] if self._chance(0.5) else []
            self._input("input/drop", view, phase=phase, at={"x": x, "y": y}, types=types)

    def _wrong(self, view: str) -> None:
        """What no well-behaved client sends."""
        x, y = self._point()
        at = {"x": x, "y": y}
        wrongs: List[Callable[[], Any]] = [
            lambda: self._pointer(view, "up", 7, "touch", (x, y)),
            lambda: self._pointer(view, "cancel", 7, "mouse", (x, y)),
            lambda: self._pointer(view, "move", 7, "touch", (x, y)),
            lambda: self._pointer(view, "leave", 1, "mouse", (x, y)),
            lambda: self._crowd(view, (x, y), [2, 2]),
            lambda: self._crowd(view, (x, y), range(20, 40)),
            lambda: self._ask("any", "input/pointer", view="missing-view", phase="up", id=1, at=at, time=self._now),
            lambda: self._ask("bad", "input/pointer", view=view, phase="fall", id=1, at=at, time=self._now),
            lambda: self._ask("bad", "input/wheel", view=view, at=at, by=at),
            lambda: self._ask("any", "input/pointer", view=view, phase="move", id=1, at=at, time=self._now - 500),
            lambda: self._say("input/tick", time=self._now - 10_000),
            lambda: self._ask("any", "input/pointer", view=view, phase="move", id=2**62, at=at, time=self._now),
            lambda: self._pointer(view, "move", 1, "pen", (1e300, -1e300)),
            lambda: self._ask("any", "gesture/update", view=view, at=at),
            lambda: self._say("input/pinch", view=view, phase="update", at=at, scale=1e9, time=self._now),
        ]
        self._random.choice(wrongs)()

    def _crowd(self, view: str, at: Tuple[float, float], idents: Iterable[int]) -> None:
        for ident in idents:
            self._pointer(view, "down", ident, self._random.choice(("touch", "mouse")), at)

    # Edits, gestures and views in between

    def _edit(self, view: str) -> None:
        choice = self._random.random()
        if choice < 0.6:
            method, params = draws.edit(self._random)
        elif choice < 0.75:
            method, params = "document/edit", draws.batch(self._random)
        elif choice < 0.8:
            return self._merge()
        else:
            method, params = draws.history(self._random, view)
        if not method.startswith("history/") and self._chance(0.4):
            params = {"view": view, **params}
        if method == "history/begin":
            self._begun.append((method, self._views[0]))
        self._lingers = self._lingers or _may_linger(params)
        self._say(method, document=self._document, **params, **draws.followed(self._random, method))

    def _merge(self) -> None:
        """The replica is written, merged with others and tidied."""
        method, params = self._random.choice((
            draws.edit(self._random), ("document/merge", draws.merge(self._random)), ("history/undo", {}),
            ("document/compact", {}), ("document/changesSince", {}),
        ))
        self._ask("any", method, document=self._replica, **params)

    def _question(self, view: str) -> None:
        method, params = draws.question(self._random)
        named = {} if method == "document/list" else {"document": self._document}
        self._ask("any", method, **named, **params, **draws.followed(self._random, method))

    def _gesture(self, view: str) -> None:
        x, y = self._point()
        self._begun.append(("gesture/cancel", view))
        self._say("gesture/begin", view=view, at={"x": x, "y": y}, time=self._now, **draws.gesture(self._random))
        for _ in range(self._random.randint(0, 3)):
            x, y = self._point()
            self._say("gesture/update", view=view, at={"x": x, "y": y})
        if self._chance(0.7):
            self._say(self._random.choice(("gesture/end", "gesture/cancel")), view=view)

    def _look(self, view: str) -> None:
        """Views come, go and show something else."""
        choice = self._random.randint(0, 8)
        if choice == 0 and len(self._views) < 3:
            self._views.append(f"v{self._number}.{self._count}")
            self._open_view(self._views[-1])
        elif choice == 1 and len(self._views) > 1:
            self._say("view/close", view=view)
            self._views.remove(view)
            self._begun = [begun for begun in self._begun if begun[1] != view or begun[0] == "history/begin"]
            for place in [place for place in self._down if place[0] == view]:
                del self._down[place]
        else:
            method, params = draws.look(self._random)
            self._say(method, view=view, **params)


def _may_linger(params: Params) -> bool:
    """Whether gestures may be open while no pointer is down, by what is stated."""
    stated = json.dumps(params)
    return "connectOnClick" in stated or "nodeLongPress" in stated
