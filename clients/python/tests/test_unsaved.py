"""The end of a block says which edits of files are not saved, in both clients; looking at a file says nothing."""

import asyncio
import gc
import io
import json
import shutil
import subprocess
import warnings
from pathlib import Path

import pytest

import nodewire_client
from nodewire_client import aio
from nodewire_client._repl import repl

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "support-bot.json"


@pytest.fixture(params=["blocking", "asyncio"])
def warned(request, server, tmp_path):
    """Performs a script in a session of its own, line by line; returns what was warned of, and where."""
    shutil.copy(EXAMPLE, tmp_path / "a.json")
    shutil.copy(EXAMPLE, tmp_path / "b.json")

    def blocking(script, **initialize):
        with nodewire_client.Client.launch(server, root=tmp_path, **initialize) as client:
            for call in script(client):
                call()

    async def waiting(script, **initialize):
        async with aio.Client.launch(server, root=tmp_path, **initialize) as client:
            for call in script(client):
                await call()

    def run(script, **initialize):
        # What tests before this one have left says nothing in it.
        gc.collect()
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            if request.param == "blocking":
                blocking(script, **initialize)
            else:
                asyncio.run(waiting(script, **initialize))
        assert {(one.category, one.filename) for one in caught} <= {(ResourceWarning, __file__)}
        return [str(one.message) for one in caught]

    return run


def opened(client, path="a.json"):
    return lambda: client.document.open(path=path, document=path)


def move(client, path="a.json"):
    return lambda: client.node.move(document=path, ids=["greet"], by={"x": 1, "y": 0})


END = ": save it, or close it with discard=True"


def test_the_edits_are_counted(warned):
    def script(client):
        yield opened(client)
        yield opened(client, "b.json")
        yield from [move(client)] * 3
        yield lambda: client.document.save(document="a.json")
        yield from [move(client)] * 2
        yield move(client, "b.json")

    assert warned(script) == [f"a.json has 2 unsaved edits{END}", f"b.json has 1 unsaved edit{END}"]


def test_what_leads_back_behind_the_save_is_counted(warned):
    def script(client):
        yield opened(client)
        yield from [move(client)] * 3
        yield lambda: client.document.save(document="a.json")
        yield lambda: client.history.undo(document="a.json", steps=2)

    def other(client):
        yield from script(client)
        yield move(client)

    assert warned(script) == [f"a.json has 2 unsaved edits{END}"]
    assert warned(other) == [f"a.json has at least 2 unsaved edits{END}"]


@pytest.mark.parametrize(
    "rest",
    [
        lambda client: [],
        lambda client: [lambda: client.document.hash(document="a.json")],
        lambda client: [move(client), lambda: client.history.undo(document="a.json")],
        lambda client: [move(client), lambda: client.document.save(document="a.json")],
        lambda client: [move(client), lambda: client.document.close(document="a.json", discard=True)],
        lambda client: [lambda: client.create({"nodes": [], "edges": []}), lambda: client.open(text="{}")],
    ],
    ids=["opened", "looked at", "undone", "saved", "discarded", "without a file"],
)
def test_nothing_is_said_where_nothing_is_lost(warned, rest):
    def script(client):
        yield opened(client)
        yield from rest(client)

    assert warned(script) == []


def test_who_only_looks_at_unsaved_edits_of_another_is_not_warned(server, tmp_path, warned):
    other = nodewire_client.Client.launch(server, root=tmp_path, durability="process")
    move_of_other = [opened(other), move(other)]
    for call in move_of_other:
        call()
    other.close()

    def script(client):
        yield opened(client)
        yield lambda: client.document.read(document="a.json")

    assert warned(script, durability="process") == []
    with nodewire_client.Client.launch(server, root=tmp_path, durability="process") as client:
        assert client.open("a.json").opened["recovered"]["changes"] == 1


def test_a_block_that_fails_says_only_why(warned):
    def script(client):
        yield opened(client)
        yield move(client)
        yield lambda: client.call("node/nothing")

    with pytest.raises(nodewire_client.ServerError, match="node/nothing"):
        warned(script)


