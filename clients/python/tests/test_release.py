"""What `clients/release.py` makes: packages with the same bytes each time, and a wheel that is all that a machine needs."""

import hashlib
import json
import subprocess
import sys
import tarfile
import venv
from pathlib import Path

import pytest

CLIENTS = Path(__file__).resolve().parents[2]
BOT = CLIENTS / "examples" / "support-bot.json"
LIMIT = 300


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


def test_the_same_sources_give_the_same_bytes(stand_in, tmp_path):
    kinds = ["--only", "wheel", "--only", "source", "--only", "archive", "--only", "vsix", "--server", str(stand_in)]
    for name in ("a", "b"):
        made = release(tmp_path / name, *kinds)
        assert made.returncode == 0, made.stderr
    names = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert len(names) == 5 and names == sorted(path.name for path in (tmp_path / "b").iterdir())
    for name in names:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes(), name
    sums = (tmp_path / "a" / "SHA256SUMS").read_text().splitlines()
    assert sums == [
        f"{hashlib.sha256((tmp_path / 'a' / name).read_bytes()).hexdigest()}  {name}" for name in names if name != "SHA256SUMS"
    ]


def test_the_archive_is_laid_out_as_below_a_prefix(stand_in, tmp_path):
    assert release(tmp_path, "--only", "archive", "--server", str(stand_in)).returncode == 0
    (path,) = tmp_path.glob("nodewire-*.tar.gz")
    with tarfile.open(path) as archive:
        members = {member.name.partition("/")[2]: member for member in archive}
        assert members["bin/nodewire"].mode == 0o755 and members["share/man/man1/nodewire.1"].mode == 0o644
        completions = [name for name in members if "completion" in name or "site-functions" in name]
        assert len(completions) == 3
        assert archive.extractfile(members["share/man/man1/nodewire.1"]).read() == b"help --man\n"


@pytest.mark.parametrize("server", ["missing", "another program", "another version"])
def test_what_cannot_be_released_is_said(server, tmp_path):
    program = tmp_path / "nodewire"
    if server != "missing":
        program.write_text(f"#!/bin/sh\necho {'nodewire 0.1' if server == 'another version' else 'hello'}\n")
        program.chmod(0o755)
    refused = release(tmp_path / "out", "--only", "wheel", "--server", str(program))
    assert refused.returncode == 1 and refused.stderr.startswith("release.py: ") and str(program) in refused.stderr
    assert not (tmp_path / "out").exists()


def test_a_wheel_is_all_that_an_empty_environment_needs(server, tmp_path):
    assert release(tmp_path, "--only", "wheel", "--server", server).returncode == 0
    (wheel,) = tmp_path.glob("*.whl")
    home = tmp_path / "venv"
    venv.create(home, with_pip=True)
    bare = {"PATH": str(home / "bin"), "HOME": str(tmp_path)}
    install = [str(home / "bin" / "python"), "-m", "pip", "install", "-q", "--no-index", str(wheel)]
    subprocess.run(install, env=bare, check=True, timeout=LIMIT)
    (tmp_path / "bot.json").write_bytes(BOT.read_bytes())
    render = ["nodewire", "render", "bot.json", "-o", "bot.svg"]
    subprocess.run(render, cwd=tmp_path, env=bare, executable=str(home / "bin" / "nodewire"), check=True, timeout=LIMIT)
    assert (tmp_path / "bot.svg").read_text().startswith("<svg")
    # The page that a notebook shows is in it, too.
    page = "from nodewire_client._page import page_text; print(len(page_text({})) > 100_000)"
    shown = subprocess.run([str(home / "bin" / "python"), "-c", page], cwd=tmp_path, env=bare, capture_output=True, text=True)
    assert shown.stdout == "True\n", shown.stderr
    script = "from nodewire_client import Client\nwith Client.launch() as client: print(len(client.open('bot.json').replica.nodes))"
    said = subprocess.run(
        [str(home / "bin" / "python"), "-c", script], cwd=tmp_path, env=bare, capture_output=True, text=True, timeout=LIMIT
    )
    assert int(said.stdout) == len(json.loads(BOT.read_text())["nodes"]), said.stderr
