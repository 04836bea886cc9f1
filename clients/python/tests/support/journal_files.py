"""What the tests of journals share: a file, its journal, and servers that keep it."""

import pytest

from served_folder import TEXT, child
from state_files import journal_of


@pytest.fixture
def file(tmp_path):
    file = tmp_path / "a.json"
    file.write_text(TEXT)
    return file


@pytest.fixture
def journal(file):
    return journal_of(file)


def changes(opened):
    """How many changes were not saved, by what `document/open` says."""
    return opened.get("recovered", {"changes": 0})["changes"]


class Served:
    """A server of the folder of a file, and what is done with the document in it."""

    def __init__(self, server, file, within=(), interactive=True, keeps=False, arguments=(), **options):
        """``within`` is a command that runs the server, as another one; an ``interactive`` client takes what was not saved;
        where a client ``keeps`` the history, that outlives a clean end."""
        command = [*within, server, "--root", str(file.parent), *arguments]
        self.process, self.client = child(command, {"interactive": interactive, "keepHistory": keeps}, **options)
        self._taken_away = []
        self.client.on("document/journal", self._taken_away.append)

    def call(self, method, **params):
        return self.client.call(method, params)

    def open(self, name="d", path="a.json", **more):
        return self.call("document/open", path=path, document=name, **more)

    def move(self, x, name="d", **more):
        return self.call("node/move", document=name, ids=["a"], to={"x": x, "y": 0}, **more)

    def place(self, name="d"):
        return self.call("document/read", document=name)["nodes"][0]["position"]["x"]

    def history(self, name="d"):
        listed = self.call("history/list", document=name)
        return listed["labels"], listed["position"]

    def taken_away(self):
        """What was said since the last time of journals that others took away."""
        self.call("document/list")
        heard = list(self._taken_away)
        self._taken_away.clear()
        return heard

    def kill(self):
        self.process.kill()
        self.process.wait()


@pytest.fixture
def serve(server, file):
    """Starts servers of the file's folder; ends them after the test."""
    started = []

    def start(**options):
        started.append(Served(server, file, **options))
        return started[-1]

    yield start
    for one in started:
        one.kill()


@pytest.fixture
def left(serve, file, journal):
    """Three changes that a server left, which is gone; the bytes of the journal."""
    served = serve()
    served.open()
    for x in range(1, 4):
        served.move(x)
    served.kill()
    return journal.read_bytes()
