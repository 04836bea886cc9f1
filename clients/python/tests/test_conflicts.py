"""Conflicts of merges that are kept in a file: what they hold, how they are resolved, and how git gets on with them."""

import json
import os
import shutil
import subprocess

import pytest
from nodewire_client import errors
from merged_files import client, content, ids, merge, write

GIT = shutil.which("git")
NAME = "g.nodewire.json"


def run(server, *arguments, folder=None):
    return subprocess.run(
        [server, *map(str, arguments)], cwd=folder, capture_output=True, text=True, check=False, timeout=60
    )


def resolve(server, path, take=None, *keys):
    params = {**({"keys": keys} if keys else {}), **({"take": take} if take else {})}
    done = run(server, "edit", path, "--do", json.dumps({"method": "conflict/resolve", "params": params}))
    assert done.returncode == 0, done.stderr
    return json.loads(path.read_text())


@pytest.fixture
def merged(server, tmp_path):
    """A file with conflicts of all kinds."""
    edges = [{"id": "e", "source": "a", "target": "b"}]
    base = content(order="abcdn", a={"label": "x", "data": {"p": 1, "q": 1}}, edges=edges)
    ours = content(order="cabk", a={"label": "o", "data": {"p": 2, "q": 1}}, k={"label": "o"}, edges=edges)
    theirs = content(
        order="bacdnk", a={"label": "t", "data": {"p": 3, "q": 2}}, d={"label": "d"}, k={"label": "t"},
        edges=[*edges, {"id": "z", "source": "a", "target": "n"}],
    )  # fmt: skip
    for value, grid in ((base, None), (ours, [5, 5]), (theirs, [7, 7])):
        value["settings"] = {"snapGrid": grid} if grid else {}
    files = [write(tmp_path / name, value) for name, value in (("base", base), ("ours", ours), ("theirs", theirs))]
    done = merge(server, *files, "-o", tmp_path / NAME)
    assert done.returncode == 1
    return tmp_path / NAME


def test_each_conflict_is_noted_with_the_values_of_all_sides(server, merged):
    notes = json.loads(merged.read_text())["conflicts"]
    renamed = notes["nodes/k/@id"]["renamed"]
    assert notes == {
        "nodes/a/label": {"node": "a", "member": "label", "base": "x", "ours": "o", "theirs": "t", "taken": False},
        "nodes/a/data/p": {"node": "a", "member": "data/p", "base": 1, "ours": 2, "theirs": 3, "taken": False},
        "nodes/d/@stands": {
            "node": "d", "member": "@stands", "base": {"id": "d"}, "theirs": {"id": "d", "label": "d"}, "taken": False,
        },
        "nodes/k/@id": {"node": "k", "member": "@id", "renamed": renamed, "taken": notes["nodes/k/@id"]["taken"]},
        "nodes/n/@stands": {
            "node": "n", "member": "@stands", "base": {"id": "n"}, "theirs": {"id": "n"}, "taken": False,
        },
        "edges/z/@stands": {
            "edge": "z", "member": "@stands", "theirs": {"id": "z", "source": "a", "target": "n"}, "taken": False,
        },
        "settings/snapGrid": {"member": "settings/snapGrid", "ours": [5, 5], "theirs": [7, 7], "taken": False},
    }  # fmt: skip
    done = run(server, "check", "--json", merged)
    found = [one for one in json.loads(done.stdout)[0]["diagnostics"] if one["code"] == "conflict"]
    assert done.returncode == 1 and len(found) == len(notes)
    assert {one["severity"] for one in found} == {"error"}


def test_a_place_is_taken(server, tmp_path):
    orders = ("abcd", "dabc", "adbc")
    files = [write(tmp_path / name, content(order=name)) for name in orders]
    assert merge(server, *files).returncode == 1
    note = {"node": "d", "member": "@place", "ours": {"before": "a"}, "theirs": {"before": "b"}, "taken": False}
    assert json.loads(files[1].read_text())["conflicts"] == {"nodes/d/@place": note}
    resolve(server, files[1], "theirs")
    assert "".join(ids(files[1])) == "adbc"


def test_a_side_is_taken_as_a_whole(server, merged):
    shown = resolve(server, merged, "theirs")
    nodes = {node["id"]: node for node in shown["nodes"]}
    assert "conflicts" not in shown
    assert nodes["a"] == {"id": "a", "label": "t", "data": {"p": 3, "q": 2}}
    assert nodes["d"]["label"] == "d" and shown["settings"]["snapGrid"] == [7, 7]
    assert [node.get("label") for node in shown["nodes"] if node["id"] not in "abcdn"] == ["t"]
    assert {edge["id"] for edge in shown["edges"]} == {"e", "z"}
    assert run(server, "check", merged).returncode == 0


