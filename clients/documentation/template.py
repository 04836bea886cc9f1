"""The frame of all pages: head, navigation, list of contents, the pages before and after."""

from __future__ import annotations

import html
from typing import Dict, List, NamedTuple, Tuple

from .render import Entry
from .site_map import Page

SHOWN_FROM = 3
"""A list of contents has at least so many entries."""


class Around(NamedTuple):
    """The pages before and after, as the address and the title of each; empty at the ends."""

    previous: List[Tuple[str, str]]
    next: List[Tuple[str, str]]


def document(
    page: Page, body: str, contents: List[Entry], pages: List[Page], around: Around, scripts: List[str]
) -> str:
    title = page.title if page.file == "index.html" else f"{page.title} · Nodewire"
    loaded = "\n".join(f'<script src="{script}" defer></script>' for script in ["assets/site.js", *scripts])
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{html.escape(title)}</title>
<link rel="icon" href="assets/icon.svg">
<link rel="stylesheet" href="assets/style.css">
<script src="assets/theme.js"></script>
{loaded}
</head>
<body>
<a class="skip" href="#site-content">To the content</a>
<header>
<button id="site-menu" type="button" aria-label="Pages" aria-expanded="false" aria-controls="site-pages">☰</button>
<a class="home" href="index.html"><img src="assets/icon.svg" alt="" width="24" height="24">Nodewire</a>
<div class="search" role="search">
<input id="site-search" type="search" placeholder="Search" aria-label="Search, with the key /"
 role="combobox" aria-expanded="false" aria-controls="site-results" aria-autocomplete="list"
 autocomplete="off" spellcheck="false">
<kbd>/</kbd>
<ol id="site-results" role="listbox" aria-label="Sections" hidden></ol>
</div>
<button id="site-theme" type="button" aria-label="Dark or light">◐</button>
</header>
<div class="columns">
<nav id="site-pages" aria-label="Pages">
{navigation(page, pages)}
</nav>
{contents_list(contents)}
<main id="site-content"{' class="wide"' if page.file == "playground.html" else ""}>
<article>
{body}
</article>
{neighbors(around)}
</main>
</div>
</body>
</html>
"""


def navigation(page: Page, pages: List[Page]) -> str:
    """The pages by group; the group of the page itself is unfolded."""
    groups: Dict[str, List[Page]] = {}
    for one in pages:
        groups.setdefault(one.group, []).append(one)
    parts = []
    shown = "transcripts.html" if page.file.startswith("transcript-") else page.file
    for name, held in groups.items():
        items = "\n".join(item(one, one.file == shown) for one in held)
        is_open = name == page.group or name == "Start"
        opened = " open" if is_open else ""
        parts.append(f"<details{opened}>\n<summary>{name}</summary>\n<ul>\n{items}\n</ul>\n</details>")
    return "\n".join(parts)


def item(page: Page, is_current: bool) -> str:
    current = ' aria-current="page"' if is_current else ""
    inner = ' class="inner"' if page.family else ""
    return f'<li{inner}><a href="{page.file}"{current}>{html.escape(page.title)}</a></li>'


def contents_list(contents: List[Entry]) -> str:
    if len(contents) < SHOWN_FROM:
        return ""
    least = min(entry.level for entry in contents)
    items = "\n".join(
        f'<li class="level{min(entry.level - least, 2)}">'
        f'<a href="#{html.escape(entry.anchor)}">{html.escape(entry.title)}</a></li>'
        for entry in contents
    )
    return f"""<details id="site-contents" open>
<summary>On this page</summary>
<nav aria-label="On this page">
<ul>
{items}
</ul>
</nav>
</details>"""


def neighbors(around: Around) -> str:
    parts = []
    for name, kind, held in (("Previous", "prev", around.previous), ("Next", "next", around.next)):
        for address, title in held:
            parts.append(f'<a rel="{kind}" href="{address}"><span>{name}</span>{html.escape(title)}</a>')
    shown = "".join(parts)
    return f'<nav class="neighbors" aria-label="Pages before and after">{shown}</nav>' if parts else ""
