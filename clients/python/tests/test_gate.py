"""One gate for every path that is written: reserved, hidden and open files, and those of other formats; nothing acknowledged gets out of reach."""

import json
import os
import shutil
import signal
import subprocess
import threading
import unicodedata

import pytest

from nodewire_client.errors import ChangedOnDisk, PathError

from served_folder import child

TEXT = '{"nodewire":1,"nodes":[{"id":"a","position":{"x":0,"y":0}}],"edges":[]}'
MOVE = '{"method":"node/move","params":{"ids":["a"],"by":{"x":20,"y":0}}}'
FLOW = "flowchart TD\n  A[Start] --> B[End]\n"


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "root"
    root.mkdir()
    (root / "g.json").write_text(TEXT)
    (root / "h.json").write_text(TEXT)
    return root


@pytest.fixture
def launch(server, folder):
    started = []

    def launch(*options, **initialize):
        process, client = child([server, "--root", str(folder), *options], initialize)
        started.append((process, client))
        return client

    launch.started = started
    yield launch
    for process, client in started:
        process.kill()
        process.wait()


@pytest.fixture
def kill(launch):
    def kill(client):
        for process, other in launch.started:
            if other is client:
                process.kill()
                process.wait()

    return kill


def insert(document, *ids):
    for id in ids:
        document.node.insert(node={"id": id, "position": {"x": 0, "y": 0}})


def ids(document):
    return [node["id"] for node in document.read()["nodes"]]


def reason(call, *arguments, **named):
    with pytest.raises(PathError) as raised:
        call(*arguments, **named)
    return raised.value.data["reason"]


def writes(document):
    """The ways in which a request writes a path."""
    return [
        lambda path: document.export(format="text", path=path),
        lambda path: document.export(format="svg", path=path, overwrite=True),
        lambda path: document.export(format="nodewire", path=path, overwrite=True),
        lambda path: document.save(path=path, overwrite=True, format="nodewire"),
        lambda path: document.save(path=path, format="nodewire"),
    ]


RESERVED = [
    ".g.json.nodewire/journal", ".g.json.nodewire/lock", "./.g.json.nodewire/journal", ".g.json.nodewire//journal",
    ".g.json.nodewire/new", ".g.json.nodewire", "linked/journal", "leads", "inner/leads", ".G.JSON.NodeWire/journal",
    ".h.json.nodewire-0", ".other.json.nodewire/journal", ".g.json.nodewire/journal.1", ".g.json.nodewire/base",
]


@pytest.mark.parametrize("hidden", [False, True])
def test_the_folders_of_journals_and_locks_are_reserved(launch, kill, folder, hidden):
    client = launch(hiddenFiles=hidden)
    document, other = client.open("g.json"), client.open("h.json")
    insert(document, "b", "c")
    insert(other, "b")
    (folder / "linked").symlink_to(".g.json.nodewire")
    (folder / "leads").symlink_to(".g.json.nodewire/journal")
    (folder / "inner").mkdir()
    (folder / "inner" / "leads").symlink_to("../.g.json.nodewire/lock")
    paths = RESERVED + [str(folder / ".g.json.nodewire" / "journal")]
    before = {path: path.read_bytes() for path in folder.glob(".*.nodewire/*")}
    for path in paths:
        for write in writes(document) + writes(other):
            assert reason(write, path) == "reserved", path
    assert {path: path.read_bytes() for path in folder.glob(".*.nodewire/*")} == before
    with pytest.raises(PathError):
        document.export(format="svg", path="./.g.json.nodewire/../.g.json.nodewire/lock")
    kill(client)
    again = launch(interactive=True)
    assert ids(again.open("g.json")) == ["a", "b", "c"]
    assert ids(again.open("h.json")) == ["a", "b"]


@pytest.mark.parametrize("served", ["same", "none"])
def test_a_folder_of_state_is_reserved(launch, kill, folder, served):
    state = folder / "state"
    client = launch("--state", str(state))
    document = client.open("g.json")
    insert(document, "b")
    inner = next(path for path in state.iterdir())
    (folder / "linked").symlink_to(inner)
    other = client if served == "same" else launch()
    from_text = other.create({"nodes": []})
    for path in [inner / "journal", inner / "lock", inner / "path", inner / "new"]:
        for write in writes(from_text):
            assert reason(write, str(path.relative_to(folder))) == "reserved"
            assert reason(write, "linked/" + path.name) == "reserved"
    kill(client)
    assert ids(launch("--state", str(state), interactive=True).open("g.json")) == ["a", "b"]


