"""A thousand nodes at once are grouped, dragged and removed, each in one step and by as few messages as one node.

Many more are opened without places.
"""

import json

from nodewire_client import Client

IDS = [f"n{number}" for number in range(1, 1001)]
NODES = [
    {"id": name, "position": {"x": 200 * (index % 40), "y": 100 * (index // 40)}} for index, name in enumerate(IDS)
]


def test_a_thousand_nodes_take_one_change_each_time(server):
    with Client.launch([server], clock="client") as client:
        document = client.create({"nodes": NODES})
        view = document.open_view(800, 600)
        changes, frames = [], []
        client.on("document/changed", changes.append)
        client.on("view/frame", frames.append)

        group = document.group.create(ids=IDS)["id"]
        view.gesture.begin(kind="drag", at={"x": 0, "y": 0}, nodes=[group])
        for step in range(1, 4):
            view.gesture.update(at={"x": 10 * step, "y": 0})
        view.gesture.end()
        moved = document.read(nodes=[group])["nodes"][0]["position"]
        assert moved == {"x": -24 + 30, "y": -24}
        assert len(changes) == 2 and len(json.dumps(changes[1])) < 1000
        assert len(frames) == 5 and max(len(json.dumps(frame)) for frame in frames) < 1000

        document.element.remove(nodes=[group])
        assert document.read()["nodes"] == []
        document.history.undo(steps=3)
        assert document.read()["nodes"] == NODES
        assert document.history.list()["labels"] == ["Group", "Move", "Delete"]


def test_thousands_of_a_text_without_places_are_a_grid_whose_edges_lead_around_nothing(server):
    text = "flowchart TD\n" + "".join(f"n{number} --> n{number * 7 % 5001}\n" for number in range(5001))
    with Client.launch([server]) as client:
        document = client.open(text=text, format="mermaid").read()
        assert len({node["position"]["x"] for node in document["nodes"]}) < 200
        assert not any(edge.get("waypoints") for edge in document["edges"])
