"""What `clients/release.py` makes: packages with the same bytes each time."""

import hashlib
import json
import platform
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

CLIENTS = Path(__file__).resolve().parents[2]
LIMIT = 300
MACHINE = platform.machine()
PACKED = ["--only", "wheel", "--only", "source", "--only", "archive", "--only", "server", "--only", "vsix"]


def release(out, *words):
    command = [sys.executable, str(CLIENTS / "release.py"), "--out", str(out), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)


@pytest.fixture(scope="module")
def stand_in(tmp_path_factory):
    """A program that says what a release asks a server for."""
    program = tmp_path_factory.mktemp("server") / "nodewire"
    program.write_text('#!/bin/sh\n[ "$1" = --version ] && echo nodewire 1.0.0 || echo "$@"\n')
    program.chmod(0o755)
    return program


@pytest.fixture(scope="module")
def packed(stand_in, tmp_path_factory):
    """A folder with the packages."""
    folder = tmp_path_factory.mktemp("packed")
    made = release(folder, *PACKED, "--server", str(stand_in))
    assert made.returncode == 0, made.stderr
    return folder


def test_the_same_sources_give_the_same_bytes(stand_in, packed, tmp_path):
    assert release(tmp_path, *PACKED, "--server", str(stand_in)).returncode == 0
    names = sorted(path.name for path in packed.iterdir())
    assert len(names) == 6 and names == sorted(path.name for path in tmp_path.iterdir())
    for name in names:
        assert (packed / name).read_bytes() == (tmp_path / name).read_bytes(), name
    sums = (packed / "SHA256SUMS").read_text().splitlines()
    assert sums == [
        f"{hashlib.sha256((packed / name).read_bytes()).hexdigest()}  {name}" for name in names if name != "SHA256SUMS"
    ]


def test_the_archive_is_laid_out_as_below_a_prefix(packed):
    (path,) = packed.glob("nodewire-*.tar.gz")
    with tarfile.open(path) as archive:
        members = {member.name.partition("/")[2]: member for member in archive}
        assert members["bin/nodewire"].mode == 0o755 and members["share/man/man1/nodewire.1"].mode == 0o644
        completions = [name for name in members if "completion" in name or "site-functions" in name]
        assert len(completions) == 3
        assert "share/nodewire/page/client/index.js" in members
        assert archive.extractfile(members["share/man/man1/nodewire.1"]).read() == b"help --man\n"


def unpacked(package, folder):
    """Lays a package out as npm does: below its name, its commands linked."""
    modules = folder / "node_modules"
    with tarfile.open(package) as archive:
        archive.extractall(folder)
    about = json.loads((folder / "package" / "package.json").read_text())
    (modules / ".bin").mkdir(parents=True)
    (folder / "package").rename(modules / about["name"])
    for name, path in about["bin"].items():
        (modules / ".bin" / name).symlink_to(modules / about["name"] / path)


@pytest.mark.parametrize("installer", ["npm", None])
def test_the_package_of_the_server_has_a_command(installer, packed, tmp_path):
    npm = installer and shutil.which(installer)
    if installer and npm is None:
        pytest.skip("there is no npm: the package of the server was only unpacked")
    (package,) = packed.glob("nodewire-server-*.tgz")
    if npm:
        (tmp_path / "package.json").write_text("{}")
        install = [npm, "install", "--offline", "--no-audit", "--no-fund", package]
        subprocess.run(install, cwd=tmp_path, check=True, capture_output=True, timeout=LIMIT)
    else:
        unpacked(package, tmp_path)
    said = subprocess.run([tmp_path / "node_modules" / ".bin" / "nodewire", "--version"], capture_output=True, text=True)
    assert said.stdout == "nodewire 1.0.0\n"
    assert (tmp_path / "node_modules" / "nodewire-server" / "share" / "nodewire" / "page" / "index.html").is_file()


@pytest.mark.parametrize("server", ["missing", "another program", "another version"])
def test_what_cannot_be_released_is_said(server, tmp_path):
    program = tmp_path / "nodewire"
    if server != "missing":
        program.write_text(f"#!/bin/sh\necho {'nodewire 0.1' if server == 'another version' else 'hello'}\n")
        program.chmod(0o755)
    refused = release(tmp_path / "out", "--only", "wheel", "--server", str(program))
    assert refused.returncode == 1 and refused.stderr.startswith("release.py: ") and str(program) in refused.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("options", [["-static"], []])
def test_a_server_that_needs_shared_libraries_is_for_this_machine_alone(options, tmp_path):
    if shutil.which("cc") is None or not sys.platform.startswith("linux"):
        pytest.skip("no C compiler is installed, or the system's own libraries are everywhere")
    source = '#include <stdio.h>\nint main(void) { puts("nodewire 1.0.0"); return 0; }\n'
    program = tmp_path / "nodewire"
    subprocess.run(["cc", *options, "-xc", "-", "-o", str(program)], input=source, text=True, check=True, timeout=LIMIT)
    words = ["--only", "wheel", "--only", "archive", "--server", str(program)]
    made = release(tmp_path / "out", *words)
    if options:
        assert made.returncode == 0 and list((tmp_path / "out").glob("*-manylinux_2_17_*.whl")), made.stderr
        return
    assert made.returncode == 1 and "--local" in made.stderr and not (tmp_path / "out").exists()
    assert release(tmp_path / "out", *words, "--local").returncode == 0
    assert [path.name for path in (tmp_path / "out").glob("*.whl")] == [f"nodewire_client-1.0.0-py3-none-linux_{MACHINE}.whl"]


def test_no_package_claims_a_license_that_is_not_chosen(packed):
    if list(CLIENTS.parent.glob("LICEN[CS]E*")):
        pytest.skip("there is a license, which the packages should name")
    with zipfile.ZipFile(next(packed.glob("*.whl"))) as wheel, zipfile.ZipFile(next(packed.glob("*.vsix"))) as extension:
        metadata = next(name for name in wheel.namelist() if name.endswith("METADATA"))
        said = [wheel.read(metadata), *(extension.read(f"extension{name}") for name in ("/package.json", ".vsixmanifest"))]
    assert not any(b"\nlicense" in text.lower() or b'"license"' in text.lower() or b"<license" in text.lower() for text in said)
