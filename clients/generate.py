#!/usr/bin/env python3
"""Writes all generated files: the description of the protocol, and all files that follow from it.

    python3 clients/generate.py [--server PATH] [--check]

The server describes the protocol, and ``clients/generators`` makes these files:

- protocol-spec/openrpc.json, with examples from the transcripts, and protocol-spec/reference.md,
- the types, methods and errors of the clients for Python, Swift and TypeScript,
- the pictures of protocol-spec/layout.md and of the page's panel,
- the tables of looks for the page, and of outlines for React Flow.

With ``--check`` nothing is written; the exit status is 1 if a file is not current.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Dict, List, Optional

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(HERE / "generators"), str(HERE / "python" / "src")]

import error_classes  # noqa: E402
import layout_pictures  # noqa: E402
import python_client  # noqa: E402
import swift  # noqa: E402
import transcript_examples  # noqa: E402
import typescript  # noqa: E402
from build import server as built  # noqa: E402
from model import Model  # noqa: E402

SPECIFICATION = ROOT / "protocol-spec"
SWIFT = ROOT / "Sources" / "NodewireProtocol" / "Generated"
PYTHON = HERE / "python" / "src" / "nodewire_client"
TYPESCRIPT = HERE / "typescript" / "src"
PAGE = HERE / "web" / "page"

WIDTH = 160
"""A value of the description that is no longer has one line."""
DEPTH = 4
"""The levels of the description of which each member may have a line of its own: those of a message, or of a type."""

Files = Dict[Path, str]


def laid_out(value: Any, depth: int = 0) -> str:
    """A value in JSON, for programs and for readers of diffs: short values and deep ones are on one line."""
    text = json.dumps(value, ensure_ascii=False)
    if depth == DEPTH or len(text) + depth <= WIDTH or not isinstance(value, (dict, list)):
        return text
    start, end = "{}" if isinstance(value, dict) else "[]"
    members = [
        (f"{json.dumps(one)}: " if isinstance(value, dict) else "") + laid_out(value[one], depth + 1)
        for one in (value if isinstance(value, dict) else range(len(value)))
    ]
    indent = "\n" + " " * depth
    return f"{start}{indent} {f',{indent} '.join(members)}{indent}{end}"


def said(server: List[str], *arguments: str) -> str:
    return subprocess.run([*server, *arguments], check=True, capture_output=True, text=True, encoding="utf-8").stdout


def generated(server: List[str]) -> Files:
    """All files, by their paths."""
    spec = transcript_examples.with_examples(json.loads(said(server, "spec")))
    return {
        SPECIFICATION / "openrpc.json": laid_out(spec) + "\n",
        SPECIFICATION / "reference.md": said(server, "spec", "--reference"),
        **of_description(spec),
        **layout_pictures.made(server, SPECIFICATION / "pictures", PAGE),
    }


def of_description(spec: Dict[str, Any]) -> Files:
    """The files that follow from the description alone."""
    return {
        PYTHON / "errors.py": error_classes.generate(spec),
        **{PYTHON / name: text for name, text in python_client.generate_all(spec).items()},
        **{SWIFT / name: text for name, text in swift.generate(Model(spec, renamed=swift.RENAMED)).items()},
        TYPESCRIPT / "protocol.d.ts": typescript.generate(Model(spec)),
        TYPESCRIPT / "outlines.js": typescript.outlines(spec["x-looks"]["shapes"]),
        PAGE / "looks.json": laid_out(spec["x-looks"]) + "\n",
    }


def main(arguments: Optional[List[str]] = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--server", help="the server that says what there is; without it, the one of this checkout")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is not current")
    options = parser.parse_args(arguments)
    files = generated(built(options.server))
    stale = [path for path, text in files.items() if not path.is_file() or path.read_text("utf-8") != text]
    needless = [path for path in (SPECIFICATION / "pictures").glob("*.svg") if path not in files]
    if options.check:
        for path in stale + needless:
            print(f"{path.relative_to(ROOT)} is not current: run clients/generate.py", file=sys.stderr)
        return 1 if stale or needless else 0
    for path in stale:
        path.parent.mkdir(exist_ok=True)
        path.write_text(files[path], "utf-8")
        print(path.relative_to(ROOT))
    for path in needless:
        path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
