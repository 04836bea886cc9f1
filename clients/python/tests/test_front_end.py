"""The front end of protocol-spec/front-end.md: its code is that of the page, and it edits a file by mouse and keys."""

import fcntl
import json
import os
import pty
import select
import shutil
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "clients" / "examples"
COLUMNS, ROWS = 100, 30
WIDE, HIGH = 8, 16
NODES = [
    {"id": "a", "position": {"x": 0, "y": 0}, "label": "First"},
    {"id": "b", "position": {"x": 320, "y": 160}, "label": "Second"},
]


class Terminal:
    """The program in a terminal of its own, and what is on its screen."""

    def __init__(self, server, file):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        command = [sys.executable, str(EXAMPLES / "terminal.py"), server, str(file)]
        self.process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, start_new_session=True)
        os.close(slave)
        self.output = ""

    def until(self, wanted, seconds=30):
        """Reads until the screen is as wanted, and returns its rows."""
        while True:
            screen = self.output.rpartition("\x1b[H")[2].split("\r\n")
            if len(screen) == ROWS and len(screen[-1]) >= COLUMNS and wanted(screen):
                return screen
            assert select.select([self.master], [], [], seconds)[0], "\n".join(screen)
            self.output += os.read(self.master, 1 << 16).decode()

    def type(self, text):
        os.write(self.master, text.encode())

    def drag(self, start, end):
        """A drag of the mouse, as xterm writes it: places count from 1, 32 is a movement, `m` an up."""
        for code, (column, row), mark in ((0, start, "M"), (32, end, "M"), (0, end, "m")):
            self.type(f"\x1b[<{code};{column + 1};{row + 1}{mark}")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "graph.json"
    path.write_text(json.dumps({"nodes": NODES, "edges": []}))
    return path


@pytest.fixture
def terminal(server, file):
    terminal = Terminal(server, file)
    yield terminal
    if terminal.process.poll() is None:
        terminal.process.kill()
    terminal.process.wait()
    os.close(terminal.master)


def place(screen, text):
    """The column and row of a text."""
    ((column, row),) = [(line.index(text), row) for row, line in enumerate(screen) if text in line]
    return column, row


def handles(screen, label):
    """The places of the handles above and below a label."""
    column, row = place(screen, label)
    around = [(x, y) for y in (row - 2, row - 1, row + 1, row + 2) for x in range(column - 4, column + 20)]
    return [(x, y) for x, y in around if screen[y][x : x + 1] == "o"]


def test_the_page_shows_the_program_as_it_is():
    page = (ROOT / "protocol-spec" / "front-end.md").read_text(encoding="utf-8")
    assert f"```python\n{(EXAMPLES / 'terminal.py').read_text(encoding='utf-8')}```\n" in page


def test_a_graph_is_edited_by_mouse_and_keys(terminal, file):
    screen = terminal.until(lambda screen: any("First" in line for line in screen))
    column, row = place(screen, "First")
    terminal.drag((column, row), (column + 5, row + 2))
    screen = terminal.until(lambda screen: "Move *" in screen[-1])
    assert place(screen, "First") == (column + 5, row + 2)

    source, target = handles(screen, "First")[-1], handles(screen, "Second")[0]
    terminal.drag(source, target)
    screen = terminal.until(lambda screen: "Connect *" in screen[-1])
    assert sum(line.count(".") for line in screen) > 3

    terminal.type("s")
    terminal.until(lambda screen: "saved graph.json" in screen[-1])
    terminal.type("q")
    assert terminal.process.wait(20) == 0
    saved = json.loads(file.read_text())
    assert saved["nodes"][0]["position"] == {"x": 5 * WIDE, "y": 2 * HIGH}
    assert [(edge["source"], edge["target"]) for edge in saved["edges"]] == [("a", "b")]


def test_undo_is_shown(terminal):
    screen = terminal.until(lambda screen: any("First" in line for line in screen))
    column, row = place(screen, "First")
    terminal.drag((column, row), (column, row + 3))
    terminal.until(lambda screen: "Move *" in screen[-1])
    terminal.type("\x1a")
    screen = terminal.until(lambda screen: "Move" not in screen[-1])
    assert place(screen, "First") == (column, row)


def test_the_example_is_drawn(server, tmp_path):
    shutil.copy(EXAMPLES / "support-bot.json", tmp_path)
    terminal = Terminal(server, tmp_path / "support-bot.json")
    terminal.until(lambda screen: sum("+" in line for line in screen) > ROWS // 2)
    terminal.type("q")
    assert terminal.process.wait(20) == 0
    os.close(terminal.master)
