"""What a change can reach, by which `clients/test.py --changed` chooses what it runs."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "clients"))

import reach  # noqa: E402


@pytest.fixture(scope="module")
def modules():
    if not shutil.which("swift"):
        pytest.skip("there is no swift")
    return reach.modules(ROOT)


def reached(modules, *files):
    return reach.reach(ROOT, list(files), lambda: modules)


def test_a_change_of_the_server_reaches_what_talks_to_it_and_the_modules_above(modules):
    found = reached(modules, "Sources/Interaction/Views/View.swift")
    assert {"InteractionTests", "ServerTests", "TidyTests"} <= found.swift and "LayoutTests" not in found.swift
    assert found.transcripts
    assert {"clients/python/tests/test_gate.py", "clients/web/tests/test_panel.py"} <= found.files


def test_a_change_beside_the_server_reaches_few(modules):
    found = reached(modules, "Sources/nodewire-bench/Rows.swift")
    assert found.swift == {"TidyTests"} and not found.transcripts
    assert "clients/python/tests/test_bench.py" in found.files and len(found.files) < 20
    found = reached(modules, "Sources/NodewireC/Functions.swift")
    assert "clients/python/tests/test_c_interface.py" in found.files and len(found.files) < 20


def test_tests_and_what_helps_them_reach_themselves(modules):
    assert reached(modules, "Tests/RoutingTests/New.swift") == ({"RoutingTests", "TidyTests"}, set(), False)
    assert "GraphTests" in reached(modules, "Tests/Sketching/Sketch.swift").swift
    file = "clients/python/tests/test_gate.py"
    assert reached(modules, file) == ({"TidyTests"}, {file}, False)
    helped = reached(modules, "clients/web/tests/browser.py").files
    assert "clients/web/tests/test_panel.py" in helped and file not in helped


def test_files_reach_the_tests_that_name_them_or_their_folder(modules):
    found = reached(modules, "clients/typescript/src/index.js")
    assert "clients/python/tests/test_typescript.py" in found.files and len(found.files) < 30
    found = reached(modules, "protocol-spec/transcripts/edge-connect.txt")
    assert found.transcripts and "clients/python/tests/test_transcripts.py" in found.files
    assert "clients/python/tests/test_site.py" in reached(modules, "README.md").files


def test_what_builds_or_runs_reaches_everything(modules):
    for file in ("Package.swift", "clients/test.py", ".ci/run"):
        found = reached(modules, "README.md", file)
        assert found.swift is None and found.transcripts and len(found.files) > 150


def test_changes_are_those_since_a_commit_and_new_files(tmp_path):
    def git(*arguments):
        subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=n@example.org", *arguments], cwd=tmp_path, check=True)

    git("init", "-q")
    for name in ("same.txt", "edited.txt"):
        (tmp_path / name).write_text("1")
    git("add", ".")
    git("commit", "-qm", "first")
    (tmp_path / "edited.txt").write_text("2")
    (tmp_path / "new name.txt").write_text("1")
    assert reach.changed(tmp_path, "HEAD") == ["edited.txt", "new name.txt"]
