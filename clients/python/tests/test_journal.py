"""The journal beside a file: what a crash, a full disk or a damaged journal costs, and what lives on."""

import json
import os
import random
import resource
import shutil
import subprocess

import pytest

from journal_files import Served, changes, file, journal, serve
from nodewire_client import Client, errors
from served_folder import DAC_OVERRIDE, TEXT, child, go_without
from state_files import every, journal_of, leave_journal

SEED, KILLS, EDITS = 1, 12, 300
STRACE = shutil.which("strace")


def test_a_killed_server_has_lost_nothing(serve, file):
    served = serve()
    assert changes(served.open()) == 0
    for x in range(1, 6):
        served.move(x)
    served.kill()
    again = serve()
    opened = again.open()
    assert (changes(opened), opened["revision"]) == (5, 0) and "journal" not in opened
    assert again.place() == 5
    assert [one["dirty"] for one in again.call("document/list")["documents"]] == [True]
    assert file.read_text() == TEXT


def names(file):
    """What is in the folder besides locks."""
    return [name for name in every(file.parent) if not name.endswith("/lock")]


def line(method, number, **params):
    return (json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n").encode()


def killed_while_it_edits(server, file, rest):
    """A server that is killed after so many bytes of its output; how many edits it had answered."""
    process = subprocess.Popen(
        [server, "--root", str(file.parent)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    )
    text = line("initialize", "i") + line("document/open", "o", path="a.json", document="d")
    for x in range(1, EDITS + 1):
        text += line("node/move", x, document="d", ids=["a"], to={"x": x, "y": 0})
    process.stdin.write(text)
    output = b""
    while len(output) < rest:
        part = process.stdout.read(min(rest - len(output), 1000))
        assert part, "the server has ended by itself"
        output += part
    process.kill()
    output += process.stdout.read()
    process.wait()
    answered = [json.loads(one).get("id") for one in output.split(b"\n")[:-1]]
    return max([0, *(one for one in answered if isinstance(one, int))])


def test_what_was_answered_before_a_kill_is_found_again(server, serve, file, journal):
    random_numbers = random.Random(SEED)
    for _ in range(KILLS):
        journal.unlink(missing_ok=True)
        answered = killed_while_it_edits(server, file, random_numbers.randrange(20_000, 80_000))
        found = serve()
        found.open()
        assert answered <= found.place() <= EDITS, f"seed {SEED}"
        # Its lock would make the next one read-only.
        found.kill()


@pytest.fixture
def five(serve, journal):
    """The journal of five changes, its lines, and a server."""
    served = serve()
    served.open()
    for x in range(1, 6):
        served.move(x)
    served.kill()
    text = journal.read_bytes()
    return text, text.splitlines(keepends=True), serve()


def reopened(served, file, text, count=[0]):
    """What opening the file with this journal says, and where the node is then."""
    leave_journal(file, text)
    count[0] += 1
    name = f"d{count[0]}"
    opened = served.open(name)
    place = served.place(name)
    served.call("document/close", document=name, discard=True)
    return opened, place


def test_a_torn_tail_costs_its_line(five, file):
    text, lines, served = five
    for end in range(len(text) - len(lines[-1]) - len(lines[-2]), len(text)):
        opened, place = reopened(served, file, text[:end])
        whole = 3 if end < len(text) - len(lines[-1]) else 4
        assert (changes(opened), place) == (whole, whole), end
        assert opened.get("dropped", 0) == end - sum(map(len, lines[: whole + 2])), end


def test_garbage_behind_a_journal_is_dropped(five, file):
    text, _, served = five
    for more in (b"\0" * 4096, b"\xff\n\xfe\n", b"{}\n", b"\n", text):
        opened, place = reopened(served, file, text + more)
        assert (changes(opened), opened["dropped"], place) == (5, len(more), 5), more[:20]


def test_a_flipped_bit_costs_the_lines_behind_it(five, file):
    text, lines, served = five
    ends = [sum(map(len, lines[:number])) for number in range(len(lines) + 1)]
    for place in range(0, len(text), 7):
        damaged = bytearray(text)
        damaged[place] ^= 1 << place % 8
        opened, x = reopened(served, file, bytes(damaged))
        whole = max(0, sum(end <= place for end in ends) - 3)
        assert (changes(opened), x) == (whole, whole), place
        # Without the state of the file nothing is known of the journal: it is kept.
        assert ("setAside" in opened) == (place < ends[2]), place


def test_a_damaged_tail_is_gone_with_the_next_change(five, journal):
    text, _, served = five
    journal.write_bytes(text[:-5])
    assert changes(served.open("one")) == 4
    served.move(9, "one")
    served.kill()
    assert b"open" in journal.read_bytes()


def test_a_journal_of_another_file_is_set_aside(serve, file, journal):
    served = serve()
    served.open()
    served.move(3)
    served.kill()
    text = journal.read_bytes()
    file.write_text(TEXT.replace('"x": 0', '"x": 70'))
    for number in (1, 2):
        journal.write_bytes(text)
        again = serve()
        opened = again.open()
        assert (changes(opened), opened["setAside"]) == (0, f".a.json.nodewire/journal.{number}")
        assert again.place() == 70
        assert not journal.exists() and (file.parent / opened["setAside"]).read_bytes() == text
        again.kill()


def test_a_journal_that_is_set_aside_is_named_where_it_lies(serve, file, journal):
    served = serve()
    served.open()
    served.move(3)
    served.kill()
    inner = file.parent / "inner"
    inner.mkdir()
    (inner / "a.json").write_text(TEXT.replace('"x": 0', '"x": 70'))
    journal.parent.rename(inner / journal.parent.name)
    (file.parent / "link.json").symlink_to("inner/../inner/a.json")
    opened = serve().open(path="link.json")
    assert opened["setAside"] == "inner/.a.json.nodewire/journal.1" and (file.parent / opened["setAside"]).exists()


def test_a_save_and_the_changes_behind_it(serve, file, journal):
    served = serve()
    served.open()
    served.move(1)
    before = journal.read_bytes()
    served.call("document/save", document="d")
    served.move(2)
    served.kill()
    after = journal.read_bytes()
    again = serve()
    assert changes(again.open()) == 1
    assert (again.place(), again.history()) == (2, (["Move", "Move"], 2))
    again.kill()
    # The journal of before the save: what it holds is in the file, but it does not say so.
    journal.write_bytes(before)
    third = serve()
    assert third.open()["setAside"] == ".a.json.nodewire/journal.1" and third.place() == 1
    third.kill()
    # The file of before the save: a journal that was compacted does not know it any more.
    file.write_text(TEXT)
    journal.write_bytes(after)
    assert serve().open()["setAside"] == ".a.json.nodewire/journal.2"


@pytest.mark.skipif(STRACE is None, reason="strace makes calls fail")
def test_a_crash_between_the_save_and_the_compaction(server, file, journal):
    command = [STRACE, "-f", "-qq", "-o", os.devnull, "-e", "trace=renameat", "-e"]
    process, client = child([*command, "inject=renameat:signal=KILL:when=2", server, "--root", str(file.parent)])
    client.call("document/open", {"path": "a.json", "document": "d"})
    client.call("node/move", {"document": "d", "ids": ["a"], "to": {"x": 1, "y": 0}})
    with pytest.raises(errors.NodewireError):
        client.call("document/save", {"document": "d"})
    process.wait()
    served = Served(server, file)
    opened = served.open()
    assert changes(opened) == 0 and "setAside" not in opened
    assert (served.place(), served.history()) == (1, (["Move"], 1))
    served.kill()
    assert names(file) == [".a.json.nodewire/journal", "a.json"]


def test_a_full_disk_refuses_and_loses_nothing(serve, journal):
    served = serve()
    served.open()
    served.move(1)
    unlimited = resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (journal.stat().st_size + 60, unlimited[1]))
    for call in (
        lambda: served.move(2),
        lambda: served.call("history/undo", document="d", steps=1) and served.move(3),
        lambda: served.call("group/create", document="d", ids=["a"]),
    ):
        with pytest.raises(errors.NodewireError) as refused:
            call()
        assert refused.value.code == 1303
    place = served.place()
    resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, unlimited)
    served.move(place + 5)
    served.kill()
    again = serve()
    again.open()
    assert again.place() == place + 5


