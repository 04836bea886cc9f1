"""The benchmark from end to end, in small documents: every group of rows is measured, and one that fails does not end it."""

import json
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def bench(server):
    """The server, with the benchmark beside it."""
    program = Path(server).resolve()
    if not program.with_name("nodewire-bench").is_file():
        pytest.skip("no benchmark is built beside the server")
    return program


def measured(bench, *options, folder, temporary):
    """What a run of the benchmark gave; it leaves no files."""
    environment = {**os.environ, "TMPDIR": str(temporary)}
    command = [str(bench), "bench", "--quick", "--json", *options]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=500)
    assert list(temporary.iterdir()) == []
    return done, json.loads(done.stdout)


def test_every_group_of_rows_is_measured(bench, tmp_path):
    done, figures = measured(bench, "--nodes", "1000", folder=ROOT, temporary=tmp_path)
    assert [figure for figure in figures if "failed" in figure] == []
    assert done.returncode == 0 and len(figures) > 80, done.stderr


def test_a_row_that_fails_does_not_end_the_others(bench, tmp_path):
    """The row `replica` needs a script of the repository, which is not in other folders."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    options = ["--rows", "replica,check", "--nodes", "1000"]
    done, figures = measured(bench, *options, folder=tmp_path, temporary=temporary)
    assert done.returncode == 1 and "1 of 2 rows" in done.stderr
    assert [figure["name"] for figure in figures] == ["replica", "check-near", "check-worst"]
    assert "run from the repository" in figures[0]["failed"]
