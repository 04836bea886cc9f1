"""Files that are merged with what both come from, on the command line and by git."""

import json
import os
import shutil
import subprocess
from random import Random

import pytest
from merged_files import client, content, hash_of, ids, merge, write

GIT = shutil.which("git")


def test_both_sides_are_taken(server, tmp_path):
    base = write(tmp_path / "base", content(a={"label": "x", "width": 1}))
    ours = write(tmp_path / "ours", content(a={"label": "x", "width": 2}))
    theirs = write(tmp_path / "theirs", content(order="bnca", a={"label": "y", "width": 1}))
    done = merge(server, base, ours, theirs)
    assert (done.returncode, done.stderr) == (0, "")
    assert ids(ours) == ["b", "n", "c", "a"]
    assert json.loads(ours.read_text())["nodes"][3] == {"id": "a", "label": "y", "width": 2}
    assert "stamps" not in json.loads(ours.read_text())


@pytest.mark.parametrize("which", range(3))
def test_a_pipe_is_read_to_its_end(server, tmp_path, which):
    """Each of the files may be one, also where it is longer than a pipe holds at a time."""
    long = "y" * (1 << 18)
    contents = [content(a={"label": long, "width": 1}) for _ in range(3)]
    contents[1]["nodes"][0]["width"] = 2
    contents[2]["nodes"].append({"id": "d"})
    files = [write(tmp_path / name, each) for name, each in zip(("base", "ours", "theirs"), contents)]
    text, out = files[which].read_text(), tmp_path / "out"
    files[which] = "/dev/stdin"
    done = subprocess.run(
        [server, "merge", *map(str, files), "-o", out], input=text, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert ids(out) == [*(node["id"] for node in contents[1]["nodes"]), "d"]
    assert json.loads(out.read_text())["nodes"][0] == {"id": "a", "label": long, "width": 2}


@pytest.mark.parametrize("base", ["/dev/null", "/dev/stdin", "empty"])
def test_a_base_that_is_empty_holds_no_elements(server, tmp_path, base):
    ours, theirs = (write(tmp_path / name, content()) for name in ("ours", "theirs"))
    (tmp_path / "empty").write_text("")
    done = subprocess.run([server, "merge", base, ours, theirs], cwd=tmp_path, input=b"", check=False, timeout=60)
    assert done.returncode == 0


def test_conflicts_are_listed_and_ours_is_taken(server, tmp_path):
    base = write(tmp_path / "base", content(a={"label": "x"}, edges=[{"id": "e", "source": "b", "target": "c"}]))
    ours = write(tmp_path / "ours", content(order="ab", a={"label": "o"}))
    edges = [{"id": "e", "source": "b", "target": "c", "label": "t"}]
    theirs = write(tmp_path / "theirs", content(a={"label": "t"}, edges=edges))
    before = ours.read_text()
    out = tmp_path / "out"
    done = merge(server, base, ours, theirs, "-o", out)
    assert done.returncode == 1
    assert sorted(done.stderr.splitlines()) == [
        'nodewire: conflict: edge "e" is removed on one side and changed on the other; ours is taken',
        'nodewire: conflict: label of node "a" was changed on both sides; ours is taken',
    ]
    assert ours.read_text() == before
    assert json.loads(out.read_text())["nodes"] == [{"id": "a", "label": "o"}, {"id": "b"}]


@pytest.mark.parametrize("torn", ['{"nodes":', '{"nodes":[{"id":"a"},{"id":"a"}],"edges":[]}'])
@pytest.mark.parametrize("which", range(3))
def test_nothing_is_written_where_something_would_be_lost(server, tmp_path, torn, which):
    files = [write(tmp_path / str(number), content()) for number in range(3)]
    if which == 0 and torn.endswith("}"):
        pytest.skip("a base may hold what is left out")
    write(files[which], torn)
    before = files[1].read_text()
    assert merge(server, *files).returncode == 129
    assert files[1].read_text() == before
    assert merge(server, files[0], files[1]).returncode == 129
    assert merge(server, files[0], files[1], tmp_path / "missing").returncode == 129


@pytest.mark.parametrize("names", ("ot", "to"))
def test_both_sides_get_the_same_file(server, tmp_path, names):
    base = write(tmp_path / "base", content())
    sides = [
        write(tmp_path / name, content(order=f"ab{name}xc" if name == "o" else f"ab{name}c", **{name: {"label": name}}))
        for name in names
    ]
    results = []
    for ours, theirs in (sides, sides[::-1]):
        assert merge(server, base, ours, theirs, "-o", tmp_path / "result").returncode == 0
        results.append((tmp_path / "result").read_bytes())
    assert results[0] == results[1]
    assert ids(tmp_path / "result") == ["a", "b", "o", "x", "t", "c"]


def nodes_of(path):
    return {node["id"]: node for node in json.loads(path.read_text())["nodes"]}


def merged_both_ways(server, tmp_path, base, *sides):
    """What comes out with the sides in either order, which is the same but for whose it is; and what is said of it."""
    files = [write(tmp_path / name, value) for name, value in zip(("base", "one", "two"), (base, *sides))]
    results = []
    for ours, theirs in (files[1:], files[:0:-1]):
        done = merge(server, files[0], ours, theirs, "-o", tmp_path / "result")
        shown = json.loads((tmp_path / "result").read_text())
        results.append((done.returncode, sorted(shown.pop("conflicts", {})), shown))
    assert results[0] == results[1]
    return results[0][0], done.stderr


@pytest.mark.parametrize("base", ("", content()))
def test_what_both_sides_insert_under_one_id_is_two_elements(server, tmp_path, base):
    edges = [{"id": "e", "source": "a", "target": "n"}]
    one = content(order="abcn", n={"label": "one", "width": 5}, edges=edges)
    two = content(order="abcnm", n={"label": "two", "data": {"k": 1}}, m={"parentId": "n"}, edges=edges)
    code, message = merged_both_ways(server, tmp_path, base, one, two)
    nodes = nodes_of(tmp_path / "result")
    assert code == 1 and len(nodes) == 6
    labels = {node["label"]: node for node in nodes.values() if "label" in node}
    assert labels["one"] == {"id": labels["one"]["id"], "label": "one", "width": 5}
    assert labels["two"] == {"id": labels["two"]["id"], "label": "two", "data": {"k": 1}}
    assert "n" in (labels["one"]["id"], labels["two"]["id"])
    # What lies in a node and ends on it follows.
    assert nodes["m"]["parentId"] == labels["two"]["id"]
    found = json.loads((tmp_path / "result").read_text())["edges"]
    assert sorted(edge["target"] for edge in found) == sorted(node["id"] for node in labels.values())
    assert len({edge["id"] for edge in found}) == 2
    renamed = next(node["id"] for node in labels.values() if node["id"] != "n")
    assert 'conflict: node "n" was inserted on both sides; ' in message and f'is "{renamed}" now' in message


def test_the_same_insertion_on_both_sides_is_one_element(server, tmp_path):
    one = content(order="abcn", n={"label": "n", "width": 5.0})
    two = content(order="abcn", n={"width": 5, "label": "n"})
    code, message = merged_both_ways(server, tmp_path, content(), one, two)
    assert (code, message, len(nodes_of(tmp_path / "result"))) == (0, "", 4)


def test_replicas_that_have_heard_of_an_insertion_have_one_element(client, server, tmp_path):
    text = json.dumps(content())
    for name in "xy":
        client.call("document/open", {"document": name, "replica": name, "text": text})
    client.call("node/insert", {"document": "x", "node": {"id": "n", "label": "n"}})
    changes = client.call("document/changesSince", {"document": "x"})["changes"]
    client.call("document/merge", {"document": "y", "with": {"changes": changes}})
    client.call("node/update", {"document": "y", "id": "n", "patch": {"label": "y"}})
    for name in "xy":
        client.call("document/save", {"document": name, "path": name})
    base = write(tmp_path / "base", content())
    done = merge(server, base, tmp_path / "x", tmp_path / "y")
    assert "inserted on both sides" not in done.stderr
    assert nodes_of(tmp_path / "x")["n"]["label"] == "y" and len(nodes_of(tmp_path / "x")) == 4


def test_replicas_hear_of_two_elements_that_had_one_id(client):
    text = json.dumps(content())
    for name in "xyz":
        client.call("document/open", {"document": name, "replica": name, "text": text})
    for name in "xy":
        client.call("node/insert", {"document": name, "node": {"id": "n", "label": name}})
        client.call("edge/connect", {"document": name, "edge": {"source": "a", "target": "n"}})
    for name in "xy":
        client.call("document/save", {"document": name, "path": name})
    for name, other in ("xy", "yx"):
        found = client.call("document/merge", {"document": name, "with": {"path": other}, "base": {"text": text}})
        assert [conflict["member"] for conflict in found["conflicts"]] == ["@id"]
    for name, other in ("xy", "yx", "zx", "zy", "xz", "yz"):
        changes = client.call("document/changesSince", {"document": other})["changes"]
        client.call("document/merge", {"document": name, "with": {"changes": changes}})
    assert len({hash_of(client, name) for name in "xyz"}) == 1
    nodes = {node["id"]: node.get("label") for node in client.call("document/read", {"document": "z"})["nodes"]}
    assert sorted(label for label in nodes.values() if label) == ["x", "y"]
    edges = client.call("document/read", {"document": "z"})["edges"]
    assert len({edge["target"] for edge in edges}) == 2


def arranged(random, order):
    """An order in which some are gone, come or moved."""
    order = [name for name in order if random.random() < 0.9]
    order += random.sample("uvwxyz", random.randrange(3))
    for _ in range(random.randrange(3)):
        moved = order.pop(random.randrange(len(order))) if order else "a"
        order.insert(random.randrange(len(order) + 1), moved)
    return "".join(dict.fromkeys(order))


@pytest.mark.parametrize("seed", range(30))
def test_orders_are_the_same_for_both_sides_or_in_conflict(server, tmp_path, seed):
    random = Random(seed)
    base = "".join(random.sample("abcdefgh", random.randrange(1, 8)))
    first, second = arranged(random, base), arranged(random, base)
    files = [write(tmp_path / name, content(order=order)) for name, order in zip("bot", (base, first, second))]
    results = []
    for ours, theirs in (files[1:], files[:0:-1]):
        code = merge(server, files[0], ours, theirs, "-o", tmp_path / "result").returncode
        results.append((code, (tmp_path / "result").read_bytes()))
    assert results[0][0] == results[1][0]
    assert results[0][0] == 1 or results[0] == results[1], (base, first, second)
    if first == second:
        assert results[0][0] == 0
    # What one side has left alone is as the other one has it.
    done = merge(server, files[0], files[0], files[1], "-o", tmp_path / "result")
    assert (done.returncode, "".join(ids(tmp_path / "result"))) == (0, first)


def test_the_same_order_on_both_sides_is_no_conflict(server, tmp_path):
    base, side = write(tmp_path / "base", content(order="ab")), write(tmp_path / "side", content(order="ba"))
    done = merge(server, base, side, side, "-o", tmp_path / "result")
    assert (done.returncode, done.stderr, ids(tmp_path / "result")) == (0, "", ["b", "a"])


def test_parts_of_what_became_no_object_are_in_conflict(server, tmp_path):
    base = write(tmp_path / "base", content(a={"data": {"p": 1}}))
    text = write(tmp_path / "text", content(a={"data": "s"}))
    more = write(tmp_path / "more", content(a={"data": {"p": 1, "q": 2}}))
    for ours, theirs, taken in ((text, more, "ours"), (more, text, "theirs")):
        done = merge(server, base, ours, theirs, "-o", tmp_path / "result")
        conflict = f'nodewire: conflict: data of node "a" was changed on both sides; {taken} is taken\n'
        assert (done.returncode, done.stderr) == (1, conflict)
        assert json.loads((tmp_path / "result").read_text())["nodes"][0]["data"] == "s"


@pytest.mark.parametrize("bad", ("base", "ours", "theirs"))
@pytest.mark.parametrize("text", ('{"nodewire": 2, "nodes": []}', "<svg/>", '{"nodewire": 1, "nodes": [', "\x00"))
def test_the_message_names_the_file_that_cannot_be_read(server, tmp_path, bad, text):
    files = {name: write(tmp_path / name, content()) for name in ("base", "ours", "theirs")}
    write(files[bad], text)
    before = files["ours"].read_bytes()
    done = merge(server, *files.values())
    assert done.returncode == 129
    assert f"{files[bad]}: " in done.stderr
    assert files["ours"].read_bytes() == before and sorted(path.name for path in tmp_path.iterdir()) == sorted(files)


def test_the_message_names_the_file_whose_format_is_not_written(server, tmp_path):
    files = [tmp_path / f"{name}.scxml" for name in ("base", "ours", "theirs")]
    ours = '<scxml><state id="A"><transition target="B"/></state><state id="B"/></scxml>'
    for file, text in zip(files, (ours, ours, ours.replace("</scxml>", '<state id="C"/></scxml>'))):
        file.write_text(text)
    done = merge(server, *files)
    assert done.returncode == 129 and done.stderr.startswith(f"nodewire: {files[1]}: ")
    assert files[1].read_text() == ours
    assert merge(server, *files, "-o", tmp_path / "result.json").returncode == 0
    assert sorted(ids(tmp_path / "result.json")) == ["A", "B", "C"]


@pytest.mark.skipif(GIT is None, reason="git is not installed")
def test_git_merges_by_it(server, tmp_path):
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "HOME": str(tmp_path)}

    def git(*arguments):
        done = subprocess.run(
            [GIT, *arguments], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        return done.returncode

    def commit(value):
        write(tmp_path / "g.nodewire.json", value)
        assert git("add", ".") == 0 and git("commit", "-qm", "-") == 0

    assert git("init", "-q", "-b", "main") == 0
    for name, value in (
        ("user.name", "n"), ("user.email", "n@example.com"), ("merge.nodewire.driver", f'"{server}" merge %O %A %B'),
    ):
        assert git("config", name, value) == 0
    write(tmp_path / ".gitattributes", "*.nodewire.json merge=nodewire\n")
    commit(content())
    assert git("checkout", "-qb", "other") == 0
    commit(content(order="abcd", a={"label": "theirs"}))
    assert git("checkout", "-q", "main") == 0
    commit(content(order="zabc", b={"label": "ours"}))
    assert git("merge", "-q", "-m", "-", "other") == 0
    assert ids(tmp_path / "g.nodewire.json") == ["z", "a", "b", "c", "d"]
    # The same member on both sides is a conflict, with a whole file.
    assert git("checkout", "-q", "other") == 0
    commit(content(order="abcd", a={"label": "again"}))
    assert git("checkout", "-q", "main") == 0
    commit(content(order="zabcd", a={"label": "mine"}))
    assert git("merge", "-q", "-m", "-", "other") == 1
    assert json.loads((tmp_path / "g.nodewire.json").read_text())["nodes"][1] == {"id": "a", "label": "mine"}
