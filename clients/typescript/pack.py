#!/usr/bin/env python3
"""Lays out the npm package of the TypeScript client in a folder: sources, the same as CommonJS, declarations, manifest, page.

    pack.py FOLDER

The declarations and what ``require`` finds are what the compiler of TypeScript makes of the sources, ``tsc`` of Debian's
``node-typescript`` or another. The same sources give the same bytes.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
EMIT = ["--noEmit", "false", "--declaration", "--rootDir", str(HERE / "src"), "--module", "commonjs"]


class PackError(Exception):
    """There is no compiler, or it refuses the sources."""


def pack(folder: Path) -> None:
    """Writes the package into a folder, which is made if it is not there. Raises ``PackError``."""
    compiler = shutil.which("tsc")
    if compiler is None:
        raise PackError("the declarations need tsc, the compiler of TypeScript")
    folder.mkdir(parents=True, exist_ok=True)
    for part in ("src", "types", "cjs"):
        shutil.rmtree(folder / part, ignore_errors=True)
        (folder / part).mkdir()
    source, types, cjs = HERE / "src", folder / "types", folder / "cjs"
    made = subprocess.run([compiler, "-p", str(HERE), *EMIT, "--outDir", str(cjs)], capture_output=True, text=True)
    if made.returncode != 0:
        raise PackError(made.stdout.strip())
    shutil.copyfile(source / "protocol.d.ts", cjs / "protocol.d.ts")
    # Declarations are the same text in both folders: in each they are modules of its kind.
    for file in sorted(cjs.glob("*.d.ts")):
        shutil.copyfile(file, types / file.name)
    (cjs / "package.json").write_text('{ "type": "commonjs" }\n', "utf-8")
    # Compilers that do not read `exports` look for the declarations here.
    for name in ("react", "stdio"):
        (folder / f"{name}.d.ts").write_text(f'export * from "./types/{name}.js";\n', "utf-8")
    for file in sorted(source.glob("*.js")):
        shutil.copyfile(file, folder / "src" / file.name)
    for name in ("package.json", "README.md"):
        shutil.copyfile(HERE / name, folder / name)


def main() -> int:
    if len(sys.argv) != 2:
        print("pack.py FOLDER", file=sys.stderr)
        return 2
    try:
        pack(Path(sys.argv[1]))
    except (OSError, PackError) as error:
        print(f"pack.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
