"""Pictures of documents: SVG by the server, pixels and pages by its command, which needs Chromium or Chrome."""

from __future__ import annotations

import os
import re
import warnings
from pathlib import Path
from typing import List, Optional, Tuple, Union

from .errors import NodewireError
from ._near import outside
from ._process import Command, find_server

Target = Optional[Union[str, "os.PathLike[str]"]]

KINDS = ("svg", "png", "pdf")


def path_text(path: Target) -> Optional[str]:
    """A path as it is sent."""
    return None if path is None else os.fspath(path)


def kind_of(path: Target, format: Optional[str]) -> str:
    """The kind of picture: the requested one, else the one of the file's ending, else pixels."""
    ending = Path(path).suffix[1:].lower() if path is not None else ""
    kind = format or (ending if ending in KINDS else "png")
    if kind not in KINDS:
        raise ValueError(f"a picture is svg, png or pdf, not {kind!r}")
    return kind


def command(kind: str, theme: Optional[str], scale: Optional[float], server: Optional[Command]) -> List[str]:
    """The command that draws the document on its standard input."""
    more: List[str] = []
    for name, value in (("--theme", theme), ("--scale", scale)):
        if value is not None:
            more += [name, str(value)]
    return [*find_server(server), "render", "-", f"--{kind}", *more]


def drawn(code: int, outcome: Tuple[bytes, bytes]) -> bytes:
    """The output of the command. Raises ``NodewireError`` with its message if it failed."""
    said = outcome[1].decode(errors="replace")
    if code:
        raise NodewireError(said.strip() or f"nodewire render ended with {code}")
    warn_of_unplaced(unplaced_in(said))
    return outcome[0]


def unplaced_in(text: str) -> int:
    """The number of nodes without a position in the losses of a picture."""
    found = re.findall(r"the node has no position(?: \((\d+) nodes)?", text)
    return sum(int(count or 1) for count in found)


def warn_of_unplaced(count: int) -> None:
    """Warns of nodes that no picture shows."""
    if count:
        nodes = "1 node has" if count == 1 else f"{count} nodes have"
        warnings.warn(f"{nodes} no position, so no picture shows them: document.layout() gives places", UserWarning, outside())


def kept(picture: bytes, path: Target) -> bytes:
    """The picture; it is also written if a file is named."""
    if path is not None:
        Path(path).write_bytes(picture)
    return picture
