"""Documents whose copies come together: their contents, their files, and the command that merges these."""

import json
import subprocess

import pytest

from nodewire_client import Client


@pytest.fixture
def client(server, tmp_path):
    with Client.launch([server], root=tmp_path, timeout=60) as client:
        yield client


def content(**members):
    """A small document; members of nodes by id."""
    nodes = [{"id": name, **members.get(name, {})} for name in members.get("order", "abc")]
    return {"nodewire": 1, "nodes": nodes, "edges": members.get("edges", [])}


def hash_of(client, document):
    return client.call("document/hash", {"document": document})["hash"]


def merge(server, *arguments):
    return subprocess.run([server, "merge", *map(str, arguments)], capture_output=True, text=True, check=False)


def write(path, value):
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return path


def ids(path):
    return [node["id"] for node in json.loads(path.read_text())["nodes"]]