def test_ours_leaves_what_ours_has(server, merged):
    shown = resolve(server, merged, "ours")
    assert sorted(node.get("label", "") for node in shown["nodes"]) == ["", "", "o", "o"]
    assert shown["settings"]["snapGrid"] == [5, 5] and [edge["id"] for edge in shown["edges"]] == ["e"]


def test_one_is_resolved_as_it_is(server, merged):
    before = json.loads(merged.read_text())
    shown = resolve(server, merged, None, "nodes/a/label")
    assert set(before["conflicts"]) - set(shown["conflicts"]) == {"nodes/a/label"}
    assert shown["nodes"] == before["nodes"]


def test_an_edit_of_the_value_leaves_the_note(client, merged):
    client.call("document/open", {"document": "d", "path": NAME})
    client.call("node/update", {"document": "d", "id": "a", "patch": {"label": "mine"}})
    keys = [one["key"] for one in client.call("document/check", {"document": "d"})["diagnostics"]]
    assert "conflict/nodes~1a~1label" in keys
    client.call("conflict/resolve", {"document": "d", "keys": ["nodes/a/label"]})
    keys = [one["key"] for one in client.call("document/check", {"document": "d"})["diagnostics"]]
    assert "conflict/nodes~1a~1label" not in keys
    # Copies have no notes, since none lie in elements.
    assert "conflict" not in json.dumps(client.call("document/copy", {"document": "d", "nodes": ["a"]}))


def test_a_watcher_hears_of_conflicts_and_of_locks_that_forbid_a_side(client, merged):
    client.call("document/open", {"document": "d", "path": NAME})

    def fixes():
        found = client.call("document/check", {"document": "d", "nodes": ["a"]})["diagnostics"]
        return [fix["title"] for one in found if one["key"] == "conflict/nodes~1a~1label" for fix in one["fixes"]]

    sent = {}
    client.on("document/diagnostics", lambda params: sent.update(params["set"]))
    client.call("document/watch", {"document": "d", "diagnostics": True})
    assert fixes() == ["Take ours", "Take theirs", "Keep it as it is"]
    assert sent["conflict/nodes~1a~1label"]["fixes"][0]["title"] == "Take ours"
    client.call("node/update", {"document": "d", "id": "a", "patch": {"locked": True}})
    assert fixes() == ["Keep it as it is"]
    assert [fix["title"] for fix in sent["conflict/nodes~1a~1label"]["fixes"]] == fixes()


def test_over_the_wire_notes_are_made_on_request(client):
    base, theirs = content(a={"label": "x"}), json.dumps(content(a={"label": "t"}))
    params = {"document": "d", "with": {"text": theirs}, "base": {"text": json.dumps(base)}}
    for conflicts in (None, "list", "note"):
        client.call("document/open", {"document": "d", "text": json.dumps(content(a={"label": "o"}))})
        done = client.call("document/merge", {**params, **({"conflicts": conflicts} if conflicts else {})})
        assert done["conflicts"] == [{"node": "a", "member": "label", "taken": False}]
        noted = client.call("document/read", {"document": "d"})["content"].get("conflicts")
        assert (noted is None) == (conflicts != "note")
        client.call("document/close", {"document": "d", "discard": True})


def test_replicas_hear_of_notes_and_of_their_end(client):
    base = json.dumps(content(a={"label": "x"}))
    for name, label in (("x", "o"), ("y", "x")):
        client.call("document/open", {"document": name, "replica": name, "text": json.dumps(content(a={"label": label}))})
    theirs = json.dumps(content(a={"label": "t"}))
    client.call("document/merge", {"document": "x", "with": {"text": theirs}, "base": {"text": base}, "conflicts": "note"})
    sent = {}

    def hear():
        found = client.call("document/changesSince", {"document": "x", "stamps": sent})
        sent.update(found["stamps"])
        client.call("document/merge", {"document": "y", "with": {"changes": found["changes"]}})
        return client.call("document/read", {"document": "y"})["content"].get("conflicts", {})

    assert set(hear()) == {"nodes/a/label"}
    client.call("conflict/resolve", {"document": "x"})
    assert hear() == {}
    with pytest.raises(errors.InvalidParams):
        client.call("document/merge", {"document": "x", "with": {"text": theirs}, "conflicts": "never"})


@pytest.mark.parametrize("shape", ["reactFlow", "nodewire"])
def test_a_file_of_react_flow_keeps_notes(server, tmp_path, shape):
    sides = [{"nodes": [{"id": "a", "position": {"x": 0, "y": 0}, "data": {"label": label}}], "edges": []} for label in "xot"]
    if shape == "nodewire":
        sides = [{"nodewire": 1, **side} for side in sides]
    files = [write(tmp_path / name, side) for name, side in zip(("base", "ours", "theirs"), sides)]
    assert merge(server, *files).returncode == 1
    assert set(json.loads(files[1].read_text())["conflicts"]) == {"nodes/a/data/label"}
    assert run(server, "check", files[1]).returncode == 1
    assert resolve(server, files[1], "theirs")["nodes"][0]["data"]["label"] == "t"


