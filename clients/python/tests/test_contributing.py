"""The page for contributors is true: its table leads to the places, and its commands and files are there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / ".github" / "CONTRIBUTING.md").read_text("utf-8")
ROWS = re.findall(r"^\| (an? .*?) \| (.*) \| (.*) \|$", PAGE, re.MULTILINE)
SUFFIXES = {".swift", ".py", ".js", ".md", ".txt", ".yml"}


def texts(place):
    """The names and the contents of a file, or of the files in a folder and below it."""
    path = ROOT / place
    assert path.exists(), place
    files = [path] if path.is_file() else [one for one in sorted(path.rglob("*")) if one.suffix in SUFFIXES]
    return "\n".join(f"{one.name}\n{one.read_text('utf-8')}" for one in files if one.is_file()).lower()


@pytest.mark.parametrize("what, where, example", ROWS, ids=[row[0] for row in ROWS])
def test_each_place_of_the_table_has_the_example(what, where, example):
    places, names = (re.findall(r"`([^`]+)`", cell) for cell in (where, example))
    places = [place for place in places if "/" in place]
    assert len(places) >= 2 and names
    for place in places:
        text = texts(place)
        assert any(name.lower() in text for name in names), (what, place)


def test_the_page_answers_eighteen_questions_with_commands_that_are_there():
    questions = re.findall(r"^\*\*(.*\?.*)\*\* (.*)$", PAGE, re.MULTILINE)
    assert len(questions) == 18 and len(ROWS) >= 15
    for question, answer in questions:
        assert "`" in answer, question
    for name in re.findall(r"`[^`]*?((?:clients|Sources|Tests|protocol-spec)/[\w./+-]+)[^`]*`", PAGE):
        assert (ROOT / name).exists(), name
    for name, option in re.findall(r"python3 (clients/[\w/]+\.py)[^`]*? (--[a-z]+)", PAGE):
        assert f'"{option}"' in (ROOT / name).read_text("utf-8"), (name, option)


def test_the_page_about_words_has_twenty_pairs():
    words = (ROOT / ".github" / "WORDS.md").read_text("utf-8")
    pairs = re.findall(r"^\| (.+) \| (.+) \|$", words, re.MULTILINE)[1:]
    assert len(pairs) == 20 and all(before != after for before, after in pairs)
