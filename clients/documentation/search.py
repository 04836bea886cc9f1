"""The index of the search: each section with its text, as a script that a page loads without a server."""

from __future__ import annotations

import json
import re
from typing import Dict, List, NamedTuple, Tuple

LIMIT = 1_500_000
"""In bytes. What grows beyond it belongs on fewer sections, or into another index."""


class SearchSection(NamedTuple):
    """A heading with what stands below it; ``anchor`` is empty for the top of the page."""

    anchor: str
    title: str
    texts: List[str]


class IndexedPage(NamedTuple):
    file: str
    title: str
    group: str
    sections: List[SearchSection]


class IndexTooLong(Exception):
    """The index of the search is longer than it may be."""


def index(pages: List[IndexedPage]) -> str:
    """The script: `pages` as `[file, title, group]`, and `sections` as `[page, anchor, title, text]`, in order."""
    listed: List[List[str]] = []
    sections: List[Tuple[int, str, str, str]] = []
    for number, page in enumerate(pages):
        listed.append([page.file, page.title, page.group])
        for section in page.sections:
            text = re.sub(r"\s+", " ", " ".join(section.texts)).strip()
            sections.append((number, section.anchor, section.title, text))
    held: Dict[str, object] = {"pages": listed, "sections": sections}
    script = f"window.searchIndex = {json.dumps(held, ensure_ascii=False, separators=(',', ':'))};\n"
    size = len(script.encode())
    if size > LIMIT:
        raise IndexTooLong(f"the index of the search has {size} bytes; at most {LIMIT} are loaded in a moment")
    return script
