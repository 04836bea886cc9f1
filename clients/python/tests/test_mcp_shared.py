"""An agent beside a person: both edit one document, each takes back what it did; and what an agent finds out by itself."""

import json
import subprocess
import time

import pytest

from agent_process import Agent
from nodewire_client import Client

TEXT = '{"nodewire":1,"nodes":[{"id":"a","label":"A","position":{"x":0,"y":0}}],"edges":[]}'


@pytest.fixture
def place(server, tmp_path):
    (tmp_path / "g.json").write_text(TEXT)
    place = tmp_path / "s"
    child = subprocess.Popen([server, "serve", "--root", str(tmp_path), "--socket", str(place)], cwd=tmp_path)
    deadline = time.monotonic() + 30
    while not place.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    yield str(place)
    child.terminate()
    child.wait(30)


@pytest.fixture
def agent(server, tmp_path, place):
    agent = Agent(server, tmp_path, "--connect", place)
    agent.begin()
    yield agent
    assert agent.end() == (0, b"")


@pytest.fixture
def alone(server, tmp_path):
    agent = Agent(server, tmp_path)
    agent.begin()
    yield agent
    agent.end()


def labels(document):
    return {node["id"]: node.get("label") for node in document.read()["nodes"]}


def test_an_agent_joins_the_document_of_a_person(agent, place):
    with Client(socket=place) as person:
        document = person.open("g.json")
        window = document.open_view(400, 300, presence=True)
        opened = agent.call("open", path="g.json")
        assert opened["document"] == document.id and opened["nodes"] == 1 and "readOnly" not in opened
        agent.call("edit", edits=[{"do": "insertNode", "id": "b", "label": "B"}, {"do": "connect", "source": "a", "target": "b"}])
        assert labels(document) == {"a": "A", "b": "B"}
        document.node.update(id="a", patch={"label": "Mine"}, view=window.id)
        assert "Mine" in agent.call("outline")["mermaid"]
        assert [one["name"] for one in window.scene_items.state["presence"].values()] == ["Agent"]
        assert agent.call("undo")["label"] != "Update"
        assert labels(document) == {"a": "Mine"}
        agent.call("edit", edits=[{"do": "update", "id": "a", "patch": {"label": "Theirs"}}])
        window.document.history.undo(view=window.id)
        assert labels(document) == {"a": "Theirs"}
        agent.call("undo")
        assert labels(document) == {"a": "A"}
        agent.call("layout")
        agent.call("save")
        assert not [entry for entry in person.document.list()["documents"] if entry["dirty"]]


def test_what_a_person_does_meanwhile_is_no_news_of_the_agent(agent, place):
    with Client(socket=place) as person:
        document = person.open("g.json")
        agent.call("open", path="g.json")
        document.node.insert(node={"id": "mine", "position": (300, 0)})
        done = agent.call("edit", edits=[{"do": "move", "ids": ["a"], "by": {"x": 5, "y": 5}}])
        assert done["changed"] == {"nodes": ["a"]} and "added" not in done
        document.close(discard=True)
    assert "mine" in agent.call("outline")["mermaid"]


def test_the_document_stays_when_the_agent_goes(server, tmp_path, place):
    with Client(socket=place) as person:
        document = person.open("g.json")
        agent = Agent(server, tmp_path, "--connect", place)
        agent.begin()
        agent.call("open", path="g.json")
        agent.call("edit", edits=[{"do": "update", "id": "a", "patch": {"label": "Left"}}])
        agent.end()
        assert labels(document) == {"a": "Left"}
        document.history.undo()
        assert labels(document) == {"a": "A"}


def test_a_server_that_is_gone_is_said(server, tmp_path, place):
    done = subprocess.run([server, "mcp", "--connect", str(tmp_path / "none")], input=b"", capture_output=True, timeout=30)
    assert done.returncode == 2 and b"no server listens" in done.stderr


def test_an_agent_finds_out_what_it_may_do(alone):
    alone.call("open", path="a.json", create=True)
    methods = alone.call("describe")["methods"]
    assert {"constraint/add", "types/update", "node/align"} <= set(methods) and "document/open" not in methods
    lanes = alone.call("describe", method="constraint/add")["params"]
    assert lanes["type"] == "object" and lanes["required"] and "document" not in lanes["properties"]
    assert "nodeSpacing" in alone.call("describe", what="layout")["options"]
    assert {"handles", "computed", "role"} <= set(alone.call("describe", what="types")["types"])
    assert alone.call("describe", method="insertNode")["method"] == "node/insert"
    assert 'did you mean "direction"?' in alone.refusal("layout", options={"direktion": "right"})
    assert "did you mean constraint/add" in alone.refusal("describe", method="constraint/ad")
    refused = alone.refusal("edit", edits=[{"method": "node/add", "params": {}}])
    assert "node/insert" in refused and "edge/connect" in refused


def test_edits_come_as_models_write_them(alone):
    alone.call("open", path="a.json", create=True)
    done = alone.call("edit", edits='[{"do": "insertNode", "id": "a", "lable": "A"}]')
    assert done["added"] == {"nodes": ["a"]} and done["newProblems"][0]["code"] == "nearMember"
    alone.call("edit", edits={"do": "update", "id": "a", "patch": {"label": "A", "mine": 1}})
    text = {"method": "node/update", "params": json.dumps({"id": "a", "patch": {"label": "B"}})}
    alone.call("edit", edits=[text])
    assert "B" in alone.call("outline")["mermaid"]
    whole = [{"do": "insertNode", "node": {"id": "b", "lable": "B"}}, {"do": "connect", "edge": {"source": "a", "target": "b"}}]
    done = alone.call("edit", edits=whole)
    assert done["added"]["nodes"] == ["b"] and len(done["added"]["edges"]) == 1
    assert "nearMember" in {one["code"] for one in done["newProblems"]}
    assert "is no JSON" in alone.refusal("edit", edits='[{"do": "insertNode"')
    for bad in ("nothing", '"[]"', "[]", 5, {}):
        assert alone.refusal("edit", edits=bad)


def test_a_dialog_is_built_and_explored(alone):
    alone.call("open", path="bot.json", create=True)
    types = {"start": {"role": "start"}, "message": {"role": "message"}, "end": {"role": "end"}}
    alone.call("edit", edits=[
        {"method": "types/update", "params": {"patch": types}},
        {"do": "insertNode", "id": "begin", "type": "start"},
        {"do": "insertNode", "id": "hello", "type": "message", "label": "Hello", "data": {"text": "Where is my order?"}},
        {"do": "insertNode", "id": "lost", "type": "message"},
        {"do": "connect", "source": "begin", "target": "hello"},
    ])
    found = alone.call("explore")
    assert found["reached"] == 2 and found["unreached"] == ["lost"] and found["deadEnds"] == ["hello"]
    assert "Hello: Where is my order?" in alone.call("outline")["mermaid"]
    alone.call("layout", options={"nodeSpacing": 90}, direction="right")
    assert "nodeSpacin" in alone.refusal("layout", options={"nodeSpacin": 90})
    problems = alone.call("edit", edits=[{"do": "insertNode", "id": "odd", "type": "mesage"}])["newProblems"]
    assert ['did you mean "message"?' in one["message"] for one in problems if one["code"] == "typeMissing"] == [True]
