"""The command line against the fake server."""

import io
import json
import sys

import pytest

from nodewire.__main__ import main
from nodewire._repl import repl

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


def feed(monkeypatch, text):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))


def test_info_counts(file, capsys):
    assert main(["info", str(file)]) == 0
    assert capsys.readouterr().out.startswith("3 nodes, 1 edges\n       2 default\n       1 message\n")


def test_info_as_json_reads_standard_input(monkeypatch, capsys):
    feed(monkeypatch, json.dumps(CONTENT))
    assert main(["info", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["types"] == {"default": 2, "message": 1}


def test_check_lists_what_is_wrong(file, capsys):
    assert main(["check", str(file)]) == 0
    assert capsys.readouterr().out == "warning: nothing leads there (unconnected: c)\n"


def test_render_writes_a_picture(file, tmp_path, capsys):
    assert main(["render", str(file), "-o", str(tmp_path / "out.svg")]) == 0
    assert (tmp_path / "out.svg").read_text().startswith("<svg")
    assert main(["render", str(file)]) == 0
    assert capsys.readouterr().out.startswith("<svg")


def test_convert_goes_by_the_name_or_the_option(file, tmp_path, capsys):
    assert main(["convert", str(file), str(tmp_path / "out.json"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["format"] == "nodewire"
    assert json.loads((tmp_path / "out.json").read_text())["nodes"] == CONTENT["nodes"]
    assert main(["convert", str(file), str(tmp_path / "out.unknown")]) == 1
    assert "--to FORMAT" in capsys.readouterr().err
    assert main(["convert", str(file), "-", "--to", "svg"]) == 0


MOVE = '{"method": "node/move", "params": {"ids": ["a"], "by": {"x": 5, "y": 6}}}'


def test_edit_saves_in_place(file, capsys):
    assert main(["edit", str(file), "--do", MOVE, "--do", f"[{MOVE}]"]) == 0
    assert json.loads(file.read_text())["nodes"][0]["position"] == {"x": 10, "y": 12}
    assert "2 edits" in capsys.readouterr().out


def test_a_dry_run_changes_nothing(file, capsys):
    before = file.read_text()
    assert main(["edit", str(file), "--do", MOVE, "--dry-run", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["revision"] == 1
    assert file.read_text() == before


def test_edit_passes_standard_input_on(monkeypatch, capsys):
    feed(monkeypatch, json.dumps(CONTENT))
    assert main(["edit", "-", "--do", MOVE]) == 0
    assert json.loads(capsys.readouterr().out)["nodes"][0]["position"] == {"x": 5, "y": 6}


@pytest.mark.parametrize(
    "arguments, status",
    [
        (["info", "/nowhere.json"], 1),
        (["info", "/nowhere.json", "--json"], 1),
        (["edit", "-", "--do", "{"], 2),
        ([], 2),
        (["fly"], 2),
    ],
)
def test_failures_have_an_exit_status(arguments, status, capsys):
    try:
        assert main(arguments) == status
    except SystemExit as end:
        assert end.code == status


def test_an_edit_that_is_not_json_is_said(capsys):
    with pytest.raises(SystemExit):
        main(["edit", "-", "--do", "{"])
    assert "argument --do: '{' is not JSON: " in capsys.readouterr().err


def test_a_refused_edit_is_reported(file, capsys):
    assert main(["edit", str(file), "--do", MOVE.replace('"a"', '"z"')]) == 1
    assert "1101 noSuchNode" in capsys.readouterr().err


def test_the_repl_fills_in_the_document(file, fake_binary, capsys):
    lines = 'node/insert {"node": {"id": "new"}}\ndocument/read\nnode/nothing\nnode/insert {\n'
    lines += "help\nhelp node/insert\nmethods\nquit\n"
    assert repl(str(fake_binary), str(file), io.StringIO(lines)) == 0
    out = capsys.readouterr().out
    assert "<- document/changed" in out and '"id": "new"' in out
    assert "there is no method node/nothing" in out and "refused: Expecting" in out
