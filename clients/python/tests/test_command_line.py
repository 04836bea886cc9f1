"""The command line against the fake server."""

import io
import json

import pytest

from nodewire_client.__main__ import FORMER, main
from nodewire_client._repl import repl

CONTENT = {
    "nodes": [{"id": "a", "type": "message"}, {"id": "b"}, {"id": "c"}],
    "edges": [{"id": "e", "source": "a", "target": "b"}],
}


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "graph.json"
    path.write_text(json.dumps(CONTENT))
    return path


@pytest.fixture(autouse=True)
def server(monkeypatch, fake_binary):
    monkeypatch.setenv("NODEWIRE_SERVER", str(fake_binary))


@pytest.mark.parametrize("name", FORMER)
def test_a_former_command_names_the_one_to_use(name, file, capsys):
    assert main([name, str(file), "--json"]) == 2
    assert capsys.readouterr().err == f"nodewire-py: use nodewire {name}\n"


@pytest.mark.parametrize("arguments, status", [(["repl", "--server", "/nowhere"], 1), ([], 2), (["fly"], 2)])
def test_failures_have_an_exit_status(arguments, status, capsys):
    try:
        assert main(arguments) == status
    except SystemExit as end:
        assert end.code == status


def test_the_repl_reads_standard_input(monkeypatch, file, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("document/read\nquit\n"))
    assert main(["repl", str(file)]) == 0
    assert '"id": "c"' in capsys.readouterr().out


def test_the_repl_fills_in_the_document(file, fake_binary, capsys):
    lines = 'node/insert {"node": {"id": "new"}}\ndocument/read\nnode/nothing\nnode/insert {\n'
    lines += "help\nhelp node/insert\nmethods\nquit\n"
    assert repl(str(fake_binary), str(file), io.StringIO(lines)) == 0
    out = capsys.readouterr().out
    assert "<- document/changed" in out and '"id": "new"' in out
    assert "there is no method node/nothing" in out and "refused: Expecting" in out
