"""Flowcharts of Mermaid and graphs of DOT: what real ones hold, and what becomes of those that are large or damaged."""

import os
import re
import time
from pathlib import Path

import pytest

from nodewire_client import Client
from nodewire_client.errors import ServerError

CORPUS = os.environ.get("NODEWIRE_CORPUS")
ROW = re.compile(r"^\| (\S+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|", re.MULTILINE)


def drawings():
    """The drawings among real files, with their numbers of nodes, edges, pairs and groups."""
    if not CORPUS:
        return []
    sections = re.split(r"^## ", (Path(CORPUS) / "SOURCES.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    found = []
    for section in sections:
        folder = section.split("\n", 1)[0].strip()
        if folder in ("mermaid", "dot"):
            found += [(Path(CORPUS) / folder / row[0], tuple(map(int, row[1:]))) for row in ROW.findall(section)]
    return found


@pytest.fixture
def client(server):
    with Client.launch(server, timeout=60) as client:
        yield client


def kinds(content):
    groups = [node["id"] for node in content["nodes"] if node.get("type") == "group"]
    return len(content["nodes"]) - len(groups), len(content["edges"]), len(groups)


@pytest.mark.skipif(not CORPUS, reason="NODEWIRE_CORPUS is not set")
@pytest.mark.parametrize(("path", "counts"), drawings(), ids=lambda value: getattr(value, "stem", ""))
def test_a_real_drawing_has_what_is_counted_in_it(client, path, counts):
    text = path.read_bytes().decode("utf-8", "replace")
    nodes, edges, _, groups = counts
    content = client.open(text=text).read()
    assert kinds(content) == (nodes, edges, groups)
    assert all("position" in node for node in content["nodes"])
    document = client.create()
    imported = document.import_(text=text)
    assert len(imported["edges"]) + sum(loss["code"].startswith("connection.") for loss in imported["losses"]) == edges
    document.history.undo()
    imported = document.import_(text=text, rules="report")
    assert len(imported["nodes"]) == nodes + groups and len(imported["edges"]) == edges
    document.history.undo()
    assert kinds(document.read()) == (0, 0, 0)
    document.history.redo()
    pasted = document.paste(text=text)
    # A paste asks the rules, an import does not: loops and repeated edges are refused by default.
    refused = [loss for loss in pasted["losses"] if loss["code"].startswith("connection.")]
    assert len(pasted["nodes"]) == nodes + groups and len(pasted["edges"]) + len(refused) == edges


@pytest.mark.parametrize("text", ["flowchart TD\n{}", "graph {{{}}}"])
def test_a_large_drawing_takes_time_in_proportion(client, text):
    def seconds(count):
        link = " --> " if text.startswith("flowchart") else " -- "
        lines = "\n".join(f"n{i}{link}n{i * 7 % count}" for i in range(count))
        start = time.perf_counter()
        assert kinds(client.open(text=text.format(lines)).read(limit=1))[0] >= 1
        return time.perf_counter() - start

    seconds(1000)
    assert min(seconds(20_000) for _ in range(3)) < 40 * min(seconds(2000) for _ in range(3)) + 1


@pytest.mark.parametrize(
    "text", ["flowchart TD\nA --> B\nA ~~~ C\n", "digraph { A -> B; A -> C [style=invis] }"], ids=["mermaid", "dot"]
)
def test_an_invisible_link_places_its_ends_and_is_hidden(client, text):
    document = client.open(text=text)
    content = document.read()
    tops = {node["id"]: node["position"]["y"] for node in content["nodes"]}
    assert tops["A"] < tops["C"] == tops["B"]
    assert [edge.get("hidden", False) for edge in content["edges"]] == [False, True]
    # A layout that is asked for goes by what is shown.
    document.layout(algorithm="layered")
    tops = {node["id"]: node["position"]["y"] for node in document.read()["nodes"]}
    assert tops["A"] == tops["C"] < tops["B"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("flowchart TD\nA[x", "line 2, column 2"),
        ("digraph {\n  a -- b }", "line 2, column 5"),
        ("erDiagram\nA ||--o{ B : x", "only flowcharts are read, no erDiagram"),
    ],
)
def test_what_cannot_be_read_says_where(client, text, message):
    with pytest.raises(ServerError, match=message):
        client.open(text=text)
    document = client.create()
    with pytest.raises(ServerError, match=message):
        document.import_(text=text)
    assert document.read()["nodes"] == []
