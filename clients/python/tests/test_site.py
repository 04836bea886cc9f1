"""The documentation as a site: what is written is shown, each link leads somewhere, the same is built twice."""

import logging
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

pytest.importorskip("material", reason="the site is made by mkdocs-material")

from mkdocs.config import load_config  # noqa: E402
from mkdocs.exceptions import PluginError  # noqa: E402
from mkdocs.structure.files import File, Files  # noqa: E402
from mkdocs.structure.pages import Page  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
SITE = ROOT / "clients" / "site.py"


class Checker(HTMLParser):
    """Collects the ids, links, loaded files and the text of a page."""

    def __init__(self):
        super().__init__()
        self.ids, self.links, self.loaded, self.text = set(), [], [], []

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        self.ids.add(named.get("id"))
        if tag == "a" and "href" in named:
            self.links.append(named["href"])
        if tag in ("img", "script", "link") and "src" in named or tag == "link":
            self.loaded.append(named.get("src") or named["href"])

    def handle_data(self, data):
        self.text.append(data)


@pytest.fixture(scope="module")
def sites(server, tmp_path_factory):
    """Two builds at the same time, under other seeds of hashes."""
    folders = [tmp_path_factory.mktemp("site") / "site" for _ in range(2)]
    builds = [
        subprocess.Popen(
            [sys.executable, str(SITE), "-o", str(folder), "--server", str(server)],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for seed, folder in enumerate(folders)
    ]
    for build in builds:
        output, _ = build.communicate(timeout=900)
        assert build.returncode == 0 and output == "", output
    return folders


@pytest.fixture(scope="module")
def pages(sites):
    """The pages by their paths."""
    found = {}
    for path in sites[0].rglob("*.html"):
        found[path.relative_to(sites[0]).as_posix()] = checker = Checker()
        checker.feed(path.read_text("utf-8"))
        checker.close()
    return found


@pytest.fixture(scope="module")
def config():
    return load_config(str(ROOT / "clients" / "documentation" / "mkdocs.yml"))


@pytest.fixture
def hooks(config):
    return config.hooks["hooks.py"]


def test_all_pages_are_there(sites, pages):
    transcripts = (ROOT / "protocol-spec" / "transcripts").glob("*.txt")
    assert {f"protocol-spec/transcripts/{path.stem}.html" for path in transcripts} < set(pages)
    assert {"index.html", "playground.html", "protocol-spec/reference.html", "Sources/index.html"} < set(pages)
    assert len(list((sites[0] / "protocol-spec" / "pictures").glob("example-*.svg"))) >= 30
    assert len(list((sites[0] / "recordings").glob("*.js"))) == 4


def test_each_link_leads_somewhere_and_nothing_is_loaded_from_elsewhere(sites, pages):
    for name, page in pages.items():
        folder = os.path.dirname(name)
        for target in page.links:
            if re.match(r"https?://", target):
                continue
            file, _, anchor = target.partition("#")
            path = os.path.normpath(os.path.join(folder, file)) if file else name
            assert (sites[0] / path).exists(), f"{name} → {target}"
            assert not anchor or path not in pages or anchor in pages[path].ids, f"{name} → {target}"
        for loaded in page.loaded:
            assert (sites[0] / folder / loaded.partition("#")[0]).is_file(), f"{name} loads {loaded}"


def test_every_word_of_the_sources_is_on_a_page(pages):
    """Links lose their targets, pictures their descriptions; all else is there, and no list is read as text."""
    for source, name in (
        ("protocol-spec/documents.md", "protocol-spec/documents.html"),
        ("protocol-spec/formats.md", "protocol-spec/formats.html"),
        ("protocol-spec/coverage.md", "protocol-spec/coverage.html"),
        ("README.md", "index.html"),
    ):
        text = (ROOT / source).read_text("utf-8")
        text = re.sub(r"!\[[^\]]*\]\([^)]*\)|\]\([^)]*\)", " ", text)
        text = re.sub(r"^(?:```\w*|\d+\.)", " ", text, flags=re.MULTILINE)
        shown = iter(re.findall(r"\w+", "".join(pages[name].text)))
        # Each word is looked for behind the one before it.
        missing = [word for word in re.findall(r"\w+", text.replace("\\|", " ")) if word not in shown]
        assert missing == [], (source, missing[:5])


def test_markdown_is_read_as_it_is_meant(sites):
    for path in sites[0].rglob("*.html"):
        article = path.read_text("utf-8").partition("<article")[2].partition("</article>")[0]
        text = re.sub(r"<(pre|code|script)\b.*?</\1>", "", article, flags=re.DOTALL)
        left = re.search(r"\n(?:[-*]|\d+\.) .*|\|---|```|\*\*|\]\(", text)
        assert not left, (path.name, left[0])


def test_a_link_that_leads_nowhere_is_named_with_its_line(config, hooks, tmp_path, monkeypatch, caplog):
    (tmp_path / "page.md").write_text("# A\n\nb\nc [d](x.md)\n")
    monkeypatch.setattr(hooks, "ROOT", tmp_path)
    page = Page(None, File("page.md", str(tmp_path), config.site_dir, False), config)
    page.read_source(config)
    with caplog.at_level(logging.WARNING, "mkdocs"):
        monkeypatch.setattr(logging.getLogger("mkdocs"), "propagate", True)
        page.render(config, Files([page.file]))
    assert config.strict and [record.getMessage()[:10] for record in caplog.records] == ["page.md:4:"]


def test_a_module_that_cannot_be_bundled_is_named(hooks, tmp_path):
    (tmp_path / "a.js").write_text('import { b } from "./b.js";\n')
    with pytest.raises(PluginError, match="a.js.* imports b.js"):
        hooks.bundle("a.js", [tmp_path])
    (tmp_path / "b.js").write_text('import { a } from "./a.js";\n')
    with pytest.raises(PluginError, match="circle"):
        hooks.bundle("a.js", [tmp_path])
    (tmp_path / "b.js").write_text("export default 1;\n")
    with pytest.raises(PluginError, match="export default"):
        hooks.bundle("a.js", [tmp_path])


def test_the_same_is_built_twice(sites):
    files = [{path.relative_to(one): path.read_bytes() for path in one.rglob("*") if path.is_file()} for one in sites]
    assert files[0] == files[1]


def test_a_folder_with_something_else_is_left_alone(server, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    command = [sys.executable, str(SITE), "-o", str(tmp_path), "--server", str(server)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and "not empty" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_without_mkdocs_the_command_says_what_to_install(server, tmp_path):
    command = [sys.executable, "-S", str(SITE), "-o", str(tmp_path / "site"), "--server", str(server)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and "pip install mkdocs-material" in done.stderr
