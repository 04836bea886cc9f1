#!/usr/bin/env python3
"""An agent's client without a model: it opens a file, moves a node, is refused, takes the move back, saves.

    python3 clients/examples/agent.py FILE.json [--server PATH]

It speaks the Model Context Protocol with `nodewire mcp`, whose tools have no pointer: an edit moves.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path


class Agent:
    def __init__(self, server, folder):
        command = [server, "mcp", "--root", str(folder)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.count = 0
        version = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "agent.py", "version": "1"}}
        self.request("initialize", version)

    def request(self, method, params):
        self.count += 1
        message = {"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}
        print(json.dumps(message), file=self.process.stdin, flush=True)
        while (answer := json.loads(self.process.stdout.readline())).get("id") != self.count:
            pass
        return answer["result"]

    def call(self, tool, **arguments):
        result = self.request("tools/call", {"name": tool, "arguments": arguments})["structuredContent"]
        print(f"{tool}: {result.get('error') or json.dumps(result)}")
        return result


def main():
    parser = argparse.ArgumentParser(description="Edits a document as an agent does.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--server", default="nodewire", help="the server's binary")
    options = parser.parse_args()
    agent = Agent(options.server, options.file.parent)
    agent.call("open", path=options.file.name)
    node = agent.call("find", limit=1)["nodes"][0]["id"]
    agent.call("edit", edits=[{"do": "move", "ids": [node], "by": {"x": 60, "y": 30}}])
    agent.call("edit", edits=[{"do": "connect", "source": node, "target": node}])
    agent.call("undo")
    agent.call("save")
    agent.process.stdin.close()
    return agent.process.wait()


if __name__ == "__main__":
    sys.exit(main())
