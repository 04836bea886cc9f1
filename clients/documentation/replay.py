"""Recordings performed by the server, as steps for the page that plays them: each message with what it causes."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any, Dict, List, NamedTuple

from nodewire_client import LineFraming, Process
from nodewire_client.errors import NodewireError
from nodewire_dev.wire import MessageReader

TIMEOUT = 60.0
PROBE = "site-probe"
"""A request that is always refused; its reply marks the end of what a message has caused."""
SHOWN = {"scene": "svg", "carried": "offset", "contents": {"nodes": ["/data"]}, "links": True}
"""The options with which the web page opens a view, since its painter draws here."""


class Step(NamedTuple):
    """A message as it was recorded, and those that came of it, as texts."""

    message: str
    answers: List[str]


class Session(NamedTuple):
    name: str
    size: List[int]
    types: Dict[str, Any]
    steps: List[Step]


class ReplayError(Exception):
    """A recording that cannot be played."""


def perform(command: List[str], recording: Path) -> Session:
    """Sends the messages of a recording to a server, in a folder with the files that it read."""
    lines = [json.loads(line) for line in recording.read_text("utf-8").splitlines()]
    if not lines or lines[0].get("clock") != "client":
        raise ReplayError(f"{recording}: only what was recorded with the client's clock is the same again")
    with tempfile.TemporaryDirectory(prefix="nodewire-") as folder:
        types: Dict[str, Any] = {}
        for line in lines:
            if "read" in line and "text" in line:
                path = Path(folder) / line["read"]
                if Path(folder).resolve() not in path.resolve().parents:
                    raise ReplayError(f"{recording}: a file outside of the folder")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(line["text"], "utf-8")
                types = types or json.loads(line["text"]).get("types", {})
        process = Process(command, cwd=folder)
        try:
            reader = MessageReader(process.stdout.fileno(), LineFraming(), TIMEOUT)
            size = [0, 0]
            steps = []
            for line in lines:
                if "message" not in line:
                    continue
                message = line["message"]
                if message.get("method") == "view/open":
                    params = message["params"]
                    size = size if size[0] else [params["width"], params["height"]]
                    message = {**message, "params": {**params, **SHOWN}}
                if message.get("method") == "exit":
                    break
                steps.append(step(process, reader, json.dumps(message, ensure_ascii=False, separators=(",", ":"))))
        except (NodewireError, OSError) as error:
            raise ReplayError(f"{recording}: {error}") from None
        finally:
            process.end(2.0)
    return Session(recording.stem, size, types, steps)


def step(process: Process, reader: MessageReader, message: str) -> Step:
    process.stdin.write(LineFraming.frame(message.encode()))
    process.stdin.write(LineFraming.frame(json.dumps({"jsonrpc": "2.0", "id": PROBE, "method": PROBE}).encode()))
    answers: List[str] = []
    for answer in reader.rest():
        if f'"{PROBE}"' in answer and json.loads(answer).get("id") == PROBE:
            return Step(message, answers)
        answers.append(answer)
    raise ReplayError(f"the server ended after {message[:200]}")


def script(session: Session) -> str:
    """The session as a script that hands it to the page; messages stay texts."""
    held = {
        "name": session.name,
        "width": session.size[0],
        "height": session.size[1],
        "types": session.types,
        "steps": [[step.message, step.answers] for step in session.steps],
    }
    return f"window.playRecording({json.dumps(held, ensure_ascii=False, separators=(',', ':'))});\n"
