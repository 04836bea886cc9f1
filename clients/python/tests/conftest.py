"""What the tests share: the fake server and, where one is built, the real one."""

import asyncio
import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

import nodewire_client
from nodewire_client import Client, _pending, aio

from blocking_asyncio import Driven

FAKE = Path(__file__).with_name("support") / "fake_server.py"
COMMAND = [sys.executable, str(FAKE)]

settings.register_profile("fixed", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("fixed")


@pytest.fixture
def fake():
    """The command of the fake server."""
    return list(COMMAND)


@pytest.fixture
def client(fake):
    with Client.launch(fake, timeout=20) as client:
        yield client


@pytest.fixture(params=["blocking", "asyncio"])
def kit(request):
    """Both clients in turn, as the modules from which their classes are taken."""
    if request.param == "blocking":
        yield nodewire_client
        return
    loop = asyncio.new_event_loop()
    yield Driven(aio, loop)
    loop.run_until_complete(asyncio.sleep(0))
    assert not asyncio.all_tasks(loop)
    loop.close()


@pytest.fixture
def fake_binary(tmp_path):
    """The fake server as one executable file, for what takes a path."""
    script = tmp_path / "fake-nodewire"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{FAKE}" "$@"\n')
    script.chmod(0o755)
    return script


@pytest.fixture(scope="session")
def server():
    """The real server, as it was built or as the environment names it."""
    built = Path(__file__).parents[3] / ".build" / "debug" / "nodewire"
    path = Path(os.environ.get("NODEWIRE_SERVER", built))
    if not path.is_file():
        pytest.skip("no server is built")
    return str(path)


@pytest.fixture(scope="session")
def description():
    """What openrpc.json says."""
    from openrpc_checks import Description

    return Description()


@pytest.fixture(autouse=True)
def _errors_are_as_described(request, monkeypatch):
    """Every error that the real server sends to a client in a test has the data that are described for its code."""
    if "server" not in request.fixturenames:
        yield
        return
    description = request.getfixturevalue("description")
    made, errors = _pending.error_from, []

    def error_from(error, method=None):
        errors.append(error)
        return made(error, method)

    monkeypatch.setattr(_pending, "error_from", error_from)
    yield
    assert not [f"{problem}: {error}" for error in errors if (problem := description.wrong_error(error))]
