"""The program that shows the page, as the tests run it: `nodewire open`."""

import atexit
import json
import queue
import re
import shutil
import subprocess
import tempfile
import threading
import urllib.request
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, Optional

PAGE = Path(__file__).resolve().parent.parent / "page"
BOUND = 30
TYPED = re.compile(r' with \{ type: "json" \}')
ENTRIES = ["main", "naming", "help", "chords", "session"]
"""The modules that the page or a test loads by name, and that have to be the same ones."""


@lru_cache(maxsize=None)
def bundled():
    """A copy of the page whose modules are in few files, where esbuild is there: a browser loads it in half the time."""
    if shutil.which("esbuild") is None:
        return PAGE
    folder = tempfile.TemporaryDirectory(prefix="nodewire-page-")
    copy, sources = Path(folder.name) / "page", Path(folder.name) / "sources"
    for made in (copy, sources):
        shutil.copytree(PAGE, made)
    for module in sources.glob("*.js"):
        # Older ones take JSON without its type.
        module.write_text(TYPED.sub("", module.read_text("utf-8")), encoding="utf-8")
    entries = [str(sources / f"{name}.js") for name in ENTRIES]
    command = ["esbuild", *entries, "--bundle", "--splitting", "--format=esm", f"--outdir={copy}", "--log-level=error"]
    subprocess.run(command, check=True, timeout=BOUND)
    atexit.register(folder.cleanup)
    return copy


class Opening(NamedTuple):
    """What a window opens first, and the folder that is served."""

    root: Path
    file: Optional[str] = None
    copied: Optional[Path] = None

    @classmethod
    def of(cls, file):
        return cls(file.parent, file.name)


class Program:
    """One process, which serves any number of windows."""

    def __init__(self, server, opening, *words, page=None):
        command = [server, "open", "--no-browser", "--page", str(page or bundled()), *words]
        command += ["--copy", str(opening.copied)] if opening.copied else []
        command += [opening.file] if opening.file else []
        self._process = subprocess.Popen(
            command, cwd=opening.root, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
        )
        self._lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        entry = self._lines.get(timeout=BOUND).split()[1]
        # The address opens one window; what it leads to opens as many as a test needs.
        with urllib.request.urlopen(entry, timeout=BOUND) as answer:
            self.url = answer.geturl()
        self.port, self.secret = int(re.search(r":(\d+)/", self.url)[1]), self.url.rstrip("/").rpartition("/")[2]

    def _read(self):
        for line in self._process.stdout:
            self._lines.put(line)

    @property
    def pids(self):
        """The processes that serve: one, and another one after it was killed."""
        number = self._process.pid
        return [int(pid) for pid in Path(f"/proc/{number}/task/{number}/children").read_text().split()]

    def document(self):
        """What the next window opens."""
        with urllib.request.urlopen(self.url + "opening.json", timeout=BOUND) as answer:
            return json.load(answer)

    def end(self):
        self._process.terminate()
        self._process.wait(BOUND)


class Bridge:
    """What shows the page to windows: a program for all of them, or one for each address that is asked for."""

    def __init__(self, server, opening, *words, alone=False, page=None):
        self.opening = opening
        self._start = lambda: Program(server, self.opening, *words, page=page)
        self._alone = alone
        self._programs = []

    @property
    def url(self):
        """An address that opens windows."""
        if self._alone:
            self._programs.append(self._start())
        return self._last.url

    @property
    def _last(self):
        if not self._programs:
            self._programs.append(self._start())
        return self._programs[-1]

    @property
    def port(self):
        return self._last.port

    @property
    def secret(self):
        return self._last.secret

    @property
    def document(self):
        return self._last.document()

    @property
    def pids(self):
        """The processes that serve, by all programs."""
        return [pid for program in self._programs for pid in program.pids]

    def end(self):
        for program in self._programs:
            program.end()
