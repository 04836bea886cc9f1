"""Documents whose nodes hold something: a form's fields, a list of buttons, a text with marks, values that flow."""

BUTTON = {
    "type": "object",
    "required": ["label"],
    "properties": {"label": {"type": "string", "minLength": 1}},
}
SCHEMA = {
    "type": "object",
    "required": ["text"],
    "additionalProperties": False,
    "properties": {
        "text": {"type": "string", "minLength": 1, "description": "What the bot says."},
        "buttons": {"type": "array", "items": {"$ref": "#/$defs/button"}, "maxItems": 4},
        "delay": {"type": "integer", "minimum": 0, "maximum": 60, "title": "Delay in seconds"},
        "mood": {"enum": ["calm", "merry", "stern"]},
        "urgent": {"type": "boolean"},
        "image": {"type": "object", "properties": {"url": {"type": "string"}, "width": {"type": "number"}}},
    },
    "$defs": {"button": BUTTON},
}
MESSAGE = {
    "label": "Message",
    "defaultSize": {"width": 220, "height": 84},
    "handles": [{"id": "in", "type": "target", "position": "top"}],
    "handlesFrom": [{"path": "/buttons", "type": "source", "labelMember": "label"}],
    "schema": SCHEMA,
}
NOTE = {"defaultSize": {"width": 200, "height": 84}, "schema": {"properties": {"body": {"$ref": "#/$defs/rich"}}}}
NOTE["schema"]["$defs"] = {"rich": {"properties": {"text": {"type": "string"}, "runs": {"type": "array"}}}}

DIALOG = {
    "nodewire": 1,
    "types": {"message": MESSAGE, "note": NOTE},
    "settings": {"inertia": False, "autoPan": False},
    "viewport": {"x": 260, "y": 120, "zoom": 1},
    "nodes": [
        {
            "id": "ask",
            "type": "message",
            "label": "Ask",
            "position": {"x": 0, "y": 0},
            "data": {
                "text": "Tea or coffee?",
                "buttons": [{"id": "t", "label": "Tea"}, {"id": "c", "label": "Coffee"}, {"id": "n", "label": "Neither"}],
                "delay": 2,
                "mood": "calm",
            },
        },
        {"id": "tea", "type": "message", "label": "Tea", "position": {"x": -40, "y": 220}, "data": {"text": "Here you are."}},
        {"id": "bad", "type": "message", "position": {"x": 260, "y": 220}, "data": {"text": "", "delay": 99, "extra": 1}},
        {
            "id": "note",
            "type": "note",
            "label": "Note",
            "position": {"x": 300, "y": 0},
            "data": {"body": {"text": "Some bold words", "runs": [{"from": 5, "to": 9, "bold": True}]}},
        },
        {"id": "free", "label": "Free", "position": {"x": 0, "y": 420}, "data": {"name": "Ada", "age": 36, "tags": ["a"]}},
    ],
    "edges": [{"id": "e", "source": "ask", "sourceHandle": "t", "target": "tea", "targetHandle": "in", "label": "tea"}],
}


def place(node):
    """The document's node of an id, as the file has it."""
    (found,) = [one for one in DIALOG["nodes"] if one["id"] == node]
    return found
