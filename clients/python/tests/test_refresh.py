"""A document follows its file, which others have changed; what is not saved is kept."""

import json

import pytest

from nodewire_client.errors import FormatError, PathError

from served_folder import TEXT, folder, launch


def node(ident, **more):
    return {"id": ident, "position": {"x": 0, "y": 0}, **more}


def edge(ident, source="a", target="b", **more):
    return {"id": ident, "source": source, "target": target, **more}


class Shared:
    """A file, a document that was opened from it, and what the client heard."""

    def __init__(self, launch, file, nodes, edges=(), limits=None, **more):
        self.file = file
        self.write(nodes, edges, **more)
        self.client = launch(limits=limits or {})
        self.heard = []
        self.client.on("document/changedOnDisk", self.heard.append)
        self.document = self.client.open(file.name)

    def write(self, nodes, edges=(), **more):
        self.file.write_text(json.dumps({"nodewire": 1, "nodes": list(nodes), "edges": list(edges), **more}))

    def edit(self, method, **params):
        return self.client.call(method, {"document": self.document.id, **params})

    def update(self, ident, **patch):
        self.edit("node/update", id=ident, patch=patch)

    def refresh(self):
        return self.edit("document/refresh")

    @property
    def content(self):
        content = self.edit("document/read")
        return {name: content[name] for name in ("nodes", "edges", "content", "settings") if name in content}

    @property
    def nodes(self):
        return {node["id"]: {k: v for k, v in node.items() if k not in ("id", "position")} for node in self.content["nodes"]}

    @property
    def hash(self):
        return self.edit("document/hash")["hash"]

    @property
    def is_dirty(self):
        return self.client.call("document/list")["documents"][0]["dirty"]


@pytest.fixture
def shared(launch, folder):
    return lambda *content, **more: Shared(launch, folder / "a.json", *content, **more)


def test_a_clean_document_becomes_what_the_file_holds(shared):
    one = shared([node("a", label="one"), node("b"), node("c")], [edge("e"), edge("f", "b", "c")], settings={"snapToGrid": True})
    before, revision = one.content, one.edit("document/hash")["revision"]
    one.write([node("c"), node("a", label="two"), node("d")], [edge("e", "a", "d")], settings={"allowCycles": False}, mood="sunny")
    changes = []
    one.client.on("document/changed", changes.append)
    seen = one.refresh()
    assert (seen["revision"], seen["repaired"]) == (revision + 1, [])
    assert {kind: sorted(ids) for kind, ids in seen["changed"].items()} == {"nodes": ["a", "b", "d"], "edges": ["e", "f"]}
    assert one.heard == [{"document": one.document.id, "path": "a.json"}]
    assert [change["cause"] for change in changes] == ["document/refresh"]
    assert not one.is_dirty
    with_file = one.client.open("a.json")
    assert one.client.call("document/hash", {"document": with_file.id})["hash"] == one.hash
    with_file.close()
    # One undo step, after which the document is another one than the file.
    assert one.edit("history/undo")["steps"] == 1
    assert one.content == before and one.is_dirty
    one.edit("history/redo")
    assert not one.is_dirty
    one.edit("document/save")


def test_an_unchanged_file_changes_nothing(shared):
    one = shared([node("a")])
    assert one.refresh() == {"revision": 0, "changed": {}, "repaired": []}
    one.update("a", label="mine")
    text = one.file.read_text()
    one.file.write_text(text)
    assert one.refresh() == {"revision": 1, "changed": {}, "repaired": []}
    one.file.write_text(text + "\n")
    assert one.refresh() == {"revision": 1, "changed": {}, "repaired": []}
    assert one.is_dirty
    one.edit("document/save")


