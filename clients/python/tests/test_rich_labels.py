"""Bold, italic and code in labels: read from three formats, written back by two, drawn, measured, and told in frames."""

import html
import itertools
import re

import pytest
from routed_edges import opened

from nodewire_client import Client

MERMAID = (
    'flowchart TB\n a["`**Bold** and *slanted* with `code``"] -->|"<b>hot</b> &amp; <i>cold</i>"| '
    'b["x<br/><strong>y &lt; z</strong>"]\n subgraph s["<em>Title</em> of it"]\n b\n end\n'
)
DOT = "digraph { a [label=<<b>Bold</b> plain<br/><i>it</i>>]; a -> b [label=<<b>e</b> f>] }"
DRAWIO = (
    '<mxfile><diagram id="p" name="P"><mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>'
    '<mxCell id="n" value="{}" style="whiteSpace=wrap;html=1;" vertex="1" parent="1">'
    '<mxGeometry x="10" y="10" width="120" height="60" as="geometry"/></mxCell></root></mxGraphModel></diagram></mxfile>'
)


@pytest.fixture
def client(server, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Client.launch(server, timeout=120) as client:
        yield client


def marked(element):
    """The label with a sign for each mark, from what its style says."""
    rich = element.get("style", {}).get("richLabel")
    if not rich:
        return element.get("label")
    assert rich["text"] == element["label"]
    text = list(rich["text"])
    for run in reversed(rich["runs"]):
        sign = "".join({"bold": "*", "italic": "/", "code": "`"}[name] for name in run if name not in ("from", "to"))
        text[run["from"] : run["to"]] = sign + "".join(text[run["from"] : run["to"]]) + sign[::-1]
    return "".join(text)


def read(client, text, format):
    document = client.open(text=text, format=format)
    content = document.read()
    return document, {one["id"]: one for one in content["nodes"] + content["edges"]}


def test_labels_of_flowcharts_have_marks(client):
    document, found = read(client, MERMAID, "mermaid")
    assert marked(found["a"]) == "*Bold* and /slanted/ with `code`"
    assert marked(found["b"]) == "x\n*y < z*"
    assert marked(found["e1"]) == "*hot* & /cold/"
    assert marked(found["s"]) == "/Title/ of it"
    assert client.document.open(text=MERMAID, format="mermaid", document="again")["losses"] == []


@pytest.mark.parametrize(
    ("text", "format"),
    [(MERMAID, "mermaid"), (DRAWIO.format(html.escape("<b>a</b> &amp;<br>c")), "drawio"), (DOT, "dot")],
)
def test_they_come_back(client, text, format):
    document, found = read(client, text, format)
    written = document.export(format=format)["text"]
    _, again = read(client, written, format)
    assert {id: marked(one) for id, one in again.items()} == {id: marked(one) for id, one in found.items()}


def test_other_writers_tell_that_they_lose_them(client):
    document, found = read(client, DOT, "dot")
    assert marked(found["a"]) == "*Bold* plain\n/it/"
    document, _ = read(client, MERMAID, "mermaid")
    messages = [loss["message"] for loss in document.export(format="dot")["losses"]]
    assert "the style `richLabel` is not written" in messages


def test_every_nesting_of_tags_is_read_as_a_browser_reads_it(client):
    pieces = ["<b>", "</b>", "<i>", "</i>", "x ", "y", "<br>"]
    for letters in itertools.product(pieces, repeat=4):
        source = "q" + "".join(letters) + "q"
        document, found = read(client, DRAWIO.format(html.escape(source)), "drawio")
        document.close()
        plain = re.sub(r"[ ]*\n[ \n]*", "\n", re.sub("<[bi/]+>", "", source.replace("<br>", "\n")))
        assert re.sub(r"[ ]*\n[ ]*", "\n", found["n"]["label"]) == re.sub(" +", " ", plain)
        assert re.sub("[*/]", "", marked(found["n"])) == found["n"]["label"]


def test_a_picture_draws_them_and_frames_have_them(client):
    document, _ = read(client, MERMAID, "mermaid")
    picture = document.export(format="svg")
    assert picture["losses"] == []
    assert '<tspan font-weight="700">Bold</tspan> and <tspan font-style="italic">slanted</tspan>' in picture["text"]
    view = document.open_view(width=2000, height=1500, viewport={"x": 600, "y": 500, "zoom": 1}, scene="svg")
    view.scene()
    items = view.scene_items
    assert items.nodes["a"]["look"]["richLabel"]["runs"][0] == {"from": 0, "to": 4, "bold": True}
    assert items.edges["e1"]["label"]["runs"] == [{"from": 0, "to": 3, "bold": True}, {"from": 6, "to": 10, "italic": True}]


def test_another_label_has_no_letters_of_an_older_one(client):
    document, _ = read(client, MERMAID, "mermaid")
    document.node.update(id="a", patch={"label": "Bolder than that"})
    document.edge.update(id="e1", patch={"label": "warm"})
    picture = document.export(format="svg")["text"]
    assert ">Bolder than that</text>" in picture and ">warm</text>" in picture
    assert "<b>" not in document.export(format="mermaid")["text"].split("b[")[0]


def test_bold_letters_have_the_room_that_they_need(client):
    plain, _ = read(client, 'flowchart TB\n a["A label of some width"]', "mermaid")
    bold, _ = read(client, 'flowchart TB\n a["<b>A label of some width</b>"]', "mermaid")
    (one,), (other,) = plain.read()["nodes"], bold.read()["nodes"]
    assert other["width"] > one["width"]


@pytest.mark.parametrize("runs", [
    None, [], {}, [{"from": 0}], [{"from": 3, "to": 1, "bold": True}], [{"from": -1, "to": 1, "bold": True}],
    [{"from": 0, "to": 10**15, "bold": True}], [{"from": 0, "to": 1, "bold": "yes"}], [{"from": 5, "to": 5, "bold": True}],
    [{"from": 0, "to": 1, "bold": True}] * 1001, [{"from": n, "to": 9, "code": True} for n in range(9)],
])
def test_runs_of_any_form_are_taken(client, runs):
    style = {"richLabel": {"text": "a\U0001f600 b\u0301c d", "runs": runs}}
    node = {"id": "a", "label": style["richLabel"]["text"], "position": {"x": 0, "y": 0}, "style": style}
    edge = {"id": "e", "source": "a", "target": "a", "label": node["label"], "style": style}
    document, view = opened(client, {"nodes": [node], "edges": [edge]})
    view.scene()
    for format in ("svg", "mermaid", "drawio"):
        assert document.export(format=format)["text"]