HIDDEN = [".git/config", ".vscode/tasks.json", "a/.hidden/b.json", ".x.json", "./a/.x.json", "a/../.git/config", "open/tasks.json", "shown.json"]


def test_hidden_names_are_written_only_for_who_asks(launch, folder):
    for name in (".git", ".vscode", "a/.hidden"):
        (folder / name).mkdir(parents=True)
    (folder / "open").symlink_to(".vscode")
    (folder / ".x.json").write_text(TEXT)
    (folder / "shown.json").symlink_to(".x.json")
    plain, asking, told = launch(), launch(hiddenFiles=True), launch("--hidden")
    document = plain.create({"nodes": []})
    for path in HIDDEN:
        if ".." in path:
            continue
        for write in writes(document):
            assert reason(write, path) == "hidden"
    read = plain.document.open(path=".x.json", document="x")
    assert read["nodes"] == 1
    assert reason(plain.document.save, document="x") == "hidden"
    for client, name in ((asking, "asking"), (told, "told")):
        document = client.create({"nodes": []})
        document.export(format="text", path=".git/config")
        document.save(path=f".vscode/{name}.json")
        document.save()


def test_open_files_are_not_written_over(launch, kill, folder):
    client, other = launch(), launch()
    document, second = client.open("g.json"), client.open("h.json")
    insert(document, "b")
    (folder / "link.json").symlink_to("g.json")
    (folder / "sub").mkdir()
    (folder / "sub" / "link.json").symlink_to("../g.json")
    for one in (second, other.create({"nodes": []}), client.create({"nodes": []})):
        for path in ["g.json", "./g.json", "link.json", "sub/link.json", str(folder / "g.json")]:
            for format in ("svg", "nodewire"):
                assert reason(one.export, format=format, path=path) == "open"
            assert reason(one.save, path=path) == "open"
    # The own file in another format is an open one, too; in its own it is written.
    assert reason(document.export, format="svg", path="link.json") == "open"
    document.export(format="nodewire", path="g.json")
    # What another program has written there is replaced as before.
    (folder / "plain.svg").write_text("<svg/>")
    second.export(format="svg", path="plain.svg")
    # A lock of a dead process is no obstacle.
    kill(client)
    other.create({"nodes": []}).export(format="svg", path="h.json")


@pytest.mark.parametrize("by", ["same", "other"])
@pytest.mark.parametrize("write", ["svg", "text", "nodewire", "save"])
@pytest.mark.parametrize("end", ["kill", "dead", "close"])
@pytest.mark.parametrize("state", [False, True])
def test_nothing_acknowledged_is_out_of_reach(launch, kill, folder, tmp_path, by, write, end, state):
    options = ["--state", str(tmp_path / "state")] if state else []
    client = launch(*options)
    document = client.open("g.json")
    insert(document, "b", "c")
    writer = client if by == "same" else launch(*options)
    if end == "dead":
        kill(client)
        writer = launch(*options)
    one = writer.create({"nodes": [{"id": "z", "position": {"x": 0, "y": 0}}]})
    if write == "save":
        one.save(path="g.json", overwrite=True)
    else:
        one.export(format=write, path="g.json", overwrite=True)
    if end != "dead":
        insert(document, "d")
        assert ids(document) == ["a", "b", "c", "d"]
    if end == "close":
        client.close()
    for each in {id(client): client, id(writer): writer}.values():
        if end != "close" or each is not client:
            kill(each)
    again = launch(*options)
    opened = again.document.open(path="g.json", document="g")
    assert opened["recovered"]["changes"] >= 1 and opened["recovered"]["waiting"]
    # The file is the other's until the edits are taken.
    assert [node["id"] for node in again.document.read(document="g")["nodes"]] == (["z"] if write in ("nodewire", "save") else [])
    kill(again)
    again = launch(*options)
    again.document.open(path="g.json", document="g", recover="apply")
    found = again.document.read(document="g")["nodes"]
    assert [node["id"] for node in found] == ["a", "b", "c"] + ["d"] * (end != "dead")


