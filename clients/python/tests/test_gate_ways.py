"""The gate stands before every way to a file: autosaves, agents and recordings, whatever the spelling of the path."""

import json
import os
import subprocess
import unicodedata

import pytest

from agent_process import Agent
from served_folder import TEXT, child

COMPOSED, APART = (unicodedata.normalize(form, "\u00e9.json") for form in ("NFC", "NFD"))
#: Where paths lead that are refused, by the reason; `g.json` is open in another process.
PATHS = {
    "reserved": [
        ".g.json.nodewire/new.json", "./.g.json.nodewire/new.json", ".G.JSON.NODEWIRE/new.json", "journal.json", "state/new.json",
        ".other.json.nodewire/new.json", "sub/.s.json.nodewire/new.json", "writing.json", f".{COMPOSED}.nodewire/new.json",
    ],
    "hidden": [".git/new.json", ".new.json", "./.new.json", "sub/.h/new.json", "shown.json", "..json", ".../new.json"],
    "open": ["g.json", "./g.json", ".//g.json", "linked.json"],
    "path": [
        "../out/new.json", "sub/../h.json", "outside.json", "out/new.json", "loop.json", "..", "/", "", "sub", "sub/", ".", "twice.json",
        "new/new.json", "h.json/new.json", "gone.json", "file:///h.json", "pipe.json", "n" * 300 + ".json",
    ],
}
LINKS = {
    "journal.json": ".g.json.nodewire/journal", "state": ".g.json.nodewire", "writing.json": ".g.json.nodewire-3",
    "shown.json": ".git/new.json", "linked.json": "g.json", "outside.json": "../out/o.json", "out": "../out",
    "loop.json": "loop.json", "gone.json": "nothing/new.json",
}
REFUSED = [(reason, path) for reason, paths in PATHS.items() for path in paths]


@pytest.fixture
def folder(tmp_path):
    """A served folder with files, links and a folder beside it."""
    root = tmp_path / "root"
    for name in (".git", "sub/.h", "../out"):
        (root / name).mkdir(parents=True)
    for name in ("g.json", "h.json", "sub/s.json", "../out/o.json", COMPOSED, APART):
        (root / name).write_text(TEXT)
    (root / "once.json").write_text(TEXT)
    os.link(root / "once.json", root / "twice.json")
    os.mkfifo(root / "pipe.json")
    for name, target in LINKS.items():
        (root / name).symlink_to(target)
    return root


@pytest.fixture
def owner(server, folder):
    """Another process, which has g.json open with an edit that is not saved."""
    process, client = child([server, "--root", str(folder)])
    client.open("g.json").node.insert(node={"id": "unsaved"})
    yield client
    process.kill()
    process.wait()


def state(folder):
    """All that is in a folder and the one around it, but what comes and goes with the documents that are open."""
    found = {}
    for path in folder.parent.rglob("*"):
        if path.is_symlink():
            found[path] = os.readlink(path)
        elif path.is_file() and ".h.json.nodewire" not in str(path):
            found[path] = path.read_bytes()
    return found


def leave_unrelated(server, folder):
    """Leaves a journal of h.json that does not lead on from that file."""
    process, client = child([server, "--root", str(folder)])
    client.open("h.json").node.insert(node={"id": "unsaved"})
    process.kill()
    process.wait()
    (folder / "h.json").write_text(TEXT.replace("0", "1"))


# Agents


@pytest.fixture
def agent(server, folder):
    agents = []

    def agent(*options):
        agents.append(Agent(server, folder, *options))
        agents[-1].begin()
        return agents[-1]

    yield agent
    for one in agents:
        one.end()


def said(agent, tool, **arguments):
    """The result of a tool: what it was refused for, or None."""
    result = agent.result("tools/call", {"name": tool, "arguments": arguments})
    return result["structuredContent"] if result["isError"] else None


@pytest.mark.parametrize("way", ["save", "create"])
def test_what_an_agent_writes(agent, owner, folder, way):
    one = agent()
    one.call("open", path="h.json")
    before = state(folder)
    for reason, path in REFUSED:
        if way == "create":
            refused = said(one, "open", path=path, create=True)
        else:
            refused = said(one, "save", path=path, overwrite=reason != "open")
        assert refused is not None, path
        # The ending of some says no format; that is found before.
        if path.endswith(".json"):
            assert refused["details"]["reason"] == reason, (path, refused)
    assert state(folder) == before
    assert said(one, "save", path=COMPOSED)["details"]["reason"] == "changedOnDisk"
    one.call("save", path=COMPOSED, overwrite=True)
    assert (folder / APART).read_text() == TEXT


