"""Files of other programs on the command line: what is a fault in them, how they are read, compared and merged."""

import json
import subprocess
import time

import pytest

XML = '<?xml version="1.0" encoding="{}"?><scxml xmlns="http://www.w3.org/2005/07/scxml"><state id="ä"/></scxml>'


@pytest.fixture
def run(server, tmp_path):
    def run(*words):
        done = subprocess.run([server, *words], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60)
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.mark.parametrize(
    "name, text, code, strict",
    [
        ("a.mmd", "flowchart LR\n  a --> a\n  a --> b\n  a --> b\n", 0, 0),
        ("b.mmd", "%%{init: {}}%%\nflowchart LR\n  a[(x)] --> a\n", 0, 1),
        ("a.dot", "digraph { nodesep=2; a -> a; a -> b; a -> b }", 0, 1),
        ("c.dot", "strict digraph { a -> a; a -> b; a -> b }", 0, 0),
        ("b.dot", "digraph { a -> b } digraph { c }", 1, 1),
        ("a.graphml", '<graphml><graph edgedefault="directed"><node id="a"/><edge source="a" target="b"/></graph></graphml>', 1, 1),
        ("a.scxml", '<scxml><state id="a"><transition event="e"/><onentry/></state></scxml>', 0, 1),
        ("a.canvas", '{"nodes":[],"edges":[{"id":"e","fromNode":"x","toNode":"y"}]}', 1, 1),
        ("a.json", '{"nodewire":1,"nodes":[{"id":"a","position":{"x":0,"y":0}}],"edges":[{"id":"e","source":"a","target":"a"}]}', 1, 1),
        ("b.json", '{"nodewire":1,"nodes":[{"id":"a","position":{"x":0,"y":0},"lable":"x"}],"edges":[]}', 0, 1),
    ],
)
def test_a_correct_file_is_green_and_strict_finds_all(run, tmp_path, name, text, code, strict):
    (tmp_path / name).write_text(text)
    assert run("check", name)[0] == code
    assert run("check", name, "--strict")[0] == strict


def test_losses_and_diagnostics_have_a_grade(run, tmp_path):
    (tmp_path / "a.dot").write_text("digraph { nodesep=2; a [shape=box3d, lable=x]; a -> b } graph { c }")
    (found,) = json.loads(run("check", "a.dot", "--json")[1])
    assert {loss["code"]: loss["grade"] for loss in found["losses"]} == {"attribute": "look", "shape": "look", "graph": "structure"}
    (tmp_path / "n.json").write_text('{"nodewire":1,"nodes":[{"id":"a","hiden":true},{"id":"b","hiden":3},{"id":"c","hiden":true,"hidden":true}],"edges":[]}')
    (found,) = json.loads(run("check", "n.json", "--json")[1])
    near = [one for one in found["diagnostics"] if one["code"] == "nearMember"]
    assert [(one["elements"]["nodes"], one["severity"], one["grade"]) for one in near] == [(["a"], "information", "meaning"), (["b"], "information", "meaning")]
    assert near[1]["fixes"] == []
    edit = json.dumps(near[0]["fixes"][0]["edits"])
    assert run("edit", "n.json", "--do", edit)[0] == 0
    assert json.loads((tmp_path / "n.json").read_text())["nodes"][0] == {"id": "a", "hidden": True}


