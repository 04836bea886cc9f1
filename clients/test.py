#!/usr/bin/env python3
"""Builds the server and runs every test: Swift, the rules of the house, Python, the page in a browser, transcripts.

    python3 clients/test.py [--changed [COMMIT]]

Ends with one line, ``N passed, N failed``, and exit status 0 only if all passed.

It needs Swift and Python 3.9. Where this Python has no pytest, hypothesis, jsonschema and selenium, it installs them into
``.build/python``, with what some tests need beside them: models, types and pictures are checked with packages of others.
Where root runs it and apt-get is there, it installs the programs that are missing: Chromium for the tests in a browser, the
compiler of TypeScript with React, esbuild, librsvg, rustc and valgrind. A test without its program is skipped.
``NODEWIRE_CORPUS`` may name a folder of real files, which more tests read.

With ``--changed`` it runs only what the changes since a commit can reach, those that are not committed if none is named.
Suites run side by side. Before the counts it lists the tests that took longest; not those in Swift, of which many run at
the same time.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as xml
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Callable, Dict, List, NamedTuple, Optional, Set, Tuple

sys.path.insert(0, str(Path(__file__).resolve().parent))

import reach  # noqa: E402
from build import BUILD, ROOT  # noqa: E402

TESTED = BUILD / "tests"
"""The build that is tested: optimized as the one that is shipped, with what tests may look into."""
OPTIONS = ["-c", "release", "-debug-info-format", "none", "--scratch-path", str(TESTED), "-Xswiftc", "-enable-testing"]
SERVER = TESTED / "release" / "nodewire"
TRANSCRIPTS = ROOT / "protocol-spec" / "transcripts"
PACKAGES = ["pytest", "hypothesis", "jsonschema", "selenium"]
WANTED = ["mkdocs-material", "datamodel-code-generator", "pydantic", "mypy", "cairosvg", "networkx", "pandas", "mcp; python_version >= '3.10'"]
"""What some tests are skipped without."""
READ = ["panel-reactflow; python_version >= '3.10'"]
"""Some tests only read files of these packages, so they are installed without their dependencies, such as pandas."""
PROGRAMS = {
    "chromedriver": ["chromium", "chromium-driver", "fonts-droid-fallback"],
    "tsc": ["node-typescript", "node-react", "node-react-test-renderer"],
    "rsvg-convert": ["librsvg2-bin"],
    "esbuild": ["esbuild"],
    "rustc": ["rustc"],
    "valgrind": ["valgrind"],
}
"""What tests run if it is there, and the packages of it."""
LIMIT = 1800.0
"""In seconds, of each command: several times what it takes, since machines are loaded."""
SHOWN = 200
LONGEST = 10
"""How many of the tests that took longest are listed."""
WORKERS = 6
"""How many suites run at the same time: they wait about as much as they compute."""
PARTS = {"python": 8, "web": 6}
"""In how many parts the files of each of `reach.SUITES` are run: enough that none of them ends long behind the others."""
QUIET = ("◇", "✔", "➜")


class Counts(NamedTuple):
    """The numbers of passed, failed and skipped tests of a suite, the output of a failed suite, and the seconds of each test."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    output: str = ""
    times: Tuple[Tuple[float, str], ...] = ()

    def __str__(self) -> str:
        return f"{self.passed} passed, {self.failed} failed" + (f", {self.skipped} skipped" if self.skipped else "")


def environment() -> Dict[str, str]:
    """The environment of every test: a crash ends at once, the server is the one just built, Python finds the client."""
    paths = [str(ROOT / "clients" / "python" / "src"), os.environ.get("PYTHONPATH", "")]
    return {
        **os.environ,
        "SWIFT_BACKTRACE": "enable=no",
        "NODEWIRE_SERVER": str(SERVER),
        "PYTHONPATH": os.pathsep.join(path for path in paths if path),
        "PYTHONPYCACHEPREFIX": str(BUILD / "pycache"),
    }


def run(command: List[str], limit: float = LIMIT) -> Tuple[int, str]:
    """Runs a command. Returns its exit status and its output; after ``limit`` seconds it is killed with its children."""
    child = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        output, _ = child.communicate(timeout=limit)
        return child.returncode, output.decode("utf-8", "replace")
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        output, _ = child.communicate()
        return -1, output.decode("utf-8", "replace") + f"\nkilled after {limit:.0f} seconds"


def counted(report: Path, status: int, output: str) -> Counts:
    """The counts of a JUnit report. A suite that ended badly without a failed test in its report counts as one."""
    passed = failed = skipped = 0
    times = []
    if report.is_file():
        try:
            cases = list(xml.parse(report).getroot().iter("testcase"))
        except xml.ParseError:
            # It ended in the middle of the report.
            return Counts(failed=1, output=output)
        for case in cases:
            times.append((float(case.get("time", 0)), f"{case.get('classname')}: {case.get('name')}"))
            if case.find("failure") is not None or case.find("error") is not None:
                failed += 1
            elif case.find("skipped") is not None:
                skipped += 1
            else:
                passed += 1
    if not failed and (status != 0 or not passed):
        failed = 1
    return Counts(passed, failed, skipped, output if failed else "", tuple(times))


def fresh(name: str) -> Path:
    """The path for the report of a suite; an old report is removed."""
    report = BUILD / name
    report.unlink(missing_ok=True)
    return report


def build() -> Counts:
    """Builds everything at once: modules of the server follow each other, and tests are compiled beside them."""
    status, output = run(["swift", "build", *OPTIONS, "--build-tests"])
    return Counts(1) if status == 0 else Counts(failed=1, output=output)


