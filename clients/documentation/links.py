"""Links of the sources as links of the site; one that leads nowhere is an error with its file and its line."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import Dict, List, NamedTuple, Optional, Tuple

from .blocks import Table
from .inline import MarkdownError
from .site_map import SPECIFICATION, Page, row_anchor, row_name

ERRORS = "reference-errors.html"
TRANSCRIPTS = f"{SPECIFICATION}/transcripts"


class Place(NamedTuple):
    """A page, and the anchor on it or an empty text."""

    file: str
    anchor: str

    @property
    def address(self) -> str:
        return f"{self.file}#{self.anchor}" if self.anchor else self.file


class Links:
    """``copied`` has the files of the checkout that are links or pictures, by their address on the site."""

    def __init__(self, root: Path, pages: List[Page], transcripts: List[str]) -> None:
        self.root = root
        self.copied: Dict[str, Path] = {}
        self.rows: Dict[str, str] = {}
        """The addresses of errors by their names."""
        self._anchors: Dict[Tuple[str, str], Place] = {}
        self._titles: Dict[str, str] = {}
        for page in pages:
            if not page.source:
                continue
            self._anchors.setdefault((page.source.path, ""), Place(page.file, ""))
            self._titles[page.source.path] = page.source.sections[0].title
            # A heading above several pages is the top of the first of them.
            above: List[str] = []
            for section in page.source.sections:
                if any(part.begin <= section.at < part.end for part in page.parts):
                    self._anchors[page.source.path, section.anchor] = Place(page.file, section.anchor)
                    for anchor in above:
                        self._anchors.setdefault((page.source.path, anchor), Place(page.file, ""))
                    above = []
                else:
                    above = [section.anchor]
            if page.file == ERRORS:
                self.rows = rows(page)
            # A link to a folder leads to the page that GitHub shows of it.
            folder, name = os.path.split(page.source.path)
            if name == "README.md":
                self._anchors.setdefault((folder, ""), Place(page.file, ""))
        self._anchors[TRANSCRIPTS, ""] = Place("transcripts.html", "")
        for name in transcripts:
            self._anchors[f"{TRANSCRIPTS}/{name}.txt", ""] = Place(transcript_file(name), "")

    def title(self, source: str, target: str) -> Optional[str]:
        """The title of the page to which a link to a whole file leads; None for any other target."""
        return self._titles.get(os.path.normpath(os.path.join(os.path.dirname(source), target)))

    def address(self, source: str, target: str, line: int) -> Optional[str]:
        """The address of a target as a page names it; None for a folder that has no page, which is no link."""
        if re.match(r"https?://|mailto:", target):
            return target
        path, _, anchor = target.partition("#")
        file = os.path.normpath(os.path.join(os.path.dirname(source), path)) if path else source
        found = self._anchors.get((file, anchor))
        if found:
            return found.address
        if anchor and (file, "") in self._anchors:
            raise MarkdownError(source, line, f"there is no section #{anchor} in {file}")
        return self.file(source, file, line)

    def file(self, source: str, file: str, line: int) -> Optional[str]:
        """The address of a file that is copied as it is."""
        path = self.root / file
        if file.startswith("..") or not path.exists():
            raise MarkdownError(source, line, f"there is no file {file}")
        if path.is_dir():
            return None
        address = f"files/{file.lstrip('.')}"
        self.copied[address] = path
        return address

    def copy(self, output: Path) -> None:
        for address, path in sorted(self.copied.items()):
            (output / address).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, output / address)


def rows(page: Page) -> Dict[str, str]:
    assert page.source is not None
    blocks = [block for part in page.parts for block in page.source.blocks[part.begin : part.end]]
    named = [row_name(block, row) for block in blocks if isinstance(block, Table) for row in block.rows]
    return {name: f"{page.file}#{row_anchor(name)}" for name in named if name}


def transcript_file(name: str) -> str:
    return f"transcript-{name}.html"
