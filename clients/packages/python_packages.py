"""The wheel of the Python client with the server in it, and its source archive.

The formats are those of the Python Packaging User Guide: binary distribution format 1.0, source distribution format, core metadata 2.1.
"""

from __future__ import annotations

import base64
import hashlib
import re
from typing import List

from packages.archives import ROOT, File, Files, tarred, tree, zipped
from packages.server import Server

HOME = ROOT / "clients" / "python"
PACKAGE = "nodewire_client"


class Project:
    """The content of pyproject.toml. Python before 3.11 has no parser of the format, so this reads the form of our file."""

    def __init__(self) -> None:
        self.text = (HOME / "pyproject.toml").read_text("utf-8")
        self.name = self._string("name")
        self.version = self._string("version")
        self.stem = f"{self.name.replace('-', '_')}-{self.version}"

    def _string(self, key: str) -> str:
        found = re.search(rf'(?m)^{key} = "(.*)"$', self.text)
        assert found is not None, key
        return found[1]

    def _list(self, key: str) -> List[str]:
        found = re.search(rf"(?ms)^{key} = \[(.*?)\]$", self.text)
        return re.findall(r'"([^"]*)"', found[1]) if found else []

    def _section(self, name: str) -> str:
        found = re.search(rf"(?ms)^\[{re.escape(name)}\]\n(.*?)(?=^\[|\Z)", self.text)
        return found[1] if found else ""

    def metadata(self) -> bytes:
        lines = ["Metadata-Version: 2.1", f"Name: {self.name}", f"Version: {self.version}"]
        lines += [f"Summary: {self._string('description')}", f"Keywords: {','.join(self._list('keywords'))}"]
        lines += [f"Classifier: {name}" for name in self._list("classifiers")]
        lines += [f"Requires-Python: {self._string('requires-python')}"]
        for extra in re.finditer(r"(?m)^([a-z]+) = \[(.*)\]$", self._section("project.optional-dependencies")):
            lines.append(f"Provides-Extra: {extra[1]}")
            lines += [f"Requires-Dist: {one}; extra == '{extra[1]}'" for one in re.findall(r'"([^"]*)"', extra[2])]
        lines += ["Description-Content-Type: text/markdown", "", (HOME / "README.md").read_text("utf-8")]
        return "\n".join(lines).encode()

    def entry_points(self) -> bytes:
        """The scripts of the project, and the command of the server in the wheel."""
        scripts = re.findall(r'(?m)^([\w-]+) = "(.*)"$', self._section("project.scripts"))
        scripts.append(("nodewire", f"{PACKAGE}._process:become_server"))
        return "".join(["[console_scripts]\n", *(f"{name} = {place}\n" for name, place in sorted(scripts))]).encode()


def client(below: str) -> Files:
    """The client with the page, which is a link in the checkout, without their tests."""
    files = tree(HOME / "src" / PACKAGE, f"{below}{PACKAGE}/")
    return {path: file for path, file in files.items() if not path.startswith(f"{below}{PACKAGE}/web/tests/")}


def wheel_name(server: Server) -> str:
    return f"{Project().stem}-py3-none-{server.tag}.whl"


def wheel(server: Server) -> bytes:
    project = Project()
    files = client("")
    files[f"{PACKAGE}/bin/nodewire"] = File(server.data, is_program=True)
    about = f"{project.stem}.dist-info"
    head = f"Wheel-Version: 1.0\nGenerator: nodewire\nRoot-Is-Purelib: false\nTag: py3-none-{server.tag}\n"
    files[f"{about}/WHEEL"] = File(head.encode())
    files[f"{about}/METADATA"] = File(project.metadata())
    files[f"{about}/entry_points.txt"] = File(project.entry_points())
    files[f"{about}/RECORD"] = File(record(files, f"{about}/RECORD"))
    return zipped(files)


def record(files: Files, own: str) -> bytes:
    """The list of all other files with their hashes and sizes."""
    lines = []
    for path in sorted(files):
        digest = base64.urlsafe_b64encode(hashlib.sha256(files[path].data).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(files[path].data)}\n")
    return "".join([*lines, f"{own},,\n"]).encode()


def source_name() -> str:
    return f"{Project().stem}.tar.gz"


def source() -> bytes:
    """The client without a server, for builders of packages."""
    project = Project()
    files = client("src/")
    for name in ("pyproject.toml", "README.md"):
        files[name] = File((HOME / name).read_bytes())
    files["PKG-INFO"] = File(project.metadata())
    return tarred({f"{project.stem}/{path}": file for path, file in files.items()})
