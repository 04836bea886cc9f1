"""What files of other programs have that is no plain graph: told, left alone, or drawn as there."""

import json
import subprocess

import pytest

from nodewire_client import Client

NOTE = "n8n-nodes-base.stickyNote"
FLOW = {
    "nodes": [
        {"id": "a", "name": "A", "type": "n8n-nodes-base.set", "typeVersion": 1, "position": [0, 0], "parameters": {}},
        {"id": "n", "name": "Note", "type": NOTE, "typeVersion": 1, "position": [-50, -90],
         "parameters": {"content": "## Why\nso", "width": 300, "height": 240}},
    ],
    "connections": {},
}  # fmt: skip


@pytest.fixture
def client(server, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Client.launch(server, timeout=120) as client:
        yield client


@pytest.mark.parametrize(("nodes", "names"), [
    ([{"id": "a", "next": "b"}, {"id": "b", "next": ["a", "c"]}, {"id": "c"}], ["next"]),
    ([{"id": "a", "to": [{"target": "b"}], "x": 1}, {"id": "b", "to": []}], ["to"]),
    ([{"id": "1", "out": 2, "in": None}, {"id": "2", "in": "1"}], ["out", "in"]),
    ([{"id": "a", "tag": "b c"}, {"id": "b", "tag": "other"}], []),
    ([{"id": "a", "next": "gone"}, {"id": "b", "next": "a"}], []),
    ([{"id": "a", "next": "a"}], []),
])
def test_nodes_that_name_each_other_are_told(client, nodes, names):
    text = json.dumps({"nodes": [{"position": {"x": 0, "y": 0}} | node for node in nodes]})
    losses = client.document.open(text=text, document="d")["losses"]
    told = [loss for loss in losses if loss["code"] == "links"]
    assert [loss["message"].split("`")[1] for loss in told] == names
    assert all(loss["grade"] == "structure" for loss in told)


def test_a_file_with_edges_may_have_members_that_name_nodes(client):
    nodes = [{"id": id, "position": {"x": 0, "y": 0}, "next": "b"} for id in "ab"]
    text = json.dumps({"nodes": nodes, "edges": [{"id": "e", "source": "a", "target": "b"}]})
    assert not [loss for loss in client.document.open(text=text, document="d")["losses"] if loss["code"] == "links"]


def test_a_note_lies_behind_with_its_text_at_the_top(client):
    document = client.open(text=json.dumps(FLOW))
    picture = document.export(format="svg")["text"]
    assert picture.index('data-id="n"') < picture.index('data-id="a"')
    rows = [line for line in picture.split("<text") if "## Why" in line]
    assert float(rows[0].split(' y="')[1].split('"')[0]) < -65
    export = document.export(format="n8n")
    assert json.loads(export["text"]) == FLOW and export["losses"] == []
    document.node.update(id="n", patch={"style": {"color": "red"}})
    assert ["n8n has no `style`"] == [loss["message"] for loss in document.export(format="n8n")["losses"]]


PAGE = (
    '<diagram id="{0}" name="{0}"><mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>'
    '<mxCell id="a{0}" value="A" style="rounded=0;whiteSpace=wrap;html=1;verticalAlign=top;" vertex="1" parent="1">'
    '<mxGeometry x="10" y="10" width="120" height="60" as="geometry"/></mxCell></root></mxGraphModel></diagram>'
)


def drawio(*pages):
    return f'<mxfile host="app">{"".join(PAGE.format(page) for page in pages)}</mxfile>'


def test_pages_that_become_one_are_told(client):
    losses = client.document.open(text=drawio("p", "q"), format="drawio", document="two")["losses"]
    assert [(loss["code"], loss["grade"]) for loss in losses] == [("page", "look")]
    assert client.document.open(text=drawio("p"), format="drawio", document="one")["losses"] == []


def test_the_place_of_a_label_comes_back(client):
    document = client.open(text=drawio("p"), format="drawio")
    assert document.read()["nodes"][0]["style"] == {"verticalAlign": "top"}
    assert "verticalAlign=top;" in document.export(format="drawio")["text"]
    assert "the style `verticalAlign` is not written" in [loss["message"] for loss in document.export(format="mermaid")["losses"]]


def merge(server, folder, base, ours, theirs):
    for name, text in (("base", base), ("ours", ours), ("theirs", theirs)):
        (folder / f"{name}.drawio").write_text(text)
    paths = [str(folder / f"{name}.drawio") for name in ("base", "ours", "theirs")]
    done = subprocess.run([server, "merge", *paths], capture_output=True, text=True, timeout=60)
    return done, (folder / "ours.drawio").read_text()


def test_a_merge_writes_no_file_of_draw_io_anew(client, server, tmp_path):
    base, ours, theirs = drawio("p"), drawio("p").replace('"A"', '"B"'), drawio("p").replace('"120"', '"140"')
    done, text = merge(server, tmp_path, base, ours, theirs)
    assert done.returncode == 129 and "would write all of it anew" in done.stderr and text == ours
    # A file that is spelled as it is written here is merged.
    own = client.open(text=base, format="drawio").export(format="drawio")["text"]
    done, text = merge(server, tmp_path, own, own.replace('value="A"', 'value="B"'), own.replace('"120"', '"140"'))
    assert done.returncode == 0, done.stderr
    assert text == own.replace('value="A"', 'value="B"').replace('"120"', '"140"')


@pytest.mark.parametrize(("story", "edges"), [
    (":: A [b] c\n[[D]]\n:: D\n[[A [b] c]]", ["A [b] c>D", "D>A [b] c"]),
    (":: A\n[[go->B [2]]]\n:: B \\[2\\] [tag]\nend", ["A>B [2]"]),
    (":: A\n\\[[B]] and [[B]]\n:: B\nend", ["A>B"]),
    (":: A\n[[B][$x to $y[0]]]\n:: B\nend", ["A>B"]),
    (":: A [one two] {\"position\":\"1,2\"}\n[[A]]", ["A>A"]),
])
def test_brackets_in_stories(client, story, edges):
    document = client.open(text=story, format="twee")
    names = {node["id"]: node.get("label", node["id"]) for node in document.read()["nodes"]}
    assert [f"{names[edge['source']]}>{names[edge['target']]}" for edge in document.read()["edges"]] == edges
    written = document.export(format="twee")["text"]
    again = client.open(text=written, format="twee")
    assert again.export(format="twee")["text"] == written
