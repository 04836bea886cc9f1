"""No path leads out of the served folder, and none makes the server wait; spellings that differ stay apart."""

import json
import os

import pytest

from nodewire_client import Client, errors

from server_process import END, lines, messages, request, said

TEXT = json.dumps({"nodewire": 1, "nodes": [{"id": "secret"}], "edges": []})
BEGIN = request("begin", "initialize", clock="client")


#: What reads a file, and finds none at these paths.
READING = ("open", "import", "diff", "merge", "base")


def outside(folder):
    """Paths that lead out, or to what is no plain file; and links that do."""
    secret = folder.parent / "secret.json"
    secret.write_text(TEXT)
    twin = folder.parent / f"{folder.name}-evil"
    twin.mkdir()
    (twin / "a.json").write_text(TEXT)
    links = {"out": secret, "up": folder.parent, "twin": twin, "nowhere": folder.parent / "new.json", "loop": "loop"}
    for name, target in links.items():
        (folder / name).symlink_to(target)
    (folder / "sub").mkdir()
    (folder / "sub" / "up").symlink_to("../..")
    os.mkfifo(folder / "fifo")
    (folder / "zero").symlink_to("/dev/zero")
    paths = ["", ".", "..", "/", "../secret.json", "sub/../../secret.json", "./../secret.json", "sub/up/secret.json"]
    paths += ["..//secret.json", "../" * 40 + "etc/passwd", "sub/../sub/../../secret.json", "sub/..", "sub/", "sub"]
    paths += [str(secret), str(twin / "a.json"), "/etc/passwd", "//etc/passwd", "/proc/self/environ", "/dev/zero"]
    paths += [
        f"file://{secret}",
        f"file://localhost{secret}",
        f"file:{secret}",
        "%2e%2e/secret.json",
        "..%2fsecret.json",
    ]
    paths += ["..\\secret.json", "\u2024\u2024/secret.json", "../secret.json\x00.json", "a\x00", "\x00", "x" * 5000]
    paths += ["a/" * 3000 + "b.json", "~/secret.json", "$HOME/secret.json", "fifo", "zero", *links]
    paths += [
        "up/secret.json",
        "up/new.json",
        "twin/a.json",
        "twin/new.json",
        "nowhere/new.json",
        "out/",
        "loop/a.json",
    ]
    paths += [
        f"{folder}-evil/a.json",
        f"{folder}/../secret.json",
        f"{folder}/up/secret.json",
        f"{folder}/sub/../../secret.json",
    ]
    return paths


def state(folder):
    return {str(path): path.lstat().st_mtime_ns for path in folder.rglob("*") if path.name != "loop"}


def test_no_method_leads_out(server, tmp_path):
    folder = tmp_path / "served"
    folder.mkdir()
    paths = outside(folder)
    before = state(tmp_path)
    asked = [BEGIN, request("made", "document/create", document="d", content={"nodes": [{"id": "a"}]})]
    for number, path in enumerate(paths):
        asked += [
            request(f"open {number}", "document/open", path=path),
            request(f"import {number}", "document/import", document="d", path=path),
            request(f"diff {number}", "document/diff", document="d", **{"with": {"path": path}}),
            request(f"merge {number}", "document/merge", document="d", **{"with": {"path": path}}),
            request(f"base {number}", "document/merge", document="d", **{"with": {"text": TEXT}}, base={"path": path}),
            request(f"save {number}", "document/save", document="d", path=path, overwrite=True),
            request(f"export {number}", "document/export", document="d", path=path, format="svg"),
        ]
    heard = {one["id"]: one for one in messages(said(server, lines([*asked, *END]), cwd=folder)) if "method" not in one}
    assert len(paths) > 50
    for number, path in enumerate(paths):
        for method in READING:
            assert "error" in heard[f"{method} {number}"], (method, path)
        for method in ("save", "export"):
            reply = heard[f"{method} {number}"]
            # A name of blanks, percents or dots that are none is a plain name in the folder.
            if "result" in reply:
                assert reply["result"]["path"] == path
                for made in os.listdir(folder):
                    if made.startswith(path):
                        os.unlink(folder / made)
    changed = {path: time for path, time in state(tmp_path).items() if path != str(folder)}
    assert changed == {path: time for path, time in before.items() if path != str(folder)}


IDENTIFIERS = ["\u00e9", "e\u0301", "\u212b", "\u00c5", "A\u030a", "\ufb01", "fi", "ß", "ss", "a", "a\u200b"]
NUMBERS = [
    "9223372036854775807",
    "-9223372036854775808",
    "9007199254740993",
    "5e-324",
    "-0",
    "1.0",
    "1E+2",
    "0.1",
    "123456789012345678901234567890",
]


def test_spellings_stay_apart_through_saving_loading_and_undo(server, tmp_path):
    numbers = "[" + ",".join(NUMBERS) + "]"
    nodes = ",".join(
        f'{{"id":{json.dumps(one)},"position":{{"x":0,"y":0}},"data":{{"{one}":{numbers}}}}}' for one in IDENTIFIERS
    )
    text = f'{{"nodewire":1,"nodes":[{nodes}],"edges":[]}}'
    for name in ("\u00e9.json", "e\u0301.json"):
        (tmp_path / name).write_text(text if name[0] == "e" else TEXT, encoding="utf-8")
    with Client.launch([server, "--root", str(tmp_path)], clock="client") as client:
        document = client.open("e\u0301.json")
        before = document.hash()["hash"]
        document.element.remove(nodes=IDENTIFIERS[1:])
        assert [node["id"] for node in document.read()["nodes"]] == IDENTIFIERS[:1]
        document.history.undo()
        assert document.hash()["hash"] == before
        document.node.move(ids=["\u00e9"], by={"x": 1, "y": 0})
        document.node.move(ids=["\u00e9"], by={"x": -1, "y": 0})
        document.save()
    saved = (tmp_path / "e\u0301.json").read_text(encoding="utf-8")
    assert [node["id"] for node in json.loads(saved)["nodes"]] == IDENTIFIERS
    assert saved.count(numbers) == len(IDENTIFIERS), "numbers are written as they were"
    assert (tmp_path / "\u00e9.json").read_text(encoding="utf-8") == TEXT
    with Client.launch([server, "--root", str(tmp_path)], clock="client") as client:
        with pytest.raises(errors.NodewireError):
            client.open("e\u0300.json")
        assert [node["id"] for node in client.open("e\u0301.json").read()["nodes"]] == IDENTIFIERS
