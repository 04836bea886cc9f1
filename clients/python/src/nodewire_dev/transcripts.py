"""Runs the transcripts of the protocol specification against a server.

    python -m nodewire_dev.transcripts [--server PATH] [--rewrite] FILE_OR_FOLDER...

A transcript is UTF-8 text: ``#`` begins prose, ``--> {json}`` is sent, ``<-- {json}`` must be received next, a line
that begins with four blanks continues the one before. The prose line ``# framing: lines`` speaks in lines instead of
headers. In what is expected, ``"<any>"`` matches anything and the member
``"<ignore>": true`` lets an object have more members than are named.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, Iterable, Iterator, List, Optional, Type, Union

from nodewire_client import Command, HeaderFraming, LineFraming, Process, find_server
from nodewire_client.errors import NodewireError

from .wire import MessageReader

ANY = "<any>"
IGNORE = "<ignore>"
INITIALIZE = '{"jsonrpc":"2.0","id":"runner-initialize","method":"initialize","params":{"clock":"client"}}'
INITIALIZED = '{"jsonrpc":"2.0","method":"initialized"}'
PROBE = "runner-probe"
LINES = "# framing: lines"


@dataclass
class Line:
    """One line of a transcript with its continuations: ``kind`` is ``-->``, ``<--`` or empty for prose."""

    kind: str
    text: str
    number: int
    written: str


@dataclass
class Outcome:
    """How a transcript went: ``problem`` is None if everything was as expected; ``text`` is set by a rewrite."""

    path: Path
    problem: Optional[str] = None
    text: Optional[str] = None


class Mismatch(Exception):
    """The server said something else than was expected."""


def parse(text: str) -> List[Line]:
    lines: List[Line] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("    ") and lines and lines[-1].kind:
            lines[-1].text += line[4:]
            lines[-1].written += "\n" + line
        elif line[:3] in ("-->", "<--"):
            lines.append(Line(line[:3], line[3:].lstrip(), number, line))
        elif not line.strip() or line.startswith("#"):
            lines.append(Line("", line, number, line))
        else:
            raise Mismatch(f"line {number}: neither prose, --> nor <--")
    return lines


def difference(expected: Any, actual: Any, path: str = "") -> Optional[str]:
    """Where two JSON values differ, or None. Numbers must have been read as ``Decimal``."""
    if expected == ANY:
        return None
    where = path or "the message"
    if isinstance(expected, dict) and isinstance(actual, dict):
        for member, value in expected.items():
            if member == IGNORE:
                continue
            if member not in actual:
                return f"{where} has no member {member!r}"
            found = difference(value, actual[member], f"{path}/{member}")
            if found:
                return found
        more = [member for member in actual if member not in expected]
        return f"{where} has another member {more[0]!r}" if more and not expected.get(IGNORE) else None
    if isinstance(expected, list) and isinstance(actual, list):
        for index, (left, right) in enumerate(zip(expected, actual)):
            found = difference(left, right, f"{path}/{index}")
            if found:
                return found
        if len(expected) != len(actual):
            return f"{where} has {len(actual)} elements, not {len(expected)}"
        return None
    if type(expected) is not type(actual) or expected != actual:
        return f"{where} is {show(actual)}, not {show(expected)}"
    return None


def show(value: Any) -> str:
    return json.dumps(
        value, ensure_ascii=False, default=lambda number: int(number) if number == int(number) else float(number)
    )


def exact(text: str) -> Any:
    """A JSON text with numbers as ``Decimal``, so that they compare by value and never equal booleans."""
    return json.loads(text, parse_int=Decimal, parse_float=Decimal)


class Speaker:
    """What is said to a server, framed."""

    def __init__(self, process: Process, framing: Union[Type[HeaderFraming], Type[LineFraming]]) -> None:
        self._stdin = process.stdin
        self._framing = framing

    def send(self, text: str) -> None:
        self._stdin.write(self._framing.frame(text.encode()))

    def close(self) -> None:
        self._stdin.close()


class Runner:
    """Runs transcripts, each with a server and a folder of its own."""

    def __init__(
        self, server: Optional[Command] = None, examples: Optional[Path] = None, timeout: float = 20.0
    ) -> None:
        self.command = find_server(server)
        self.examples = examples or find_examples()
        self.timeout = timeout

    def run(self, path: Path) -> Outcome:
        """Compares what the server says with the transcript."""
        return self._perform(path, self._compare)

    def rewrite(self, path: Path) -> Outcome:
        """Replaces what is expected by what the server says; the new text is in the outcome."""
        return self._perform(path, self._record)

    def _perform(self, path: Path, conversation: Any) -> Outcome:
        with tempfile.TemporaryDirectory(prefix="nodewire-") as folder:
            if self.examples:
                for file in self.examples.iterdir():
                    if file.is_file():
                        shutil.copy(file, folder)
                    elif file.suffix == ".nodewire":
                        shutil.copytree(file, Path(folder) / file.name)
            try:
                lines = parse(path.read_text(encoding="utf-8"))
                process = Process(self.command, cwd=folder)
                try:
                    framing = LineFraming if speaks_lines(lines) else HeaderFraming
                    speaker = Speaker(process, framing)
                    reader = MessageReader(process.stdout.fileno(), framing(), self.timeout)
                    if not begins_itself(lines):
                        speaker.send(INITIALIZE)
                        answer = exact(reader.read())
                        if "result" not in answer:
                            raise Mismatch(f"initialize was refused: {show(answer)}")
                        speaker.send(INITIALIZED)
                    return Outcome(path, text=conversation(lines, speaker, reader))
                finally:
                    process.end(2.0)
            except (Mismatch, NodewireError, OSError, ValueError) as problem:
                return Outcome(path, f"{path}: {problem}")

    def _compare(self, lines: List[Line], speaker: Speaker, reader: MessageReader) -> None:
        for line in lines:
            if line.kind == "-->":
                speaker.send(line.text)
            elif line.kind == "<--":
                try:
                    actual = exact(reader.read())
                except NodewireError as error:
                    raise Mismatch(f"line {line.number}: {error}") from None
                found = difference(exact(line.text), actual)
                if found:
                    raise Mismatch(f"line {line.number}: {found}\n  received {show(actual)}")
        speaker.close()
        for text in reader.rest():
            raise Mismatch(f"after the last line the server also said {text}")

    def _record(self, lines: List[Line], speaker: Speaker, reader: MessageReader) -> str:
        """What was said, in the words of the transcript where those match."""
        output: List[str] = []
        for index, line in enumerate(lines):
            if line.kind != "<--":
                output.append(line.written)
            if line.kind == "-->":
                said = self._exchange(line.text, speaker, reader)
                output += in_words_of(expectations(lines, index), said)
        return "\n".join(output) + "\n"

    def _exchange(self, text: str, speaker: Speaker, reader: MessageReader) -> List[str]:
        """All that one message causes: a probe that is always refused marks the end."""
        speaker.send(text)
        try:
            speaker.send(json.dumps({"jsonrpc": "2.0", "id": PROBE, "method": PROBE}))
        except OSError:
            return list(reader.rest())
        said: List[str] = []
        for answer in reader.rest():
            if f'"{PROBE}"' in answer and json.loads(answer).get("id") == PROBE:
                return said
            said.append(answer)
        return said


def expectations(lines: List[Line], index: int) -> List[Line]:
    """The ``<--`` lines between one ``-->`` and the next."""
    found: List[Line] = []
    for line in lines[index + 1 :]:
        if line.kind == "-->":
            break
        if line.kind == "<--":
            found.append(line)
    return found


def in_words_of(expected: List[Line], said: List[str]) -> List[str]:
    written: List[str] = []
    for index, text in enumerate(said):
        known = expected[index] if index < len(expected) else None
        try:
            keep = known is not None and difference(exact(known.text), exact(text)) is None
        except ValueError:
            keep = False
        written.append(known.written if known is not None and keep else f"<-- {text}")
    return written


def begins_itself(lines: List[Line]) -> bool:
    for line in lines:
        if line.kind == "-->":
            try:
                message = json.loads(line.text)
            except ValueError:
                continue
            if isinstance(message, dict) and message.get("method") == "initialize":
                return True
    return False


def speaks_lines(lines: List[Line]) -> bool:
    return any(line.text.strip() == LINES for line in lines if not line.kind)


def find_examples() -> Optional[Path]:
    """The folder ``clients/examples`` of the checkout this package lies in."""
    for folder in Path(__file__).resolve().parents:
        candidate = folder / "examples"
        if (candidate / "support-bot.json").is_file():
            return candidate
    return None


def transcripts(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.txt"))
        else:
            yield path


def main(arguments: Optional[List[str]] = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m nodewire_dev.transcripts", description="Runs transcripts.")
    parser.add_argument("paths", nargs="+", type=Path, metavar="FILE_OR_FOLDER")
    parser.add_argument("--server", help="the server's binary")
    parser.add_argument("--rewrite", action="store_true", help="replace what is expected by what the server says")
    options = parser.parse_args(arguments)
    # Servers run in folders of their own.
    runner = Runner(options.server and os.path.abspath(options.server))
    passed = failed = 0
    for path in transcripts(options.paths):
        outcome = runner.rewrite(path) if options.rewrite else runner.run(path)
        if outcome.problem:
            failed += 1
            print(outcome.problem, file=sys.stderr)
            continue
        passed += 1
        if outcome.text is not None and outcome.text != path.read_text(encoding="utf-8"):
            path.write_text(outcome.text, encoding="utf-8")
            print(f"{path}: rewritten")
    print(f"{passed} transcripts passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
