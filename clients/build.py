#!/usr/bin/env python3
"""The server of this checkout: where its builds lie, how they are made, and which of them is started.

    python3 clients/build.py

makes the release build, ``.build/release/nodewire``. A program that only starts a server takes it if it
is newer than the sources. Otherwise it makes the debug build, in a third of the time, and the release build in the
background for the next start.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator, List, NamedTuple, Optional

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / ".build"
sys.path.insert(0, str(ROOT / "clients" / "python" / "src"))

from nodewire_client import find_server  # noqa: E402

SHOWN = 40
"""How many of the compiler's lines are shown where a build fails."""
COMPILED = re.compile(r"\[\d+/\d+\] Compiling (\w+) ")
SECTIONS = ["-Xswiftc", "-Xfrontend", "-Xswiftc", "-function-sections", "-Xswiftc", "-use-ld=lld"]
FOLDING = ["-Xlinker", "--gc-sections", "-Xlinker", "--icf=all"]
LINKED = [*SECTIONS, *FOLDING] if sys.platform.startswith("linux") else []
"""Functions that nothing calls are left out, and equal ones are there once."""
STATIC = ["-Xswiftc", "-static-executable", *LINKED] if LINKED else []
"""The program needs no library of Swift."""


FINISHED = {
    "Storage": 0.02,
    "Geometry": 0.06,
    "Wire": 0.06,
    "Values": 0.07,
    "Schemas": 0.09,
    "LayoutKinds": 0.10,
    "Routing": 0.14,
    "Graph": 0.42,
    "Dialogs": 0.43,
    "Layout": 0.44,
    "EdgeRouting": 0.50,
    "Formats": 0.59,
    "Editing": 0.64,
    "Interaction": 0.80,
    "Server": 0.97,
    "NodewireServer": 0.97,
    "Recordings": 0.98,
    "Host": 0.99,
    "nodewire": 1.0,
}
"""The modules of the server, and what part of a build's time has passed when each is finished."""


class Build(NamedTuple):
    """One kind of build. Each has a folder of its own; in the same folder one would wait for the other or compile all again."""

    name: str
    part: str
    options: List[str]
    seconds: float
    """How long it takes on two cores that have nothing else to do."""

    @property
    def folder(self) -> Path:
        return BUILD / self.part

    @property
    def command(self) -> List[str]:
        """Symbols are stripped from the release build, so that debugging information would only take time."""
        scratch = ["--scratch-path", str(self.folder), "-debug-info-format", "none"]
        return ["swift", "build", *scratch, *self.options, "--product", "nodewire"]

    @property
    def binary(self) -> Path:
        return self.folder / self.name / "nodewire"

    @property
    def log(self) -> Path:
        """What the compiler said when it was last made."""
        return BUILD / f"{self.name}.log"

    @property
    def state(self) -> Path:
        """How it was last made: "building", "made" or "failed", and by its date, from which sources."""
        return BUILD / f"{self.name}.state"

    def is_newest(self) -> bool:
        """Whether it is current. For a build that was made by hand, the date of its binary counts."""
        if not os.access(self.binary, os.X_OK) or self.last() in ("building", "failed"):
            return False
        made = max(path.stat().st_mtime for path in (self.binary, self.state) if path.exists())
        return made >= changed()

    def has_failed(self) -> bool:
        """Whether the current sources could not be built."""
        return self.last() == "failed" and self.state.stat().st_mtime >= changed()

    def last(self) -> str:
        return self.state.read_text("utf-8") if self.state.exists() else ""


WHOLE = ["--disable-index-store", "-Xswiftc", "-wmo", "-Xswiftc", "-num-threads", "-Xswiftc", "2"]
"""Each module as a whole takes three quarters of the time; in exchange a change compiles its whole module again."""
DEBUG = Build("debug", "quick", WHOLE, 40)
RELEASE = Build("release", "", ["-c", "release", *STATIC], 180)


def changed() -> float:
    """The time of the last change of the sources; 0 without sources."""
    sources = [ROOT / "Package.swift", *(ROOT / "Sources").rglob("*")]
    return max((path.stat().st_mtime for path in sources if path.exists()), default=0.0)


def server(named: Optional[str] = None) -> List[str]:
    """The server's command: the named one, the release build, or the debug build until the release build is made."""
    if named or os.environ.get("NODEWIRE_SERVER"):
        return find_server(named)
    if RELEASE.is_newest():
        return [str(RELEASE.binary)]
    if shutil.which("swift") is None:
        for build in (RELEASE, DEBUG):
            if os.access(build.binary, os.X_OK):
                say(f"there is no swift, so the {build.name} build is taken, which is older than the sources")
                return [str(build.binary)]
        sys.exit("no server is built, and there is no swift (6.3 or newer) to build it")
    if not DEBUG.is_newest():
        say("the server is built without optimization, which is quicker")
        make(DEBUG)
    make_behind(RELEASE)
    return [str(DEBUG.binary)]


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


