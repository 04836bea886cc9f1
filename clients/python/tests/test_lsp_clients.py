"""Clients that were made for LSP work with the server: those that are there unchanged, and all that two of them send."""

import asyncio
import json
import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

import pytest

from nodewire_client._framing import HeaderFraming
from nodewire_dev.wire import MessageReader

#: The sessions of pygls 2.1 and pylspclient 0.1, as each sends them: headers of its own, members of its own.
FOLDER = {"uri": "file:///somewhere", "name": "somewhere"}
CREATE = {"method": "document/create", "params": {"document": "d"}}
INSERT = {"method": "node/insert", "params": {"document": "d", "node": {"id": "a"}}}
OPENED = {"uri": "file:///x", "languageId": "x", "version": 1, "text": ""}
EMPTY = {
    "processId": None,
    "rootPath": None,
    "rootUri": None,
    "initializationOptions": None,
    "capabilities": None,
    "trace": None,
    "workspaceFolders": None,
}
SESSIONS = {
    "pygls": (
        "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n",
        [
            {
                "id": "1d4a6878-c1eb-4688-b929-6afbd9c76196",
                "method": "initialize",
                "params": {
                    "capabilities": {"workspace": {"applyEdit": True}},
                    "processId": None,
                    "rootPath": None,
                    "rootUri": "file:///somewhere",
                    "workspaceFolders": [FOLDER],
                    "clientInfo": {"name": "probe", "version": "1"},
                    "locale": "en",
                    "workDoneToken": "token",
                },
            },
            {"method": "initialized", "params": {}},
            {"id": "dfd280c8", **CREATE},
            {"id": "a7aec58a", **INSERT},
            {"method": "textDocument/didOpen", "params": {"textDocument": OPENED}},
            {"id": "506b1dd9", "method": "shutdown"},
            {"method": "exit"},
        ],
    ),
    "pylspclient": (
        "",
        [
            {"id": 0, "method": "initialize", "params": EMPTY},
            {"method": "initialized", "params": {}},
            {"id": 1, **CREATE},
            {"id": 2, **INSERT},
            {"id": 3, "method": "shutdown", "params": {}},
            {"method": "exit", "params": {}},
        ],
    ),
}


