"""The commands of `nodewire`: every one by the table from which its help is made, and what they have in common."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest


EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
DOCUMENT = '{"nodewire":1,"nodes":[{"id":"a","position":{"x":0,"y":0}}],"edges":[]}'
BROKEN = '{"nodewire":1,"nodes":[{"id":"a"},{"id":"a"}],"edges":[]}'
MOVE = '{"method":"node/move","params":{"ids":["a"],"by":{"x":20,"y":0}}}'


@pytest.fixture
def run(server, tmp_path):
    def run(*words, text="", code=0):
        words = [server, *map(str, words)]
        done = subprocess.run(words, input=text, capture_output=True, text=True, timeout=100, cwd=tmp_path)
        assert done.returncode == code, done.stderr
        return done

    return run


def commands(run):
    lines = run("--help").stdout.splitlines()
    return [line.split()[-len(line.split()) + 1 :] if line.startswith("Usage") else line.split() for line in lines if "nodewire " in line[:16]]


def names(run):
    return [words[1].strip("[]") for words in commands(run)]


def test_every_command_is_in_the_help_the_manual_and_the_completions(run):
    listed = names(run)
    assert {"serve", "check", "info", "fmt", "convert", "edit", "layout", "render", "diff", "merge", "spec"} <= set(listed)
    manual = run("help", "--man").stdout
    for name in listed:
        text = run(name, "--help").stdout
        assert text.startswith("Usage: nodewire ") and run("help", name).stdout == text
        assert f".SS {name}\n" in manual
        options = [line.split()[0].rstrip(",") for line in text.splitlines() if line.startswith("-")]
        for shell in ("bash", "zsh", "fish"):
            completions = run("completions", shell).stdout
            assert name in completions
            assert all(option.lstrip("-") in completions for option in options)


@pytest.mark.parametrize("name", ["check", "info", "fmt", "convert", "edit", "layout", "render", "diff", "replay"])
def test_a_slip_is_answered_by_what_was_meant(run, name):
    assert "did you mean" in run(name[:-1] if len(name) > 4 else name + "x", code=2).stderr
    text = run(name, "--help").stdout
    option = next(line.split()[0].rstrip(",") for line in text.splitlines() if line.startswith("--"))
    assert f"did you mean {option}" in run(name, option + "x", code=2).stderr
    assert f"{name} needs" in run(name, code=2).stderr
    assert "needs a" in run(name, "x", "--state", code=2).stderr or name == "replay"


def test_a_bash_completes_words(run, tmp_path):
    if shutil.which("bash") is None:
        pytest.skip("there is no bash")
    (tmp_path / "complete").write_text(run("completions", "bash").stdout)
    script = 'source ./complete; COMP_WORDS=(nodewire che); COMP_CWORD=1; _nodewire; echo "${COMPREPLY[@]}";' + (
        'COMP_WORDS=(nodewire convert a --rules ""); COMP_CWORD=4; _nodewire; echo "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, cwd=tmp_path, check=True)
    assert done.stdout.split("\n")[0] == "check" and "refuse" in done.stdout.split("\n")[1]


def test_standard_input_is_read_and_written(run):
    assert json.loads(run("convert", "-", text=DOCUMENT).stdout) == json.loads(run("fmt", "-", text=DOCUMENT).stdout)
    edited = json.loads(run("edit", "-", "--do", MOVE, text=DOCUMENT).stdout)
    assert edited["nodes"][0]["position"] == {"x": 20, "y": 0}
    assert run("render", "-", text=DOCUMENT).stdout.startswith("<svg")
    assert run("layout", "-", text=DOCUMENT).stdout.startswith("{")
    assert run("info", "-", text=DOCUMENT).stdout == "-: nodewire, 1 nodes, 0 edges\n  1 default\n"
    assert run("check", "-", text=DOCUMENT).stdout == ""


def test_what_is_found_is_the_exit_code(run, tmp_path):
    (tmp_path / "good.json").write_text(DOCUMENT)
    (tmp_path / "bad.json").write_text(BROKEN)
    (tmp_path / "none.json").write_text('{"other": 1}')
    assert 'bad.json:1: error: node "a"' in run("check", "good.json", "bad.json", code=1).stdout
    assert run("check", "--quiet", "bad.json", code=1).stdout == ""
    found = json.loads(run("check", "--json", "good.json", "bad.json", code=1).stdout)
    assert [one["file"] for one in found] == ["good.json", "bad.json"] and len(found[1]["losses"]) == 1
    # The others are looked at all the same.
    done = run("check", "none.json", "bad.json", code=2)
    assert "no known format" in done.stderr and "bad.json" in done.stdout
    found = json.loads(run("check", "--json", "none.json", "bad.json", code=2).stdout)
    assert [(one["file"], "error" in one) for one in found] == [("none.json", True), ("bad.json", False)]
    assert run("convert", "bad.json", "--strict", "--quiet", code=3).stderr == ""
    assert run("info", "bad.json", "--strict", "--quiet", code=3).stdout == ""
    assert run("diff", "good.json", "good.json").stdout == ""
    assert run("diff", "good.json", "bad.json", "--quiet", code=1).stdout == ""


def test_folders_are_gone_through(run, tmp_path):
    for name in ("shop.json", "tree.json"):
        shutil.copy(EXAMPLES / name, tmp_path / name)
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "deep" / "er" / "flow.mmd").write_text("flowchart LR\n  a --> b")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "x.json").write_text("damaged")
    (tmp_path / "notes.md").write_text("none")
    found = json.loads(run("info", "--json", ".").stdout)
    assert [one["file"] for one in found] == ["./deep/er/flow.mmd", "./shop.json", "./tree.json"]
    assert [one["format"] for one in found] == ["mermaid", "nodewire", "nodewire"]
    assert found[0]["nodes"] == 2 and found[0]["edges"] == 1


def test_files_are_written_as_they_are_saved(run, tmp_path):
    (tmp_path / "a.json").write_text(DOCUMENT)
    assert run("fmt", "--check", "a.json", code=1).stdout == "a.json\n"
    assert (tmp_path / "a.json").read_text() == DOCUMENT
    run("fmt", "a.json")
    assert (tmp_path / "a.json").read_text() == run("convert", "a.json").stdout != DOCUMENT
    assert run("fmt", "--check", "a.json").stdout == ""
    (tmp_path / "flow.mmd").write_text("flowchart LR\n  a --> b")
    assert "not formatted" in run("fmt", "flow.mmd", code=2).stderr
    assert run("fmt", ".").stdout == ""


def test_a_document_is_edited_in_place_or_not_at_all(run, tmp_path):
    path = tmp_path / "a.json"
    path.write_text(DOCUMENT)
    run("edit", "a.json", "--do", MOVE, "--dry-run")
    assert path.read_text() == DOCUMENT
    run("edit", "a.json", "--do", f"[{MOVE},{MOVE}]", "--do", MOVE)
    assert json.loads(path.read_text())["nodes"][0]["position"] == {"x": 60, "y": 0}
    before = path.read_text()
    wrong = '{"method":"node/move","params":{"ids":["zz"],"by":{"x":1,"y":0}}}'
    run("edit", "a.json", "--do", MOVE, "--do", wrong, code=2)
    assert path.read_text() == before
    run("edit", "a.json", "--do", MOVE, "-o", "b.json")
    assert path.read_text() == before and "80" in (tmp_path / "b.json").read_text()


def test_problems_that_an_edit_makes_are_said(run, tmp_path):
    (tmp_path / "a.json").write_text(DOCUMENT)
    id = json.loads(DOCUMENT)["nodes"][0]["id"]
    misspelled = json.dumps({"method": "node/update", "params": {"id": id, "patch": {"lokced": True}}})
    said = run("edit", "a.json", "--do", misspelled, "--dry-run").stdout
    assert said == "1 edit of a.json would be done\n"
    said = run("edit", "a.json", "--do", misspelled).stdout
    assert said.splitlines()[1:] == [f"a.json: information: {id}: `lokced` is not known; did you mean `locked`? (nearMember)"]
    # What was there before is no news.
    assert "newProblems" not in json.loads(run("edit", "a.json", "--json", "--do", MOVE).stdout)
    other = misspelled.replace("lokced", "hiden")
    assert [one["code"] for one in json.loads(run("edit", "a.json", "--json", "--do", other).stdout)["newProblems"]] == ["nearMember"]


def test_short_edits_name_elements_of_large_documents(run, tmp_path):
    nodes = [{"id": f"n{at}", "position": {"x": 0, "y": 100 * at}} for at in range(250)]
    edges = [{"id": f"e{at}", "source": f"n{at}", "target": f"n{at + 1}"} for at in range(249)]
    (tmp_path / "a.json").write_text(json.dumps({"nodewire": 1, "nodes": nodes, "edges": edges}))
    named = [json.dumps({"do": "update", "id": id, "patch": {"label": "last"}}) for id in ("n249", "e248")]
    run("edit", "a.json", "--do", named[0], "--do", named[1])
    content = json.loads((tmp_path / "a.json").read_text())
    assert content["nodes"][249]["label"] == content["edges"][248]["label"] == "last"


def test_a_file_of_another_program_is_edited_in_its_format(run, tmp_path):
    canvas = {"nodes": [{"id": "a", "type": "text", "x": 0, "y": 0, "width": 100, "height": 50, "text": "hi", "own": 1}], "edges": []}
    (tmp_path / "a.canvas").write_text(json.dumps(canvas))
    run("edit", "a.canvas", "--do", MOVE)
    canvas["nodes"][0]["x"] = 20
    assert json.loads((tmp_path / "a.canvas").read_text()) == canvas
    circle = '{"method":"node/update","params":{"id":"a","patch":{"shape":"ellipse"}}}'
    refused = run("edit", "a.canvas", "--do", circle, code=2)
    assert "does not hold all" in refused.stderr
    assert json.loads((tmp_path / "a.canvas").read_text()) == canvas
