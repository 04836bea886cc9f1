"""What leads from a document to another one, asked of the real server and on the command line."""

import json
import subprocess
from random import Random

import pytest

from nodewire_client import Client, errors
from nodewire_dev import draws

MANY = 6000


@pytest.fixture
def client(server, tmp_path):
    with Client.launch([server], root=tmp_path, timeout=300) as client:
        yield client


def drawn(seed):
    """A small document, drawn as for the fuzzer; what breaks its structure is left out when it is opened."""
    random = Random(seed)
    content = {"nodewire": 1, "nodes": draws.nodes(random, []), "edges": draws.edges(random)}
    random.shuffle(content["nodes"])
    if random.random() < 0.7:
        content["types"] = draws.types(random)
    if random.random() < 0.7:
        content["settings"] = draws.settings(random)
    if random.random() < 0.3:
        content["title"] = random.choice(("t", None, {"n": [1.50]}))
    return content


def hash_of(client, document):
    return client.call("document/hash", {"document": document})["hash"]


def opened(client, content):
    return client.call("document/open", {"text": json.dumps(content)})["document"]


def lead(client, document, text):
    """Performs the difference; returns the edits."""
    edits = client.call("document/diff", {"document": document, "with": {"text": text}})["edits"]
    if edits:
        client.call("document/edit", {"document": document, "edits": edits})
    return edits


@pytest.mark.parametrize("seed", range(40))
def test_the_edits_lead_to_the_hash_and_back(client, seed):
    first, second = drawn(seed), drawn(1000 + seed)
    document, other = opened(client, first), opened(client, second)
    before, after = hash_of(client, document), hash_of(client, other)
    lead(client, document, json.dumps(second))
    assert hash_of(client, document) == after
    assert lead(client, document, json.dumps(second)) == []
    client.call("history/undo", {"document": document})
    assert hash_of(client, document) == before
    client.call("history/redo", {"document": document})
    lead(client, document, json.dumps(first))
    assert hash_of(client, document) == before


def test_other_formats_and_files_are_read_as_when_they_are_opened(client, tmp_path):
    (tmp_path / "other.mmd").write_text("flowchart LR\na --> b")
    document = opened(client, {"nodewire": 1, "nodes": [{"id": "a"}], "edges": []})
    edits = client.call("document/diff", {"document": document, "with": {"path": "other.mmd"}})["edits"]
    client.call("document/edit", {"document": document, "edits": edits})
    other = client.call("document/open", {"path": "other.mmd"})["document"]
    assert hash_of(client, document) == hash_of(client, other)


@pytest.mark.parametrize("other, error", [
    ({"text": '{"nodes": ['}, errors.FormatError),
    ({"text": "[" * 2000}, errors.FormatError),
    ({"path": "../outside.json"}, errors.PathError),
    ({"path": "none.json"}, errors.PathError),
    ({}, errors.InvalidParams),
    ({"text": "{}", "path": "a.json"}, errors.InvalidParams),
])  # fmt: skip
def test_bad_input_is_refused(client, other, error):
    document = opened(client, drawn(1))
    with pytest.raises(error):
        client.call("document/diff", {"document": document, "with": other})


def test_a_large_difference_is_a_job_and_small(client):
    nodes = [{"id": f"n{index}", "position": {"x": index, "y": 0}} for index in range(MANY)]
    document = opened(client, {"nodewire": 1, "nodes": nodes, "edges": []})
    nodes[17]["position"]["x"] = -1
    text = json.dumps({"nodewire": 1, "nodes": [nodes[-1], *nodes[:-1]], "edges": []})
    edits = client.call("document/diff", {"document": document, "with": {"text": text}, "progressToken": "d"})["edits"]
    change = {"nodes": {"n17": {"set": {"position": {"x": -1, "y": 0}}}}, "order": {"nodes": [{"id": f"n{MANY - 1}", "before": "n0"}]}}
    assert [(edit["method"], edit["params"]) for edit in edits] == [("document/apply", {"change": change, "rules": "report"})]


def test_announced_changes_are_performed_in_another_document(client):
    """What one document announces another one applies: both stay equal. Some edits carry locked elements along."""
    random = Random(5)
    content = drawn(3)
    for node in content["nodes"]:
        node.pop("locked", None)
    first, second = opened(client, content), opened(client, content)
    changes = []
    client.on("document/changed", lambda params: changes.append(params))
    done = 0
    for _ in range(300):
        method, params = draws.edit(random)
        if "locked" in json.dumps(params):
            continue
        try:
            client.call(method, {**params, "document": first})
        except errors.NodewireError:
            continue
        for change in [change for change in changes if change["document"] == first]:
            client.call("document/apply", {"document": second, "change": change})
            done += 1
        changes.clear()
        left, right = (client.call("document/read", {"document": document}) for document in (first, second))
        assert {**left, "revision": 0} == {**right, "revision": 0}
    assert done > 30