def test_a_member_of_this_name_that_is_not_ours_stays(server, tmp_path):
    sides = [content(a={"label": label}) for label in "xot"]
    for side in sides:
        side["conflicts"] = ["of somebody else"]
    files = [write(tmp_path / name, side) for name, side in zip(("base", "ours", "theirs"), sides)]
    assert merge(server, *files).returncode == 1
    assert json.loads(files[1].read_text())["conflicts"] == ["of somebody else"]
    assert "conflict" not in run(server, "check", files[1]).stdout


def test_the_result_of_a_merge_is_printed_as_json(server, tmp_path):
    files = [write(tmp_path / name, content(a={"label": name})) for name in ("base", "ours", "theirs")]
    done = merge(server, *files, "--json")
    assert (done.returncode, done.stderr) == (1, "")
    assert json.loads(done.stdout)["conflicts"] == [{"node": "a", "member": "label", "taken": False}]


# In git


@pytest.fixture
def repository(server, tmp_path):
    if GIT is None:
        pytest.skip("git is not installed")
    return Repository(server, tmp_path)


class Repository:
    """A repository with the merge driver and the commands that compare."""

    def __init__(self, server, folder):
        self.folder, self.file = folder, folder / NAME
        self.environment = {
            **os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "HOME": str(folder),
            "GIT_EDITOR": "true", "GIT_PAGER": "cat",
        }  # fmt: skip
        assert self.git("init", "-q", "-b", "main")[0] == 0
        for name, value in (
            ("user.name", "n"), ("user.email", "n@example.com"),
            ("merge.nodewire.driver", f'"{server}" merge %O %A %B'),
            ("diff.nodewire.command", f'"{server}" diff'),
            ("diff.nodewire.textconv", f'"{server}" convert --to text --quiet'),
            ("difftool.nodewire.cmd", f'"{server}" diff "$LOCAL" "$REMOTE"'),
            ("difftool.prompt", "false"), ("diff.tool", "nodewire"),
        ):  # fmt: skip
            assert self.git("config", name, value)[0] == 0
        write(folder / ".gitattributes", "*.nodewire.json merge=nodewire diff=nodewire\n")

    def git(self, *arguments):
        done = subprocess.run(
            [GIT, *arguments], cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=60
        )
        return done.returncode, done.stdout + done.stderr

    def commit(self, value):
        write(self.file, value)
        assert self.git("add", ".")[0] == 0
        code, text = self.git("commit", "-qm", "-")
        assert code == 0, text

    def branches(self, base, ours, theirs):
        """On main ours, on the branch other theirs, one commit after base each."""
        self.commit(base)
        assert self.git("checkout", "-qb", "other")[0] == 0
        self.commit(theirs)
        assert self.git("checkout", "-q", "main")[0] == 0
        self.commit(ours)

    def notes(self):
        return json.loads(self.file.read_text()).get("conflicts", {})


SIDES = (content(a={"label": "x"}), content(a={"label": "main"}), content(a={"label": "other"}))


@pytest.mark.parametrize(
    "command, go_on, ours",
    [
        (("merge", "other"), ("commit", "-qm", "-"), "main"),
        (("cherry-pick", "other"), ("cherry-pick", "--continue"), "main"),
        # Ours is the branch that is rebased upon.
        (("rebase", "other"), ("rebase", "--continue"), "other"),
    ],
)
def test_a_conflict_stops_git_and_goes_on_when_it_is_resolved(server, repository, command, go_on, ours):
    repository.branches(*SIDES)
    code, text = repository.git(*command)
    assert code == 1 and "CONFLICT (content)" in text and "label of node" in text
    assert repository.git("status", "--porcelain")[1].startswith("UU ")
    theirs = "main" if ours == "other" else "other"
    note = {"node": "a", "member": "label", "base": "x", "ours": ours, "theirs": theirs, "taken": False}
    assert repository.notes() == {"nodes/a/label": note}
    assert run(server, "check", repository.file).returncode == 1
    # While it is not resolved, git compares the text with that of both sides, and by the command nothing.
    assert '++conflicts "nodes/a/label"' in repository.git("diff")[1]
    code, text = repository.git("diff", "--cached")
    assert code == 0 and f"unmerged {NAME}" in text
    shown = resolve(server, repository.file, "theirs")
    assert shown["nodes"][0]["label"] == theirs and run(server, "check", repository.file).returncode == 0
    assert repository.git("add", NAME)[0] == 0
    code, text = repository.git(*go_on)
    assert code == 0, text
    assert repository.git("status", "--porcelain", "-uno")[1] == ""


