"""The parts of a paragraph: text, code, links, pictures and emphasis."""

from __future__ import annotations

import re
import string
from typing import List, NamedTuple, Union


class MarkdownError(Exception):
    """A part of a page that is not read, or a link that leads nowhere: with its file and its line from 1."""

    def __init__(self, file: str, line: int, what: str) -> None:
        super().__init__(f"{file}:{line}: {what}")
        self.file, self.line, self.what = file, line, what


class Place(NamedTuple):
    """The line on which a text begins; it is counted on by the ends of lines in the text."""

    file: str
    line: int


class Text(NamedTuple):
    text: str


class Code(NamedTuple):
    text: str


class Picture(NamedTuple):
    text: str
    source: str
    line: int


class Link(NamedTuple):
    text: List["Inline"]
    target: str
    line: int


class Emphasis(NamedTuple):
    """``is_strong`` for two stars."""

    text: List["Inline"]
    is_strong: bool


Inline = Union[Text, Code, Picture, Link, Emphasis]

PLAIN = re.compile(r"[^\\`*_\[\]!<&~]+")
TARGET = re.compile(r"\(([^()\s<>]+(?:\([^()\s<>]*\)[^()\s<>]*)*)\)")
ADDRESS = re.compile(r"https?://")
ENTITY = re.compile(r"&(?:#\d+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);")
BRACKET = re.compile(r"\\.|`+[^`]*`+|[\[\]]")
DEPTH = 16
"""The greatest depth of emphasis and links in one another."""


def read_inline(text: str, place: Place) -> List[Inline]:
    """The parts of a text in their order."""
    reader = InlineReader(text, place)
    found = reader.parts("", 0)
    if reader.at < len(text):
        raise reader.fail(f"a {text[reader.at]!r} ends nothing")
    return found


def plain(parts: List[Inline]) -> str:
    """The text of parts without marks, of a picture its description."""
    return "".join(part.text if isinstance(part.text, str) else plain(part.text) for part in parts)


class InlineReader:
    def __init__(self, text: str, place: Place) -> None:
        self.text, self.place = text, place
        self.at = 0

    @property
    def line(self) -> int:
        return self.place.line + self.text.count("\n", 0, self.at)

    def fail(self, what: str) -> MarkdownError:
        return MarkdownError(self.place.file, self.line, what)

    def parts(self, end: str, depth: int) -> List[Inline]:
        """Reads up to ``end``, which is not taken, or to the end of the text."""
        if depth > DEPTH:
            raise self.fail("emphasis and links lie too deep in one another")
        found: List[Inline] = []
        while self.at < len(self.text):
            if end and self.text.startswith(end, self.at) and (end == "]" or self.can_close(end)):
                break
            part = self.part(depth)
            before = found[-1] if found else None
            if isinstance(part, Text) and isinstance(before, Text):
                found[-1] = Text(before.text + part.text)
            else:
                found.append(part)
        return found

    def part(self, depth: int) -> Inline:
        sign = self.text[self.at]
        plain_text = PLAIN.match(self.text, self.at)
        if plain_text:
            if ADDRESS.search(plain_text[0]):
                raise self.fail("an address outside of a link")
            self.at = plain_text.end()
            return Text(plain_text[0])
        if sign == "\\":
            return self.escaped()
        if sign == "`":
            return self.code()
        if sign == "*":
            return self.emphasis(depth)
        if sign == "[":
            return self.link(depth)
        if self.text.startswith("![", self.at):
            return self.picture()
        return self.literal(sign)

    def literal(self, sign: str) -> Text:
        """A sign that means something only where it begins something that is not read."""
        rest = self.text[self.at :]
        if sign == "<" and re.match(r"<[A-Za-z/!?]", rest):
            raise self.fail("a tag or an address in angle brackets is not read")
        if sign == "&" and ENTITY.match(rest):
            raise self.fail("an entity is not read")
        if sign == "~" and rest.startswith("~~"):
            raise self.fail("text that is struck out is not read")
        if sign == "_" and not (self.beside(-1).isalnum() and self.beside(1).isalnum()):
            raise self.fail("emphasis is written with stars; other underscores stand in code")
        self.at += 1
        return Text(sign)

    def beside(self, offset: int) -> str:
        at = self.at + offset
        return self.text[at] if 0 <= at < len(self.text) else " "

    def escaped(self) -> Text:
        sign = self.beside(1)
        if sign not in string.punctuation:
            raise self.fail("a backslash before what needs none")
        self.at += 2
        return Text(sign)

    def code(self) -> Code:
        ticks = re.compile("`+").match(self.text, self.at)
        assert ticks is not None
        end = re.compile(f"(?<!`){ticks[0]}(?!`)").search(self.text, ticks.end())
        if not end:
            raise self.fail("code is not ended")
        held = self.text[ticks.end() : end.start()].replace("\n", " ")
        self.at = end.end()
        is_padded = held.startswith(" ") and held.endswith(" ") and held.strip() != ""
        return Code(held[1:-1] if is_padded else held)

    def can_close(self, stars: str) -> bool:
        run = re.compile(r"\*+").match(self.text, self.at)
        assert run is not None
        return len(run[0]) == len(stars) and not self.beside(-1).isspace()

    def emphasis(self, depth: int) -> Inline:
        run = re.compile(r"\*+").match(self.text, self.at)
        assert run is not None
        stars = run[0]
        follows = self.text[run.end() : run.end() + 1]
        if not follows.strip() and self.beside(-1).isspace():
            self.at = run.end()
            return Text(stars)
        if len(stars) > 2 or not follows.strip():
            raise self.fail("a star that begins nothing")
        begin, self.at = self.at, run.end()
        held = self.parts(stars, depth + 1)
        if not self.text.startswith(stars, self.at):
            self.at = begin
            raise self.fail("emphasis is not ended")
        self.at += len(stars)
        return Emphasis(held, stars == "**")

    def is_link(self, begin: int) -> bool:
        """Returns whether a target follows the bracket that closes one; other brackets are signs of the text."""
        open_ones = 0
        for found in BRACKET.finditer(self.text, begin):
            if found[0] == "[":
                open_ones += 1
            elif found[0] == "]":
                open_ones -= 1
            if open_ones == 0:
                follows = self.text[found.end() : found.end() + 1]
                if follows == "[":
                    raise self.fail("a link by a reference is not read")
                return follows == "("
        raise self.fail("a bracket is not closed")

    def link(self, depth: int) -> Inline:
        begin, line = self.at, self.line
        self.at += 1
        if not self.is_link(begin):
            return Text("[")
        held = self.parts("]", depth + 1)
        if any(isinstance(part, Link) for part in held):
            raise self.fail("a link in a link")
        return Link(held, self.target(begin), line)

    def picture(self) -> Picture:
        begin, line = self.at, self.line
        self.at += 2
        held = self.parts("]", 1)
        return Picture(plain(held), self.target(begin), line)

    def target(self, begin: int) -> str:
        """The target behind the closing bracket at which the reader is."""
        found = TARGET.match(self.text, self.at + 1) if self.at < len(self.text) else None
        if not found:
            self.at = begin
            raise self.fail("a bracket without a target; brackets of the text need a backslash or code")
        self.at = found.end()
        return found[1]


