"""The widths of texts as the specification has them."""

import math
import re
from pathlib import Path

PAGE = Path(__file__).resolve().parents[4] / "protocol-spec" / "geometry.md"


def _widths():
    rows = re.findall(r"^\| U\+([0-9A-F]{4}) \| ([0-9 ]+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return {int(start, 16) + at: int(width) for start, row in rows for at, width in enumerate(row.split())}


WIDTHS = _widths()


def label_width(text):
    """The width of the box of a label of an edge, of ASCII letters."""
    return min(200, math.ceil(sum(WIDTHS[ord(letter)] for letter in text) * 11 / 1000 + 16 - 1e-6))
