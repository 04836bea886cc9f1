"""The library for C in an archive: one shared library that needs no other of Swift, its header, samples, and what pkg-config reads.

The package manager compiles the modules. This module links their objects again, so that the library exports only the
functions of the header.
"""

from __future__ import annotations

import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import List, Optional

from packages.archives import ROOT, File, Files, tarred
from packages.server import ReleaseError

HOME = ROOT / "clients" / "c"
HEADER = HOME / "nodewire.h"
ENDING = "dylib" if sys.platform == "darwin" else "so"
DESCRIBED = """prefix=${{pcfiledir}}/../..

Name: nodewire
Description: A node editor without a screen, in the program that calls it
Version: {version}
Libs: -L${{prefix}}/lib -lnodewire
Cflags: -I${{prefix}}/include
"""


def version() -> str:
    found = re.search(r'(?m)^#define NODEWIRE_VERSION "(.*)"$', HEADER.read_text("utf-8"))
    assert found is not None
    return found[1]


def archive_name() -> str:
    return f"libnodewire-{version()}-{platform.system().lower()}-{platform.machine()}.tar.gz"


def built(named: Optional[str]) -> Path:
    """The list of objects of the named library, else of a new release build."""
    if named is None:
        import build

        folder = build.BUILD / "library"
        options = ["-c", "release", "--scratch-path", str(folder), "-debug-info-format", "none", *build.LINKED]
        if subprocess.run(["swift", "build", *options, "--product", "NodewireC"], cwd=ROOT).returncode != 0:
            raise ReleaseError("the library for C could not be built")
        named = str(folder / "release" / f"libNodewireC.{ENDING}")
    objects = Path(named).resolve().parent / "NodewireC.product" / "Objects.LinkFileList"
    if not objects.is_file():
        raise ReleaseError(f"there is no build of the library for C: {objects} is not there")
    return objects


def linked(objects: Path) -> bytes:
    """The library with the functions of the header, and no others."""
    names = sorted(set(re.findall(r"\b(nodewire_\w+)\(", HEADER.read_text("utf-8"))))
    with tempfile.TemporaryDirectory() as folder:
        library, seen = Path(folder) / f"libnodewire.{ENDING}", Path(folder) / "names"
        if sys.platform == "darwin":
            seen.write_text("".join(f"_{name}\n" for name in names), "utf-8")
            options = ["-exported_symbols_list", str(seen), "-install_name", f"@rpath/{library.name}", "-dead_strip"]
            words: List[str] = []
        else:
            seen.write_text(f"{{ global: {' '.join(f'{name};' for name in names)} local: *; }};\n", "utf-8")
            options = [f"--version-script={seen}", f"-soname={library.name}", "--gc-sections", "--build-id=none", "-s"]
            words = ["-static-stdlib", "-use-ld=lld", "-Xclang-linker", "-static-libgcc"]
        for option in options:
            words += ["-Xlinker", option]
        command = ["swiftc", "-emit-library", f"@{objects}", "-o", str(library), *words, "-lm"]
        try:
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        except OSError as error:
            raise ReleaseError(f"the library for C needs swiftc: {error}") from error
        if done.returncode != 0:
            raise ReleaseError(f"the library for C could not be linked: {done.stderr.strip()}")
        return library.read_bytes()


def archive(named: Optional[str]) -> bytes:
    files: Files = {f"lib/libnodewire.{ENDING}": File(linked(built(named)), is_program=True)}
    files["lib/pkgconfig/nodewire.pc"] = File(DESCRIBED.format(version=version()).encode())
    files["include/nodewire.h"] = File(HEADER.read_bytes())
    for name in ("README.md", "sample.c", "sample.rs"):
        files[f"share/doc/nodewire/{name}"] = File((HOME / name).read_bytes())
    return tarred({f"libnodewire-{version()}/{path}": file for path, file in files.items()})
