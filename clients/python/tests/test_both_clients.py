"""Both clients against the real server: the same calls, the same results, the same errors."""

import json
import shutil
from pathlib import Path

import pytest

from nodewire_client import errors

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "support-bot.json"


@pytest.fixture
def client(kit, server, tmp_path):
    shutil.copy(EXAMPLE, tmp_path)
    with kit.Client.launch(server, root=tmp_path, timeout=60) as client:
        yield client


@pytest.fixture
def document(client):
    return client.open("support-bot.json")


def test_a_document_is_opened_edited_undone_and_saved(client, document, tmp_path):
    replica = document.replica
    assert len(replica.nodes) == 38
    before = document.hash()["hash"]
    document.node.move(ids=["greet"], by={"x": 40, "y": 0})
    document.element.remove(nodes=["end"])
    document.edit(edits=[{"method": "node/insert", "params": {"node": {"id": "new", "position": {"x": 0, "y": 0}}}}])
    assert "new" in replica.nodes and "end" not in replica.nodes
    assert replica.read() == document.read()
    assert document.history.undo(steps=3)["steps"] == 3
    assert (document.hash()["hash"], replica.read()) == (before, document.read())
    document.settings.update(patch={"snapToGrid": True})
    document.save()
    assert json.loads((tmp_path / "support-bot.json").read_text("utf-8"))["settings"]["snapToGrid"] is True


def test_a_refusal_is_the_same_error(document):
    with pytest.raises(errors.ConnectionRefused) as caught:
        document.edge.connect(edge={"source": "greet", "target": "greet"})
    assert (caught.value.code, caught.value.rule, caught.value.nodes) == (1110, "self", ["greet"])
    with pytest.raises(errors.NoSuchNode):
        document.node.move(ids=["nobody"], by={"x": 1, "y": 1})
    with pytest.raises(TypeError):
        document.node.move(by={"x": 1, "y": 1})


def test_what_a_view_shows_is_what_its_scene_says(document):
    view = document.open_view(1200, 800, scene="svg")
    view.fit()
    view.select(nodes=["greet"])
    view.pan(by={"x": 30, "y": -20})
    document.node.move(ids=["greet"], by={"x": 10, "y": 10})
    at = view.scene_items.nodes["greet"]
    assert at["selected"] is True
    scene = view.scene()
    assert view.scene_items.nodes == scene["enter"]["nodes"]
    assert view.scene_items.edges == scene["enter"]["edges"]
    view.input.key(phase="down", key="Delete")
    assert "greet" not in view.scene_items.nodes
    view.close()
    with pytest.raises(errors.NoSuchView):
        view.fit()


def test_events_of_a_view_are_heard(document):
    view, events = document.open_view(1200, 800), []
    view.on_event = events.append
    view.fit()
    at = view.bounds(of={"nodes": ["greet"]})["screen"]
    point = {"x": at["x"] + at["width"] / 2, "y": at["y"] + at["height"] / 2}
    for phase, moment in (("down", 0), ("up", 20)):
        view.input.pointer(id=1, phase=phase, at=point, time=moment)
    assert [event["event"] for event in events if event["event"] == "tap"] == ["tap"]


def test_many_calls_and_a_batch_are_answered_in_order(client, document):
    calls = [("node/move", {"document": document.id, "ids": ["greet"], "by": {"x": 1, "y": 0}})] * 200
    answers = client.call_many(calls)
    revisions = [answer["revision"] for answer in answers]
    assert revisions == list(range(revisions[0], revisions[0] + 200))
    bad = ("node/move", {"document": document.id, "ids": ["nobody"], "by": {"x": 1, "y": 0}})
    first, refused, last = client.connection.batch([calls[0], bad, calls[0]], return_errors=True)
    assert (first["revision"], last["revision"]) == (revisions[-1] + 1, revisions[-1] + 2)
    assert isinstance(refused, errors.NoSuchNode)


def test_long_work_reports_its_progress_and_can_be_cancelled(client):
    nodes = [{"id": f"n{i}", "position": {"x": i % 300 * 200, "y": i // 300 * 100}} for i in range(20_000)]
    document, kinds = client.create({"nodes": nodes, "edges": []}), []
    client.on("$/progress", lambda params: kinds.append((params["token"], params["value"]["kind"])))
    pending = [
        client.send("document/export", {"document": document.id, "format": "svg", "progressToken": token})
        for token in ("first", "second")
    ]
    pending[1].cancel()
    # Edits go on meanwhile, and the cancelled one is answered before the work on the other has ended.
    document.node.move(ids=["n1"], by={"x": 1, "y": 0})
    with pytest.raises(errors.RequestCancelled):
        pending[1].result()
    assert pending[0].result()["text"].startswith("<svg")
    assert kinds == [("first", "begin"), ("first", "end")]


def test_discovery_names_what_the_client_has(client):
    for method in client.discover()["methods"]:
        noun, _, verb = method["name"].partition("/")
        if verb and noun.isidentifier():
            assert hasattr(client, noun), method["name"]
