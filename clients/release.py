#!/usr/bin/env python3
"""Makes the packages of a release; the same sources give the same bytes.

    python3 clients/release.py [--out DIR] [--server PATH] [--library PATH] [--local]
                                [--only wheel|source|archive|npm|server|vsix|c]

wheel     the Python client with the page and the server in it, for pip
source    the same without the server
archive   the server with its manual, completions of shells and the page, laid out as below /usr/local
npm       the TypeScript client; its declarations need tsc
server    the server with the page as a command of npm
vsix      the extension of VS Code with the server in it
c         the library for C and Rust, with its header; swiftc links it

It also writes SHA256SUMS. Without --server it takes the release build, which on Linux needs no shared library. A server that
needs shared libraries, such as Swift's, is refused unless --local says that the packages are for this machine alone.
SOURCE_DATE_EPOCH sets the time in the archives; the default is the time of the last commit.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path
from typing import Dict, List, Optional

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "python" / "src")]

from packages import c_library, javascript_packages, python_packages  # noqa: E402
from packages.archives import ROOT  # noqa: E402
from packages.server import ReleaseError, Server, built  # noqa: E402

KINDS = ("wheel", "source", "archive", "npm", "server", "vsix", "c")
SERVED = {"wheel", "archive", "server", "vsix"}
"""The kinds that hold a server."""


def made(kind: str, servers: List[Server], library: Optional[str]) -> Dict[str, bytes]:
    """The package of a kind, by its name."""
    if kind == "c":
        return {c_library.archive_name(): c_library.archive(library)}
    if kind == "source":
        return {python_packages.source_name(): python_packages.source()}
    if kind == "npm":
        return {javascript_packages.npm_name(): javascript_packages.npm()}
    (server,) = servers
    project = python_packages.Project()
    if server.version != project.version:
        raise ReleaseError(f"{server.path} is {server.version}, the client is {project.version}")
    if kind == "wheel":
        return {python_packages.wheel_name(server): python_packages.wheel(server)}
    if kind == "server":
        return {javascript_packages.server_name(server): javascript_packages.server_package(server)}
    if kind == "vsix":
        return {javascript_packages.vsix_name(server): javascript_packages.vsix(server)}
    return {server.archive_name(): server.archive()}


def main() -> int:
    parser = argparse.ArgumentParser(description="Makes what is released.")
    parser.add_argument("--out", type=Path, default=ROOT / ".build" / "packages", help="where the packages are written")
    parser.add_argument("--server", action="append", default=[], help="a server that was built")
    parser.add_argument("--library", help="a libNodewireC that was built, beside its objects")
    parser.add_argument("--local", action="store_true", help="take a server that runs on this machine alone")
    parser.add_argument("--only", action="append", choices=KINDS, help="a kind of package; may be repeated")
    options = parser.parse_args()
    kinds = options.only or KINDS
    try:
        servers = [built(options.server, options.local)] if SERVED.intersection(kinds) else []
        packages = {name: data for kind in kinds for name, data in made(kind, servers, options.library).items()}
        options.out.mkdir(parents=True, exist_ok=True)
        sums = {name: hashlib.sha256(data).hexdigest() for name, data in packages.items()}
        for name, data in packages.items():
            (options.out / name).write_bytes(data)
            print(f"{sums[name]}  {len(data):>10}  {options.out / name}")
        lines = "".join(f"{sums[name]}  {name}\n" for name in sorted(sums))
        (options.out / "SHA256SUMS").write_text(lines, "utf-8")
    except (OSError, ReleaseError) as error:
        print(f"release.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
