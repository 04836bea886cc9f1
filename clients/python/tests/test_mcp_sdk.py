"""`nodewire mcp` with the official SDK of the Model Context Protocol: it drives all that the server offers."""

import asyncio
import json

import pytest

mcp = pytest.importorskip("mcp", reason="the SDK mcp is not installed")
if not hasattr(mcp, "Client"):
    pytest.skip("the SDK mcp is older than its client of both revisions", allow_module_level=True)

LIMIT = 60
DOCUMENT = "nodewire://document/d1"
#: Each tool once, in an order in which each has something to do.
CALLS = [
    ("open", {"path": "a.json", "create": True}),
    ("edit", {"edits": [{"do": "insertNode", "id": "a", "label": "Ada"}, {"do": "insertNode", "id": "b"}]}),
    ("layout", {"direction": "right"}),
    ("outline", {}),
    ("find", {"text": "Ada"}),
    ("check", {}),
    ("render", {"as": "image"}),
    ("undo", {}),
    ("save", {}),
    ("describe", {}),
    ("explore", {}),
]


def converse(server, folder, mode, conversation):
    """Runs a conversation with a client of the SDK, which gets what is announced as a list, too."""

    async def run():
        announced = []

        async def hear(message):
            announced.append(message)

        command = mcp.StdioServerParameters(command=server, args=["mcp", "--root", str(folder)])
        async with mcp.Client(command, mode=mode, message_handler=hear) as client:
            await conversation(client, announced)

    asyncio.run(asyncio.wait_for(run(), LIMIT))


async def until(condition):
    while not condition():
        await asyncio.sleep(0.01)


@pytest.fixture(params=["legacy", "2026-07-28", "auto"])
def mode(request):
    """With the handshake, without it, and as the server says."""
    return request.param


def test_every_tool_does_what_it_is_asked(server, tmp_path, mode):
    async def conversation(client, announced):
        assert client.protocol_version == ("2025-11-25" if mode == "legacy" else "2026-07-28")
        tools = (await client.list_tools()).tools
        assert {tool.name for tool in tools} == {name for name, _ in CALLS}
        results = {}
        for name, arguments in CALLS:
            results[name] = await client.call_tool(name, arguments)
            assert not results[name].is_error, results[name]
        assert results["edit"].structured_content["added"]["nodes"] == ["a", "b"]
        assert 'a["Ada"]' in results["outline"].structured_content["mermaid"]
        assert [node["id"] for node in results["find"].structured_content["nodes"]] == ["a"]
        assert results["render"].content[0].type == "image"
        refused = await client.call_tool("edit", {"edits": [{"do": "connect", "source": "a", "target": "z"}]})
        assert refused.is_error and 'no node "z"' in refused.structured_content["error"]
        with pytest.raises(mcp.MCPError):
            await client.call_tool("close", {})

    converse(server, tmp_path, mode, conversation)
    # The layout was taken back.
    saved = json.loads((tmp_path / "a.json").read_text())
    assert [node["id"] for node in saved["nodes"]] == ["a", "b"]


def test_resources_are_read_and_prompts_are_got(server, tmp_path, mode):
    async def conversation(client, announced):
        assert (await client.list_resources()).resources == []
        for name, arguments in CALLS[:2]:
            await client.call_tool(name, arguments)
        uris = [str(resource.uri) for resource in (await client.list_resources(cache_mode="bypass")).resources]
        assert uris == [DOCUMENT, f"{DOCUMENT}/json"]
        outline, content = [(await client.read_resource(uri)).contents[0].text for uri in uris]
        assert outline.startswith("flowchart") and len(json.loads(content)["nodes"]) == 2
        assert (await client.list_resource_templates()).resource_templates is not None
        prompts = (await client.list_prompts()).prompts
        for prompt in prompts:
            got = await client.get_prompt(prompt.name, {prompt.arguments[0].name: "a.json"})
            assert "a.json" in got.messages[0].content.text
        assert len(prompts) == 3

    converse(server, tmp_path, mode, conversation)


@pytest.mark.filterwarnings("ignore:resources/")
def test_changes_are_announced_to_a_subscriber_with_a_handshake(server, tmp_path):
    async def conversation(client, announced):
        await client.call_tool(*CALLS[0])
        await client.subscribe_resource(DOCUMENT)
        await client.call_tool(*CALLS[1])
        await until(lambda: announced)
        methods = [message.method for message in announced]
        assert methods == ["notifications/resources/list_changed", "notifications/resources/updated"]
        assert str(announced[1].params.uri) == DOCUMENT
        await client.unsubscribe_resource(DOCUMENT)
        await client.call_tool("undo", {})
        await client.list_tools()
        assert len(announced) == 2

    converse(server, tmp_path, "legacy", conversation)


def test_changes_are_announced_on_a_stream_without_a_handshake(server, tmp_path):
    async def conversation(client, announced):
        await client.call_tool(*CALLS[0])
        async with client.listen(resource_subscriptions=[DOCUMENT]) as changes:
            await client.call_tool(*CALLS[1])
            change = await changes.__anext__()
            assert str(change.uri) == DOCUMENT

    converse(server, tmp_path, "2026-07-28", conversation)
