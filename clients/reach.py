"""Finds the suites and the files of tests that a change can affect.

Swift tests are those of the modules that depend on a changed one. A change of the server reaches all that talk to it. Any other
file reaches the tests that name it, or the folder of `clients` that it lies in; those of a suite that it helps, all of
that suite. More may be run than is needed, never less where a test names what it looks at.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Callable, Dict, List, NamedTuple, Optional, Set

SUITES = ["python", "web"]
"""The suites of pytest, each the folder of that name in `clients`."""
SHARED = ("Package.swift", "clients/test.py", "clients/build.py", "clients/reach.py", ".ci/")
"""What reaches everything."""


class Reach(NamedTuple):
    """The tests that are run."""

    swift: Optional[Set[str]]
    """The targets of Swift tests; None is all of them."""
    files: Set[str]
    """The files of tests in Python, from the root."""
    transcripts: bool


def changed(root: Path, since: str) -> List[str]:
    """The files that differ from a commit, and new ones, relative to the root."""
    said = []
    for command in (["diff", "--name-only", since], ["ls-files", "--others", "--exclude-standard"]):
        said.append(subprocess.run(["git", *command], cwd=root, check=True, capture_output=True, text=True).stdout)
    return sorted(set("".join(said).split("\n")) - {""})


def modules(root: Path) -> Dict[str, Set[str]]:
    """The modules that each module of the package depends on, directly or not."""
    said = subprocess.run(["swift", "package", "dump-package"], cwd=root, check=True, capture_output=True, text=True)
    direct = {
        target["name"]: {next(iter(one.values()))[0] for one in target["dependencies"]}
        for target in json.loads(said.stdout)["targets"]
    }
    found: Dict[str, Set[str]] = {}

    def all_of(name: str) -> Set[str]:
        if name not in found:
            found[name] = {name}.union(*(all_of(one) for one in direct.get(name, ())))
        return found[name]

    for name in direct:
        all_of(name)
    return found


def reach(root: Path, files: List[str], depends: Callable[[], Dict[str, Set[str]]]) -> Reach:
    """The tests that changes of files can affect."""
    tests = {
        path.relative_to(root).as_posix(): path.read_text("utf-8")
        for suite in SUITES
        for path in sorted((root / "clients" / suite / "tests").glob("test_*.py"))
    }
    if any(file.startswith(SHARED) for file in files):
        return Reach(None, set(tests), True)
    named = {file.split("/")[1] for file in files if file.startswith(("Sources/", "Tests/")) and file.count("/") > 1}
    known = depends() if named else {}
    swift = {name for name, needed in known.items() if name.endswith("Tests") and named & needed} | {"TidyTests"}
    if named & known.get("nodewire", set()):
        return Reach(swift, set(tests), True)
    found: Set[str] = set()
    transcripts = False
    for file in files:
        parts = file.split("/")
        if file in tests:
            found.add(file)
        elif parts[:2] == ["protocol-spec", "transcripts"]:
            transcripts = True
            found |= {test for test, text in tests.items() if "transcripts" in text}
        elif parts[0] == "clients" and parts[1] in SUITES:
            # What the page or the client is made of, and what helps their tests.
            helped = SUITES if parts[1] == "python" else [parts[1]]
            found |= {test for test, text in tests.items() if test.split("/")[1] in helped or f'"{parts[1]}"' in text}
            transcripts = transcripts or parts[1] == "python"
        elif parts[0] == "Sources" and len(parts) > 2:
            words = {name for name, needed in known.items() if parts[1] in needed}
            found |= {test for test, text in tests.items() if any(word in text for word in words)}
        elif parts[0] != "Tests":
            words = {parts[-1]}
            if parts[0] == "clients":
                words |= {f'"{parts[1]}"', f"clients/{parts[1]}"}
            found |= {test for test, text in tests.items() if any(word in text for word in words)}
    return Reach(swift, found, transcripts)