def test_what_one_side_removed_and_the_other_changed_comes_back_with_its_edges(server, repository):
    edges = [{"id": "z", "source": "b", "target": "a"}]
    repository.branches(content(), content(order="bc"), content(a={"label": "t"}, edges=edges))
    assert repository.git("merge", "-q", "other")[0] == 1
    assert set(repository.notes()) == {"nodes/a/@stands", "edges/z/@stands"}
    shown = resolve(server, repository.file, "theirs")
    assert {"id": "a", "label": "t"} in shown["nodes"] and shown["edges"] == edges


def test_what_both_have_inserted_under_a_made_id_is_two_nodes(server, repository):
    """Two clones make the same ids."""
    base = json.dumps(content(order="ab"))
    sides = []
    for label in ("ours", "theirs"):
        insert = {"method": "node/insert", "params": {"node": {"label": label}}}
        connect = {"method": "edge/connect", "params": {"edge": {"source": "a", "target": {"$result": 0}}}}
        path = write(repository.folder / label, base)
        assert run(server, "edit", path, "--do", json.dumps([insert, connect])).returncode == 0
        sides.append(path.read_text())
        path.unlink()
    assert json.loads(sides[0])["nodes"][2]["id"] == json.loads(sides[1])["nodes"][2]["id"]
    repository.branches(base, *sides)
    assert repository.git("merge", "-q", "other")[0] == 1
    shown = json.loads(repository.file.read_text())
    labels = {node["id"]: node.get("label") for node in shown["nodes"]}
    assert sorted(labels[edge["target"]] for edge in shown["edges"]) == ["ours", "theirs"]
    assert {note["member"] for note in repository.notes().values()} == {"@id"}
    shown = resolve(server, repository.file)
    assert len(shown["nodes"]) == 4 and len(shown["edges"]) == 2


def test_a_merge_of_what_is_not_resolved_keeps_the_notes(server, repository):
    repository.branches(*SIDES)
    assert repository.git("merge", "other")[0] == 1
    assert repository.git("commit", "-qam", "-")[0] == 0
    assert repository.git("checkout", "-qb", "third")[0] == 0
    resolve(server, repository.file, "theirs")
    assert repository.git("commit", "-qam", "-")[0] == 0
    assert repository.git("checkout", "-q", "main")[0] == 0
    value = json.loads(repository.file.read_text())
    value["nodes"].append({"id": "new"})
    repository.commit(value)
    assert repository.notes()
    assert repository.git("merge", "-q", "-m", "-", "third")[0] == 0
    assert repository.notes() == {} and ids(repository.file) == ["a", "b", "c", "new"]


def test_a_base_that_cannot_be_read_leaves_ours(server, repository):
    repository.branches(*SIDES)
    before = repository.file.read_text()
    assert repository.git("config", "merge.nodewire.driver", f'"{server}" merge /nowhere %A %B')[0] == 0
    assert repository.git("merge", "other")[0] != 0
    assert repository.file.read_text() == before


def test_git_compares_by_the_command(server, repository):
    many = "abcefghijklmnopq"
    repository.commit(json.dumps(content(order=many, a={"label": "x"}), indent=1))
    write(repository.file, json.dumps(content(order=many + "z", a={"label": "y"}), indent=1))
    write(repository.folder / "new.nodewire.json", content(order="a"))
    assert repository.git("add", "-N", ".")[0] == 0
    code, text = repository.git("diff")
    assert (code, text.splitlines()) == (0, [
        f"diff {NAME}", 'node "a" is changed: label "y"', 'node "z" is added: {"id":"z"}',
        "diff new.nodewire.json", 'node "a" is added: {"id":"a"}',
    ])  # fmt: skip
    repository.git("add", ".")
    assert repository.git("mv", NAME, "moved.nodewire.json")[0] == 0
    code, text = repository.git("diff", "--cached", "-M", "HEAD")
    assert code == 0 and 'node "a" is changed: label "y"' in text and f"diff {NAME} moved.nodewire.json" in text
    assert repository.git("config", "diff.nodewire.command", f'"{server}" diff --stat')[0] == 0
    assert "nodes: 1 added, 1 changed" in repository.git("diff", "--cached", "-M", "HEAD")[1]
    # Without the command the text is compared.
    assert repository.git("config", "--unset", "diff.nodewire.command")[0] == 0
    assert '+node "a": label "y"' in repository.git("diff", "--cached", "-M", "HEAD")[1]
    assert 'node "a" is changed: label "y"' in repository.git("difftool", "-M", "--cached", "HEAD")[1]