@contextmanager
def alone(build: Build, waits: bool = True) -> Iterator[bool]:
    """Prevents others from making the same build. Yields false if another process makes it and ``waits`` is false."""
    BUILD.mkdir(exist_ok=True)
    with open(BUILD / f"{build.name}.lock", "w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if waits:
                say(f"another process makes the {build.name} build; this one waits for it")
                fcntl.flock(lock, fcntl.LOCK_EX)
            yield waits
        else:
            yield True


def make(build: Build) -> None:
    """Makes a build unless it is current by now. A failure ends this process with the compiler's errors."""
    with alone(build):
        if build.is_newest():
            return
        start = time.time()
        build.state.write_text("building", encoding="utf-8")
        try:
            status = compiled(build)
        except KeyboardInterrupt:
            sys.exit(f"the {build.name} build was stopped; the next one goes on from there")
        build.state.write_text("failed" if status else "made", encoding="utf-8")
        # What is changed during a build belongs to the next one.
        os.utime(build.state, (start, start))
    if status:
        lines = build.log.read_text("utf-8", "replace").splitlines()
        errors = [line for line in lines if "error:" in line] or lines
        say("\n".join(errors[-SHOWN:]))
        sys.exit(f"the {build.name} build failed with status {status}; all of it is in {build.log}")
    say(f"the {build.name} build took {time.time() - start:.0f} s")


def compiled(build: Build) -> int:
    """Runs the compiler, which ends with this process, and shows its progress. Returns the exit status."""
    progress = Progress(build)
    child = subprocess.Popen(
        build.command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )
    try:
        with open(build.log, "w", encoding="utf-8") as log:
            for line in child.stdout or ():
                log.write(line)
                progress.read(line)
        return child.wait()
    finally:
        if child.poll() is None:
            child.send_signal(signal.SIGINT)
            child.wait()


class Progress:
    """The progress of a build: the number of the module, and the estimated seconds left."""

    def __init__(self, build: Build) -> None:
        self.build = build
        self.start = time.monotonic()
        self.is_whole = not build.folder.joinpath(build.name).exists()
        self.seen: List[str] = []

    def read(self, line: str) -> None:
        """Reads a line of the compiler. The line of a file comes when its module is finished."""
        found = COMPILED.match(line)
        if found is None or found[1] in self.seen:
            return
        self.seen.append(found[1])
        said = f"  {found[1]}, module {len(self.seen)} of {len(FINISHED)}"
        if self.is_whole:
            done = max(FINISHED.get(module, 0) for module in self.seen)
            said += f", about {self.left(done):.0f} s more"
        say(said)

    def left(self, done: float) -> float:
        """The estimated seconds left, at the speed so far; the first tenth of a build is too short for an estimate."""
        passed = time.monotonic() - self.start
        trust = min(done * 10, 1)
        return (1 - done) * (trust * passed / max(done, 0.01) + (1 - trust) * self.build.seconds)


def make_behind(build: Build) -> None:
    """Makes a build at low priority in a process that outlives this one; the next start uses it."""
    if build.has_failed():
        return say(f"the {build.name} build failed, see {build.log}; `python3 clients/build.py` tries it again")
    with alone(build, waits=False) as is_alone:
        if not is_alone:
            return say(f"the {build.name} build is being made; the next start takes it")
    nothing = subprocess.DEVNULL
    command = [sys.executable, str(Path(__file__).resolve()), "--behind"]
    child = subprocess.Popen(
        command, cwd=ROOT, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
    )
    # So that no zombie is left of it where this process runs longer.
    threading.Thread(target=child.wait, daemon=True).start()
    say(f"the {build.name} build is made behind it, in some minutes and by process {child.pid}; the next start takes it")


def stand_back() -> None:
    """Lets everything else on this machine go first. Niceness alone is not enough: Swift takes it back if it may."""
    os.nice(10)
    if sys.platform.startswith("linux"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def main() -> int:
    parser = argparse.ArgumentParser(description="Makes the release build of the server.")
    parser.add_argument("--behind", action="store_true", help="let everything else on this machine go first")
    if parser.parse_args().behind:
        stand_back()
    # Where interrupts are ignored, as in the background of a script, the compiler would ignore them, too.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.default_int_handler)
    make(RELEASE)
    print(RELEASE.binary)
    return 0


if __name__ == "__main__":
    sys.exit(main())
