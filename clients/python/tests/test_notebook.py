"""The canvas of a notebook without a browser: what a page says and is answered. The rest is in clients/web/tests."""

import asyncio
import json
import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from nodewire_client import Client, aio
from nodewire_client.notebook import Canvas

CONTENT = {"nodes": [{"id": "a", "position": {"x": 0, "y": 0}, "width": 100, "height": 40}]}


class AnyWidget:
    """A stand-in that keeps what it is to send."""

    def __init__(self):
        self.sent = []

    def on_msg(self, hear):
        self.say = lambda **content: hear(self, content, [])

    def send(self, content):
        self.sent.append(content)

    def close(self):
        pass

    def _repr_mimebundle_(self, **options):
        return {"text/plain": "widget", "application/vnd.jupyter.widget-view+json": {"model_id": "1"}}, {}

    async def ask(self, page, method, **params):
        """The reply to a request, and what came before it."""
        before = len(self.sent)
        self.say(page=page, text=json.dumps({"id": 1, "method": method, "params": params}))
        while True:
            said = [json.loads(one["text"]) for one in self.sent[before:] if one["page"] == page and "text" in one]
            if any("id" in one for one in said) or "ended" in self.sent[-1]:
                return said
            await asyncio.sleep(0.005)


@pytest.fixture(autouse=True)
def stand_in(monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", SimpleNamespace(AnyWidget=AnyWidget))


@pytest.fixture
def document(server, tmp_path):
    with Client.launch([server], root=tmp_path, timeout=20) as client:
        yield client.create(CONTENT)


def looped(test):
    """Runs a test in a loop, as a notebook runs a cell."""

    def run(document):
        async def cell():
            canvas = Canvas(document, height=300)
            await asyncio.wait_for(test(canvas, document), 60)
            canvas.close()

        asyncio.run(cell())

    run.__name__ = test.__name__
    return run


@looped
async def test_a_page_gets_its_files_and_the_open_document(canvas, document):
    widget = canvas.widget
    widget.say(page="p", shown=True)
    (shown,) = widget.sent
    assert (shown["page"], shown["height"]) == ("p", 300) and shown["html"].startswith("<!doctype html>")
    # It loads nothing.
    assert re.findall(r'<(?:script|link|img)[^>]*(?:src|href)="(?!data:)', shown["html"]) == []
    assert (await widget.ask("p", "initialize"))[-1]["result"]["serverInfo"]["name"] == "nodewire"
    document.node.insert(node={"id": "b", "position": {"x": 0, "y": 90}})
    opened = (await widget.ask("p", "document/open", path="another.json"))[-1]["result"]
    assert opened["document"] == document.id and opened["losses"] == []
    assert (await widget.ask("p", "document/open", text="{}"))[-1]["error"]["code"] == -32600
    assert (await widget.ask("p", "document/create"))[-1]["error"]["code"] == -32600
    assert (await widget.ask("p", "document/close", document=document.id))[-1]["result"] is None
    assert len(document.read()["nodes"]) == 2


@looped
async def test_two_pages_name_their_views_alike(canvas, document):
    widget = canvas.widget
    for page in ("p", "q"):
        widget.say(page=page, shown=True)
        said = await widget.ask(page, "view/open", document=document.id, view="v1", width=400, height=300, scene="svg")
        assert [one["method"] for one in said[:-1]] == ["view/frame"] and said[0]["params"]["view"] == "v1"
        assert said[-1]["result"]["view"] == "v1"
    before = len(widget.sent)
    document.node.move(ids=["a"], by=(5, 0))
    heard = [(one["page"], json.loads(one["text"])["method"]) for one in widget.sent[before:]]
    assert sorted(heard) == [(page, method) for page in "pq" for method in ("document/changed", "view/frame")]
    refused = (await widget.ask("p", "node/move", document=document.id, ids=["none"], by={"x": 1, "y": 0}))[-1]["error"]
    assert refused["code"] == 1101 and refused["data"]["reason"] == "noSuchNode"
    widget.say(page="p", command="undo")
    document.hash()
    assert document.nodes["a"].position == (0, 0)
    widget.say(page="q", shown=False)
    before = len(widget.sent)
    document.node.move(ids=["a"], by=(5, 0))
    assert {one["page"] for one in widget.sent[before:]} == {"p"}


@looped
async def test_nonsense_of_a_page_is_passed_over(canvas, document):
    widget = canvas.widget
    widget.say(page="p", shown=True)
    widget.sent.clear()
    for content in ({}, {"page": 3}, {"page": "none", "text": "{}"}, *({"page": "p", "text": text} for text in ("", "[]", "3", None))):
        widget.say(**content)
    widget.say(page="p", command="restart")
    assert widget.sent == [] and document.nodes["a"].position == (0, 0)


@looped
async def test_the_end_of_the_client_is_said(canvas, document):
    canvas.widget.say(page="p", shown=True)
    document.client.close()
    await canvas.widget.ask("p", "view/open", document=document.id, view="v", width=1, height=1)
    assert "ended" in canvas.widget.sent[-1]


def test_a_document_of_a_loop_is_shown_alike(server, tmp_path):
    async def work():
        async with aio.Client.launch([server], root=tmp_path, timeout=20) as client:
            document = await client.create(CONTENT)
            widget = Canvas(document).widget
            widget.say(page="p", shown=True)
            await widget.ask("p", "view/open", document=document.id, view="v", width=400, height=300, scene="svg")
            await document.node.move(ids=["a"], by=(5, 0))
            said = [json.loads(one["text"]) for one in widget.sent[1:]]
            assert said[1]["result"]["view"] == "v"
            assert [one["method"] for one in said if "method" in one] == ["view/frame", "document/changed", "view/frame"]

    asyncio.run(work())


def test_what_is_missing_is_said(document, monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(ImportError, match=r"pip install 'nodewire-client\[notebook\]'"):
        Canvas(document)
    assert "<svg" in document._repr_mimebundle_()["image/svg+xml"]


def test_the_cell_of_the_page_shows_a_canvas(server, tmp_path, monkeypatch):
    page = Path(__file__).resolve().parents[1] / "README.md"
    (cell,) = re.findall(r"^```py\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    lines, _, shown = cell.rstrip().rpartition("\n")
    monkeypatch.setenv("NODEWIRE_SERVER", server)
    monkeypatch.chdir(tmp_path)
    names = {}

    async def run():
        exec(lines, names)
        widget = eval(shown, names).widget
        with names["client"]:
            widget.say(page="p", shown=True)
            return (await widget.ask("p", "document/read", document=names["document"].id))[-1]

    assert asyncio.run(run())["result"]["nodes"][0]["label"] == "First"


def test_a_notebook_shows_the_widget(document, monkeypatch):
    monkeypatch.delitem(sys.modules, "anywidget")
    pytest.importorskip("anywidget", reason="anywidget is not installed, which shows a canvas in a notebook")

    async def cell():
        canvas = Canvas(document)
        assert "application/vnd.jupyter.widget-view+json" in json.dumps(canvas._repr_mimebundle_())
        canvas.close()

    asyncio.run(cell())


def test_a_saved_notebook_has_the_picture_under_the_canvas(document):
    async def shown():
        return Canvas(document)._repr_mimebundle_()

    data, metadata = asyncio.run(shown())
    assert data["image/svg+xml"].startswith("<svg") and "application/vnd.jupyter.widget-view+json" in data
    assert data["text/plain"] == "widget" and metadata == {}


def test_so_it_has_where_the_widget_gives_one_dictionary(document, monkeypatch):
    async def shown():
        canvas = Canvas(document)
        monkeypatch.setattr(canvas.widget, "_repr_mimebundle_", lambda **options: {"text/plain": "old"}, raising=False)
        return canvas._repr_mimebundle_()

    assert asyncio.run(shown()).keys() == {"image/svg+xml", "text/plain"}
