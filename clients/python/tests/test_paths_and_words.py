"""A command line names files as they were typed, says where findings stand, and offers the values of options."""

import json
import shutil
import subprocess

import pytest

LISTED = """{
"edges":[
{"id":"1","source":"a","target":"b"},
{"id":"2","source":"a","target":"ghost"}
],
"nodes":[
{"id":"a","position":{"x":0,"y":0}},
{"id":"b","label":"B"}
],
"nodewire":1
}
"""


@pytest.fixture
def run(server, tmp_path):
    (tmp_path / "in" / "sub dir").mkdir(parents=True)
    (tmp_path / "in" / "g.json").write_text(LISTED)
    (tmp_path / "in" / "whole.json").write_text(LISTED.replace("ghost", "b"))
    (tmp_path / "link").symlink_to("in")

    def run(*words, code=0, text=None, within="in/sub dir"):
        done = subprocess.run(
            [server, *map(str, words)], cwd=tmp_path / within, input=text, capture_output=True, text=True, timeout=100
        )
        assert done.returncode == code, done
        return done

    return run


@pytest.mark.parametrize("path", ["../g.json", "./../g.json", "../../link/g.json", "../../link/../in/g.json", "../sub dir/../g.json"])
def test_paths_may_lead_up_and_over_links(run, path, tmp_path):
    assert run("info", path).stdout.startswith(f"{path}: nodewire, 2 nodes, 1 edges")
    run("convert", path, "-o", "../../o.svg")
    assert (tmp_path / "o.svg").read_text().startswith("<svg")
    whole = tmp_path / "in" / "g.json"
    assert run("info", whole).stdout.startswith(f"{whole}: ")


@pytest.mark.parametrize("path", ["nope.json", "../nope.json", "no/such/file.json", "~/g.json", "ümlaut nope.json"])
@pytest.mark.parametrize("words", [["info"], ["check"], ["fmt"], ["convert"], ["diff", "../whole.json"], ["accept", "../whole.json"]])
def test_an_error_names_what_was_typed(run, tmp_path, words, path):
    said = run(*words, path, code=2).stderr
    assert said.count(path) == 2 and str(tmp_path)[1:] not in said
    whole = str(tmp_path / "in" / path)
    assert f'"{whole}"' in run(*words, whole, code=2).stderr


@pytest.mark.parametrize("words", [["info"], ["check"], ["fmt"], ["convert", "-o", "o.json"], ["layout", "-o", "o.json"], ["diff", "../whole.json"], ["edit", "-o", "o.json", "--do", '{"do":"ungroup","id":"a"}']])
def test_where_json_is_printed_so_is_an_error(run, words):
    said = json.loads(run(*words, "nope.json", "--json", code=2).stdout)
    (one,) = said if isinstance(said, list) else [said]
    assert "nope.json" in one["error"]


def test_so_it_does_where_it_is_written(run, tmp_path):
    for words in (["convert"], ["layout"], ["render"], ["edit", "--do", '{"do":"ungroup","id":"a"}']):
        said = run(words[0], "../whole.json", *words[1:], "-o", "../none/out.json", code=2).stderr
        assert str(tmp_path)[1:] not in said


def test_findings_stand_in_lines(run):
    out = run("check", "../g.json", code=1).stdout.splitlines()
    assert out == [
        '../g.json:4: error: edge "2": there is no node "ghost" (noSuchNode)',
        '../g.json:8: information: node "b" has no position: it is not drawn (unplaced)',
    ]
    (found,) = json.loads(run("check", "--json", "../g.json", code=1).stdout)
    assert [one["line"] for one in found["losses"] + found["diagnostics"]] == [4, 8]


def test_so_do_those_of_other_texts(run, tmp_path):
    folder = tmp_path / "in" / "sub dir"
    (folder / "pretty.json").write_text(json.dumps(json.loads(LISTED), indent=1))
    assert "pretty.json:8: error" in run("check", "pretty.json", code=1).stdout
    (folder / "a.md").write_text("# Title\n\n```nodewire\n" + LISTED + "```\n")
    out = run("check", "a.md", code=1).stdout
    assert "a.md:7: error" in out and "a.md:11: information" in out
    (folder / "flow.mmd").write_text("flowchart TD\n  a --> b\n  lonely\n")
    (found,) = json.loads(run("check", "--json", "flow.mmd").stdout)
    assert all(one["line"] == 3 for one in found["diagnostics"] if one["elements"] == {"nodes": ["lonely"]})


