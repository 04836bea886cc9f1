#!/usr/bin/env python3
"""Shows a document in the browser: builds the server where there is none yet, and calls `nodewire open`.

    python3 clients/web/serve.py [FILE] [--port N] [--server PATH] [--state DIR] [--no-browser]
    nodewire-py serve [FILE] …, where the client for Python is installed

All windows edit the same document, and see the others' edits, pointers and selections. A FILE that is not there is begun, and
written when it is saved. Without FILE it opens a copy of the example, which is nowhere on disk until it is saved below the
working folder. Needs Python 3.9 and, in a checkout without a server, Swift.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from typing import List, Optional

HERE = Path(__file__).resolve().parent
EXAMPLE = (HERE / "calculator.json").resolve()
PAGE = HERE / "page"
CLIENTS = HERE.parent
if (CLIENTS / "build.py").exists():
    # A checkout, whose server is made when it is missing.
    sys.path.insert(1, str(CLIENTS))
    from build import server as find_server
else:
    from nodewire_client import find_server

from nodewire_client.errors import NodewireError  # noqa: E402


def runnable(named: Optional[str]) -> str:
    """The path of the server, from whatever folder. Raises ``OSError`` if it does not run."""
    (program,) = find_server(named)
    said = subprocess.run([os.path.abspath(program), "--version"], capture_output=True, text=True, timeout=60)
    if not said.stdout.startswith("nodewire "):
        raise OSError(f"{program} is no nodewire server")
    return os.path.abspath(program)


def main(words: Optional[List[str]] = None, name: Optional[str] = None) -> int:
    parser = argparse.ArgumentParser(name, description="Shows a document in the browser.")
    parser.add_argument("file", nargs="?", help="what to open or to begin; a copy of the example if left out")
    parser.add_argument("--port", type=int, default=0, help="where the page is served; any free port if left out")
    parser.add_argument("--server", help="the server's binary")
    parser.add_argument("--state", help="where journals and locks are kept; beside the files if left out")
    parser.add_argument("--no-browser", action="store_true", help="print the address, open nothing")
    options = parser.parse_args(words)
    try:
        program = runnable(options.server)
    except (NodewireError, OSError) as error:
        parser.error(str(error))
    command = [program, "open", "--page", str(PAGE), "--port", str(options.port)]
    command += ["--state", options.state] if options.state else []
    command += ["--no-browser"] if options.no_browser else []
    command += ["--", options.file] if options.file else ["--copy", str(EXAMPLE)]
    sys.stdout.flush()
    # In the place of this process: what ends this one ends the server.
    os.execv(program, command)


if __name__ == "__main__":
    sys.exit(main())
