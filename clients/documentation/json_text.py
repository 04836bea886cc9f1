"""JSON texts with line ends for people: each token stays as it is written, so that numbers keep their spelling."""

from __future__ import annotations

import re
from typing import List, Optional, Tuple, Union

TOKEN = re.compile(r'\s*("(?:\\.|[^"\\])*"|[\[\]{},:]|[^\s\[\]{},:"]+)')
DEPTH = 200
"""A text that is nested deeper stays on its line."""

Tree = Union[str, Tuple[str, List["Tree"], str]]
"""A token, a member (`("name: ", [value], "")`), or what stands between two brackets."""


def indented(text: str, width: int = 96) -> Optional[str]:
    """The text with each value that is wider than ``width`` spread over lines; None if it is no JSON text.

    Short values that follow each other share a line.
    """
    tokens = []
    at = 0
    while at < len(text.rstrip()):
        found = TOKEN.match(text, at)
        if not found:
            return None
        tokens.append(found[1])
        at = found.end()
    reader = _Reader(tokens)
    try:
        tree = reader.value(0)
    except (IndexError, ValueError):
        return None
    if reader.at != len(tokens):
        return None
    lines: List[str] = []
    _write(tree, "", width, "", "", lines)
    return "\n".join(lines)


class _Reader:
    def __init__(self, tokens: List[str]) -> None:
        self.tokens, self.at = tokens, 0

    def take(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1]

    def value(self, depth: int) -> Tree:
        token = self.take()
        if token in "]},:" or depth > DEPTH:
            raise ValueError
        if token not in "[{":
            return token
        end = "]" if token == "[" else "}"
        held: List[Tree] = []
        if self.tokens[self.at] == end:
            return token, held, self.take()
        while True:
            if token == "{":
                name = self.take()
                if not name.startswith('"') or self.take() != ":":
                    raise ValueError
                held.append((f"{name}: ", [self.value(depth + 1)], ""))
            else:
                held.append(self.value(depth + 1))
            follows = self.take()
            if follows == end:
                return token, held, end
            if follows != ",":
                raise ValueError


def _flat(tree: Tree) -> str:
    if isinstance(tree, str):
        return tree
    begin, held, end = tree
    return begin + ", ".join(_flat(part) for part in held) + end


def _write(tree: Tree, indent: str, width: int, before: str, after: str, lines: List[str]) -> None:
    if not isinstance(tree, str) and tree[0] not in ("[", "{"):
        before, tree = before + tree[0], tree[1][0]
    flat = _flat(tree)
    if isinstance(tree, str) or not tree[1] or len(indent) + len(before) + len(flat) + len(after) <= width:
        lines.append(indent + before + flat + after)
        return
    begin, held, end = tree
    lines.append(indent + before + begin)
    run = ""
    for index, part in enumerate(held):
        comma = "," if index + 1 < len(held) else ""
        flat = _flat(part) + comma
        is_short = "{" not in flat and "[" not in flat
        if run and (not is_short or len(indent) + len(run) + len(flat) + 3 > width):
            lines.append(f"{indent}  {run}")
            run = ""
        if is_short:
            run = f"{run} {flat}" if run else flat
        else:
            _write(part, indent + "  ", width, "", comma, lines)
    lines += [f"{indent}  {run}"] if run else []
    lines.append(indent + end + after)
