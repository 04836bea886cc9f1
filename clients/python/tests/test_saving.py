"""What a save leaves and keeps of the file it replaces."""

import fcntl
import json
import os
import random
import resource
import time

import pytest

from nodewire_client import errors
from nodewire_client.errors import PathError

from served_folder import CHOWN, DAC_OVERRIDE, TEXT, child, folder, go_without, launch, positions, put
from state_files import journal_of, names


def test_what_a_crash_left_is_removed_and_what_is_being_written_is_not(launch, folder):
    left, held = folder / ".a.json.nodewire-0", folder / ".a.json.nodewire-1"
    for file in (left, held, folder / ".b.json.nodewire-0"):
        file.write_text("half")
    with open(held) as writer:
        fcntl.flock(writer, fcntl.LOCK_EX)
        document = launch().open("a.json")
        assert names(folder) == [held.name, ".b.json.nodewire-0", "a.json"]
        left.write_text("half")
        document.save()
        assert names(folder) == [held.name, ".b.json.nodewire-0", "a.json"]
    document.save()
    assert names(folder) == [".b.json.nodewire-0", "a.json"]


def test_a_server_killed_while_it_saves_leaves_a_whole_file(server, folder, launch):
    nodes = [{"id": f"n{index}", "position": {"x": index, "y": 0}} for index in range(5000)]
    draw = random.Random(7)
    left = 0
    for _ in range(25):
        process, client = child([server, "--root", str(folder)])
        document = client.create({"nodes": nodes})
        for _ in range(100):
            client.connection.notify("document/save", {"document": document.id, "path": "a.json", "overwrite": True})
        time.sleep(draw.uniform(0, 0.3))
        process.kill()
        process.communicate()
        left += len(names(folder)) > 1
        assert len(positions(folder / "a.json")) in (1, 5000)
    assert left > 0, "no kill came while a file was written: the test shows nothing"
    launch().open("a.json")
    assert names(folder) == ["a.json"]


def test_a_save_that_fails_leaves_nothing(server, folder):
    """The limit of a file's length simulates a full disk."""

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))

    process, client = child([server, "--root", str(folder)], preexec_fn=limit)
    try:
        nodes = [{"id": f"n{index}", "position": {"x": index, "y": 0}} for index in range(5000)]
        document = client.create({"nodes": nodes})
        with pytest.raises(PathError):
            document.save(path="a.json", overwrite=True)
        with pytest.raises(PathError):
            document.save(path="b.json")
        assert names(folder) == ["a.json"] and (folder / "a.json").read_text() == TEXT
        document.element.remove(nodes=[f"n{index}" for index in range(1, 5000)])
        document.save(path="b.json")
        assert positions(folder / "b.json") == [0]
    finally:
        client.close()
        process.wait()

@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_the_mode_is_kept(launch, folder, mode):
    (folder / "a.json").chmod(mode)
    document = launch().open("a.json")
    put(document, 1)
    document.save()
    assert (folder / "a.json").stat().st_mode & 0o7777 == mode
    assert positions(folder / "a.json") == [1]


@pytest.mark.skipif(os.getuid() != 0, reason="only root may give files away")
def test_the_owner_is_kept(launch, folder):
    os.chown(folder / "a.json", 1234, 4321)
    document = launch().open("a.json")
    put(document, 1)
    document.save()
    status = (folder / "a.json").stat()
    assert (status.st_uid, status.st_gid) == (1234, 4321)


@pytest.mark.skipif(os.getuid() != 0, reason="only root may give files away")
def test_rights_of_an_owner_that_cannot_be_kept_are_not_passed_on(server, folder):
    file = folder / "a.json"
    os.chown(file, 1234, 4321)
    file.chmod(0o664)
    process, client = child([server, "--root", str(folder)], preexec_fn=lambda: go_without(CHOWN))
    document = client.open("a.json")
    put(document, 1)
    document.save()
    client.close()
    process.wait()
    status = file.stat()
    assert (status.st_uid, status.st_mode & 0o7777) == (0, 0o644)
    assert positions(file) == [1]


def test_a_file_that_may_not_be_written_is_refused(server, folder):
    (folder / "a.json").chmod(0o444)
    process, client = child([server, "--root", str(folder)], preexec_fn=lambda: go_without(DAC_OVERRIDE))
    document = client.open("a.json")
    put(document, 1)
    for overwrite in (False, True):
        with pytest.raises(PathError, match="Permission denied"):
            document.save(overwrite=overwrite)
    assert (folder / "a.json").read_text() == TEXT and names(folder) == ["a.json"] and journal_of(folder / "a.json").exists()
    client.close()
    process.wait()


def test_a_folder_that_may_not_be_written_is_read(server, folder):
    """There is no lock then; the document can be edited, and saved elsewhere."""
    inner = folder / "inner"
    inner.mkdir()
    (inner / "a.json").write_text(TEXT)
    inner.chmod(0o555)
    process, client = child([server, "--root", str(folder)], preexec_fn=lambda: go_without(DAC_OVERRIDE))
    try:
        document = client.open("inner/a.json")
        put(document, 1)
        with pytest.raises(PathError):
            document.save()
        assert os.listdir(inner) == ["a.json"] and positions(inner / "a.json") == [0]
        document.save(path="b.json")
        assert positions(folder / "b.json") == [1]
    finally:
        client.close()
        process.wait()


