#!/usr/bin/env python3
"""A front end without a screen: it opens a file, drags a node by the pointer, shows a refusal, takes the drag back, saves.

    python3 clients/examples/drag.py FILE.json [--server PATH]
"""

import argparse
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "python" / "src"))

from nodewire_client import Client, NodewireError, errors  # noqa: E402


def drag(client, path):
    document = client.open(path)
    view = document.open_view(800, 600, scene="svg")

    def show(what):
        places = [f"{node} at {item['x']:g},{item['y']:g}" for node, item in sorted(view.scene_items.nodes.items())]
        print(f"{what}: {', '.join(places)}")

    show("opened")
    name, node = min(view.scene_items.nodes.items())
    x, y = node["x"] + node["width"] / 2, node["y"] + node["height"] / 2
    for phase, by in (("down", 0), ("move", 60), ("up", 60)):
        view.input.pointer(phase=phase, id=1, at={"x": x + by, "y": y + by / 2})
    show("dragged")
    try:
        document.edge.connect(view=view.id, edge={"source": name, "target": name})
    except errors.ConnectionRefused as refusal:
        print(f"refused: {refusal.reason}")
    document.history.undo(view=view.id)
    show("undone")
    print("saved", document.save()["path"])


def main():
    parser = argparse.ArgumentParser(description="Drags a node of a document by the pointer.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--server", help="the server's binary; else it is looked for")
    options = parser.parse_args()
    try:
        with Client.launch(options.server, root=options.file.parent) as client:
            drag(client, options.file.name)
    except (NodewireError, OSError) as error:
        print(f"drag.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
