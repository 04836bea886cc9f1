"""`nodewire mcp`: what an agent's client sees of it, spoken by hand over standard input and output."""

import base64
import json
import re
import subprocess
from pathlib import Path

import pytest

from agent_process import Agent

NEWEST = "2026-07-28"
META = {"io.modelcontextprotocol/protocolVersion": NEWEST, "io.modelcontextprotocol/clientCapabilities": {}}
TOOLS = ["open", "outline", "find", "edit", "check", "layout", "render", "undo", "save", "describe", "explore"]


@pytest.fixture
def start(server, tmp_path):
    agents = []

    def start(*options, **named):
        agents.append(Agent(server, tmp_path, *options, **named))
        return agents[-1]

    yield start
    for agent in agents:
        assert agent.end() == (0, b"")


@pytest.fixture
def agent(start):
    agent = start()
    agent.begin()
    return agent


@pytest.fixture(params=["handshake", "stateless"])
def either(start, request):
    """An agent of each revision's kind."""
    if request.param == "stateless":
        return start(meta=META)
    agent = start()
    agent.begin()
    return agent


# Handshakes


@pytest.mark.parametrize("asked", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28", "1999-01-01"])
def test_initialize_answers_the_revision_that_is_asked_for_or_the_newest_with_a_handshake(start, asked):
    result = start().begin(asked)
    assert result["protocolVersion"] == (asked if "2024" <= asked < "2026" else "2025-11-25")
    assert result["serverInfo"]["name"] == "nodewire"
    assert set(result["capabilities"]) == {"tools", "resources", "prompts"}


def test_discover_answers_at_once_and_requests_need_no_handshake(start):
    agent = start(meta=META)
    result = agent.result("server/discover")
    assert NEWEST in result["supportedVersions"] and result["resultType"] == "complete"
    assert {"ttlMs", "cacheScope"} <= set(result)
    assert [tool["name"] for tool in agent.result("tools/list")["tools"]] == TOOLS
    agent.meta = {"io.modelcontextprotocol/protocolVersion": "2099-01-01"}
    error = agent.ask("tools/list")["error"]
    assert error["code"] == -32022 and NEWEST in error["data"]["supported"]


def test_results_have_a_part_for_programs_in_the_revisions_that_know_it(start, tmp_path):
    agent = start()
    agent.begin("2024-11-05")
    result = agent.result("tools/call", {"name": "open", "arguments": {"path": "a.json", "create": True}})
    assert "structuredContent" not in result and json.loads(result["content"][0]["text"])["document"] == "d1"


def test_serve_says_what_speaks_the_protocol(server):
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}})
    done = subprocess.run([server], input=line + "\n", capture_output=True, text=True, timeout=20)
    assert "nodewire mcp" in json.loads(done.stdout)["error"]["message"]


# Messages