def test_edits_that_begin_while_another_writes_are_not_out_of_reach(launch, kill, folder):
    writer, client = launch(), launch()
    large = writer.create({"nodes": [{"id": f"n{index}", "position": {"x": index, "y": 0}} for index in range(120_000)]})
    process = launch.started[0][0]
    writing = threading.Thread(
        target=large.export, kwargs={"format": "nodewire", "path": "g.json", "overwrite": True})
    writing.start()
    while not list(folder.glob(".g.json.nodewire-*")):
        assert writing.is_alive()
    # The gate has let the file through; it is not written yet.
    process.send_signal(signal.SIGSTOP)
    document = client.open("g.json")
    insert(document, "b")
    process.send_signal(signal.SIGCONT)
    writing.join(60)
    assert len(json.loads((folder / "g.json").read_text())["nodes"]) == 120_000
    kill(client)
    again = launch()
    again.document.open(path="g.json", document="g", recover="apply")
    assert [node["id"] for node in again.document.read(document="g")["nodes"]] == ["a", "b"]


@pytest.mark.parametrize("first", ["svg", "text", "save"])
@pytest.mark.parametrize("second", ["svg", "text", "save"])
def test_so_it_is_when_the_file_is_written_over_again(launch, kill, folder, first, second):
    client = launch()
    insert(client.open("g.json"), "b")
    kill(client)
    for write, new in ((first, "c"), (second, "d")):
        writer = launch()
        one = writer.create({"nodes": [{"id": "z", "position": {"x": 0, "y": 0}}]})
        if write == "save":
            one.save(path="g.json", overwrite=True, format="nodewire")
        else:
            one.export(format=write, path="g.json", overwrite=True)
        kill(writer)
        again = launch(interactive=True)
        document = again.open("g.json")
        assert ids(document)[:2] == ["a", "b"]
        insert(document, new)
        kill(again)
    assert ids(launch(interactive=True).open("g.json")) == ["a", "b", "c", "d"]


def test_a_file_that_holds_no_document_any_more_stays_of_the_format_that_its_ending_says(launch, kill, folder):
    (folder / "flow.mmd").write_text(FLOW)
    client = launch()
    insert(client.open("flow.mmd"), "new")
    kill(client)
    writer = launch()
    writer.create({"nodes": []}).export(format="text", path="flow.mmd", overwrite=True)
    kill(writer)
    client = launch(interactive=True)
    assert client.document.open(path="flow.mmd", document="d")["format"] == "mermaid"
    with pytest.raises(ChangedOnDisk):
        client.document.save(document="d", accept_losses=True)
    client.document.save(document="d", accept_losses=True, overwrite=True)
    text = (folder / "flow.mmd").read_text()
    assert text.startswith("flowchart") and "new" in text


def leave_unrelated(launch, kill, folder):
    """Leaves a journal of g.json that does not lead on from that file."""
    client = launch()
    insert(client.open("g.json"), "unsaved")
    kill(client)
    (folder / "g.json").write_text(TEXT.replace("0", "1"))


def test_a_save_says_which_journal_it_has_set_aside(launch, kill, folder):
    leave_unrelated(launch, kill, folder)
    client, said = launch(), []
    client.on("document/journal", said.append)
    client.create({"nodes": []}, document="d").save(path="g.json", overwrite=True)
    assert said == [{"document": "d", "journal": True, "setAside": ".g.json.nodewire/journal.1"}]
    assert "unsaved" in (folder / said[0]["setAside"]).read_text()


@pytest.mark.parametrize("take", [False, True])
def test_so_says_who_takes_the_lock(launch, kill, folder, take):
    owner = launch()
    insert(owner.open("g.json"), "unsaved")
    (folder / "g.json").write_text(TEXT.replace("0", "1"))
    client, said = launch(), []
    client.on("document/journal", said.append)
    document = client.open("g.json", document="d")
    if not take:
        kill(owner)
    client.document.refresh(document="d", **({"take_lock": True} if take else {}))
    assert said == [{"document": "d", "journal": True, "setAside": ".g.json.nodewire/journal.1"}]
    insert(document, "new")
    assert ids(document) == ["a", "new"]
    kill(client)
    assert ids(launch(interactive=True).open("g.json")) == ["a", "new"]


def test_the_other_document_is_told_and_can_go_on(launch, folder):
    client = launch()
    document = client.open("g.json")
    insert(document, "b")
    client.create({"nodes": [{"id": "z", "position": {"x": 0, "y": 0}}]}).save(path="g.json", overwrite=True)
    with pytest.raises(ChangedOnDisk):
        document.save()
    document.save(path="copy.json")
    assert [node["id"] for node in json.loads((folder / "copy.json").read_text())["nodes"]] == ["a", "b"]


