"""What documents lie in the folder of a bridge."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Dict, List, Tuple

from protocol import endings

# So deep and so many are looked at; a folder may hold more than anyone would look through.
DEPTH = 4
LOOKED = 5000
LISTED = 500


def listed(root: Path) -> Dict[str, object]:
    """The folder's path, and the paths of documents below it; ``more`` says that there may be further ones."""
    files, is_cut = _found(root, endings())
    files.sort(key=lambda path: (path.count("/"), path.lower(), path))
    return {"folder": str(root), "files": files[:LISTED], "more": is_cut or len(files) > LISTED}


def _found(root: Path, ends: Tuple[str, ...]) -> Tuple[List[str], bool]:
    files: List[str] = []
    looked = 0
    waiting = [("", 1)]
    while waiting:
        below, depth = waiting.pop(0)
        try:
            entries = sorted(os.scandir(root / below), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            looked += 1
            if looked > LOOKED:
                return files, True
            if entry.name.startswith("."):
                continue
            if entry.is_dir(follow_symlinks=False) and depth < DEPTH:
                waiting.append((f"{below}{entry.name}/", depth + 1))
            elif entry.is_file(follow_symlinks=False) and entry.name.endswith(ends):
                files.append(below + entry.name)
    return files, False
