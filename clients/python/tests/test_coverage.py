"""What coverage.md claims is shown: each row is named beside the test that it cites, and nowhere else.

A transcript, a stream, a Swift or a Python test names rows in a comment: "Row 1.4." or "Rows 1.4, 1.7.".
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
COVERAGE = ROOT / "protocol-spec" / "coverage.md"
ROW = re.compile(r"^\| (\d+\.\d+) \| (.+) \| (.+) \|$", re.MULTILINE)
NAMED = re.compile(r"^ *(?:#|//) Rows? (\d+\.\d+(?:, \d+\.\d+)*)\.$", re.MULTILINE)
UNSHOWN = ("planned", "does not apply: ")


def named(paths, name):
    """The rows that each of the files names, by the file's name in coverage.md."""
    found = {}
    for path in paths:
        for rows in NAMED.findall(path.read_text(encoding="utf-8")):
            found.setdefault(name(path), set()).update(rows.split(", "))
    return found


@pytest.fixture(scope="module")
def rows():
    return ROW.findall(COVERAGE.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def cited(rows):
    """The rows that cite a file, by its name."""
    found = {}
    for row, _, where in rows:
        if not where.startswith(UNSHOWN):
            for name in re.findall(r"`([^`]+)`", where):
                found.setdefault(name, set()).add(row)
    return found


@pytest.fixture(scope="module")
def shown():
    tests = ROOT / "clients" / "python" / "tests"
    return {
        **named((ROOT / "protocol-spec" / "transcripts").glob("*.txt"), lambda path: path.stem),
        **named((tests / "streams").glob("*.txt"), lambda path: f"streams/{path.stem}"),
        **named(tests.glob("test_*.py"), lambda path: path.name),
        **named((ROOT / "clients" / "web" / "tests").glob("test_*.py"), lambda path: path.name),
        **named((ROOT / "Tests").rglob("*.swift"), lambda path: path.stem),
    }


def test_rows_are_numbered_once_and_in_order(rows):
    numbers = [tuple(map(int, row.split("."))) for row, _, _ in rows]
    assert len(numbers) > 400 and numbers == sorted(set(numbers))


def test_every_row_cites_a_test_or_says_why_not(rows):
    for row, _, where in rows:
        assert where.startswith(UNSHOWN) or where.startswith("`"), f"row {row}: {where}"


def test_what_a_row_cites_names_the_row(cited, shown):
    missing = {name: sorted(rows - shown.get(name, set())) for name, rows in cited.items()}
    assert not {name: rows for name, rows in missing.items() if rows}


def test_what_names_a_row_is_cited_by_it(cited, shown):
    surplus = {name: sorted(rows - cited.get(name, set())) for name, rows in shown.items()}
    assert not {name: rows for name, rows in surplus.items() if rows}
