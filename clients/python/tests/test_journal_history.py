"""What a crash leaves of undo and redo: every step, of every view, and whatever was open."""

import json

import pytest

from journal_files import changes, file, journal, serve
from served_folder import TEXT, child
from state_files import every, journal_of


def test_undo_lives_on_after_a_clean_end_where_that_is_wanted(serve, file):
    served = serve(keeps=True)
    served.open()
    served.move(1)
    served.move(2, mergeKey="k")
    served.move(3, mergeKey="k")
    served.call("history/begin", document="d", label="group")
    served.move(4)
    served.call("node/insert", document="d", node={"id": "b", "position": {"x": 0, "y": 0}})
    served.call("history/end", document="d")
    served.call("history/undo", document="d")
    served.call("document/save", document="d")
    served.call("document/close", document="d")
    assert every(file.parent) == [".a.json.nodewire/journal", "a.json"]
    again = serve()
    assert changes(again.open()) == 0
    assert again.history() == (["Move", "Move", "group"], 2)
    assert [one["dirty"] for one in again.call("document/list")["documents"]] == [False]
    assert again.call("history/redo", document="d")["label"] == "group"
    assert len(again.call("document/read", document="d")["nodes"]) == 2
    assert again.call("history/undo", document="d", steps=2)["label"] == "Move"
    assert again.place() == 1
    again.kill()
    third = serve()
    assert changes(third.open()) == 2
    assert (third.place(), third.history()) == (1, (["Move", "Move", "group"], 1))


def test_nothing_stays_after_a_clean_end_else(serve, file):
    """The history begins anew, and what is undone to what the file holds is no change."""
    served = serve()
    served.open()
    served.move(1)
    served.call("document/save", document="d")
    assert journal_of(file).exists()
    served.call("document/close", document="d")
    assert every(file.parent) == ["a.json"]
    served.open()
    assert served.history() == ([], 0)
    served.move(2)
    served.call("history/undo", document="d")
    served.call("document/close", document="d")
    assert every(file.parent) == ["a.json"]


@pytest.mark.parametrize("is_saved", [True, False])
@pytest.mark.parametrize("end", ["shutdown", "end of input", "signal"])
def test_each_end_leaves_what_is_not_saved_and_nothing_else(serve, file, end, is_saved):
    served = serve()
    served.open()
    served.move(1)
    served.call("document/save", document="d")
    served.open("twin")
    if not is_saved:
        served.move(2)
    if end == "shutdown":
        served.client.close()
    elif end == "signal":
        served.process.terminate()
    else:
        served.process.stdin.close()
    served.process.wait(20)
    assert every(file.parent) == ["a.json"] if is_saved else [".a.json.nodewire/journal", "a.json"]
    again = serve()
    assert changes(again.open()) == (0 if is_saved else 1)
    assert again.history() == (([], 0) if is_saved else (["Move", "Move"], 2))


def test_an_autosave_at_the_end_leaves_nothing(server, file):
    process, client = child([server, "--root", str(file.parent)], {"autosave": {"after": 60000}})
    client.call("document/open", {"path": "a.json", "document": "d"})
    client.call("node/move", {"document": "d", "ids": ["a"], "to": {"x": 5, "y": 0}})
    client.call("document/close", {"document": "d"})
    assert every(file.parent) == ["a.json"] and '"x":5' in file.read_text()
    client.close()
    process.wait(20)


def test_a_crash_after_a_save_costs_no_history(serve, file):
    served = serve()
    served.open()
    served.move(1)
    served.call("document/save", document="d")
    served.kill()
    again = serve()
    assert changes(again.open()) == 0 and again.history() == (["Move"], 1)
    again.call("document/close", document="d")
    assert every(file.parent) == ["a.json"]


def test_a_history_that_is_not_gone_on_with_goes_with_the_next_save(serve, file):
    """Without durability a journal without unsaved changes is left alone, until it no longer leads on from the file."""
    served = serve()
    served.open()
    served.move(1)
    served.call("document/save", document="d")
    served.kill()
    again = serve()
    again.open(durability="none")
    assert again.history() == ([], 0) and journal_of(file).exists()
    again.call("document/close", document="d")
    assert every(file.parent) == [".a.json.nodewire/journal", "a.json"]
    again.open(durability="none")
    again.move(2)
    again.call("document/save", document="d")
    again.call("document/close", document="d")
    assert every(file.parent) == ["a.json"]


