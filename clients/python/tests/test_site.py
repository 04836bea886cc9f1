"""The documentation as a site: what is written is shown, each link leads somewhere, the same is built twice."""

import html
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

ROOT = Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "clients"))

from documentation import blocks, highlight, inline, json_text, site_map  # noqa: E402
from documentation.bundle import BundleError, bundle  # noqa: E402
from documentation.links import Links  # noqa: E402
from documentation.render import Renderer  # noqa: E402

VOID = {"meta", "link", "img", "input", "path", "br", "hr"}
SIGNS = st.text(alphabet="ab _*`[]()!#-|\\<>&~\n1.", max_size=60)

FOUND = {
    "hash collision": None,
    "edge/connect": "reference-edge.html#edgeconnect",
    "PagedArray": "architecture.html",
    "JSON Canvas": "format-json-canvas.html",
    "hexagon": "format-mermaid.html",
    "labelScale": "views-and-frames.html",
    "merge driver": "index.html#together",
    "noSuchDocument": "reference-errors.html#row-noSuchDocument",
}
"""A place that the index has for some words; None for words that no section has."""


def read(text):
    return blocks.read("page.md", text)


def rendered(tmp_path, text):
    """A page alone, as HTML."""
    (tmp_path / "page.md").write_text(text)
    source = site_map.Source(tmp_path, "page.md")
    page = site_map.whole(source, "page.html", "Start")
    return Renderer(page, Links(tmp_path, [page], []), [], {}).render().body


def words(text):
    return re.findall(r"\w+", text)


class Checker(HTMLParser):
    """Reads a page strictly: what is opened is closed, in order; ids are unique; collects links and text."""

    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.loaded, self.text = [], [], [], [], []

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        assert len(named) == len(attributes), f"{tag} has an attribute twice"
        if "id" in named:
            assert named["id"] not in self.ids, f"two elements have the id {named['id']}"
            assert named["id"] and not re.search(r"\s", named["id"])
            self.ids.append(named["id"])
        if tag == "a":
            self.links.append(named["href"])
        if tag in ("img", "script", "link"):
            self.loaded.append(named.get("src") or named.get("href"))
        if tag == "img":
            assert "alt" in named
        assert not (tag == "p" and "p" in self.open), "a paragraph in a paragraph"
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open and self.open.pop() == tag, f"</{tag}> closes something else"

    def handle_data(self, data):
        self.text.append(data)


def checked(text):
    checker = Checker()
    checker.feed(text)
    checker.close()
    assert checker.open == []
    return checker


