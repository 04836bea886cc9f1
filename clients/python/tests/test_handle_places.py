"""Where handles are that say it as React Flow does: by the place and size of each on its node."""

import pytest
from nodewire_client import Client

from served_drawings import opened


@pytest.fixture(scope="module")
def client(server):
    with Client.launch(server, timeout=120) as client:
        yield client


def starts(client, *handles):
    """Where edges leave a node of 150 × 100 by these handles."""
    own = [{"id": f"h{at}", "type": "source", **handle} for at, handle in enumerate(handles)]
    node = {"id": "a", "position": {"x": 0, "y": 0}, "width": 150, "height": 100, "handles": own}
    other = {"id": "b", "position": {"x": 400, "y": 400}, "width": 150, "height": 100}
    edges = [{"id": h["id"], "source": "a", "sourceHandle": h["id"], "target": "b", "type": "straight"} for h in own]
    document = opened(client, {"nodes": [node, other], "edges": edges})
    paths = document.edge.geometry(ids=[edge["id"] for edge in edges])["edges"]
    return [tuple(map(float, paths[edge["id"]]["path"][1:].split("L")[0].split())) for edge in edges]


def test_handles_lie_where_react_flow_has_them(client):
    found = starts(
        client,
        {"position": "right", "x": 145, "y": 20, "width": 10, "height": 10},
        {"position": "right", "x": 150, "y": 80},
        {"position": "left", "x": 0, "y": 30},
        {"position": "top", "x": 20, "y": -5, "width": 10, "height": 10},
        {"position": "bottom", "x": 120, "y": 100},
    )
    assert found == [(150, 25), (150, 80), (0, 30), (25, 0), (120, 100)]


def test_what_a_handle_says_of_its_side_comes_first(client):
    place = {"position": "right", "x": 150, "y": 20}
    assert starts(client, {**place, "distance": 70}, {**place, "offset": 0.1}) == [(150, 70), (150, 10)]


def test_places_that_are_none_leave_a_handle_in_the_middle(client):
    assert starts(client, {"position": "right", "y": "20"}) == [(150, 50)]
    assert starts(client, {"position": "right", "x": 150}) == [(150, 50)]
    # Before the beginning of the side is at its beginning.
    assert starts(client, {"position": "right", "y": -20}) == [(150, 0)]