def test_a_folder_that_cannot_be_written_has_no_journal(serve, file):
    file.parent.chmod(0o555)
    try:
        served = serve(preexec_fn=lambda: go_without(DAC_OVERRIDE))
        assert served.open()["journal"] is False
        served.move(1)
        assert names(file) == ["a.json"]
    finally:
        file.parent.chmod(0o755)


@pytest.mark.parametrize("opened, saved", [("a.json", "./a.json"), ("a.json", "l.json"), ("l.json", "a.json"), ("a.json", None)])
@pytest.mark.parametrize("is_gone", [False, True])
def test_a_save_to_its_own_file_keeps_the_journal_however_it_is_spelled(serve, file, journal, opened, saved, is_gone):
    file.with_name("l.json").symlink_to("a.json")
    served = serve()
    served.open(path=opened)
    served.move(3)
    if is_gone:
        file.unlink()
    assert served.call("document/save", document="d", path=saved or str(file))["path"]
    served.move(7)
    served.kill()
    again = serve()
    assert changes(again.open()) == 1 and again.place() == 7
    assert again.history() == (["Move", "Move"], 2)


def test_what_keeps_and_what_removes_a_journal(serve, file, journal):
    served = serve()
    served.open()
    assert not journal.exists()
    served.move(1)
    assert journal.exists()
    # Another document of the same file goes without.
    assert served.open("twin")["journal"] is False
    served.call("document/close", document="d", discard=True)
    assert not journal.exists()
    assert "journal" not in served.open("d", durability="none")
    served.move(1)
    served.call("document/close", document="d", discard=True)
    created = served.call("document/create", document="new")
    assert "journal" not in created
    served.call("node/insert", document="new", node={"id": "a", "position": {"x": 0, "y": 0}})
    assert names(file) == ["a.json"]
    served.call("document/save", document="new", path="new.json")
    served.call("document/close", document="new")
    assert names(file) == ["a.json", "new.json"]
    served.open("new", "new.json")
    assert served.history("new") == ([], 0)
    # What is saved under another name is no change of the old file any more.
    served.move(7, "new")
    served.call("document/save", document="new", path="newer.json")
    assert names(file) == [".newer.json.nodewire/journal", "a.json", "new.json", "newer.json"]
    assert journal_of(file.with_name("newer.json")).stat().st_mode & 0o777 == 0o644