def test_what_is_no_message_is_answered_and_the_conversation_goes_on(agent):
    for line, code in [
        (b"garbage\n", -32700),
        (b"Content-Length: 3\n", -32700),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping"\n', -32700),
        (b'{"a":1,"a":2}\n', -32700),
        (b"[" * 5000 + b"\n", -32700),
        (b"\xff\xfe\n", -32700),
        (b"3\n", -32600),
        (b"[]\n", -32600),
        (b'{"jsonrpc":"2.0","id":{},"method":"ping"}\n', -32600),
        (b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":[]}\n', -32602),
        (b'{"jsonrpc":"2.0","id":7,"method":"$/anything"}\n', -32601),
    ]:
        agent.write(line)
        assert agent.read()["error"]["code"] == code, line
    agent.write(b"\n \r\n")
    assert agent.result("ping") == {}


def test_notifications_and_answers_are_not_answered(agent):
    for method in ["notifications/cancelled", "notifications/progress", "$/unknown", "exit"]:
        agent.write({"jsonrpc": "2.0", "method": method, "params": {"requestId": 1}})
    agent.write({"jsonrpc": "2.0", "id": 9, "result": {}})
    assert agent.result("ping") == {}


def test_a_batch_is_answered_as_one(agent):
    ping = {"jsonrpc": "2.0", "method": "ping"}
    agent.write([dict(ping, id="a"), ping, dict(ping, id=2, method="nothing")])
    assert [answer["id"] for answer in agent.read()] == ["a", 2]


# Tools


def test_the_list_of_tools_is_short_and_typed(agent):
    agent.write({"jsonrpc": "2.0", "id": 0, "method": "tools/list"})
    line = agent.child.stdout.readline()
    assert len(line) <= 24 * 1024
    tools = json.loads(line)["result"]["tools"]
    assert [tool["name"] for tool in tools] == TOOLS
    for tool in tools:
        schema = tool["inputSchema"]
        assert schema["type"] == "object" and schema["additionalProperties"] is False and tool["description"]
        assert "$ref" not in json.dumps(schema)
        assert set(schema.get("required", [])) <= set(schema["properties"])
    kinds = tools[3]["inputSchema"]["properties"]["edits"]["items"]["oneOf"]
    assert [kind["properties"]["do"]["const"] for kind in kinds[:-1]] == list(EDITS)
    assert all(set(EDITS[kind["properties"]["do"]["const"]]) <= set(kind["properties"]) for kind in kinds[:-1])


def test_the_page_lists_the_tools_with_their_arguments(agent):
    page = (Path(__file__).parents[3] / "protocol-spec" / "agents.md").read_text()
    rows = dict(re.findall(r"^\| `(\w+)` \| (`.*?`|–) \|", page, re.M))
    tools = {tool["name"]: tool["inputSchema"]["properties"] for tool in agent.result("tools/list")["tools"]}
    assert {name: set(re.findall(r"`(\w+)`", row)) for name, row in rows.items()} == {
        name: set(properties) - {"document"} for name, properties in tools.items()
    }


EDITS = {
    "insertNode": {
        "id": "c", "type": "message", "label": "C", "data": {"a": 1}, "position": {"x": 1, "y": 2}, "parentId": "g",
        "width": 10, "height": 10, "shape": "ellipse",
    },
    "connect": {
        "id": "f", "source": "b", "sourceHandle": "source", "target": "a", "targetHandle": "target", "label": "F",
        "type": "straight", "data": {},
    },
    "update": {"id": "a", "patch": {"data": {"x": 1}, "label": "A"}},
    "move": {"ids": ["a"], "by": {"x": 5, "y": 5}},
    "resize": {"id": "a", "width": 100, "height": 50},
    "remove": {"ids": ["b", "e"]},
    "reparent": {"ids": ["a"], "parentId": "g"},
    "group": {"ids": ["a", "b"], "id": "h", "label": "H", "padding": 10},
    "ungroup": {"id": "g"},
    "reconnect": {"id": "e", "source": "b", "sourceHandle": "source", "target": "a", "targetHandle": "target"},
}


@pytest.mark.parametrize("kind", EDITS)
def test_every_edit_is_performed_with_all_that_its_schema_lists(agent, tmp_path, kind):
    nodes = [{"id": id, "position": {"x": 0, "y": 100 * i}} for i, id in enumerate("agb")]
    content = {"nodewire": 1, "nodes": nodes, "edges": [{"id": "e", "source": "a", "target": "b"}]}
    (tmp_path / "a.json").write_text(json.dumps(content))
    agent.call("open", path="a.json")
    before = agent.result("resources/read", {"uri": "nodewire://document/d1/json"})["contents"][0]["text"]
    if kind == "ungroup":
        agent.call("edit", edits=[{"do": "reparent", "ids": ["a"], "parentId": "g"}])
    edit = dict(EDITS[kind], do=kind)
    tried = agent.call("edit", edits=[edit], dryRun=True)
    done = agent.call("edit", edits=[edit])
    assert tried["dryRun"] and {"added", "changed", "removed"} & set(done)
    agent.call("undo", steps=2)
    assert agent.result("resources/read", {"uri": "nodewire://document/d1/json"})["contents"][0]["text"] == before


def test_an_agent_builds_a_bot(either, tmp_path):
    agent = either
    agent.call("open", path="bot.json", create=True)
    nodes = [{"do": "insertNode", "id": f"m{i}", "type": "message", "label": f"Message {i}"} for i in range(10)]
    made = agent.call("edit", edits=nodes + [{"do": "connect", "source": "m0", "target": "m1", "label": "yes"}])
    assert made["made"] == [{"edit": 10, "id": "e1"}] and len(made["added"]["nodes"]) == 10
    links = [{"do": "connect", "source": f"m{i}", "target": f"m{i + 1}"} for i in range(1, 8)]
    links.append({"do": "connect", "source": "m8", "target": "m9"})
    agent.call("edit", edits=links)
    assert agent.call("check")["problems"]
    agent.call("edit", edits=[{"do": "update", "id": "e1", "patch": {"label": "Yes!"}}])
    assert agent.call("layout", direction="right")["direction"] == "right"
    outline = agent.call("outline", around=["m1"])["mermaid"]
    assert 'm0 -->|"e1: Yes!"| m1' in outline and "m3" not in outline
    assert "left out: 7 nodes, 7 edges" in outline
    assert [node["id"] for node in agent.call("find", text="message 9")["nodes"]] == ["m9"]
    assert agent.call("check")["problems"] == []
    agent.call("save")
    agent.call("save", path="bot.mmd")
    assert agent.calls <= 12
    saved = json.loads((tmp_path / "bot.json").read_text())
    assert len(saved["nodes"]) == 10 and len(saved["edges"]) == 9
    assert all("position" in node for node in saved["nodes"])
    assert (tmp_path / "bot.mmd").read_text().startswith("flowchart")


def test_the_outline_keeps_to_its_budget_and_has_ids_of_its_own_for_those_that_mermaid_does_not_read(agent, tmp_path):
    nodes = [{"id": f"node {i}", "label": "x" * 300} for i in range(500)]
    edges = [{"id": f"e{i}", "source": f"node {i}", "target": f"node {i + 1}"} for i in range(499)]
    (tmp_path / "large.json").write_text(json.dumps({"nodewire": 1, "nodes": nodes, "edges": edges}))
    agent.call("open", path="large.json")
    for budget in [1000, 8000, 50_000]:
        outline = agent.call("outline", budget=budget)
        assert budget / 3 < len(outline["mermaid"]) <= budget
        assert outline["nodes"] + outline["leftOut"]["nodes"] == 500
        assert outline["edges"] + outline["leftOut"]["edges"] == 499
    assert '%% x1 has the id "node 0"' in outline["mermaid"]


def test_fixes_are_edits(agent, tmp_path):
    nodes, edges = [{"id": "a", "position": {"x": 0, "y": 0}}], [{"id": "e", "source": "a", "target": "a"}]
    content = {"nodewire": 1, "settings": {"allowSelfLoops": False}, "nodes": nodes, "edges": edges}
    (tmp_path / "a.json").write_text(json.dumps(content))
    assert agent.call("open", path="a.json")["newProblems"]
    [fix] = [fix for problem in agent.call("check")["problems"] for fix in problem.get("fixes", [])][:1]
    assert agent.call("edit", edits=fix["edits"])["problemsGone"] >= 1


def test_pictures_are_texts_or_images(agent):
    agent.call("open", path="a.json", create=True)
    assert agent.call("render")["text"].startswith("<svg")
    image = agent.call("render", **{"as": "image"})
    assert image["mimeType"] == "image/svg+xml" and base64.b64decode(image["data"]).startswith(b"<svg")


def test_what_a_tool_refuses_is_a_result_with_the_reason(agent):
    assert "call open first" in agent.refusal("outline")
    agent.call("open", path="a.json", create=True)
    assert "open document" in agent.refusal("open", path="a.json", create=True)
    assert 'edit 1 (connect): there is no node "z"' in agent.refusal(
        "edit", edits=[{"do": "insertNode", "id": "a"}, {"do": "connect", "source": "a", "target": "z"}]
    )
    wrong = {"do": "insertNode", "position": {"x": "1"}}
    assert "position/x: expected a number" in agent.refusal("edit", edits=[wrong])
    assert "did you mean connect?" in agent.refusal("edit", edits=[{"do": "conect"}])
    assert "did you mean around?" in agent.refusal("outline", arond=["a"])
    for edits in ["", [], [1], [{}], None]:
        assert agent.refusal("edit", edits=edits)
    wrong = [("depth", 0), ("depth", "1"), ("around", "a"), ("around", []), ("around", ["z"]), ("document", "d9")]
    for name, value in wrong:
        assert agent.refusal("outline", **{name: value})
    assert agent.code("tools/call", {"name": "close"}) == -32602
    assert agent.call("outline")["nodes"] == 0


def test_files_outside_of_the_root_are_refused(agent, tmp_path):
    outside = tmp_path.parent / f"{tmp_path.name}-outside.json"
    outside.write_text('{"nodewire":1,"nodes":[],"edges":[]}')
    (tmp_path / "link.json").symlink_to(outside)
    for path in [str(outside), f"../{outside.name}", "link.json", "/etc/passwd"]:
        assert agent.refusal("open", path=path)
    for path in [f"../{outside.name}-new.json", "/tmp/nodewire-outside.mmd", "../new.dot"]:
        assert agent.refusal("open", path=path, create=True)
    agent.call("open", path="a.json", create=True)
    agent.call("edit", edits=[{"do": "insertNode", "id": "a"}])
    for path in [f"../{outside.name}", "link.json", "/tmp/nodewire-outside.svg", "a.unknown"]:
        assert agent.refusal("save", path=path, overwrite=True)
    assert outside.read_text() == '{"nodewire":1,"nodes":[],"edges":[]}'
    assert not list(tmp_path.parent.glob(f"{outside.name}-new*"))


def test_a_file_is_replaced_only_if_asked_and_copies_leave_the_document_where_it_is(agent, tmp_path):
    (tmp_path / "other.json").write_text('{"nodewire":1,"nodes":[],"edges":[]}')
    (tmp_path / "other.mmd").write_text("mine")
    agent.call("open", path="a.json", create=True)
    for path in ["other.json", "other.mmd"]:
        assert "already" in agent.refusal("save", path=path)
    agent.call("save", path="other.mmd", overwrite=True)
    assert agent.call("save")["path"] == "a.json"
    agent.call("save", path="b.json")
    assert agent.call("save")["path"] == "b.json"


@pytest.mark.parametrize("options, kept", [([], False), (["--journal"], True)])
def test_changes_are_in_a_journal_only_if_asked(start, tmp_path, options, kept):
    agent = start(*options)
    agent.begin()
    agent.call("open", path="a.json", create=True)
    agent.call("edit", edits=[{"do": "insertNode", "id": "a"}])
    assert (tmp_path / ".a.json.nodewire" / "journal").exists() is kept


# Resources and prompts


def test_documents_are_resources_whose_changes_are_announced(agent):
    assert agent.result("resources/list") == {"resources": []}
    agent.call("open", path="a.json", create=True)
    assert [note["method"] for note in agent.notifications] == ["notifications/resources/list_changed"]
    uris = [resource["uri"] for resource in agent.result("resources/list")["resources"]]
    assert uris == ["nodewire://document/d1", "nodewire://document/d1/json"]
    agent.result("resources/subscribe", {"uri": uris[0]})
    agent.notifications.clear()
    agent.call("edit", edits=[{"do": "insertNode", "id": "a"}])
    agent.call("outline")
    updated = {"jsonrpc": "2.0", "method": "notifications/resources/updated", "params": {"uri": uris[0]}}
    assert agent.notifications == [updated]
    agent.result("resources/unsubscribe", {"uri": uris[0]})
    agent.call("undo")
    assert agent.notifications == [updated]
    outline, content = (agent.result("resources/read", {"uri": uri})["contents"][0]["text"] for uri in uris)
    assert outline.startswith("flowchart") and json.loads(content)["nodes"] == []
    assert agent.code("resources/read", {"uri": "file:///etc/passwd"}) == -32002
    assert agent.code("resources/subscribe", {"uri": "nodewire://document/d2"}) == -32002


def test_changes_are_announced_on_a_stream_until_it_is_cancelled(start):
    agent = start(meta=META)
    agent.call("open", path="a.json", create=True)
    uri = "nodewire://document/d1"
    wanted = {"resourceSubscriptions": [uri], "toolsListChanged": True}
    params = {"notifications": wanted, "_meta": META}
    agent.write({"jsonrpc": "2.0", "id": "s", "method": "subscriptions/listen", "params": params})
    opened = agent.read()
    assert opened["method"] == "notifications/subscriptions/acknowledged"
    assert opened["params"]["notifications"] == {"resourceSubscriptions": [uri]}
    agent.call("edit", edits=[{"do": "insertNode", "id": "a"}])
    [note] = agent.notifications
    assert note["params"] == {"uri": uri, "_meta": {"io.modelcontextprotocol/subscriptionId": "s"}}
    agent.write({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "s"}})
    agent.call("undo")
    assert agent.notifications == [note]


def test_prompts_name_what_they_are_about(agent):
    for prompt in agent.result("prompts/list")["prompts"]:
        [argument] = prompt["arguments"]
        arguments = {argument["name"]: "pizza.json"}
        [message] = agent.result("prompts/get", {"name": prompt["name"], "arguments": arguments})["messages"]
        assert message["role"] == "user" and "pizza.json" in message["content"]["text"]
        assert agent.code("prompts/get", {"name": prompt["name"]}) == -32602
