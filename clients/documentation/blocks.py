"""Markdown as the pages write it, read into blocks: headings, paragraphs, lists, tables, fences, comments.

A part of CommonMark 0.31 and of the tables of GitHub Flavored Markdown 0.29. What is no part of it is an error with its
file and line, so that nothing reaches a page as something else than was meant.
"""

from __future__ import annotations

import re
from typing import List, NamedTuple, Tuple, Union

from .inline import Inline, MarkdownError, Place, read_inline

HEADING = re.compile(r"(#{1,6}) (.*[^#\s])$")
FENCE = re.compile(r"( *)(`{3,})([\w-]*)$")
ITEM = re.compile(r"(- |\d{1,9}\. )(?=\S)")
DELIMITERS = re.compile(r"\|(?: ?:?-+:? ?\|)+$")
DEPTH = 8
"""The greatest depth of lists in one another."""
AHEAD = 64
"""So many empty lines may lie between the parts of a list."""
REFUSED = (
    (re.compile(r">"), "a quotation"),
    (re.compile(r"(?:\*\s*){3,}$|(?:-\s*){3,}$|(?:_\s*){3,}$"), "a rule"),
    (re.compile(r"=+$"), "a heading by underlining"),
    (re.compile(r"[*+] |\d+\) |[-*+]$"), "a list of another mark"),
    (re.compile(r"~~~"), "a fence of tildes"),
    (re.compile(r"\[[^\]]*\]:"), "a definition of a link"),
    (re.compile(r"<(?!!--)[A-Za-z/!?]"), "a tag"),
    (re.compile(r"#"), "a heading of another form"),
)


class Heading(NamedTuple):
    level: int
    text: List[Inline]
    line: int


class Paragraph(NamedTuple):
    text: List[Inline]
    line: int


class Fence(NamedTuple):
    """``language`` is empty where none is stated."""

    language: str
    text: str
    line: int


class Table(NamedTuple):
    header: List[List[Inline]]
    rows: List[List[List[Inline]]]
    line: int


class Items(NamedTuple):
    """A list; ``first`` is the number of its first item, or None for one of bullets."""

    first: Union[int, None]
    items: List[List["Block"]]
    line: int


Block = Union[Heading, Paragraph, Fence, Table, Items]
Numbered = List[Tuple[int, str]]
"""Lines without their indentation, with their numbers from 1."""


