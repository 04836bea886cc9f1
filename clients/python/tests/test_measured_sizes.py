"""Sizes that front ends measured: what they decide, who keeps them, and what leaves them as they are."""

import json
import os
import random

import pytest

from nodewire_client import Client
from nodewire_client.errors import InvalidValue, LimitExceeded, NoSuchNode, ReadOnly, ServerError

CONTENT = {
    "nodes": [
        {"id": "a", "position": {"x": 0, "y": 0}, "data": {"label": "one"}},
        {"id": "b", "position": {"x": 300, "y": 0}, "data": {"label": "two"}},
        {"id": "c", "position": {"x": 600, "y": 0}, "width": 20, "height": 20},
    ],
    "edges": [{"id": "e", "source": "a", "target": "b"}],
}


@pytest.fixture
def client(server, tmp_path):
    with Client.launch(server, root=tmp_path, timeout=60) as client:
        yield client


def size(width, height):
    return {"width": width, "height": height}


def measured(document):
    return {node["id"]: node["measured"] for node in document.read()["nodes"] if "measured" in node}


def box(item):
    return size(item["width"], item["height"])


def frame(document, node):
    bounds = document.bounds(nodes=[node])["bounds"]
    return bounds["width"], bounds["height"]


def test_they_decide_frames_hits_routes_and_pictures(client):
    document = client.create(CONTENT)
    view = document.open_view(width=900, height=300, scene="svg")
    frames = []
    client.on("view/frame", frames.append)
    assert view.hit_test(at={"x": 200, "y": 70})["hits"][0]["kind"] == "canvas"
    path = view.scene_items.edges["e"]["path"]
    document.node.measure(sizes={"a": size(220, 90)})
    assert view.hit_test(at={"x": 200, "y": 70})["hits"][0]["id"] == "a"
    assert box(view.scene_items.nodes["a"]) == size(220, 90)
    assert view.scene_items.edges["e"]["path"] != path
    assert set(frames[-1]["update"]["nodes"]) == {"a"}
    assert document.bounds()["bounds"]["height"] == 90
    assert 'width="220" height="90"' in document.export(format="svg")["text"]


def test_they_are_saved_and_nothing_else_knows_of_them(server, tmp_path, client):
    file = tmp_path / "a.json"
    file.write_text(json.dumps(CONTENT))
    document = client.open("a.json", durability="process")
    before = document.hash()["hash"]
    document.node.measure(sizes={"a": size(111, 22)})
    assert document.hash()["hash"] == before
    assert client.call("document/list")["documents"][0]["dirty"] is False
    assert document.history.list()["labels"] == []
    assert not [name for name in os.listdir(tmp_path) if "journal" in name]
    document.node.move(ids=["a"], by={"x": 1, "y": 0})
    journal = [path for path in tmp_path.rglob("*journal*") if path.is_file()]
    assert journal and all(b"measured" not in path.read_bytes() for path in journal)
    moved = document.hash()["hash"]
    document.save()
    assert json.loads(file.read_text())["nodes"][0]["measured"] == size(111, 22)
    document.close()
    again = client.open("a.json")
    assert measured(again) == {"a": size(111, 22)} and again.hash()["hash"] == moved
    assert frame(again, "a") == (111, 22)


def change(draw, document, views, count):
    ids = [node["id"] for node in document.read()["nodes"]]
    kind = draw.randrange(11)
    sizes = {id: draw.choice((None, size(draw.randrange(1, 400), draw.randrange(90)))) for id in draw.sample(ids, 2)}
    if kind < 2:
        document.node.measure(sizes=sizes)
    elif kind < 4:
        draw.choice(views).measure(sizes=sizes)
    elif kind == 4:
        document.node.update(id=draw.choice(ids), patch={"data": {"label": f"text {count}"}})
    elif kind == 5:
        document.history.undo(steps=draw.randrange(1, 4))
    elif kind == 6:
        document.history.redo(steps=draw.randrange(1, 4))
    elif kind == 7:
        document.node.insert(node={"id": f"n{draw.randrange(5)}", "position": {"x": count, "y": 0}, "measured": size(3, 4)})
    elif kind == 8 and len(ids) > 3:
        document.element.remove(nodes=[draw.choice(ids)])
    elif kind == 9:
        view = draw.choice(views)
        document.node.update(id=draw.choice(ids), patch={"measured": draw.choice((None, size(5, 6)))}, view=view.id)
        document.history.undo(view=draw.choice(views).id)
    else:
        document.duplicate(nodes=[draw.choice(ids)])


