"""The examples that use the Python client, each run as a program."""

import csv
import json
import subprocess
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def run(name, *arguments):
    command = [sys.executable, str(EXAMPLES / name), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


@pytest.fixture
def chart(server, tmp_path):
    def draw(people=None):
        arguments = [] if people is None else ["--people", tmp_path / "people.csv"]
        if people is not None:
            (tmp_path / "people.csv").write_text("id,name,title,manager\n" + people)
        return run("org_chart.py", "--server", server, "--output", tmp_path, *arguments)

    return draw


def test_the_people_are_those_of_the_script(tmp_path):
    assert run("people.py", tmp_path / "people.csv").returncode == 0
    assert (tmp_path / "people.csv").read_bytes() == (EXAMPLES / "org-chart.csv").read_bytes()


def test_the_chart_has_everyone_below_the_manager(chart, tmp_path):
    done = chart()
    assert (done.returncode, done.stdout) == (0, "200 people, 199 lines, 0 problems\n"), done.stderr
    with (EXAMPLES / "org-chart.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    saved = json.loads((tmp_path / "org-chart.json").read_text("utf-8"))
    nodes = {node["id"]: node for node in saved["nodes"]}
    assert {ident: (node["label"], node["data"]["text"]) for ident, node in nodes.items()} == {
        ident: (row["name"], row["title"]) for ident, row in rows.items()
    }
    assert {edge["target"]: edge["source"] for edge in saved["edges"]} == {
        ident: row["manager"] for ident, row in rows.items() if row["manager"]
    }
    for edge in saved["edges"]:
        assert nodes[edge["source"]]["position"]["y"] < nodes[edge["target"]]["position"]["y"]


def test_nobody_in_the_chart_covers_another(chart, tmp_path):
    chart()
    nodes = json.loads((tmp_path / "org-chart.json").read_text("utf-8"))["nodes"]
    for index, one in enumerate(nodes):
        for other in nodes[:index]:
            assert (
                abs(one["position"]["x"] - other["position"]["x"]) >= one["width"]
                or abs(one["position"]["y"] - other["position"]["y"]) >= one["height"]
            ), (one["id"], other["id"])


def test_the_picture_of_the_chart_names_everyone(chart, tmp_path):
    chart()
    picture = xml.parse(tmp_path / "org-chart.svg").getroot()
    assert picture.tag.endswith("svg")
    shown = "".join(picture.itertext())
    with (EXAMPLES / "org-chart.csv").open(encoding="utf-8", newline="") as file:
        assert all(row["name"] in shown for row in csv.DictReader(file))


def test_a_chart_of_one(chart):
    assert chart("a,Ada,Boss,\n").stdout == "1 people, 0 lines, 0 problems\n"


@pytest.mark.parametrize(
    "people, message",
    [
        ("", "0 people have no manager"),
        ("a,Ada,Boss,\nb,Ben,Boss,\n", "2 people have no manager"),
        ("a,Ada,Boss,\na,Ben,Clerk,a\n", "two people have one id"),
        ("a,Ada,Boss,\nb,Ben,Clerk,c\n", "a manager who is not in the file: c"),
        ("a,Ada,Boss,\nb,Ben,Clerk,c\nc,Kira,Clerk,b\n", "in a circle"),
    ],
)
def test_people_that_are_no_tree_are_refused(chart, people, message):
    done = chart(people)
    assert (done.returncode, done.stdout) == (1, "")
    assert message in done.stderr and "Traceback" not in done.stderr


def test_a_file_that_is_missing_is_said_so(tmp_path):
    done = run("org_chart.py", "--people", tmp_path / "nobody.csv")
    assert done.returncode == 1 and "nobody.csv" in done.stderr and "Traceback" not in done.stderr


def test_the_calculator_prints_what_follows(server, tmp_path):
    def calculate(*arguments):
        return run("calculator.py", "--server", server, *arguments)

    assert "Each pays: 150\n" in calculate().stdout
    assert calculate("people=5").stdout == "People: 5\nShare: 120\nEach pays: 120\n"
    assert calculate("people=0").stdout.endswith("Share: no value: divisionByZero\nEach pays: no value: input in share\n")
    refused = calculate("ghost=1")
    assert (refused.returncode, refused.stdout) == (1, "") and 'no node "ghost"' in refused.stderr
    (tmp_path / "own.json").write_text((EXAMPLES / "calculator.json").read_text("utf-8"), "utf-8")
    calculate("labour=0", "--document", tmp_path / "own.json", "--save", "changed.json")
    nodes = {node["id"]: node for node in json.loads((tmp_path / "changed.json").read_text("utf-8"))["nodes"]}
    assert nodes["labour"]["data"] == {"value": 0.0}


@pytest.fixture
def talk(server, tmp_path):
    def talk(*answers):
        says = [word for answer in answers for word in ("--say", answer)]
        return run("help_desk.py", "--server", server, "--output", tmp_path, *says)

    return talk


def test_the_help_desk_is_built_explored_and_talked_to_until_its_end(talk, tmp_path):
    done = talk("Grace", "My lamp is broken", "About a year", "65 euros, please", "Yes", "I want to talk to a person")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "20 nodes, 0 never reached, 0 dead ends, 0 loops without a choice"
    # A new lamp is offered only where all is paid back.
    assert "    [65 euros, please | Let me think about it]" in lines
    assert "  We have sent 65 euros to your account, Grace." in lines
    assert lines[-1] == "  Good bye, Grace, and thank you for your patience."
    assert (tmp_path / "help-desk.json").read_bytes() == (EXAMPLES / "help-desk.json").read_bytes()


def test_the_help_desk_asks_again_and_goes_back(talk):
    lines = talk("Ada", "Where is my order?", "12", "back", "a1b2c3", "No").stdout.splitlines()
    assert '  "12" has 2 characters.' in lines
    question = "  What is the number of your order? It has six characters."
    assert [line for line in lines if line == question] == [question] * 3
    assert "  Order A1B2C3 has left our house. It will be with you in 2 days." in lines
    assert lines[-1] == "  Good bye, Ada, and thank you for your patience."


@pytest.mark.parametrize("answers", [("Ada", "I want to talk to a person now"), ("Ada", "I want to talk to a person"), ("back",)])
def test_an_answer_that_the_help_desk_does_not_take_is_said_so(talk, answers):
    done = talk(*answers)
    assert done.returncode == 1 and done.stderr.startswith("help_desk.py: ") and "Traceback" not in done.stderr


GRAPH = '{"nodes":[{"id":"a","position":{"x":0,"y":0}},{"id":"b","position":{"x":0,"y":200}}],"edges":[]}'
#: The programs that do what a front end does, with what they print.
SAID = {
    "drag.py": [
        "opened: a at 0,0, b at 0,200",
        "dragged: a at 60,30, b at 0,200",
        "refused: connection.self",
        "undone: a at 0,0, b at 0,200",
        "saved graph.json",
    ],
    "agent.py": [
        'open: {"document": "d1", "path": "graph.json"',
        'find: {"nodes": [{"id": "a"',
        'edit: {"document": "d1", "revision": 1, "changed": {"nodes": ["a"]}}',
        'edit: nothing was changed; edit 0 (connect): "a" cannot be connected to itself',
        'undo: {"document": "d1", "revision": 2, "steps": 1, "label": "Move"',
        'save: {"document": "d1", "path": "graph.json"',
    ],
}


@pytest.mark.parametrize("name", SAID)
def test_a_short_program_opens_moves_is_refused_undoes_and_saves(server, tmp_path, name):
    assert len((EXAMPLES / name).read_text().splitlines()) < 60
    file = tmp_path / "graph.json"
    file.write_text(GRAPH)
    done = run(name, file, "--server", server)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == len(SAID[name]) and all(map(str.startswith, lines, SAID[name])), lines
    # It was written as the server writes it, and nothing in it is another.
    assert file.read_text() != GRAPH and json.loads(file.read_text()) == json.loads(GRAPH)