@pytest.mark.parametrize(
    "name, contents, told",
    [
        ("a.mmd", "flowchart LR\n  a[Größe]\n".encode("utf-16"), "UTF-16"),
        ("a.mmd", b"\xfe\xff" + "flowchart LR\n  a[Größe]\n".encode("utf-16-be"), "UTF-16"),
        ("a.mmd", "flowchart LR\n  a[Größe]\n".encode("latin-1"), "Latin-1"),
        ("a.dot", 'digraph { a [label="Größe"] }'.encode("latin-1"), "Latin-1"),
        ("a.csv", "source,target\nä,b\n".encode("latin-1"), "Latin-1"),
        ("a.json", '{"nodes":[{"id":"ä"}],"edges":[]}'.encode("utf-16"), "UTF-16"),
        ("a.scxml", XML.format("UTF-16").encode("utf-16"), "UTF-16"),
        ("a.scxml", XML.format("UTF-16").encode("utf-16-le"), "UTF-16"),
        ("a.scxml", XML.format("ISO-8859-1").encode("latin-1"), "Latin-1"),
        ("a.mmd", "flowchart LR\n  a[Größe]\n".encode() + b"  b[\xff]\n", "line 3, column 5"),
    ],
)
def test_other_encodings_are_read_and_told(run, tmp_path, name, contents, told):
    (tmp_path / name).write_bytes(contents)
    code, out, _ = run("check", name, "--json")
    ((loss,),) = (entry["losses"] for entry in json.loads(out))
    assert (code, loss["code"]) == (0, "encoding") and told in loss["message"]
    assert "�" not in run("convert", name, "--quiet")[1] or "line 3" in told
    assert "ä" in run("convert", name, "--quiet")[1] or "Größe" in run("convert", name, "--quiet")[1]


@pytest.mark.parametrize(
    "name, contents, told",
    [
        ("a.mmd", "mermaid\n", "not Mermaid"),
        ("a.mmd", "", "empty"),
        ("a.dot", "nothing", "not DOT"),
        ("a.gexf", "hello", "not GEXF"),
        ("a.twee", "hello", "not Twee"),
        ("a.csv", "x;y\n1;2\n", "edgeList"),
        ("a.json", "nope", "not JSON"),
        ("a.xyz", "nope", "not JSON"),
    ],
)
def test_the_ending_says_whose_error_it_is(run, tmp_path, name, contents, told):
    (tmp_path / name).write_text(contents)
    code, _, err = run("info", name)
    assert code == 2 and told in err


def test_a_story_in_several_files_is_one_document(run, tmp_path):
    folder = tmp_path / "story"
    folder.mkdir()
    (folder / "a.twee").write_text(":: Square\n[[North->Market]] [[South->Harbor]] [[West->Temple]]\n")
    (folder / "b.tw").write_text("\ufeff:: Market\n[[Back->Square]]\n:: Harbor\n:: Temple\n")
    assert run("convert", "story/a.twee")[0] == 0
    assert run("convert", "story", "-o", "all.json")[0] == 0
    assert run("convert", "story/a.twee", "story/b.tw", "-o", "same.json")[0] == 0
    assert (tmp_path / "all.json").read_text() == (tmp_path / "same.json").read_text()
    (found,) = json.loads(run("info", "all.json", "--json")[1])
    assert (found["nodes"], found["edges"], found["losses"]) == (4, 4, [])
    (tmp_path / "x.mmd").write_text("flowchart LR\n a --> b\n")
    assert run("convert", "x.mmd", "story")[0] == 2
    (tmp_path / "nothing").mkdir()
    assert run("convert", "nothing")[0] == 2


def test_a_link_more_changes_two_lines_of_text(run, tmp_path):
    links = [f"  n{k} --> n{(7 * k + 3) % 20}" for k in range(20)]
    texts = []
    for name, lines in (("a.mmd", links), ("b.mmd", links[:9] + ["  n3 --> new"] + links[9:])):
        (tmp_path / name).write_text("\n".join(["flowchart LR", *lines, ""]))
        code, out, _ = run("convert", name, "--to", "text", "--quiet")
        texts.append(out.splitlines())
        assert code == 0 and "position" not in out
    assert set(texts[0]) < set(texts[1]) and len(texts[1]) == len(texts[0]) + 2


def changed(text, *changes):
    """The file with other values at some places, each a path and a value."""
    whole = json.loads(json.dumps(text))
    for *path, last, value in changes:
        place = whole
        for step in path:
            place = place[step]
        if isinstance(place, list) and last == len(place):
            place.append(value)
        else:
            place[last] = value
    return whole


