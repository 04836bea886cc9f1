"""The laws that every command keeps, over the table that the program prints: `nodewire help --json`."""

import functools
import json
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

import pytest

DOCUMENT = '{"nodewire":1,"nodes":[{"id":"a","position":{"x":0,"y":0}}],"edges":[]}'
BROKEN = '{"nodewire":1,"nodes":[{"id":"a"},{"id":"a"}],"edges":[]}'
RECORDING = '{"recording":1,"server":"1.0.0"}\n{"message":{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}}\n'
OTHER = RECORDING + '{"out":"0000000000000000","bytes":1}\n'
MOVE = '{"method":"node/move","params":{"ids":["a"],"by":{"x":20,"y":0}}}'
FILES = {"good.json": DOCUMENT, "bad.json": BROKEN, "none.json": '{"other":1}', "a.jsonl": RECORDING, "b.jsonl": OTHER}


@dataclass
class Row:
    """How the laws are tried on a command; its words do not hold its name."""

    words: tuple = ()
    """A command line that ends with 0, for --quiet and --json."""
    reads: tuple = ()
    """One that reads standard input; empty if it reads no file."""
    text: str = DOCUMENT
    """What it reads there."""
    why: str = ""
    """Why it takes no --json."""
    codes: dict = field(default_factory=dict)
    """Command lines by the exit codes they end with."""


def row(words="", reads="", codes=None, **others):
    split = {code: words.split() for code, words in (codes or {}).items()}
    return Row(tuple(words.split()), tuple(reads.split()), codes=split, **others)


ROWS = {
    "serve": row(why="it speaks JSON-RPC", codes={2: "--root none"}),
    "open": row(why="it serves until a signal ends it", codes={2: "none/x.json"}),
    "connect": row(why="it speaks JSON-RPC", codes={2: "none.sock"}),
    "mcp": row(why="it speaks JSON-RPC", codes={2: "--root none"}),
    "check": row("good.json", "-", {0: "good.json", 1: "bad.json", 2: "none.json"}),
    "info": row("good.json", "-", {0: "bad.json", 2: "none.json", 3: "bad.json --strict"}),
    "fmt": row("good.json", "-", {1: "good.json --check", 0: "good.json", 2: "none.json"}),
    "convert": row("good.json -o out.mmd", "-", {0: "bad.json", 2: "none.json", 3: "bad.json --strict"}),
    "edit": row(f"good.json --do {MOVE} -o out.json", f"- --do {MOVE}", {0: f"good.json --do {MOVE}", 2: "good.json"}),
    "layout": row("good.json -o out.json", "-", {0: "good.json", 2: "good.json --algorithm none"}),
    "render": row("good.json -o out.svg", "-", {0: "good.json", 2: "good.json --scale none"}),
    "diff": row("good.json good.json", "- good.json", {0: "good.json good.json", 1: "good.json bad.json", 2: "good.json none"}),
    "accept": row("good.json good.json -o out.json", "- good.json", {0: "good.json good.json", 2: "good.json none"}),
    "merge": row("good.json good.json good.json", "good.json good.json -", {0: "good.json good.json good.json", 129: "a b c"}),
    "replay": row("a.jsonl", "-", {0: "a.jsonl", 1: "b.jsonl", 2: "good.json"}, text=RECORDING),
    "trace": row("a.jsonl", "-", {0: "a.jsonl", 2: "good.json"}, text=RECORDING),
    "shrink": row("a.jsonl --fails false", "- --fails false", {0: "a.jsonl --fails false", 1: "a.jsonl --fails true", 2: "a.jsonl"}, text=RECORDING),
    "load": row(
        "--generate hover --nodes 5 --rate 100 --duration 0.1", "-",
        {0: "a.jsonl", 1: "--generate pan --nodes 5 --duration 0.1 --threshold max<1ns", 2: ""}, text=RECORDING,
    ),
    "spec": row(why="it is a description in JSON itself", codes={0: "", 2: "more"}),
    "bench": row("--rows check --nodes 1000 --quick", codes={2: "--rows none"}),
    "completions": row(why="it prints a script", codes={0: "fish", 2: "none"}),
    "help": row("check", codes={0: "check", 2: "none"}),
    "version": row(codes={0: "", 2: "more"}),
}


