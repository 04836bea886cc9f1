"""Pictures of the examples of formats, drawn by the server when the site is built."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Dict, List, NamedTuple

from nodewire_client import Client
from nodewire_client.errors import ServerError

from .blocks import Fence
from .render import Drawn
from .site_map import Page


class FormatFacts(NamedTuple):
    """The server's description of one of its formats."""

    title: str
    reads: bool
    writes: bool
    suffixes: List[str]
    keeps: str


class Drawing(NamedTuple):
    """``pictures`` is the drawn examples by page; ``facts`` those of the formats by their names."""

    pictures: Dict[str, Drawn]
    facts: Dict[str, FormatFacts]


def draw(command: List[str], pages: List[Page], output: Path) -> Drawing:
    """Draws each fence on the page of a format that the server reads as that format; others have no picture."""
    pictures: Dict[str, Drawn] = {}
    with Client.launch(command, root=output, clock="client") as client:
        facts = {
            one["name"]: FormatFacts(one["title"], one["reads"], one["writes"], list(one["suffixes"]), one["keeps"])
            for one in client.capabilities["formats"]
        }
        for page in pages:
            if page.source and page.format in facts and facts[page.format].reads:
                pictures[page.file] = drawn(client, page, output)
    return Drawing(pictures, facts)


def drawn(client: Client, page: Page, output: Path) -> Drawn:
    assert page.source is not None
    found: Drawn = {}
    stem = page.file[: -len(".html")]
    for part in page.parts:
        for block in page.source.blocks[part.begin : part.end]:
            if not isinstance(block, Fence):
                continue
            number = len(found) + 1
            light, dark = (output / "pictures" / f"{stem}-{number}-{theme}.svg" for theme in ("light", "dark"))
            if write_pictures(client, page.format, block.text, [light, dark]):
                found[block.line] = (light, dark)
    return found


def write_pictures(client: Client, name: str, text: str, files: List[Path]) -> bool:
    """Writes a light and a dark picture of a text; False for one that the server does not read in the format."""
    try:
        opened: Any = client.call("document/open", {"text": text + "\n", "format": name})
    except ServerError:
        return False
    document = opened["document"]
    if opened["nodes"]:
        for theme, file in zip(("light", "dark"), files):
            options = {"theme": theme}
            picture: Any = client.call("document/export", {"document": document, "format": "svg", "options": options})
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(picture["text"], "utf-8")
    client.call("document/close", {"document": document, "discard": True})
    return bool(opened["nodes"])
