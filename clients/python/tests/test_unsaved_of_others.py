"""Commands and changes that another process has not saved: they are said, and never written over by accident."""

import json
import subprocess

import pytest

from journal_files import changes, file, journal, left, serve
from nodewire_client.errors import ChangedOnDisk, ReadOnly
from served_folder import TEXT
from state_files import every

SAID = "3 changes are in its journal, not in the file: --recover takes in, --discard leaves out\n"
EDIT = '{"method":"node/move","params":{"ids":["a"],"by":{"x":100,"y":0}}}'


@pytest.fixture
def ask(server, file):
    """Runs a command of the server in the folder of the file."""

    def run(*arguments):
        return subprocess.run([server, *arguments], cwd=file.parent, capture_output=True, text=True, timeout=60)

    return run


def place(text):
    return json.loads(text)["nodes"][0]["position"]["x"]


@pytest.mark.parametrize("flag, x, said", [(None, 0, f"nodewire: a.json: {SAID}"), ("--recover", 3, ""), ("--discard", 0, "")])
def test_a_command_that_reads_says_what_it_leaves_out(ask, file, journal, left, flag, x, said):
    flags = [flag] if flag else []
    done = ask("export", "a.json", *flags)
    assert (done.returncode, place(done.stdout), done.stderr) == (0, x, said)
    done = ask("layout", "a.json", "--algorithm", "grid", *flags)
    assert done.returncode == 0 and done.stderr.startswith(said)
    (file.parent / "b.json").write_text(TEXT)
    for pair in (("a.json", "b.json"), ("b.json", "a.json")):
        done = ask("diff", *pair, *flags)
        assert (done.returncode, done.stderr) == (1 if x else 0, said)
    assert file.read_text() == TEXT and journal.read_bytes() == left


@pytest.mark.parametrize(
    "arguments",
    [
        ("merge", "b.json", "a.json", "b.json"),
        ("merge", "b.json", "a.json", "b.json", "-o", "./a.json"),
        ("export", "a.json", "-o", "a.json"),
        ("layout", "a.json", "-o", "a.json"),
    ],
)
def test_a_command_that_writes_does_nothing_before_it_is_decided(ask, file, journal, left, arguments):
    (file.parent / "b.json").write_text(TEXT)
    done = ask(*arguments)
    assert (done.returncode, done.stderr) == (4, f"nodewire: a.json: {SAID}")
    assert file.read_text() == TEXT and journal.read_bytes() == left
    done = ask(*arguments, "--recover")
    assert done.returncode == 0 and place(file.read_text()) == 3


def test_a_merge_takes_in_what_is_wanted_of_all_files(ask, file, journal, left):
    content = json.loads(TEXT)
    (file.parent / "base.json").write_text(TEXT)
    content["nodes"].append({"id": "b", "position": {"x": 70, "y": 0}})
    (file.parent / "ours.json").write_text(json.dumps(content))
    done = ask("merge", "base.json", "ours.json", "a.json", "-o", "out.json", "--recover")
    assert done.returncode == 0, done.stderr
    merged = json.loads((file.parent / "out.json").read_text())
    assert [node["position"]["x"] for node in merged["nodes"]] == [3, 70]
    assert journal.read_bytes() == left


def test_a_command_sees_what_a_running_server_has_not_saved(ask, serve, file):
    served = serve()
    served.open()
    for x in range(1, 4):
        served.move(x)
    done = ask("export", "a.json")
    assert (done.returncode, place(done.stdout), done.stderr) == (0, 0, f"nodewire: a.json: {SAID}")


READING = (("info", "a.json"), ("check", "a.json"), ("render", "a.json"), ("convert", "a.json", "-o", "out.json"))


def test_all_commands_say_what_they_leave_out(ask, file, journal, left):
    for arguments in READING:
        done = ask(*arguments)
        assert done.stderr == f"nodewire: a.json: {SAID}" and done.returncode in (0, 1), arguments
        assert ask(*arguments, "--discard").stderr == ""
        assert ask(*arguments, "--recover").stderr == ""
    assert place((file.parent / "out.json").read_text()) == 3
    assert file.read_text() == TEXT and journal.read_bytes() == left


def test_all_commands_see_what_a_running_server_has_not_saved(ask, serve, file):
    """Also what it does while they look, of which they hinder nothing."""
    served = serve()
    served.open()
    for x in range(1, 4):
        served.move(x)
    said = f"nodewire: a.json: {SAID}"
    for arguments in READING:
        done = ask(*arguments)
        assert done.stderr == said and done.returncode in (0, 1), arguments
    assert place((file.parent / "out.json").read_text()) == 0
    assert ask("convert", "a.json", "-o", "out.json", "--recover").stderr == ""
    assert place((file.parent / "out.json").read_text()) == 3
    for more in ((), ("--dry-run",)):
        done = ask("edit", "a.json", "--do", EDIT, *more)
        assert (done.returncode, done.stderr) == (0 if more else 4, said)
    assert file.read_text() == TEXT
    served.move(4)
    served.kill()
    assert changes(serve().open()) == 4


