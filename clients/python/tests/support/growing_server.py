"""A server that performs calls on a document of a shape, and says what each costs in processor time."""

import json
import os
import shutil
import time

from server_process import start

from growing_calls import LEFT_FILE, VIEW, all_moved

JOURNALS = f".{LEFT_FILE}.nodewire"


class Refused(Exception):
    """A call was answered with an error."""


class GrowingServer:
    """A server with a document `d` of a shape and a view `v` of it; the document may be that of a file."""

    def __init__(self, server, shape, folder, file=None):
        self.shape, self.folder, self.count, self._server = shape, folder, 0, server
        self._process = start(server, "--root", str(folder))
        self._heard = open(self._process.stdout.fileno(), "rb", buffering=1 << 16, closefd=False)
        self.perform("initialize", {"clock": "client"})
        if file:
            (folder / file).write_text(shape.json, encoding="utf-8")
        self.perform("document/open", {"document": "d", **({"path": file} if file else {"text": shape.json})})
        self.perform("view/open", self._view)
        for method, params in shape.prepare():
            self.perform(method, params)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        for pipe in (self._heard, self._process.stdin, self._process.stdout):
            pipe.close()

    @property
    def _view(self):
        return {**VIEW, "viewport": self.shape.viewport}

    def renew(self):
        """Opens the view anew, so that nothing is left in it of calls before."""
        self.perform("view/close", {"view": "v"})
        self.perform("view/open", self._view)

    def perform(self, method, params):
        """Whether the document changed. Without a slash it is no method, but what is done to files."""
        if "/" not in method and method != "initialize":
            getattr(self, method)(params)
            return False
        self.count += 1
        self._ask(json.dumps({"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}))
        return self._hear(method)

    def saved(self, text):
        (self.folder / "other.json").write_text(text, encoding="utf-8")

    def left(self, _):
        """Puts the file that a server left when it was killed, and its journal, where they were then."""
        kept = self.folder / "left"
        if not kept.exists():
            with GrowingServer(self._server, self.shape, self.folder, LEFT_FILE) as other:
                other.perform(*all_moved(self.shape))
            kept.mkdir()
            for name in (LEFT_FILE, JOURNALS):
                (self.folder / name).rename(kept / name)
        shutil.rmtree(self.folder / JOURNALS, ignore_errors=True)
        shutil.copytree(kept, self.folder, dirs_exist_ok=True)

    def _ask(self, text):
        waiting = memoryview(text.encode() + b"\n")
        while waiting:
            waiting = waiting[self._process.stdin.write(waiting) :]

    def _hear(self, method):
        reply, has_changed = b'{"jsonrpc":"2.0","id":%d,' % self.count, False
        for heard in self._heard:
            if heard.startswith(b'{"jsonrpc":"2.0","method":"document/changed","params":{"document":"d"'):
                has_changed = True
            elif heard.startswith(reply):
                if heard[len(reply) :].startswith(b'"error":'):
                    raise Refused(method, heard[:300].decode())
                return has_changed
        raise AssertionError(f"the server ended at {method}")

    def cost(self, method, params):
        """The processor time of a call in seconds, and whether the document changed."""
        before = self._spent()
        has_changed = self.perform(method, params)
        return self._spent() - before, has_changed

    def _spent(self):
        """What all threads have spent, once they wait for the next message."""
        tasks = f"/proc/{self._process.pid}/task"
        for _ in range(10_000):
            with open(f"{tasks}/{self._process.pid}/stat", encoding="ascii") as file:
                if file.read().rsplit(")", 1)[1].split()[0] == "S":
                    break
            time.sleep(0.00005)
        spent = 0
        for task in os.listdir(tasks):
            with open(f"{tasks}/{task}/schedstat", encoding="ascii") as file:
                spent += int(file.read().split()[0])
        return spent / 1e9

    def measure(self, method, call):
        """The costs of a call and, if it changes the document, of its undo, which is 0 otherwise."""
        for one in call.before:
            self.perform(*one)
        cost, has_changed = self.cost(method, call.params)
        undone = 0.0
        if has_changed and not method.startswith("history/"):
            undone, _ = self.cost("history/undo", {"document": "d"})
        for one in call.after:
            self.perform(*one)
        return cost, undone
