"""Hooks of MkDocs: pages from the whole checkout, transcripts, examples drawn by the server, and the playground."""

from __future__ import annotations

import hashlib
import html
import json
import logging
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any, Dict, Iterator, List, Sequence

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WEB = ROOT / "clients" / "web" / "page"
sys.path.insert(0, str(ROOT / "clients" / "python" / "src"))

from nodewire_client import Client, find_server  # noqa: E402
from nodewire_client.errors import NodewireError, ServerError  # noqa: E402
from nodewire_dev.transcripts import Line, parse  # noqa: E402

SOURCES = ["README.md", "protocol-spec/*.md", "Sources/**/README.md", "clients/*/README.md", ".github/*.md"]
TRANSCRIPTS = "protocol-spec/transcripts"
SHOWN = {"scene": "svg", "carried": "offset", "contents": {"nodes": ["/data"]}, "links": True}
"""The options with which the web page opens a view: the playground paints with its scripts."""
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(
    rf"{FENCE.pattern}|(?<!`)(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)"
    r"|(?:\[(?P<text>[^\[\]]*))?\]\((?P<target>[^()\s]*)\)",
    re.MULTILINE | re.DOTALL,
)
"""A link; first what only looks like one, in code."""
IMPORT = re.compile(r'^import (\{[^}]*\}|\w+) from "\./([\w./-]+)"(?: with \{ type: "json" \})?;$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:class|function|const|let) ([\w$]+))", re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds what is not in the folder of pages: the sources with the files that they link, and what is made here."""
    texts = {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
        for pattern in SOURCES
        for path in sorted(ROOT.glob(pattern))
    }
    linked = {file for uri, text in texts.items() for file in linked_files(uri, text)}
    for uri in [*texts, *sorted(linked - set(texts))]:
        files.append(File.generated(config, uri, abs_src_path=str(ROOT / uri), inclusion=InclusionLevel.INCLUDED))
    made = {
        "icon.svg": (WEB / "icon.svg").read_text("utf-8"),
        "playground.js": bundle("player.js", [WEB, HERE / "pages"]),
    }
    try:
        made.update(pictures(texts["protocol-spec/formats.md"]))
        made.update(recordings())
    except (NodewireError, OSError) as error:
        raise PluginError(f"the server: {error}") from None
    made.update(transcripts())
    for uri, text in made.items():
        is_page = uri.startswith(TRANSCRIPTS) and not uri.endswith("/index.md")
        files.append(File.generated(config, uri, content=text, inclusion=InclusionLevel(-1 if is_page else 0)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    uri = page.file.src_uri
    if uri.endswith("/formats.md"):
        markdown = FENCE.sub(lambda found: found[0] + drawn(found[0], files), markdown)
    elif uri.endswith("/coverage.md"):
        markdown = re.sub(r"`([\w-]+)(: [^`]*)?`", lambda found: shown_by(found, files), markdown)
    elif uri.endswith("/reference.md"):
        markdown = re.sub(
            r"^### (.*)$", lambda found: found[0] + transcript_of(found[1], files), markdown, flags=re.MULTILINE
        )
    elif uri == "playground.md":
        names = [name[len("recordings/") : -len(".js")] for name in files.src_uris if name.startswith("recordings/")]
        options = "".join(f'<option value="{name}">{name.replace("-", " ")}</option>' for name in names)
        markdown = markdown.replace("{options}", options)
    return LINK.sub(lambda found: link(found, uri, markdown), markdown)


def on_post_build(config: MkDocsConfig) -> None:
    """Removes what has the time of the build in it, and what only a server would use."""
    for name in ("sitemap.xml", "sitemap.xml.gz", "404.html"):
        (Path(config.site_dir) / name).unlink(missing_ok=True)


# Links


def targets(uri: str, text: str) -> Iterator[str]:
    """What the links of a file lead to in the checkout."""
    for found in LINK.finditer(text):
        target = found["target"]
        if target and not re.match(r"https?:|mailto:|#", target):
            yield normpath(join(dirname(uri), target.partition("#")[0]))


def linked_files(uri: str, text: str) -> Iterator[str]:
    return (path for path in targets(uri, text) if (ROOT / path).is_file() and not path.startswith((TRANSCRIPTS, "..")))


def link(found: "re.Match[str]", uri: str, markdown: str) -> str:
    """A link as MkDocs reads it: a folder is its README, or no link if it has none; a transcript is its page."""
    path = next(targets(uri, found[0]), "")
    if not path:
        return found[0]
    if path.startswith(TRANSCRIPTS):
        return found[0].replace(".txt)", ".md)") if path != TRANSCRIPTS else found[0][:-1].rstrip("/") + "/index.md)"
    if not (ROOT / path).is_dir():
        return found[0]
    return found[0][:-1].rstrip("/") + "/README.md)" if (ROOT / path / "README.md").exists() else found["text"] or ""


def place(record: logging.LogRecord) -> bool:
    """Puts the line of a link that leads nowhere behind the name of its file."""
    found = re.match(r"Doc file '(.+?)' contains a link '(.+?)'", record.getMessage())
    if found and (ROOT / found[1]).is_file():
        lines = (ROOT / found[1]).read_text("utf-8").splitlines()
        number = next((at for at, line in enumerate(lines, 1) if f"]({found[2]})" in line), 1)
        record.msg, record.args = f"{found[1]}:{number}: {record.getMessage()}", ()
    return True


logging.getLogger("mkdocs.structure.pages").addFilter(place)


# Transcripts


def transcripts() -> Dict[str, str]:
    """A page for each transcript: prose, what is sent, and what is received in a line that unfolds; and their list."""
    pages: Dict[str, str] = {}
    rows = []
    for path in sorted((ROOT / TRANSCRIPTS).glob("*.txt")):
        parts = [f"---\nsearch: {{exclude: true}}\n---\n# {path.stem}"]
        about = ""
        for line in [*parse(path.read_text("utf-8")), Line("", "", 0, "")]:
            if line.kind:
                parts.append(message(line))
            elif line.text:
                parts.append(prose(line.text[1:].strip()))
                about = about or (parts[-1] if "framing:" not in line.text else "")
        pages[f"{TRANSCRIPTS}/{path.stem}.md"] = "\n\n".join(parts)
        rows.append(f"| [{path.stem}]({path.stem}.md) | {about} |".replace("\\|", "|"))
    intro = "# Transcripts\n\nConversations that are run as tests: the server does what they show.\n"
    pages[f"{TRANSCRIPTS}/index.md"] = "\n".join([intro, "| transcript | it shows |", "|---|---|", *rows])
    return pages


def prose(text: str) -> str:
    """Prose of a transcript: code stands in backticks, all else is as it is written."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part[:1] == "`" else re.sub(r"([\\*_<>\[\]#|])", r"\\\1", part) for part in parts)


def message(line: Line) -> str:
    text, said = line.text, "bytes"
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if isinstance(value, list):
        said = f"{len(value)} messages"
    elif isinstance(value, dict):
        error = value.get("error")
        said = str(value.get("method") or (f"error {error.get('code')}: {error.get('message')}" if error else "result"))
    if value is not None and json.dumps(value, ensure_ascii=False, separators=(",", ":")) == text:
        text = re.sub(
            r"[\[{][^\[\]{}]{0,90}[\]}]",
            lambda found: re.sub(r"\n *", " ", found[0]),
            json.dumps(value, ensure_ascii=False, indent=2),
        )
    title, code = html.escape(said, quote=False), html.escape(text, quote=False)
    if line.kind == "-->":
        return f"<p>→ <code>{title}</code></p>\n<pre><code>{code}</code></pre>"
    return f'<details class="folded"><summary>← <code>{title}</code></summary><pre><code>{code}</code></pre></details>'


def transcript_of(title: str, files: Files) -> str:
    name = re.sub(r"[`$\\]|\$/", "", title).lstrip("/").replace("/", "-").replace(".", "-")
    page = f"{TRANSCRIPTS}/{name}.md"
    return f"\n\n[Transcript](transcripts/{name}.md)" if files.get_file_from_path(page) else ""


def shown_by(found: "re.Match[str]", files: Files) -> str:
    known = files.get_file_from_path(f"{TRANSCRIPTS}/{found[1]}.md")
    return f"[{found[0]}](transcripts/{found[1]}.md)" if known else found[0]


# Pictures


def pictures(text: str) -> Dict[str, str]:
    """A light and a dark picture of each example of a format that the server recognizes."""
    made: Dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder, Client.launch(root=folder, clock="client") as client:
        for found in FENCE.finditer(text):
            example = found[0].partition("\n")[2][: -len("```")]
            try:
                opened: Any = client.call("document/open", {"text": example})
            except ServerError:
                continue
            for theme in ("light", "dark") if opened["nodes"] else ():
                exported = {"document": opened["document"], "format": "svg", "options": {"theme": theme}}
                made[picture(found[0], theme)] = client.call("document/export", exported)["text"]
    return made


def picture(fence: str, theme: str) -> str:
    """The name of the picture of a fence: equal fences have one."""
    return f"protocol-spec/pictures/example-{hashlib.sha256(fence.encode()).hexdigest()[:12]}-{theme}.svg"


def drawn(fence: str, files: Files) -> str:
    if not files.get_file_from_path(picture(fence, "light")):
        return ""
    addresses = [f"pictures/{Path(picture(fence, theme)).name}#only-{theme}" for theme in ("light", "dark")]
    shown = [f"![The example, drawn by the server]({file}){{.drawn loading=lazy}}" for file in addresses]
    return "\n\n" + "\n".join(shown)


# The playground


def recordings() -> Dict[str, str]:
    """The recordings of the examples as scripts that hand each message with what it causes to the page."""
    made: Dict[str, str] = {}
    for path in sorted((ROOT / "clients" / "examples" / "recordings").glob("*.jsonl")):
        lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        size: List[int] = []
        for line in lines:
            sent = line.get("message", {})
            if sent.get("method") == "view/open":
                size = size or [sent["params"]["width"], sent["params"]["height"]]
                sent["params"].update(SHOWN)
        types = next(json.loads(line["text"]).get("types", {}) for line in lines if "read" in line)
        answers = outputs("\n".join(compact(line) for line in lines) + "\n")
        steps = [
            [compact(line["message"]), answers.get(number, [])]
            for number, line in enumerate(lines, 1)
            if line.get("message", {}).get("method", "exit") != "exit"
        ]
        session = {"name": path.stem, "width": size[0], "height": size[1], "types": types, "steps": steps}
        made[f"recordings/{path.stem}.js"] = f"window.playRecording({compact(session)});\n"
    return made


def outputs(recording: str) -> Dict[int, List[str]]:
    """What the messages of a recording cause, by their lines."""
    with tempfile.TemporaryDirectory(prefix="nodewire-") as folder:
        file = Path(folder) / "session.jsonl"
        file.write_text(recording, "utf-8")
        command = [*find_server(), "replay", str(file), "--outputs"]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120)
    if done.returncode:
        raise PluginError(f"a recording is not played: {done.stderr}")
    found: Dict[int, List[str]] = {}
    for line in map(json.loads, done.stdout.splitlines()[1:]):
        if "text" in line:
            found.setdefault(line["line"], []).extend(line["text"].splitlines())
    return found


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def bundle(entry: str, folders: Sequence[Path]) -> str:
    """Modules as one script, since a browser loads none from files: each is a function that returns what it exports."""
    parts: Dict[str, str] = {}

    def add(name: str, above: List[str]) -> None:
        if name in above:
            raise PluginError(f"{' → '.join([*above, name])}: a circle of imports")
        path = next((folder / name for folder in folders if (folder / name).is_file()), None)
        if path is None:
            raise PluginError(f"{above[-1:]} imports {name}, which is not there")
        text = path.read_text("utf-8")
        if path.suffix == ".json":
            parts[name] = f'modules["{name}"] = {text.rstrip()};'
            return
        for found in IMPORT.finditer(text):
            other = join(dirname(name), found[2])
            if other not in parts:
                add(other, [*above, name])
        exported = ", ".join(EXPORT.findall(text))
        taken = IMPORT.sub(
            lambda found: f'const {found[1].replace(" as ", ": ")} = modules["{join(dirname(name), found[2])}"];',
            text,
        )
        body = EXPORT.sub("", taken)
        left = re.search(r"^(?:import|export)\b.*", body, re.MULTILINE)
        if left:
            raise PluginError(f"{name}: {left[0]!r} is not read")
        parts[name] = f'modules["{name}"] = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();'

    add(entry, [])
    return "\n".join(['"use strict";', "(() => {", "const modules = {};", *parts.values(), "})();", ""])
