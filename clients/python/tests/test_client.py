"""The objects of both clients: documents, replicas and scopes, against the fake server."""

import pytest

from nodewire_client import errors, find_server


@pytest.fixture
def client(kit, fake):
    with kit.Client.launch(fake, timeout=20) as client:
        yield client


def test_a_session_is_initialized_and_ended(kit, fake):
    with kit.Client.launch(fake, clock="client") as client:
        assert client.protocol_version == "1.0"
        assert client.server_info["name"] == "fake"
        process = client.connection.process
    assert process.exit_code() == 0


def test_what_the_client_can_is_passed_to_the_server(kit, fake):
    with kit.Client.launch(fake, capabilities={"canConnect": True}) as client:
        assert client.limits["client"] == {"canConnect": True}


def test_the_root_is_passed_to_the_server(kit, fake, tmp_path):
    with kit.Client.launch(fake, root=tmp_path) as client:
        assert client.limits["argv"] == ["--root", str(tmp_path)]


def test_a_replica_is_in_step_when_a_call_has_returned(client):
    document = client.create()
    replica = document.replica
    for number in range(4):
        document.node.insert(node={"type": "message", "position": {"x": number, "y": 0}})
    document.edge.connect(edge={"source": "n1", "target": "n2"})
    document.node.update(id="n3", patch={"type": None, "label": "x"})
    document.node.reorder(ids=["n4"], to="back")
    document.element.remove(nodes=["n1"])
    document.settings.update(patch={"snapToGrid": True})
    while document.history.undo()["steps"]:
        assert replica.read() == document.read()
    while document.history.redo()["steps"]:
        assert replica.read() == document.read()
    assert list(replica.nodes) == ["n4", "n2", "n3"]
    assert replica.history["canUndo"] is True


def test_a_batch_of_edits_is_one_change(client):
    document = client.create()
    revision = document.replica.revision
    document.edit(
        edits=[
            {"method": "node/insert", "params": {"node": {"id": "a"}}},
            {"method": "node/insert", "params": {"node": {"id": "b"}}},
        ]
    )
    assert document.replica.revision == revision + 1
    with pytest.raises(errors.DuplicateId) as caught:
        document.edit(
            edits=[
                {"method": "node/insert", "params": {"node": {"id": "c"}}},
                {"method": "node/insert", "params": {"node": {"id": "a"}}},
            ]
        )
    assert caught.value.data["index"] == 1
    assert document.replica.read() == document.read()


@pytest.mark.parametrize("method", ["test/reset", "test/skip"])
def test_a_replica_that_missed_something_reads_anew(client, method):
    document = client.create()
    assert len(document.replica.nodes) == 0
    client.call(method, {"document": document.id})
    assert document.replica.read() == document.read()
    assert "unannounced" in document.replica.nodes


def test_two_objects_for_one_document_both_stay_in_step(kit, client):
    document = client.create()
    other = kit.Document(client, document.opened)
    assert len(document.replica.nodes) == len(other.replica.nodes) == 0
    document.node.insert(node={})
    assert list(document.replica.nodes) == list(other.replica.nodes) == ["n1"]


def test_changes_can_be_listened_to(client):
    document, causes = client.create(), []
    document.on_changed = lambda params: causes.append(params["cause"])
    document.node.insert(node={})
    document.close()
    assert causes == ["node/insert"]


def test_the_noun_takes_the_document_by_name(client):
    opened = client.document.create(content={"nodes": [{"id": "a"}]})
    client.node.move(document=opened["document"], ids=["a"], by={"x": 1, "y": 2})
    assert client.document.read(document=opened["document"])["nodes"][0]["position"] == {"x": 1, "y": 2}


def test_a_file_that_is_missing_is_a_path_error(client):
    with pytest.raises(errors.PathError):
        client.open("nowhere.json")


def test_calls_can_be_pipelined(client):
    document = client.create()
    answers = client.call_many([("node/insert", {"document": document.id, "node": {}})] * 50)
    assert answers[-1]["id"] == "n50"


class TestFindingTheServer:
    def test_the_argument_comes_first(self, monkeypatch):
        monkeypatch.setenv("NODEWIRE_SERVER", "/from/environment")
        assert find_server("/from/argument") == ["/from/argument"]
        assert find_server(["python3", "server.py"]) == ["python3", "server.py"]

    def test_then_comes_the_environment(self, monkeypatch):
        monkeypatch.setenv("NODEWIRE_SERVER", "/from/environment")
        assert find_server() == ["/from/environment"]

    def test_then_comes_a_build_nearby_and_then_the_path(self, monkeypatch, tmp_path):
        package = tmp_path / "clients" / "python" / "src" / "nodewire_client"
        monkeypatch.delenv("NODEWIRE_SERVER", raising=False)
        monkeypatch.setitem(find_server.__globals__, "__file__", str(package / "_process.py"))
        monkeypatch.setenv("PATH", str(tmp_path / "bin"))
        with pytest.raises(errors.ServerNotFound, match="NODEWIRE_SERVER"):
            find_server()
        for folder in ("bin", ".build/debug", ".build/release"):
            binary = tmp_path / folder / "nodewire"
            binary.parent.mkdir(parents=True)
            binary.touch(0o755)
            assert find_server() == [str(binary.resolve())]
