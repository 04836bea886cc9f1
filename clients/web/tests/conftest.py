"""What the tests share: the server, the program that shows the page, and plain sockets that speak to it."""

import json
import os
import shutil
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

WEB = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(WEB), str(WEB.parent / "python" / "tests" / "support")]

import serve  # noqa: E402
import web_socket_peer  # noqa: E402
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


class Peer(web_socket_peer.Peer):
    """A plain socket to the bridge."""

    def __init__(self, bridge):
        super().__init__(bridge.port, timeout=10)
        self.bridge, self.host = bridge, f"127.0.0.1:{bridge.port}"

    def upgrade(self, path=None, **fields):
        path = path or f"/{self.bridge.secret}/socket"
        return super().upgrade(path, **{"Origin": f"http://{self.host}", **fields})


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
