"""The names by which headings are linked, as GitHub makes them."""

from __future__ import annotations

from typing import Dict


class Anchors:
    """The names of one file: a second heading of a name gets a number behind it."""

    def __init__(self) -> None:
        self._counts: Dict[str, int] = {}

    def of(self, title: str) -> str:
        name = "".join(sign for sign in title.lower() if sign.isalnum() or sign in " -_").replace(" ", "-")
        count = self._counts.get(name, 0)
        self._counts[name] = count + 1
        return f"{name}-{count}" if count else name or "section"