def test_the_command_line(server, tmp_path):
    def diff(*arguments):
        done = subprocess.run([server, "diff", *arguments], cwd=tmp_path, capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout

    a = {"nodewire": 1, "nodes": [{"id": "a", "locked": True}, {"id": "b"}], "edges": [{"id": "e", "source": "a", "target": "b"}]}
    b = {"nodewire": 1, "nodes": [{"id": "a", "locked": True, "label": "A"}, {"id": "c"}], "edges": [], "title": "t"}
    (tmp_path / "a.json").write_text(json.dumps(a))
    (tmp_path / "b.json").write_text(json.dumps(b))
    (tmp_path / "damaged.json").write_text('{"nodes": [')
    assert diff("a.json", "a.json") == (0, "")
    assert diff("a.json", "a.json", "--json") == (0, '{"edits":[]}\n')
    code, text = diff("a.json", "b.json")
    assert code == 1 and text.splitlines() == [
        'node "a" is changed: label "A"', 'node "b" is removed', 'node "c" is added: {"id":"c"}', 'edge "e" is removed',
        'the document is changed: title "t"',
    ]  # fmt: skip
    code, text = diff("--stat", "a.json", "b.json")
    assert code == 1 and text.splitlines() == [
        "nodes: 1 added, 1 removed, 1 changed", "  default: 1 added, 1 removed, 1 changed",
        "edges: 1 removed", "  default: 1 removed", "document: 1 changed",
    ]  # fmt: skip
    assert diff("--stat", "a.json", "a.json") == (0, "")
    code, text = diff("--json", "a.json", "b.json")
    assert code == 1 and [edit["method"] for edit in json.loads(text)["edits"]] == ["document/apply"] * 2
    for wrong in (("a.json",), ("a.json", "none.json"), ("a.json", "damaged.json"), ("a.json", "b.json", "--what")):
        assert diff(*wrong) == (2, "")


def test_elements_are_counted_once_by_what_becomes_of_them(server, tmp_path):
    nodes = [{"id": name, "type": "card", "position": {"x": 0, "y": 0}} for name in "abcdef"]
    a = {"nodes": nodes, "edges": [], "settings": {"snapGrid": [5, 5]}}
    moved = {**nodes[0], "position": {"x": 9, "y": 0}}
    changed = {**nodes[1], "position": {"x": 9, "y": 0}, "type": "note"}
    b = {"nodes": [moved, changed, nodes[3], nodes[2], {"id": "n", "type": "note"}], "edges": [], "types": {"card": {}}}
    for name, value in (("a.json", a), ("b.json", b)):
        (tmp_path / name).write_text(json.dumps(value))
    done = subprocess.run(
        [server, "diff", "--stat", "--json", "a.json", "b.json"], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    nothing = {"added": 0, "removed": 0, "changed": 0, "moved": 0}
    assert done.returncode == 1 and json.loads(done.stdout) == {
        "nodes": {
            "added": 1, "removed": 2, "changed": 1, "moved": 2,
            "byType": {"card": {**nothing, "removed": 2, "changed": 1, "moved": 2}, "note": {**nothing, "added": 1}},
        },
        "edges": {**nothing, "byType": {}}, "settings": 1, "types": 1, "document": 0,
    }  # fmt: skip


def test_the_operands_of_git(server, tmp_path):
    for name, label in (("a.json", "a"), ("b.json", "b")):
        (tmp_path / name).write_text(json.dumps({"nodes": [{"id": "n", "label": label}], "edges": []}))

    def diff(*arguments, **variables):
        done = subprocess.run(
            [server, "diff", *arguments], cwd=tmp_path, env=variables, capture_output=True, text=True, timeout=60
        )
        return done.returncode, done.stdout

    said = 'diff g.json\nnode "n" is changed: label "b"\n'
    seven = ("g.json", "a.json", "0" * 40, "100644", "b.json", "1" * 40, "100644")
    assert diff(*seven) == (0, said) and diff("--exit-code", *seven) == (1, said)
    assert diff(*seven, "h.json", "similarity index 90%") == (0, said.replace("g.json", "g.json h.json"))
    added = ("g.json", "/dev/null", ".", ".", "b.json", "1" * 40, "100644")
    assert diff(*added) == (0, 'diff g.json\nnode "n" is added: {"id":"n","label":"b"}\n')
    for pair in (("a.json", "/dev/null"), ("/dev/null", "a.json"), ("/dev/null", "/dev/null")):
        assert diff(*pair, "-o", "x.svg")[0] != 2
        assert (tmp_path / "x.svg").read_text().startswith("<svg")
    assert diff("/dev/null", "/dev/null", "--exit-code") == (0, "")
    assert diff("g.json", GIT_DIFF_PATH_TOTAL="1")[0] == 0 and diff("g.json")[0] == 2
    for count in (3, 4, 5, 6, 8):
        assert diff(*(seven + ("h.json",))[:count])[0] == 2
