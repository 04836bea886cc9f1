"""Unsaved changes that are saved without being asked; the clock is the client's, so each moment is exact."""

import os

import pytest

from nodewire_client.errors import ServerError, Unsaved

from served_folder import TEXT, folder, launch, positions, put


class Timed:
    """A server with autosave, its document, and what it said of saves."""

    def __init__(self, launch, file, text, autosave):
        file.write_text(text)
        self.file = file
        self.client = launch(clock="client", autosave=autosave)
        self.saved, self.failed, self.changed = [], [], []
        self.client.on("document/saved", self.saved.append)
        self.client.on("server/failed", self.failed.append)
        self.client.on("document/changedOnDisk", self.changed.append)
        self.document = self.client.open(file.name)

    def tick(self, time):
        """Lets time pass; returns where the node is in the file."""
        self.client.call("input/tick", {"time": time})
        return positions(self.file)[0]

    def put(self, x):
        put(self.document, x)


@pytest.fixture
def timed(launch, folder):
    return lambda text=TEXT, **autosave: Timed(launch, folder / "a.json", text, autosave)


def test_it_comes_a_while_after_the_last_change(timed):
    one = timed()
    one.tick(0)
    one.put(1)
    assert one.tick(1999) == 0
    one.put(2)
    assert one.tick(3998) == 0
    assert one.tick(3999) == 2
    assert one.saved == [{"document": one.document.id, "path": "a.json", "revision": 2, "auto": True}]
    assert one.tick(50_000) == 2 and len(one.saved) == 1
    assert not one.client.call("document/list")["documents"][0]["dirty"]


def test_it_comes_at_the_latest_a_while_after_the_first_change(timed):
    one = timed(after=2000, every=5000)
    one.tick(100)
    for step in range(1, 6):
        one.put(step)
        assert one.tick(100 + 1000 * step) == (0 if step < 5 else 5)
    one.put(9)
    assert one.tick(5100 + 1999) == 5
    assert one.tick(5100 + 2000) == 9


@pytest.mark.parametrize("autosave, due", [({"after": 0, "every": 700}, 700), ({"after": 300, "every": 0}, 300)])
def test_one_of_the_two_may_be_off(timed, autosave, due):
    one = timed(**autosave)
    one.tick(0)
    one.put(1)
    assert one.tick(due - 1) == 0
    assert one.tick(due) == 1


def test_both_may_be_off_and_nothing_is_the_default(timed, launch, folder):
    one = timed(after=0, every=0)
    one.tick(0)
    one.put(1)
    assert one.tick(10**9) == 0
    one.document.close(discard=True)
    client = launch()
    put(client.open("a.json"), 4)
    client.close()
    assert positions(folder / "a.json") == [0]


def test_changes_before_the_first_time_count_from_it(timed):
    one = timed()
    one.put(1)
    assert one.tick(10**6) == 0
    assert one.tick(10**6 + 2000) == 1


def test_what_is_due_goes_before_what_the_message_does(timed):
    one = timed()
    heard = []
    for name in ("document/saved", "document/changed"):
        one.client.on(name, lambda params, name=name: heard.append((name, params["revision"])))
    one.tick(0)
    one.document.settings.update(patch={"canvasLongPress": "createNode"})
    view = one.document.open_view(800, 600)
    press = {"view": view.id, "id": 1, "kind": "touch", "at": {"x": 400, "y": 400}}
    one.client.call("input/pointer", {**press, "phase": "down", "time": 1000})
    one.client.call("input/tick", {"time": 5000})
    assert heard == [("document/changed", 1), ("document/saved", 1), ("document/changed", 2)]


def test_a_saved_or_undone_change_is_not_saved_again(timed):
    one = timed()
    one.tick(0)
    one.put(1)
    one.document.save()
    one.put(2)
    one.document.history.undo()
    before = len(one.saved)
    one.tick(100_000)
    assert len(one.saved) == before


def test_never_over_what_others_wrote(timed):
    one = timed()
    one.tick(0)
    one.put(1)
    one.file.write_text(TEXT.replace('"x": 0', '"x": 7'))
    for time in (2000, 4000, 400_000):
        assert one.tick(time) == 7
    assert one.changed == [{"document": one.document.id, "path": "a.json"}] and not one.saved and not one.failed
    assert one.client.call("document/refresh", {"document": one.document.id})["changed"] == {}
    assert one.tick(402_000) == 1


def test_never_over_losses_that_were_not_accepted(timed):
    text = TEXT.replace('"edges": []', '"edges": [{"id": "e", "source": "a", "target": "gone"}]')
    one = timed(text=text)
    one.tick(0)
    one.put(1)
    assert one.tick(100_000) == 0
    with pytest.raises(Unsaved):
        one.document.close()
    assert not one.failed
    one.document.save(accept_losses=True)
    one.put(2)
    assert one.tick(200_000) == 2


def test_a_document_without_a_file_is_not_saved(timed):
    one = timed()
    one.tick(0)
    other = one.client.create({"nodes": [{"id": "a", "position": {"x": 0, "y": 0}}]})
    put(other, 1)
    one.tick(100_000)
    assert not one.saved and not one.failed


def test_a_failure_is_reported_once_and_tried_again_later(timed, folder):
    """A file with a second name is not replaced; each further attempt comes after twice the time."""
    one = timed()
    one.tick(0)
    one.put(1)
    os.link(one.file, folder / "second")
    for time in (2000, 3999, 4000, 7999, 8000):
        assert one.tick(time) == 0
    assert [(failure["method"], failure["error"]["data"]) for failure in one.failed] == [
        ("document/save", {"reason": "path", "document": one.document.id})
    ]
    (folder / "second").unlink()
    assert one.tick(15_999) == 0
    assert one.tick(16_000) == 1
    assert len(one.saved) == 1
    one.put(2)
    os.link(one.file, folder / "second")
    one.tick(20_000)
    assert len(one.failed) == 2


@pytest.mark.parametrize("end", ["close", "shutdown", "end of input", "exit"])
def test_an_end_saves_what_is_unsaved(timed, end):
    one = timed()
    one.put(1)
    if end == "close":
        one.document.close()
        assert one.saved[0]["auto"]
    elif end == "shutdown":
        one.client.call("shutdown")
    elif end == "exit":
        one.client.connection.notify("exit")
    if end != "close" and end != "shutdown":
        one.client.connection.close()
    assert positions(one.file) == [1]


def test_closing_without_saving_saves_nothing(timed):
    one = timed()
    one.put(1)
    one.document.close(discard=True)
    assert positions(one.file) == [0] and not one.saved


def test_the_clock_of_the_server_wakes_it(launch, folder):
    client = launch(autosave={"after": 20})
    heard = []
    client.on("document/saved", heard.append)
    document = client.open("a.json")
    put(document, 1)
    for _ in range(200):
        client.poll(0.1)
        if heard:
            break
    assert heard == [{"document": document.id, "path": "a.json", "revision": 1, "auto": True}]
    assert positions(folder / "a.json") == [1]


@pytest.mark.parametrize("wrong, code", [({"after": -1}, 1107), ({"every": 86_400_001}, 1107), ({"after": "1"}, -32602), ({"soon": 1}, -32602)])
def test_what_is_impossible_is_refused(launch, wrong, code):
    with pytest.raises(ServerError) as caught:
        launch(autosave=wrong)
    assert caught.value.code == code and "/autosave/" in caught.value.data["path"]