def swift(targets: Optional[Set[str]]) -> Counts:
    report = fresh("tests-swift.xml")
    command = ["swift", "test", *OPTIONS, "--skip-build", "--disable-xctest", "--xunit-output", str(report)]
    if targets is not None:
        command += ["--filter", rf"^({'|'.join(sorted(targets))})\."]
    return counted(report, *run(command))._replace(times=())


def pytest(interpreter: Optional[str], name: str, *arguments: str) -> Counts:
    if interpreter is None:
        return Counts(failed=1, output=f"no Python with {', '.join(PACKAGES)}, and none could be made")
    report = fresh(f"tests-{name}.xml")
    command = [interpreter, "-m", "pytest", "-q", "-o", f"cache_dir={BUILD / 'pytest' / name}", f"--junitxml={report}"]
    # From the root, so that what a file defines for its tests counts for no other file.
    place = ["--rootdir", str(ROOT), "-c", "clients/python/pyproject.toml"]
    return counted(report, *run([*command, *place, *arguments]))


def parts(name: str, chosen: Optional[Set[str]]) -> List[List[str]]:
    """The files of a suite of pytest in parts; long files are in different parts. Each part of the page's tests has a browser."""
    paths = sorted((ROOT / "clients" / name / "tests").glob("test_*.py"), key=lambda path: -path.stat().st_size)
    files = [str(path.relative_to(ROOT)) for path in paths]
    files = [file for file in files if chosen is None or file in chosen]
    return [found for part in range(PARTS[name]) if (found := files[part :: PARTS[name]])]


def install_programs() -> None:
    """Installs the missing programs if root runs this and apt-get exists."""
    missing = [packages for name, packages in PROGRAMS.items() if not shutil.which(name)]
    if not missing or not shutil.which("apt-get") or os.geteuid() != 0:
        return
    for command in (["update", "-q"], *(["install", "-q", "-y", *packages] for packages in missing)):
        status, output = run(["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", *command])
        if status != 0:
            print(output[-2000:], file=sys.stderr)


def prepared() -> Optional[str]:
    """A Python with the packages that the tests import: this one, or one made under ``.build``."""
    imports = ["-c", "import " + ", ".join(PACKAGES)]
    made = str(BUILD / "python" / "bin" / "python3")
    for candidate in (sys.executable, made):
        if os.access(candidate, os.X_OK) and run([candidate, *imports])[0] == 0:
            return candidate
    for command in (
        [sys.executable, "-m", "venv", str(BUILD / "python")],
        [made, "-m", "pip", "install", "-q", *PACKAGES],
    ):
        status, output = run(command)
        if status != 0:
            print(output, file=sys.stderr)
            return None
    for wanted in (WANTED, ["--no-deps", *READ]):
        status, output = run([made, "-m", "pip", "install", "-q", *wanted])
        if status != 0:
            print(output, file=sys.stderr)
    return made


def transcripts() -> Counts:
    status, output = run([sys.executable, "-m", "nodewire_dev.transcripts", str(TRANSCRIPTS), "--server", str(SERVER)])
    found = re.search(r"(\d+) transcripts passed, (\d+) failed", output)
    if found is None:
        return Counts(failed=1, output=output)
    passed, failed = int(found[1]), int(found[2])
    return Counts(passed, max(failed, 1) if status != 0 else 0, 0, output if status != 0 else "")


class Suite(NamedTuple):
    name: str
    run: Callable[[], Counts]


def shown(suite: Suite) -> Counts:
    """Runs a suite and prints its line; the last lines of its output go before it if it failed."""
    start = time.monotonic()
    counts = suite.run()
    lines = [line for line in counts.output.splitlines() if not line.startswith(QUIET)][-SHOWN:]
    lines.append(f"{suite.name:<12}{counts} ({time.monotonic() - start:.0f} s)")
    # One write, since two suites may end at the same time.
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()
    return counts


def suites(interpreter: Optional[str], chosen: Optional[reach.Reach]) -> List[Suite]:
    """The suites after the build, the longest first; those in a browser, which wait more, are among the others."""
    chosen_files = chosen.files if chosen else None
    numbered = sorted(
        (number, name, files) for name in PARTS for number, files in enumerate(parts(name, chosen_files), 1)
    )
    split = [Suite(f"{name}-{at}", partial(pytest, interpreter, f"{name}-{at}", *files)) for at, name, files in numbered]
    last = [Suite("transcripts", transcripts)] if chosen is None or chosen.transcripts else []
    return [Suite("swift", partial(swift, chosen.swift if chosen else None)), *split, *last]


def main() -> int:
    parser = argparse.ArgumentParser(description="Builds the server and runs every test.")
    parser.add_argument(
        "--changed", nargs="?", const="HEAD", metavar="COMMIT", help="only what the changes since a commit can reach"
    )
    since = parser.parse_args().changed
    chosen = reach.reach(ROOT, reach.changed(ROOT, since), lambda: reach.modules(ROOT)) if since else None
    start = time.monotonic()
    with ThreadPoolExecutor(WORKERS) as pool:
        # Installing waits for the network, building for the processor.
        interpreter = pool.submit(prepared)
        programs = pool.submit(install_programs)
        results = [shown(Suite("build", build))]
        programs.result()
        if not results[0].failed:
            results += pool.map(shown, suites(interpreter.result(), chosen))
    total = Counts(
        sum(counts.passed for counts in results),
        sum(counts.failed for counts in results),
        sum(counts.skipped for counts in results),
    )
    longest = sorted((one for counts in results for one in counts.times), reverse=True)[:LONGEST]
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"took {time.monotonic() - start:.0f} s, {used.ru_utime + used.ru_stime:.0f} s of processor")
    print("longest:", *(f"{seconds:8.1f} s  {name}" for seconds, name in longest), sep="\n")
    print(total)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
