"""What the tests share: the server, the program that shows the page, and plain sockets that speak to it."""

import base64
import json
import os
import shutil
import socket
import struct
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

WEB = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(WEB))

import serve  # noqa: E402
from bridge import Bridge, Opening  # noqa: E402
from documents import DOCUMENT  # noqa: E402


@pytest.fixture(scope="session")
def server():
    """The server, as it was built or as the environment names it."""
    built = WEB.parents[1] / ".build" / "debug" / "nodewire"
    path = Path(os.environ.get("NODEWIRE_SERVER", built))
    if not path.is_file():
        pytest.skip("no server is built")
    return str(path)


@contextmanager
def serving(bridge):
    """Ends a bridge with its programs."""
    try:
        yield bridge
    finally:
        bridge.end()


@pytest.fixture
def bridge(server, tmp_path):
    """Shows a copy of the example, in a folder of its own; each address that is asked for has a server."""
    file = tmp_path / "bot.json"
    file.write_bytes(serve.EXAMPLE.with_name("support-bot.json").read_bytes())
    with serving(Bridge(server, Opening.of(file), alone=True)) as bridge:
        yield bridge


@contextmanager
def sharing(server, folder):
    """Shows a document in windows that share one server, at which other programs may connect, too."""
    file = folder / "bot.json"
    file.write_text(json.dumps(DOCUMENT))
    with serving(Bridge(server, Opening.of(file), "--socket", str(folder / "socket"))) as bridge:
        yield bridge


@pytest.fixture
def unlocked(bridge):
    """Lets several servers edit the document: what is no folder stays, and no lock can be taken."""
    state = bridge.opening.root / ".bot.json.nodewire"
    # A window that is open already has its lock there.
    shutil.rmtree(state, ignore_errors=True)
    state.write_text("something else")


@pytest.fixture(scope="session")
def chromium():
    """A browser for all tests; it needs selenium, which the tests of the bridge do without."""
    import browser as browsers

    if browsers.found() is None:
        pytest.skip("no chromium with its driver is installed, and none could be; see clients/test.py")
    browser = browsers.launched()
    yield browser
    browser.quit()


@pytest.fixture
def page(chromium, bridge):
    """The page with the tests' document; nothing may be wrong in the browser's log."""
    from browser import Page

    (bridge.opening.root / "bot.json").write_text(json.dumps(DOCUMENT))
    chromium.get_log("browser")
    page = Page(chromium, bridge.url)
    yield page
    errors = page.errors()
    # A page with unsaved changes would ask before it goes.
    page.run("addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)")
    chromium.get("about:blank")
    assert errors == []


class Peer:
    """A plain socket to the bridge that sends exactly the given bytes."""

    def __init__(self, bridge):
        self.bridge = bridge
        self.host = f"127.0.0.1:{bridge.port}"
        self.socket = socket.create_connection(("127.0.0.1", bridge.port), timeout=10)
        self.stream = self.socket.makefile("rb")

    def get(self, path, **headers):
        """The status, headers and body of an answer. A header that is None is left out."""
        sent = {"Host": self.host, **{name.replace("_", "-"): value for name, value in headers.items()}}
        lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items() if value is not None)]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode("latin-1"))
        status = int(self.stream.readline().split()[1])
        answer = {}
        while True:
            line = self.stream.readline().decode("latin-1").strip()
            if not line:
                break
            name, _, value = line.partition(":")
            answer[name.lower()] = value.strip()
        return status, answer, self.stream.read(int(answer.get("content-length", 0)))

    def upgrade(self, **headers):
        """Asks for a WebSocket; what is given here takes the place of what belongs there."""
        asked = {
            "Upgrade": "websocket",
            "Connection": "keep-alive, Upgrade",
            "Sec_WebSocket_Version": "13",
            "Sec_WebSocket_Key": base64.b64encode(bytes(range(16))).decode(),
            "Origin": f"http://{self.host}",
        }
        path = headers.pop("path", f"/{self.bridge.secret}/socket")
        return self.get(path, **{**asked, **headers})

    def send(self, payload, opcode=1, final=True, mask=b"\x01\x02\x03\x04", length=None, reserved=0):
        """One frame; ``length`` is what the header claims instead of the truth."""
        count = len(payload) if length is None else length
        first, masked = (0x80 if final else 0) | reserved | opcode, 0x80 if mask else 0
        if count < 126:
            header = struct.pack("!BB", first, masked | count)
        elif count < 1 << 16:
            header = struct.pack("!BBH", first, masked | 126, count)
        else:
            header = struct.pack("!BBQ", first, masked | 127, count)
        if mask and any(mask):
            payload = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
        self.socket.sendall(header + (mask or b"") + payload)

    def receive(self):
        """The opcode and payload of the next frame; None at the end."""
        header = self.stream.read(2)
        if len(header) < 2:
            return None
        assert not header[1] & 0x80, "a server masks nothing"
        count = header[1] & 0x7F
        if count == 126:
            (count,) = struct.unpack("!H", self.stream.read(2))
        elif count == 127:
            (count,) = struct.unpack("!Q", self.stream.read(8))
        return header[0] & 0x0F, self.stream.read(count)

    def closing(self):
        """The status with which the other side closes; frames before that are read over."""
        while True:
            frame = self.receive()
            assert frame is not None, "the connection ended without a goodbye"
            if frame[0] == 8:
                return struct.unpack("!H", frame[1][:2])[0]

    def ended(self):
        """Whether nothing more comes, without a goodbye."""
        try:
            while (frame := self.receive()) is not None:
                assert frame[0] != 8
        except ConnectionResetError:
            pass
        return True

    def close(self):
        self.stream.close()
        self.socket.close()


@pytest.fixture
def connect(bridge):
    """Makes peers, which are closed after the test."""
    peers = []

    def make():
        peers.append(Peer(bridge))
        return peers[-1]

    yield make
    for peer in peers:
        peer.close()


@pytest.fixture
def peer(connect):
    return connect()


@pytest.fixture
def two_windows(page, bridge):
    """Two windows on the same file; each is brought to the front by calling it with its number."""
    from browser import Page

    browser = page.browser
    first = browser.current_window_handle
    browser.switch_to.new_window("tab")
    second = browser.current_window_handle
    page.resize(1200, 800)
    Page(browser, bridge.url)

    def window(number):
        browser.switch_to.window((first, second)[number])
        return page

    yield window
    window(1).run("addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)")
    browser.close()
    window(0)