def test_a_save_keeps_a_file_what_it_was(launch, folder):
    (folder / "flow.mmd").write_text(FLOW)
    client = launch()
    document = client.open("flow.mmd")
    document.node.move(ids=["A"], by={"x": 500, "y": 7})
    with pytest.raises(PathError) as raised:
        document.save()
    assert raised.value.data["reason"] == "losses" and raised.value.data["losses"]
    assert (folder / "flow.mmd").read_text() == FLOW
    document.save(accept_losses=True)
    insert(document, "C")
    document.save()
    text = (folder / "flow.mmd").read_text()
    assert text.startswith("flowchart") and "C" in text
    assert client.document.open(path="flow.mmd", document="again")["format"] == "mermaid"


@pytest.mark.parametrize("ending", ["mmd", "dot", "graphml", "drawio", "canvas"])
def test_what_is_edited_after_a_save_in_another_format_outlives_the_process(launch, kill, folder, ending):
    own = launch().open("g.json")
    insert(own, "b")
    own.edge.connect(edge={"source": "a", "target": "b"})
    own.export(path=f"flow.{ending}")
    client = launch()
    document = client.open(f"flow.{ending}")
    nodes = ids(document)
    document.node.move(ids=[nodes[0]], by={"x": 501, "y": 7})
    document.save(accept_losses=True)
    expected = document.hash()["hash"]
    kill(client)
    client = launch(interactive=True)
    document = client.open(f"flow.{ending}")
    assert document.hash()["hash"] == expected or ending not in ("graphml", "canvas", "drawio")
    document.node.move(ids=[nodes[1]], by={"x": 33, "y": 77})
    document.save(accept_losses=True)
    document.node.move(ids=[nodes[1]], by={"x": 1, "y": 2})
    insert(document, "new")
    expected = document.hash()["hash"]
    kill(client)
    assert launch(interactive=True).open(f"flow.{ending}").hash()["hash"] == expected


def test_the_own_json_is_written_under_no_other_ending_and_over_no_other_format(launch, folder):
    (folder / "flow.mmd").write_text(FLOW)
    workflow = {"name": "w", "nodes": [{"parameters": {}, "id": "1", "name": "A", "type": "n8n-nodes-base.set", "typeVersion": 1, "position": [0, 0]}], "connections": {}}
    (folder / "wf.json").write_text(json.dumps(workflow))
    client = launch()
    document = client.open("g.json")
    document.save(path="new.mmd", accept_losses=True)
    assert (folder / "new.mmd").read_text().startswith("flowchart")
    document = client.open("h.json")
    assert reason(document.save, path="x.bpmn") == "format"
    assert reason(document.save, path="wf.json", overwrite=True) == "format"
    assert reason(document.export, path="wf.json", overwrite=True) == "format"
    # No other JSON, either, unless it is named.
    (folder / "rf.json").write_text(json.dumps({"nodes": [{"id": "r", "position": {"x": 0, "y": 0}, "data": {}}], "edges": []}))
    other = client.open("rf.json")
    for write in (other.save, other.export):
        assert reason(write, path="wf.json", overwrite=True) == "format"
    assert json.loads((folder / "wf.json").read_text()) == workflow
    other.export(path="new.json")
    other.export(path="new.json")
    assert client.document.open(path="new.json", document="new")["format"] == "reactFlow"
    document.save(path="flow.MMD", accept_losses=True)
    assert (folder / "flow.MMD").read_text().startswith("flowchart")
    assert json.loads((folder / "wf.json").read_text()) == workflow
    for path, contents in (("README.md", b"# Words\n"), ("package.json", b'{"name": "x"}'), ("photo", b"\x89PNG\r\n")):
        (folder / path).write_bytes(contents)
        assert reason(document.save, path=path, overwrite=True) == "format"
        assert (folder / path).read_bytes() == contents
    (folder / "empty.json").write_text("")
    document.save(path="empty.json", overwrite=True)
    document = client.open("g.json")
    document.save(path="wf.json", overwrite=True, format="nodewire")
    assert json.loads((folder / "wf.json").read_text())["nodewire"] == 1


@pytest.mark.parametrize("kind", ["fifo", "folder", "slash", "missing", "nul", "device"])
def test_what_is_no_file_is_refused_and_nothing_hangs(launch, folder, kind):
    path = {"fifo": "f", "folder": "d", "slash": "new.json/", "missing": "no/new.json", "nul": "a\0b.json", "device": "null.json"}[kind]
    if kind == "fifo":
        os.mkfifo(folder / "f")
    if kind == "folder":
        (folder / "d").mkdir()
    if kind == "device":
        (folder / path).symlink_to("/dev/null")
    document = launch().open("g.json")
    for write in writes(document):
        with pytest.raises(PathError):
            write(path)


