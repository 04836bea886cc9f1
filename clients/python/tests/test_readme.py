"""What the README of the project shows is true: its examples run, its transcripts are ones that are tested."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from nodewire import errors, find_server
from nodewire.__main__ import main

ROOT = Path(__file__).resolve().parents[3]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CLIENT = (ROOT / "clients" / "python" / "README.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "clients" / "examples" / "support-bot.json"
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


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A working folder with the example."""
    shutil.copy(EXAMPLE, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_program_of_the_client_runs(binary, folder, monkeypatch):
    monkeypatch.setenv("NODEWIRE_SERVER", binary)
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "clients" / "python" / "src"))
    program = re.search(r"```python\n(.*?)```", CLIENT, re.DOTALL)[1]
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "self ['greet']" in done.stdout.decode()


def test_the_commands_of_the_client_run(binary, folder):
    lines = re.search(r"```\n(nodewire-py .*?)```", CLIENT, re.DOTALL)[1].splitlines()
    commands = [shlex.split(line)[1:] for line in lines if line.startswith("nodewire-py ")]
    assert [command[0] for command in commands] == ["info", "render", "check", "convert", "edit", "repl"]
    for command in commands[:-1]:
        assert main([*command, "--server", binary]) == 0, command
    assert (folder / "support-bot.svg").is_file() and (folder / "react-flow.json").is_file()


def test_the_conversation_is_one_of_the_transcripts():
    lines = [line for line in README.splitlines() if line.startswith(("--> ", "<-- "))]
    transcripts = "\n".join(path.read_text("utf-8") for path in (ROOT / "protocol-spec" / "transcripts").glob("*.txt"))
    assert lines and set(lines) <= set(transcripts.splitlines())


def test_the_files_it_names_are_there():
    for name in re.findall(r"`((?:clients|Sources|protocol-spec)/[^`\s]*)`", README):
        assert (ROOT / name).exists(), name
