"""Blocks as HTML."""

from __future__ import annotations

import html
from pathlib import Path
from typing import Dict, List, NamedTuple, Optional, Tuple

from .blocks import Block, Fence, Heading, Items, Paragraph, Table
from .highlight import guessed, highlight, is_known
from .inline import Code, Emphasis, Inline, Link, MarkdownError, Picture, Text, plain
from .links import Links, transcript_file
from .picture_size import attributes
from .search import SearchSection
from .site_map import Page, row_anchor, row_name

Drawn = Dict[int, Tuple[Path, Path]]
"""The files of a light and a dark picture of an example, by the line of its fence."""


class Entry(NamedTuple):
    """A heading in the list of contents of its page."""

    level: int
    anchor: str
    title: str


class Rendered(NamedTuple):
    body: str
    contents: List[Entry]
    sections: List[SearchSection]


class Renderer:
    """Renders the blocks of one page; the anchors of its headings are those of its source."""

    def __init__(self, page: Page, links: Links, transcripts: List[str], drawn: Drawn) -> None:
        assert page.source is not None
        self.page, self.source, self.links, self.drawn = page, page.source, links, drawn
        self.transcripts = set(transcripts)
        self.contents: List[Entry] = []
        self.sections: List[SearchSection] = []
        first = self.source.blocks[page.parts[0].begin]
        self.has_title = isinstance(first, Heading) and (
            page.parts[0].begin == 0 or len(page.parts) == 1 and plain(first.text) == page.title
        )
        levels = [
            block.level for part in page.parts for block in self.source.blocks[part.begin : part.end]
            if isinstance(block, Heading)
        ]
        self.shift = min(levels, default=1) - (1 if self.has_title else 2)

    def render(self, notes: str = "") -> Rendered:
        """``notes`` is HTML that stands below the title."""
        parts = []
        if not self.has_title:
            parts.append(f"<h1>{html.escape(self.page.title)}</h1>\n{notes}")
            self.sections.append(SearchSection("", self.page.title, []))
        for part in self.page.parts:
            for at in range(part.begin, part.end):
                block = self.source.blocks[at]
                if isinstance(block, Heading):
                    parts.append(self.heading(block, self.source.anchor_at[at]))
                    if at == part.begin and self.has_title and len(self.contents) == 0:
                        parts.append(notes)
                        notes = ""
                else:
                    parts.append(self.block(block))
        return Rendered("\n".join(part for part in parts if part), self.contents, self.sections)

    def heading(self, block: Heading, anchor: str) -> str:
        level = block.level - self.shift
        title = plain(block.text)
        self.sections.append(SearchSection(anchor if level > 1 else "", title, []))
        if level > 1:
            self.contents.append(Entry(level, anchor, title))
        link = f'<a class="anchor" href="#{html.escape(anchor)}" aria-label="Link to {html.escape(title)}">#</a>'
        name = title.replace("$/", "").replace("/", "-").replace(".", "-")
        shown = ""
        if self.page.group == "Reference" and name in self.transcripts and level > 1:
            shown = f'<a class="seen" href="{transcript_file(name)}">transcript</a>'
        return f'<h{level} id="{html.escape(anchor)}">{self.inline(block.text)}{link}{shown}</h{level}>'

    def block(self, block: Block) -> str:
        if isinstance(block, Paragraph):
            self.found(plain(block.text))
            if self.page.group == "Reference" and plain(block.text).startswith("Errors: "):
                return "<p>" + "".join(self.error(part) for part in block.text) + "</p>"
            return f"<p>{self.inline(block.text)}</p>"
        if isinstance(block, Fence):
            return self.fence(block)
        if isinstance(block, Table):
            return self.table(block)
        assert isinstance(block, Items)
        return self.items(block)

    def found(self, text: str) -> None:
        """A text is found under the heading before it."""
        self.sections[-1].texts.append(text)

    def fence(self, block: Fence) -> str:
        if not is_known(block.language):
            raise MarkdownError(self.source.path, block.line, f"no colors are known for {block.language!r}")
        self.found(block.text)
        code = pre(block.text, block.language or guessed(block.text))
        if block.line not in self.drawn:
            return code
        alt = html.escape(f"The example, drawn: {self.page.title}")
        pictures = "".join(
            f'<img class="{theme}" src="pictures/{path.name}" alt="{alt}"{attributes(path)}>'
            for theme, path in zip(("light", "dark"), self.drawn[block.line])
        )
        return f'<div class="drawn">{code}<figure>{pictures}<figcaption>drawn by the server</figcaption></figure></div>'

    def table(self, block: Table) -> str:
        head = "".join(f"<th>{self.inline(cell)}</th>" for cell in block.header)
        is_empty = not any(block.header)
        rows = []
        for row in block.rows:
            name = row_name(block, row)
            text = " · ".join(plain(cell) for cell in row if cell)
            if name:
                # A row with a name is found by it.
                self.sections.append(SearchSection(row_anchor(name), name, [text]))
            else:
                self.found(text)
            anchor = f' id="{html.escape(row_anchor(name))}"' if name else ""
            rows.append(f"<tr{anchor}>" + "".join(f"<td>{self.inline(cell)}</td>" for cell in row) + "</tr>")
        shown = "" if is_empty else f"<thead><tr>{head}</tr></thead>\n"
        wide = ' class="columns"' if len(block.header) > 3 else ""
        return f'<div class="table"><table{wide}>\n{shown}<tbody>\n' + "\n".join(rows) + "\n</tbody></table></div>"

    def items(self, block: Items) -> str:
        name = "ul" if block.first is None else "ol"
        start = f' start="{block.first}"' if block.first not in (None, 1) else ""
        held = []
        for item in block.items:
            is_line = len(item) == 1 and isinstance(item[0], Paragraph)
            if is_line and isinstance(item[0], Paragraph):
                self.found(plain(item[0].text))
                held.append(f"<li>{self.inline(item[0].text)}</li>")
            else:
                held.append("<li>" + "\n".join(self.block(part) for part in item) + "</li>")
        return f"<{name}{start}>\n" + "\n".join(held) + f"\n</{name}>"

    def inline(self, parts: List[Inline]) -> str:
        return "".join(self.part(part) for part in parts)

    def part(self, part: Inline) -> str:
        if isinstance(part, Text):
            return html.escape(part.text, quote=False)
        if isinstance(part, Code):
            return self.code(part)
        if isinstance(part, Emphasis):
            name = "strong" if part.is_strong else "em"
            return f"<{name}>{self.inline(part.text)}</{name}>"
        if isinstance(part, Picture):
            return self.picture(part)
        assert isinstance(part, Link)
        address: Optional[str] = self.links.address(self.source.path, part.target, part.line)
        held = self.inline(part.text)
        if plain(part.text).endswith(".md"):
            # The name of a file says little where its page has a title.
            held = html.escape(self.links.title(self.source.path, part.target) or plain(part.text), quote=False)
        return f'<a href="{html.escape(address)}">{held}</a>' if address else held

    def code(self, part: Code) -> str:
        shown = f"<code>{html.escape(part.text, quote=False)}</code>"
        name = part.text.partition(":")[0]
        is_listed = self.source.path.endswith("coverage.md") and name in self.transcripts
        return f'<a href="{transcript_file(name)}">{shown}</a>' if is_listed else shown

    def error(self, part: Inline) -> str:
        """A part of the list of errors of a method: names lead to what they mean."""
        shown = self.part(part)
        address = self.links.rows.get(part.text) if isinstance(part, Code) else None
        return f'<a href="{address}">{shown}</a>' if address else shown

    def picture(self, part: Picture) -> str:
        address = self.links.address(self.source.path, part.source, part.line)
        if not address or address.startswith("http"):
            raise MarkdownError(self.source.path, part.line, f"no picture is loaded from {part.source}")
        sized = attributes(self.links.copied[address])
        return f'<img src="{html.escape(address)}" alt="{html.escape(part.text)}"{sized}>'


def pre(text: str, language: str) -> str:
    return f'<pre><code>{highlight(text, language)}</code></pre>'