def test_names_in_two_normal_forms_stay_two(launch, folder):
    one, two = (unicodedata.normalize(form, "é.json") for form in ("NFC", "NFD"))
    for name in (one, two):
        (folder / name).write_text(TEXT)
    client = launch()
    first = client.open(one)
    insert(first, "b")
    other = client.create({"nodes": []})
    assert reason(other.export, format="nodewire", path=one) == "open"
    other.export(format="nodewire", path=two)
    assert reason(other.export, format="svg", path=f".{two}.nodewire/journal") == "reserved"


@pytest.fixture
def run(server, folder):
    def run(*words, code=0, text=""):
        done = subprocess.run([server, *map(str, words)], input=text, capture_output=True, text=True, timeout=100, cwd=folder)
        assert done.returncode == code, (words, done.returncode, done.stderr)
        return done

    return run


def test_commands_keep_to_the_gate(launch, kill, folder, run, server):
    client = launch()
    document = client.open("g.json")
    insert(document, "b")
    (folder / "leads.svg").symlink_to(".g.json.nodewire/journal")
    (folder / "flow.mmd").write_text(FLOW)
    (folder / ".git").mkdir()
    record = folder / "r.jsonl"
    subprocess.run([server, "--record", str(record)], input="", capture_output=True, text=True, timeout=60, cwd=folder)
    before = (folder / ".g.json.nodewire" / "journal").read_bytes(), (folder / "g.json").read_bytes()
    for path in (".g.json.nodewire/journal", "./.g.json.nodewire/new.svg", "leads.svg", folder / ".g.json.nodewire/lock"):
        for words in (["convert", "h.json", "--to", "svg"], ["render", "h.json"], ["layout", "h.json", "--to", "svg"], ["trace", "r.jsonl"], ["replay", "r.jsonl"]):
            done = run(*words, "-o", path, code=2)
            assert "keeps journals and locks" in done.stderr, (words, done.stderr)
        for option in ("--overwrite", "--hidden"):
            run("convert", "h.json", "--to", "svg", "-o", path, option, code=2)
    assert "keeps journals" in run("--record", ".g.json.nodewire/record", code=2).stderr
    assert "keeps journals" in run("--socket", ".g.json.nodewire/socket", code=2).stderr
    assert "is hidden" in run("--record", ".git/record", code=2).stderr
    for words in (["convert", "h.json", "--to", "text"], ["trace", "r.jsonl"]):
        assert "is hidden" in run(*words, "-o", ".git/config", code=2).stderr
        run(*words, "-o", ".git/config", "--hidden")
    for words in (["convert", "h.json"], ["edit", "h.json", "--do", MOVE], ["trace", "r.jsonl"]):
        assert "is edited by process" in run(*words, "-o", "g.json", code=2).stderr
    assert ((folder / ".g.json.nodewire" / "journal").read_bytes(), (folder / "g.json").read_bytes()) == before
    # In place a file stays of its format, and what that loses is named.
    move = '{"method":"node/move","params":{"ids":["A"],"by":{"x":500,"y":0}}}'
    assert "does not hold all" in run("edit", "flow.mmd", "--do", move, code=2).stderr
    assert (folder / "flow.mmd").read_text() == FLOW
    run("edit", "flow.mmd", "--do", move, "--accept-losses")
    assert (folder / "flow.mmd").read_text().startswith("flowchart")
    # What git names so is written, as its user says.
    for name in (".merge_file_a", ".merge_file_b", ".merge_file_c"):
        (folder / name).write_text(TEXT)
    run("merge", ".merge_file_a", ".merge_file_b", ".merge_file_c")
    run("convert", "h.json", "--to", "nodewire", "-o", "g.json", "--overwrite")
    kill(client)
    assert ids(launch(interactive=True).open("g.json")) == ["a", "b"]


def test_a_working_folder_below_a_hidden_one_is_no_hidden_one(server, folder):
    (folder / ".work" / "in").mkdir(parents=True)
    shutil.copy(folder / "g.json", folder / ".work" / "g.json")
    for path, code in (("x.svg", 0), ("../x.svg", 0), ("../.y.svg", 2), ("../../.work/in/z.svg", 0), ("../../.other.svg", 2)):
        done = subprocess.run([server, "convert", str(folder / "g.json"), "-o", path], capture_output=True, text=True, timeout=60, cwd=folder / ".work" / "in")
        assert done.returncode == code, (path, done.stderr)