@pytest.mark.parametrize("name", SESSIONS)
def test_what_clients_of_lsp_send_is_understood(server, name):
    header, messages = SESSIONS[name]
    child = subprocess.Popen([server], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    reader = MessageReader(child.stdout.fileno(), HeaderFraming(), 20.0)
    answers, notified = {}, []
    for message in messages:
        body = json.dumps({"jsonrpc": "2.0", **message})
        child.stdin.write(f"Content-Length: {len(body)}\r\n{header}\r\n{body}".encode())
        while "id" in message and message["id"] not in answers:
            answer = json.loads(reader.read())
            if "id" in answer:
                answers[answer["id"]] = answer.get("result", answer)
            else:
                notified.append(answer["method"])
    assert child.wait(20) == 0
    child.stdin.close()
    child.stdout.close()
    initialized, created, inserted, shut = answers.values()
    assert isinstance(initialized["capabilities"], dict) and initialized["serverInfo"]["name"] == "nodewire"
    assert created["document"] == "d" and inserted["id"] == "a" and shut is None
    assert notified == ["document/changed"]


def test_pygls_works_unchanged(server):
    """Its answers are typed: the result of `initialize` is one of LSP."""
    pytest.importorskip("pygls", reason="pygls is not installed")
    from lsprotocol import types
    from pygls.lsp.client import LanguageClient

    async def converse():
        client = LanguageClient("probe", "1")
        changes = []
        client.feature("document/changed")(lambda change: changes.append(change))
        await client.start_io(server)
        params = types.InitializeParams(
            capabilities=types.ClientCapabilities(),
            root_uri="file:///somewhere",
            workspace_folders=[types.WorkspaceFolder("file:///somewhere", "somewhere")],
            initialization_options={"any": True},
            locale="en",
            client_info=types.ClientInfo("probe"),
        )
        answer = await client.initialize_async(params)
        client.initialized(types.InitializedParams())
        created = await client.protocol.send_request_async("document/create", {"document": "d"})
        made = await client.protocol.send_request_async("node/insert", {"document": "d", "node": {"id": "a"}})
        ended = await client.shutdown_async(None)
        client.exit(None)
        code = await asyncio.wait_for(client._server.wait(), 20)
        await client.stop()
        return answer, created, made, ended, code, changes

    answer, created, made, ended, code, changes = asyncio.run(converse())
    assert answer.server_info.name == "nodewire" and isinstance(answer.capabilities, types.ServerCapabilities)
    assert (created.document, made.id, ended, code) == ("d", "a", None, 0)
    assert [change.revision for change in changes] == [1]


def test_pylspclient_works_unchanged(server):
    pylspclient = pytest.importorskip("pylspclient", reason="pylspclient is not installed")
    with subprocess.Popen([server], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        changes = []
        pipes = pylspclient.JsonRpcEndpoint(child.stdin, child.stdout)
        heard = {"document/changed": changes.append}
        client = pylspclient.LspClient(pylspclient.LspEndpoint(pipes, notify_callbacks=heard, timeout=20))
        folders = [{"name": "somewhere", "uri": "file:///somewhere"}]
        answer = client.initialize(None, None, "file:///somewhere", {"any": 1}, {"textDocument": {}}, "off", folders)
        client.initialized()
        call = client.lsp_endpoint.call_method
        assert call("document/create", document="d")["document"] == "d"
        assert call("node/insert", document="d", node={"id": "a"})["id"] == "a"
        client.shutdown()
        client.exit()
        assert child.wait(20) == 0
        client.lsp_endpoint.join(20)
    assert answer["serverInfo"]["name"] == "nodewire"
    assert [change["revision"] for change in changes] == [1]


SUPPORT = Path(__file__).with_name("support")
#: The clients of editors, each with its words.
EDITORS = {
    "nvim": ["--headless", "-u", "NONE", "-c", f"luafile {SUPPORT}/client_of_neovim.lua", "-c", "quitall!"],
    "emacs": ["-Q", "--batch", "-l", f"{SUPPORT}/client_of_emacs.el"],
}
#: What they print, without the names of the notifications.
SAID = ["nodewire", "1", "1110", "1", "3", "graph.json", "0"]


def listens(path):
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(str(path)) == 0


@pytest.fixture(params=["serve", "connect"])
def words(request, server, tmp_path):
    """The words behind the name of the server: for one of the client's own, and for one that others share."""
    (tmp_path / "graph.json").write_text('{"nodes":[{"id":"a","position":{"x":0,"y":0}}],"edges":[]}')
    if request.param == "serve":
        yield ["serve"]
        return
    path = tmp_path / "s"
    child = subprocess.Popen([server, "serve", "--socket", str(path), "--root", str(tmp_path)])
    end = time.monotonic() + 20
    while not listens(path):
        assert time.monotonic() < end, "no server listens"
        time.sleep(0.005)
    yield ["connect", str(path)]
    child.terminate()
    assert child.wait(20) == 0


@pytest.mark.parametrize("name", EDITORS)
def test_the_client_of_an_editor_works_unchanged(server, words, tmp_path, name):
    if shutil.which(name) is None:
        pytest.skip(f"there is no {name}")
    variables = {"NODEWIRE_SERVER": server, "WORDS": "\n".join(words), "FOLDER": str(tmp_path), "HOME": str(tmp_path)}
    environment = {**os.environ, **variables}
    done = subprocess.run([name, *EDITORS[name]], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
    lines = (done.stdout if name == "emacs" else done.stderr).split()
    assert [line for line in lines if "document/" not in line] == SAID, done.stdout + done.stderr
    assert lines.count("document/changed") == 3 and lines.count("document/saved") == 1
    assert json.loads((tmp_path / "graph.json").read_text())["nodes"][0] == {
        "id": "a", "position": {"x": 0, "y": 0}, "label": "Grüße"
    }