def test_who_only_looks_is_in_the_way_of_nobody(serve, file):
    reader, writer = serve(interactive=False), serve()
    opened = reader.open(readOnly=True)
    assert opened["readOnly"] is True and not {"lockedBy", "journal", "recovered"} & set(opened)
    assert every(file.parent) == ["a.json"]
    assert "readOnly" not in writer.open()
    for act in (lambda: reader.move(1), lambda: reader.call("document/save", document="d")):
        with pytest.raises(ReadOnly):
            act()
    writer.move(7)
    writer.call("document/save", document="d")
    assert reader.call("document/refresh", document="d")["readOnly"] is True and reader.place() == 7
    writer.move(8)
    reader.call("document/close", document="d")
    assert reader.open(readOnly=True)["recovered"]["changes"] == 1
    reader.call("document/recover", document="d", take=True)
    assert reader.place() == 8
    with pytest.raises(ReadOnly):
        reader.call("document/save", document="d", overwrite=True)
    reader.call("document/save", document="d", path="b.json")
    reader.move(9)
    assert writer.place() == 8


@pytest.mark.parametrize("recover, x", [("apply", 3), ("report", 0), ("discard", 0)])
def test_who_only_looks_leaves_what_waits(serve, file, journal, left, recover, x):
    served = serve()
    served.open(readOnly=True, recover=recover)
    assert served.place() == x
    served.call("document/close", document="d", discard=True)
    assert journal.read_bytes() == left


def test_an_edit_does_nothing_before_it_is_decided(ask, file, journal, left):
    done = ask("edit", "a.json", "--do", EDIT)
    assert (done.returncode, done.stderr) == (4, f"nodewire: a.json: {SAID}")
    done = ask("edit", "a.json", "--do", EDIT, "--dry-run", "--discard")
    assert done.returncode == 0 and file.read_text() == TEXT and journal.read_bytes() == left


@pytest.mark.parametrize("flag, x", [("--recover", 103), ("--discard", 100)])
def test_an_edit_takes_in_or_leaves_out_what_was_left(ask, file, left, flag, x):
    done = ask("edit", "a.json", "--do", EDIT, flag)
    assert (done.returncode, done.stderr) == (0, "") and place(file.read_text()) == x


@pytest.mark.parametrize("kills", [0, 1, 2])
@pytest.mark.parametrize("by", ["command", "sibling"])
@pytest.mark.parametrize("recover", ["apply", "report"])
def test_no_save_goes_over_what_others_have_written_since(ask, serve, file, kills, by, recover):
    """A kill changes nothing of that: the file counts as changed until it is refreshed or overwritten."""
    served = serve()
    served.open()
    node = {"id": "new", "position": {"x": 9, "y": 9}}
    if by == "command":
        assert ask("edit", "a.json", "--do", json.dumps({"method": "node/insert", "params": {"node": node}})).returncode == 0
        served.move(5)
    else:
        served.move(5)
        served.call("document/open", path="a.json", document="sibling", durability="none")
        served.call("node/insert", document="sibling", node=node)
        served.call("document/save", document="sibling")
    for _ in range(kills):
        served.kill()
        served = serve()
        assert changes(served.open(recover=recover))
        if recover == "report":
            assert served.place() == 0
            served.call("document/recover", document="d", take=True)
    assert served.place() == 5
    with pytest.raises(ChangedOnDisk):
        served.call("document/save", document="d")
    served.call("document/refresh", document="d")
    served.call("document/save", document="d")
    assert [node["id"] for node in json.loads(file.read_text())["nodes"]] == ["a", "new"]
    assert served.place() == 5


@pytest.mark.parametrize("take", [False, True])
def test_who_gets_the_lock_takes_in_both(ask, serve, file, take):
    reader, served = serve(), serve()
    served.open()
    assert reader.open()["readOnly"]
    edit = {"method": "node/insert", "params": {"node": {"id": "new", "position": {"x": 9, "y": 9}}}}
    assert ask("edit", "a.json", "--do", json.dumps(edit)).returncode == 0
    served.move(5)
    if not take:
        served.kill()
    assert reader.call("document/refresh", document="d", takeLock=take)["recovered"]["changes"] == 1
    reader.call("document/save", document="d")
    assert [node["id"] for node in json.loads(file.read_text())["nodes"]] == ["a", "new"]
    assert reader.place() == 5
