"""Files that several servers, or other programs, write."""

import json
import os
import subprocess
import threading
import time

import pytest

from nodewire_client.errors import ChangedOnDisk

from served_folder import TEXT, at_once, folder, launch, positions, put
from state_files import names, prevent_locks


def test_of_two_that_save_at_once_one_is_refused(launch, folder):
    clients = [launch(), launch()]
    prevent_locks(folder / "a.json")
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
    prevent_locks(folder / "new.json")
    clients = [launch(), launch()]
    for turn in range(40):
        documents = [client.create({"nodes": [{"id": "a", "position": {"x": 0, "y": 0}}]}) for client in clients]
        for place, document in enumerate(documents):
            put(document, place + 1)
        saved = at_once(documents, path="new.json")
        assert sorted(saved) == [False, True]
        assert positions(folder / "new.json") == [saved.index(True) + 1]
        (folder / "new.json").unlink()
        for document in documents:
            document.close(discard=True)


def test_who_reads_meanwhile_reads_a_whole_file(launch, folder):
    nodes = [{"id": f"n{index}", "position": {"x": index, "y": 0}} for index in range(2000)]
    documents = [client.create({"nodes": nodes}) for client in (launch(), launch(), launch())]
    file = folder / "a.json"
    prevent_locks(file)
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
    prevent_locks(folder / "a.json")
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
