"""Documents that the tests open."""

DOCUMENT = {
    "nodewire": 1,
    "types": {
        "message": {
            "label": "Message",
            "defaultSize": {"width": 200, "height": 80},
            "handles": [
                {"id": "in", "type": "target", "position": "top"},
                {"id": "next", "type": "source", "position": "bottom", "limit": 1},
            ],
        },
        "end": {
            "defaultSize": {"width": 160, "height": 40},
            "handles": [{"id": "in", "type": "target", "position": "top"}],
        },
    },
    "settings": {"allowCycles": False, "inertia": False, "autoPan": False},
    "viewport": {"x": 400, "y": 150, "zoom": 1},
    "nodes": [
        {"id": "a", "type": "message", "label": "Ask", "position": {"x": 0, "y": 0}, "data": {"text": "How are you?"}},
        {"id": "b", "type": "message", "label": "Reply", "position": {"x": 60, "y": 260}},
        {"id": "c", "type": "message", "label": "Other", "position": {"x": 360, "y": 60}},
        {"id": "end", "type": "end", "label": "The end", "position": {"x": 380, "y": 420}},
    ],
    "edges": [
        {"id": "b-end", "source": "b", "sourceHandle": "next", "target": "end", "targetHandle": "in", "label": "bye"}
    ],
}


def grid(count):
    """A document of nodes and edges, half of each, as near to each other as nodes mostly are."""
    half, width = count // 2, 25 if count > 500 else 15
    kinds = ["message", "question", "action"]
    nodes = [
        {
            "id": f"n{i}",
            "type": kinds[i % 3],
            "label": f"Step {i} of many",
            "position": {"x": i % width * 260, "y": i // width * 140},
            "data": {"text": "What there is to say"},
        }
        for i in range(half)
    ]
    edges = [{"id": f"e{i}", "source": f"n{i}", "target": f"n{(i + width) % half}"} for i in range(half)]
    handles = [{"id": side, "type": kind, "position": side} for side, kind in (("top", "target"), ("bottom", "source"))]
    types = {kind: {"defaultSize": {"width": 200, "height": 80}, "handles": handles} for kind in kinds}
    return {"nodewire": 1, "types": types, "settings": {"inertia": False}, "nodes": nodes, "edges": edges}