def test_no_id_is_made_twice(serve):
    first = serve()
    first.open()
    made = first.call("node/insert", document="d", node={})["id"]
    first.call("history/undo", document="d")
    first.kill()
    second = serve()
    second.open()
    assert second.call("node/insert", document="d", node={})["id"] != made


@pytest.mark.parametrize("replica", [None, "r"])
def test_no_id_is_made_twice_after_a_refresh(serve, file, replica):
    more = {"replica": replica, "nonce": "0"} if replica else {}
    first = serve()
    first.open(**more)
    made = first.call("node/insert", document="d", node={})["id"]
    content = json.loads(TEXT)
    content["nodes"] += [{"id": made}, {"id": "theirs"}]
    file.write_text(json.dumps(content))
    first.call("document/refresh", document="d")
    first.kill()
    second = serve()
    second.open(**more)
    second.call("history/undo", document="d", steps=9)
    assert second.call("node/insert", document="d", node={})["id"] == {"n1": "n2", "n-r_0-1": "n-r_0-2"}[made]


def test_a_group_that_came_out_as_nothing_is_no_step_after_a_crash(serve):
    first = serve()
    first.open()
    first.call("history/begin", document="d", label="G")
    first.call("node/insert", document="d", node={"id": "new"})
    first.call("element/remove", document="d", nodes=["new"])
    first.kill()
    second = serve()
    second.open()
    assert second.history() == ([], 0)
    assert not second.call("document/list")["documents"][0]["dirty"]


def test_a_refresh_after_a_crash_knows_what_was_read_last(serve, file):
    def write(label, **settings):
        content = json.loads(TEXT)
        content["nodes"][0]["label"] = label
        file.write_text(json.dumps({**content, "settings": settings}))

    write("0", jumps=True)
    first = serve()
    first.open()
    first.call("settings/update", document="d", patch={"jumps": None})
    write("1", jumps=True)
    first.call("document/refresh", document="d")
    first.kill()
    second = serve()
    second.open()
    write("2", jumps=True)
    second.call("document/refresh", document="d")
    read = second.call("document/read", document="d")
    assert read["nodes"][0]["label"] == "2" and "jumps" not in read.get("settings", {})


@pytest.mark.parametrize("is_saved", [False, True])
def test_each_view_takes_back_its_own_after_a_crash(serve, is_saved):
    first = serve()
    first.open()

    def label(served, name, **more):
        served.call("node/update", document="d", id="a", set={name: name}, **more)

    def open_views(served):
        for view in "vw":
            served.call("view/open", document="d", view=view, width=100, height=100)

    def node(served):
        return served.call("document/read", document="d")["nodes"][0]

    open_views(first)
    label(first, "label", view="v")
    label(first, "title", view="w")
    label(first, "subtitle", view="v")
    first.call("history/undo", document="d", view="w")
    if is_saved:
        first.call("document/save", document="d")
    first.call("history/undo", document="d", view="v", steps=2)
    before = (first.history(), node(first))
    first.kill()

    second = serve()
    assert changes(second.open()) == (1 if is_saved else 5)
    assert (second.history(), node(second)) == before
    open_views(second)
    second.call("history/redo", document="d", view="w")
    assert "title" in node(second) and "label" not in node(second)
    second.call("history/redo", document="d", view="v", steps=2)
    assert {"title", "label", "subtitle"} <= node(second).keys()
    assert second.history()[1] == 3


def test_a_group_that_is_open_at_a_crash_is_one_step(serve):
    served = serve()
    served.open()
    served.call("history/begin", document="d", label="group")
    served.move(4)
    served.move(5)
    served.kill()
    again = serve()
    assert changes(again.open()) == 2
    assert again.history() == (["group"], 1)
    again.call("history/undo", document="d")
    assert again.place() == 0
