"""A server with `--state DIR` keeps all journals and locks in DIR, and writes nothing else beside the files."""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from journal_files import Served, changes, file
from nodewire_client import Client
from nodewire_client.errors import PathError, ReadOnly
from served_folder import DAC_OVERRIDE, TEXT, go_without
from state_files import every, leave_journal


@pytest.fixture
def state(tmp_path_factory):
    return tmp_path_factory.mktemp("state") / "inner" / "nodewire"


@pytest.fixture
def serve(server, file, state):
    """Starts servers of the file's folder with a folder of state; ends them after the test."""
    started = []

    def start(*, at=state, served=file, **options):
        started.append(Served(server, served, arguments=["--state", str(at)], **options))
        return started[-1]

    yield start
    for one in started:
        one.kill()


def kept(state):
    """The folder of the one file that has any there."""
    (folder,) = state.iterdir()
    return folder


def test_nothing_is_written_beside_the_file(serve, file, state):
    served = serve()
    served.open()
    served.move(1)
    folder = kept(state)
    assert folder.name.startswith("a.json-") and every(folder) == ["journal", "lock", "path"]
    assert (folder / "path").read_text() == f"{file.resolve()}\n"
    assert state.stat().st_mode & 0o777 == folder.stat().st_mode & 0o777 == 0o700
    served.call("document/save", document="d")
    served.move(2)
    assert every(file.parent) == ["a.json"]
    served.kill()
    again = serve()
    assert changes(again.open()) == 1 and again.history() == (["Move", "Move"], 2)
    assert every(file.parent) == ["a.json"]
    again.call("document/save", document="d")
    again.call("document/close", document="d")
    assert list(state.iterdir()) == []


def test_servers_with_the_same_folder_see_each_other_and_others_do_not(serve, file, state, tmp_path):
    first, second, other = serve(), serve(), serve(at=state.parent / "other")
    first.open()
    assert second.open()["lockedBy"]["process"] == first.process.pid
    with pytest.raises(ReadOnly):
        second.move(1)
    assert "readOnly" not in other.open()
    first.kill()
    assert "readOnly" not in second.call("document/refresh", document="d")


def test_files_of_one_name_have_folders_of_their_own(serve, file, state):
    served = serve()
    for name in ("x", "y"):
        (file.parent / name).mkdir()
        (file.parent / name / "a.json").write_text(TEXT)
        served.open(name, f"{name}/a.json")
        served.move(len(name), name)
    (file.parent / "link.json").symlink_to("x/a.json")
    served.kill()
    assert len(list(state.iterdir())) == 2
    again = serve()
    assert changes(again.open("l", "link.json")) == 1
    assert len(list(state.iterdir())) == 2


def test_of_two_files_with_one_fingerprint_each_keeps_its_own(serve, file, state):
    """The record in the folder says whose it is."""
    served = serve()
    served.open()
    served.move(1)
    served.kill()
    folder = kept(state)
    (folder / "path").write_text("/another/a.json\n")
    again = serve()
    assert changes(again.open()) == 0
    again.move(2)
    names = sorted(entry.name for entry in state.iterdir())
    assert names == [folder.name, f"{folder.name}-1"]
    again.call("document/close", document="d", discard=True)
    assert every(state) == [f"{folder.name}/{name}" for name in ("journal", "lock", "path")]


