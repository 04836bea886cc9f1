"""A small language for streams of input: a sketch of a document, what is done in a view of it, and what must hold.

Statements are separated by lines or semicolons, their words by blanks; a line that begins with `#` is prose. Those of
the sketch come first; a member without a value is true, or false with `!` before it:

    node ID X,Y [WxH] [member[=JSON]] [+HANDLE:TYPE[:SIDE][:member=JSON]]
    edge ID NODE[.HANDLE]>NODE[.HANDLE] [member[=JSON]]
    type NAME JSON; set name=JSON; open WxH X,Y ZOOM

Then follow messages. Each is 10 ms after the one before, unless `@T` says when; a pointer without a point stays:

    down|move|up|cancel|leave [ID] [mouse|touch|pen] [middle|menu|back] [X,Y] [modifiers]
    tap X,Y …, drag X,Y X,Y …: with the pointer's other words, all the way from down to up
    wheel X,Y DX,DY [unit] [notches] [modifiers]; pinch PHASE X,Y [SCALE] [DX,DY]; key NAME [up] [modifiers] [repeat]
    drop PHASE X,Y TYPE [data=JSON]; tick @T; select IDS; focus ID; undo; take N (the Nth offer, from 0)
    begin KIND [X,Y] [member=JSON] [modifiers]; update X,Y [modifiers]; end; abandon; call METHOD JSON

And what must hold after them begins with `=`; the checks are the methods `holds_…` of `Stage`.
"""

import json
import math

from nodewire_client import ServerError

KINDS = ("mouse", "touch", "pen")
MODIFIERS = ("shift", "control", "alt", "meta")
BUTTONS = {"middle": 1, "menu": 2, "back": 3}
POINTER = ("down", "move", "up", "cancel", "leave")


def statements(script):
    lines = [line for line in script.split("\n") if not line.lstrip().startswith("#")]
    return [words for line in lines for part in line.split(";") if (words := part.split())]


def numbers(word):
    return [float(part) for part in word.replace("x", ",").split(",")]


def point(word):
    x, y = numbers(word)
    return {"x": x, "y": y}


def is_point(word):
    return "," in word and word[0] in "-0123456789."


def value(text):
    try:
        return json.loads(text)
    except ValueError:
        return text


def members(words):
    """What words such as `limit=1`, `locked` and `!draggable` say."""
    pairs = (word.partition("=") for word in words)
    return {name.lstrip("!"): value(text) if equals else not name.startswith("!") for name, equals, text in pairs}


def handle(word):
    name, kind, *more = word[1:].split(":")
    side = {"position": more.pop(0)} if more and "=" not in more[0] else {}
    return {"id": name, "type": kind, **side, **members(more)}


def node(words):
    ident, place, *more = words
    made = {"id": ident, "position": point(place)}
    if more and more[0][0].isdigit():
        made["width"], made["height"] = numbers(more.pop(0))
    handles = [handle(word) for word in more if word.startswith("+")]
    return {**made, **({"handles": handles} if handles else {}), **members(w for w in more if not w.startswith("+"))}


def edge(words):
    ident, ends, *more = words
    made = {"id": ident}
    for end, text in zip(("source", "target"), ends.split(">")):
        made[end], _, name = text.partition(".")
        if name:
            made[end + "Handle"] = name
    return {**made, **members(more)}


def same(found, wanted):
    """Whether two lists are equal, numbers to a billionth."""
    if len(found) != len(wanted):
        return False
    return all(
        math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9) if isinstance(other, float) else one == other
        for one, other in zip(found, wanted)
    )