def test_what_both_changed_is_brought_together(shared):
    one = shared([node("a", label="one", data={"k": 1, "l": 1, "m": 1}), node("b"), node("c"), node("d")], [edge("e")])
    one.update("a", label="mine", data={"k": 2})
    one.edit("element/remove", nodes=["c"])
    one.edit("node/insert", node=node("mine"))
    one.write(
        [node("a", label="theirs", zIndex=3, data={"k": 3, "l": 3}), node("theirs"), node("b", label="b"), node("c", label="c")],
        [edge("e", label="e")],
    )
    before = one.content
    seen = one.refresh()
    assert seen["repaired"] == []
    assert one.nodes == {
        "a": {"label": "mine", "zIndex": 3, "data": {"k": 2, "l": 3}},
        "theirs": {},
        "b": {"label": "b"},
        "mine": {},
    }
    assert one.content["edges"] == [edge("e", label="e")]
    assert one.is_dirty
    one.edit("history/undo")
    assert one.content == before
    one.edit("history/redo")
    one.edit("document/save")
    assert {node["id"] for node in json.loads(one.file.read_text())["nodes"]} == {"a", "b", "mine", "theirs"}
    # The file is what it was, so undo does not come to a state that counts as saved.
    one.edit("history/undo", steps=9)
    assert one.is_dirty


def test_what_loses_its_ends_is_left_out_and_reported(shared):
    one = shared([node("a"), node("b"), node("g", type="group"), node("in", parentId="g")], [edge("e")])
    one.edit("edge/connect", edge={"source": "b", "target": "a", "id": "mine"})
    one.update("in", label="changed")
    one.write([node("a")])
    seen = one.refresh()
    assert {one["code"] for one in seen["repaired"]} == {"noSuchNode"}
    assert [one["elements"] for one in seen["repaired"]] == [{"nodes": ["in"]}, {"edges": ["mine"]}]
    assert set(one.nodes) == {"a", "in"} and one.content["edges"] == []


def test_the_state_that_was_saved_is_found_on_either_side(shared):
    one = shared([node("a"), node("b"), node("c")])
    one.update("a", label="x")
    one.edit("document/save")
    one.edit("history/undo")
    one.write([node("a", label="x"), node("b", label="theirs")])
    one.refresh()
    assert one.nodes == {"a": {}, "b": {"label": "theirs"}}


@pytest.mark.parametrize("undone", [1, 2, 3])
def test_the_state_that_was_saved_is_found_behind_steps_that_were_replaced(shared, undone):
    one = shared([node("a"), node("b"), node("c"), node("d")])
    for name in "abc":
        one.update(name, label="saved")
    one.edit("document/save")
    one.edit("history/undo", steps=undone)
    one.update("a", data={"mine": 1})
    one.edit("history/undo")
    one.update("a", data={"mine": 2})
    saved = {name: {"label": "saved"} for name in "abc"[: 3 - undone]}
    assert one.nodes == {"a": {}, "b": {}, "c": {}, "d": {}, **saved, "a": {**saved.get("a", {}), "data": {"mine": 2}}}
    one.write([node("a", label="saved"), node("b", label="saved", zIndex=1), node("c", label="theirs"), node("new")])
    before = one.nodes
    one.refresh()
    # What was taken back here stays so; what others changed since the save comes in, and what they removed goes.
    assert one.nodes == {"a": before["a"], "b": {**before["b"], "zIndex": 1}, "c": {}, "new": {}}


def test_where_the_saved_state_is_not_known_nothing_of_ones_own_goes(shared):
    one = shared([node("a"), node("b", label="own"), node("c")], limits={"historySteps": 1})
    for label in "xyz":
        one.update("a", label=label)
    one.write([node("a"), node("b", label="other"), node("new")])
    one.refresh()
    assert one.nodes == {"a": {"label": "z"}, "b": {"label": "own"}, "c": {}, "new": {}}


