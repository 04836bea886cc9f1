"""Transcripts as pages: what is sent in full, what is received in one line that unfolds."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any, List, NamedTuple, Optional, Tuple

from nodewire_dev.transcripts import Line, parse

from .highlight import highlight
from .json_text import indented
from .render import Rendered
from .search import SearchSection

SHORT = 110
"""In signs: how much of a message is on its line."""


class Transcript(NamedTuple):
    """``name`` is that of the file without its ending."""

    name: str
    about: str
    body: Rendered


def read_all(folder: Path) -> List[Transcript]:
    """All transcripts of a folder by their names."""
    return [transcript(path.stem, path.read_text("utf-8")) for path in sorted(folder.glob("*.txt"))]


def transcript(name: str, text: str) -> Transcript:
    parts: List[str] = []
    prose: List[str] = []
    said: List[str] = []
    about = ""
    for line in [*parse(text), Line("", "", 0, "")]:
        if not line.kind and line.text.startswith("#"):
            said.append(line.text[1:].strip())
            continue
        if said:
            about = about or " ".join(one for one in said if not one.startswith("framing:"))
            prose += said
            parts.append(f"<p>{prose_html(' '.join(said))}</p>")
            said = []
        if line.kind:
            parts.append(message(line))
    body = f"<h1>{html.escape(name)}</h1>\n" + "\n".join(parts)
    found = SearchSection("", name, [*prose, *sorted(methods(text))])
    return Transcript(name, about, Rendered(body, [], [found]))


def methods(text: str) -> List[str]:
    return list(set(re.findall(r'^--> \{"jsonrpc":"2\.0",(?:"id":[^,]*,)?"method":"([^"]+)"', text, re.MULTILINE)))


def prose_html(text: str) -> str:
    """Prose of a transcript: code stands in backticks, all else is as it is written."""
    parts = html.escape(text, quote=False).split("`")
    if len(parts) % 2 == 0:
        return "`".join(parts)
    return "".join(f"<code>{part}</code>" if at % 2 else part for at, part in enumerate(parts))


def message(line: Line) -> str:
    kind, title = described(line)
    shown = indented(line.text)
    code = highlight(shown if shown is not None else line.text, "json")
    if line.kind == "-->":
        return f'<div class="message sent"><p><b>→</b> {title}</p><pre><code>{code}</code></pre></div>'
    short = line.text if len(line.text) <= SHORT else line.text[:SHORT] + "…"
    summary = f'<b>←</b> {title} <span class="short">{html.escape(short, quote=False)}</span>'
    return f'<details class="message {kind}"><summary>{summary}</summary><pre><code>{code}</code></pre></details>'


def described(line: Line) -> Tuple[str, str]:
    """The class of a message and what it is called; a text that is no message is so called."""
    value = read(line.text)
    if isinstance(value, list):
        return "result", f"{len(value)} messages"
    if not isinstance(value, dict):
        return "result", "bytes"
    if "method" in value:
        return "notification", f"<code>{html.escape(str(value['method']), quote=False)}</code>"
    error = value.get("error")
    if isinstance(error, dict):
        return "error", f"error {html.escape(str(error.get('code')))}"
    return "result", "result"


def read(text: str) -> Optional[Any]:
    try:
        return json.loads(text)
    except ValueError:
        return None


def listing(transcripts: List[Transcript], addresses: List[str]) -> Rendered:
    """The page that lists all of them."""
    rows = "\n".join(
        f'<tr><td><a href="{address}">{html.escape(one.name)}</a></td><td>{prose_html(one.about)}</td></tr>'
        for one, address in zip(transcripts, addresses)
    )
    intro = (
        "<h1>Transcripts</h1>\n<p>Conversations that are run as tests: the server does what they show. "
        'How they are written is said in <a href="protocol.html">the protocol</a>.</p>'
    )
    head = "<thead><tr><th>transcript</th><th>what it shows</th></tr></thead>"
    table = f'<div class="table"><table>\n{head}\n<tbody>\n{rows}\n</tbody></table></div>'
    return Rendered(f"{intro}\n{table}", [], [SearchSection("", "Transcripts", [])])