@functools.cache
def printed(server, *words):
    return subprocess.run([server, *words], capture_output=True, text=True, timeout=100, check=True).stdout


@pytest.fixture
def table(server):
    return json.loads(printed(server, "help", "--json"))


@pytest.fixture
def commands(table):
    return {command["name"]: command for command in table["commands"]}


@pytest.fixture
def run(server, tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)

    def run(*words, text=""):
        return subprocess.run([server, *words], input=text, capture_output=True, text=True, timeout=100, cwd=tmp_path)

    return run


def options(command):
    return [name for option in command["options"] for name in option["names"]]


@pytest.fixture(params=ROWS)
def name(request, server):
    """Each command in turn, if it can be run here."""
    if request.param == "bench" and not Path(server).resolve().with_name("nodewire-bench").is_file():
        pytest.skip("no benchmark is built beside the server")
    return request.param


def test_every_command_has_a_row(commands):
    assert list(commands) == list(ROWS)


def test_the_manual_and_the_help_state_the_exit_codes_and_the_rules(server, table):
    manual, text = printed(server, "help", "--man").replace("\\-", "-"), " ".join(printed(server, "help").split())
    for code in table["exitCodes"]:
        assert f".TP\n{code['code']}\n{code['meaning']}\n" in manual
        assert f"{code['code']} {code['meaning']}" in text
    for sentence in table["conventions"]:
        assert sentence in manual and sentence in text


def test_it_has_help_a_section_of_the_manual_and_completions(server, commands, name):
    command = commands[name]
    text = printed(server, name, "--help")
    assert text == printed(server, "help", name) and text.startswith(f"Usage: {command['usage']}\n\n{command['summary']}")
    assert f".SS {name}\n" in printed(server, "help", "--man")
    for shell in ("bash", "zsh", "fish"):
        lines = [line for line in printed(server, "completions", shell).splitlines() if name in line]
        assert lines and all(any(option.lstrip("-") in line for line in lines) for option in options(command)), shell


def test_a_slip_in_an_option_is_answered_by_what_was_meant(run, commands, name):
    meant = (options(commands[name]) or ["--help"])[-1]
    done = run(name, meant + "x")
    assert done.returncode == (129 if name == "merge" else 2) and f"did you mean {meant}" in done.stderr
    assert done.stdout == ""


def test_standard_input_is_read_for_a_hyphen(run, name):
    if not ROWS[name].reads:
        pytest.skip("it reads no file")
    done = run(name, *ROWS[name].reads, text=ROWS[name].text)
    assert done.returncode == 0, done.stderr


def test_a_report_is_one_json_value_or_nothing(run, commands, name):
    words = (name, *ROWS[name].words)
    if ROWS[name].why:
        assert "--json" not in options(commands[name])
        pytest.skip(ROWS[name].why)
    if "--quiet" in options(commands[name]):
        assert run(*words, "--quiet").stdout == ""
    elif name not in {"bench", "help", "version"}:
        pytest.skip("it has no report yet that could be left out")
    done = run(*words, "--json")
    assert done.returncode == 0, done.stderr
    json.loads(done.stdout)


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if "-o" in row.words or name == "fmt"])
def test_a_report_does_not_mix_with_a_document(run, name):
    row = ROWS[name]
    done = run(name, *row.reads, "--json", text=row.text)
    assert done.returncode == 2 and "--json needs --out" in done.stderr
    assert done.stdout == "" or "--json needs --out" in json.loads(done.stdout)["error"]


def test_the_exit_codes_are_those_of_the_table(run, table, name):
    described = {code["code"] for code in table["exitCodes"]}
    for code, words in ROWS[name].codes.items():
        done = run(name, *words)
        assert done.returncode == code and code in described, (words, done.stderr)
