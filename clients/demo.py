#!/usr/bin/env python3
"""A conversation with the server about a support bot's dialog: open, look, pan, drag, connect, select, undo, draw.

    python3 clients/demo.py [--server PATH] [--output FILE.svg] [--verbose]

Needs Python 3.9 and, where no server is built yet, Swift; then the first picture takes one to five minutes.
"""

from __future__ import annotations

import argparse
import json
import sys
from functools import partial
from pathlib import Path
from typing import Any, List, Mapping, Optional

CLIENTS = Path(__file__).resolve().parent
sys.path.insert(0, str(CLIENTS))

import build  # noqa: E402

from nodewire_client import Client, Document, View, errors  # noqa: E402
from nodewire_client.generated import NewEdge, Point  # noqa: E402

STEP = 6


def say(title: str, *lines: Any) -> None:
    print(f"{title:<9}", *lines)


def listen(client: Client) -> None:
    """Prints the notifications as they come."""
    for method in ("document/changed", "view/frame", "view/event"):
        client.on(method, partial(hear, method))


def hear(method: str, params: Mapping[str, Any]) -> None:
    print(f"          <- {method} {brief(params)}")


def brief(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 100 else text[:97] + "..."


def place(viewport: Mapping[str, Any], point: Point) -> Point:
    """Where a canvas point is on the screen."""
    return {"x": point["x"] * viewport["zoom"] + viewport["x"], "y": point["y"] * viewport["zoom"] + viewport["y"]}


def absolute(document: Document, node: str) -> Point:
    """The top left corner of a node on the canvas; stored positions are relative to the group."""
    stored = document.replica.nodes[node]
    position: Point = stored["position"]
    if not stored.get("parentId"):
        return position
    parent = absolute(document, stored["parentId"])
    return {"x": parent["x"] + position["x"], "y": parent["y"] + position["y"]}


def look(view: View) -> None:
    hit = view.hit_test(at={"x": 600, "y": 200})["hits"][0]
    say("hit-test", "under (600, 200) is", brief({name: value for name, value in hit.items() if name != "distance"}))
    viewport = view.pan(by={"x": 120, "y": -40})["viewport"]
    say("pan", f"by (120, -40): the viewport is at ({viewport['x']:.0f}, {viewport['y']:.0f})")
    viewport = view.pinch(at={"x": 600, "y": 400}, scale=1.5, by={"x": 10, "y": 0})["viewport"]
    say("pinch", f"by 1.5 about (600, 400): zoom {viewport['zoom']:.3f}")


def drag(document: Document, view: View, node: str) -> None:
    """Drags a node with six moves; the document changes once, at the end."""
    viewport = view.fit(ids=[node], max_zoom=1)["viewport"]
    before, revision = dict(document.replica.nodes[node]["position"]), document.replica.revision
    corner = absolute(document, node)
    start: Point = place(viewport, {"x": corner["x"] + 10, "y": corner["y"] + 10})
    view.gesture.begin(kind="drag", at=start, nodes=[node])
    for number in range(1, STEP + 1):
        at: Point = {"x": start["x"] + 53 * number / STEP, "y": start["y"] + 31 * number / STEP}
        preview = view.gesture.update(at=at)["preview"]
    view.gesture.end()
    after = document.replica.nodes[node]["position"]
    say("drag", f"{node} by (53, 31): the preview snapped to {brief(preview['by'])},")
    say(
        "",
        f"it lies at {brief(after)} after {brief(before)};",
        f"{STEP} moves made {document.replica.revision - revision} change",
    )


def connect(document: Document) -> None:
    edge: NewEdge = {"source": "noteMessage", "sourceHandle": "failed", "target": "end", "targetHandle": "in"}
    made = document.edge.connect(edge=edge)["id"]
    say("connect", f"noteMessage.failed -> end: allowed, the edge is {made}")
    document.element.remove(edges=[made])
    edge["target"] = "askTopic"
    try:
        document.edge.connect(edge=edge)
        say("connect", "noteMessage.failed -> askTopic: allowed")
    except errors.ConnectionRefused as refusal:
        path = document.edge.check(source="noteMessage", source_handle="failed", target="askTopic").get("path", [])
        say("connect", f"noteMessage.failed -> askTopic: refused ({refusal.rule})")
        say("", "it would close", " -> ".join(path))


def lasso(view: View) -> None:
    view.fit()
    size = view.read()
    corners = [(0.05, 0.3), (0.45, 0.25), (0.5, 0.6), (0.2, 0.8)]
    viewport = size["viewport"]
    polygon: List[Point] = [
        {
            "x": (size["width"] * x - viewport["x"]) / viewport["zoom"],
            "y": (size["height"] * y - viewport["y"]) / viewport["zoom"],
        }
        for x, y in corners
    ]
    selected = view.lasso(polygon=polygon, mode="center", of="nodes", list=True)
    names = selected.get("nodeIds", [])
    say("lasso", f"{selected['nodes']} nodes:", ", ".join(names[:6]) + (" ..." if len(names) > 6 else ""))


def history(document: Document) -> None:
    before = document.hash()["hash"]
    undone = document.history.undo(steps=3)
    say("undo", f"{undone['steps']} steps, the last was {undone.get('label')!r}; revision {undone['revision']}")
    redone = document.history.redo(steps=3)
    same = "the same content as before" if document.hash()["hash"] == before else "another content than before"
    say("redo", f"{redone['steps']} steps: {same}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Shows what the server can do, in one conversation.")
    parser.add_argument("--server", help="the server's binary")
    parser.add_argument("--output", type=Path, default=Path("support-bot.svg"), help="where the picture goes")
    parser.add_argument("--verbose", action="store_true", help="print notifications too")
    options = parser.parse_args()
    text = (CLIENTS / "examples" / "support-bot.json").read_text(encoding="utf-8")
    with Client.launch(build.server(options.server), clock="client") as client:
        if options.verbose:
            listen(client)
        document = client.open(text=text)
        opened, types = document.opened, document.replica.types or {}
        say("open", f"support-bot.json: {opened['nodes']} nodes, {opened['edges']} edges, {len(types)} types")
        view = document.open_view(1200, 800)
        view.fit()
        look(view)
        drag(document, view, "tellTracking")
        connect(document)
        lasso(view)
        history(document)
        picture = document.export(format="svg")["text"]
        options.output.write_text(picture, encoding="utf-8")
        matches = document.replica.read() == document.read()
        say("replica", "is what the server reads" if matches else "differs from what the server reads")
    say("picture", options.output.resolve())
    return 0 if matches else 1


if __name__ == "__main__":
    sys.exit(main())
