"""A wheel is all that a machine needs: in an empty environment, without a compiler, it draws, edits and shows the page."""

import io
import json
import os
import posixpath
import re
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import urllib.request
import venv
from pathlib import Path

import pytest

CLIENTS = Path(__file__).resolve().parents[2]
sys.path.append(str(CLIENTS))

from packages import python_packages  # noqa: E402
from web_socket_peer import Peer  # noqa: E402

BOT = CLIENTS / "examples" / "support-bot.json"
NODES = len(json.loads(BOT.read_text("utf-8"))["nodes"])
BARE = {"PATH": "/usr/bin:/bin"}
LIMIT = 300
LOADED = re.compile(r'(?:src|href)="([^":]+)"|(?:^(?:import|export)\b.*|^\} )from "([^"]+)"|await import\("([^"]+)"\)', re.M)
"""What a file of the page names: modules, styles, pictures."""


@pytest.fixture(scope="module")
def programs(server, tmp_path_factory):
    """The programs of an environment with the wheel."""
    folder = tmp_path_factory.mktemp("installed")
    release = [sys.executable, str(CLIENTS / "release.py"), "--only", "wheel", "--local", "--out", str(folder)]
    subprocess.run([*release, "--server", server], check=True, timeout=LIMIT)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "venv")
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "venv" / "bin" / "python")]
    install = [*pip, "install", "-q", "--no-index", str(wheel)]
    subprocess.run(install, env={**BARE, "HOME": str(folder)}, check=True, timeout=LIMIT)
    wheel.unlink()
    return folder / "venv" / "bin"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "bot.json").write_bytes(BOT.read_bytes())
    return tmp_path


def test_it_draws_and_edits(programs, folder):
    command = [str(programs / "nodewire"), "render", "bot.json", "-o", "bot.svg"]
    subprocess.run(command, cwd=folder, env=BARE, check=True, timeout=LIMIT)
    assert (folder / "bot.svg").read_text().startswith("<svg")
    script = "from nodewire_client import Client\nwith Client.launch() as client: print(len(client.open('bot.json').replica.nodes))"
    command = [str(programs / "python"), "-c", script]
    said = subprocess.run(command, cwd=folder, env=BARE, capture_output=True, text=True, timeout=LIMIT)
    assert said.stdout == f"{NODES}\n", said.stderr
    # The page that a notebook shows is in it, too.
    script = "from nodewire_client._page import page_text; print(len(page_text({})) > 100_000)"
    command = [str(programs / "python"), "-c", script]
    said = subprocess.run(command, cwd=folder, env=BARE, capture_output=True, text=True, timeout=LIMIT)
    assert said.stdout == "True\n", said.stderr


@pytest.mark.parametrize("words", [["bot.json"], []])
def test_it_shows_the_page(words, programs, folder):
    """A document, or without one the example."""
    command = [str(programs / "nodewire-py"), "serve", *words, "--no-browser"]
    bridge = subprocess.Popen(command, cwd=folder, env=BARE, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        with urllib.request.urlopen(bridge.stdout.readline().split()[-1], timeout=60) as index:
            home = index.url
        loaded = everything(home, "index.html")
        assert {"main.js", "style.css", "client/connection.js"} <= loaded and len(loaded) > 80
        with urllib.request.urlopen(home + "opening.json", timeout=60) as answer:
            opening = json.load(answer)
        assert "node/move" in opening["edits"]
        named = {"path": opening["path"]} if words else {"text": opening["text"]}
        page = Page(home)
        assert "result" in page.ask("initialize")
        document = page.ask("document/open", **named)["result"]["document"]
        assert len(page.ask("document/read", document=document)["result"]["nodes"]) == (NODES if words else 12)
        page.close()
    finally:
        os.killpg(bridge.pid, signal.SIGTERM)
        bridge.wait()
        bridge.stdout.close()


def test_the_sources_install_with_the_page(tmp_path):
    """Without a server; from a copy, since pip writes beside what it builds."""
    shutil.copytree(CLIENTS / "python", tmp_path / "python", ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    install = [sys.executable, "-m", "pip", "install", "-q", "--target", str(tmp_path / "to"), str(tmp_path / "python")]
    done = subprocess.run(install, capture_output=True, text=True, timeout=LIMIT)
    if "No matching distribution" in done.stderr:
        pytest.skip("no package index can be reached, from which pip takes what builds packages")
    assert done.returncode == 0, done.stderr
    with tarfile.open(fileobj=io.BytesIO(python_packages.source())) as archive:
        packed = {name.partition("/src/")[2] for name in archive.getnames() if "/src/" in name}
    installed = [path.relative_to(tmp_path / "to") for path in (tmp_path / "to").rglob("*") if path.is_file()]
    assert "nodewire_client/web/page/client/connection.js" in packed
    installed = [path for path in installed if path.parts[0] not in ("bin", f"{python_packages.Project().stem}.dist-info")]
    assert packed == {path.as_posix() for path in installed if path.suffix != ".pyc"}


def everything(home, first):
    """The files of the page that the first one leads to; each is there, or this raises."""
    found, waiting = {first}, [first]
    while waiting:
        name = waiting.pop()
        with urllib.request.urlopen(home + name, timeout=60) as answer:
            text = answer.read().decode()
        for named in filter(None, (word for words in LOADED.findall(text) for word in words)):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), named))
            if path not in found and not named.startswith("#"):
                found.add(path)
                waiting.append(path)
    return found


class Page:
    """The WebSocket of a page, as plain as it can be."""

    def __init__(self, home):
        host, secret = re.fullmatch(r"http://([^/]+)/([^/]+)/", home).groups()
        self.socket = socket.create_connection(host.split(":"), timeout=60)
        self.stream = self.socket.makefile("rb")
        asked = f"GET /{secret}/socket HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
        asked += "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        self.socket.sendall(asked.encode())
        assert self.stream.readline().split()[1] == b"101"
        while self.stream.readline().strip():
            pass

    def ask(self, method, **params):
        """The answer to a request; what else comes is read over."""
        body = json.dumps({"jsonrpc": "2.0", "id": method, "method": method, "params": params}).encode()
        self.socket.sendall(Peer.frame(body))
        while True:
            (_, size) = self.stream.read(2)
            size = {126: 2, 127: 8}.get(size, 0) and int.from_bytes(self.stream.read({126: 2, 127: 8}[size]), "big") or size
            message = json.loads(self.stream.read(size))
            if message.get("id") == method:
                return message

    def close(self):
        self.stream.close()
        self.socket.close()
