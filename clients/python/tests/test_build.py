"""The build helper of the demo, the page and the tests, in a checkout with a compiler that only says what it does."""

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

CLIENTS = Path(__file__).resolve().parents[2]
COMPILER = """#!/bin/sh
echo "$@" >> swift.calls
echo '[12/80] Compiling Storage Slot.swift'
for argument; do
    case $last in --scratch-path) folder=$argument ;; -c) kind=$argument ;; esac
    last=$argument
done
while test -f "hold"; do sleep 0.02; done
if test -f broken; then echo "Slot.swift:1:1: error: it is broken"; exit 1; fi
mkdir -p "$folder/${kind:-debug}"
touch "$folder/${kind:-debug}/nodewire"
chmod +x "$folder/${kind:-debug}/nodewire"
"""
START = "import sys; sys.path.insert(0, 'clients'); import build; print(build.server())"


class Checkout:
    """A checkout in which nothing is built."""

    def __init__(self, folder):
        self.folder = folder
        (folder / "clients" / "python").mkdir(parents=True)
        shutil.copy(CLIENTS / "build.py", folder / "clients")
        (folder / "clients" / "python" / "src").symlink_to(CLIENTS / "python" / "src")
        (folder / "Sources" / "Storage").mkdir(parents=True)
        (folder / "tools").mkdir()
        (folder / "tools" / "swift").write_text(COMPILER)
        (folder / "tools" / "swift").chmod(0o755)
        (folder / "tools" / "python3").symlink_to(sys.executable)
        self.edit()

    def edit(self):
        (self.folder / "Sources" / "Storage" / "Slot.swift").write_text(f"// {time.time()}")

    def started(self, *arguments):
        """A process that asks for the server."""
        environment = {**os.environ, "PATH": f"{self.folder}/tools:/usr/bin:/bin"}
        environment.pop("NODEWIRE_SERVER", None)
        return subprocess.Popen(
            [sys.executable, *(arguments or ("-c", START))],
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def start(self):
        """Which build was taken, and what was said."""
        process = self.started()
        output, said = process.communicate(timeout=60)
        for name in ("release", "debug"):
            if f".build/{'quick/debug' if name == 'debug' else name}/nodewire" in output:
                return name, said
        return process.returncode, said

    def calls(self):
        """The configurations for which the compiler was called."""
        file = self.folder / "swift.calls"
        lines = file.read_text().splitlines() if file.exists() else []
        return ["release" if " release " in line else "debug" for line in lines]

    def wait(self, state, build="release", calls=0):
        """Until a build is in a state, after so many calls of the compiler."""
        file = self.folder / ".build" / f"{build}.state"
        end = time.monotonic() + 30
        while len(self.calls()) < calls or not file.exists() or file.read_text() != state:
            assert time.monotonic() < end, f"the {build} build was never {state}"
            time.sleep(0.02)


@pytest.fixture
def checkout(tmp_path):
    return Checkout(tmp_path)


@pytest.fixture
def build():
    spec = importlib.util.spec_from_file_location("build_helper", CLIENTS / "build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_named_server_is_taken_as_it_is(build, server):
    assert build.server(server) == [server]


def test_the_environment_names_a_server(build, server, monkeypatch):
    monkeypatch.setenv("NODEWIRE_SERVER", server)
    assert build.server() == [server]


def test_the_first_start_has_a_debug_build_and_the_next_one_the_release_build(checkout):
    taken, said = checkout.start()
    assert taken == "debug" and "Storage, module 1 of 19, about " in said and "the next start takes it" in said
    checkout.wait("made")
    assert checkout.start() == ("release", "")
    assert checkout.calls() == ["debug", "release"]


def test_changed_sources_are_built_again(checkout):
    checkout.start()
    checkout.wait("made")
    checkout.edit()
    assert checkout.start()[0] == "debug"
    checkout.wait("made", calls=4)
    assert checkout.start()[0] == "release"
    assert checkout.calls() == ["debug", "release"] * 2


def test_starts_at_the_same_time_build_once(checkout):
    (checkout.folder / "hold").touch()
    processes = [checkout.started() for _ in range(3)]
    checkout.wait("building", "debug")
    (checkout.folder / "hold").unlink()
    assert all("/nodewire" in process.communicate(timeout=60)[0] for process in processes)
    checkout.wait("made")
    assert sorted(checkout.calls()) == ["debug", "release"]


def test_a_start_during_the_release_build_does_not_wait_for_it(checkout):
    checkout.start()
    checkout.wait("made")
    checkout.edit()
    (checkout.folder / ".build" / "quick" / "debug" / "nodewire").touch()
    (checkout.folder / "hold").touch()
    assert checkout.start()[0] == "debug"
    checkout.wait("building")
    assert "is being made" in checkout.start()[1]
    (checkout.folder / "hold").unlink()
    checkout.wait("made")


def test_a_build_that_fails_says_why(checkout):
    (checkout.folder / "broken").touch()
    status, said = checkout.start()
    assert status == 1 and "error: it is broken" in said and "debug.log" in said and "Traceback" not in said
    assert checkout.start()[0] == 1


def test_a_release_build_that_fails_is_tried_again_when_the_sources_have_changed(checkout):
    checkout.start()
    checkout.wait("made")
    checkout.edit()
    (checkout.folder / ".build" / "quick" / "debug" / "nodewire").touch()
    (checkout.folder / "broken").touch()
    assert checkout.start()[0] == "debug"
    checkout.wait("failed")
    taken, said = checkout.start()
    assert taken == "debug" and "the release build failed" in said and "release.log" in said
    (checkout.folder / "broken").unlink()
    checkout.edit()
    assert checkout.start()[0] == "debug"
    checkout.wait("made")


def test_an_interrupted_build_is_taken_up_again(checkout):
    (checkout.folder / "hold").touch()
    process = checkout.started("clients/build.py")
    checkout.wait("building")
    process.send_signal(signal.SIGTERM)
    assert "was stopped" in process.communicate(timeout=60)[1] and process.returncode == 1
    (checkout.folder / "hold").unlink()
    (checkout.folder / ".build" / "release").mkdir(parents=True)
    (checkout.folder / ".build" / "release" / "nodewire").write_text("half of it")
    (checkout.folder / ".build" / "release" / "nodewire").chmod(0o755)
    assert checkout.start()[0] == "debug"
    checkout.wait("made")


def test_without_a_compiler_an_older_build_is_taken(checkout):
    checkout.start()
    checkout.wait("made")
    checkout.edit()
    (checkout.folder / "tools" / "swift").unlink()
    taken, said = checkout.start()
    assert taken == "release" and "older than the sources" in said
    shutil.rmtree(checkout.folder / ".build")
    status, said = checkout.start()
    assert status == 1 and "there is no swift" in said


def test_the_modules_whose_progress_is_known_are_those_of_the_server(build):
    aside = {"nodewire-bench", "NodewireProtocol", "NodewireClient", "NodewireDiagram", "NodewireProcess", "NodewireC"}
    folders = {path.name for path in (build.ROOT / "Sources").iterdir() if path.is_dir()}
    assert set(build.FINISHED) == folders - aside
    assert list(build.FINISHED.values()) == sorted(build.FINISHED.values())
