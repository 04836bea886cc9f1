"""`serve.py`: it finds or builds the server, and calls it."""

import json
import re
import signal
import subprocess
import sys
import urllib.request
from functools import partial

import pytest
from conftest import WEB


def started(server, folder, *words):
    command = [sys.executable, str(WEB / "serve.py"), "--no-browser", "--server", server, *words]
    # Programs that a shell starts in the background ignore interrupts, and hand that on.
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder, preexec_fn=heard)


def test_it_prints_the_address_of_a_copy_of_the_example_and_ends_with_the_server(server, tmp_path):
    child = started(server, tmp_path)
    try:
        address = re.match(r"open (http://127\.0\.0\.1:\S+)\n", child.stdout.readline())[1]
        assert str(tmp_path) in child.stdout.readline()
        with urllib.request.urlopen(address, timeout=20) as answer:
            base = answer.geturl()
        with urllib.request.urlopen(base + "opening.json", timeout=20) as answer:
            opening = json.load(answer)
        assert opening["name"].startswith("my-") and len(json.loads(opening["text"])["nodes"]) > 3
    finally:
        child.send_signal(signal.SIGINT)
        assert child.wait(10) == 0


def test_a_file_that_is_named_is_opened_and_journals_lie_where_they_are_told(server, tmp_path):
    (tmp_path / "a.json").write_text('{"nodes":[],"edges":[]}')
    child = started(server, tmp_path, "a.json", "--state", "state")
    try:
        address = child.stdout.readline().split()[1]
        with urllib.request.urlopen(address, timeout=20) as answer:
            base = answer.geturl()
        with urllib.request.urlopen(base + "opening.json", timeout=20) as answer:
            assert json.load(answer)["path"] == "a.json"
        assert (tmp_path / "state").is_dir()
    finally:
        child.kill()
        child.wait()


@pytest.mark.parametrize("arguments", [["nothing/graph.json"], ["."], ["--port", "x"], ["--unknown"]])
def test_the_program_refuses_what_it_does_not_understand(server, tmp_path, arguments):
    command = [sys.executable, str(WEB / "serve.py"), "--no-browser", "--server", server, *arguments]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=20).returncode == 2


@pytest.mark.parametrize("name", ["nothing", "notes.txt", "true", "."])
def test_a_server_that_does_not_run_is_said_at_the_start(tmp_path, name):
    (tmp_path / "notes.txt").write_text("not a program")
    (tmp_path / "true").write_text("#!/bin/sh\n")
    (tmp_path / "true").chmod(0o755)
    command = [sys.executable, str(WEB / "serve.py"), "--no-browser", "--server", name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=20)
    assert done.returncode == 2 and done.stdout == "" and name in done.stderr.splitlines()[-1]
