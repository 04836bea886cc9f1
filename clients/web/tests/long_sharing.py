"""Measures windows that share a server, without browsers: how long an edit in one takes to the frame in another.

    python3 clients/web/tests/long_sharing.py [--windows 20] [--nodes 10000] [--edits 200] [--server PATH]

Prints the median and the worst time from an edit to the frame in every other window, beside the time of a round trip through
the bridge that asks for nothing; then how many moves of pointers and of a dragged node a second reach all windows.
"""

import argparse
import json
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

WEB = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(WEB), str(WEB / "tests"), str(WEB.parent / "python" / "src")]

from conftest import Peer  # noqa: E402


class Bridge:
    """The bridge in a process of its own, so that the windows take no time from it."""

    def __init__(self, file, server):
        named = ["--server", server] if server else []
        command = [sys.executable, str(WEB / "serve.py"), str(file), "--share", "--no-browser", *named]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        address = self.process.stdout.readline()
        self.port = int(re.search(r":(\d+)/", address)[1])
        token = address.strip().partition("/?token=")[2]
        self.secret = Peer(self).get(f"/?token={token}")[1]["location"].strip("/")

    def end(self):
        self.process.terminate()
        self.process.wait()


class Window:
    """A window that reads on a thread of its own, acknowledges each frame, and notes when revisions reached it."""

    def __init__(self, bridge, view):
        self.peer, self.view, self.count = Peer(bridge), view, 0
        assert self.peer.upgrade()[0] == 101
        self.answers, self.arrived = {}, {}
        self.frames, self.bytes, self.is_over = 0, 0, False
        self.change, self.lock = threading.Condition(), threading.Lock()
        threading.Thread(target=self._read, daemon=True).start()
        self.ask("initialize")
        self.document = self.ask("document/open", path="graph.json")["document"]
        size = {"width": 1200, "height": 800, "scene": "svg"}
        self.ask("view/open", document=self.document, view=view, presence=True, **size)
        self.ask("view/presence", view=view, name=view, color="#0d74ce")

    def send(self, method, **params):
        with self.lock:
            self.count += 1
            count = self.count
            self.peer.send(json.dumps({"jsonrpc": "2.0", "id": count, "method": method, "params": params}).encode())
        return count

    def ask(self, method, **params):
        count = self.send(method, **params)
        with self.change:
            assert self.change.wait_for(lambda: count in self.answers, 30)
            return self.answers.pop(count)

    def reached(self, revision):
        with self.change:
            assert self.change.wait_for(lambda: any(known >= revision for known in self.arrived), 30)
            return min(time for known, time in self.arrived.items() if known >= revision)

    def _read(self):
        while True:
            try:
                frame = self.peer.receive()
            except (OSError, ValueError):
                return
            if frame is None or frame[0] not in (1, 9):
                return
            if frame[0] == 9:
                with self.lock:
                    self.peer.send(frame[1], opcode=10)
                continue
            now, message = time.perf_counter(), json.loads(frame[1])
            with self.change:
                if "id" in message:
                    self.answers[message["id"]] = message.get("result", message.get("error"))
                elif message["method"] == "view/frame":
                    self.frames += 1
                    self.bytes += len(frame[1])
                    self.arrived.setdefault(message["params"]["revision"], now)
                self.change.notify_all()
            if message.get("method") == "view/frame" and not self.is_over:
                self.send("view/acknowledge", view=self.view, frame=message["params"]["frame"])


def graph(count):
    """Nodes in a grid, of which a part is in view, each connected with the next."""
    nodes = [{"id": f"n{i}", "position": {"x": 200 * (i % 100), "y": 100 * (i // 100)}} for i in range(count)]
    edges = [{"id": f"e{i}", "source": f"n{i}", "target": f"n{i + 1}"} for i in range(count - 1)]
    return {"nodes": nodes, "edges": edges}


def milliseconds(times):
    return f"median {1000 * statistics.median(times):.2f} ms, worst {1000 * max(times):.2f} ms"


def drag(windows, moves):
    """Every window moves its pointer while the first drags a node; the moves a second that all have been shown."""
    first = windows[0]
    pointer = {"view": first.view, "id": 1, "kind": "mouse"}
    first.ask("input/pointer", **pointer, phase="down", at={"x": 60, "y": 30}, buttons=1)
    began = time.perf_counter()
    before = sum(window.frames for window in windows)
    for number in range(moves):
        at = {"x": 70 + number % 300, "y": 40 + number % 200}
        for window in windows[1:]:
            window.send("input/pointer", view=window.view, id=1, kind="mouse", phase="move", at=at)
        first.ask("input/pointer", **pointer, phase="move", at=at)
    for window in windows:
        window.ask("view/read", view=window.view)
    taken = time.perf_counter() - began
    first.ask("input/pointer", **pointer, phase="up", at={"x": 70, "y": 40})
    return taken, sum(window.frames for window in windows) - before


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
        windows = [Window(bridge, f"w{count}-{number}") for number in range(count)]
        trips, owns, edits = [], [], []
        for _ in range(options.edits):
            began = time.perf_counter()
            windows[0].ask("view/map", view=windows[0].view, points=[], to="screen")
            trips.append(time.perf_counter() - began)
        for number in range(options.edits):
            began = time.perf_counter()
            move = {"ids": ["n3"], "by": {"x": 1 if number % 2 else -1, "y": 0}}
            done = windows[0].ask("node/move", document=windows[0].document, view=windows[0].view, **move)
            owns.append(time.perf_counter() - began)
            edits.append(max(window.reached(done["revision"]) for window in windows[1:]) - began)
        print(f"{count} windows on {options.nodes} nodes")
        print(f"  a round trip through the bridge: {milliseconds(trips)}")
        ratio = statistics.median(edits) / statistics.median(trips)
        print(f"  an edit to its own reply: {milliseconds(owns)}")
        print(f"  an edit to the frames of all others: {milliseconds(edits)}; {ratio:.1f} round trips")
        taken, frames = drag(windows, 100)
        print(f"  100 moves of {count} pointers, one with a node: {taken:.2f} s, {frames / taken:.0f} frames a second")
        for window in windows:
            window.is_over = True
        for window in windows:
            window.ask("view/read", view=window.view)
            window.peer.socket.shutdown(socket.SHUT_RDWR)
    bridge.end()


if __name__ == "__main__":
    main()
