"""What the server's command line says of itself."""

import subprocess

import pytest

COMMANDS = {
    "serve": ["--stdio", "--root", "--record"],
    "replay": ["--speed", "--out", "--json"],
    "shrink": ["--fails", "--out", "--runs", "--json"],
    "spec": ["--reference"],
    "bench": ["--nodes", "--rows", "--quick", "--json"],
}


def said(server, *arguments):
    child = subprocess.run([server, *arguments], capture_output=True, text=True, timeout=20, stdin=subprocess.DEVNULL)
    assert (child.returncode, child.stderr) == (0, "")
    return child.stdout


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_a_command_prints_its_own_options_alone(server, command, flag):
    text = said(server, command, flag)
    assert text.startswith("Usage: nodewire ") and command in text.splitlines()[0]
    assert all(option in text for option in COMMANDS[command])
    others = {option for options in COMMANDS.values() for option in options} - set(COMMANDS[command])
    assert not [line for line in text.splitlines() if line.split(" ")[0] in others]


def test_the_whole_help_lists_everything(server):
    text = said(server, "--help")
    assert all(option in text for options in COMMANDS.values() for option in options)
    assert all(f"\n{command}\n" in text for command in COMMANDS)


def test_help_may_follow_other_words(server):
    assert said(server, "replay", "some.jsonl", "--help") == said(server, "replay", "--help")
