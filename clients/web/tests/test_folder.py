"""The documents in the folder of a bridge."""

import json

import folder


def test_the_folder_is_listed_to_who_has_the_secret(bridge, connect):
    (bridge.opening.root / "other.json").write_text("{}")
    status, _, body = connect().get(f"/{bridge.secret}/folder.json")
    assert (status, json.loads(body)["files"]) == (200, ["bot.json", "other.json"])
    assert connect().get("/guess/folder.json")[0] == 403


def test_what_is_hidden_deep_or_no_document_is_left_out(tmp_path):
    for path in ("a.json", "b/c.mmd", "b/d/e/f.dot", "b/d/e/f/g.json", ".git/h.json", ".i.json", "j.png"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("{}")
    (tmp_path / "k.json").symlink_to("/etc/hostname")
    assert folder.listed(tmp_path) == {"folder": str(tmp_path), "files": ["a.json", "b/c.mmd", "b/d/e/f.dot"], "more": False}


def test_what_the_server_reads_is_listed(tmp_path):
    names = [f"a.{one}" for one in "canvas csv cyjs dot graph graphml html json mmd nodewire.json tsv txt yml".split()]
    for name in (*names, "a.png", "a.md", "json"):
        (tmp_path / name).write_text("{}")
    assert folder.listed(tmp_path)["files"] == names


def test_only_so_many_are_looked_at(tmp_path, monkeypatch):
    for number in range(8):
        (tmp_path / f"{number}.json").write_text("{}")
    monkeypatch.setattr(folder, "LISTED", 5)
    assert (len(folder.listed(tmp_path)["files"]), folder.listed(tmp_path)["more"]) == (5, True)
    monkeypatch.setattr(folder, "LOOKED", 3)
    assert (len(folder.listed(tmp_path)["files"]), folder.listed(tmp_path)["more"]) == (3, True)