FLOW = [
    {"id": "f", "type": "tab", "label": "Flow"},
    {"id": "a", "type": "inject", "z": "f", "name": "A", "x": 100, "y": 100, "wires": [["b"]]},
    {"id": "b", "type": "debug", "z": "f", "name": "B", "x": 300, "y": 100, "wires": []},
]
COMFY = {
    "last_node_id": 2, "last_link_id": 1, "groups": [], "config": {}, "extra": {}, "version": 0.4,
    "nodes": [
        {"id": 1, "type": "Load", "pos": [0, 0], "size": [200, 50], "flags": {}, "order": 0, "mode": 0, "outputs": [{"name": "O", "type": "IMAGE", "links": [1]}], "widgets_values": ["a"]},
        {"id": 2, "type": "Save", "pos": [300, 0], "size": [200, 50], "flags": {}, "order": 1, "mode": 0, "inputs": [{"name": "I", "type": "IMAGE", "link": 1}]},
    ],
    "links": [[1, 1, 0, 2, 0, "IMAGE"]],
}
N8N = {
    "name": "W", "active": False, "settings": {},
    "nodes": [{"parameters": {"v": 1}, "id": "i", "name": "Start", "type": "n8n-nodes-base.start", "typeVersion": 1, "position": [0, 0]}],
    "connections": {},
}
CYTO = {"elements": {"nodes": [{"data": {"id": "p"}}, {"data": {"id": "a", "parent": "p"}, "position": {"x": 0, "y": 0}}], "edges": []}}
COMPOUND = ["elements", "nodes", 2]


def debug(name):
    return {"id": name, "type": "debug", "z": "f", "name": name, "x": 300, "y": 300, "wires": []}


def saver(node, link):
    return {"id": node, "type": "Save", "pos": [300, 200], "size": [200, 50], "flags": {}, "order": 2, "mode": 0, "inputs": [{"name": "I", "type": "IMAGE", "link": link}]}


def saved(node, link):
    return [("nodes", 2, saver(node, link)), ("links", 1, [link, 1, 0, node, 0, "IMAGE"]), ("nodes", 0, "outputs", 0, "links", [1, link]), ("last_node_id", node), ("last_link_id", link)]


@pytest.mark.parametrize("base, more", [(changed(FLOW, (3, debug("t"))), [(1, "wires", [["b", "t"]])]), (COMFY, [("links", 1, [2, 1, 0, 2, 0, "IMAGE"]), ("nodes", 0, "outputs", 0, "links", [1, 2]), ("last_link_id", 2)])])
def test_a_link_more_of_a_program_changes_a_line(run, tmp_path, base, more):
    texts = []
    for name, text in (("a.json", base), ("b.json", changed(base, *more))):
        (tmp_path / name).write_text(json.dumps(text))
        texts.append(set(run("convert", name, "--to", "text", "--quiet")[1].splitlines()))
    assert len(texts[0] ^ texts[1]) == 1


def test_text_of_a_canvas_says_nothing_twice(run, tmp_path):
    node = {"id": "a", "type": "text", "text": "Long words", "x": 1, "y": 2, "width": 30, "height": 40, "mine": "kept"}
    (tmp_path / "a.canvas").write_text(json.dumps({"nodes": [node], "edges": []}))
    _, out, _ = run("convert", "a.canvas", "--to", "text", "--quiet")
    assert out.count("Long words") == 1 and 'foreign {"jsonCanvas":{"mine":"kept"}}' in out


def merge(run, tmp_path, texts, name):
    for side, text in zip(("base", "ours", "theirs"), texts):
        (tmp_path / side).write_text(text)
    # The names that git gives have no ending.
    code, _, err = run("merge", "base", "ours", "theirs")
    return code, (tmp_path / "ours").read_text(), err


def test_flowcharts_are_merged_by_what_edges_join(run, tmp_path):
    base = "flowchart LR\n  one --> two\n  two --> three\n"
    ours = "flowchart LR\n  zero --> one\n  one --> two\n  two --> three\n"
    theirs = "flowchart LR\n  one\n  two --> three\n  three --> four\n"
    code, text, err = merge(run, tmp_path, (base, ours, theirs), "a.mmd")
    assert (code, err) == (0, "")
    edges = {line.strip() for line in text.splitlines() if "-->" in line}
    assert edges == {"zero --> one", "two --> three", "three --> four"}
    # What one side has removed, and the other one left as it was, is gone.
    code, text, err = merge(run, tmp_path, (base, "flowchart LR\n  two --> three\n", base + "  three --> four\n"), "a.mmd")
    assert (code, err) == (0, "") and "one" not in text and "three --> four" in text
    code, text, err = merge(run, tmp_path, (base, base.replace("one -->", "one -->|x|"), base.replace("one -->", "one -->|y|")), "a.mmd")
    assert code == 1 and '-->|"x"|' in text and "label" in err


