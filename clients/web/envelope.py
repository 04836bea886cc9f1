"""The outermost members of a message, found in its text: to route it takes no more, and the rest stays as it was written.

What a window has written is checked whole, with pauses, so that a long message holds up nobody; what the server has written is read
only as far as is needed.
"""

from __future__ import annotations

import json
import re
from typing import Dict, FrozenSet, Generator, Iterator, List, NamedTuple, Optional, Pattern, Tuple

Span = Tuple[int, int]
Pauses = Generator[None, None, None]

# So many steps are taken between two pauses; one may go over many short values.
STEPS = 200

SPACE = r"[ \t\n\r]*"
NUMBER = r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?"
VALUE = re.compile(rf'{SPACE}(?:([\[{{])(?:{SPACE}([\]}}]))?|(")|{NUMBER}|true|false|null)')
OBJECT = re.compile(rf"{SPACE}\{{{SPACE}(\}})?")
QUOTE = re.compile(rf'{SPACE}"')
# A part of a string, and the quote behind the last one: a group that repeats without bound needs memory for each turn.
PART = re.compile(r'[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*){0,1000}(")?')
COLON = re.compile(f"{SPACE}:{SPACE}")
NEXT = re.compile(rf"{SPACE}([,\]}}])")
END = re.compile(rf"{SPACE}\Z")
CLOSERS = {"{": "}", "[": "]"}
# What most texts consist of, many at once: short values with the comma behind each, and in objects the name before it.
SIMPLE = r'"[^"\\\x00-\x1f]*"'
SHORT = rf"(?:{SIMPLE}|{NUMBER}|true|false|null|\[\]|\{{\}}){SPACE},"
RUNS = {
    "]": re.compile(f"(?:{SPACE}{SHORT}){{0,500}}"),
    "}": re.compile(f"(?:{SPACE}{SIMPLE}{SPACE}:{SPACE}{SHORT}){{0,500}}"),
}


