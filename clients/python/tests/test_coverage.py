"""Every row of coverage.md names tests that exist, or says why there is none."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
COVERAGE = ROOT / "protocol-spec" / "coverage.md"
TRANSCRIPTS = ROOT / "protocol-spec" / "transcripts"
TESTS = ROOT / "clients" / "python" / "tests"
WEB_TESTS = ROOT / "clients" / "web" / "tests"
ROW = re.compile(r"^\| (\d+\.\d+) \| (.+) \| (.+) \|$", re.MULTILINE)
UNSHOWN = "does not apply: "

STREAM = re.compile(r"^(?![ #])(.+)$", re.MULTILINE)
PYTHON_TEST = re.compile(r"^def (test_\w+)", re.MULTILINE)
SWIFT_TEST = re.compile(r"@(?:Test|Suite)\(\s*\"([^\"]+)\"|func (?:`([^`]+)`|(\w+))")


def names(paths, pattern, file):
    """The tests in each of the files, by the name that coverage.md gives the file."""
    return {
        file(path): {name for found in pattern.finditer(path.read_text(encoding="utf-8")) for name in found.groups() if name}
        for path in paths
    }


@pytest.fixture(scope="module")
def rows():
    return ROW.findall(COVERAGE.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def tests():
    """The names of all tests, by the file that they are in; a transcript is one test."""
    return {
        **{path.stem: set() for path in TRANSCRIPTS.glob("*.txt")},
        **names((TESTS / "streams").glob("*.txt"), STREAM, lambda path: f"streams/{path.stem}"),
        **names(TESTS.glob("test_*.py"), PYTHON_TEST, lambda path: path.name),
        **names(WEB_TESTS.glob("test_*.py"), PYTHON_TEST, lambda path: f"web/{path.name}"),
        **names((ROOT / "Tests").rglob("*.swift"), SWIFT_TEST, lambda path: f"{path.relative_to(ROOT).parts[1]}/{path.stem}"),
    }


def test_rows_are_numbered_once_and_in_order(rows):
    numbers = [tuple(map(int, row.split("."))) for row, _, _ in rows]
    assert len(numbers) > 400 and numbers == sorted(set(numbers))


def test_every_row_names_a_test_or_says_why_not(rows):
    for row, _, where in rows:
        assert where.startswith((UNSHOWN, "`")), f"row {row}: {where}"


def test_the_tests_that_rows_name_exist(rows, tests):
    missing = []
    for row, _, where in rows:
        for shown in re.findall("`([^`]+)`", where) if not where.startswith(UNSHOWN) else []:
            file, _, name = shown.partition(": ")
            if file not in tests or (name and name not in tests[file]):
                missing.append((row, shown))
    assert not missing