PAGE = "# T\n\nfirst\n\n```mermaid\nflowchart LR\n  one --> two\n  two --> three\n```\n\nmiddle\n\n```mermaid\nsequenceDiagram\n  A->>B: x\n```\n\nlast\n"


@pytest.mark.parametrize(
    "ours, theirs, code, kept, gone",
    [
        ({"first": "FIRST"}, {"last": "LAST"}, 0, ["FIRST", "LAST", "  two --> three"], ["<<<<<<<"]),
        ({"one --> two": "one --> two\n  one --> x1"}, {"two --> three": "two --> three\n  three --> x2"}, 0, ["one --> x1", "three --> x2"], ["<<<<<<<"]),
        ({"one --> two": "one --> own"}, {"last": "LAST"}, 0, ["  one --> own\n  two --> three", "LAST"], []),
        ({"first": "FIRST"}, {"one --> two": "one --> their"}, 0, ["FIRST", "  one --> their\n"], []),
        ({"first": "mine"}, {"first": "yours"}, 1, ["<<<<<<< ours\nmine\n=======\nyours\n>>>>>>> theirs\n"], []),
        ({"A->>B: x": "A->>B: y"}, {"A->>B: x": "A->>B: z"}, 1, ["A->>B: y\n=======", "A->>B: z\n>>>>>>>"], []),
        ({"A->>B: x": "A->>B: x\n  B->>A: y"}, {"sequenceDiagram": "sequenceDiagram\n  participant A"}, 0, ["participant A\n  A->>B: x\n  B->>A: y"], []),
        ({"middle": "```dot\ngraph { a }\n```"}, {"last": "```dot\ngraph { b }\n```"}, 0, ["graph { a }", "graph { b }"], ["<<<<<<<"]),
    ],
)
def test_pages_are_merged_around_fences_and_in_them(run, tmp_path, ours, theirs, code, kept, gone):
    texts = [PAGE]
    for change in (ours, theirs):
        text = PAGE
        for old, new in change.items():
            text = text.replace(old, new)
        texts.append(text)
    found, text, err = merge(run, tmp_path, texts, "a.md")
    assert found == code, err
    for part in kept:
        assert part in text
    for part in gone:
        assert part not in text


def test_a_fence_that_one_side_removed_and_the_other_changed_is_a_conflict(run, tmp_path):
    start, end = PAGE.index("```mermaid"), PAGE.index("middle")
    without = PAGE[:start] + PAGE[end:]
    assert merge(run, tmp_path, (PAGE, without, PAGE.replace("last", "LAST")), "a.md")[:2] == (0, without.replace("last", "LAST"))
    code, text, _ = merge(run, tmp_path, (PAGE, without, PAGE.replace("one -->", "changed -->")), "a.md")
    assert code == 1 and "changed -->" in text