@pytest.mark.parametrize("how", ["merge", "group"])
def test_the_state_that_was_saved_is_found_behind_a_merge_and_in_a_group(shared, how):
    both = shared([node("a", label="0"), node("b", label="0")])
    if how == "merge":
        mine = {"nodewire": 1, "nodes": [node("a", label="mine"), node("b", label="0")], "edges": []}
        both.edit("document/merge", **{"with": {"text": json.dumps(mine)}})
    else:
        both.edit("history/begin", label="group")
        both.update("a", label="saved")
        both.edit("document/save")
        both.update("a", label="mine")
        both.edit("history/end")
    both.write([node("a", label="0" if how == "merge" else "saved"), node("b", label="theirs")])
    assert both.refresh()["changed"] == {"nodes": ["b"]}
    assert both.nodes == {"a": {"label": "mine"}, "b": {"label": "theirs"}}


def test_a_second_refresh_knows_what_the_first_one_read(shared):
    one = shared([node("a"), node("b"), node("c")])
    one.update("a", label="mine")
    one.write([node("a"), node("b", label="1"), node("c")])
    one.refresh()
    one.write([node("a"), node("b", label="2")])
    one.refresh()
    assert one.nodes == {"a": {"label": "mine"}, "b": {"label": "2"}}


def test_the_same_change_on_both_sides_is_saved(shared):
    one = shared([node("a")])
    one.update("a", label="same")
    one.write([node("a", label="same")])
    assert one.refresh()["changed"] == {}
    assert not one.is_dirty


def test_the_order_is_theirs_unless_it_was_changed_here(shared):
    one = shared([node("a"), node("b"), node("c")])
    one.edit("node/insert", node=node("d"))
    one.write([node("c"), node("b"), node("a")])
    one.refresh()
    assert list(one.nodes) == ["c", "b", "a", "d"]
    one.edit("document/save")
    one.edit("node/reorder", ids=["a"], to="back")
    one.write([node("d"), node("c"), node("b"), node("a"), node("e")])
    one.refresh()
    assert list(one.nodes) == ["a", "d", "c", "b", "e"]


def test_locked_and_transient_elements(shared):
    one = shared([node("a", locked=True), node("b", locked=True)])
    one.edit("node/insert", node=node("t", transient=True))
    one.write([node("a", locked=True, label="theirs")])
    assert one.refresh()["changed"] == {"nodes": ["a", "b"]}
    assert one.nodes == {"a": {"locked": True, "label": "theirs"}, "t": {"transient": True}}
    assert not one.is_dirty


def test_losses_count_as_when_it_is_opened(shared):
    one = shared([node("a")])
    one.write([node("a"), node("a", label="again")], [edge("e")])
    seen = one.refresh()
    assert [repair["code"] for repair in seen["repaired"]] == ["duplicateId", "noSuchNode"]
    with pytest.raises(Exception) as caught:
        one.edit("document/save")
    assert caught.value.data["path"] == "/acceptLosses"
    one.edit("document/save", acceptLosses=True)


def test_what_cannot_be_read_changes_nothing(shared, launch):
    one = shared([node("a")])
    one.update("a", label="mine")
    before = one.content
    one.file.write_text("{")
    for _ in range(2):
        with pytest.raises(FormatError):
            one.refresh()
    one.file.unlink()
    with pytest.raises(PathError):
        one.refresh()
    assert one.content == before and len(one.heard) == 1
    one.write([node("a"), node("b")])
    one.refresh()
    assert one.nodes == {"a": {"label": "mine"}, "b": {}}
    with pytest.raises(PathError):
        one.client.call("document/refresh", {"document": one.client.create({}).id})


def test_inside_a_group_of_edits(shared):
    one = shared([node("a"), node("b")])
    before = one.content
    one.edit("history/begin", label="Together")
    one.update("a", label="mine")
    one.write([node("a"), node("b", label="theirs"), node("c")])
    one.refresh()
    assert one.nodes == {"a": {"label": "mine"}, "b": {"label": "theirs"}, "c": {}}
    one.edit("history/end")
    assert one.is_dirty
    one.edit("history/undo")
    assert one.content == before