@pytest.mark.parametrize("seed", range(6))
def test_a_copy_keeps_the_same_sizes(client, seed):
    draw = random.Random(seed)
    document = client.create(CONTENT)
    views = [document.open_view(width=900, height=600, scene="svg") for _ in range(3)]
    for count in range(80):
        try:
            change(draw, document, views, count)
        except ServerError:
            pass
        if len(views) > 1 and draw.random() < 0.03:
            views.pop().close()
        content = document.read()
        replica = document.replica
        assert [dict(node) for node in replica.nodes.in_order()] == content["nodes"]
        items = views[0].scene_items.nodes
        for node in content["nodes"]:
            if "measured" in node and "width" not in node:
                assert box(items[node["id"]]) == node["measured"]


def test_sizes_of_views_are_not_saved_and_go_with_them(client, tmp_path):
    (tmp_path / "a.json").write_text(json.dumps(CONTENT))
    document = client.open("a.json")
    document.node.measure(sizes={"a": size(50, 20)})
    views = [document.open_view(width=900, height=600) for _ in range(2)]
    views[0].measure(sizes={"a": size(60, 20), "b": size(61, 20)})
    views[1].measure(sizes={"a": size(70, 20)})
    assert (frame(document, "a"), frame(document, "b")) == ((70, 20), (61, 20))
    document.save()
    saved = json.loads((tmp_path / "a.json").read_text())["nodes"]
    assert [node.get("measured") for node in saved] == [size(50, 20), None, None]
    # A node that is removed meanwhile comes back without the sizes of views that are closed.
    document.element.remove(nodes=["a"])
    views[1].close()
    document.history.undo()
    assert frame(document, "a") == (60, 20)
    views[0].close()
    assert measured(document) == {"a": size(50, 20)}


def test_merges_and_refreshed_files_leave_them_as_they_are(client, tmp_path):
    file = tmp_path / "a.json"
    file.write_text(json.dumps(CONTENT))
    document = client.open("a.json", replica="r")
    document.node.measure(sizes={"a": size(50, 20)})
    theirs = json.loads(file.read_text())
    theirs["nodes"][0].update(measured=size(1, 1), data={"label": "theirs"})
    theirs["nodes"].append({"id": "d", "position": {"x": 0, "y": 90}, "measured": size(8, 8)})
    file.write_text(json.dumps(theirs))
    document.refresh()
    assert measured(document) == {"a": size(50, 20), "d": size(8, 8)}
    assert document.read()["nodes"][0]["data"] == {"label": "theirs"}
    theirs["nodes"][0]["measured"] = size(2, 2)
    assert document.diff(with_={"text": json.dumps(theirs)})["edits"] == []


def test_two_replicas_have_sizes_of_their_own(client):
    text = json.dumps(CONTENT)
    one, two = (client.open(text=text, replica=name, document=name) for name in ("one", "two"))
    one.node.measure(sizes={"a": size(50, 20)})
    two.node.measure(sizes={"a": size(70, 20)})
    one.node.update(id="a", patch={"data": {"label": "from one"}})
    two.merge(with_={"changes": one.changes_since()["changes"]})
    assert two.read()["nodes"][0]["data"] == {"label": "from one"}
    assert (measured(one), measured(two)) == ({"a": size(50, 20)}, {"a": size(70, 20)})
    assert one.hash()["hash"] == two.hash()["hash"]


