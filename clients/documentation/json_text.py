"""JSON texts with line ends for people: each token stays as it is written, so that numbers keep their spelling."""

from __future__ import annotations

import re
from typing import List, NamedTuple, Optional

TOKEN = re.compile(r'\s*("(?:\\.|[^"\\])*"|[\[\]{},:]|[^\s\[\]{},:"]+)')
DEPTH = 200
"""A text that is nested deeper is refused."""


class Value(NamedTuple):
    """A value: what stands before it, all of it on one line, and what it holds between which brackets."""

    name: str
    flat: str
    brackets: str = ""
    held: List["Value"] = []


def indented(text: str, width: int = 96) -> Optional[str]:
    """The text with each value that is wider than ``width`` spread over lines; None if it is no JSON text.

    Short values that follow each other share a line.
    """
    tokens = []
    at, end = 0, len(text.rstrip())
    while at < end:
        found = TOKEN.match(text, at)
        if not found:
            return None
        tokens.append(found[1])
        at = found.end()
    reader = _Reader(tokens)
    try:
        value = reader.value("", 0)
    except (IndexError, ValueError):
        return None
    if reader.at != len(tokens):
        return None
    lines: List[str] = []
    _write(value, "", width, "", lines)
    return "\n".join(lines)


class _Reader:
    def __init__(self, tokens: List[str]) -> None:
        self.tokens, self.at = tokens, 0

    def take(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1]

    def value(self, name: str, depth: int) -> Value:
        token = self.take()
        if token in "]},:" or depth > DEPTH:
            raise ValueError
        if token not in "[{":
            return Value(name, token)
        brackets = "[]" if token == "[" else "{}"
        if self.tokens[self.at] == brackets[1]:
            self.at += 1
            return Value(name, brackets)
        held: List[Value] = []
        while True:
            held.append(self.value(self.name() if token == "{" else "", depth + 1))
            follows = self.take()
            if follows == brackets[1]:
                flat = ", ".join(part.name + part.flat for part in held)
                return Value(name, f"{brackets[0]}{flat}{brackets[1]}", brackets, held)
            if follows != ",":
                raise ValueError

    def name(self) -> str:
        name = self.take()
        if not name.startswith('"') or self.take() != ":":
            raise ValueError
        return f"{name}: "


def _write(value: Value, indent: str, width: int, after: str, lines: List[str]) -> None:
    if not value.held or len(indent) + len(value.name) + len(value.flat) + len(after) <= width:
        lines.append(indent + value.name + value.flat + after)
        return
    lines.append(indent + value.name + value.brackets[0])
    run = ""
    for index, part in enumerate(value.held):
        comma = "," if index + 1 < len(value.held) else ""
        flat = part.name + part.flat + comma
        if run and (part.brackets or len(indent) + len(run) + len(flat) + 3 > width):
            lines.append(f"{indent}  {run}")
            run = ""
        if part.brackets:
            _write(part, indent + "  ", width, comma, lines)
        else:
            run = f"{run} {flat}" if run else flat
    lines += [f"{indent}  {run}"] if run else []
    lines.append(indent + value.brackets[1] + after)
