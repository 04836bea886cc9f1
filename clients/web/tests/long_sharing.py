"""Measures windows that share a server, without browsers: how long an edit in one takes to the frame in another.

    python3 clients/web/tests/long_sharing.py [--windows 20] [--nodes 10000] [--edits 200] [--server PATH]

Prints the median and the worst time from an edit to the frame in every other window, beside the time of a round trip through
the bridge that asks for nothing; then how many moves of pointers and of a dragged node a second reach all windows.
"""

import argparse
import json
import re
import selectors
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WEB = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(WEB), str(WEB / "tests"), str(WEB.parent / "python" / "src")]

from conftest import Peer  # noqa: E402

FRAME = re.compile(rb'\{"jsonrpc":"2\.0","method":"view/frame","params":\{"view":"[^"]*","frame":(\d+),"revision":(\d+)')


class Bridge:
    """The bridge in a process of its own, so that the windows take no time from it."""

    def __init__(self, file, server):
        named = ["--server", server] if server else []
        command = [sys.executable, str(WEB / "serve.py"), str(file), "--no-browser", *named]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        address = self.process.stdout.readline()
        self.port = int(re.search(r":(\d+)/", address)[1])
        entry = address.strip().partition("/?enter=")[2]
        self.secret = Peer(self).get(f"/?enter={entry}")[1]["location"].strip("/")

    def end(self):
        self.process.terminate()
        self.process.wait()


class Windows:
    """All windows of a measurement, read by one thread, which acknowledges each frame: it takes little time from the bridge."""

    def __init__(self, bridge):
        self.bridge, self.all, self.selector = bridge, [], selectors.DefaultSelector()

    def open(self, view):
        window = Window(self, view)
        self.all.append(window)
        return window

    def until(self, condition):
        """Reads what comes until a condition holds. Frames are acknowledged while nothing comes: browsers do that at the
        same time."""
        deadline = time.perf_counter() + 30
        while not condition():
            assert time.perf_counter() < deadline, "it did not come about"
            ready = self.selector.select(0.0005)
            for key, _ in ready:
                key.data.read()
            if not ready:
                self.acknowledge()

    def acknowledge(self):
        for window in self.all:
            if window.frame is not None:
                window.send("view/acknowledge", False, view=window.view, frame=window.frame)
                window.frame = None

    def close(self):
        for window in self.all:
            self.selector.unregister(window.peer.socket)
            window.peer.close()


class Window:
    """A window that notes when which revision reached it."""

    def __init__(self, windows, view):
        self.windows, self.peer, self.view, self.count = windows, Peer(windows.bridge), view, 0
        assert self.peer.upgrade()[0] == 101
        self.answer, self.revision, self.arrived = {}, -1, 0.0
        self.frames, self.frame, self.buffer = 0, None, bytearray()
        self.peer.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.peer.socket.setblocking(False)
        windows.selector.register(self.peer.socket, selectors.EVENT_READ, self)
        self.ask("initialize")
        self.document = self.ask("document/open", path="graph.json")["document"]
        size = {"width": 1200, "height": 800, "scene": "svg"}
        self.ask("view/open", document=self.document, view=view, presence=True, **size)
        self.ask("view/presence", view=view, name=view, color="#0d74ce")

    def send(self, method, is_request=True, **params):
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if is_request:
            self.count += 1
            message["id"] = self.count
        self.peer.socket.sendall(masked(json.dumps(message).encode()))

    def ask(self, method, **params):
        self.send(method, **params)
        self.windows.until(lambda: self.answer.get("id") == self.count)
        return self.answer.get("result", self.answer.get("error"))

    def read(self):
        try:
            self.buffer += self.peer.socket.recv(1 << 18)
        except BlockingIOError:
            return
        now = time.perf_counter()
        while True:
            text = self._next()
            if text is None:
                return
            frame = FRAME.match(text)
            if frame:
                self.frames += 1
                self.revision, self.arrived = int(frame[2]), now
                self.frame = int(frame[1])
            elif text.startswith(b'{"jsonrpc":"2.0","id"'):
                self.answer = json.loads(text)

    def _next(self):
        if len(self.buffer) < 2:
            return None
        length, start = self.buffer[1], {126: 4, 127: 10}.get(self.buffer[1], 2)
        if start > 2:
            length = int.from_bytes(self.buffer[2:start], "big")
        if len(self.buffer) < start + length:
            return None
        text = bytes(self.buffer[start : start + length])
        del self.buffer[: start + length]
        return text