def test_an_agent_is_told_what_becomes_of_journals(agent, server, folder):
    leave_unrelated(server, folder)
    one = agent("--journal")
    opened = one.call("open", path="h.json")
    assert "unsaved" in (folder / opened["setAside"]).read_text()
    # A second document of the file has no journal.
    (folder / "again.json").symlink_to("h.json")
    assert one.call("open", path="again.json")["journal"] is False


def test_a_save_says_which_journal_it_has_set_aside(agent, server, folder):
    leave_unrelated(server, folder)
    one = agent("--journal")
    one.call("open", path="sub/s.json")
    saved = one.call("save", path="h.json", overwrite=True)
    assert "unsaved" in (folder / saved["setAside"]).read_text()


# Autosaves


@pytest.mark.parametrize(
    ("target", "reason"),
    [(".git/new.json", "hidden"), (".g.json.nodewire/journal", "reserved"), ("g.json", "open"), ("held.json", "open"), ("../out/o.json", "path")],
)
def test_an_autosave_writes_nothing_where_a_link_leads_by_now(server, owner, folder, target, reason):
    (folder / ".git" / "new.json").write_text(TEXT)
    (folder / "held.json").write_text(TEXT)
    (folder / "way.json").symlink_to("h.json")
    process, client = child([server, "--root", str(folder)], {"clock": "client", "autosave": {"after": 10, "every": 100}})
    try:
        failed = []
        client.on("server/failed", failed.append)
        client.open("held.json")
        document = client.open("way.json")
        client.call("input/tick", {"time": 0})
        document.node.insert(node={"id": "late"})
        (folder / "way.json").unlink()
        (folder / "way.json").symlink_to(target)
        before = state(folder)
        for time in (10, 100, 5000, 90_000):
            client.call("input/tick", {"time": time})
        assert [one["error"]["data"]["reason"] for one in failed] == [reason]
        assert state(folder) == before
        (folder / "way.json").unlink()
        (folder / "way.json").symlink_to("h.json")
        client.call("input/tick", {"time": 900_000})
        assert "late" in (folder / "h.json").read_text()
    finally:
        process.kill()
        process.wait()


# Recordings, sockets and other commands


def test_what_commands_begin(server, owner, folder):
    before = state(folder)
    for reason, path in REFUSED:
        if reason == "path" and path.startswith((".", "sub/..", "out")) or path == "":
            continue
        for words in (["--record", path], ["serve", "--socket", path, "--follow-input"]):
            done = subprocess.run([server, *words], input="", capture_output=True, text=True, timeout=60, cwd=folder)
            assert done.returncode == 2, (words, done.stderr)
            if reason != "path":
                expected = {"reserved": "keeps journals and locks", "hidden": "is hidden", "open": "is edited by process"}[reason]
                assert expected in done.stderr, (words, done.stderr)
    assert state(folder) == before


def test_commands_go_up_from_their_folder(server, folder):
    below = folder / "sub" / "deep"
    below.mkdir()
    (folder / "sub" / "leads").symlink_to("../../out")
    move = json.dumps({"method": "node/move", "params": {"ids": ["a"], "by": {"x": 5, "y": 0}}})
    for words in (
        ["check", "../../h.json"], ["convert", "../s.json", "-o", "../../new.svg"], ["edit", "../../h.json", "--do", move],
        ["fmt", "../../../../../../../../../.." + str(folder / "once.json").replace("once", "h")], ["convert", "../s.json", "-o", "../leads/../root/far.svg"],
    ):
        done = subprocess.run([server, *words], input="", capture_output=True, text=True, timeout=60, cwd=below)
        assert done.returncode == 0, (words, done.stderr)
    assert (folder / "new.svg").is_file() and (folder / "far.svg").is_file()
    assert '"x":5' in (folder / "h.json").read_text().replace(" ", "")
    done = subprocess.run([server, "convert", "../s.json", "-o", "../../.new.svg"], input="", capture_output=True, text=True, timeout=60, cwd=below)
    # What is beyond the working folder and does not lead there counts.
    assert done.returncode == 2 and "is hidden" in done.stderr
