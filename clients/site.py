#!/usr/bin/env python3
"""Writes the documentation as a site: a folder of pages that a browser opens without a server.

    python3 clients/site.py [-o FOLDER] [--server FILE]

The pages are those of ``protocol-spec``, the READMEs and the transcripts; the built server draws the examples of
formats and performs the recordings that the playground plays. A link that leads nowhere, and Markdown that is not read,
are errors with file and line. Equal files give equal bytes. Needs Python 3.9 and a built server.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(HERE), str(HERE / "python" / "src")]

from documentation.build import FolderTaken, build  # noqa: E402
from documentation.bundle import BundleError  # noqa: E402
from documentation.inline import MarkdownError  # noqa: E402
from documentation.replay import ReplayError  # noqa: E402
from documentation.search import IndexTooLong  # noqa: E402

from nodewire_client import find_server  # noqa: E402
from nodewire_client.errors import NodewireError  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description="Writes the documentation as a site.")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / ".build" / "site", metavar="FOLDER")
    parser.add_argument("--server", metavar="FILE", help="the server's binary")
    options = parser.parse_args()
    begin = time.monotonic()
    try:
        # Servers run in folders of their own.
        command = [os.path.abspath(part) for part in find_server(options.server)]
        made = build(ROOT, options.output, command)
    except (BundleError, FolderTaken, IndexTooLong, MarkdownError, NodewireError, OSError, ReplayError) as error:
        print(f"site.py: {error}", file=sys.stderr)
        return 1
    took = time.monotonic() - begin
    held = f"{made.pages} pages, {made.pictures} examples drawn, {made.recordings} recordings"
    print(f"{options.output}: {held}, {made.bytes / 1e6:.1f} MB in {took:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
