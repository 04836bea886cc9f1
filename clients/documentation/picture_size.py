"""The sizes that pictures state, so that a page keeps their places before they are loaded."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from typing import Optional, Tuple

WIDTH, HEIGHT = (re.compile(rf'<svg[^>]*\s{name}="([\d.]+)"') for name in ("width", "height"))
PNG = b"\x89PNG\r\n\x1a\n"


def size(path: Path) -> Optional[Tuple[int, int]]:
    """The width and height in pixels of an SVG or PNG picture; None for another one, and where none is stated."""
    data = path.read_bytes()
    if data.startswith(PNG):
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    head = data[:4000].decode("utf-8", "replace")
    found = WIDTH.search(head), HEIGHT.search(head)
    return (round(float(found[0][1])), round(float(found[1][1]))) if found[0] and found[1] else None


def attributes(path: Path) -> str:
    stated = size(path)
    return f' width="{stated[0]}" height="{stated[1]}"' if stated else ""
