"""Programs that check types find wrong uses of the clients, and only those."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
SAMPLE = HERE / "data" / "typed_sample.py"
FOUND = re.compile(r"typed_sample\.py:(\d+): error: .*\[([a-z-]+)\]$", re.MULTILINE)
SAID = re.compile(r"# error: ([a-z, -]+)$")


@pytest.fixture(scope="module")
def mypy(tmp_path_factory):
    """Checks a file strictly; returns what is said of it. What several files import is read once."""
    pytest.importorskip("mypy", reason="mypy is not installed, which finds wrong uses of types")
    cache = tmp_path_factory.mktemp("mypy")

    def check(path, *options):
        command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--no-pretty", f"--cache-dir={cache}"]
        environment = {"MYPYPATH": str(HERE.parent / "src"), "PATH": ""}
        done = subprocess.run([*command, *options, str(path)], env=environment, capture_output=True, text=True, timeout=300)
        assert done.returncode in (0, 1) and not done.stderr, done.stdout + done.stderr
        return done.stdout

    return check


@pytest.fixture(scope="module")
def pyright(tmp_path_factory):
    """Checks a file with the other checker; returns the lines with errors and what is said of them."""
    named = [shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name) for name in ("basedpyright", "pyright")]
    command = next((one for one in named if one), None)
    if command is None:
        pytest.skip("neither basedpyright nor pyright is installed, which find wrong uses of types")
    folder = tmp_path_factory.mktemp("pyright")

    def check(path):
        settings = {"typeCheckingMode": "standard", "include": [str(path)]}
        (folder / "pyrightconfig.json").write_text(json.dumps({**settings, "extraPaths": [str(HERE.parent / "src")]}))
        done = subprocess.run([command, "-p", str(folder), "--outputjson"], capture_output=True, text=True, timeout=300)
        said = json.loads(done.stdout)["generalDiagnostics"]
        return {one["range"]["start"]["line"] + 1: one["message"] for one in said if one["severity"] == "error"}

    return check


@pytest.mark.parametrize("version", ["3.10", f"{sys.version_info.major}.{sys.version_info.minor}"])
def test_wrong_uses_are_found_and_right_ones_are_not(mypy, version):
    said = mypy(SAMPLE, f"--python-version={version}")
    expected = {
        number: sorted(wrong.group(1).split(", "))
        for number, line in enumerate(SAMPLE.read_text(encoding="utf-8").splitlines(), 1)
        if (wrong := SAID.search(line))
    }
    found = {}
    for number, code in FOUND.findall(said):
        found.setdefault(int(number), set()).add(code)
    assert {number: sorted(codes) for number, codes in found.items()} == expected, said
    assert len(expected) > 60


def test_the_other_checker_finds_the_same(pyright):
    lines = SAMPLE.read_text(encoding="utf-8").splitlines()
    expected = {number for number, line in enumerate(lines, 1) if SAID.search(line)}
    found = pyright(SAMPLE)
    assert found.keys() == expected, found


@pytest.mark.parametrize("package", ["nodewire_client", "nodewire_dev"])
def test_the_packages_themselves_have_no_errors(mypy, package):
    assert "Success" in mypy(HERE.parent / "src" / package, "--exclude=/web/")


def test_the_examples_have_no_errors(mypy):
    for name in ("org_chart.py", "help_desk.py", "calculator.py"):
        assert "Success" in mypy(HERE.parents[1] / "examples" / name)