def test_a_warning_that_is_an_error_ends_the_server_all_the_same(server, tmp_path):
    shutil.copy(EXAMPLE, tmp_path / "a.json")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ResourceWarning, match="a.json has 1 unsaved edit:"):
            with nodewire_client.Client.launch(server, root=tmp_path) as client:
                client.open("a.json").node.move(ids=["greet"], by={"x": 1, "y": 0})
    assert client.connection.process.exit_code() == 0


class TestTheBlockOfADocument:
    @pytest.fixture
    def client(self, server, tmp_path):
        shutil.copy(EXAMPLE, tmp_path / "a.json")
        with nodewire_client.Client.launch(server, root=tmp_path) as client:
            yield client

    @staticmethod
    def names(client):
        return [entry["document"] for entry in client.document.list()["documents"]]

    def test_it_closes_the_document(self, client, tmp_path, recwarn):
        with client.open("a.json") as document:
            document.node.update(id="greet", patch={"label": "Hi"})
            document.save()
        with client.create() as made:
            made.node.insert(node={"id": "n"})
        with client.open("a.json") as document:
            document.close()
        assert self.names(client) == [] and not recwarn.list
        nodes = {node["id"]: node for node in json.loads((tmp_path / "a.json").read_text("utf-8"))["nodes"]}
        assert nodes["greet"]["label"] == "Hi"

    def test_unsaved_edits_are_counted_once_and_can_still_be_saved(self, client):
        with pytest.warns(ResourceWarning, match="a.json has 1 unsaved edit:"):
            with client.open("a.json") as document:
                document.node.move(ids=["greet"], to={"x": 7, "y": 0})
        assert self.names(client) == [document.id]
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            client.__exit__()

    def test_after_an_error_the_edits_are_kept_until_the_session_ends(self, client, recwarn):
        with pytest.raises(KeyError):
            with client.open("a.json") as document:
                document.node.move(ids=["greet"], to={"x": 7, "y": 0})
                raise KeyError
        assert not recwarn.list
        document.save()

    def test_the_same_with_asyncio(self, server, tmp_path):
        shutil.copy(EXAMPLE, tmp_path / "a.json")

        async def script():
            async with aio.Client.launch(server, root=tmp_path) as client:
                async with await client.open("a.json") as document:
                    pass
                async with await client.create() as made:
                    await made.node.insert(node={"id": "n"})
                assert (await client.document.list())["documents"] == []
                with pytest.warns(ResourceWarning, match="a.json has 1 unsaved edit:") as caught:
                    async with await client.open("a.json") as document:
                        await document.node.move(ids=["greet"], to={"x": 7, "y": 0})
                assert caught[0].filename == __file__
                await document.save()

        asyncio.run(script())


def test_the_command_line_says_what_is_lost(server, tmp_path, capsys):
    shutil.copy(EXAMPLE, tmp_path / "a.json")
    lines = 'node/update {"id": "greet", "patch": {"label": "Hi"}}\nnode/update {"id": "end", "patch": {"label": "Bye"}}\n'
    for rest, lost in (("", "lost: a.json has 2 unsaved edits\n"), ("document/save\n", "")):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert repl(server, str(tmp_path / "a.json"), io.StringIO(lines + rest)) == 0
        assert capsys.readouterr().out.rpartition("> ")[2].rpartition("}\n")[2] == lost


def test_a_file_with_unsaved_edits_of_another_is_not_formatted(server, tmp_path):
    path = tmp_path / "a.json"
    path.write_text('{"nodes": [{"id": "a"}], "edges": []}')
    before = path.read_bytes()
    with nodewire_client.Client.launch(server, root=tmp_path, durability="process") as other:
        other.call("document/open", {"path": "a.json", "document": "a"})
        other.call("node/insert", {"document": "a", "node": {"id": "b"}})
        done = subprocess.run([server, "fmt", str(path)], capture_output=True, timeout=60)
        assert done.returncode == 4 and path.read_bytes() == before
        checked = subprocess.run([server, "fmt", "--check", str(path)], capture_output=True, timeout=60)
        assert checked.returncode == 1
        other.call("document/close", {"document": "a", "discard": True})
    assert subprocess.run([server, "fmt", str(path)], timeout=60).returncode == 0