@pytest.mark.parametrize(
    "base, ours, theirs, merged",
    [
        (FLOW, [(1, "name", "N")], [(1, "wires", [["b", "t"]]), (3, debug("t"))], [(1, "name", "N"), (1, "wires", [["b", "t"]]), (3, debug("t"))]),
        (FLOW, [(1, "wires", [["b", "o"]]), (3, debug("o"))], [(1, "wires", [["b", "t"]]), (3, debug("t"))], [(1, "wires", [["b", "o", "t"]]), (3, debug("o")), (4, debug("t"))]),
        (FLOW, [(1, "x", 55)], [(2, "y", 555)], [(1, "x", 55), (2, "y", 555)]),
        (COMFY, [("nodes", 0, "widgets_values", ["o"])], saved(3, 2), [("nodes", 0, "widgets_values", ["o"]), *saved(3, 2)]),
        (COMFY, saved(3, 2), saved(4, 3), [*saved(3, 2), ("nodes", 3, saver(4, 3)), ("links", 2, [3, 1, 0, 4, 0, "IMAGE"]), ("nodes", 0, "outputs", 0, "links", [1, 2, 3]), ("last_node_id", 4), ("last_link_id", 3)]),
        (N8N, [("nodes", 0, "parameters", "q", 2)], [("nodes", 0, "typeVersion", 2), ("settings", "t", 1)], [("nodes", 0, "parameters", "q", 2), ("nodes", 0, "typeVersion", 2), ("settings", "t", 1)]),
        (
            CYTO, [(*COMPOUND, {"data": {"id": "o", "parent": "p"}, "position": {"x": -600, "y": 0}})], [(*COMPOUND, {"data": {"id": "t", "parent": "p"}, "position": {"x": 700, "y": 0}})],
            [(*COMPOUND, {"data": {"id": "o", "parent": "p"}, "position": {"x": -600, "y": 0}}), ("elements", "nodes", 3, {"data": {"id": "t", "parent": "p"}, "position": {"x": 700, "y": 0}})],
        ),
        (CYTO, [("elements", "nodes", 1, "classes", "o")], [("elements", "nodes", 1, "position", {"x": 9, "y": 8})], [("elements", "nodes", 1, "classes", "o"), ("elements", "nodes", 1, "position", {"x": 9, "y": 8})]),
    ],
)
def test_what_each_side_has_changed_of_an_element_is_merged(run, tmp_path, base, ours, theirs, merged):
    texts = [json.dumps(text) for text in (base, changed(base, *ours), changed(base, *theirs))]
    code, text, err = merge(run, tmp_path, texts, "a.json")
    assert (code, err) == (0, "")
    assert json.loads(text) == changed(base, *merged)


def test_what_both_have_changed_of_an_element_is_a_conflict(run, tmp_path):
    texts = [json.dumps(changed(N8N, ("nodes", 0, "parameters", "v", value))) for value in (1, 2, 3)]
    code, text, err = merge(run, tmp_path, texts, "a.json")
    assert code == 1 and "foreign" in err and json.loads(text)["nodes"][0]["parameters"] == {"v": 2}


@pytest.mark.parametrize(
    "name, text",
    [
        ("a.scxml", '<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0"><state id="a"/></scxml>'),
        ("a.json", '{"directed": true, "multigraph": false, "nodes": [{"id": "a"}], "links": []}'),
        ("a.dot", "digraph { nodesep=2; a -> b }"),
    ],
)
def test_a_file_that_is_not_written_whole_is_not_merged(run, tmp_path, name, text):
    texts = [text, text.replace('"a"', '"o"').replace("a -> b", "o -> b"), text.replace('"a"', '"t"').replace("a -> b", "t -> b")]
    code, after, err = merge(run, tmp_path, texts, name)
    assert code == 129 and after == texts[1] and err


def document(run, tmp_path, name, text):
    (tmp_path / name).write_text(text)
    code, out, err = run("convert", name, "--quiet")
    assert code == 0, err
    return json.loads(out)


def test_ranks_of_dot_are_constraints_both_ways(run, tmp_path):
    text = "digraph { a -> b -> c; { rank=same; a; c } subgraph s { rank=sink; b } { rank=source d } { rank=same a } { rank=odd e } }"
    found = document(run, tmp_path, "a.dot", text)
    assert [(one["kind"], one["ids"], one["layer"]) for one in found["constraints"]] == [
        ("layer", ["a", "c"], "same"), ("layer", ["b"], "last"), ("layer", ["d"], "first")]
    places = {node["id"]: node["position"]["y"] for node in found["nodes"]}
    assert places["a"] == places["c"] < places["b"]
    (tmp_path / "b.dot").write_text(run("convert", "a.dot", "--to", "dot", "--quiet")[1])
    assert document(run, tmp_path, "b.dot", (tmp_path / "b.dot").read_text())["constraints"] == found["constraints"]
    (loss,) = json.loads(run("check", "a.dot", "--json")[1])[0]["losses"]
    assert "rank" in loss["message"] and loss["grade"] == "look"