class Stage:
    """A document with a view in a running session, and the events since the last check."""

    def __init__(self, client, start):
        self.client = client
        self.start = self.now = start
        self.content = {"nodes": [], "edges": [], "settings": {}, "types": {}}
        self.window = ((800.0, 600.0), None)
        self.document = self.view = self.first_hash = None
        self.points, self.kinds, self.events = {}, {}, []
        self.answer, self.error = {}, None

    def run(self, script):
        """Performs a script; every check that fails is reported with its statement."""
        lines = statements(script)
        assert any(words[0] == "=" for words in lines), "nothing is checked"
        for words in lines:
            if words[0] in ("node", "edge", "type", "set", "open"):
                self.sketch(words)
                continue
            if self.document is None:
                self.raise_curtain()
            if words[0] == "=":
                found, wanted = getattr(self, "holds_" + words[1])(*words[2:])
                assert same(found, wanted), f"{' '.join(words)}: found {found}"
                continue
            assert self.error is None, f"{self.error} before {' '.join(words)}"
            try:
                self.perform(words)
            except ServerError as error:
                self.error = error.reason
        assert self.error is None, self.error
        self.check_laws()

    def sketch(self, words):
        kind, rest = words[0], words[1:]
        if kind == "node":
            self.content["nodes"].append(node(rest))
        elif kind == "edge":
            self.content["edges"].append(edge(rest))
        elif kind == "type":
            self.content["types"][rest[0]] = json.loads(rest[1])
        elif kind == "set":
            self.content["settings"].update(members(rest))
        else:
            x, y = numbers(rest[1])
            self.window = (numbers(rest[0]), {"x": x, "y": y, "zoom": float(rest[2])})

    def raise_curtain(self):
        self.document = self.client.create(self.content)
        assert self.document.replica is not None
        self.first_hash = self.document.hash()["hash"]
        (width, height), viewport = self.window
        self.view = self.document.open_view(width, height, **({"viewport": viewport} if viewport else {}))
        self.view.on_event = self.events.append

    def strike(self):
        if self.document is not None:
            self.document.close(discard=True)

    def check_laws(self):
        """Whatever was done: the announced changes lead to what is read, and undoing all of it to the beginning."""
        content = self.document.read()
        replica = self.document.replica
        assert replica.nodes.in_order() == content["nodes"] and replica.edges.in_order() == content["edges"]
        self.document.history.undo(steps=1000)
        assert self.document.hash()["hash"] == self.first_hash, "undo does not lead back"

    def time(self, words):
        """Removes `@T` from the words and returns the time of the message, by default 10 ms after the last."""
        stamps = [word for word in words if word.startswith("@")]
        self.now = self.start + float(stamps[0][1:]) if stamps else self.now + 10
        words[:] = [word for word in words if not word.startswith("@")]
        return self.now

    def perform(self, words):
        verb, rest = words[0], words[1:]
        if verb in POINTER:
            self.pointer(verb, rest)
        elif verb == "tap":
            self.pointer("down", rest)
            self.pointer("up", [word for word in rest if not word.startswith("@")])
        elif verb == "drag":
            others = [word for word in rest if not is_point(word)]
            stops = [word for word in rest if is_point(word)]
            for phase, stop in (("down", stops[0]), *(("move", stop) for stop in stops[1:]), ("up", stops[-1])):
                self.pointer(phase, [stop, *others])
                others = [word for word in others if not word.startswith("@")]
        else:
            getattr(self, "do_" + verb)(rest)

    def call(self, method, **params):
        self.answer = self.client.call(method, params) or {}
        return self.answer

    def input(self, method, words, **params):
        held = [word for word in words if word in MODIFIERS]
        more = {"modifiers": held} if held else {}
        self.call("input/" + method, view=self.view.id, time=self.now, **params, **more)

    def pointer(self, phase, words):
        words = list(words)
        self.time(words)
        known = {*KINDS, *MODIFIERS, *BUTTONS}
        assert all(word in known or word.isdigit() or is_point(word) for word in words), words
        ident = next((int(word) for word in words if word.isdigit()), 1)
        self.kinds[ident] = next((word for word in words if word in KINDS), self.kinds.get(ident, "mouse"))
        self.points[ident] = next((point(word) for word in words if is_point(word)), self.points.get(ident))
        button = next((number for name, number in BUTTONS.items() if name in words), 0)
        at = self.points[ident]
        self.input("pointer", words, phase=phase, id=ident, kind=self.kinds[ident], at=at, button=button)

    def do_tick(self, words):
        self.call("input/tick", time=self.time(words))

    def do_wheel(self, words):
        self.time(words)
        unit = next((word for word in words if word in ("point", "line", "page")), "point")
        precise = "notches" not in words
        self.input("wheel", words, at=point(words[0]), by=point(words[1]), unit=unit, precise=precise)

    def do_pinch(self, words):
        self.time(words)
        scale = {"scale": float(words[2])} if len(words) > 2 else {}
        by = {"by": point(words[3])} if len(words) > 3 else {}
        self.input("pinch", words, phase=words[0], at=point(words[1]), **scale, **by)

    def do_key(self, words):
        self.time(words)
        self.input("key", words[1:], phase="up" if "up" in words else "down", key=words[0], repeat="repeat" in words)

    def do_drop(self, words):
        self.time(words)
        more = members(word for word in words[2:] if "=" in word)
        types = [word for word in words[2:] if "=" not in word]
        self.input("drop", [], phase=words[0], at=point(words[1]), types=types, **more)

    def do_select(self, idents):
        edges = [ident for ident in idents if ident in self.document.replica.edges]
        self.view.select(nodes=[ident for ident in idents if ident not in edges], edges=edges)

    def do_focus(self, idents):
        self.view.focus(node=idents[0])

    def do_undo(self, _):
        self.document.history.undo()

    def do_take(self, words):
        offer = self.received("dropOnCanvas")["offers"][int(words[0])]
        self.document.edit(edits=offer["edits"])

    def do_begin(self, words):
        held = [word for word in words if word in MODIFIERS]
        places = [point(word) for word in words[1:] if is_point(word)]
        more = members(word for word in words[1:] if "=" in word)
        at = places[0] if places else {"x": 0, "y": 0}
        self.call("gesture/begin", view=self.view.id, kind=words[0], at=at, modifiers=held, **more)

    def do_update(self, words):
        self.call("gesture/update", view=self.view.id, at=point(words[0]), modifiers=words[1:])

    def do_end(self, _):
        self.call("gesture/end", view=self.view.id)

    def do_abandon(self, _):
        self.call("gesture/cancel", view=self.view.id)

    def do_call(self, words):
        self.call(words[0], document=self.document.id, **json.loads(words[1]))

    def received(self, event):
        return next(one for one in reversed(self.events) if one["event"] == event)

    def element(self, ident):
        replica = self.document.replica
        return replica.nodes[ident] if ident in replica.nodes else replica.edges[ident]

    def preview(self):
        """The open gesture as it is drawn, or as the result of a `gesture/*`."""
        return self.answer.get("preview") or self.view.scene_items.state.get("gesture") or {}

    def holds_at(self, ident, place):
        """Where a node is stored, relative to its parent."""
        found = self.element(ident)["position"]
        return [found["x"], found["y"]], numbers(place)

    def holds_frame(self, ident, place, size):
        found = self.element(ident)
        x, y = found["position"]["x"], found["position"]["y"]
        return [x, y, found.get("width", 150), found.get("height", 60)], numbers(place) + numbers(size)

    def holds_parent(self, ident, parent):
        return [self.element(ident).get("parentId", "-")], [parent]

    def holds_nodes(self, *idents):
        return list(self.document.replica.nodes), list(idents)

    def holds_edges(self, *wanted):
        """All edges, as `ID:SOURCE>TARGET`, with the handles where the wanted one names any."""
        found = []
        for number, item in enumerate(self.document.replica.edges.in_order()):
            named = number < len(wanted) and "." in wanted[number]
            ends = [item[end] + (f".{item.get(end + 'Handle')}" if named else "") for end in ("source", "target")]
            found.append(f"{item['id']}:{ends[0]}>{ends[1]}")
        return found, list(wanted)

    def holds_selected(self, *idents):
        chosen = self.view.read(list=True)["selection"]
        return sorted(chosen.get("nodeIds", []) + chosen.get("edgeIds", [])), sorted(idents)

    def holds_focus(self, ident):
        focus = self.view.read().get("focus") or {}
        return [focus.get("node") or focus.get("edge") or "-"], [ident]

    def holds_hover(self, ident):
        hover = self.view.read().get("hover") or {}
        return [hover.get("node") or hover.get("edge") or "-"], [ident]

    def holds_view(self, place, zoom):
        found = self.view.read()["viewport"]
        return [found["x"], found["y"], found["zoom"]], numbers(place) + [float(zoom)]

    def holds_steps(self, count):
        return [self.document.history.list()["position"]], [int(count)]

    def holds_gesture(self, kind):
        """Which gesture is open, `-` for none."""
        return [self.view.read().get("gesture") or "-"], [kind]

    def holds_by(self, offset):
        by = self.preview()["by"]
        return [by["x"], by["y"]], numbers(offset)

    def holds_draft(self, *wanted):
        """The candidate of a connection, `-` for none, and the reason against it."""
        found, candidate = self.preview(), self.preview().get("candidate")
        name = f"{candidate['node']}.{candidate['handle']}" if candidate else "-"
        return [name, *([found["reason"]] if "reason" in found else [])], list(wanted)

    def holds_path(self, *wanted):
        """The draft's path as SVG path data."""
        return [" ".join(wanted)], [self.preview()["path"]]

    def holds_answer(self, member, wanted="-"):
        """A member of the last answer, `-` if it is not there."""
        return [self.answer.get(member, "-")], [value(wanted)]

    def holds_member(self, ident, member, wanted):
        """A stored member of an element, `-` if it is not there."""
        return [self.element(ident).get(member, "-")], [value(wanted)]

    def holds_error(self, reason):
        found, self.error = self.error, None
        return [found], [reason]

    def holds_events(self, *wanted):
        """The events since this was last asked, each with what was hit."""
        found = [
            f"{one['event']}:{one['hit'].get('id') or one['hit'].get('node') or 'canvas'}" for one in self.events
        ]
        self.events.clear()
        return found, list(wanted)

    def holds_offers(self, *wanted):
        return [f"{offer['type']}.{offer['handle']}" for offer in self.received("dropOnCanvas")["offers"]], list(wanted)