def read(file: str, text: str) -> List[Block]:
    """The blocks of a page in their order; comments are none. Takes time linear in the text for each level of lists."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1)]
    return Reader(file, without_comments(file, lines)).blocks()


def without_comments(file: str, lines: Numbered) -> Numbered:
    """The lines with those of comments empty; a comment begins a line and ends one."""
    kept: Numbered = []
    begun = 0
    fence = ""
    for number, line in lines:
        found = FENCE.match(line)
        if begun:
            kept.append((number, ""))
        elif fence:
            fence = "" if line.strip() == fence else fence
            kept.append((number, line))
            continue
        elif found:
            fence = found[2]
            kept.append((number, line))
            continue
        elif line.startswith("<!--"):
            begun = number
            kept.append((number, ""))
        else:
            kept.append((number, line))
        if begun and "-->" in line:
            if not line.rstrip().endswith("-->"):
                raise MarkdownError(file, number, "something stands behind a comment")
            begun = 0
    if begun:
        raise MarkdownError(file, begun, "a comment is not ended")
    return kept


class Reader:
    def __init__(self, file: str, lines: Numbered, depth: int = 0) -> None:
        self.file, self.lines, self.depth = file, lines, depth
        self.at = 0

    def fail(self, what: str, line: int = 0) -> MarkdownError:
        return MarkdownError(self.file, line or self.lines[min(self.at, len(self.lines) - 1)][0], what)

    def blocks(self) -> List[Block]:
        found: List[Block] = []
        if self.depth > DEPTH:
            raise self.fail("lists lie too deep in one another")
        while self.at < len(self.lines):
            line = self.lines[self.at][1]
            if line.strip():
                found.append(self.block(line))
            else:
                self.at += 1
        return found

    def block(self, line: str) -> Block:
        if FENCE.match(line):
            return self.fence()
        if line.startswith((" ", "\t")):
            raise self.fail("an indented line belongs to nothing")
        if HEADING.match(line):
            return self.heading()
        if ITEM.match(line):
            return self.items()
        for pattern, name in REFUSED:
            if pattern.match(line):
                raise self.fail(f"{name} is not read")
        return self.table() if line.startswith("|") else self.paragraph()

    def heading(self) -> Heading:
        number, line = self.lines[self.at]
        self.at += 1
        found = HEADING.match(line)
        assert found is not None
        return Heading(len(found[1]), read_inline(found[2], Place(self.file, number)), number)

    def fence(self) -> Fence:
        number, line = self.lines[self.at]
        found = FENCE.match(line)
        assert found is not None
        indent, ticks, language = found.groups()
        if indent:
            raise self.fail("an indented fence belongs to nothing")
        held: List[str] = []
        for self.at in range(self.at + 1, len(self.lines)):
            if self.lines[self.at][1].strip() == ticks:
                self.at += 1
                return Fence(language, "\n".join(held), number)
            held.append(self.lines[self.at][1])
        raise self.fail("a fence is not ended", number)

    def table(self) -> Table:
        number, line = self.lines[self.at]
        if self.at + 1 == len(self.lines) or not DELIMITERS.match(self.lines[self.at + 1][1]):
            raise self.fail("a table has no line of dashes below its header")
        header = self.cells(line, number)
        rows = []
        self.at += 1
        if len(cells_of(self.lines[self.at][1])) != len(header):
            raise self.fail("the line of dashes has another number of columns")
        self.at += 1
        while self.at < len(self.lines) and self.lines[self.at][1].startswith("|"):
            number_of_row, line = self.lines[self.at]
            rows.append(self.cells(line, number_of_row))
            if len(rows[-1]) != len(header):
                raise self.fail(f"a row of {len(rows[-1])} cells in a table of {len(header)}")
            self.at += 1
        if self.at < len(self.lines) and self.lines[self.at][1].strip():
            raise self.fail("a table ends with an empty line")
        return Table(header, rows, number)

    def cells(self, line: str, number: int) -> List[List[Inline]]:
        if not line.rstrip().endswith("|") or line.rstrip().endswith("\\|"):
            raise self.fail("a row ends with a bar")
        return [read_inline(cell, Place(self.file, number)) for cell in cells_of(line)]

    def items(self) -> Items:
        """A list: its items begin alike, and what belongs to one is indented as far as its text."""
        number, line = self.lines[self.at]
        first = None if line.startswith("-") else int(line.partition(".")[0])
        items: List[List[Block]] = []
        while self.at < len(self.lines):
            found = ITEM.match(self.lines[self.at][1])
            if not found or found[1].startswith("-") != (first is None):
                break
            if first is not None and int(found[1][:-2]) != first + len(items):
                raise self.fail(f"the item should have the number {first + len(items)}")
            items.append(Reader(self.file, self.item(len(found[1])), self.depth + 1).blocks())
        line = self.lines[self.at][1] if self.at < len(self.lines) else ""
        if line.strip() and self.lines[self.at - 1][1].strip():
            raise self.fail("a list ends with an empty line, and what belongs to an item is indented")
        return Items(first, items, number)

    def item(self, width: int) -> Numbered:
        """The lines of one item without its mark; empty lines between them stay."""
        number, line = self.lines[self.at]
        held = [(number, line[width:])]
        self.at += 1
        while self.at < len(self.lines):
            number, line = self.lines[self.at]
            if not self.ahead().startswith(" " * width):
                break
            held.append((number, line[width:]))
            self.at += 1
        while self.at < len(self.lines) and not self.lines[self.at][1].strip() and ITEM.match(self.ahead()):
            self.at += 1
        return held

    def ahead(self) -> str:
        """The next line that is not empty; an empty text behind very many of them."""
        lines = self.lines[self.at : self.at + AHEAD]
        return next((text for _, text in lines if text.strip()), "")

    def paragraph(self) -> Paragraph:
        number = self.lines[self.at][0]
        held: List[str] = []
        while self.at < len(self.lines):
            line = self.lines[self.at][1]
            if not line.strip() or HEADING.match(line) or FENCE.match(line) or ITEM.match(line):
                break
            if line.startswith("|"):
                raise self.fail("a table begins behind an empty line")
            if line.endswith("  ") or line.endswith("\\"):
                raise self.fail("a forced end of a line is not read")
            if line.startswith((" ", "\t")):
                raise self.fail("a line of a paragraph is not indented")
            for pattern, name in REFUSED:
                if pattern.match(line):
                    raise self.fail(f"{name} is not read")
            held.append(line)
            self.at += 1
        return Paragraph(read_inline("\n".join(held), Place(self.file, number)), number)


def cells_of(line: str) -> List[str]:
    """The cells of a row between its bars; a bar behind a backslash is one of the text, also in code."""
    parts = re.split(r"(?<!\\)\|", line.strip())[1:-1]
    return [part.replace("\\|", "|").strip() for part in parts]