@pytest.mark.parametrize("command", ["check", "info", "fmt"])
def test_a_report_has_files_that_cannot_be_read(run, tmp_path, command):
    (tmp_path / "in" / "sub dir" / "broken.json").write_text('{"nodes":\n[}')
    found = json.loads(run(command, "--json", "../nope.json", "broken.json", "../whole.json", code=2).stdout)
    failed = {one["file"]: one for one in found if "error" in one}
    assert set(failed) == {"../nope.json", "broken.json"}
    assert "No such file" in failed["../nope.json"]["error"] and failed["broken.json"]["line"] == 2


def test_a_folder_without_documents_is_no_success(run):
    assert "there is no file of a document" in run("check", ".", code=2).stderr


def test_a_text_of_no_format_is_told_which_there_are(run, tmp_path):
    said = run("info", "-", code=2, text="hello world, this is nothing").stderr
    assert all(name in said for name in ("mermaid", "dot", "edgeList", "--from"))
    (tmp_path / "in" / "sub dir" / "a.txt").write_text("hello world")
    assert "mermaid" in run("info", "a.txt", code=2).stderr
    assert "empty" in run("info", "-", code=2, text=" \n").stderr
    assert "byte 1" in run("info", "-", code=2, text="{").stderr


def test_edits_may_be_written_as_agents_do(run, tmp_path):
    edits = [
        {"do": "insertNode", "id": "c", "label": "C", "position": {"x": 1, "y": 2}},
        {"do": "connect", "source": "b", "target": "c"},
        {"method": "node/move", "params": {"ids": ["c"], "by": {"x": 1, "y": 0}}},
    ]
    run("edit", "../whole.json", "--do", json.dumps(edits), "--do", '{"do":"update","id":"b","patch":{"label":"New"}}')
    nodes = {node["id"]: node for node in json.loads((tmp_path / "in" / "whole.json").read_text())["nodes"]}
    assert nodes["c"]["position"] == {"x": 2, "y": 2} and nodes["b"]["label"] == "New"
    said = run("edit", "../whole.json", "--do", '{"do":"conect"}', code=2).stderr
    assert "did you mean connect?" in said


def test_an_edge_list_has_ids(run):
    text = "graph TD\nA[Same]-->B[Same]-->C[Other]\n"
    assert run("convert", "-", "--to", "edgeList", text=text).stdout == "source,target\nA,B\nB,C\n"


@pytest.mark.parametrize("text, others", [
    ("graph TD\nA-->B\n", ("dot", "edgeList", "graphml", "mermaid")),
    ("graph LR\nA-- hi -->B\n", ("dot", "edgeList", "graphml", "mermaid")),
    ("digraph { a -> b [label=x]; b -> c }\n", ("mermaid", "dot")),
    ("digraph { rankdir=LR; a -> b }\n", ("mermaid", "graphml")),
    ("source,target\na,b\n", ("mermaid", "dot", "graphml", "edgeList")),
])
def test_nothing_is_lost_that_the_reader_made(run, text, others):
    for other in others:
        assert run("convert", "-", "--to", other, text=text, code=0).stderr == "", other


def test_what_was_in_the_text_is_lost_all_the_same(run):
    positions = run("convert", "../whole.json", "--to", "edgeList").stderr
    assert "no positions" in positions
    assert "style" in run("convert", "-", "--to", "edgeList", text="graph TD\nA-->B\nstyle A fill:#f00\n").stderr


@pytest.mark.parametrize("words, offered", [
    (["convert", "a", "--to", "mer"], ["mermaid"]),
    (["convert", "a", "--to", "=", "mer"], ["mermaid"]),
    (["convert", "--from", "graph"], ["graphml"]),
    (["layout", "a", "--algorithm", "t"], ["tree", "timeline"]),
    (["render", "--theme", ""], ["light", "dark", "auto"]),
    (["render", "--scale", ""], []),
    (["check", "../w"], ["../whole.json"]),
    (["check", "--js"], ["--json"]),
    (["completions", ""], ["bash", "zsh", "fish"]),
])
def test_completions_offer_values(server, run, tmp_path, words, offered):
    script = tmp_path / "completions"
    script.write_text(run("completions", "bash").stdout)
    call = "COMP_WORDS=(nodewire \"$@\"); COMP_CWORD=$#; _nodewire; printf '%s\\n' \"${COMPREPLY[@]}\""
    done = subprocess.run(
        ["bash", "-c", f"source '{script}'; {call}", "bash", *words], cwd=tmp_path / "in" / "sub dir", capture_output=True, text=True
    )
    assert done.stdout.split() == offered


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_the_page_of_the_manual_has_no_warning(run, tmp_path):
    page = run("help", "--man").stdout
    assert subprocess.run(["groff", "-man", "-Tutf8", "-ww"], input=page, capture_output=True, text=True).stderr == ""
