"""The server of this checkout: where a build of it lies, and how the release build is made."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import List, Optional

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / ".build"
OPTIMIZED = ["-c", "release", "-debug-info-format", "none"]
"""How the server is built: its symbols are stripped, so that debugging information would only take time."""
sys.path.insert(0, str(ROOT / "clients" / "python" / "src"))

from nodewire import find_server  # noqa: E402


def binary() -> Path:
    """Where Swift puts the server that is shipped; it may have to be built."""
    return BUILD / "release" / "nodewire"


def server(named: Optional[str] = None) -> List[str]:
    """The server's command: the one that is named, or the release build, which is made if there is none."""
    if named or os.environ.get("NODEWIRE_SERVER"):
        return find_server(named)
    path = binary()
    if not os.access(path, os.X_OK):
        command = ["swift", "build", *OPTIMIZED, "--product", "nodewire"]
        if sys.platform.startswith("linux"):
            command += ["-Xswiftc", "-static-executable"]
        print("building the server:", " ".join(command), flush=True)
        subprocess.run(command, cwd=ROOT, check=True, stdout=sys.stderr)
    return [str(path)]