@pytest.mark.skipif(STRACE is None, reason="strace lists the calls")
@pytest.mark.parametrize("durability, synced", [("process", 0), ("power", 3)])
def test_a_change_outlives_a_loss_of_power_where_that_is_asked_for(server, file, tmp_path, durability, synced):
    log = tmp_path / "log"
    command = [STRACE, "-f", "-qq", "-o", str(log), "-e", "trace=pwrite64,fdatasync", server, "--root", str(tmp_path)]
    process, client = child(command)
    client.call("document/open", {"path": "a.json", "document": "d", "durability": durability})
    for x in range(3):
        client.call("node/move", {"document": "d", "ids": ["a"], "to": {"x": x + 1, "y": 0}})
    client.close()
    process.wait()
    calls = log.read_text()
    assert (calls.count("pwrite64"), calls.count("fdatasync")) == (3, synced)


@pytest.mark.parametrize("asked, is_kept", [({}, False), ({"durability": "none"}, False), ({"durability": "process"}, True)])
def test_a_document_that_was_created_has_the_durability_of_the_session(server, file, asked, is_kept):
    """A session of this client has none, unless it asks for more."""
    with Client.launch([server, "--root", str(file.parent)], **asked) as client:
        document = client.create()
        document.save(path="new.json")
        document.node.insert(node={"id": "n"})
        assert journal_of(file.with_name("new.json")).exists() == is_kept
