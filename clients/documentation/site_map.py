"""The pages of the site in their order, and the part of a file that is on each."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Dict, List, NamedTuple, Optional

from .anchors import Anchors
from .blocks import Heading, Table, read
from .inline import Code, Inline, Link, MarkdownError, plain

SPECIFICATION = "protocol-spec"
DEVELOPMENT = ["performance", "reliability", "recordings", "coverage", "CHANGELOG"]
"""Pages of the specification that are about this server rather than about the protocol."""
SUBJECTS = ["Recognition", "Losses", "Importing", "Saving", "Places", "Transcripts"]
"""The sections of formats.md that are about all formats; each other one is a format, or what several have in common."""
ASPECTS = ["Reading", "Writing"]
"""Sections within that of a format."""
LONGEST = 900
"""In lines: types are spread over pages of about this length."""
NAMED = ["code", "rule", "limit", "setting"]
"""The first words of tables whose rows have anchors."""
CONVERSATION = "Conversation"
"""The methods without a noun."""
FEW = 3
"""Nouns with fewer methods share a page."""


class Section(NamedTuple):
    """A heading of a file with its anchor and where it stands among the blocks."""

    title: str
    anchor: str
    level: int
    at: int


class Source:
    """A file in Markdown; ``path`` is relative to the checkout."""

    def __init__(self, root: Path, path: str) -> None:
        self.path = path
        self.blocks = read(path, (root / path).read_text("utf-8"))
        self.sections: List[Section] = []
        anchors = Anchors()
        for at, block in enumerate(self.blocks):
            if isinstance(block, Heading):
                title = plain(block.text)
                self.sections.append(Section(title, anchors.of(title), block.level, at))
        if not self.sections or self.sections[0].at or self.sections[0].level != 1:
            raise MarkdownError(path, 1, "a page begins with its title")
        self.anchor_at = {section.at: section.anchor for section in self.sections}

    def children(self, section: Section) -> List[Section]:
        """The sections one level below one, up to its end."""
        end = self.end(section)
        return [one for one in self.sections if section.at < one.at < end and one.level == section.level + 1]

    def end(self, section: Section) -> int:
        """The index behind the last block of a section."""
        ends = (one.at for one in self.sections if one.at > section.at and one.level <= section.level)
        return next(ends, len(self.blocks))


class Part(NamedTuple):
    """Blocks of a source from one index to before another."""

    begin: int
    end: int


class Page(NamedTuple):
    """A page of the site: its file, its title, the group of the navigation, and what of a source is on it."""

    file: str
    title: str
    group: str
    source: Optional[Source] = None
    parts: List[Part] = []
    format: str = ""
    """The name of the format that it is about."""
    family: str = ""
    """The file of the page that says what several formats have in common."""


def names(title: str, *parts: str) -> str:
    return "-".join([*parts, re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")]) + ".html"


def row_name(table: Table, row: List[List[Inline]]) -> str:
    """The name of what a row of the reference is about, which is linked and found; empty in other tables."""
    if not table.header[0] or plain(table.header[0]) not in NAMED:
        return ""
    return next((part.text for cell in row[:2] for part in cell if isinstance(part, Code)), "")


def row_anchor(name: str) -> str:
    return f"row-{name}"


def whole(source: Source, file: str, group: str, title: str = "") -> Page:
    return Page(file, title or source.sections[0].title, group, source, [Part(0, len(source.blocks))])


def pages(root: Path) -> List[Page]:
    """All pages made of files in Markdown, in the order of the navigation."""
    start = [
        whole(Source(root, "README.md"), "index.html", "Start"),
        whole(Source(root, f"{SPECIFICATION}/front-end.md"), "front-end.html", "Start"),
        Page("playground.html", "Playground", "Start"),
    ]
    overview = Source(root, f"{SPECIFICATION}/README.md")
    listed = [name for name in listed_pages(overview) if name != "front-end"]
    there = sorted(path.stem for path in (root / SPECIFICATION).glob("*.md"))
    listed += [name for name in there if name not in [*listed, "README", "front-end"]]
    protocol = [whole(overview, "protocol.html", "Protocol")]
    formats: List[Page] = []
    reference: List[Page] = []
    development: List[Page] = []
    for name in listed:
        source = Source(root, f"{SPECIFICATION}/{name}.md")
        if name == "formats":
            formats = format_pages(source)
        elif name == "reference":
            reference += reference_pages(source)
        elif name == "errors":
            reference.insert(0, whole(source, "errors.html", "Reference", "How errors are raised"))
        elif name in DEVELOPMENT:
            development.append(whole(source, names(name), "Development"))
        else:
            protocol.append(whole(source, names(name), "Protocol"))
    clients = [
        whole(Source(root, "clients/python/README.md"), "python.html", "Clients"),
        whole(Source(root, "clients/vscode/README.md"), "vscode.html", "Clients"),
        whole(Source(root, "clients/typescript/README.md"), "typescript.html", "Clients"),
        whole(Source(root, "clients/generators/README.md"), "generators.html", "Clients"),
    ]
    about = [
        whole(Source(root, "Sources/README.md"), "architecture.html", "Development"),
        whole(Source(root, ".github/CONTRIBUTING.md"), "contributing.html", "Development"),
    ]
    for path in sorted((root / "Sources").glob("*/README.md")):
        about.append(whole(Source(root, str(path.relative_to(root))), names(path.parent.name, "library"), "Libraries"))
    transcripts = [Page("transcripts.html", "Transcripts", "Reference")]
    return [*start, *protocol, *formats, *reference, *transcripts, *clients, *about[:2], *development, *about[2:]]


def listed_pages(overview: Source) -> List[str]:
    """The names of the pages in the table of the protocol's README, in its order."""
    table = next(block for block in overview.blocks if isinstance(block, Table))
    targets = [part.target for row in table.rows for part in row[0] if isinstance(part, Link)]
    return [target[:-3] for target in targets if target.endswith(".md")]


