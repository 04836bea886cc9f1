"""The released server, a program that needs only the system, and its archive."""

from __future__ import annotations

import platform
import struct
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import List

from packages.archives import ROOT, File, Files, tarred, tree

INTERPRETED = 3
"""The type of the part of an ELF file that names the loader of shared libraries (PT_INTERP)."""
MACHINES = {"x86_64": "x64", "aarch64": "arm64"}
"""The machines that VS Code names otherwise than the system."""
SHELLS = {
    "bash": "share/bash-completion/completions/nodewire",
    "zsh": "share/zsh/site-functions/_nodewire",
    "fish": "share/fish/vendor_completions.d/nodewire.fish",
}


class ReleaseError(Exception):
    """Something cannot be released; the message says why."""


class Server:
    """A built server, with its own statements: version, manual, completions."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.data = path.read_bytes()
            said = self.say("--version")
        except OSError as error:
            raise ReleaseError(f"there is no server to release: {error}") from error
        if not said.startswith("nodewire "):
            raise ReleaseError(f"{path} is no nodewire server")
        self.version = said.split()[1]

    def say(self, *words: str) -> str:
        """The output of the program for some words."""
        said = subprocess.run([str(self.path.resolve()), *words], capture_output=True, text=True, timeout=120)
        if said.returncode != 0:
            raise ReleaseError(f"{self.path} {' '.join(words)} failed: {said.stderr.strip()}")
        return said.stdout

    @property
    def is_static(self) -> bool:
        """Whether it runs without shared libraries. Where programs are no ELF files, the system has all it needs."""
        if self.data[:5] != b"\x7fELF\x02":
            return True
        (start,) = struct.unpack_from("<Q", self.data, 32)
        size, count = struct.unpack_from("<HH", self.data, 54)
        kinds = (struct.unpack_from("<I", self.data, start + number * size)[0] for number in range(count))
        return INTERPRETED not in kinds

    @property
    def tag(self) -> str:
        """The platform in the name of a wheel; it means all Linux systems only if the server is static."""
        if sys.platform.startswith("linux"):
            return f"{'manylinux_2_17' if self.is_static else 'linux'}_{platform.machine()}"
        return sysconfig.get_platform().replace("-", "_").replace(".", "_")

    @property
    def target(self) -> str:
        """The platform as VS Code names it."""
        machine = platform.machine()
        return f"{sys.platform}-{MACHINES.get(machine, machine)}"

    def archive_name(self) -> str:
        return f"nodewire-{platform.system().lower()}-{platform.machine()}.tar.gz"

    def archive(self) -> bytes:
        """The archive: the program, manual, completions of shells and the page, laid out as below a prefix like /usr/local."""
        files: Files = {"bin/nodewire": File(self.data, is_program=True)}
        files["share/man/man1/nodewire.1"] = File(self.say("help", "--man").encode())
        files.update(tree(ROOT / "clients" / "web" / "page", "share/nodewire/page/"))
        for shell, place in SHELLS.items():
            files[place] = File(self.say("completions", shell).encode())
        for name in ("README.md", "protocol-spec/CHANGELOG.md"):
            files[f"share/doc/nodewire/{Path(name).name}"] = File((ROOT / name).read_bytes())
        return tarred({f"nodewire-{self.version}/{path}": file for path, file in files.items()})


def built(named: List[str], is_local: bool) -> Server:
    """The named server, else the release build, which is made if it is older than the sources."""
    if named:
        server = Server(Path(named[0]))
    else:
        import build

        build.make(build.RELEASE)
        server = Server(build.RELEASE.binary)
    if not server.is_static and not is_local:
        raise ReleaseError(f"{server.path} needs shared libraries, which others may lack; --local takes it for this machine")
    return server