def test_who_may_only_read_may_measure(server, tmp_path, client):
    (tmp_path / "a.json").write_text(json.dumps(CONTENT))
    client.open("a.json")
    with Client.launch(server, root=tmp_path, timeout=60) as other:
        document = other.open("a.json")
        with pytest.raises(ReadOnly):
            document.node.move(ids=["a"], by={"x": 1, "y": 0})
        document.node.measure(sizes={"a": size(50, 20)})
        assert frame(document, "a") == (50, 20)
        with pytest.raises(ReadOnly):
            document.edit(edits=[{"method": "node/measure", "params": {"sizes": {"a": None}}}])


def test_what_no_size_can_be_is_refused(client):
    document = client.create(CONTENT)
    view = document.open_view(width=9, height=9)
    for measure in (document.node.measure, view.measure):
        for bad in (size(-1, 1), size(1, 1e7), size(1e308, 1)):
            with pytest.raises(InvalidValue):
                measure(sizes={"b": size(1, 1), "a": bad})
        with pytest.raises(NoSuchNode):
            measure(sizes={"a": size(1, 1), "nobody": None})
        with pytest.raises(LimitExceeded):
            measure(sizes={f"x{i}": None for i in range(10_001)})
    for text in ("-1", "null", '"1"', "[]"):
        with pytest.raises(ServerError):
            document.node.measure(sizes=json.loads('{"a":{"width":1,"height":%s}}' % text))
    assert measured(document) == {} and client.call("document/list")["documents"][0]["revision"] == 0


def test_a_text_gives_a_node_its_size(client):
    types = {"note": {"sizeFrom": {"label": "/data/text", "maxWidth": 120, "padding": 6, "fontSize": 20}}}
    nodes = [{"id": "a", "type": "note", "position": {"x": 0, "y": 0}, "data": {"text": "some words that go on"}}]
    document = client.create({"types": types, "nodes": nodes})
    view = document.open_view(width=9, height=9, scene="svg")
    for text in ("short", "a text of many words, and another part of it", "x" * 60, "", "a\nb\nc", 12.5):
        document.node.update(id="a", patch={"data": {"text": text}})
        picture = document.export(format="svg", options={"theme": "light"})["text"]
        lines = [part.split("</text>")[0].split(">")[-1] for part in picture.split("<text")[1:]]
        width, height = frame(document, "a")
        assert "".join(lines).replace(" ", "") == "".join(str(text).split())
        assert width <= 120 and height == -(-max(len(lines), 1) * 20 * 16 // 13) + 12
        assert box(view.scene_items.nodes["a"]) == size(width, height)
    document.node.update(id="a", patch={"data": {"text": None}})
    assert frame(document, "a") == (150, 60)
    document.types.update(patch={"note": {"sizeFrom": {"label": "/id"}, "defaultSize": size(9, 9)}})
    assert frame(document, "a") == (9, 9)
    document.types.update(patch={"note": {"sizeFrom": {"label": "/data/text", "minWidth": 90, "minHeight": 46}}})
    for text, wanted in (("", (90, 46)), ("x" * 60, (112, 160))):
        document.node.update(id="a", patch={"data": {"text": text}})
        assert frame(document, "a") == wanted


def test_the_fix_of_a_label_that_is_cut_off(client):
    draw = random.Random(1)
    shapes = ("rectangle", "ellipse", "diamond", "capsule", "hexagon")
    nodes = [
        {
            "id": f"n{i}", "position": {"x": 300 * i, "y": 0}, "shape": draw.choice(shapes),
            **size(draw.randrange(200), draw.randrange(60)),
            "data": {"label": " ".join("word" * draw.randrange(1, 4) for _ in range(draw.randrange(9)))},
        }
        for i in range(60)
    ]
    document = client.create({"nodes": nodes})
    assert not [one for one in document.check()["diagnostics"] if one["code"] == "labelClipped"]
    document.settings.update(patch={"diagnostics": {"labelClipped": "info", "overlap": "off"}})
    found = document.check()["diagnostics"]
    assert 10 < len(found) and {one["code"] for one in found} == {"labelClipped"}
    for one in found:
        document.edit(edits=one["fixes"][0]["edits"])
    assert document.check()["diagnostics"] == []
