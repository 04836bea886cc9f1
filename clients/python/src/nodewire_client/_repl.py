"""An interactive conversation: one method a line."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, TextIO, cast

from .client import Client
from .errors import NodewireError
from .generated import NOTIFICATIONS

HELP = """a line is a method and its parameters as JSON:  node/move {"ids": ["a"], "by": {"x": 20, "y": 0}}
"document" is filled in with the document opened last, "view" with the view opened last
help METHOD  what a method takes        methods  all of them        quit  the end"""


def repl(
    server: Optional[str], file: Optional[str], source: Optional[TextIO] = None, state: Optional[str] = None
) -> int:
    """Reads methods from ``source`` (standard input) and prints replies and notifications."""
    root = Path(file).resolve().parent if file else None
    with Client.launch(server, root=root, state=state) as client:
        talk = Conversation(client)
        for one in NOTIFICATIONS:
            client.on(cast(Any, one), partial(heard, one))
        if file:
            talk.perform(f"document/open {json.dumps({'path': Path(file).resolve().name})}")
        talk.run(source or sys.stdin)
        for text in client._left():
            print(f"lost: {text}")
    return 0


class Conversation:
    """The state of a repl: the ids that are filled in, and what the server offers."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.filled: Dict[str, str] = {}
        self.methods: List[Dict[str, Any]] = client.discover().get("methods", [])

    def run(self, source: TextIO) -> None:
        prompt = "> " if source is sys.stdin and sys.stdin.isatty() else ""
        while True:
            print(prompt, end="", flush=True)
            line = source.readline()
            if not line or line.strip() in ("quit", "exit"):
                return
            if line.strip():
                self.perform(line.strip())

    def perform(self, line: str) -> None:
        method, _, text = line.partition(" ")
        if method == "help":
            print(self.help(text.strip()))
        elif method == "methods":
            print("\n".join(one["name"] for one in self.methods))
        else:
            try:
                params = json.loads(text) if text.strip() else {}
                for name in self.takes(method):
                    if name in self.filled:
                        params.setdefault(name, self.filled[name])
                result = self.client.call(method, params)
                for name in ("document", "view"):
                    if isinstance(result, dict) and isinstance(result.get(name), str):
                        self.filled[name] = result[name]
                print(shown(result))
            except (NodewireError, ValueError, TypeError, AttributeError) as error:
                print(f"refused: {error}")
                if self.client.connection.closed:
                    raise

    def takes(self, method: str) -> List[str]:
        return [
            param["name"]
            for one in self.methods
            if one["name"] == method
            for param in one.get("params", ())
            if param.get("required")
        ]

    def help(self, method: str) -> str:
        for one in self.methods:
            if one["name"] == method:
                params = [param["name"] + ("" if param.get("required") else "?") for param in one.get("params", ())]
                return f"{method} {{{', '.join(params)}}}\n{one.get('description') or one.get('summary') or ''}"
        return HELP if not method else f"there is no method {method}"


def heard(method: str, params: Mapping[str, object]) -> None:
    print("<-", method, shown(params))


def shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
