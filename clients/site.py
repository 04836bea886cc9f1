#!/usr/bin/env python3
"""Writes the documentation as a site: a folder of pages that a browser opens without a server.

    python3 clients/site.py [-o FOLDER] [--server FILE]

The pages are those of ``protocol-spec``, the READMEs and the transcripts; the built server draws the examples of
formats and performs the recordings that the playground plays. A link that leads nowhere is an error with file and line.
Equal files give equal bytes. Needs a built server and, from pip, ``mkdocs-material``.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "python" / "src"))

from nodewire_client import find_server  # noqa: E402
from nodewire_client.errors import NodewireError  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description="Writes the documentation as a site.")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        default=HERE.parent / ".build" / "site",
        metavar="FOLDER",
        help="a new folder, or a site",
    )
    parser.add_argument("--server", metavar="FILE", help="the server's binary")
    options = parser.parse_args()
    try:
        server = os.path.abspath(find_server(options.server)[0])
    except NodewireError as error:
        return failed(str(error))
    if not importlib.util.find_spec("material"):
        return failed("MkDocs is missing: python3 -m pip install mkdocs-material")
    output = options.output.resolve()
    # MkDocs empties the folder.
    if output.exists() and not (output / "search" / "search_index.js").exists() and any(output.iterdir()):
        return failed(f"{output} is not empty and holds no site")
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "-q",
        "-f",
        str(HERE / "documentation" / "mkdocs.yml"),
        "-d",
        str(output),
    ]
    return subprocess.run(command, env={**os.environ, "NODEWIRE_SERVER": server, "NO_MKDOCS_2_WARNING": "1"}).returncode


def failed(message: str) -> int:
    print(f"site.py: {message}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