class EnvelopeError(Exception):
    """A message that is none; ``code`` is that of the error it is answered with."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Envelope(NamedTuple):
    """A message as text, and where its members are in it, and those of its parameters that were asked for."""

    text: str
    members: Dict[str, Span]
    params: Dict[str, Span]

    def member(self, name: str) -> Optional[str]:
        """The text of a member; None if it is absent."""
        return self.text[slice(*self.members[name])] if name in self.members else None

    def param(self, name: str) -> Optional[str]:
        """The text of a parameter; None if it is absent or null."""
        text = self.text[slice(*self.params[name])] if name in self.params else "null"
        return None if text == "null" else text

    def with_params(self, changes: Dict[str, str]) -> Optional[str]:
        """The text of all parameters, some of them replaced or added; None if there are none."""
        if "params" not in self.members:
            return None
        start, end = self.members["params"]
        if not self.text.startswith("{", start):
            return self.text[start:end]
        added = [f"{json.dumps(name)}:{text}" for name, text in changes.items() if name not in self.params]
        pieces, start = ["{"], start + 1
        if added:
            is_empty = OBJECT.match(self.text, start - 1)[1] is not None
            pieces.append(",".join(added) + ("" if is_empty else ","))
        for (begin, behind), text in sorted((self.params[name], changes[name]) for name in changes if name in self.params):
            pieces += (self.text[start:begin], text)
            start = behind
        return "".join([*pieces, self.text[start:end]])


def read(text: str, names: FrozenSet[str], depth: int) -> "Generator[None, None, Envelope]":
    """Checks a message, with pauses, and returns its envelope with the parameters of these names.

    Raises ``EnvelopeError`` where the text is no JSON, nested deeper or no object, or has one of these members twice.
    """
    scanner = Scanner(text, depth=depth)
    if scanner.kind != "{":
        yield from scanner.skip(0)
        raise EnvelopeError(-32600, "a window sends one message a frame, an object")
    envelope = Envelope(text, {}, {})
    for name in scanner.members():
        start = scanner.index
        if name is None:
            yield
            continue
        if name == "params" and scanner.kind == "{":
            for inner in scanner.members(2):
                begin = scanner.index
                if inner is None:
                    yield
                elif inner in names:
                    yield from scanner.skip(2)
                    _note(envelope.params, inner, (begin, scanner.index))
        else:
            yield from scanner.skip(1)
        _note(envelope.members, name, (start, scanner.index))
    scanner.take(END)
    return envelope


def _note(found: Dict[str, Span], name: str, span: Span) -> None:
    if name in found:
        raise EnvelopeError(-32600, "a member occurs twice")
    found[name] = span


def find(text: str, start: int, *names: str) -> Optional[Tuple[str, int]]:
    """The first member of the object at ``start`` that has one of these names, and where its value is.

    What comes behind it is not looked at.
    """
    scanner = Scanner(text, start)
    return next(((name, scanner.index) for name in scanner.members() if name in names), None)


def value(text: str, start: int) -> str:
    """The text of the value that begins there."""
    scanner = Scanner(text, start)
    for _ in scanner.skip():
        pass
    return text[start : scanner.index]


def string(text: Optional[str]) -> Optional[str]:
    """What a string says; None for the text of anything else."""
    return json.loads(text) if text is not None and text.startswith('"') else None


class Scanner:
    """A walk over JSON text that builds nothing of what it says. Where it pauses, it yields None."""

    def __init__(self, text: str, index: int = 0, depth: int = 1 << 30) -> None:
        self._text = text
        self._depth = depth
        self._steps = 0
        self.index = index

    @property
    def kind(self) -> str:
        """The first character of the value that comes next."""
        found = VALUE.match(self._text, self.index)
        return (found[1] or found[3] or "") if found else ""

    def take(self, pattern: "Pattern[str]") -> "re.Match[str]":
        found = pattern.match(self._text, self.index)
        if found is None:
            raise self._error()
        self.index = found.end()
        return found

    def members(self, level: int = 1) -> Iterator[Optional[str]]:
        """The names of the object that comes next, with ``index`` at the value of each; a value that is left there is skipped."""
        if self.take(OBJECT)[1]:
            return
        while True:
            start = self.index
            yield from self._string()
            name = json.loads(self._text[start : self.index])
            self.take(COLON)
            yield from self._step()
            start = self.index
            yield name
            if self.index == start:
                yield from self.skip(level)
            if self._closes("}"):
                return

    def skip(self, level: int = 1) -> Pauses:
        """Goes behind the value that comes next, which is inside of so many others."""
        closers = []
        while True:
            yield from self._step()
            found = self.take(VALUE)
            if found[1]:
                self._enter(level + len(closers) + 1)
                closers.append(CLOSERS[found[1]])
                if not found[2]:
                    yield from self._begin(closers, level)
                    continue
                self.index -= 1
            elif found[3]:
                self.index -= 1
                yield from self._string()
            while closers and self._closes(closers[-1]):
                closers.pop()
            if not closers:
                return
            yield from self._begin(closers, level)

    def _step(self) -> Pauses:
        self._steps += 1
        if self._steps % STEPS == 0:
            yield

    def _enter(self, level: int) -> None:
        if level > self._depth:
            raise EnvelopeError(-32600, f"nested deeper than {self._depth} levels")

    def _begin(self, closers: List[str], level: int) -> Pauses:
        """Goes to a value inside of an array or an object, over short ones; in an object behind its name."""
        if level + len(closers) < self._depth:
            self.take(RUNS[closers[-1]])
        if closers[-1] == "}":
            yield from self._string()
            self.take(COLON)

    def _closes(self, closer: str) -> bool:
        """Goes behind what follows a value: whether that is this bracket, and not a comma."""
        found = self.take(NEXT)[1]
        if found not in (closer, ","):
            raise self._error()
        return found == closer

    def _string(self) -> Pauses:
        self.take(QUOTE)
        while not (part := self.take(PART))[1]:
            if part.end() == part.start():
                raise self._error()
            yield

    def _error(self) -> EnvelopeError:
        return EnvelopeError(-32700, f"this is no JSON at character {self.index}")
