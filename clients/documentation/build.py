"""The whole site: pages, pictures, scripts and the index of the search, written into one folder."""

from __future__ import annotations

import html
import shutil
from pathlib import Path
from typing import Dict, List, NamedTuple, Tuple

from . import bundle, examples, facts, replay, search, template, transcripts
from .links import TRANSCRIPTS, Links, transcript_file
from .render import Rendered, Renderer
from .site_map import Page, pages

ASSETS = Path(__file__).resolve().parent / "assets"
COPIED = ["style.css", "theme.js", "site.js", "search.js"]
MARK = ".nodewire-site"
"""A file in the folder of a site: only such a folder is replaced."""


class Built(NamedTuple):
    pages: int
    pictures: int
    recordings: int
    bytes: int


class FolderTaken(Exception):
    """The folder for the site holds something else."""


def build(root: Path, output: Path, command: List[str]) -> Built:
    """Writes the site of a checkout. Equal files give equal bytes.

    Raises ``MarkdownError`` for what a page has that is not read and for links that lead nowhere, ``FolderTaken`` for a
    folder that is not empty and no site, and what the server raises.
    """
    empty(output)
    made = pages(root)
    spoken = transcripts.read_all(root / TRANSCRIPTS)
    names = [one.name for one in spoken]
    links = Links(root, made, names)
    drawing = examples.draw(command, made, output)
    rendered = written_pages(made, links, names, drawing)
    recordings = sorted((root / "clients" / "examples" / "recordings").glob("*.jsonl"))
    sessions = [replay.perform(command, recording) for recording in recordings]
    addresses = [transcript_file(name) for name in names]
    rendered["playground.html"] = playground(sessions)
    rendered["transcripts.html"] = transcripts.listing(spoken, addresses)
    write_pages(output, made, rendered, list(zip(addresses, spoken)))
    write_scripts(root, output, sessions)
    links.copy(output)
    indexed = [search.IndexedPage(page.file, page.title, page.group, rendered[page.file].sections) for page in made]
    indexed += [search.IndexedPage(a, one.name, "Transcript", one.body.sections) for a, one in zip(addresses, spoken)]
    (output / "assets" / "search-index.js").write_text(search.index(indexed), "utf-8")
    size = sum(path.stat().st_size for path in output.rglob("*") if path.is_file())
    return Built(len(made) + len(spoken), sum(map(len, drawing.pictures.values())), len(sessions), size)


def empty(output: Path) -> None:
    """Makes the folder, without what an earlier build has left in it."""
    if output.exists() and not (output / MARK).exists() and (not output.is_dir() or any(output.iterdir())):
        raise FolderTaken(f"{output} is not empty and holds no site")
    if output.exists():
        shutil.rmtree(output)
    for folder in ("assets", "pictures", "recordings"):
        (output / folder).mkdir(parents=True)
    (output / MARK).write_text("")


def written_pages(made: List[Page], links: Links, names: List[str], drawing: examples.Drawing) -> Dict[str, Rendered]:
    titles = {page.file: page.title for page in made}
    rendered: Dict[str, Rendered] = {}
    for page in made:
        if not page.source:
            continue
        known = drawing.facts.get(page.format)
        notes = facts.notes(page, titles.get(page.family, ""), known) if known else ""
        members = [one for one in made if one.family == page.file]
        if members:
            notes += members_list(members)
        rendered[page.file] = Renderer(page, links, names, drawing.pictures.get(page.file, {})).render(notes)
    return rendered


def members_list(members: List[Page]) -> str:
    listed = ", ".join(f'<a href="{one.file}">{html.escape(one.title)}</a>' for one in members)
    return f'<p class="members">{listed}</p>'


def write_pages(
    output: Path, made: List[Page], rendered: Dict[str, Rendered], spoken: List[Tuple[str, transcripts.Transcript]]
) -> None:
    shown = [(page, rendered[page.file]) for page in made]
    shown += [(Page(address, one.name, "Reference"), one.body) for address, one in spoken]
    for sequence in (shown[: len(made)], shown[len(made) :]):
        for at, (page, body) in enumerate(sequence):
            before, after = sequence[max(at - 1, 0) : at], sequence[at + 1 : at + 2]
            around = template.Around(*([(one.file, one.title) for one, _ in side] for side in (before, after)))
            scripts = ["assets/playground.js"] if page.file == "playground.html" else []
            text = template.document(page, body.body, body.contents, made, around, ["assets/search.js", *scripts])
            (output / page.file).write_text(text, "utf-8")


def write_scripts(root: Path, output: Path, sessions: List[replay.Session]) -> None:
    page = root / "clients" / "web" / "page"
    for name in COPIED:
        shutil.copyfile(ASSETS / name, output / "assets" / name)
    shutil.copyfile(page / "icon.svg", output / "assets" / "icon.svg")
    script = bundle.bundle("playground.js", [page, ASSETS])
    (output / "assets" / "playground.js").write_text(script, "utf-8")
    for session in sessions:
        (output / "recordings" / f"{session.name}.js").write_text(replay.script(session), "utf-8")


def playground(sessions: List[replay.Session]) -> Rendered:
    """The page that plays recordings; without scripts it says so."""
    text = (ASSETS / "playground.html").read_text("utf-8")
    options = "".join(
        f'<option value="{html.escape(one.name)}">{html.escape(one.name.replace("-", " "))}, '
        f"{len(one.steps)} messages</option>"
        for one in sessions
    )
    section = search.SearchSection("", "Playground", ["recordings replayed step by step: picture, messages, frames"])
    return Rendered(text.replace("{options}", options).rstrip(), [], [section])