def test_sets_of_ranks_have_a_bound(run, tmp_path):
    nested = "{rank=same; a; b;" * 3000 + "".join(f"n{k};" for k in range(5000)) + "}" * 3000
    (tmp_path / "a.dot").write_text("digraph {" + nested + "}")
    code, _, err = run("info", "a.dot")
    assert code == 2 and "bytes" in err


@pytest.mark.parametrize(
    "chart, layouts",
    [
        ("TB\n subgraph one\n a --> b\n end\n", {"one": "right"}),
        ("LR\n subgraph one\n a --> b\n end\n", {"one": "down"}),
        ("TB\n subgraph one\n a --> b\n end\n b --> c\n", {}),
        ("TB\n subgraph one\n a --> b\n end\n one --> c\n c --> c\n", {"one": "right"}),
        ("TB\n subgraph one\n a --> b\n end\n one --> a\n", {}),
        ("TB\n subgraph one\n direction BT\n a --> b\n end\n", {"one": "up"}),
        ("TB\n subgraph one\n a\n end\n", {}),
        ("TB\n subgraph one\n a\n subgraph two\n b --> c\n end\n end\n", {"one": "right", "two": "down"}),
        ("TB\n subgraph one\n a --> b\n subgraph two\n b --> c\n c\n end\n end\n", {"one": "right"}),
        ("TB\n subgraph one\n a --> b\n end\n subgraph two\n c --> d\n end\n a --> c\n", {}),
    ],
)
def test_a_closed_subgraph_leads_across_the_chart(run, tmp_path, chart, layouts):
    found = document(run, tmp_path, "a.mmd", "flowchart " + chart)
    stated = {node["id"]: node["layout"]["options"]["direction"] for node in found["nodes"] if "layout" in node}
    assert stated == layouts
    # Written and read again it is the same.
    again = document(run, tmp_path, "b.mmd", run("convert", "a.mmd", "--to", "mermaid", "--quiet")[1])
    assert {node["id"]: node["layout"]["options"]["direction"] for node in again["nodes"] if "layout" in node} == layouts


@pytest.mark.parametrize(
    "chart, label",
    [
        ('subgraph "Main" timeline\n a\n end', "Main timeline"),
        ('subgraph "Main"\n a\n end', "Main"),
        ('a[["x" <br> y]]', "x\n y"),
        ('a("p" q)', "p q"),
    ],
)
def test_words_behind_a_string_belong_to_it(run, tmp_path, chart, label):
    found = document(run, tmp_path, "a.mmd", f"flowchart TB\n {chart}\n")
    assert [node["label"].replace(" \n", "\n") for node in found["nodes"] if node["label"] != "a"] == [label]


@pytest.mark.parametrize("chart", ['a["x" "y"]', 'a["x" y', 'a["x" [y]]', 'subgraph "A" "B"\n a\n end'])
def test_a_second_string_is_an_error(run, tmp_path, chart):
    (tmp_path / "a.mmd").write_text(f"flowchart TB\n {chart}\n")
    assert run("info", "a.mmd")[0] == 2


@pytest.mark.parametrize("begin, end, name", [("subgraph g{}\n", "end\n", "a.mmd"), ("subgraph cluster_{} {{\n", "}}\n", "a.dot")])
def test_nested_groups_take_a_time_that_grows_with_their_number(run, tmp_path, begin, end, name):
    def seconds(count):
        inner = "".join(begin.format(k) for k in range(count)) + "a --> b\n" * (name == "a.mmd") + "a -> b\n" * (name == "a.dot")
        text = inner + end.format() * count
        (tmp_path / name).write_text(f"flowchart TB\n{text}" if name == "a.mmd" else f"digraph {{\n{text}}}")
        began = time.monotonic()
        assert run("info", name)[0] == 0
        return time.monotonic() - began

    few = min(seconds(1000) for _ in range(2))
    assert min(seconds(4000) for _ in range(2)) < 9 * few
