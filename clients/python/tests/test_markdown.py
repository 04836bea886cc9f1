"""Fences of files in Markdown, as documents of their own."""

import json
import subprocess
import time

import pytest

from nodewire_client.errors import ChangedOnDisk

from served_folder import child, folder, launch
from state_files import journal_of, names

TWO = "# T\r\n\r\n```mermaid\r\nflowchart LR\r\n  a --> b\r\n```\r\n\r\n- Item\r\n\r\n  ~~~ dot\r\n  graph { x -- y }\r\n  ~~~\r\nEnd"


@pytest.fixture
def page(folder):
    page = folder / "page.md"
    page.write_bytes(TWO.encode())
    return page


def run(server, page, *words):
    done = subprocess.run([server, *words], cwd=page.parent, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout, done.stderr


def insert(document, name):
    document.node.insert(node={"id": name, "position": {"x": 0, "y": 0}})


def save(document, **params):
    return document.client.call("document/save", {"document": document.id, "acceptLosses": True, **params})


def test_only_the_fence_is_written(launch, page):
    document = launch().open("page.md")
    insert(document, "c")
    save(document)
    before, after = TWO.encode().split(b"\r\n"), page.read_bytes().split(b"\r\n")
    assert after[:3] == before[:3] and after[-8:] == before[-8:]
    assert after[4:7] == [b'  a["a"]', b'  b["b"]', b'  c["c"]']


def test_two_documents_of_one_file_keep_what_the_other_saves(launch, page):
    client = launch()
    one, two = client.open("page.md#1"), client.open("page.md#2")
    for name in ("c", "d", "e"):
        for document in (one, two):
            insert(document, name)
            save(document)
    text = page.read_text()
    for name in ("c", "d", "e"):
        assert f'{name}["{name}"]' in text and f'"{name}" [' in text


def test_what_others_change_around_a_fence_is_kept_and_in_it_is_a_conflict(launch, page):
    document = launch().open("page.md")
    insert(document, "c")
    page.write_bytes(b"New line\r\n" + page.read_bytes())
    save(document)
    assert page.read_bytes().startswith(b"New line\r\n# T")
    page.write_bytes(page.read_bytes().replace(b"a --> b", b"b --> a"))
    insert(document, "d")
    with pytest.raises(ChangedOnDisk):
        save(document)
    document.client.call("document/refresh", {"document": document.id})
    save(document)
    assert b"b --> a" in page.read_bytes() and b'd["d"]' in page.read_bytes()
    # Where the fence is gone nothing is written.
    page.write_bytes(b"# Nothing\n")
    insert(document, "e")
    with pytest.raises(Exception):
        save(document)
    assert page.read_bytes() == b"# Nothing\n"


def test_a_change_around_a_fence_is_not_announced_and_one_in_it_is(launch, page):
    client = launch()
    document = client.open("page.md")
    client.call("view/open", {"document": document.id, "width": 100, "height": 100})
    seen = []
    client.on("document/changedOnDisk", lambda params: seen.append(params))
    page.write_bytes(b"Text\n" + page.read_bytes())
    time.sleep(3)
    client.call("document/list", {})
    assert not seen
    page.write_bytes(page.read_bytes().replace(b"a --> b", b"b --> a"))
    for _ in range(200):
        client.call("document/list", {})
        if seen:
            break
        time.sleep(0.1)
    assert len(seen) == 1


def test_each_fence_has_a_journal(server, page):
    process, client = child([server, "--root", str(page.parent)])
    one, two = client.open("page.md#1"), client.open("page.md#2")
    insert(one, "c")
    insert(two, "d")
    assert journal_of(page.with_name("page.md#1")).is_file() and journal_of(page.with_name("page.md#2")).is_file()
    process.kill()
    process.wait()
    # What stands around may have changed meanwhile.
    page.write_bytes(b"Text\n" + page.read_bytes())
    process, client = child([server, "--root", str(page.parent)])
    for name, new in (("page.md#2", "d"), ("page.md#1", "c")):
        opened = client.call("document/open", {"path": name, "recover": "apply"})
        assert opened["recovered"]["changes"] == 1
        read = client.call("document/read", {"document": opened["document"]})
        assert read["nodes"][-1]["id"] == new
        client.call("document/save", {"document": opened["document"], "acceptLosses": True})
        client.call("document/close", {"document": opened["document"]})
    process.kill()
    process.wait()
    assert names(page.parent) == ["a.json", "page.md"]


def test_commands_look_at_all_fences(server, page):
    (page.parent / "none.md").write_text("# No fence\n")
    code, out, _ = run(server, page, "info", ".", "--json")
    found = {entry["file"]: (entry["nodes"], entry.get("line")) for entry in json.loads(out)}
    assert (code, found) == (0, {"./a.json": (1, None), "./page.md#1": (2, 3), "./page.md#2": (2, 10)})
    assert run(server, page, "check", "page.md")[0] == 0
    code, _, err = run(server, page, "info", "none.md")
    assert code == 2 and "no fence of mermaid, dot or nodewire" in err
    code, _, err = run(server, page, "info", "page.md#3")
    assert code == 2 and "2 fences" in err
    code, _, err = run(server, page, "check", "page.md", "--fence", "0")
    assert code == 2


def test_commands_write_into_the_fence_that_they_read(server, page):
    edit = json.dumps({"method": "node/insert", "params": {"node": {"id": "c", "position": {"x": 0, "y": 0}}}})
    assert run(server, page, "edit", "page.md", "--fence", "2", "--do", edit, "--accept-losses")[0] == 0
    after = page.read_text().splitlines()
    assert after[:10] == TWO.splitlines()[:10] and after[10] == "  graph {" and after[-2:] == ["  ~~~", "End"]
    assert run(server, page, "layout", "page.md#1", "-o", "page.md#1")[0] == 0
    assert run(server, page, "convert", "a.json", "-o", "page.md#2")[0] == 0
    assert b"~~~ dot\r\n  digraph {\r\n" in page.read_bytes()
    assert run(server, page, "convert", "a.json", "-o", "page.md", "--to", "dot")[0] == 2
    assert run(server, page, "convert", "a.json", "-o", "new.md")[0] == 2
    # A file whose own name is such a path is itself.
    (page.parent / "page.md#2").write_text("graph { q }")
    assert json.loads(run(server, page, "info", "page.md#2", "--json")[1])[0]["nodes"] == 1


def test_errors_name_the_lines_of_the_file(server, page):
    page.write_text("# T\n\n> ```mermaid\n> flowchart LR\n>   a --> b\n>   c --> [\n> ```\n\n```nodewire\n{\n  x\n```\n")
    _, _, err = run(server, page, "info", "page.md")
    assert "line 6" in err and "line 11" in err
