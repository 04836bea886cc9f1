"""The facts below the title of a format: read and written or not, what is kept, and the losses that are named."""

from __future__ import annotations

import html
import re
from typing import Iterator, List

from .blocks import Block, Items, Paragraph, Table
from .examples import FormatFacts
from .inline import Code, Inline, Text
from .site_map import Page

KEPT = {
    "all": "everything",
    "graph": "the graph: ids, ends, handles, places, sizes, labels, groups",
    "structure": "the structure: nodes, edges, labels",
}
NAMED = re.compile(r"\b(?:loss(?:es)?|lost):? $|\blost\b[^.;]*\($|\bloss(?:es)?\b[^.;]*\($")
BETWEEN = (", ", " and ", "; ")


def notes(page: Page, title_of_family: str, facts: FormatFacts) -> str:
    """A list of facts as HTML."""
    rows = [
        ("Name", f"<code>{page.format}</code>"),
        ("Read", "yes" if facts.reads else "no"),
        ("Written", "yes" if facts.writes else "no"),
        ("Kept", KEPT.get(facts.keeps, facts.keeps)),
    ]
    if facts.suffixes:
        rows.append(("Files", ", ".join(f"<code>{html.escape(suffix)}</code>" for suffix in facts.suffixes)))
    lost = losses(page)
    if lost:
        rows.append(("Losses", ", ".join(f"<code>{html.escape(code)}</code>" for code in lost)))
    family = f'<a href="{page.family}">{html.escape(title_of_family)}</a>, and ' if page.family else ""
    rows.append(("More", f'{family}<a href="formats.html">all formats</a>'))
    listed = "\n".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in rows)
    return f'<dl class="facts">\n{listed}\n</dl>'


def losses(page: Page) -> List[str]:
    """The codes of losses that the text names, in its order, each once."""
    assert page.source is not None
    found = [
        code
        for part in page.parts
        for block in page.source.blocks[part.begin : part.end]
        for parts in inlines(block)
        for code in named(parts)
    ]
    return list(dict.fromkeys(found))


def named(parts: List[Inline]) -> Iterator[str]:
    is_loss = False
    for before, part in zip([Text(""), *parts], parts):
        if isinstance(part, Code) and isinstance(before, Text):
            is_loss = bool(NAMED.search(before.text)) or is_loss and before.text in BETWEEN
            if is_loss and part.text.isidentifier():
                yield part.text


def inlines(block: Block) -> Iterator[List[Inline]]:
    if isinstance(block, Paragraph):
        yield block.text
    elif isinstance(block, Table):
        for row in block.rows:
            yield from row
    elif isinstance(block, Items):
        for item in block.items:
            for held in item:
                yield from inlines(held)
