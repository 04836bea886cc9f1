"""Small documents, edits and gestures drawn by chance, for ``nodewire_dev.streams``."""

from .content import EDGES, HEIGHT, NODES, WIDTH, Params, edges, extreme, nodes, place, settings, types
from .edits import batch, edit, history, merge
from .questions import followed, gesture, look, question

__all__ = [
    "EDGES",
    "HEIGHT",
    "NODES",
    "WIDTH",
    "Params",
    "batch",
    "edges",
    "edit",
    "extreme",
    "followed",
    "gesture",
    "history",
    "look",
    "merge",
    "nodes",
    "place",
    "question",
    "settings",
    "types",
]
