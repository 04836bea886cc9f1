"""A front end that keeps frames alone paints what one paints that keeps the document.

Both are the front end of protocol-spec/front-end.md. The second gets frames without labels, contents and values, and takes
these from a document that it reads again before it paints.
"""

import copy
import importlib.util
import itertools
import json
import random
from pathlib import Path

import pytest

from nodewire_client import Client
from nodewire_client.errors import ServerError
from test_contents import VALUES, flowing, wanted

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
COLUMNS, ROWS = 110, 40
READ = ("label", "contents", "values")
POINTERS = ["/data/text"]


def program():
    spec = importlib.util.spec_from_file_location("terminal", EXAMPLES / "terminal.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


terminal = program()


@pytest.fixture
def client(server):
    with Client.launch(server, timeout=60, clock="client") as client:
        yield client


class Window:
    """A view, and the two front ends that show it."""

    def __init__(self, client, document, name, clock):
        self.client, self.name, self.clock = client, name, clock
        self.frames, self.geometry = terminal.Scene(), terminal.Scene()
        client.on("view/frame", self.take)
        size = {"width": COLUMNS * terminal.WIDE, "height": ROWS * terminal.HIGH, "scene": "points"}
        client.view.open(document=document.id, view=name, **size, **terminal.CARRIED)
        client.view.fit(view=name)

    def take(self, frame):
        if frame["view"] == self.name:
            self.frames.apply(copy.deepcopy(frame))
            for part in ("enter", "update"):
                for item in frame.get(part, {}).get("nodes", {}).values():
                    for member in READ:
                        item.pop(member, None)
            self.geometry.apply(frame)

    def by_frames(self):
        return terminal.Screen(self.frames, COLUMNS, ROWS).text()

    def by_document(self, document):
        nodes, values = {node["id"]: node for node in document.read()["nodes"]}, document.evaluate()["values"]
        scene = copy.deepcopy(self.geometry)
        for ident, item in scene.nodes.items():
            node, data = nodes[ident], nodes[ident].get("data")
            labels = [node.get("label"), data.get("label") if isinstance(data, dict) else None]
            item.update({"label": one for one in reversed(labels) if isinstance(one, str)})
            item["contents"] = wanted(node, POINTERS)
            if ident in values:
                item["values"] = flowing(values[ident], item)
        return terminal.Screen(scene, COLUMNS, ROWS).text()

    def by_scene(self):
        scene = terminal.Scene()
        scene.apply(self.client.view.scene(view=self.name))
        return terminal.Screen(scene, COLUMNS, ROWS).text()

    # What a user does in it

    def later(self):
        """A moment, in milliseconds; the windows of a client have one clock."""
        return next(self.clock) * 30

    def press(self, key, *held):
        self.client.input.key(view=self.name, phase="down", key=key, modifiers=list(held), time=self.later())

    def point(self, phase, at, *held):
        held = list(held)
        self.client.input.pointer(view=self.name, id=1, phase=phase, at=at, button=0, modifiers=held, time=self.later())

    def turn(self, at, by, *held):
        self.client.input.wheel(view=self.name, at=at, by=by, modifiers=list(held), time=self.later())

    def place(self, draw):
        """A place in the window: the middle of a node, a handle, or any."""
        viewport, items = self.frames.state["viewport"], list(self.frames.nodes.values())
        point = {"x": draw.uniform(0, COLUMNS * terminal.WIDE), "y": draw.uniform(0, ROWS * terminal.HIGH)}
        if items and draw.random() < 0.8:
            item = draw.choice(items)
            middle = {"x": item["x"] + item["width"] / 2, "y": item["y"] + item["height"] / 2}
            at = draw.choice([middle, middle, *item.get("handles", ())])
            point = {name: at[name] * viewport["zoom"] + viewport[name] for name in ("x", "y")}
        return point


def content(draw):
    example = json.loads((EXAMPLES / "arithmetic.json").read_text(encoding="utf-8"))
    nodes = example["nodes"] + [
        {"id": f"n{i}", "position": {"x": i % 3 * 220, "y": 500 + i // 3 * 140}, "width": 180, "height": 100, **written(draw)}
        for i in range(7)
    ]
    edges = example["edges"] + [{"id": f"e{i}", "source": f"n{i}", "target": f"n{i + 1}"} for i in range(6)]
    settings = {**example.get("settings", {}), "allowCycles": True}
    return {"nodes": nodes, "edges": edges, "types": example["types"], "settings": settings}


def written(draw):
    """Members that are painted, and some that are not."""
    text = draw.choice((*VALUES, "a text that goes on for more than one line of a node", "\x1b[2J\n"))
    data = {"text": text, "other": draw.random(), **({"label": draw.choice(VALUES)} if draw.random() < 0.3 else {})}
    return {"data": data, **({"label": draw.choice(("One", "Two", ""))} if draw.random() < 0.5 else {})}


def edit(draw, document, window, count):
    nodes = document.read()["nodes"]
    ids, numbers = [node["id"] for node in nodes], [node["id"] for node in nodes if node.get("type") == "Numeric"]
    kind = draw.randrange(9)
    if kind < 3:
        document.node.update(id=draw.choice(ids), patch={**written(draw), "label": draw.choice(("New", None))})
    elif kind == 3 and numbers:
        document.node.update(id=draw.choice(numbers), patch={"data": {"value": draw.randrange(-3, 4)}})
    elif kind == 4:
        place = {"x": draw.randrange(600), "y": draw.randrange(900)}
        document.node.insert(node={"id": f"new{count}", "position": place, **written(draw)}, view=window.name)
    elif kind == 5:
        document.element.remove(nodes=[draw.choice(ids)])
    elif kind == 6:
        document.history.undo(steps=draw.randrange(1, 4), **({"view": window.name} if draw.random() < 0.5 else {}))
    elif kind == 7:
        document.history.redo(steps=draw.randrange(1, 4))
    else:
        edits = [{"method": "node/update", "params": {"id": ident, "patch": written(draw)}} for ident in ids[:3]]
        document.edit(edits=edits, view=window.name)


def act(draw, window):
    """Something that the user of a window does; some of it takes several inputs."""
    kind, at = draw.randrange(5), window.place(draw)
    if kind == 0:
        window.press(draw.choice(["Delete", "ArrowRight", "Tab", "Escape", "Enter"]))
    elif kind == 1:
        window.press(draw.choice("zyda"), "control")
    elif kind == 2:
        by = {"x": draw.choice((0, 60)), "y": draw.choice((-32, 32))}
        window.turn(at, by, *draw.choice(((), ("control",))))
    else:
        window.point("down", at, *draw.choice(((), (), ("shift",))))
        for _ in range(draw.randrange(1, 4)):
            yield window.point("move", window.place(draw))
        if draw.random() < 0.9:
            window.point("up", window.place(draw))
    yield None


@pytest.mark.parametrize("seed", range(4))
def test_both_front_ends_paint_the_same(client, seed):
    draw, painted = random.Random(seed), set()
    document = client.create(content(draw))
    clock = itertools.count(1)
    windows = [Window(client, document, name, clock) for name in ("first", "second")]

    def compare():
        for window in windows:
            screen = window.by_frames()
            assert screen == window.by_document(document)
            assert screen == window.by_scene()
            painted.add(screen)

    compare()
    for count in range(60):
        window = draw.choice(windows)
        if draw.random() < 0.3:
            client.view.fit(view=window.name)
        try:
            if draw.random() < 0.5:
                edit(draw, document, window, count)
            else:
                for _ in act(draw, window):
                    compare()
        except ServerError:
            pass
        compare()
    assert len(painted) > 40
    for texts in ((" = ",), ("hello", "quoted", "a text")):
        assert any(text in screen for screen in painted for text in texts)


def test_the_front_end_asks_for_frames_and_not_for_the_document():
    text = (EXAMPLES / "terminal.py").read_text(encoding="utf-8")
    assert "document/read" not in text and "document/evaluate" not in text and "document/watch" not in text