def masked(payload):
    """A frame whose mask changes nothing."""
    count = len(payload)
    length = struct.pack("!B", 128 | count) if count < 126 else struct.pack("!BH", 254, count)
    return b"\x81" + length + bytes(4) + payload


def graph(count):
    """Nodes in a grid, of which a part is in view, each connected with the next."""
    nodes = [{"id": f"n{i}", "position": {"x": 200 * (i % 100), "y": 100 * (i // 100)}} for i in range(count)]
    edges = [{"id": f"e{i}", "source": f"n{i}", "target": f"n{i + 1}"} for i in range(count - 1)]
    return {"nodes": nodes, "edges": edges}


def milliseconds(times):
    return f"median {1000 * statistics.median(times):.2f} ms, worst {1000 * max(times):.2f} ms"


def drag(windows, moves):
    """Every window moves its pointer while the first drags a node; how long it takes, and how many frames come of it."""
    first = windows.all[0]
    pointer = {"view": first.view, "id": 1, "kind": "mouse"}
    first.ask("input/pointer", **pointer, phase="down", at={"x": 60, "y": 30}, buttons=1)
    began, before = time.perf_counter(), sum(window.frames for window in windows.all)
    for number in range(moves):
        at = {"x": 70 + number % 300, "y": 40 + number % 200}
        for window in windows.all[1:]:
            window.send("input/pointer", False, view=window.view, id=1, kind="mouse", phase="move", at=at)
        first.ask("input/pointer", **pointer, phase="move", at=at)
        windows.acknowledge()
    for window in windows.all:
        window.ask("view/read", view=window.view)
    taken = time.perf_counter() - began
    first.ask("input/pointer", **pointer, phase="up", at={"x": 70, "y": 40})
    return taken, sum(window.frames for window in windows.all) - before


def edit(windows, number):
    """Moves a node in the first window: the times to its reply, and to the frame in each other window."""
    first = windows.all[0]
    began = time.perf_counter()
    move = {"ids": ["n3"], "by": {"x": 1 if number % 2 else -1, "y": 0}}
    revision = first.ask("node/move", document=first.document, view=first.view, **move)["revision"]
    own = time.perf_counter() - began
    windows.until(lambda: all(window.revision >= revision for window in windows.all[1:]))
    windows.acknowledge()
    return own, [window.arrived - began for window in windows.all[1:]]


def measure(bridge, count, options):
    windows = Windows(bridge)
    for number in range(count):
        windows.open(f"w{count}-{number}")
    first, trips, owns, edits = windows.all[0], [], [], []
    for _ in range(options.edits):
        began = time.perf_counter()
        first.ask("view/map", view=first.view, points=[], to="screen")
        trips.append(time.perf_counter() - began)
    for number in range(options.edits):
        own, others = edit(windows, number)
        owns.append(own)
        edits.append(others)
    trip = statistics.median(trips)
    print(f"{count} windows on {options.nodes} nodes")
    print(f"  a round trip through the bridge: {milliseconds(trips)}")
    print(f"  an edit to its own reply: {milliseconds(owns)}")
    for name, times in (
        ("another window", [time for others in edits for time in others]),
        ("the last of all", [max(others) for others in edits]),
    ):
        print(f"  an edit to the frame in {name}: {milliseconds(times)}; {statistics.median(times) / trip:.1f} round trips")
    taken, frames = drag(windows, 100)
    print(f"  100 moves of {count} pointers, one with a node: {taken:.2f} s, {frames / taken:.0f} frames a second")
    windows.close()


def main():
    parser = argparse.ArgumentParser(description="Measures windows that share a server.")
    parser.add_argument("--windows", type=int, default=20)
    parser.add_argument("--nodes", type=int, default=10_000)
    parser.add_argument("--edits", type=int, default=200)
    parser.add_argument("--server")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp())
    (folder / "graph.json").write_text(json.dumps(graph(options.nodes)))
    bridge = Bridge(folder / "graph.json", options.server)
    for count in sorted({2, options.windows}):
        measure(bridge, count, options)
    bridge.end()


if __name__ == "__main__":
    main()
