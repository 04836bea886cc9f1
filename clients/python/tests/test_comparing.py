"""Views that compare, asked of the real server and on the command line."""

import json
import subprocess
import xml.etree.ElementTree as ElementTree

import pytest

from nodewire_client import Client, errors


def node(id, x, y, **members):
    return {"id": id, "position": {"x": x, "y": y}, "width": 100, "height": 50, **members}


BEFORE = {
    "nodewire": 1,
    "nodes": [node("a", 0, 0, data={"text": "one"}), node("b", 200, 0), node("c", 400, 0)],
    "edges": [{"id": "ab", "source": "a", "target": "b"}, {"id": "bc", "source": "b", "target": "c"}],
}
AFTER = {
    "nodewire": 1,
    "nodes": [node("a", 0, 0, data={"text": "two"}), node("c", 400, 100), node("d", 0, 200)],
    "edges": [{"id": "ad", "source": "a", "target": "d"}],
}


@pytest.fixture
def client(server, tmp_path):
    with Client.launch([server], root=tmp_path, timeout=300) as client:
        yield client


def opened(client, content):
    return client.call("document/open", {"text": json.dumps(content)})["document"]


def compared(client, document, other):
    view = client.call(
        "view/open", {"document": document, "width": 800, "height": 600, "compare": {"with": other}}
    )["view"]
    return view


def differences(client, view):
    listed = client.call("view/differences", {"view": view})
    kinds = {}
    for found in listed["differences"]:
        kinds[found.get("node") or found.get("edge")] = found["difference"]
    assert listed["count"] == len(kinds)
    return kinds


ALL = {"a": "changed", "b": "removed", "c": "moved", "d": "added", "ab": "removed", "bc": "removed", "ad": "added"}


def test_every_form_of_other_content_gives_the_same(client, tmp_path):
    (tmp_path / "before.json").write_text(json.dumps(BEFORE))
    document = opened(client, BEFORE)
    client.call("document/restore", {"document": document, "with": {"text": json.dumps(AFTER)}})
    for other in (
        {"path": "before.json"},
        {"text": json.dumps(BEFORE)},
        {"revision": 0},
        {"document": opened(client, BEFORE)},
    ):
        assert differences(client, compared(client, document, other)) == ALL


def test_a_ghost_is_hit_and_refuses_edits(client):
    document = opened(client, AFTER)
    view = compared(client, document, {"text": json.dumps(BEFORE)})
    (hit,) = client.call("view/hitTest", {"view": view, "at": {"x": 220, "y": 25}})["hits"]
    assert hit["kind"] == "node" and hit["id"] == "b" and hit["ghost"] is True
    # What the document has is in front of it.
    client.call("node/move", {"document": document, "ids": ["d"], "by": {"x": 200, "y": -200}})
    (hit,) = client.call("view/hitTest", {"view": view, "at": {"x": 220, "y": 25}})["hits"]
    assert hit["id"] == "d" and "ghost" not in hit
    for method, params in (
        ("node/move", {"ids": ["b"], "by": {"x": 1, "y": 0}}),
        ("edge/update", {"id": "bc", "patch": {"label": "x"}}),
        ("element/remove", {"nodes": ["b"]}),
    ):
        with pytest.raises(errors.NodewireError, match="removed and is only shown"):
            client.call(method, {"document": document, **params})


def test_two_documents_are_compared_both_ways(client):
    document, other = opened(client, AFTER), opened(client, BEFORE)
    view, back = compared(client, document, {"document": other}), compared(client, other, {"document": document})
    turned = {"added": "removed", "removed": "added"}
    assert differences(client, back) == {id: turned.get(kind, kind) for id, kind in ALL.items()}
    client.call("node/update", {"document": other, "id": "a", "patch": {"data": {"text": "two"}}})
    assert "a" not in differences(client, view) and "a" not in differences(client, back)
    accepted = client.call("document/accept", {"document": document, "view": view, "elements": {"nodes": ["d"]}})
    assert accepted["changed"] == other
    assert "d" not in differences(client, view) and "d" not in differences(client, back)
    client.call("history/undo", {"document": other})
    assert differences(client, view)["d"] == "added"
    client.call("document/accept", {"document": document, "view": view})
    assert differences(client, view) == differences(client, back) == {}
    hashes = {client.call("document/hash", {"document": name})["hash"] for name in (document, other)}
    assert len(hashes) == 1


def test_documents_that_are_too_large_are_not_compared(client):
    many = {"nodewire": 1, "nodes": [{"id": f"n{at}"} for at in range(100_001)], "edges": []}
    document = opened(client, many)
    with pytest.raises(errors.NodewireError, match="nodes and edges are compared"):
        compared(client, document, {"revision": 0})


def test_pictures_and_acceptance_on_the_command_line(server, tmp_path):
    def run(*arguments):
        return subprocess.run([server, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False)

    (tmp_path / "a.json").write_text(json.dumps(BEFORE))
    (tmp_path / "b.json").write_text(json.dumps(AFTER))
    assert run("diff", "a.json", "b.json", "-o", "d.svg").returncode == 1
    picture = ElementTree.parse(tmp_path / "d.svg").getroot()
    marked = {}
    for group in picture.iter("{http://www.w3.org/2000/svg}g"):
        kind = group.get("class") or ""
        if kind.startswith("difference "):
            marked[group.get("data-node") or group.get("data-edge")] = kind.split()[1]
    assert marked == ALL
    assert run("diff", "a.json", "a.json", "-o", "same.svg").returncode == 0
    assert run("accept", "a.json", "b.json", "--element", "ad", "-o", "c.json").returncode == 0
    assert {node["id"] for node in json.loads((tmp_path / "c.json").read_text())["nodes"]} == {"a", "b", "c", "d"}
    assert run("accept", "a.json", "b.json", "--element", "zz").returncode == 2
    assert json.loads((tmp_path / "a.json").read_text()) == BEFORE
    assert run("accept", "a.json", "b.json").returncode == 0
    assert run("diff", "a.json", "b.json").returncode == 0
