"""Files that several servers open and save, and what a save keeps of the file it replaces."""

import ctypes
import fcntl
import json
import os
import random
import resource
import subprocess
import threading
import time

import pytest

from nodewire import Client, Connection, errors
from nodewire.errors import ChangedOnDisk, PathError

CHOWN, DAC_OVERRIDE = 0, 1
TEXT = json.dumps({"nodewire": 1, "nodes": [{"id": "a", "position": {"x": 0, "y": 0}}], "edges": []})


@pytest.fixture
def folder(tmp_path):
    """The folder that is served, with a document in it."""
    folder = tmp_path / "served"
    folder.mkdir()
    (folder / "a.json").write_text(TEXT)
    return folder


@pytest.fixture
def launch(server, folder):
    """Starts servers of the folder; ends them after the test."""
    clients = []

    def start(*arguments):
        clients.append(Client.launch([server, "--root", str(folder), *arguments], timeout=60))
        return clients[-1]

    yield start
    for client in clients:
        client.close()


def child(command, **options):
    """A server as a process of our own, and its client."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, **options)
    return process, Client(Connection(process.stdout, process.stdin, timeout=60))


def go_without(capability):
    """Takes from this process what only root may (PR_CAPBSET_DROP), from the next program on."""
    if os.getuid() == 0:
        assert ctypes.CDLL(None).prctl(24, capability, 0, 0, 0) == 0


def positions(file):
    """Where the nodes of a saved document are; fails if it is not whole."""
    return [node["position"]["x"] for node in json.loads(file.read_text())["nodes"]]


def names(folder):
    return sorted(entry.name for entry in folder.iterdir())


def put(document, x):
    document.node.move(ids=["a"], to={"x": x, "y": 0})


def at_once(documents, **params):
    """Saves all documents at the same moment; returns for each whether it was saved."""
    started = [one.client.send("document/save", {"document": one.id, **params}) for one in documents]
    saved = []
    for pending in started:
        try:
            pending.result()
            saved.append(True)
        except ChangedOnDisk:
            saved.append(False)
    return saved


# Two servers


def test_of_two_that_save_at_once_one_is_refused(launch, folder):
    clients = [launch(), launch()]
    for turn in range(40):
        documents = [client.open("a.json") for client in clients]
        for place, document in enumerate(documents):
            put(document, 10 * turn + place + 1)
        saved = at_once(documents)
        assert sorted(saved) == [False, True]
        assert positions(folder / "a.json") == [10 * turn + saved.index(True) + 1]
        assert names(folder) == ["a.json"]
        for document in documents:
            document.close(discard=True)


def test_of_two_that_make_a_file_at_once_one_is_refused(launch, folder):
    clients = [launch(), launch()]
    for turn in range(40):
        documents = [client.create({"nodes": [{"id": "a", "position": {"x": 0, "y": 0}}]}) for client in clients]
        for place, document in enumerate(documents):
            put(document, place + 1)
        saved = at_once(documents, path="new.json")
        assert sorted(saved) == [False, True]
        assert positions(folder / "new.json") == [saved.index(True) + 1]
        (folder / "new.json").unlink()


def test_who_reads_meanwhile_reads_a_whole_file(launch, folder):
    nodes = [{"id": f"n{index}", "position": {"x": index, "y": 0}} for index in range(2000)]
    documents = [client.create({"nodes": nodes}) for client in (launch(), launch(), launch())]
    file = folder / "a.json"
    broken, over = [], threading.Event()

    def read():
        while not over.is_set():
            try:
                json.loads(file.read_text())
            except (OSError, ValueError) as error:
                broken.append(error)

    reader = threading.Thread(target=read)
    reader.start()
    try:
        for _ in range(30):
            assert at_once(documents, path="a.json", overwrite=True) == [True, True, True]
    finally:
        over.set()
        reader.join()
    assert not broken
    assert names(folder) == ["a.json"]


def test_an_export_and_a_save_of_one_file_do_not_meet(launch, folder):
    client = launch()
    nodes = [{"id": f"n{index}", "position": {"x": index, "y": 0}} for index in range(11_000)]
    document = client.create({"nodes": nodes})
    for _ in range(5):
        export = client.send("document/export", {"document": document.id, "format": "nodewire", "path": "b.json"})
        document.save(path="b.json", overwrite=True)
        export.result()
        assert len(positions(folder / "b.json")) == 11_000
    assert names(folder) == ["a.json", "b.json"]


# Changes by others


def test_a_changed_file_is_replaced_only_on_request(launch, folder):
    client = launch()
    document = client.open("a.json")
    heard = []
    client.on("document/changedOnDisk", heard.append)
    put(document, 5)
    other = TEXT.replace('"x": 0', '"x": 7')
    (folder / "a.json").write_text(other)
    with pytest.raises(ChangedOnDisk) as caught:
        document.save()
    assert (caught.value.code, caught.value.reason) == (1302, "changedOnDisk")
    assert heard == [{"document": document.id, "path": "a.json"}]
    with pytest.raises(ChangedOnDisk):
        document.save()
    assert len(heard) == 1
    assert (folder / "a.json").read_text() == other
    document.save(overwrite=True)
    assert positions(folder / "a.json") == [5]
    document.save()


def test_a_change_of_the_same_length_at_the_same_time_is_seen(launch, folder):
    """Nothing but the contents shows it: the clock of a file system is coarse, and times can be set."""
    client, file = launch(), folder / "a.json"
    document = client.open("a.json")
    for turn in range(1, 20):
        put(document, turn % 10)
        document.save(overwrite=True)
        before = file.stat()
        with open(file, "r+b") as same:
            same.write(same.read().replace(b'"nodes"', b'"nodez"'))
            same.seek(0)
            same.write(b"[")
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
        with pytest.raises(ChangedOnDisk):
            document.save()


def test_the_same_contents_are_no_change(launch, folder):
    file = folder / "a.json"
    document = launch().open("a.json")
    os.utime(file, ns=(1, 1))
    document.save()
    text = file.read_bytes()
    (folder / "copy").write_bytes(text)
    os.replace(folder / "copy", file)
    put(document, 3)
    document.save()
    assert positions(file) == [3]


def test_a_file_that_is_gone_is_written_anew(launch, folder):
    document = launch().open("a.json")
    (folder / "a.json").unlink()
    document.save()
    assert positions(folder / "a.json") == [0]


def test_the_same_file_by_another_spelling_is_the_same(launch, folder):
    document = launch().open("a.json")
    put(document, 1)
    document.save(path="./a.json")
    put(document, 2)
    document.save(path=str(folder / "a.json"))
    assert positions(folder / "a.json") == [2]


def test_another_file_is_replaced_only_on_request(launch, folder):
    client = launch()
    heard = []
    client.on("document/changedOnDisk", heard.append)
    (folder / "b.json").write_text(TEXT)
    document = client.open("a.json")
    put(document, 4)
    with pytest.raises(ChangedOnDisk):
        document.save(path="b.json")
    assert (folder / "b.json").read_text() == TEXT and not heard
    document.save(path="b.json", overwrite=True)
    assert (positions(folder / "a.json"), positions(folder / "b.json")) == ([0], [4])
    put(document, 5)
    document.save()
    assert (positions(folder / "a.json"), positions(folder / "b.json")) == ([0], [5])


def test_who_looks_at_a_document_hears_that_its_file_was_changed(launch, folder):
    """Within four seconds; the limit is tenfold."""
    watching, saving = launch(), launch()
    other = saving.open("a.json")
    other.save()
    document = watching.open("a.json")
    document.open_view(800, 600)
    heard = []
    watching.on("document/changedOnDisk", heard.append)
    other.save()
    watching.poll(5)
    assert not heard, "the contents are the same"
    put(other, 9)
    other.save()
    deadline = time.monotonic() + 40
    while not heard and time.monotonic() < deadline:
        watching.poll(1)
    assert heard == [{"document": document.id, "path": "a.json"}]
    watching.poll(5)
    assert len(heard) == 1


def test_what_others_changed_is_part_of_a_recording(server, launch, folder, tmp_path):
    recording = tmp_path / "r.jsonl"
    watching = launch("--record", str(recording))
    document = watching.open("a.json")
    document.open_view(800, 600)
    heard = []
    watching.on("document/changedOnDisk", heard.append)
    (folder / "a.json").write_text("changed")
    deadline = time.monotonic() + 40
    while not heard and time.monotonic() < deadline:
        watching.poll(1)
    with pytest.raises(ChangedOnDisk):
        document.save()
    document.save(overwrite=True)
    watching.close()
    lines = [json.loads(line) for line in recording.read_text().splitlines()]
    assert {"fileChanged": document.id} in [{k: v for k, v in line.items() if k != "at"} for line in lines]
    assert [line["isChanged"] for line in lines if "isChanged" in line] == [True]
    for file in folder.iterdir():
        file.unlink()
    answer = subprocess.run([server, "replay", str(recording)], stdout=subprocess.PIPE, text=True, timeout=60)
    assert answer.returncode == 0, answer.stdout


# What a crash leaves


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


# What a save keeps


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
    assert (folder / "a.json").read_text() == TEXT and names(folder) == ["a.json"]
    client.close()
    process.wait()


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
