"""Fences of files in Markdown, as documents of their own."""

import json
import resource
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


def spent():
    """The processor time of all commands so far, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


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


def page_of(count, first="a", last="c"):
    """A page with as many sections, each with a flowchart."""
    return "".join(
        f"## Part {number}\n\n```mermaid\nflowchart LR\n  {first} --> b\n\n  b --> {last}\n```\n\n" for number in range(count)
    )


@pytest.mark.parametrize("words", [["info"], ["check"], ["convert", "--to", "text"], ["diff"], ["merge"]])
def test_a_command_takes_a_time_that_grows_with_the_fences(server, tmp_path, words):
    def seconds(count):
        names = ["old.md", "ours.md", "theirs.md"][: {"diff": 2, "merge": 3}.get(words[0], 1)]
        for name, ends in zip(names, [("a", "c"), ("x", "c"), ("a", "y")]):
            (tmp_path / name).write_text(page_of(count, *ends))
        began = spent()
        code, out, err = run(server, tmp_path / "page", *words, *names)
        assert code == (1 if words[0] == "diff" else 0), err
        text = (tmp_path / "ours.md").read_text() if words[0] == "merge" else out
        assert words[0] == "check" or text.count("Part") == count or words[0] == "info" and text.count(": mermaid") == count
        if words[0] == "merge":
            assert text.count('"x"') == text.count('"y"') == count
        return spent() - began

    # Four times as many; what grows with the square takes sixteen times as long.
    few = min(seconds(60) for _ in range(2))
    assert min(seconds(240) for _ in range(2)) < 9 * few


def test_a_page_has_a_bound_of_fences(server, launch, folder):
    client, limit = launch(), 10_000
    page = folder / "long.md"
    page.write_text("```dot\ngraph {}\n```\n" * (limit + 1))
    with pytest.raises(Exception) as refused:
        client.open("long.md")
    assert refused.value.code == 1900 and f"more than {limit} fences" in str(refused.value)
    for words in (["info", "long.md"], ["diff", "page.md", "long.md"], ["merge", "page.md", "page.md", "long.md"]):
        (folder / "page.md").write_text(TWO)
        code, _, err = run(server, page, *words)
        assert code in (2, 129) and f"more than {limit} fences" in err


def test_differences_and_texts_show_all_fences(server, page):
    one = "# One\n```mermaid\nflowchart LR\na-->b\n```\n# Talk\n```mermaid\nsequenceDiagram\nA->>B: hi\n```\n"
    two = "# Two\n```dot\ndigraph { x -> y }\n```\n# Gone\n```dot\ngraph { g }\n```\n"
    new = "# New\n```dot\ngraph { n }\n```\n"
    (page.parent / "old.md").write_text(one + two)
    (page.parent / "new.md").write_text(
        "Text\n" + one.replace("-->b", "-->c").replace("hi", "ho") + new + two.replace("Two", "2").split("# Gone")[0])
    code, out, _ = run(server, page, "diff", "old.md", "new.md")
    heads = [line for line in out.splitlines() if not line.startswith(" ")]
    assert code == 1 and heads == [
        'fence "One" in line 3: mermaid', 'fence "Talk" in line 8: mermaid', 'fence "New" in line 13: dot',
        'fence "Gone" in line 16: dot']
    assert '  node "c" is added' in out and 'node "y"' not in out
    found = json.loads(run(server, page, "diff", "--json", "old.md", "new.md")[1])["fences"]
    assert [entry["line"] for entry in found] == [3, 8, 13, 16] and "error" in found[1] and found[0]["edits"]
    assert run(server, page, "diff", "--quiet", "old.md", "new.md") == (1, "", "")
    assert run(server, page, "diff", "old.md", "old.md") == (0, "", "")
    # A title stands for the number, which may be another one there.
    assert run(server, page, "diff", "--fence", "One", "old.md", "new.md")[0] == 1
    assert run(server, page, "diff", "--fence", "Two", "old.md", "old.md")[0] == 0
    assert 'no fence "Two"' in run(server, page, "diff", "--fence", "Two", "old.md", "new.md")[2]
    assert run(server, page, "diff", "old.md#3", "new.md#4")[0] == 0
    # What git converts to a text hides nothing.
    code, out, _ = run(server, page, "convert", "--to", "text", "--quiet", "old.md")
    heads = [line for line in out.splitlines() if line.startswith("fence ")]
    assert code == 0 and heads == [
        'fence "One": mermaid', 'fence "Talk": mermaid', 'fence "Two": dot', 'fence "Gone": dot']
    assert 'edge "x" -> "y"' in out and "A->>B: hi" in out


def test_what_both_have_changed_far_apart_is_no_conflict(server, tmp_path):
    old = "".join(f"Line {number}\n" for number in range(6000))
    texts = {"old.md": old, "ours.md": old.replace("Line 3\n", "Ours\n").replace("Line 4000\n", "Ours\n"),
             "theirs.md": old.replace("Line 2000\n", "Theirs\n").replace("Line 5990\n", "")}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    assert run(server, tmp_path / "page", "merge", *texts)[0] == 0
    merged = (tmp_path / "ours.md").read_text()
    assert merged == texts["ours.md"].replace("Line 2000\n", "Theirs\n").replace("Line 5990\n", "")
