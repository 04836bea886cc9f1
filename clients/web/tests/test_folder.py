"""The documents in the folder that is served."""

import json
import urllib.request

import pytest
from bridge import Bridge, Opening
from conftest import serving


def test_the_folder_is_listed_to_who_has_the_secret(bridge, connect):
    (bridge.opening.root / "other.json").write_text("{}")
    status, _, body = connect().get(f"/{bridge.secret}/folder.json")
    assert (status, json.loads(body)["files"]) == (200, ["bot.json", "other.json"])
    assert connect().get("/guess/folder.json")[0] == 403


@pytest.fixture
def listed(server, tmp_path):
    """What the page is told of a folder."""
    with serving(Bridge(server, Opening(tmp_path))) as bridge:

        def listed():
            with urllib.request.urlopen(bridge.url + "folder.json", timeout=30) as answer:
                return json.load(answer)

        yield listed


def test_what_is_hidden_deep_or_no_document_is_left_out(tmp_path, listed):
    for path in ("a.json", "b/c.mmd", "b/d/e/f.dot", "b/d/e/f/g.json", ".git/h.json", ".i.json", "j.png"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("{}")
    (tmp_path / "k.json").symlink_to("/etc/hostname")
    assert listed() == {"folder": str(tmp_path), "files": ["a.json", "b/c.mmd", "b/d/e/f.dot"], "more": False}


def test_what_the_server_reads_is_listed(tmp_path, listed):
    names = [f"a.{one}" for one in "canvas csv cyjs dot graph graphml html json mmd nodewire.json tsv txt yml".split()]
    for name in (*names, "a.png", "a.md", "json"):
        (tmp_path / name).write_text("{}")
    assert listed()["files"] == names


def test_only_so_many_are_listed(tmp_path, listed):
    for number in range(600):
        (tmp_path / f"{number}.json").write_text("{}")
    assert (len(listed()["files"]), listed()["more"]) == (500, True)


def test_only_so_many_are_looked_at(tmp_path, listed):
    for number in range(5100):
        (tmp_path / f"{number}.png").write_text("")
    assert listed() == {"folder": str(tmp_path), "files": [], "more": True}