@pytest.fixture(scope="module")
def sites(server, tmp_path_factory):
    """Two builds at the same time, under other seeds of hashes."""
    folders = [tmp_path_factory.mktemp("site") / "site" for _ in range(2)]
    builds = [
        subprocess.Popen(
            [sys.executable, str(ROOT / "clients" / "site.py"), "-o", str(folder), "--server", str(server)],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for seed, folder in enumerate(folders)
    ]
    for build in builds:
        output, _ = build.communicate(timeout=300)
        assert build.returncode == 0, output
    return folders


@pytest.fixture(scope="module")
def site(sites):
    return sites[0]


@pytest.fixture(scope="module")
def pages(site):
    """The pages as the checker has read them, by the names of their files."""
    return {path.name: checked(path.read_text("utf-8")) for path in site.glob("*.html")}


# The reader of Markdown


@pytest.mark.parametrize(
    "text, expected",
    [
        ("# A `b`", "<h1>A <code>b</code></h1>"),
        ("*a* **b** a_b a * b", "<p><em>a</em> <strong>b</strong> a_b a * b</p>"),
        ("`` a`b `` \\* & < \"", "<p><code>a`b</code> * &amp; &lt; \"</p>"),
        ("[a, b] [`c`](https://d.e/f_(g))", '<p>[a, b] <a href="https://d.e/f_(g)"><code>c</code></a></p>'),
        ("- a\n  b\n- c\n\n  d", "<ul><li>a b</li><li><p>c</p><p>d</p></li></ul>"),
        ("3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'),
        ("- a\n  - b\n\nc", "<ul><li><p>a</p><ul><li>b</li></ul></li></ul><p>c</p>"),
        (
            "| a | |\n|---|---|\n| `x\\|y` | \\| |",
            '<div class="table"><table><thead><tr><th>a</th><th></th></tr></thead><tbody><tr><td><code>x|y</code></td>'
            "<td>|</td></tr></tbody></table></div>",
        ),
        ("```\n<!-- # -->\n\n  x\n```", "<pre><code>&lt;!-- # --&gt;\n\n  x</code></pre>"),
        ("a\n\n<!-- b\n\nc -->\nd", "<p>a</p><p>d</p>"),
    ],
)
def test_markdown_is_read_as_it_is_meant(text, expected, tmp_path):
    title = "" if text.startswith("# ") else "# T\n\n"
    body = re.sub(r'<a class="anchor".*?</a>| id="[^"]*"', "", rendered(tmp_path, title + text))
    squeezed = re.sub(r">\s*\n\s*<", "><", body).replace("<h1>T</h1>\n", "").replace("<h1>T</h1>", "")
    assert re.sub(r"(?<=\w)\n(?=\w)", " ", squeezed) == expected


@pytest.mark.parametrize(
    "text, line, said",
    [
        ("a\n<b>c</b>", 2, "tag"),
        ("a\n\n> b", 3, "quotation"),
        ("a\n---", 2, "rule"),
        ("a\n===", 2, "underlining"),
        ("* a", 1, "another mark"),
        ("a  \nb", 1, "forced end"),
        ("a &amp; b", 1, "entity"),
        ("a\n_b_", 2, "underscores"),
        ("~~a~~", 1, "struck"),
        ("a *b", 1, "not ended"),
        ("a\nb `c", 2, "not ended"),
        ("[a][b]", 1, "reference"),
        ("a https://b.c", 1, "address"),
        ("```\na", 1, "not ended"),
        ("<!-- a", 1, "not ended"),
        ("| a |\n| b |", 1, "line of dashes"),
        ("| a |\n|---|\n| b | c |", 3, "2 cells"),
        ("a\n| b |\n|---|", 2, "empty line"),
        ("1. a\n3. b", 2, "number 2"),
        ("- a\nb", 2, "indented"),
        ("    a", 1, "indented"),
        ("#a", 1, "heading"),
    ],
)
def test_what_is_not_read_is_named_with_its_line(text, line, said):
    with pytest.raises(inline.MarkdownError) as raised:
        read(text)
    assert str(raised.value).startswith(f"page.md:{line}: ") and said in raised.value.what


@settings(max_examples=300, deadline=None)
@given(SIGNS)
def test_any_text_is_read_or_refused(text):
    try:
        read(text)
    except inline.MarkdownError as error:
        assert 1 <= error.line <= text.count("\n") + 1


def test_a_link_that_leads_nowhere_is_named_with_its_line(tmp_path):
    broken = [("#b", "no section #b"), ("x.md", "no file x.md"), ("../x", "no file ../x"), ("page.md#b", "#b")]
    for target, said in broken:
        with pytest.raises(inline.MarkdownError, match=re.escape(said)) as raised:
            rendered(tmp_path, f"# A\n\nb\nc [d]({target})\n")
        assert raised.value.line == 4
    assert 'href="page.html#a"' in rendered(tmp_path, "# A\n\n[d](#a)")


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(sorted(highlight.LANGUAGES)), st.text(alphabet="ab\"'#/*<>&{}:-=$ \n1\\.", max_size=80))
def test_colors_change_no_text(language, text):
    assert html.unescape(re.sub(r"<[^>]*>", "", highlight.highlight(text, language))) == text


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=30),
    lambda part: st.lists(part, max_size=5) | st.dictionaries(st.text(max_size=9), part, max_size=5),
    max_leaves=30,
)


@settings(max_examples=200, deadline=None)
@given(JSON, st.integers(0, 60))
def test_json_with_line_ends_is_the_same_json(value, width):
    text = json.dumps(value, ensure_ascii=False)
    shown = json_text.indented(text, width)
    assert json.loads(shown) == value
    assert json_text.indented("[1.50, 1e2]") == "[1.50, 1e2]" and json_text.indented(text + "]") is None


def test_a_module_that_cannot_be_bundled_is_named(tmp_path):
    (tmp_path / "a.js").write_text('import { b } from "./b.js";\n')
    with pytest.raises(BundleError, match="a.js imports b.js"):
        bundle("a.js", [tmp_path])
    (tmp_path / "b.js").write_text('import { a } from "./a.js";\n')
    with pytest.raises(BundleError, match="circle"):
        bundle("a.js", [tmp_path])
    (tmp_path / "b.js").write_text("export default 1;\n")
    with pytest.raises(BundleError, match="export default"):
        bundle("a.js", [tmp_path])


# The site