@pytest.mark.parametrize("torn", ["", "half", "zeros", "gone"])
def test_a_record_that_was_not_written_to_its_end_is_written_again(serve, file, state, torn):
    served = serve()
    served.open()
    served.move(1)
    served.kill()
    record = kept(state) / "path"
    text = record.read_bytes()
    if torn == "gone":
        record.unlink()
    else:
        record.write_bytes({"": b"", "half": text[: len(text) // 2], "zeros": bytes(len(text))}[torn])
    again = serve()
    assert changes(again.open()) == 1 and record.read_bytes() == text


def test_a_name_of_any_length_has_a_journal_there(serve, file, state):
    """Beside the file there is no room for the name of the hidden folder."""
    name = "n" * 250 + ".json"
    (file.parent / name).write_text(TEXT)
    served = serve()
    assert "journal" not in served.open(path=name)
    served.move(1)
    served.kill()
    assert len(kept(state).name) < 255
    again = serve()
    assert changes(again.open(path=name)) == 1


def test_what_others_put_there_stays(serve, file, state):
    served = serve()
    served.open()
    (kept(state) / "notes").write_text("mine")
    served.call("document/close", document="d")
    assert every(kept(state)) == ["notes", "path"]
    served.open()
    served.move(1)
    served.call("document/close", document="d", discard=True)
    assert every(kept(state)) == ["notes", "path"]


def test_a_journal_that_is_set_aside_is_named_where_it_lies(serve, file, state):
    served = serve()
    served.open()
    served.move(1)
    served.kill()
    file.write_text(TEXT.replace('"x": 0', '"x": 70'))
    aside = serve().open()["setAside"]
    assert Path(aside).parent == kept(state).resolve() and Path(aside).name == "journal.1" and Path(aside).exists()


def test_the_folder_of_the_file_is_only_written_to_save(serve, file, state):
    file.parent.chmod(0o555)
    try:
        served = serve(preexec_fn=lambda: go_without(DAC_OVERRIDE))
        assert "journal" not in served.open()
        served.move(1)
        with pytest.raises(PathError):
            served.call("document/save", document="d")
    finally:
        file.parent.chmod(0o755)


def test_what_lies_beside_the_file_is_of_servers_without_it(serve, file, state):
    leave_journal(file, b"whatever\n")
    before = every(file.parent)
    served = serve()
    assert "setAside" not in served.open()
    served.move(1)
    assert every(file.parent) == before


@pytest.mark.skipif(not os.path.isdir("/dev/shm"), reason="there is no other disk")
@pytest.mark.parametrize("durability", ["process", "power"])
def test_a_journal_of_version_1_moves_there_from_another_disk(server, serve, file, state, durability):
    served = Served(server, file)
    served.open()
    served.move(1)
    served.kill()
    hidden = file.with_name(".a.json.nodewire")
    (hidden / "journal").rename(file.with_name("a.json.journal"))
    shutil.rmtree(hidden)
    with tempfile.TemporaryDirectory(dir="/dev/shm") as at:
        served = serve(at=at)
        assert changes(served.open(durability=durability)) == 1
        assert every(file.parent) == ["a.json", "a.json.journal"]
        served.move(2)
        assert every(file.parent) == ["a.json"]
        served.kill()
        again = serve(at=at)
        assert changes(again.open()) == 2 and again.place() == 2
        again.kill()


def test_a_folder_that_cannot_be_made_is_said_at_the_start(server, tmp_path):
    (tmp_path / "file").write_text("")
    for folder in ("file", "file/inner"):
        done = subprocess.run([server, "--state", folder], cwd=tmp_path, input=b"", capture_output=True, timeout=20)
        assert done.returncode == 2 and b"cannot enter" in done.stderr


def test_it_is_found_from_the_working_folder(server, file, tmp_path):
    inner = tmp_path / "inner"
    inner.mkdir()
    shutil.move(file, inner / "a.json")
    with Client.launch([server], root=inner, state=os.path.relpath(tmp_path / "state"), durability="process") as client:
        client.open("a.json").node.move(ids=["a"], to={"x": 1, "y": 0})
        assert every(inner) == ["a.json"] and len(list((tmp_path / "state").iterdir())) == 1
        client.call("document/close", {"document": "d1", "discard": True})


def test_commands_look_there_where_they_are_told(server, serve, file, state):
    served = serve()
    served.open()
    served.move(1)

    def ask(*more):
        command = [server, "export", "a.json", "--recover", *more]
        done = subprocess.run(command, cwd=file.parent, capture_output=True, text=True, timeout=60, check=True)
        return json.loads(done.stdout)["nodes"][0]["position"]["x"]

    assert ask("--state", str(state)) == ask(f"--state={state}") == 1
    assert ask() == ask("--state", str(state / "missing")) == 0
    assert not (state / "missing").exists()
