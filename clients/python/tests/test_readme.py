"""What the README of the project shows is true: its examples run, its transcripts are ones that are tested."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from nodewire import errors, find_server

ROOT = Path(__file__).resolve().parents[3]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SERVER = ".build/release/nodewire"


def example(language):
    return re.search(rf"```{language}\n(.*?)```", README, re.DOTALL)[1]


@pytest.fixture
def binary():
    try:
        return find_server()[0]
    except errors.ServerNotFound:
        pytest.skip("no server is built")


@pytest.mark.parametrize(
    "language, command, said",
    [
        ("sh", ["sh", "-c"], '"id":3,"result":{"allowed":false'),
        ("python", [sys.executable, "-c"], "told: document/changed"),
    ],
)
def test_the_examples_run(binary, language, command, said):
    program = example(language)
    assert SERVER in program
    done = subprocess.run([*command, program.replace(SERVER, binary)], cwd=ROOT, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout.decode()


def test_the_conversation_is_one_of_the_transcripts():
    lines = [line for line in README.splitlines() if line.startswith(("--> ", "<-- "))]
    transcripts = "\n".join(path.read_text("utf-8") for path in (ROOT / "protocol-spec" / "transcripts").glob("*.txt"))
    assert lines and set(lines) <= set(transcripts.splitlines())


def test_the_files_it_names_are_there():
    for name in re.findall(r"`((?:clients|Sources|protocol-spec)/[^`\s]*)`", README):
        assert (ROOT / name).exists(), name
