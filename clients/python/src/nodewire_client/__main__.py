"""The command line: an interactive conversation with a server, and the page in the browser.

Commands for files are in the server's own program, ``nodewire``.

Exit status: 0 done, 1 the server refused, 2 the command line makes no sense.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from pathlib import Path
from typing import List, Optional

from .client import VERSION
from .errors import NodewireError
from ._repl import repl

FORMER = ("info", "check", "render", "convert", "edit")
"""Commands that ``nodewire`` has under the same names."""
WEB = Path(__file__).resolve().parent / "web"
"""The page, and the program that shows it."""


def main(arguments: Optional[List[str]] = None) -> int:
    words = sys.argv[1:] if arguments is None else arguments
    if words and words[0] in FORMER:
        print(f"nodewire-py: use nodewire {words[0]}", file=sys.stderr)
        return 2
    if words and words[0] == "serve":
        return serve(words[1:])
    options = parser().parse_args(words)
    try:
        return repl(options.server, options.file, state=options.state)
    except (NodewireError, OSError, ValueError) as error:
        print(f"nodewire-py: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def serve(words: List[str]) -> int:
    """Shows a document in the browser; it takes the words of `serve.py`."""
    sys.path.insert(0, str(WEB))
    status: int = importlib.import_module("serve").main(words, "nodewire-py serve")
    return status


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="nodewire-py", description="Talks to a Nodewire server.")
    top.add_argument("--version", action="version", version=f"nodewire-py {VERSION}")
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    text = "Talks to a server: a method and its parameters a line."
    talk = commands.add_parser("repl", help=text, description=text)
    talk.add_argument("--server", help="the server's binary (else $NODEWIRE_SERVER, a build nearby, the PATH)")
    talk.add_argument("--state", metavar="DIR", help="the folder in which servers keep journals and locks")
    talk.add_argument("file", nargs="?", metavar="FILE", help="a document to open first")
    commands.add_parser("serve", help="Shows a document in the browser; see nodewire-py serve --help.")
    return top


def run() -> None:
    """Ends without an error when the reader of standard output has ended."""
    try:
        sys.exit(main())
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


if __name__ == "__main__":
    run()