def test_all_pages_are_there(site, pages):
    transcripts = {f"transcript-{path.stem}.html" for path in (ROOT / "protocol-spec" / "transcripts").glob("*.txt")}
    assert transcripts < set(pages)
    some = {"index", "protocol", "formats", "format-dot", "reference-edge", "playground"}
    assert {f"{name}.html" for name in some} < set(pages)
    assert len(list((site / "pictures").glob("format-*.svg"))) >= 30
    assert len(list((site / "recordings").glob("*.js"))) == 4


def test_each_link_leads_somewhere_and_nothing_is_loaded_from_elsewhere(site, pages):
    for name, page in pages.items():
        for target in page.links:
            if re.match(r"https?://", target):
                continue
            file, _, anchor = target.partition("#")
            assert (site / (file or name)).is_file(), f"{name} → {target}"
            assert not anchor or anchor in pages[file or name].ids, f"{name} → {target}"
        for loaded in page.loaded:
            assert (site / loaded).is_file(), f"{name} loads {loaded}"
    for path in [*site.glob("assets/*.css"), *site.glob("assets/*.js")]:
        if path.name != "search-index.js":
            text = re.sub(r"http://www\.w3\.org/2000/svg", "", path.read_text("utf-8"))
            assert not re.search(r"https?://|@import|@font-face|fetch\(", text), path


def test_every_word_of_the_sources_is_on_a_page(pages):
    """Links lose their targets, pictures their descriptions, names of files become titles; all else is there."""
    for source, name in (
        ("protocol-spec/documents.md", "documents.html"),
        ("protocol-spec/layout.md", "layout.html"),
        ("protocol-spec/coverage.md", "coverage.html"),
        ("README.md", "index.html"),
    ):
        text = (ROOT / source).read_text("utf-8")
        text = re.sub(r"!\[[^\]]*\]\([^)]*\)|\[[\w/.-]+\.md\]\([^)]*\)|\]\([^)]*\)", " ", text)
        text = re.sub(r"^```\w*", " ", text, flags=re.MULTILINE)
        shown = iter(words(" ".join(pages[name].text)))
        # What follows is looked for behind what was found.
        missing = [word for word in words(text.replace("\\", " ")) if word not in shown]
        assert missing == [], (source, missing[:5])


def test_every_section_of_a_page_that_is_split_is_on_one_page(pages):
    for name, prefixes in (("formats", ("format",)), ("reference", ("reference",))):
        source = site_map.Source(ROOT, f"protocol-spec/{name}.md")
        ids = [one for file, page in pages.items() if file.startswith(prefixes) for one in page.ids]
        for section in source.sections:
            count = ids.count(section.anchor)
            assert count == 1 or count == 0 and section.anchor == "types", section


def test_the_index_has_what_is_looked_for(site):
    script = (site / "assets" / "search-index.js").read_text("utf-8")
    assert len(script.encode()) < 1_500_000
    index = json.loads(script[len("window.searchIndex = ") : -2])
    for text, expected in FOUND.items():
        places = []
        for page, anchor, title, body in index["sections"]:
            if all(word.lower() in f"{title} {body}".lower() for word in text.split()):
                file = index["pages"][page][0]
                places += [file, f"{file}#{anchor}"]
        assert (expected in places) if expected else places == [], (text, places[:6])


def luminance(color):
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_texts_are_readable_on_every_ground_of_both_themes(site):
    """By the contrast ratio of WCAG 2, level AA."""
    style = (site / "assets" / "style.css").read_text("utf-8")
    blocks_of_colors = re.findall(r"\{([^{}]*--page:[^{}]*)\}", style)
    themes = [dict(re.findall(r"--(\w+): (#\w{6});", block)) for block in blocks_of_colors]
    assert len(themes) == 3 and themes[1] == themes[2]
    for theme in themes:
        grounds = {name: luminance(theme.pop(name)) for name in ("page", "side", "card", "mark")}
        del theme["line"]
        for name, color in theme.items():
            for ground, light in grounds.items():
                one, other = sorted((luminance(color), light))
                is_shown = ground != "mark" or name == "text"
                assert not is_shown or (other + 0.05) / (one + 0.05) >= 4.5, (name, ground)


def test_the_same_is_built_twice(sites):
    files = [{path.relative_to(one): path.read_bytes() for path in one.rglob("*") if path.is_file()} for one in sites]
    assert files[0] == files[1]


def test_a_folder_with_something_else_is_left_alone(server, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    command = [sys.executable, str(ROOT / "clients" / "site.py"), "-o", str(tmp_path), "--server", str(server)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and "not empty" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
