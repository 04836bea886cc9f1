"""`nodewire mcp` as a process, and an agent's client that speaks to it by hand."""

import json
import subprocess
import threading


class Agent:
    """A client of the Model Context Protocol."""

    def __init__(self, server, folder, *options, meta=None):
        self.child = subprocess.Popen(
            [server, "mcp", "--root", str(folder), *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.timer = threading.Timer(60, self.child.kill)
        self.timer.start()
        self.meta, self.count, self.calls = meta, 0, 0
        self.notifications = []

    def write(self, line):
        self.child.stdin.write(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n")
        self.child.stdin.flush()

    def read(self):
        line = self.child.stdout.readline()
        assert line, "the server has ended"
        return json.loads(line)

    def ask(self, method, params=None):
        """The answer to a request, a result or an error; what is announced before goes into `notifications`."""
        self.count += 1
        params = dict(params or {}, _meta=self.meta) if self.meta else params
        message = {"jsonrpc": "2.0", "id": self.count, "method": method}
        self.write(dict(message, params=params) if params is not None else message)
        while True:
            answer = self.read()
            if "id" in answer:
                assert answer["id"] == self.count
                return answer
            self.notifications.append(answer)

    def result(self, method, params=None):
        answer = self.ask(method, params)
        assert "result" in answer, answer
        return answer["result"]

    def code(self, method, params=None):
        return self.ask(method, params)["error"]["code"]

    def call(self, tool, **arguments):
        """The result of a tool, which did what was asked."""
        self.calls += 1
        result = self.result("tools/call", {"name": tool, "arguments": arguments})
        assert not result["isError"], result
        return result.get("structuredContent") or result["content"][0]

    def refusal(self, tool, **arguments):
        result = self.result("tools/call", {"name": tool, "arguments": arguments})
        assert result["isError"], result
        return result["structuredContent"]["error"]

    def begin(self, version="2025-11-25"):
        params = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
        result = self.result("initialize", params)
        self.write({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return result

    def end(self):
        self.child.stdin.close()
        rest = self.child.stdout.read()
        code = self.child.wait()
        self.timer.cancel()
        self.child.stdout.close()
        return code, rest
