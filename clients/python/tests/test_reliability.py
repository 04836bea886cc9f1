"""The page about reliability names every promise once, and tests and scripts that are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
TESTS = Path(__file__).parent
PAGE = ROOT / "protocol-spec" / "reliability.md"
ROW = re.compile(r"^\| R(\d+) \| (.+) \| (.+) \| ?(.*) \|$", re.MULTILINE)


@pytest.fixture(scope="module")
def rows():
    return ROW.findall(PAGE.read_text(encoding="utf-8"))


def test_promises_are_numbered_in_order(rows):
    assert [int(row[0]) for row in rows] == list(range(1, len(rows) + 1)) and len(rows) >= 27


def test_each_promise_names_tests_that_are_there(rows):
    suites = {file.stem for file in (ROOT / "Tests").rglob("*Tests.swift")}
    for number, _, tests, _ in rows:
        named = re.findall(r"`([^`]+)`", tests)
        assert named, f"R{number} has no test"
        for name in named:
            assert (TESTS / name).is_file() if name.endswith(".py") else name in suites, f"R{number}: {name}"


def test_each_longer_run_is_a_script_that_is_there(rows):
    scripts = {name.split()[0] for row in rows for name in re.findall(r"`([^`]+)`", row[3])}
    assert scripts == {"kill_server.py", "every_operation.py", "fuzz_server.py", "memory.py", "hostile_sizes.py"}
    for script in scripts:
        assert (TESTS / "long" / script).is_file()
