"""The build helper of the demo, the page and the tests."""

import importlib.util
from pathlib import Path

import pytest

CLIENTS = Path(__file__).resolve().parents[2]


@pytest.fixture
def build(monkeypatch, tmp_path):
    """The helper in a checkout where nothing is built."""
    spec = importlib.util.spec_from_file_location("build_helper", CLIENTS / "build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "BUILD", tmp_path)
    monkeypatch.delenv("NODEWIRE_SERVER", raising=False)
    return module


def test_a_named_server_is_taken_as_it_is(build, server):
    assert build.server(server) == [server]


def test_the_environment_names_a_server(build, server, monkeypatch):
    monkeypatch.setenv("NODEWIRE_SERVER", server)
    assert build.server() == [server]


def test_the_release_build_is_made_once(build, monkeypatch):
    commands = []

    def run(command, **options):
        commands.append((command[: command.index("nodewire") + 1], options["cwd"]))
        build.binary().parent.mkdir()
        build.binary().write_text("")
        build.binary().chmod(0o755)

    monkeypatch.setattr(build.subprocess, "run", run)
    for _ in range(2):
        assert build.server() == [str(build.binary())]
    assert commands == [(["swift", "build", *build.OPTIMIZED, "--product", "nodewire"], CLIENTS.parent)]