def format_pages(source: Source) -> List[Page]:
    """A page of what holds for all formats, then one for each, behind one for what several have in common."""
    title = source.sections[0]
    parts = [Part(0, source.children(title)[0].at)]
    found: List[Page] = []
    by_anchor = named_formats(source)
    for section in source.children(title):
        if section.title in SUBJECTS:
            parts.append(Part(section.at, source.end(section)))
            continue
        below = [one for one in source.children(section) if not one.title.startswith(tuple(ASPECTS))]
        end = below[0].at if below else source.end(section)
        file = names(section.title, "format")
        name = by_anchor.get(section.anchor, "")
        found.append(Page(file, section.title, "Formats", source, [Part(section.at, end)], name))
        for one in below:
            parts_of_one = [Part(one.at, source.end(one))]
            name = by_anchor.get(one.anchor, "")
            found.append(Page(names(one.title, "format"), one.title, "Formats", source, parts_of_one, name, file))
    return [Page("formats.html", title.title, "Formats", source, parts), *found]


def named_formats(source: Source) -> Dict[str, str]:
    """The names of formats by the anchors of their sections: those that the table links, and those called alike."""
    table = next(block for block in source.blocks if isinstance(block, Table))
    found: Dict[str, str] = {}
    simple = {re.sub(r"\W", "", section.title).lower(): section.anchor for section in reversed(source.sections)}
    for row in table.rows:
        name = plain(row[0])
        links = [part.target[1:] for part in row[-1] if isinstance(part, Link) and part.target.startswith("#")]
        anchor = simple.get(name.lower()) or (links[0] if links else "")
        found.setdefault("own-format" if name == "nodewire" else anchor, name)
    return found


def reference_pages(source: Source) -> List[Page]:
    """The list of methods, the methods by noun, what the server sends, the types by letter, and the tables."""
    top = {section.title: section for section in source.children(source.sections[0])}
    methods = source.children(top["Methods"])
    begin = Part(0, methods[0].at)
    found = [Page("reference.html", "All methods", "Reference", source, [begin])]
    by_noun: Dict[str, List[Section]] = {}
    for section in methods:
        noun = section.title.partition("/")[0] if re.match(r"\w+/", section.title) else CONVERSATION
        by_noun.setdefault(noun, []).append(section)
    few = [noun for noun, held in by_noun.items() if len(held) < FEW]
    for noun, held in by_noun.items():
        if noun not in few:
            parts = [Part(one.at, source.end(one)) for one in held]
            title = noun if noun == CONVERSATION else f"{noun}/…"
            found.append(Page(names(noun, "reference"), title, "Reference", source, parts))
    parts = [Part(one.at, source.end(one)) for noun in few for one in by_noun[noun]]
    if parts:
        found.append(Page("reference-other.html", ", ".join(f"{noun}/…" for noun in few), "Reference", source, parts))
    for title, section in top.items():
        part = Part(section.at, source.end(section))
        if title == "Types":
            found += type_pages(source, section)
        elif title != "Methods":
            found.append(Page(names(title, "reference"), title, "Reference", source, [part]))
    return found


def type_pages(source: Source, section: Section) -> List[Page]:
    """The types in their order, split between letters."""
    held = source.children(section)
    groups: List[List[Section]] = []
    begin = 0
    for one in held:
        line = source.blocks[one.at].line
        is_full = bool(groups) and line - begin > LONGEST and one.title[0] != groups[-1][-1].title[0]
        if not groups or is_full:
            groups.append([])
            begin = line
        groups[-1].append(one)
    found = []
    for group in groups:
        first, last = group[0].title[0], group[-1].title[0]
        title = "Types" if len(groups) == 1 else f"Types {first}" if first == last else f"Types {first} to {last}"
        parts = [Part(group[0].at, source.end(group[-1]))]
        found.append(Page(names(title, "reference"), title, "Reference", source, parts))
    return found
