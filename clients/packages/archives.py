"""Archives with reproducible bytes: files are sorted, with one time and plain permissions."""

from __future__ import annotations

import gzip
import io
import os
import subprocess
import tarfile
import time
import zipfile
from pathlib import Path
from typing import Dict, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
FIRST = 315_532_800
"""1980: no archive holds an earlier time."""


class File(NamedTuple):
    """The content of a file, and whether it is a program."""

    data: bytes
    is_program: bool = False

    @property
    def mode(self) -> int:
        return 0o755 if self.is_program else 0o644


Files = Dict[str, File]
"""Files by their paths in the archive."""


def tree(folder: Path, within: str = "") -> Files:
    """The files of a folder, following links, without the caches of Python and the system."""
    files: Files = {}
    for path, folders, names in os.walk(folder, followlinks=True):
        folders[:] = [name for name in folders if name != "__pycache__"]
        for name in names:
            if not name.startswith("."):
                file = Path(path) / name
                files[within + file.relative_to(folder).as_posix()] = File(file.read_bytes())
    return files


def moment() -> int:
    """The time in all archives, in seconds: SOURCE_DATE_EPOCH, or the time of the last commit."""
    named = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not named.isdigit():
        said = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True)
        named = said.stdout.strip() if said.returncode == 0 else ""
    return max(FIRST, int(named)) if named.isdigit() else FIRST


def zipped(files: Files) -> bytes:
    when = time.gmtime(moment())[:6]
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as target:
        for path in sorted(files):
            entry = zipfile.ZipInfo(path, when)
            entry.create_system = 3
            entry.external_attr = (0o100000 | files[path].mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(entry, files[path].data)
    return archive.getvalue()


def tarred(files: Files) -> bytes:
    archive = io.BytesIO()
    with gzip.GzipFile("", "wb", fileobj=archive, mtime=moment()) as packed:
        with tarfile.open(mode="w", fileobj=packed, format=tarfile.USTAR_FORMAT) as target:
            for path in sorted(files):
                entry = tarfile.TarInfo(path)
                entry.size, entry.mode, entry.mtime = len(files[path].data), files[path].mode, moment()
                target.addfile(entry, io.BytesIO(files[path].data))
    return archive.getvalue()
