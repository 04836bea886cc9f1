"""What the tests of saving share: a served folder, its servers, and small steps."""

import ctypes
import json
import os
import subprocess

import pytest

from nodewire_client import Client, Connection
from nodewire_client.errors import ChangedOnDisk, PathError

CHOWN, DAC_OVERRIDE = 0, 1
TEXT = json.dumps({"nodewire": 1, "nodes": [{"id": "a", "position": {"x": 0, "y": 0}}], "edges": []})


@pytest.fixture
def folder(tmp_path):
    """The folder that is served, with a document in it."""
    folder = tmp_path / "served"
    folder.mkdir()
    (folder / "a.json").write_text(TEXT)
    return folder


@pytest.fixture
def launch(server, folder):
    """Starts servers of the folder; ends them after the test."""
    clients = []

    def start(*arguments, **initialize):
        clients.append(Client.launch([server, "--root", str(folder), *arguments], timeout=60, **initialize))
        return clients[-1]

    yield start
    for client in clients:
        client.close()


def child(command, initialize={}, **options):
    """A server as a process of our own that keeps journals, and its client."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, **options)
    return process, Client(Connection(process.stdout, process.stdin, timeout=60), **{"durability": "process", **initialize})


def go_without(capability):
    """Takes from this process what only root may (PR_CAPBSET_DROP), from the next program on."""
    if os.getuid() == 0:
        assert ctypes.CDLL(None).prctl(24, capability, 0, 0, 0) == 0


def positions(file):
    """Where the nodes of a saved document are; fails if it is not whole."""
    return [node["position"]["x"] for node in json.loads(file.read_text())["nodes"]]


def put(document, x):
    document.node.move(ids=["a"], to={"x": x, "y": 0})


def at_once(documents, **params):
    """Saves all documents at the same moment; returns for each whether it was saved."""
    started = [one.client.send("document/save", {"document": one.id, **params}) for one in documents]
    saved = []
    for pending in started:
        try:
            pending.result()
            saved.append(True)
        except (ChangedOnDisk, PathError):
            saved.append(False)
    return saved