def test_a_folder_that_is_gone_is_an_error_until_it_is_back(launch, folder):
    inner, away = folder / "inner", folder / "away"
    inner.mkdir()
    (inner / "a.json").write_text(TEXT)
    client = launch()
    document = client.open("inner/a.json")
    put(document, 1)
    inner.rename(away)
    for _ in range(2):
        with pytest.raises(PathError):
            document.save()
    with pytest.raises(PathError):
        client.call("document/refresh", {"document": document.id})
    put(document, 2)
    assert positions(away / "a.json") == [0]
    away.rename(inner)
    document.save()
    assert positions(inner / "a.json") == [2]
    inner.rename(away)
    document.close()
    client.close()
    assert names(folder) == ["a.json", "away"]


def test_a_file_with_hard_links_is_refused(launch, folder):
    os.link(folder / "a.json", folder / "twin.json")
    document = launch().open("a.json")
    with pytest.raises(PathError, match="hard links"):
        document.save()
    with pytest.raises(PathError, match="hard links"):
        document.save(overwrite=True)
    assert (folder / "a.json").samefile(folder / "twin.json")
    assert names(folder) == ["a.json", "twin.json"]
    document.save(path="third.json")


def test_links_inside_are_followed(launch, folder):
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "deep" / "er" / "b.json").write_text(TEXT)
    (folder / "file").symlink_to("deep/er/b.json")
    (folder / "chain").symlink_to("./file")
    (folder / "short").symlink_to("deep/er")
    (folder / "whole").symlink_to(folder / "deep" / "er" / "b.json")
    (folder / "deep" / "er" / "up").symlink_to("../../short/../er/b.json")
    client = launch()
    paths = ["file", "chain", "short/b.json", "whole", "deep/er/up", "short/up"]
    for turn, path in enumerate(paths, 1):
        document = client.open(path)
        put(document, turn)
        document.save()
        assert positions(folder / "deep" / "er" / "b.json") == [turn]
    for path in ("file", "chain", "whole", "short", "deep/er/up"):
        assert (folder / path).is_symlink()
    (folder / "later").symlink_to("deep/later.json")
    client.create().save(path="later")
    assert json.loads((folder / "deep" / "later.json").read_text())["nodes"] == []


def test_links_that_lead_out_are_refused(launch, folder, tmp_path):
    outside = tmp_path / "served-not" / "a.json"
    outside.parent.mkdir()
    outside.write_text(TEXT)
    links = {
        "absolute": outside,
        "relative": "../served-not/a.json",
        "folder": outside.parent,
        "up": "..",
        "loop": "loop",
        "two": "three",
        "three": "./two",
        "root": "/",
        "itself": ".",
        "new": "../served-not/new.json",
    }
    for name, target in links.items():
        (folder / name).symlink_to(target)
    (folder / "sub").mkdir()
    (folder / "sub" / "out").symlink_to("../../served-not/a.json")
    paths = [*links, "folder/a.json", "folder/new.json", "up/served-not/a.json", "sub/out", f"root{outside}"]
    before = sorted(str(path) for path in tmp_path.rglob("*"))
    client = launch()
    document = client.create()
    for path in paths:
        with pytest.raises(PathError):
            client.open(path)
        with pytest.raises(PathError):
            document.save(path=path, overwrite=True)
    assert sorted(str(path) for path in tmp_path.rglob("*")) == before
    assert outside.read_text() == TEXT


def test_long_names_are_saved(launch, folder):
    document = launch().create()
    for name in ("x" * 255, "\u00e9" * 127):
        document.save(path=name)
        document.save()
    with pytest.raises(errors.PathError):
        document.save(path="x" * 256)
    assert len(names(folder)) == 3


FLOWS = {
    "m.mmd": "flowchart TD\n  a[Start] --> b{OK?}\n  b -->|yes| c([End])\n  subgraph g [Group]\n    c\n  end\n",
    "d.dot": 'digraph { rankdir=LR; a -> b [label="x"]; b -> c; c [shape=diamond] }\n',
    "e.csv": "source,target,label\na,b,x\nb,c,\n",
    "t.twee": ":: a\nHello\n[[b]]\n\n:: b\nBye\n",
}


@pytest.mark.parametrize("name", FLOWS)
def test_what_the_reader_made_is_no_loss_of_an_edit(launch, folder, name):
    """Files without positions: those of a layout, and types of lines, are the reader's; a moved node is the user's."""
    (folder / name).write_text(FLOWS[name])
    document = launch().open(name)

    def call(method, **params):
        return document.client.call(method, {"document": document.id, **params})

    edge = call("document/read")["edges"][0]["id"]
    call("element/remove", edges=[edge])
    call("document/save")
    written = (folder / name).read_text()
    assert written != FLOWS[name]
    call("node/move", ids=["a"], by={"x": 40, "y": 7})
    if name in ("d.dot", "t.twee"):
        call("document/save")  # It holds positions.
        return
    with pytest.raises(PathError) as caught:
        call("document/save")
    assert caught.value.data["reason"] == "losses" and {loss["grade"] for loss in caught.value.data["losses"]} == {"look"}
    assert (folder / name).read_text() == written
    call("document/save", acceptLosses=True)
